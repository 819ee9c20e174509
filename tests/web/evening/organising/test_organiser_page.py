"""The organiser's page: what it says of each table, and what is done from it."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.support import crawling
from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.hall import tables_shown
from webapp.evening.organising.organiser_page import TableFilter, evening_turn, organiser_context
from webapp.evening.organising.table_rows import table_rows
from webapp.evening.plan import Kind, Length, Plan
from webapp.services import services_in
from webapp.store.evening_models import EveningChange
from webapp.store.models import utc_now
from webapp.store.roles import Role
from webapp.table.desk import Dispute
from webapp.table.viewer import Viewer

PLAN = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, length=Length.HANDS, hands=4, minutes=20)


@pytest.fixture
def phone(site: Site) -> FlaskClient:
    return site.phone()


@pytest.fixture
def hall(site: Site, phone: FlaskClient) -> Hall:
    hall = Hall(services_in(site.app), PLAN, organiser=site.device(phone))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    return hall


def _page(hall: Hall, phone: FlaskClient, query: str = "") -> str:
    return phone.get(f"/evenings/{hall.id}{query}").text


def _post(hall: Hall, phone: FlaskClient, address: str, **data: str) -> int:
    return phone.post(f"/evenings/{hall.id}/{address}", data=data).status_code


def _statuses(app: Flask, hall: Hall, after: timedelta = timedelta()) -> list[str]:
    with app.test_request_context():
        return [row.status for row in table_rows(hall.now, hall.tables.at(hall.id), utc_now() + after)]


def test_a_round_goes_from_its_start_to_its_end(hall: Hall, phone: FlaskClient) -> None:
    assert "Start round 1 now" in _page(hall, phone)
    assert _post(hall, phone, "rounds/start") == 303
    assert "0 of 2 tables are in" in _page(hall, phone)
    assert _post(hall, phone, "rounds/extra", minutes="5", table="2") == 303
    assert "5 minutes more for table 2" in _page(hall, phone)
    assert _post(hall, phone, "rounds/extra", minutes="1") == 303
    assert "1 minute more for all tables" in _page(hall, phone)
    hall.add(kinds.Extra(1, -300, 2))
    assert "5 minutes less for table 2" in _page(hall, phone)
    assert _post(hall, phone, "rounds/clock", clock="pause") == 303
    assert "Round 1 of 2, paused" in _page(hall, phone)
    assert _post(hall, phone, "rounds/clock", clock="on") == 303
    assert _post(hall, phone, "rounds/last-hand") == 303
    assert "0 of 2 tables have read it" in _page(hall, phone)
    assert _post(hall, phone, "rounds/last-hand") == 409
    assert (
        _post(hall, phone, "tables/1/result", **{f"score-{seat}": str(11 + seat) for seat in range(4)}, odd="yes")
        == 303
    )
    page = _page(hall, phone)
    assert "Done: Dan wins with 14" in page
    assert "The result of 1 table is missing." in page
    assert "0 of 1 tables have read it" in page, "whose result is in is asked no more"
    assert _post(hall, phone, "rounds/end") == 303
    assert "Round 1 is over" in _page(hall, phone)


def test_a_table_that_plays_says_that_no_phone_has_it_open(site: Site, hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    assert "No phone open" not in _page(hall, phone), "nobody has played there"
    table, ann = hall.table(1), site.device(site.phone())
    hall.admit(ann, Role.PLAYER, 1)
    hall.services.store.admit(table, ann, role=Role.HOST, seat=0)
    hall.services.tables.refresh(table)
    raw = {"type": "adjust", "points": [3, 0, 0, 0], "reason": "late"}
    site.make(table, Viewer(ann, Role.HOST, 0), raw, op="one")
    hall.tables.note(table)
    assert _page(hall, phone).count("No phone open") == 1
    with site.hub.watch(table, ann):
        assert "No phone open" not in _page(hall, phone)
    hall.add(kinds.Confirmed(1, 1, (3, 0, 0, 0)))
    assert "No phone open" not in _page(hall, phone)


def test_the_key_that_closes_a_round_names_the_round_of_its_sheet(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (13, 13, 13, 13)), kinds.Ended(1))
    hall.seat((1, 5, 2, 6), (3, 7, 4, 8))
    hall.start()
    hall.add(*(kinds.Confirmed(2, table, (13, 13, 13, 13)) for table in (1, 2)), kinds.Ended(2))
    for number, said in ((1, False), (2, True)):
        page = _page(hall, phone)
        key = re.search(r'popovertarget="finish"><span>([^<]+)(<small>All results are in</small>)?', page)
        assert key, page
        assert (key[1], key[2] is not None) == (f"Close round {number}", said)
        assert f'name="round" value="{number}">Close round {number}<' in page
        assert _post(hall, phone, "rounds/finish", round=str(number)) == 303
    assert 'popovertarget="finish"' not in _page(hall, phone)


def test_a_result_that_never_counted_is_not_said_to_be_out_again(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    hall.add(kinds.Reported(1, 1, (13, 13, 13, 13)), kinds.Rejected(1, 1))
    assert "The result of table 1 does not count" in _page(hall, phone)


def _forms(page: str) -> list[tuple[str, dict[str, str]]]:
    found = re.findall(r'<form[^>]* action="([^"]+)"[^>]*>(.*?)</form>', page, re.DOTALL)
    fields = r'<(?:input|button)[^>]* name="([^"]+)"(?: value="([^"]*)")?'
    return [(action, {name: value or "13" for name, value in re.findall(fields, form)}) for action, form in found]


def test_what_is_tapped_on_a_page_from_an_earlier_round_is_not_for_the_next_one(hall: Hall, phone: FlaskClient) -> None:
    pages = [_page(hall, phone)]
    hall.start()
    pages += [_page(hall, phone), _page(hall, phone, "/seating"), _page(hall, phone, "/tables/1")]
    hall.add(kinds.LastHand(1))
    pages.append(_page(hall, phone))
    hall.add(kinds.Ended(1))
    hall.seat((1, 5, 2, 6), (3, 7, 4, 8))
    newest = hall.now.state.round
    tapped = [form for page in pages for form in _forms(page) if re.search("/rounds/|/tables/1/", form[0])]
    acts = {action.partition("?")[0].rpartition("/")[2] for action, _fields in tapped}
    assert acts >= {"start", "unseat", "extra", "clock", "last-hand", "end", "result", "stand-in"}
    for action, fields in tapped:
        phone.post(action, data=fields)
        assert hall.now.state.round == newest, action
    first = hall.now.state.rounds[0].sittings[1]
    assert first.result is not None, "typed on the page of its table, it is the result of that table"
    assert first.people == (1, 2, 3, 4)


def test_the_last_entry_is_taken_back(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    hall.add(kinds.Extra(1, 300))
    line = hall.now.state.seq
    assert f'name="line" value="{line}"' in _page(hall, phone)
    assert _post(hall, phone, "undo", line=str(line)) == 303
    assert hall.now.state.rounds[0].extra == 0
    assert _post(hall, phone, "undo", line=str(line)) == 422


def test_who_notes_something_about_themselves_is_named_once(site: Site, hall: Hall, phone: FlaskClient) -> None:
    eva = site.phone()
    hall.admit(site.device(eva), Role.PLAYER, 5)
    assert eva.post(f"/evenings/{hall.id}/me/presence", data={"is": "away"}).status_code == 303
    assert '<div class="last"><span class="w">Eva sits out' in _page(hall, phone)


def test_who_notes_something_about_somebody_with_a_longer_name_is_named(site: Site, hall: Hall) -> None:
    ann, number = site.phone(), len(hall.now.state.people) + 1
    signs = hall.admit(site.device(ann), Role.DEPUTY, name="Ann")
    for line in (kinds.Listed(number, "Ann B"), kinds.Away(number)):
        hall.add(line, who=signs)
        assert '<b dir="auto">Ann</b>: Ann B' in _page(hall, ann)


def test_a_referee_whose_call_is_settled_is_not_on_the_way(site: Site, hall: Hall, phone: FlaskClient) -> None:
    karin = hall.admit(site.device(site.phone()), Role.REFEREE, name="Karin")
    for back, said in ((False, "Karin is on the way"), (True, "Karin is on the way no longer")):
        hall.add(kinds.Coming(hall.table(1), 1, "Karin", back=back), who=karin)
        assert f'<div class="last"><span class="w">{said}' in _page(hall, phone)


@pytest.mark.parametrize("typed", ["ten", "", "0", "-5"])
def test_minutes_that_are_no_number_are_answered_with_what_to_type(hall: Hall, phone: FlaskClient, typed: str) -> None:
    hall.start()
    hall.add(kinds.Ended(1))
    hall.add(kinds.RoundClosed(1))
    hall.seat((1, 5, 2, 6), (3, 7, 4, 8))
    hall.start()
    forms = re.findall(r'action="([^"]+)"(?:(?!</form>)[^\0])*?name="minutes" inputmode', _page(hall, phone))
    assert len(forms) == 2
    for address in forms:
        answer = phone.post(address, data={"minutes": typed, "round": "1"})
        assert answer.status_code == 422, address
        assert "Type a whole number from 1 to" in answer.text
        (form,) = (one for one in crawling.Page(answer.text).forms if one.typed)
        assert dict(form.fields) | {"op": ""} == {"op": "", "minutes": typed, "round": "1"}


def test_a_result_without_a_phone_is_typed_and_a_bad_one_is_kept(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    typed = {"score-0": "7", "score-1": "-2", "score-2": "x", "score-3": "1"}
    answer = phone.post(f"/evenings/{hall.id}/tables/2/result", data=typed)
    assert answer.status_code == 422
    assert 'value="x"' in answer.text
    assert "one whole number for each side" in answer.text
    assert _post(hall, phone, "tables/2/result", **{**typed, "score-1": "20", "score-2": "24"}) == 303
    assert hall.now.state.rounds[0].sittings[2].result is not None
    assert _post(hall, phone, "tables/2/reject") == 303
    assert not hall.now.state.rounds[0].sittings[2].is_in


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ("20 10 10 6", "Together these are 46 points; the hands of this round come to 52."),
        ("-3 29 13 13", "Nobody can have less than 0 here."),
        ("53 0 0 -1", "Nobody can have less than 0 here."),
    ],
)
def test_numbers_that_the_game_cannot_come_to_are_asked_about(
    hall: Hall, phone: FlaskClient, scores: str, said: str
) -> None:
    hall.start()
    typed = {f"score-{side}": one for side, one in enumerate(scores.split())}
    answer = phone.post(f"/evenings/{hall.id}/tables/2/result", data=typed)
    assert answer.status_code == 422
    assert said in answer.text
    assert 'name="odd"' in answer.text
    assert not hall.now.state.rounds[0].sittings[2].is_in
    assert _post(hall, phone, "tables/2/result", **typed, odd="yes") == 303
    assert hall.now.state.rounds[0].sittings[2].is_in


def test_a_table_whose_match_has_fewer_hands_than_the_round_comes_to_less(site: Site, phone: FlaskClient) -> None:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4, 3), rounds=2, length=Length.HANDS, hands=4)
    hall = Hall(services_in(site.app), plan, organiser=site.device(phone))
    hall.seat((1, 2, 3, 4), (5, 6, 7))
    hall.start()
    typed = {"score-0": "20", "score-1": "20", "score-2": "28"}
    answer = phone.post(f"/evenings/{hall.id}/tables/2/result", data=typed)
    assert answer.status_code == 422
    assert "Together these are 68 points; the hands of this round come to 51." in answer.text
    assert _post(hall, phone, "tables/2/result", **{**typed, "score-2": "11"}) == 303
    assert hall.now.state.rounds[0].sittings[2].is_in


def test_a_side_of_two_win_together(site: Site, phone: FlaskClient) -> None:
    plan = Plan(Kind.TOURNAMENT, game="deep-six", sizes=(4,), rounds=1)
    hall = Hall(services_in(site.app), plan, organiser=site.device(phone))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (510, 300)))
    assert "Done: Ben and Dan win with 300" in _page(hall, phone)


def test_more_numbers_than_there_are_sides_are_not_taken(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    typed = {f"score-{side}": "13" for side in range(5)}
    assert _post(hall, phone, "tables/2/result", **typed) == 422
    assert not hall.now.state.rounds[0].sittings[2].is_in


def test_a_reported_result_is_confirmed_or_not_taken(site: Site, hall: Hall, phone: FlaskClient) -> None:
    ann = hall.admit(site.device(site.phone()), Role.PLAYER, 1)
    hall.start()
    hall.add(kinds.Reported(1, 1, (5, 3, 2, 0), 1, hands=4), who=ann)
    assert "Table 1</b> has a result to confirm" in _page(hall, phone)
    assert _post(hall, phone, "tables/1/reject") == 303
    hall.add(kinds.Reported(1, 1, (5, 3, 2, 0), 1, hands=4), who=ann)
    assert _post(hall, phone, "tables/1/result") == 303
    result = hall.now.state.rounds[0].sittings[1].result
    assert result is not None
    assert (result.scores, result.hands) == ((5, 3, 2, 0), 4)


def test_whoever_runs_the_evening_may_look_at_a_table_once_asked(hall: Hall, phone: FlaskClient) -> None:
    table = hall.table(1)
    assert phone.get(f"/tables/{table}").status_code == 404
    answer = phone.post(f"/evenings/{hall.id}/tables/1/watch")
    assert answer.location.endswith(f"/tables/{table}")
    assert phone.get(f"/tables/{table}").status_code == 200


def test_the_page_of_a_table_says_its_round_and_how_it_stands_as_one_sentence(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    said = re.sub(r"<[^>]+>", "", _page(hall, phone, "/tables/1"))
    assert re.search(r"Round 1: (Not started|No phone here)", said)


def test_a_stand_in_is_named_at_the_table(hall: Hall, phone: FlaskClient) -> None:
    assert _post(hall, phone, "tables/1/stand-in", person="2", by="Zoe") == 303
    assert "Ann, Zoe, Cat, Dan" in _page(hall, phone)
    refused = phone.post(f"/evenings/{hall.id}/tables/1/stand-in", data={"person": "2", "by": "Z" * 99})
    (form,) = (one for one in crawling.Page(refused.text).forms if one.typed)
    assert refused.status_code == 422
    assert dict(form.fields)["by"].startswith("ZZZ")
    assert dict(form.fields)["person"] == "2"
    assert _post(hall, phone, "tables/1/stand-in", person="2", by="") == 303
    assert "Ann, Ben, Cat, Dan" in _page(hall, phone)


def test_a_stand_in_without_a_name_is_asked_for_again(hall: Hall, phone: FlaskClient) -> None:
    data = {"op": "0" * 16, "person": "2", "by": "Zoe"}
    where = f"/evenings/{hall.id}/tables/1/stand-in"
    assert [phone.post(where, data={**data, "by": by}).status_code for by in ("Zoe", "", "")] == [303, 303, 303]
    refused = phone.post(where, data={"person": "2", "by": " "})
    (form,) = (one for one in crawling.Page(refused.text).forms if one.typed)
    assert (refused.status_code, dict(form.fields)["person"]) == (422, "2")
    assert "It is noted already" not in refused.text


def test_nobody_stands_in_for_the_own_seat(hall: Hall, phone: FlaskClient) -> None:
    refused = phone.post(f"/evenings/{hall.id}/tables/1/stand-in", data={"person": "2", "by": " ben "})
    (form,) = (one for one in crawling.Page(refused.text).forms if one.typed)
    assert (refused.status_code, dict(form.fields)["person"]) == (422, "2")
    assert "ben sits in two places" in refused.text
    assert not any(sitting.stand_ins for sitting in hall.now.state.round.sittings.values())


def test_behind_a_prefix_what_is_asked_for_again_is_sent_below_it(hall: Hall, phone: FlaskClient) -> None:
    where = f"/evenings/{hall.id}/rounds/extra"
    data = {"round": "1", "minutes": "ten"}
    refused = phone.post(where, data=data, environ_overrides={"SCRIPT_NAME": "/cards"})
    (form,) = (one for one in crawling.Page(refused.text).forms if one.typed)
    assert form.action == f"/cards{where}"


def test_a_table_says_why_it_keeps_the_round(app: Flask, hall: Hall) -> None:
    hall.add(kinds.Away(7))
    assert _statuses(app, hall) == ["Not started, no phone here", "Not started, missing: Gus"]
    hall.start()
    assert _statuses(app, hall) == ["No phone here", "Not started, missing: Gus"]
    with app.test_request_context():
        late = table_rows(hall.now, hall.tables.at(hall.id), utc_now() + timedelta(minutes=21))
    assert [row.late for row in late] == [True, True]
    hall.add(kinds.StandIn(1, 2, 7, "Zoe"))
    assert _statuses(app, hall) == ["No phone here", "No phone here"], "somebody plays instead"


def test_the_filters_leave_tables_where_they_are(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    hall.add(kinds.Confirmed(1, 2, (4, 3, 2, 1)))
    assert 'id="table-1"' not in _page(hall, phone, "?show=done")
    assert 'id="table-2"' not in _page(hall, phone, "?show=open")
    assert "No table is like this now." in _page(hall, phone, "?show=calls")
    assert 'id="table-2"' in _page(hall, phone, "?table=2")
    assert "Done 1" in _page(hall, phone)
    back = phone.post(f"/evenings/{hall.id}/rounds/extra", data={"show": "open"}).location
    assert back == f"/evenings/{hall.id}?show=open"


def test_a_hundred_tables_have_a_field_for_the_number(app: Flask) -> None:
    names = [f"P {number}" for number in range(200)]
    hall = Hall(services_in(app), PLAN, names)
    hall.seat(*((2 * at + 1, 2 * at + 2) for at in range(100)))
    with app.test_request_context():
        context = organiser_context(hall.now, {}, hall.organiser, TableFilter(table=77))
    assert (context["many"], context["tables"], [row.number for row in context["rows"]]) == (True, 100, [77])


def test_an_open_evening_lists_the_tables_that_play(site: Site, phone: FlaskClient) -> None:
    hall = Hall(services_in(site.app), Plan(Kind.OPEN), (), organiser=site.device(phone))
    assert "Print the cards or show the code." in _page(hall, phone)
    assert f'class="btn main wide" href="/evenings/{hall.id}/share"' in _page(hall, phone)
    host = site.phone()
    table = site.open_table(host)
    joined = kinds.Joined(1, table.id, table.game, tuple(table.players))
    who = hall.organiser
    hall.add(joined, who=who, change=EveningChange(joins={table.id: 1}))
    page = _page(hall, phone)
    assert "Ann, Ben, Cat" in page
    assert 'data-cloth="sixes-and-sevens"' in page
    assert 'role="timer"' not in page
    assert phone.get(f"/evenings/{hall.id}/tables/1").status_code == 200


def test_a_round_that_has_begun_does_not_begin_anew_from_an_older_page(hall: Hall, phone: FlaskClient) -> None:
    def begins() -> datetime | None:
        assert hall.now.state.round is not None
        return hall.now.state.round.starts_at

    assert _post(hall, phone, "rounds/start", op="1" * 16) == 303
    begun = begins()
    assert _post(hall, phone, "rounds/start", op="2" * 16) == 409
    assert begins() == begun
    hall.add(kinds.Paused(1))
    assert _post(hall, phone, "rounds/start", op="3" * 16) == 409
    assert begins() == begun


def test_closing_and_opening_again(hall: Hall, phone: FlaskClient) -> None:
    assert _post(hall, phone, "close", close="yes") == 409
    hall.start()
    hall.add(kinds.Ended(1))
    seating = f'href="/evenings/{hall.id}/seating"'
    assert seating in _page(hall, phone)
    assert _post(hall, phone, "close", close="yes") == 303
    assert "The evening is over" in _page(hall, phone)
    assert seating not in _page(hall, phone), "it would lead nowhere"
    assert _post(hall, phone, "rounds/start") == 409
    assert _post(hall, phone, "close", close="no") == 303


def test_a_form_counts_once_and_another_one_with_its_key_counts_too(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    for table in ("1", "1", "2"):
        assert _post(hall, phone, "rounds/extra", op="key-of-this-page-", minutes="5", table=table) == 303
    assert _post(hall, phone, "rounds/last-hand", op="key-of-this-page-") == 303
    here = hall.now.state.rounds[0]
    assert [one.extra for one in here.sittings.values()] == [300, 300]
    assert here.last_hand_at is not None


def test_the_tables_of_an_earlier_round_are_there_for_a_result_that_comes_late(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    hall.add(kinds.Ended(1))
    hall.seat((1, 2, 5, 6), (3, 4, 7, 8))
    assert "Ann, Ben, Cat, Dan" in _page(hall, phone, "?round=1")
    assert "/tables/1?round=1" in _page(hall, phone, "?round=1")
    late = {f"score-{seat}": "13" for seat in range(4)}
    assert _post(hall, phone, "tables/1/result?round=1", **late) == 303
    assert hall.now.state.rounds[0].sittings[1].is_in
    assert not hall.now.state.rounds[1].sittings[1].is_in


def test_the_page_is_live(hall: Hall, phone: FlaskClient) -> None:
    answer = phone.get(f"/evenings/{hall.id}/stream/organiser?show=open", buffered=False)
    messages = iter(answer.response)
    assert "Start round 1 now" not in str(next(messages))
    assert "Start round 1 now" in _text(next(messages))
    hall.start()
    hall.add(kinds.Confirmed(1, 2, (4, 3, 2, 1)))
    drawn = _text(next(messages))
    assert "1 of 2 tables are in" in drawn
    assert 'id="table-2"' not in drawn
    answer.close()


def _text(message: str | bytes) -> str:
    return message if isinstance(message, str) else message.decode()


def test_every_form_of_the_page_has_its_key(hall: Hall, phone: FlaskClient) -> None:
    hall.start()
    page = _page(hall, phone)
    forms = re.findall(r'<form[^>]* method="post".*?</form>', page, re.DOTALL)
    assert len(forms) >= 5
    assert all('name="op" value="' in form for form in forms)


def test_the_table_whose_call_waits_longest_is_named_to_the_second(app: Flask, hall: Hall) -> None:
    hall.start()
    at = utc_now()
    later, first = (
        Dispute(1, None, None, "other", "", "Ann", None, at - timedelta(seconds=wait), seq=0) for wait in (601, 659)
    )
    calls = {hall.table(1): (later,), hall.table(2): (first,)}
    tables = {number: replace(one, calls=calls[number]) for number, one in hall.tables.at(hall.id).items()}
    with app.test_request_context():
        turn = evening_turn(hall.now, table_rows(hall.now, tables, at))
    assert (turn.what, turn.line) == ("Table 2", "waits 10 minutes")


@pytest.mark.parametrize(
    ("hands", "at_three", "at_four"),
    [
        (0, "Not started", "Not started"),
        (2, "Hand 3 of 3", "Hand 3 of 4"),
        (3, "Hand 4 of 4", "Hand 4 of 4"),
        (4, "Match over, no result yet", "Match over, no result yet"),
    ],
)
def test_a_table_says_which_of_its_own_hands_it_plays(
    site: Site, phone: FlaskClient, hands: int, at_three: str, at_four: str
) -> None:
    """Where everybody deals once a table of three has three hands, and a fourth one to break a tie."""
    hall = Hall(services_in(site.app), msgspec.structs.replace(PLAN, sizes=(4, 3)), organiser=site.device(phone))
    hall.seat((1, 2, 3), (4, 5, 6, 7))
    hall.start()
    tables = {
        number: replace(one, hands=hands, hand=hands + 1, started=hands > 0, shared=True)
        for number, one in hall.tables.at(hall.id).items()
    }
    with site.app.test_request_context():
        rows = table_rows(hall.now, tables, utc_now())
        on_the_wall = [one.said for one in tables_shown(hall.now, tables, utc_now() + timedelta(hours=1))]
    assert [row.status for row in rows] == [at_three, at_four]
    assert on_the_wall == [said.partition(",")[0].replace("Match over", "Done") for said in (at_three, at_four)]
