"""The past of a hand under way: what may still be changed in a closed book, and what a correction tells (GEN-5)."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.closed_tricks import PLAYS, amend, played, table_of
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.site import Site

pytestmark = pytest.mark.rule("GEN-5")


def test_older_tricks_are_not_tried_out(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    other = Phone(site.seat(phone.table, 2), phone.table)
    for target, instead in ((1, [played(1, "7C")]), (2, []), (0, [{"type": "deal", "dealer": 1}])):
        assert amend(other, target, *instead) == 422
        assert "Older entries are closed" in other.page
        assert "GEN-5" in other.page
    for target, instead in ((2, []), (0, [{"type": "deal", "dealer": 1}]), (1, [played(2, "7C")])):
        assert amend(phone, target, *instead) == 422, "nor by the phone that entered it, but for the card"
    changes = [{"target": 6, "with": [played(0, "QD")]}, {"target": 1, "with": [played(1, "7C")]}]
    assert phone.enter({"type": "amend", "changes": changes}) == 422
    assert len(site.store.events(phone.table.id)) == 8


def test_what_lies_open_is_changed(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    assert amend(phone, 6, played(0, "3D")) == 303
    assert amend(phone, 7, played(1, "9S")) == 303
    assert amend(phone, 7) == 303, "the newest entry goes"


def test_in_an_open_book_everything_is(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host, book="open")
    assert amend(phone, 2, played(2, "7C")) == 303


def test_a_trick_that_a_breach_has_opened_is_corrected(site: Site, host: FlaskClient) -> None:
    plays = [(1, "9C"), (2, "2H"), (0, "5C"), (1, "2D"), (2, "4D"), (0, "6D"), (1, "8S"), (2, "8C")]
    phone = table_of(site, host, plays)
    assert "Cat had a club in trick 1" in phone.look()
    assert amend(phone, 2, played(2, "JD")) == 303
    assert amend(phone, 2, played(2, "3C")) == 303
    assert "had a club" not in phone.look()
    other = Phone(site.seat(phone.table, 2), phone.table)
    assert amend(other, 1, played(1, "7C")) == 422, "closed again"


def test_another_seat_or_more_than_a_card_is_not_put_there(site: Site, host: FlaskClient) -> None:
    plays = [(1, "9C"), (2, "2H"), (0, "5C"), (1, "2D"), (2, "4D"), (0, "6D"), (1, "8S"), (2, "8C")]
    phone = table_of(site, host, plays)
    for instead in ([played(1, "3C")], [played(2, "3C"), {"type": "void-hand"}], [{"type": "void-hand"}], [7]):
        assert amend(phone, 2, *instead) in (400, 422)
    assert len(site.store.events(phone.table.id)) == 9


def test_the_own_hand_is_withdrawn_all_the_same(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host, PLAYS[:1])
    cat = Phone(site.seat(phone.table, 2), phone.table)
    assert declare(cat, [*HAND[:-4], "3C", "7C", "9H", "TH"]).status_code == 303
    for seat, card in PLAYS[1:]:
        phone.look()
        cat.look()
        assert (cat if seat == 2 else phone).play(seat, card) == 303
    assert amend(cat, 2) == 303
    assert site.tables.at(phone.table.id).fold.state.hand.declared[2] is None


def test_a_correction_tells_nothing_in_advance(site: Site, host: FlaskClient) -> None:
    """The 3 and the 5 of clubs lie in the closed trick, the 7 does not: they look alike until one is tapped."""
    phone = table_of(site, host)
    page = host.get(f"{phone.url}/entries/6/amend?suit=C").text
    assert "Whether it fits is said once it is corrected" in page
    for card in (3, 5, 7):
        assert f'aria-label="{card} of clubs"' in page
    for card in ("7C", "5C"):
        picked = host.get(f"{phone.url}/entries/6/amend?card={card}").text
        assert "fit<" not in picked
        assert "already played" not in picked
        assert 'form="amend"' in picked


def test_a_correction_that_is_not_taken_is_told_to_the_table(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert amend(phone, 6, played(6, "5C")) == 422
    for other in (phone, ben):
        assert "a correction of entry 7 was not taken" in other.look()
    assert "a correction of entry 7 was not taken" in ben.client.get(f"{ben.url}/log").text


def test_without_closed_tricks_a_correction_is_tested_in_advance(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host, PLAYS[:4])
    page = host.get(f"{phone.url}/entries/3/amend").text
    assert "7 of clubs: fits" in page
    assert "3 of clubs" not in page, "it lies in this very trick"
