"""Tricks, melds and invitations of Deep Six by a photo: every card is there twice."""

from flask.testing import FlaskClient

from tests.web.games.deep_six.tables import EXCHANGE, HAND_OF_ANN, MELD, MELDED, PLAY, table
from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone, declare
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site
from webapp.http.limits import MOST_CARDS_SENT


def test_a_trick_has_both_copies_of_a_card(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, PLAY))
    house.photo(seen("6S", 50), seen("2S", 120), seen("2S", 200), seen("8S", 280))
    assert "4 of 4" in house.page
    assert house.packs[0]["2S"] == 2
    assert house.tap(enter="yes").status_code == 303
    assert house.played() == [(3, "6S"), (0, "2S"), (1, "2S"), (2, "8S")]


def test_melds_on_the_table_are_named_and_entered_by_one_tap(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, MELD))
    assert f'href="{house.url}"' in house.phone.look()
    house.photo(*(seen(card, 50 * at) for at, card in enumerate(("6S", "7S", "8S", "7D", "7D", "2H"), 1)))
    assert "6 of 6" in house.page
    assert "Melds of this hand: −45" in house.page
    assert "<b>Ann</b> melded" in house.page
    assert house.melded() == (None,) * 4
    house.tap(whose="3")
    assert "<b>Dan</b> melded" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.melded() == (None, None, None, -45)


def test_a_doubtful_card_of_a_meld_is_asked_for_and_one_that_is_none_is_left_out(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, MELD))
    house.photo(seen("6S", 50), seen("7S", 100), seen("8S", 150, 100, "3S"), seen("2H", 200, 100, "4H"))
    assert "Which card is this?" in house.page
    assert ">A card is missing</button>" in house.page
    house.tap(event='{"seat":2,"card":"8S"}')
    house.tap(drop="3")
    assert "Melds of this hand: −30" in house.page
    house.tap(add="yes")
    house.tap(event='{"type":"play","seat":3,"card":"5S"}')
    house.tap(add="yes")
    house.tap(event='{"type":"play","seat":4,"card":"4S"}')
    assert "Melds of this hand: −50" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.melded() == (-50, None, None, None)


def test_more_cards_than_anybody_lays_down_are_no_entry(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, MELD))
    house.photo(seen("6S", 50))
    form = Form(house.raw, "cards").filled(enter="yes")
    form |= {name: form[name] * (MOST_CARDS_SENT + 1) for name in ("place", "card")}
    assert house.phone.client.post(f"{house.url}/cards", data=form).status_code == 400
    assert house.melded() == (None,) * 4


def test_a_hand_that_was_entered_melds_on_its_own_phone(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, MELD))
    declare(Phone(site.seat(house.phone.table, 0), house.phone.table), HAND_OF_ANN)
    house.photo(seen("6S", 50), seen("7S", 120), seen("8S", 190))
    assert "<b>Ben</b> melded" in house.page
    house.tap(whose="0")
    assert house.melded()[0] is None
    assert "The table has moved on meanwhile" in house.page
    assert "<b>Ben</b> melded" in house.page


def test_melds_of_cards_that_lie_elsewhere_are_refused_with_the_rule(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, MELDED))
    house.photo(seen("7D", 50), seen("7D", 120))
    assert house.tap(enter="yes").status_code == 422
    assert '<a class="rule"' in house.page
    assert house.melded() == (None, 0, None, -45)


def test_an_invitation_is_shown_by_a_photo(site: Site, host: FlaskClient) -> None:
    house = PhotoHouse(site, table(site, host, EXCHANGE))
    house.photo(seen("6S", 50), seen("7S", 120))
    assert "<b>Dan</b> showed" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.site.tables.at(house.phone.table.id).fold.state.hand.opening.shown == ("6S", "7S")
