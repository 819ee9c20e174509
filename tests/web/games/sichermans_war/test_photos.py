"""Skirmishes of Sicherman's War by a photo: the cards that all turn over, and those that are drawn for a tie."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site


def at_table(site: Site, host: FlaskClient, *events: war.Event, **more: Any) -> PhotoHouse:
    return PhotoHouse(site, war.opened(site, host, *events, **more))


def cards(house: PhotoHouse) -> tuple[tuple[str, ...], ...]:
    """Returns the cards of the skirmish that lies, seat by seat."""
    found: tuple[tuple[str, ...], ...] = house.site.tables.at(house.phone.table.id).fold.state.hand.skirmish.cards
    return found


def test_the_cards_of_a_skirmish_are_entered_by_one_tap(site: Site, host: FlaskClient) -> None:
    house = at_table(site, host)
    assert f'href="{house.url}"' in house.phone.look()
    house.photo(seen("7C", 50), seen("KH", 120))
    assert "2 of 2" in house.page
    assert "<b>Ben</b> is ahead" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert cards(house) == (("7C",), ("KH",))
    assert house.url not in house.phone.look()  # dice are due


def test_a_doubtful_card_says_who_would_be_ahead_and_two_are_swapped(site: Site, host: FlaskClient) -> None:
    house = at_table(site, host)
    house.photo(seen("7C", 50), seen("KH", 120, 100, "3H", "7H"))
    assert "Which card did <b>Ben</b> turn over?" in house.page
    for said in ("Ben is ahead", "Ann is ahead", "Ann and Ben draw"):
        assert f"<small>{said}</small>" in house.page
    house.tap(event='{"seat":1,"card":"3H"}')
    house.tap(swap="on")
    house.tap(swap="0")
    house.tap(swap="1")
    assert house.tap(enter="yes").status_code == 303
    assert cards(house) == (("3H",), ("7C",))


def test_equal_cards_are_tied_and_nobody_is_ahead(site: Site, host: FlaskClient) -> None:
    house = at_table(site, host)
    house.photo(seen("7C", 50), seen("7H", 120))
    assert "Ann and Ben</b> draw" in house.page
    assert (house.page.count(">tied<"), house.page.count(">ahead<")) == (2, 0)


def test_reinforcements_lie_beside_the_cards_that_were_turned_over(site: Site, host: FlaskClient) -> None:
    house = at_table(site, host, {"type": "reveal", "cards": ["KH", "KD"]})
    house.photo(seen("2S", 60, 90), seen("KD", 70, 200), seen("KH", 300, 80), seen("QS", 310, 190))
    assert "2 of 2" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert cards(house) == (("KH", "QS"), ("KD", "2S"))


def test_a_card_in_a_closed_pot_looks_like_any_other_until_it_is_entered(site: Site, host: FlaskClient) -> None:
    first = {"type": "reveal", "cards": ["7C", "KH"]}
    house = at_table(site, host, first, war.SETTLE, war.reveal("23"), war.SETTLE)
    house.photo(seen("7C", 50), seen("QH", 120))
    assert "<b>Ben</b> is ahead" in house.page
    assert house.tap(enter="yes").status_code == 422
    assert "is already" in house.page


def test_four_players_have_two_packs_and_a_card_that_is_out_is_refused(site: Site, host: FlaskClient) -> None:
    house = at_table(site, host, players=4)
    house.photo(*(seen("7C", at) for at in (50, 120, 190)), seen("KH", 260))
    assert house.packs[0]["7C"] == 2
    assert "The card of Cat is missing" in house.page
    house.tap(event='{"type":"play","seat":2,"card":"7C"}')
    assert house.tap(enter="yes").status_code == 422
    assert '<a class="rule"' in house.page
