"""The own hand, entered privately: nobody else sees or learns any of it before the hand is over."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import HAND, Phone, declare, fresh_stamps, plain, undo_of
from tests.web.support.site import Site
from webapp.store.models import Table


def test_the_own_hand_is_seen_by_its_phone_alone(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    assert declare(cat, HAND).status_code == 303
    phone.look()
    phone.play(1, "9C")
    cat.look()
    assert "Your hand, only on this phone." in cat.page
    assert '"card":"2D"' in cat.page
    assert '"card":"KS"' not in cat.page
    assert "Cat holds the two of clubs, so clubs must be followed." in cat.page


def test_others_receive_the_same_whatever_the_hand_is(site: Site) -> None:
    """Two worlds that differ only in Cat's hand: what everybody else gets is equal byte for byte."""
    other_hand = [f"{r}S" for r in "23456789TJQKA"] + ["2C", "3H", "4H", "5H"]
    worlds = [_world(site, hand) for hand in (HAND, other_hand)]
    for phone, twin in zip(*worlds, strict=True):
        for path in ("", "/scores", "/share"):
            assert _still(phone, path) == _still(twin, path), path
        for card in ("2D", "2S", "2C", "KH"):
            phone.look(), twin.look()
            assert phone.play(2, card) == twin.play(2, card) == 422
            assert plain(phone.page, phone.table.id) == plain(twin.page, twin.table.id)


def _world(site: Site, hand: list[str]) -> list[Phone]:
    """A table where Cat has declared this hand, as its host, Ben and a watcher see it."""
    host = site.phone()
    table = site.open_table(host)
    cat, ben = Phone(site.seat(table, 2), table), Phone(site.seat(table, 1), table)
    ben.enter({"type": "deal", "dealer": 0})
    assert declare(cat, hand).status_code == 303
    ben.look()
    ben.play(1, "9C")
    return [Phone(host, table), ben]


def _still(phone: Phone, path: str) -> str:
    return plain(phone.client.get(phone.url + path).get_data(as_text=True), phone.table.id)


def test_a_hand_that_is_not_whole_keeps_what_was_picked(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    answer = declare(cat, HAND[:-1])
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "There must be 17 cards, 16 are chosen." in page
    assert len(re.findall(r"<input[^>]*value=\"\w\w\"[^>]* checked", page)) == 16


def test_no_other_phone_enters_the_cards_of_a_secret_hand(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    declare(cat, HAND)
    phone.look()
    phone.play(1, "9C")
    answers = set()
    for card in ("2D", "2C", "KS"):
        assert phone.play(2, card) == 422
        assert "Cat enters these cards" in phone.page
        sheet = phone.page.split('id="refusal"')[1].split("</dialog>")[0]
        assert "holds" not in sheet
        # What calls the referee repeats the own words: the card that was tapped.
        answers.add(re.sub(r"(?s)<div class=\"pr.*?</div>| href=\"[^\"]*\"", "", sheet))
    assert len(answers) == 1, "the same words whatever the card"
    assert cat.client.get(cat.url).status_code == 200


def test_nobody_enters_or_mends_the_hand_of_somebody_else(site: Site, table: Table, phone: Phone) -> None:
    cat, ben = Phone(site.seat(table, 2), table), Phone(site.seat(table, 1), table)
    assert ben.enter({"type": "hand", "seat": 2, "cards": HAND}) == 422
    declare(cat, HAND)
    ben.look()
    assert ben.enter({"type": "undo"}) == 422, "the newest event is Cat's hand"
    assert ben.enter({"type": "amend", "changes": [{"target": 1, "with": []}]}) == 422
    assert len(site.store.events(table.id)) == 2


def test_undo_under_a_secret_hand_takes_back_the_entry_below(site: Site, table: Table, phone: Phone) -> None:
    phone.play(1, "9C")
    declare(Phone(site.seat(table, 2), table), HAND)
    undo = re.search(r"value=\"([^\"]*)\"[^>]*data-undo", phone.look())
    assert undo
    assert phone.enter(undo[1].replace("&#34;", '"')) == 303
    assert "<b>Ben</b> leads" in phone.page
    assert site.tables.at(table.id).fold.state.hand.declared[2] is not None


def test_the_own_hand_can_be_withdrawn(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    declare(cat, HAND)
    answer = cat.client.post(f"{cat.url}/hand/withdraw", data=fresh_stamps(cat))
    assert answer.status_code == 303
    assert site.tables.at(table.id).fold.state.hand.declared[2] is None
    phone.look()
    phone.play(1, "9C")
    assert phone.play(2, "KS") == 303


def test_no_correction_reads_out_a_secret_hand(site: Site, table: Table, phone: Phone) -> None:
    """Changing another card would judge Cat's plays anew: not even the own card may be changed from outside."""
    cat, ben = Phone(site.seat(table, 2), table), Phone(site.seat(table, 1), table)
    declare(cat, HAND)
    ben.look()
    ben.play(1, "9C")
    cat.look()
    cat.play(2, "2C")
    assert ben.client.get(f"{ben.url}/entries/2/amend").status_code == 403
    changed = {"target": 2, "with": [{"type": "play", "seat": 1, "card": "9H"}]}
    ben.look()
    assert ben.enter({"type": "amend", "changes": [changed]}) == 422
    assert "Cat enters these cards" in ben.page


@pytest.mark.parametrize("between", [{"type": "trick", "winner": 0}, {"type": "void-hand"}])
def test_a_hand_stays_secret_while_it_is_void_or_stepped_down(
    site: Site, table: Table, phone: Phone, between: dict[str, Any]
) -> None:
    """An undo brings it back, so nothing may be asked of it in between, and nobody inherits it with the seat."""
    cat, ben = Phone(site.seat(table, 2), table), Phone(site.seat(table, 1), table)
    declare(cat, HAND)
    for who, seat, card in ((ben, 1, "9C"), (cat, 2, "2C"), (ben, 0, "3C")):
        who.look()
        assert who.play(seat, card) == 303
    ben.look()
    assert ben.enter(between) == 303
    assert ben.client.get(f"{ben.url}/entries/2/amend").status_code in (403, 404)
    changed = {"target": 2, "with": [{"type": "play", "seat": 1, "card": "9H"}]}
    assert ben.enter({"type": "amend", "changes": [changed]}) == 422
    assert "Cat enters these cards" in ben.page
    phone.client.post(f"{phone.url}/seats/2/free")
    ben.look()
    ben.client.post(f"{ben.url}/seat", data={"seat": "2"})
    ben.look()
    ben.enter({"type": "undo"})
    assert site.tables.at(table.id).fold.state.hand.declared[2] is None


def test_both_of_two_declared_hands_are_withdrawn(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    declare(cat, HAND)
    cat.look()
    assert cat.enter({"type": "hand", "seat": 2, "cards": HAND}) == 303
    cat.client.post(f"{cat.url}/hand/withdraw", data=fresh_stamps(cat))
    assert site.tables.at(table.id).fold.state.hand.declared[2] is None


def test_nobody_puts_a_hand_on_another_seat_by_an_amendment(site: Site, table: Table, phone: Phone) -> None:
    planted = [{"type": "deal", "dealer": 0}, {"type": "hand", "seat": 2, "cards": HAND}]
    ben = Phone(site.seat(table, 1), table)
    assert ben.enter({"type": "amend", "changes": [{"target": 0, "with": planted}]}) == 422
    assert site.tables.at(table.id).fold.state.hand.declared[2] is None


def test_undo_takes_a_hand_with_it_that_no_longer_fits(site: Site, table: Table, phone: Phone) -> None:
    ben, cat = Phone(site.seat(table, 1), table), Phone(site.seat(table, 2), table)
    ben.play(1, "2D")
    declare(ben, [card for card in HAND if card != "2D"])
    assert cat.enter(undo_of(cat)) == 303, "the hand lacks the card that is back in it"
    assert "<b>Ben</b> leads" in cat.page
    assert site.tables.at(table.id).fold.state.hand.declared[1] is None


def test_a_hand_entered_wrongly_is_replaced_later_too(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    declare(cat, [*HAND[:-1], "KS"])
    phone.look()
    phone.play(1, "9C")
    assert declare(cat, HAND).status_code == 303
    assert site.tables.at(table.id).fold.state.hand.declared[2] == tuple(HAND)


def test_a_hand_is_withdrawn_when_its_seat_changes_hands(site: Site, table: Table, phone: Phone) -> None:
    cat = Phone(site.seat(table, 2), table)
    declare(cat, HAND)
    phone.client.post(f"{phone.url}/seats/2/free")
    phone.client.post(f"{phone.url}/seat", data={"seat": "2"})
    assert site.tables.at(table.id).fold.state.hand.declared[2] is None
    page = phone.client.get(f"{phone.url}/hand").get_data(as_text=True)
    assert not re.search(r"<input[^>]* checked", page), "whoever sits there now does not read it"
    phone.look()
    phone.play(1, "9C")
    assert phone.play(2, "KS") == 303


def test_a_hand_stays_when_somebody_else_sits_down(site: Site, table: Table, phone: Phone) -> None:
    declare(Phone(site.seat(table, 2), table), HAND)
    site.seat(table, 1)
    assert site.tables.at(table.id).fold.state.hand.declared[2] is not None


def test_where_nobody_holds_a_hand_none_is_declared(site: Site, host: FlaskClient) -> None:
    ann = site.seat(war := site.open_table(host, ("Ann", "Ben"), game="sichermans-war"), 0)
    stamps = fresh_stamps(Phone(ann, war))
    assert ann.post(f"/tables/{war.id}/hand", data={**stamps, "cards": ["K"]}).status_code == 404
    assert ann.post(f"/tables/{war.id}/hand/withdraw", data=stamps).status_code == 303
