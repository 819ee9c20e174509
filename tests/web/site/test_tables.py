"""A table's page, its entries and its stream: works, wrong method, no right, somebody else's, without JavaScript."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.games import sixes_and_sevens
from tests.cases import each
from tests.web.games.deep_six import tables as deep
from tests.web.support.block_reader import BlockReader, event_data
from tests.web.support.phone import REVOKE, Phone, at_table, undo_of
from tests.web.support.site import Site
from webapp.http.durations import TAPPED_AT_ONCE
from webapp.http.limits import LARGEST_INTEGER
from webapp.live import tables
from webapp.store.models import Table


def test_the_page_shows_whose_turn_it_is(phone: Phone) -> None:
    assert "<b>Ben</b> leads" in phone.page
    assert "Hand 1 of 3, trick 1 of 17" in phone.page
    assert '"card":"QH"' in phone.page


def test_a_play_without_javascript_leads_back_to_the_table(phone: Phone) -> None:
    assert phone.play(1, "QH") == 303
    assert "<b>Cat</b> plays" in phone.page
    assert "Ben’s queen" in phone.page
    assert 'aria-label="Queen of hearts' in phone.page


def test_a_play_with_htmx_answers_with_the_fragment_alone(host: FlaskClient, phone: Phone, table: Table) -> None:
    swapped = Phone(host, table, htmx=True)
    assert swapped.play(1, "QH") == 200
    assert "<html" not in swapped.page
    assert "<b>Cat</b> plays" in swapped.page


@pytest.mark.parametrize("htmx", [False, True])
def test_a_refusal_says_why_with_the_rule_and_what_to_do(
    host: FlaskClient, phone: Phone, table: Table, htmx: bool
) -> None:
    phone.play(1, "QH")
    other = Phone(host, table, htmx=htmx)
    assert other.play(2, "QH") == 422
    assert ("<html" in other.page) is not htmx
    assert "The queen of hearts is already played" in other.page
    assert "ODD-1" in other.page
    assert "Wrong key, choose again" in other.page
    assert other.play(2, "KH") in (200, 303), "the same page takes the next tap"


def test_only_a_duty_of_play_offers_that_it_really_happened(site: Site, phone: Phone, table: Table) -> None:
    cat = Phone(site.seat(table, 2), table)
    hand = ["2H"] + [f"{r}D" for r in "23456789TJQKA"] + ["2C", "3C", "4C"]
    assert cat.enter({"type": "hand", "seat": 2, "cards": hand}) == 303
    phone.look()
    phone.play(1, "QH")
    cat.look()
    assert cat.play(2, "KS") == 422
    assert "irregular" not in cat.page
    assert cat.play(2, "2C") == 422
    assert "Cat has to follow hearts" in cat.page
    assert "ODD-7" in cat.page
    assert "It really happened" in cat.page
    assert cat.enter({"type": "play", "seat": 2, "card": "2C", "irregular": True}) == 303
    assert "Cat had a heart in trick 1" in cat.page


@pytest.mark.both_databases
def test_undo_takes_back_the_last_entry_and_says_who_did(site: Site, phone: Phone, table: Table) -> None:
    ann = Phone(site.seat(table, 0), table)
    ann.play(1, "9D")
    assert "<b>Ben</b> played" in ann.page
    assert ann.enter({"type": "undo"}) == 303
    assert "<b>Ann</b> took back" in ann.page
    assert "<b>Ben</b> leads" in ann.page
    assert ann.enter({"type": "undo"}) == 303
    assert "<b>Ann</b> took back: <b>" in ann.page


@pytest.mark.both_databases
def test_a_trick_that_just_ended_can_be_reopened(phone: Phone) -> None:
    for seat, card in ((1, "5S"), (2, "9S"), (0, "7S")):
        phone.play(seat, card)
    assert "Cat takes trick 1" in phone.page
    phone.enter({"type": "undo"})
    assert "<b>Ann</b> plays" in phone.page


def test_the_last_trick_of_a_hand_is_given_to_somebody_too(phone: Phone) -> None:
    for _trick in range(16):
        phone.enter({"type": "trick", "winner": 0})
    phone.enter({"type": "undo"})
    phone.enter({"type": "undo"})
    for number in (15, 16, 17):
        assert phone.enter({"type": "trick", "winner": 2}) == 303
        assert "<b>Cat</b> took the trick" in phone.page, number
    assert "Hand 2 of 3" in phone.page


def test_the_card_that_ends_a_hand_tells_who_took_its_last_trick(site: Site) -> None:
    host = site.phone()
    table = site.open_table(host, ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay"), host_seat=0)
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    cards = iter(sixes_and_sevens.GAME.pack)
    for trick in range(1, 9):
        for _card in range(6):
            seat = site.tables.at(table.id).fold.state.hand.to_act
            assert phone.play(seat, next(cards)) == 303
        assert f"takes trick {trick}" in phone.page
    assert "Hand 2 of 6" in phone.page


@pytest.mark.both_databases
def test_the_same_tap_twice_is_one_event(site: Site, phone: Phone, table: Table) -> None:
    stamps = phone.stamps()
    assert phone.play(1, "QH") == 303
    assert phone.play(1, "QH", **stamps) == 303
    assert [event.seq for event in site.store.events(table.id)] == [1, 2]


@pytest.mark.both_databases
def test_a_retry_of_an_entry_that_still_fits_is_one_event(site: Site, phone: Phone, table: Table) -> None:
    stamps = phone.stamps()
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": "noted"}
    assert phone.enter(adjust) == 303
    assert phone.enter(adjust, **stamps) == 303
    assert len(site.store.events(table.id)) == 2


@pytest.mark.both_databases
def test_the_same_key_with_another_card_is_not_taken(site: Site, phone: Phone, table: Table) -> None:
    stamps = phone.stamps()
    phone.play(1, "QH")
    assert phone.play(1, "KH", **stamps) == 422
    assert len(site.store.events(table.id)) == 2


@pytest.mark.both_databases
def test_two_phones_at_once_make_one_event_and_the_tap_is_kept(site: Site, phone: Phone, table: Table) -> None:
    ben, cat = Phone(site.seat(table, 1), table), Phone(site.seat(table, 2), table)
    assert ben.play(1, "9D") == 303
    assert cat.play(1, "QH") == 409
    assert "Meanwhile: <b>Ben</b> played" in cat.page
    assert "<b>Cat</b> plays" in cat.page, "the fresh table"
    assert len(site.store.events(table.id)) == 2


def test_a_card_that_two_phones_tap_at_once_is_one_play(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second copy of the pack is the next player's, where the first one lies on that page already."""
    events = [*deep.PLAY, *deep.plays("4C")]
    ann = at_table(site, host, *events[:-1], game="deep-six", players=list(deep.NAMES))
    ben = Phone(site.seat(ann.table, 1), ann.table)
    assert ann.enter(events[-1]) == 303
    made = site.store.events(ann.table.id)[-1].made_at
    ben.look()
    monkeypatch.setattr(tables, "utc_now", lambda: made + TAPPED_AT_ONCE / 2)
    assert ben.play(0, "4C") == 409
    assert "Meanwhile: <b>Dan</b> played" in ben.page
    assert "Enter the four of clubs all the same" in ben.page
    assert len(site.store.events(ann.table.id)) == len(events)
    monkeypatch.setattr(tables, "utc_now", lambda: made + TAPPED_AT_ONCE)
    assert ben.play(0, "4C") == 303


def test_two_players_who_enter_the_own_card_at_once_mean_two(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_table(site, host, *deep.PLAY, game="deep-six", players=list(deep.NAMES)).table
    dan, ann = Phone(site.seat(table, 3), table), Phone(site.seat(table, 0), table)
    assert dan.play(3, "4C") == 303
    made = site.store.events(table.id)[-1].made_at
    monkeypatch.setattr(tables, "utc_now", lambda: made + TAPPED_AT_ONCE / 2)
    ann.look()
    assert ann.play(0, "4C") == 303


@pytest.mark.parametrize(
    ("before", "then", "status"),
    [
        ([], {"type": "pass", "seat": 1}, 303),
        ([{"type": "pass", "seat": 1}], {"type": "bid", "seat": 2, "amount": 100}, 303),
        ([{"type": "bid", "seat": 1, "amount": 100}], {"type": "bid", "seat": 2, "amount": 90}, 303),
        ([{"type": "bid", "seat": 1, "amount": 100}], {"type": "pass", "seat": 2}, 303),
        ([{"type": "pass", "seat": 1}], {"type": "pass", "seat": 2}, 409),
    ],
)
def test_only_the_same_call_is_taken_for_a_second_finger_on_one_key(
    site: Site,
    host: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    before: list[dict[str, Any]],
    then: dict[str, Any],
    status: int,
) -> None:
    ann = at_table(site, host, {"type": "deal", "dealer": 0}, *before, game="deep-six", players=list(deep.NAMES))
    ben = Phone(site.seat(ann.table, 1), ann.table)
    ben.look()
    made = site.store.events(ann.table.id)[-1].made_at
    monkeypatch.setattr(tables, "utc_now", lambda: made + TAPPED_AT_ONCE / 2)
    assert ben.enter(then) == status


def test_a_tap_that_still_fits_is_offered_once_more(site: Site, phone: Phone, table: Table) -> None:
    ann = Phone(site.seat(table, 0), table)
    phone.play(1, "9D")
    phone.enter({"type": "undo"})
    assert ann.play(1, "9D") == 409
    assert "Enter the nine of diamonds all the same" in ann.page
    assert ann.play(1, "9D") == 303


@pytest.mark.both_databases
def test_a_private_hand_does_not_make_the_table_move_on(site: Site, phone: Phone, table: Table) -> None:
    cat = Phone(site.seat(table, 2), table)
    cat.enter({"type": "hand", "seat": 2, "cards": [f"{r}D" for r in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]})
    assert phone.play(1, "QH") == 303


@each(
    "event",
    ["", "[]", "7", "nonsense", '{"type"', "[" * 5000, '{"type":"play","seat":NaN}', '"\\ud800"', '{"a":"\\ud800"}'],
)
def test_what_is_no_event_at_all_is_a_bad_request(phone: Phone, event: str) -> None:
    phone.look()
    assert phone.enter(event) == 400


@each("stamps", [{"op": ""}, {"op": "x" * 200}, {"seen": ""}, {"seen": "-1"}, {"seen": "٣"}])
def test_an_entry_without_its_stamps_is_a_bad_request(phone: Phone, stamps: dict[str, str]) -> None:
    phone.look()
    assert phone.play(1, "QH", **stamps) == 400


@each(
    "event",
    [
        {"type": "bid", "seat": 1},
        {"type": "play", "seat": "1", "card": "QH"},
        {"type": "play", "seat": 10**30, "card": "QH"},
        {"type": "play", "seat": [1], "card": {"a": 1}},
        {"type": ["play"]},
        {"type": "amend", "changes": [{"target": 0, "with": [{"type": "undo"}]}]},
        {"type": "amend", "changes": "x"},
        {"type": "amend", "changes": [[]]},
        {"type": "amend", "changes": [{"target": [], "with": [7]}]},
    ],
)
def test_events_that_the_rules_do_not_take_are_refused_with_words(phone: Phone, event: dict[str, Any]) -> None:
    assert phone.enter(event) == 422
    assert 'role="alertdialog"' in phone.page


def test_the_hand_as_totals_by_form_fields(phone: Phone) -> None:
    form = {**phone.stamps(), "type": "tally", "tricks-0": "9", "tricks-1": "8", "tricks-2": "1"}
    answer = phone.client.post(f"{phone.url}/events", data=form)
    assert answer.status_code == 422
    assert "This hand has 17 tricks, but 18 were entered." in answer.get_data(as_text=True)
    answer = phone.client.post(f"{phone.url}/events", data={**form, "tricks-2": "0"})
    assert answer.status_code == 422, "the page has a new key"
    phone.page = answer.text
    answer = phone.client.post(f"{phone.url}/events", data={**form, **phone.stamps(), "tricks-2": "0"})
    assert answer.status_code == 303
    assert "Hand 2 of 3" in phone.look()


@pytest.mark.both_databases
def test_a_hand_can_be_dealt_and_entered_as_totals_in_one_go(site: Site, phone: Phone, table: Table) -> None:
    tricks = {"type": "tally", "tricks-0": "9", "tricks-1": "8", "tricks-2": "0"}
    phone.client.post(f"{phone.url}/events", data={**phone.stamps(), **tricks})
    phone.look()
    wrong = {**phone.stamps(), **tricks, "dealer": "1", "tricks-2": "5"}
    answer = phone.client.post(f"{phone.url}/events", data=wrong)
    assert answer.status_code == 422
    phone.page = answer.text
    assert len(site.store.events(table.id)) == 2, "the deal does not stand without its totals"
    right = {**wrong, **phone.stamps(), "tricks-2": "0"}
    for _again in range(2):
        assert phone.client.post(f"{phone.url}/events", data=right).status_code == 303
    assert [json.loads(event.body)["type"] for event in site.store.events(table.id)] == ["deal", "tally"] * 2
    assert "Hand 3 of 3" in phone.look()


@each("sent", ["", "x", "1e3", "9" * 400, "٣"])
def test_totals_that_are_no_numbers(phone: Phone, sent: str) -> None:
    form = {**phone.stamps(), "type": "tally", "tricks-0": sent, "tricks-1": "0", "tricks-2": "0"}
    assert phone.client.post(f"{phone.url}/events", data=form).status_code == 400


def test_names_are_only_ever_text(site: Site) -> None:
    """Also such names as could not be typed in today stand in the database as text."""
    host = site.phone()
    table = site.open_table(host, ("<i>Ann</i>", 'Ben" onclick="x', "{{ 7*7 }}%(name)s"), host_seat=0)
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    pages = [phone.page]
    for seat, card in REVOKE:
        phone.play(seat, card)
        pages.append(phone.page)
    phone.enter({"type": "undo"})
    pages.append(phone.page)
    phone.enter({"type": "play", "seat": 2, "card": "5C"})
    for path in ("/scores", "/share", "/hand", "/revokes/2", "/entries/2/amend?card=6C", "/adjustments"):
        answer = host.get(phone.url + path)
        assert answer.status_code == 200, path
        pages.append(answer.get_data(as_text=True))
    pages.append(host.get("/").get_data(as_text=True))
    for page in pages:
        assert "<i>Ann" not in page
        assert '" onclick="x' not in page
        assert "49" not in re.findall(r"[^\w#](49)%", page)


@each("depth", [21, 300, 900, 977, 978, 1000])
def test_deep_nesting_is_a_bad_request_or_harmless(site: Site, phone: Phone, table: Table, depth: int) -> None:
    phone.look()
    text = '{"type":"adjust","points":[1,0,0],"reason":"x","z":' + "[" * depth + "]" * depth + "}"
    assert phone.enter(text) == (303 if depth < 200 else 400)


@pytest.mark.parametrize(("digits", "status"), [(99, 422), (100, 400), (4000, 400)])
def test_a_number_of_thousands_of_digits_is_no_entry(phone: Phone, digits: int, status: int) -> None:
    tally = '{"type":"tally","tricks":[' + ",".join(["9" * digits, "-" + "9" * digits, "17"]) + "]}"
    assert phone.enter(tally) == status


@pytest.mark.both_databases
def test_several_entries_are_taken_back_one_after_the_other(phone: Phone) -> None:
    for seat, card in ((1, "9D"), (2, "4D"), (0, "5D")):
        phone.play(seat, card)
    for _undo in range(4):
        assert phone.enter(undo_of(phone)) == 303
    assert "Who deals first?" in phone.page


# Rights


def test_a_stranger_is_told_how_to_get_in(site: Site, table: Table) -> None:
    stranger = site.phone()
    for path in ("", "/stream", "/hand", "/revokes/1", "/entries/1/amend"):
        assert stranger.get(f"/tables/{table.id}{path}").status_code == 404, path
    form = {"op": "0" * 16, "seen": "0", "event": '{"type":"deal"}'}
    assert stranger.post(f"/tables/{table.id}/events", data=form).status_code == 404
    assert stranger.post(f"/tables/{table.id}/hand", data=form).status_code == 404
    assert site.store.events(table.id) == []


def test_a_watcher_sees_and_enters_nothing(site: Site, table: Table, phone: Phone) -> None:
    watcher = site.watcher(table)
    page = watcher.get(f"/tables/{table.id}").get_data(as_text=True)
    assert "<b>Ben</b> leads" in page
    assert 'name="event"' not in page
    form = {**phone.stamps(), "event": '{"type":"play","seat":1,"card":"QH"}'}
    assert watcher.post(f"/tables/{table.id}/events", data=form).status_code == 403


def test_a_player_without_a_seat_enters_nothing(site: Site, table: Table, phone: Phone) -> None:
    standing = site.phone()
    site.store.admit(table.id, site.device(standing), role="player")
    assert standing.get(f"/tables/{table.id}").status_code == 200
    form = {**phone.stamps(), "event": '{"type":"play","seat":1,"card":"QH"}'}
    assert standing.post(f"/tables/{table.id}/events", data=form).status_code == 403


@each(
    "number",
    ["999", "0", "9" * 5000, str(2**64), str(LARGEST_INTEGER + 1), "x", "-1", "1.5", "NaN", "%00", "%ED%A0%80", "٣"],
)
def test_an_unknown_table_is_a_helpful_page(host: FlaskClient, number: str) -> None:
    answer = host.get(f"/tables/{number}")
    assert answer.status_code == 404
    assert 'href="/"' in answer.get_data(as_text=True)


def test_a_page_that_a_stream_tells_of_its_entry_is_answered_without_the_table(
    site: Site, table: Table, host: FlaskClient
) -> None:
    headers, phone = {"HX-Request": "true", "Shows": ""}, Phone(host, table)
    reader = BlockReader()
    stream = host.get(f"/tables/{table.id}/stream", headers=headers, buffered=False)
    pieces = (piece.decode() if isinstance(piece, bytes) else piece for piece in stream.response)
    next(pieces)
    assert "Who deals first?" in reader.read(event_data(next(pieces)))
    phone.enter({"type": "deal", "dealer": 0})
    reader.read(event_data(next(pieces)))
    play = {"event": '{"type":"play","seat":1,"card":"QH"}', "op": "0123456789abcdef", "seen": "1"}
    answer = host.post(f"/tables/{table.id}/events", data=play, headers={**headers, "Shows": reader.version})
    assert (answer.status_code, answer.data, answer.headers["Stands"]) == (204, b"", "2")
    told = event_data(next(pieces))
    stream.close()
    assert len(told) < 1500
    assert "Ben</b> played" in reader.read(told)


@pytest.mark.parametrize("shows", ["", "never-told", "somebody else's"])
def test_a_phone_that_shows_something_else_is_answered_with_the_whole_table(
    site: Site, table: Table, host: FlaskClient, shows: str
) -> None:
    if shows.startswith("somebody"):
        stream = site.watcher(table).get(f"/tables/{table.id}/stream", headers={"Shows": ""}, buffered=False)
        next(iter(stream.response))
        message = event_data(next(iter(stream.response)).decode())
        shows = message.split("\x01")[1]
        stream.close()
    deal = {"event": '{"type":"deal","dealer":0}', "op": "0123456789abcdef", "seen": "0"}
    answer = host.post(f"/tables/{table.id}/events", data=deal, headers={"HX-Request": "true", "Shows": shows})
    assert answer.status_code == 200
    assert "Ben</b> leads" in answer.text
    assert answer.text.rstrip().endswith("</aside>")
