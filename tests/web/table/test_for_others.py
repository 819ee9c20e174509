"""Whose phone this is: a mark at the own seat, and one question in a hand before entering for another phone's seat."""

import json
import re

from flask.testing import FlaskClient

from tests.web.support.phone import Phone
from tests.web.support.site import Site

DEAL = {"type": "deal", "dealer": 0}
LEAD = {"type": "play", "seat": 1, "card": "7C"}
SECOND = {"type": "play", "seat": 2, "card": "8C"}
MARK = '<span class="own"><b>you</b></span>'


def _two_phones(site: Site, host: FlaskClient, **more: str) -> tuple[Phone, Phone]:
    """Ann's phone, the host, and Ben's; nobody sits on Cat's seat. Ben is to lead."""
    table = site.open_table(host, **more)
    site.seat(table, 0, host)
    ben = Phone(site.seat(table, 1), table)
    ann = Phone(host, table)
    assert ann.enter(DEAL) == 303
    ben.look()
    return ann, ben


def test_the_own_seat_is_marked_on_the_phone_that_holds_it(site: Site, host: FlaskClient) -> None:
    ann, ben = _two_phones(site, host)
    for phone, seat in ((ann, 0), (ben, 1)):
        marked = re.findall(rf'data-seat="(\d)"><span class="n"[^>]*>\w+</span>{re.escape(MARK)}', phone.page)
        assert marked == [str(seat)]
        assert phone.page.count(MARK) == 1
    assert MARK not in Phone(site.watcher(ann.table), ann.table).page


def test_entering_for_a_seat_with_a_phone_is_asked_about_once_in_a_hand(site: Site, host: FlaskClient) -> None:
    ann, ben = _two_phones(site, host)
    assert ann.enter(LEAD) == 422
    assert "Ben has a phone here" in ann.page
    again = re.search(r'<form method="post" action="([^"]+)"[^>]*>(.*?)Enter for Ben</button>', ann.page, re.DOTALL)
    assert again
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', again[2].replace("&#34;", "'")))
    event = fields["event"].replace("'", '"')
    assert host.post(again[1], data={**fields, "event": event}).status_code == 303
    ben.look()
    assert "7 of clubs" in ben.page
    ann.look()
    assert ann.enter({"type": "undo"}) == 303
    assert ann.enter(LEAD) == 303, "asked once in a hand"


def test_the_next_hand_asks_again(site: Site, host: FlaskClient) -> None:
    ann, _ = _two_phones(site, host)
    host.set_cookie("others", "1", path=ann.url)
    assert ann.enter({"type": "tally", "tricks": [9, 4, 4]}) == 303
    assert ann.enter({"type": "deal"}) == 303
    assert [ann.play(2, "8C"), ann.play(0, "9C")] == [303, 303], "Cat has no phone, Ann has this one"
    assert ann.play(1, "TC") == 422
    assert "Ben has a phone here" in ann.page


def test_nothing_is_asked_where_there_is_nothing_to_ask(site: Site, host: FlaskClient) -> None:
    ann, ben = _two_phones(site, host)
    assert ben.enter(LEAD) == 303, "the own seat"
    assert ben.enter(SECOND) == 303, "a seat without a phone"
    keeping = site.phone()
    ann, _ = _two_phones(site, keeping, entry="keeper")
    assert ann.enter(LEAD) == 303, "this phone keeps the score"
    middle = site.phone()
    table = site.open_table(middle)
    site.seat(table, 1)
    phone = Phone(middle, table)
    assert [phone.enter(DEAL), phone.enter(LEAD)] == [303, 303], "the phone in the middle"


def test_what_waited_behind_another_entry_is_asked_about_too(site: Site, host: FlaskClient) -> None:
    """Agreed to once, it stands, and so does what follows it in this hand."""
    ann, _ = _two_phones(site, host)
    sent = {"op": "kept-0001", "seen": "1", "after": "", "event": json.dumps(LEAD)}
    asked = host.post(f"{ann.url}/events", data=sent)
    assert (asked.status_code, "Asks" in asked.headers) == (422, True)
    assert "Ben has a phone here" in asked.text
    assert host.post(f"{ann.url}/events?others=yes", data=sent).status_code == 303
    for number, card in enumerate(("8C", "9C", "TC"), 2):
        more = {"op": f"kept-{number:04}", "after": f"kept-{number - 1:04}", "seen": "1"}
        event = json.dumps({"type": "play", "seat": 1, "card": card})
        assert host.post(f"{ann.url}/events", data={**more, "event": event}).status_code == 303
    assert [json.loads(line.body)["seat"] for line in site.store.events(ann.table.id)[1:]] == [1, 2, 0, 0]
