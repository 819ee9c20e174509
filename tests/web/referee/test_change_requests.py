"""Requests to the referee and proposals to all sides: asked for, allowed, refused, agreed on; nobody decides alone."""

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from msgspec import UNSET

from tests.web.support.german_pages import speaks_german, visible
from tests.web.support.phone import Phone
from tests.web.support.ruling import OPS, call, let_go, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table

PLUS = {"points-0": "3", "points-1": "0", "points-2": "0", "shown": "3,0,0", "reason": "Three tricks went to Cat"}


def totals(site: Site, table: Table) -> tuple[int, ...]:
    found: tuple[int, ...] = site.tables.at(table.id).fold.state.totals
    return found


def ask(phone: Phone, **more: str) -> str:
    """Asks for points as the page does, and returns the address of what waits then."""
    sent = {**PLUS, "op": next(OPS), "seen": str(phone_seq(phone)), "ask": "yes", **more}
    answer = phone.client.post(f"{phone.url}/adjustments", data=sent)
    assert answer.status_code == 303, visible(answer.text)
    assert "/changes/" in answer.location
    return answer.location


def phone_seq(phone: Phone) -> int:
    found = re.search(r'data-seq="(\d+)"', phone.look())
    assert found is not None
    return int(found[1])


def decide(phone: FlaskClient, url: str, way: str, **more: str) -> int:
    return phone.post(f"{url}/{way}", data={"op": next(OPS), "seen": "0", **more}).status_code


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


def test_beside_a_referee_points_are_a_request_and_allowed_with_one_tap(site: Site, phone: Phone) -> None:
    eva = site.referee(phone.table)
    page = phone.client.get(f"{phone.url}/adjustments").text
    assert "this makes it a request" in page
    answer = phone.client.post(f"{phone.url}/adjustments", data={**PLUS, "op": next(OPS), "seen": "7"})
    assert answer.status_code == 422, "the page had promised to make it"
    assert "Ask the referee" in answer.text
    url = ask(phone)
    assert totals(site, phone.table) == (0, 0, 0)
    desk = eva.get(f"{phone.url}/desk").text
    assert "Asks for your approval" in desk
    told = visible(desk)
    assert "asks to adjust: Ann +3" in told
    assert "Three tricks went to Cat" in told
    assert '<td class="num">0</td>' in desk
    assert '<td class="num">3</td>' in desk
    assert "Waits for the referee." in visible(phone.look())
    assert "Waits for your answer." in visible(eva.get(phone.url).text)
    assert decide(phone.client, url, "answer", answer="allow") == 403
    assert decide(eva, url, "answer", answer="allow") == 303
    assert totals(site, phone.table) == (3, 0, 0)
    assert "Eva allowed it." in visible(phone.client.get(url).text)
    assert decide(eva, url, "answer", answer="allow") == 409, "once"
    assert totals(site, phone.table) == (3, 0, 0)


def test_what_is_refused_is_told_with_its_reason(site: Site, phone: Phone) -> None:
    eva = site.referee(phone.table)
    url = ask(phone)
    assert decide(eva, url, "answer", answer="refuse", reason="counted again: it is right") == 303
    assert totals(site, phone.table) == (0, 0, 0)
    told = unescape(phone.look())
    assert "Eva refused it." in told
    assert "counted again: it is right" in told


def test_the_own_last_entry_is_taken_back_others_are_asked_for(site: Site, phone: Phone) -> None:
    ben = Phone(site.seat(phone.table, 1), phone.table)
    eva = site.referee(phone.table)
    ben.look()
    assert ben.enter({"type": "undo"}) == 422
    assert "Ask the referee" in ben.page
    found = re.search(r'name="event" value="([^"]*undo[^"]*)">Ask the referee', ben.page)
    assert found is not None
    sent = {"event": unescape(found[1]), "op": next(OPS)}
    url = ben.client.post(f"{ben.url}/changes", data=sent).location
    phone.look()
    assert phone.enter({"type": "undo"}) == 303, "the host has entered it"
    assert "no longer fits" in visible(eva.get(url).text) or "has moved on" in visible(eva.get(url).text)
    assert decide(eva, url, "answer", answer="allow") == 409
    assert decide(phone.client, url, "withdraw") == 403
    assert decide(ben.client, url, "withdraw") == 303


def undo_key(page: str) -> tuple[str, str] | None:
    """The key beside the last entry, as what it says and what it sends."""
    last = page.partition('<div class="last">')[2].partition("</div>")[0]
    found = re.search(r'<button class="undo" [^>]*name="event" value="([^"]+)".*?</svg>([^<]+)<', last)
    return None if found is None else (found[2], unescape(found[1]))


def test_where_an_undo_needs_leave_its_key_asks_for_it_with_one_tap(site: Site, phone: Phone) -> None:
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert undo_key(ben.look()) == ("Undo", '{"type":"undo"}'), "nobody is asked"
    eva = site.referee(phone.table)
    assert undo_key(phone.look()) == ("Undo", '{"type":"undo"}'), "the host has entered it"
    said, event = undo_key(ben.look()) or ("", "")
    assert said == "Ask the referee"
    assert f'<form method="post" action="{ben.url}/changes">' in ben.page
    url = ben.client.post(f"{ben.url}/changes", data={"event": event, "op": next(OPS)}).location
    assert undo_key(ben.look()) is None, "it waits"
    assert decide(eva, url, "answer", answer="allow") == 303
    assert site.tables.at(phone.table.id).fold.top.index == 5, "the last card is taken back"
    phone.look()
    said, event = undo_key(phone.page) or ("", "")
    asked = {"type": "amend", "changes": [{"target": 5, "with": []}]}
    assert (said, json.loads(event)) == ("Ask the referee", asked), "fixed"
    let_go(site, phone.table)
    assert (undo_key(ben.look()) or ("", ""))[0] == "Propose it to all"


def test_a_hand_that_is_scrapped_is_another_one_later(site: Site, phone: Phone) -> None:
    eva = site.referee(phone.table)
    sent = {"event": '{"type":"void-hand"}', "op": next(OPS)}
    url = phone.client.post(f"{phone.url}/changes", data=sent).location
    grant = next(grant for grant in site.store.grants(phone.table.id) if grant.is_referee)
    for raw in ({"type": "void-hand", "reason": "x"}, {"type": "deal"}):
        site.make(phone.table.id, grant, raw, op=next(OPS), seen=None)
    assert decide(eva, url, "answer", answer="allow") == 409, "another hand is under way"
    assert site.tables.at(phone.table.id).fold.state.hand is not None


def asks_to_correct(host: FlaskClient, table: Table) -> str:
    """Asks for another count of the first hand, on the page that corrects it; returns the address of what waits."""
    phone = Phone(host, table)
    for event in ({"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [9, 4, 4]}):
        assert phone.enter(event) == 303
    answer = host.post(f"{phone.url}/entries/1/amend", data={"tricks-0": "8", "tricks-1": "5", "tricks-2": "4"})
    assert answer.status_code == 303, visible(answer.text)
    page = host.get(answer.location)
    assert "Ask the referee" in page.text
    fields = dict(re.findall(r'name="(op|seen|draft)" value="([^"]*)"', page.text))
    fields = {name: unescape(value) for name, value in fields.items()}
    answer = host.post(f"{phone.url}/amendments", data={**fields, "reason": "miscounted", "ask": "yes"})
    assert "/changes/" in answer.location
    return answer.location


def test_an_earlier_card_is_asked_for_on_the_page_that_corrects_it(site: Site, host: FlaskClient, table: Table) -> None:
    eva = site.referee(table)
    url = asks_to_correct(host, table)
    assert "asks to correct 1 entry" in visible(eva.get(f"/tables/{table.id}/desk").text)
    told = " ".join(visible(eva.get(url).text).split())
    assert all(row in told for row in ("Ann: points 9 changes to 8", "Ben: points 4 changes to 5", "Ann in all 9")), (
        told
    )
    assert decide(eva, url, "answer", answer="allow") == 303
    assert totals(site, table) == (8, 5, 4)
    told = " ".join(visible(eva.get(url).text).split())
    assert "Hand 1: The hand was entered as 8, 5, 4 tricks miscounted" in told, (
        "what stood there stands there no longer"
    )


def test_a_correction_that_is_allowed_twice_is_said_to_be_answered(site: Site, host: FlaskClient, table: Table) -> None:
    """Once more by the same form, whose answer was lost, and by another referee, whose page was older."""
    eva, eve = site.referee(table), site.referee(table, "Eve")
    url = asks_to_correct(host, table)
    allow = {"answer": "allow", "op": next(OPS), "seen": "2"}
    assert [eva.post(f"{url}/answer", data=allow).status_code for _time in range(2)] == [303, 303]
    late = eve.post(f"{url}/answer", data={**allow, "op": next(OPS)})
    assert late.status_code == 409
    assert "This waits no longer" in visible(late.text)


def test_without_a_referee_a_ruling_waits_for_every_side_on_its_own_phone(site: Site, phone: Phone) -> None:
    ben, cat = (site.seat(phone.table, seat) for seat in (1, 2))
    site.seat(phone.table, 0, phone.client)
    case = call(site, phone.table, phone.client, "score", about=2)
    page = phone.client.get(case).text
    assert "Propose it to all" in page
    sent = {**dict(re.findall(r'name="(op|seen|case)" value="([^"]*)"', page)), "text": "", "rule": "GEN-1"}
    points = {f"points-{side}": "0" for side in range(3)}
    answer = phone.client.post(f"{phone.url}/rulings", data={**sent, **points, "remedy": "stands"})
    url = answer.location
    assert "/changes/" in url
    assert site.tables.at(phone.table.id).desk.open, "nobody rules alone"
    assert "I agree" not in phone.client.get(url).text, "who proposes agrees by it"
    assert "Your side is asked." in visible(ben.get(phone.url).text)
    assert decide(phone.client, url, "agree", side="1") == 403, "Ben has a phone"
    assert [decide(ben, url, "agree", side="1", op="b" * 16) for _time in range(2)] == [303, 303], "sent again"
    assert "Agreed: Ann and Ben. Not yet: Cat." in visible(cat.get(url).text)
    assert site.tables.at(phone.table.id).desk.open
    assert decide(ben, url, "agree", side="2") == 403
    assert [decide(cat, url, "agree", side="2", op="c" * 16) for _time in range(2)] == [303, 303], "sent again"
    now = site.tables.at(phone.table.id)
    assert not now.desk.open
    assert now.fold.top is not None
    assert now.fold.top.event.agreed == ("Ann", "Ben", "Cat")
    assert now.desk.fixed == {2, now.fold.top.index, 6}
    eva = site.referee(phone.table)
    assert (
        eva.post(f"{phone.url}/rulings/{now.fold.top.index}/reopen", data={"reason": "no", "op": "0" * 16}).status_code
        == 303
    )


def test_a_side_whose_seat_was_freed_is_not_asked_on_the_host_s_phone(site: Site, phone: Phone) -> None:
    ben = site.seat(phone.table, 1)
    assert phone.client.post(f"{phone.url}/seats/1/free").status_code == 303
    case = call(site, phone.table, phone.client, "score", about=2)
    assert rule(phone.client, phone.table, case, "stands").status_code == 303
    (waiting,) = site.tables.at(phone.table.id).desk.waiting
    assert [(each.side, each.asked) for each in waiting.agreements] == [(0, True), (2, True)]
    url = f"{phone.url}/changes/{waiting.number}"
    assert decide(phone.client, url, "agree", side="1") == 403
    phone.client.post(f"{phone.url}/seat", data={"seat": "1"})
    assert decide(phone.client, url, "agree", side="1") == 403, "also on the seat itself: it sat down later"
    assert phone.client.post(f"{phone.url}/seats/1/free").status_code == 303
    site.seat(phone.table, 1, ben)
    assert decide(ben, url, "agree", side="1") == 303, "who had it when the matter arose"


def test_a_phone_that_takes_a_freed_seat_does_not_agree_to_what_is_older(site: Site, phone: Phone) -> None:
    site.seat(phone.table, 1)
    cat, eva = site.seat(phone.table, 2), site.referee(phone.table)
    decide(eva, ask(phone), "answer", answer="allow")
    let_go(site, phone.table)
    assert phone.client.post(f"{phone.url}/seats/1/free").status_code == 303
    second = site.seat(phone.table, 1)
    phone.client.post(f"{phone.url}/seat", data={"seat": "0"})
    back = {"points-0": "-3", "points-1": "0", "points-2": "0", "shown": "-3,0,0", "reason": "back"}
    url = ask(Phone(second, phone.table), **back)
    (waiting,) = site.tables.at(phone.table.id).desk.waiting
    assert not waiting.agreed, "nor by proposing it"
    assert decide(phone.client, url, "agree", side="0") == 303
    assert decide(cat, url, "agree", side="2") == 303
    assert decide(second, url, "agree", side="1") == 403
    said = visible(second.get(url).text)
    assert "took its seat after this matter arose" in said
    assert "I agree" not in said
    second.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    assert "hat seinen Platz erst nach dem Anlass eingenommen" in visible(second.get(url).text)
    assert totals(site, phone.table) == (3, 0, 0)


def test_a_place_that_moved_to_another_phone_keeps_its_say(site: Site, phone: Phone) -> None:
    ben, new = site.seat(phone.table, 1), site.phone()
    case = call(site, phone.table, phone.client, "score", about=2)
    rule(phone.client, phone.table, case, "stands")
    (waiting,) = site.tables.at(phone.table.id).desk.waiting
    ben.post(f"{phone.url}/move")
    offered = site.store.offered_move(phone.table.id, site.device(ben))
    assert offered is not None
    assert site.accepts(new, f"/j/{offered.token}").status_code == 303
    assert decide(new, f"{phone.url}/changes/{waiting.number}", "agree", side="1") == 303


def test_a_referee_who_comes_decides_on_what_still_waits(site: Site, phone: Phone) -> None:
    ben = site.seat(phone.table, 1)
    case = call(site, phone.table, phone.client, "score", about=2)
    rule(phone.client, phone.table, case, "stands")
    (waiting,) = site.tables.at(phone.table.id).desk.waiting
    url = f"{phone.url}/changes/{waiting.number}"
    eva = site.referee(phone.table)
    assert decide(ben, url, "agree", side="1") == 403
    assert decide(eva, url, "answer", answer="refuse") == 303
    assert site.tables.at(phone.table.id).desk.open
    let_go(site, phone.table)
    assert decide(ben, url, "agree", side="1") == 409, "it waits no longer"


def test_a_proposed_ruling_that_a_referee_allows_is_the_referee_s(site: Site, phone: Phone) -> None:
    site.seat(phone.table, 1)
    case = call(site, phone.table, phone.client, "score", about=2)
    rule(phone.client, phone.table, case, "stands")
    (waiting,) = site.tables.at(phone.table.id).desk.waiting
    eva = site.referee(phone.table)
    assert decide(eva, f"{phone.url}/changes/{waiting.number}", "answer", answer="allow") == 303
    now = site.tables.at(phone.table.id)
    assert not now.desk.open
    assert now.fold.top is not None
    assert (now.fold.top.event.by, now.fold.top.event.agreed) == ("Eva", UNSET)


def test_what_the_referee_fixed_is_proposed_to_all_once_she_has_gone(site: Site, phone: Phone) -> None:
    grant = site.referee(phone.table)
    url = ask(phone)
    decide(grant, url, "answer", answer="allow")
    let_go(site, phone.table)
    page = phone.client.get(f"{phone.url}/adjustments").text
    assert "this proposes it to them" in page
    url = ask(phone, **{"points-0": "-3", "shown": "-3,0,0"})
    for side in range(3):
        assert totals(site, phone.table) == (3, 0, 0)
        assert decide(phone.client, url, "agree", side=str(side)) == 303
    assert totals(site, phone.table) == (0, 0, 0)


def test_requests_in_german(site: Site, host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    eva = site.referee(table, phone=site.phone("de"))
    url = ask(phone, reason="verzählt")
    for page in (url, f"{phone.url}/desk"):
        speaks_german(eva.get(page).text, "Ann +3", "Erlauben", "Ablehnen")


def test_a_referee_at_the_desk_is_here_and_calls_nobody(site: Site, phone: Phone) -> None:
    eva = site.referee(phone.table)
    assert "Call the referee" not in eva.get(f"{phone.url}/desk").text
    page = visible(phone.client.get(f"{phone.url}/share").text)
    assert re.search(r"Eva\s+here\b", page), page
