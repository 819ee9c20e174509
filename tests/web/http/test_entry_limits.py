"""How much one table holds and how fast a device may enter there, and what it is told at the limit."""

import json
import time
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import TestResponse

from rules_core import record, replay
from rules_core.games import GAMES
from rules_core.record import MAX_BYTES, MAX_EVENTS, MAX_REFOLDED, Header
from tests.cases import each
from tests.databases import changing
from tests.web.support.api_client import host_of, problem
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone, fresh_stamps
from tests.web.support.records import a_record, good, opened, send
from tests.web.support.site import PLAYERS, Site
from webapp.http import limits
from webapp.http.limits import Room
from webapp.http.rate_limiter import Rate
from webapp.store.models import EventRow
from webapp.store.roles import Role
from webapp.table import entry_rate, judging, keeper
from webapp.table.entry import entry_of
from webapp.table.keeper import Made
from webapp.table.snapshot import header_of
from webapp.table.viewer import Viewer

NAMES = list(PLAYERS)


# Room in a log


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that hold three entries, two more of the host's, and another two of the referee's."""
    for name, entries in (("PLAY", 3), ("HOST", 5), ("RULE", 7)):
        monkeypatch.setattr(judging, f"ROOM_TO_{name}", Room(entries, 10**6, 10**6))


@pytest.mark.usefixtures("small_tables")
def test_a_full_table_takes_no_entry(site: Site, phone: Phone) -> None:
    assert [phone.play(1, "7C"), phone.play(2, "2C"), phone.play(0, "9C")] == [303, 303, 422]
    assert "This table is full" in phone.page
    assert "A table holds at most 3 entries." in phone.page
    assert site.store.last_seq(phone.table.id) == 3


@pytest.mark.usefixtures("small_tables")
def test_what_a_correction_puts_in_counts_as_well(site: Site, phone: Phone) -> None:
    assert phone.play(1, "7C") == 303
    instead = {"target": 1, "with": [{"type": "play", "seat": 1, "card": "8C"}]}
    assert phone.enter({"type": "amend", "changes": [instead]}) == 422
    assert "This table is full" in phone.page
    assert site.store.last_seq(phone.table.id) == 2


@pytest.mark.usefixtures("small_tables")
def test_whoever_plays_cannot_take_the_room_of_the_host_and_the_referee(site: Site, phone: Phone) -> None:
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert [ben.play(1, "7C"), ben.play(2, "2C"), ben.enter({"type": "undo"})] == [303, 303, 422]
    phone.look()
    assert phone.enter({"type": "undo"}) == 303
    assert phone.enter({"type": "void-hand"}) == 303
    assert phone.enter({"type": "deal"}) == 303
    assert phone.enter({"type": "void-hand"}) == 422
    eva = Phone(site.referee(phone.table), phone.table)
    ruled = site.make(
        phone.table.id,
        Viewer(site.device(eva.client), Role.REFEREE),
        {"type": "adjust", "points": [0, 0, 1], "reason": "late"},
        {"type": "ruling", "event": 0, "text": "so be it"},
        op="ruled-0001",
    )
    assert isinstance(ruled, Made)
    assert site.store.last_seq(phone.table.id) == 8


@pytest.mark.usefixtures("small_tables")
def test_the_host_can_take_back_to_the_first_entry(site: Site, phone: Phone) -> None:
    assert [phone.play(1, "7C"), phone.play(2, "2C"), phone.play(0, "9C")] == [303, 303, 422]
    assert [phone.enter({"type": "undo"}) for _ in range(3)] == [303] * 3
    assert not site.tables.at(phone.table.id).fold.top
    assert [phone.enter({"type": "void-hand"}), phone.enter({"type": "play", "seat": 1, "card": "7C"})] == [422, 422]


@pytest.mark.usefixtures("small_tables")
def test_what_is_taken_back_is_read_again(site: Site, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.history.records.reader.MOST_UPLOADED_EVENTS", 3)
    undone = [{"type": "deal", "dealer": 0}, {"type": "undo"}] * 3
    assert opened(site, phone.client, a_record(*undone)).game == "sixes-and-sevens"
    assert send(phone.client, a_record(*undone, {"type": "deal"})).status_code == 422


@pytest.mark.both_databases
def test_the_bytes_of_a_table_are_bounded(site: Site, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "ROOM_TO_PLAY", Room(100, 500, 100))
    monkeypatch.setattr(judging, "ROOM_TO_HOST", Room(100, 600, 100))
    cards = Phone(site.seat(phone.table, 1), phone.table)
    assert phone.enter({"type": "adjust", "points": [0, 0, 1], "reason": "€" * 150}) == 303
    assert cards.play(1, "7C") == 422
    assert "It holds no more text." in cards.page
    events = [json.loads(line.body) for line in site.store.events(phone.table.id)]
    written = len(record.write(header_of(phone.table), events)) - len(record.write(header_of(phone.table), []))
    assert site.tables.at(phone.table.id).log.bytes == written + len(",")
    assert phone.enter({"type": "undo"}) == 303


def test_corrections_of_what_lies_far_back_are_bounded(
    site: Site, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "ROOM_TO_PLAY", Room(100, 10**6, 5))
    assert phone.play(1, "7C") == 303
    instead = {"type": "amend", "changes": [{"target": 1, "with": [{"type": "play", "seat": 1, "card": "8C"}]}]}
    assert [phone.enter(instead) for _ in range(3)] == [303, 303, 422]
    assert "Too many corrections" in phone.page
    assert phone.enter({"type": "undo"}) == 303


@pytest.mark.usefixtures("small_tables")
def test_a_full_table_still_withdraws_a_secret(site: Site, phone: Phone) -> None:
    """Whoever takes over the seat must not read the hand that another one has entered there."""
    ben = site.phone()
    site.seat(phone.table, 1, ben)
    hand = [f"{rank}C" for rank in "23456789TJQKA"] + ["2D", "3D", "4D", "5D"]
    seat = Phone(ben, phone.table)
    assert [seat.enter({"type": "hand", "seat": 1, "cards": hand}), seat.play(1, "7C")] == [303, 303]
    site.store.leave_seat(phone.table.id, site.device(ben))
    site.tables.refresh(phone.table.id)
    assert site.store.last_seq(phone.table.id) == 4


def test_what_a_table_can_hold_is_read_again() -> None:
    """The last room is the server's own, for secrets that it withdraws."""
    rooms = [limits.ROOM_TO_PLAY, limits.ROOM_TO_HOST, limits.ROOM_TO_RULE]
    assert sorted(rooms) == rooms
    most = rooms[-1]
    assert most.entries + 20 < limits.MOST_UPLOADED_EVENTS
    assert 2 * limits.MOST_UPLOADED_EVENTS < MAX_EVENTS  # each of them may be taken back
    assert most.bytes + limits.LARGEST_EVENT + most.entries * len('{"type":"undo"},') < MAX_BYTES
    assert most.refolded + most.entries < limits.MOST_UPLOADED_REFOLDED < MAX_REFOLDED


# Unknown keys


@pytest.mark.both_databases
def test_keys_that_no_event_has_are_not_kept(site: Site, phone: Phone) -> None:
    """A record ignores them; kept, they made a table's record so long that nobody could read it."""
    junk = {"x": "x" * 1500, "seen": 1}
    assert phone.enter({"type": "play", "seat": 1, "card": "7C", **junk}) == 303
    put = [{"type": "play", "seat": 1, "card": "8C", **junk}]
    assert phone.enter({"type": "amend", "changes": [{"target": 1, "with": put, **junk}], **junk}) == 303
    assert [event.body for event in site.store.events(phone.table.id)][1:] == [
        '{"card":"7C","seat":1,"type":"play"}',
        '{"changes":[{"target":1,"with":[{"card":"8C","seat":1,"type":"play"}]}],"type":"amend"}',
    ]
    other = opened(site, phone.client, a_record({"type": "deal", "dealer": 0, **junk}))
    assert site.store.events(other.id)[0].body == '{"dealer":0,"type":"deal"}'


def test_keys_that_no_part_of_an_event_has_are_not_kept() -> None:
    fold = replay.begin(Header("sichermans-war", ("Ann", "Ben"), {}))
    spoils = [{"low": 20, "ten": 3}, {"low": 16, "face": 5}]
    sent = {"type": "tally", "spoils": [{**one, "x": "x" * 1500} for one in spoils]}
    assert entry_of(fold, sent).raw == {"type": "tally", "spoils": spoils}


@pytest.mark.both_databases
def test_of_an_older_log_they_stay(site: Site, phone: Phone) -> None:
    """What stands in a log stands there for ever, byte for byte, and counts."""
    body, before = '{"card":"7C","seat":1,"type":"play","x":"y"}', site.tables.at(phone.table.id).log.bytes
    site.store.append(phone.table.id, seq=2, op="older-0001", device_id=None, body=body)
    site.tables.refresh(phone.table.id)
    assert body.encode() in site.referee(phone.table).get(f"{phone.url}/record.json").data
    assert site.tables.at(phone.table.id).log.bytes == before + len(body) + len(",")


@each("game", GAMES)
def test_what_an_event_has_is_kept_as_it_was_sent(game: str) -> None:
    for raw in good():
        if raw["game"] == game:
            fold = replay.begin(record.read(json.dumps(raw)).header)
            for event in raw["events"]:
                known = {name: value for name, value in event.items() if name not in ("x", "note", "comment")}
                assert json.loads(entry_of(fold, event).stored) == known


# RateLimiter


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still; two entries at once, and one more each ten seconds."""
    clock = [time.time() + 1000]
    monkeypatch.setattr(entry_rate.time, "time", lambda: clock[0])
    monkeypatch.setattr(entry_rate, "PEOPLE", Rate(2, 10))
    monkeypatch.setattr(entry_rate, "PROGRAMS", Rate(4, 1))
    return clock


def tap(phone: Phone, seat: int, card: str) -> TestResponse:
    form = {**fresh_stamps(phone), "event": json.dumps({"type": "play", "seat": seat, "card": card})}
    return phone.client.post(f"{phone.url}/events", data=form)


@pytest.mark.both_databases
def test_a_device_enters_no_faster_than_people_play(site: Site, phone: Phone, clock: list[float]) -> None:
    answers = [tap(phone, *card) for card in ((1, "7C"), (1, "8C"), (2, "2C"))]
    assert [answer.status_code for answer in answers] == [303, 422, 429]
    assert answers[2].headers["Retry-After"] == "10"
    assert "It goes on in 10 seconds." in answers[2].text
    other = Phone(site.seat(phone.table, 2), phone.table)
    assert tap(other, 2, "2C").status_code == 303
    clock[0] += 10
    assert tap(phone, 0, "9C").status_code == 303


def test_the_wait_in_german(site: Site, clock: list[float]) -> None:
    host = site.phone("de")
    phone = Phone(host, site.open_table(host))
    assert [phone.enter({"type": "deal"}), phone.enter({"type": "undo"})] == [303, 303]
    speaks_german(tap(phone, 1, "7C").text, "Weiter geht es in 10 Sekunden.")


def test_a_correction_counts_by_what_is_folded_again(
    site: Site, phone: Phone, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "EVENTS_A_TURN", 2)
    monkeypatch.setattr(entry_rate, "PEOPLE", Rate(5, 10))
    assert phone.play(1, "7C") == 303
    again = {"type": "amend", "changes": [{"target": 1, "with": [{"type": "play", "seat": 1, "card": "8C"}]}]}
    assert [phone.enter(again), phone.enter(again)] == [303, 429]


def test_calls_of_the_referee_count_as_well(site: Site, phone: Phone, clock: list[float]) -> None:
    call = {"about": "match", "why": "score", "text": "", "play": "on", "seen": "1"}
    sent = [phone.client.post(f"{phone.url}/disputes", data={**call, "op": f"call-{n:05}"}) for n in range(3)]
    assert [answer.status_code for answer in sent] == [303, 303, 429]


def test_a_program_alone_at_its_table_is_faster(app: Flask, clock: list[float]) -> None:
    host = host_of(app)
    answers = [host.enter({"type": kind}) for kind in ("deal", "undo", "deal", "undo", "deal")]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 201, 429]
    assert (problem(answers[4]), answers[4].headers["Retry-After"]) == ((429, "too-many"), "1")


@pytest.mark.both_databases
def test_what_other_processes_have_taken_counts_here(site: Site, phone: Phone, clock: list[float]) -> None:
    device = site.device(phone.client)
    for seq, card in ((2, "7C"), (3, "2C")):
        body = json.dumps({"type": "play", "seat": seq - 1, "card": card})
        site.store.append(phone.table.id, seq=seq, op=f"there-{seq:05}", device_id=device, body=body)
    with changing(site.store) as session:
        session.execute(update(EventRow).values(made_at=datetime.fromtimestamp(clock[0], UTC)))
    site.tables.refresh(phone.table.id)
    assert tap(phone, 0, "9C").status_code == 429


def test_a_clock_that_is_set_back_makes_nobody_wait(site: Site, phone: Phone, clock: list[float]) -> None:
    assert [phone.play(1, "7C"), phone.play(2, "2C")] == [303, 303]
    clock[0] -= 3600
    assert phone.play(0, "9C") == 303
