"""A record from outside: looked at, refused with the entry and the reason, or opened as a table, whole or not."""

import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from rules_core import record, result
from rules_core.findings import Malformed
from rules_core.games import GAMES
from tests.cases import each
from tests.web.support.german_pages import speaks_german
from tests.web.support.records import (
    DEAL,
    a_record,
    bad,
    canonical,
    core,
    good,
    has_declared,
    opened,
    over,
    play,
    rows,
    send,
)
from tests.web.support.site import Site
from webapp.games.common.entry_questions import own_hand
from webapp.store.models import DeskLine, Table

OP = re.compile(r'name="op" value="([^"]+)"')
TEXT = re.compile(r'name="text" value="([^"]*)"')
CLUBS = [DEAL, play(1, "7C"), play(2, "2H"), play(0, "9C")]


@pytest.fixture
def phone(site: Site) -> FlaskClient:
    return site.phone()


# Looking at it


def test_the_form_asks_for_a_file_or_a_text(phone: FlaskClient) -> None:
    page = phone.get("/records").text
    assert 'type="file"' in page
    assert "<textarea" in page
    assert 'href="/records"' in phone.get("/").text


def test_a_pasted_record_is_shown_and_nothing_is_stored(site: Site, phone: FlaskClient) -> None:
    before = rows(site)
    answer = send(phone, over()[0])
    assert answer.status_code == 200
    assert "Keep it to look at" in answer.text
    assert rows(site) == before
    assert "Set-Cookie" not in answer.headers


def test_a_file_is_read_before_the_text(phone: FlaskClient) -> None:
    data = {"file": (io.BytesIO(canonical(a_record(DEAL))), "evening.json"), "text": "nonsense"}
    page = phone.post("/records", data=data).text
    assert "Sixes and Sevens" in page
    assert "Go on playing" in page


def test_a_mark_before_the_text_is_no_fault(phone: FlaskClient) -> None:
    data = {"file": (io.BytesIO(b"\xef\xbb\xbf" + canonical(a_record(DEAL))), "evening.json")}
    assert phone.post("/records", data=data).status_code == 200


def test_what_is_shown_is_how_it_stands(phone: FlaskClient) -> None:
    page = send(phone, a_record(*CLUBS, {"type": "adjust", "points": [0, -1, 0], "reason": "late"})).text
    assert "4 entries" not in page
    assert "5 entries were played through again" in page
    assert "Hand 1 of 3, trick 2 of 17" in page
    assert "−1" in page


def test_what_can_be_said_of_each_hand_is_told(phone: FlaskClient) -> None:
    page = send(phone, a_record(DEAL, {"type": "tally", "tricks": [9, 4, 4]})).text
    assert "<dt>Hand 1</dt><dd>Entered by totals: nothing can be said about play.</dd>" in page


def test_what_is_proven_is_told(phone: FlaskClient) -> None:
    revoke = [DEAL, *(play(*laid) for laid in [(1, "7C"), (2, "2H"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5C")])]
    assert "Cat had a club in trick 1" in send(phone, a_record(*revoke)).text


def kinds_of(raw: dict[str, Any]) -> set[tuple[str, ...]]:
    """Returns of which kinds the entries of a record are: what each is called, and what it says."""
    return {(event["type"], *sorted(event)) for event in raw["events"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_every_kind_of_entry_goes_in_and_out_again(site: Site, phone: FlaskClient, game: str) -> None:
    """Of the records of the conformance those that hold a kind which none before them holds."""
    records = [raw for raw in good() if raw["game"] == game]
    assert len(records) > 9
    known: set[tuple[str, ...]] = set()
    for raw in records:
        if kinds_of(raw) <= known:
            continue
        known |= kinds_of(raw)
        table = opened(site, phone, raw)
        data = site.referee(table).get(f"/tables/{table.id}/record.json").data
        assert core(data) == canonical(raw)
        ends = [record.read(text) for text in (canonical(raw), data)]
        assert result.answer(ends[0]) == result.answer(ends[1])
        assert not has_declared(raw)


def test_the_preview_opens_what_it_shows(site: Site, phone: FlaskClient) -> None:
    """The record travels in the page: quotes, umlauts and line breaks in it stay as they are."""
    raw = a_record(*CLUBS, {"type": "adjust", "points": [1, 0, 0], "reason": '"é" & <b>\n\u2028 it\'s'})
    page = send(phone, raw).text
    op, text = OP.search(page), TEXT.search(page)
    assert op
    assert text
    form = {"op": op[1], "text": _unescaped(text[1]), "open": "yes"}
    answer = phone.post("/records", data=form, content_type="multipart/form-data")
    assert answer.status_code == 303
    assert core(phone.get(f"{answer.location}/record.json").data) == canonical(raw)


def _unescaped(text: str) -> str:
    for written, char in (("&#34;", '"'), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(written, char)
    return text


# Opening it


def test_it_is_a_table_of_this_phone(site: Site, phone: FlaskClient) -> None:
    table = opened(site, phone, a_record(*CLUBS, options={"ties_low": True}))
    assert (table.players, table.options, table.book) == (["Ann", "Ben", "Cat"], {"ties_low": True}, "closed")
    assert "Let others join" in phone.get(f"/tables/{table.id}").text
    (grant,) = site.store.grants(table.id)
    assert (grant.role, grant.seat) == ("host", None)
    assert set(site.store.invites(table.id)) == {"player", "watcher", "host"}


def test_play_goes_on_at_an_opened_record(site: Site, phone: FlaskClient) -> None:
    table = opened(site, phone, a_record(*CLUBS))
    form = {"event": json.dumps(play(0, "TC")), "op": "f" * 16, "seen": "4"}
    assert phone.post(f"/tables/{table.id}/events", data=form).status_code == 303
    assert site.tables.at(table.id).fold.seq == 5


def test_the_desk_says_where_it_came_from(site: Site, phone: FlaskClient) -> None:
    table = opened(site, phone, a_record(*CLUBS))
    (line,) = site.store.desk(table.id)
    assert phone.get(f"/tables/{table.id}/log").text.count("the record") >= 4
    assert (line.kind, line.seq, line.body["events"]) == ("opened", 4, 4)
    assert line.body["fingerprint"] in send(phone, a_record(*CLUBS)).text


def test_two_taps_open_one_table(site: Site, phone: FlaskClient) -> None:
    first = opened(site, phone, a_record(*CLUBS), op="a" * 43)
    before = rows(site)
    assert opened(site, site.phone(), a_record(*CLUBS), op="a" * 43).id == first.id
    assert rows(site) == before


def test_without_the_key_of_its_page_nothing_is_opened(site: Site, phone: FlaskClient) -> None:
    before = rows(site)
    assert send(phone, a_record(), open="yes").status_code == 400
    assert rows(site) == before


@pytest.mark.rule("GEN-5")
def test_a_declared_hand_is_nobodys_any_more(site: Site, phone: FlaskClient) -> None:
    hand = [f"{rank}D" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    raw = a_record(DEAL, play(1, "7C"), {"type": "hand", "seat": 2, "cards": hand})
    assert "Cat has entered the own hand on a phone that is not here" in send(phone, raw).text
    table = opened(site, phone, raw)
    assert site.tables.at(table.id).fold.seq == 4
    cat = site.seat(table, 2)
    assert own_hand(site.tables.at(table.id).fold, 2) == ()
    for somebody in (phone, cat):
        data = somebody.get(f"/tables/{table.id}/record.json").data
        assert core(data) == record.write(header_of(raw), [])
        assert b"2D" not in data
        assert b"later" not in data
    form = {"event": json.dumps(play(2, "9H")), "op": "f" * 16, "seen": "4"}
    assert phone.post(f"/tables/{table.id}/events", data=form).status_code == 303


def header_of(raw: dict[str, Any]) -> record.Header:
    return record.read(json.dumps(raw)).header


def test_a_disk_that_fails_leaves_no_part_of_a_table(
    app: Flask, site: Site, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(site)
    site.device(phone)

    def broken(*_args: object) -> None:
        raise OperationalError("INSERT", {}, Exception("disk I/O error"))

    monkeypatch.setattr("webapp.store.log.op_key", broken)
    app.testing = False
    assert send(phone, a_record(*CLUBS), open="yes", op="b" * 16).status_code >= 500
    after = rows(site)
    assert (after[Table], after[DeskLine]) == (before[Table], before[DeskLine])
    monkeypatch.undo()
    assert opened(site, phone, a_record(*CLUBS), op="b" * 16).game == "sixes-and-sevens"


# Refused


def test_a_record_that_does_not_fold_is_refused_where_it_stops(site: Site, phone: FlaskClient) -> None:
    before = rows(site)
    assert len(bad()) > 30
    for raw, done in bad():
        answer = send(phone, raw, open="yes", op="c" * 16)
        assert answer.status_code == 422
        assert f"Entry {done.fold.seq + 1} of {len(raw['events'])} is not taken." in answer.text
    assert rows(site) == before


def test_the_reason_stands_beside_the_entry_and_what_was_typed_is_kept(phone: FlaskClient) -> None:
    page = send(phone, a_record(DEAL, play(1, "9H"), play(2, "9H"))).text
    assert "The nine of hearts is already played" in page
    assert "ODD-1" in page
    assert page.count("&#34;9H&#34;") >= 3


MANY = {"type": "amend", "changes": [{"target": 0, "with": [DEAL]}]}
FAULTS: dict[str, tuple[Any, str, str]] = {
    "no JSON": ("{", "no JSON", "kein JSON"),
    "no object": ([], "no record", "keine Mitschrift"),
    "no format": ({}, "its format must be sixfold-record/1", "Format muss sixfold-record/1"),
    "half a character": ('{"format":"sixfold-record/1","x":"\\ud800"}', "half of a character", "halbes Schriftzeichen"),
    "a key twice": ('{"format":"a","format":"b"}', "“format” twice", "„format“ zweimal"),
    "a number": ('{"format":1e999}', "1e999", "braucht kein Spiel"),
    "deep": ("[" * 101 + "]" * 101, "nested in it deeper", "tiefer verschachtelt"),
    "another game": (a_record(game="chess"), "No game is called “chess”", "Ein Spiel namens „chess“"),
    "another edition": (a_record(edition=2), "another edition", "anderen Fassung"),
    "too few": (a_record(players=["Ann", "Ben"]), "not for so many players: 2", "nicht für so viele Personen: 2"),
    "an option": (a_record(options={"rounds": 3}), "no option “rounds”", "Vereinbarung „rounds“"),
    "a name": (a_record(players=["Ann", "Ann", "Cat"]), "name of player 2", "Name an Platz 2"),
    "a long name": (a_record(players=["Ann", "Ben", "C" * 25]), "name of player 3", "Name an Platz 3"),
    "a hidden name": (a_record(players=["Ann", "B\u202een", "Cat"]), "name of player 2", "Name an Platz 2"),
    "a line in a name": (a_record(players=["Ann", "B\u2028en", "Cat"]), "name of player 2", "Name an Platz 2"),
    "a name in parts": (a_record(players=["Ann", "Jo\u0308rg", "Cat"]), "name of player 2", "Name an Platz 2"),
    "no event": (a_record(3), "“events[0]”", "„events[0]“ fehlt"),
    "a long entry": (a_record({**DEAL, "x": "x" * 32_000}), "Entry 1 is longer", "Eingabe 1 ist länger"),
    "too many": (a_record(*[DEAL] * 4001), "at most 4000 entries", "höchstens 4000 Eingaben"),
    "too many inside": (a_record(DEAL, *[MANY] * 2000), "at most 4000 entries", "höchstens 4000 Eingaben"),
    "nothing": ("", "Choose a file", "eine Datei wählen"),
}


@each("name", FAULTS)
def test_what_is_no_record_is_refused_in_words(site: Site, phone: FlaskClient, name: str) -> None:
    sent, english, german = FAULTS[name]
    other = site.phone("de")
    for known in (phone, other):
        site.open_table(known)
    before = rows(site)
    answer = send(phone, sent)
    assert answer.status_code == 422
    assert english in answer.text
    speaks_german(send(other, sent).text, german)
    assert rows(site) == before


def test_names_that_look_alike_are_said_before_it_is_opened(site: Site, phone: FlaskClient) -> None:
    sent = a_record(players=["Anna", "Ben", "\u0410nna"])
    assert "There is Anna already: \u0410nna is written differently, but looks alike." in send(phone, sent).text
    speaks_german(send(site.phone("de"), sent).text, "ist anders geschrieben, sieht aber gleich aus")
    assert "looks alike" not in send(phone, a_record()).text


def test_every_fault_has_words(phone: FlaskClient, app: Flask) -> None:
    """No fault that the rules name falls through to the sentence for the rest."""
    from webapp.words.record_faults import problem_said

    shown = {name: FAULTS[name][1] for name in FAULTS}
    assert len(set(shown.values())) >= len(shown) - 5
    with app.test_request_context():
        rest = problem_said(Malformed("x"))
        for fault in ("utf-8", "long", "partners", "refolded"):
            assert problem_said(Malformed("x", fault)) != rest


def test_a_file_that_is_no_text_is_refused(phone: FlaskClient) -> None:
    data = {"file": (io.BytesIO(b"\x89PNG\r\n\xff\xfe"), "picture.png")}
    answer = phone.post("/records", data=data)
    assert answer.status_code == 422
    assert "no text in UTF-8" in answer.text


def test_amendments_that_fold_too_much_are_refused(
    site: Site, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.open_table(phone)
    monkeypatch.setattr("webapp.history.records.reader.MOST_UPLOADED_REFOLDED", 20)
    assert "more entries again than can be checked" in send(phone, a_record(*CLUBS, *[MANY] * 6)).text


def test_opening_a_record_in_german(site: Site) -> None:
    phone = site.phone("de")
    speaks_german(phone.get("/records").text, "Mitschrift öffnen", "Eine Datei")
    speaks_german(send(phone, over()[0]).text, "Zum Ansehen behalten", "Geprüft")
    stopped = send(phone, a_record(DEAL, play(1, "9H"), play(2, "9H"))).text
    speaks_german(stopped, "Eingabe 3 von 3 passt nicht.", "Herz 9 ist schon gespielt")
