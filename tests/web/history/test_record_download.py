"""A match as a file, a table of scores and a protocol: for whom, with what in it, and how it is said."""

import csv
import io
import json
import re
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core import record
from tests.cases import each
from tests.web.support.german_pages import speaks_german
from tests.web.support.records import DEAL, a_record, core, opened, over, play
from tests.web.support.site import Site
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

PATHS = ("/record", "/record.json", "/scores.csv", "/scores.xlsx", "/protocol")
TALLY = {"type": "tally", "tricks": [9, 4, 4]}
ADJUST = {"type": "adjust", "points": [0, -2, 0], "reason": "=1+1"}
REVOKE = [play(*laid) for laid in [(1, "7C"), (2, "2H"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5C")]]
RULING = {"type": "ruling", "event": 2, "text": "It was seen by all.", "rule": "ODD-7", "remedy": "stands", "by": "Eva"}
each_path = pytest.mark.parametrize("path", PATHS)


def at_table(site: Site, phone: FlaskClient, *events: Any, **more: Any) -> Table:
    return opened(site, phone, a_record(*events, **more))


def lines_of(phone: FlaskClient, table: Table) -> list[list[str]]:
    text = phone.get(f"/tables/{table.id}/scores.csv").data.decode("utf-8-sig")
    delimiter = ";" if "Stand von" in text else ","
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


# Who


@each_path
def test_whoever_may_look_gets_it(site: Site, host: FlaskClient, path: str) -> None:
    table = at_table(site, host, DEAL, TALLY)
    for phone in (host, site.seat(table, 1), site.watcher(table), site.referee(table)):
        assert phone.get(f"/tables/{table.id}{path}").status_code == 200


def test_the_score_sheet_and_the_menu_lead_there(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY)
    for path in ("", "/scores"):
        assert f'href="/tables/{table.id}/record"' in host.get(f"/tables/{table.id}{path}").text


# The record


def _today() -> str:
    return datetime.now(UTC).astimezone().date().isoformat()


def test_the_file_says_what_it_is(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY)
    began = _today()
    answer = host.get(f"/tables/{table.id}/record.json")
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    # A midnight may lie in between.
    names = [f'attachment; filename="sixes-and-sevens-{day}.json"' for day in (began, _today())]
    assert answer.headers["Content-Disposition"] in names
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    code = site.store.invites(table.id)["player"].code
    assert code not in answer.text


def test_undos_and_amendments_stay_in_it(site: Site, host: FlaskClient) -> None:
    amend = {"type": "amend", "changes": [{"target": 1, "with": [play(1, "8C")]}], "reason": "typed wrongly"}
    events = [DEAL, play(1, "7C"), amend, {"type": "undo"}]
    table = at_table(site, host, *events)
    data = host.get(f"/tables/{table.id}/record.json").data
    assert record.read(data).events == tuple(events)
    assert data.count(b"\n") == 1


def test_its_page_says_that_it_is_whole(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY)
    page = host.get(f"/tables/{table.id}/record").text
    assert "The whole log, 2 entries" in page
    assert "left out" not in page


@pytest.mark.rule("GEN-5")
def test_its_page_says_what_is_left_out_and_why(site: Site, host: FlaskClient) -> None:
    trick = [play(2, "7C"), play(0, "8C"), play(1, "9C"), play(1, "7D"), play(2, "8D"), play(0, "9D")]
    table = at_table(site, host, DEAL, TALLY, DEAL | {"dealer": 1}, *trick)
    page = host.get(f"/tables/{table.id}/record").text
    assert "The first 2 of 9 entries. Hand 2 is left out" in page
    assert "Closed to players" not in page
    sees_all = site.referee(table).get(f"/tables/{table.id}/record").text
    assert "The whole log, 9 entries" in sees_all
    assert "Closed to players" in sees_all
    assert "up to entry 2" in sees_all


@pytest.mark.rule("GEN-5")
def test_its_page_says_that_the_own_hand_is_in_it(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host)
    cat = site.seat(table, 2)
    hand = [f"{rank}S" for rank in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    for number, raw in enumerate((DEAL, {"type": "hand", "seat": 2, "cards": hand})):
        made = site.make(table.id, Viewer(site.device(cat), "player", 2), raw, op=f"{number:016}", seen=None)
        assert isinstance(made, Made)
    assert "The own hand that was entered on this phone is in it." in cat.get(f"/tables/{table.id}/record").text
    page = host.get(f"/tables/{table.id}/record").text
    assert "The first 0 of 2 entries" in page
    assert f'class="btn" href="/tables/{table.id}/record.json"' in page, "an empty file is not urged on anybody"
    assert "4C" not in host.get(f"/tables/{table.id}/record.json").text


# The scores


def test_the_scores_are_a_line_a_hand_with_running_totals(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY, ADJUST, {"type": "deal"}, {"type": "tally", "tricks": [0, 17, 0]})
    assert lines_of(host, table) == [
        ["Number of the hand", "Ann", "Ben", "Cat", "Total of Ann", "Total of Ben", "Total of Cat", "Reason"],
        ["1", "9", "4", "4", "9", "4", "4", ""],
        ["Adjusted", "0", "-2", "0", "9", "2", "4", "'=1+1 (from a file, not vouched for here)"],
        ["2", "0", "17", "0", "9", "19", "4", ""],
    ]


def test_the_file_is_one_that_spreadsheets_read(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY)
    answer = host.get(f"/tables/{table.id}/scores.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["Content-Disposition"].endswith('.csv"')
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.data.count(b"\r\n") == answer.data.count(b"\n") == 2


@each("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_name_or_reason_becomes_a_formula(site: Site, host: FlaskClient, start: str) -> None:
    names = ["Ann", "Ben", "@Cat" if start.isspace() else f"{start}Cat"]
    adjust = {**ADJUST, "reason": f'{start}cmd|"x",y'}
    head, _hand, adjusted = lines_of(host, at_table(site, host, DEAL, TALLY, adjust, players=names))
    assert head[3] == f"'{names[2]}"
    assert head[6] == f"Total of {names[2]}"
    assert adjusted[7] == f"'{adjust['reason']} (from a file, not vouched for here)"
    assert adjusted[2] == "-2"


@pytest.mark.parametrize(
    ("game", "word"), [("sichere-six", "Nummer der Runde"), ("sichermans-war", "Nummer der Schlacht")]
)
def test_the_head_is_in_the_words_of_the_game_and_the_phone(site: Site, game: str, word: str) -> None:
    phone = site.phone("de")
    raw = next(raw for raw in over() if raw["game"] == game)
    head, *lines = lines_of(phone, opened(site, phone, raw))
    assert head[0] == word
    assert f"Stand von {raw['players'][0]}" in head
    assert lines


def test_where_numbers_have_a_comma_a_semicolon_parts_the_cells(site: Site, host: FlaskClient) -> None:
    phone = site.phone("de")
    table = at_table(site, phone, DEAL, TALLY)
    first = phone.get(f"/tables/{table.id}/scores.csv").data.decode("utf-8-sig").splitlines()
    assert first == ["Nummer des Spiels;Ann;Ben;Cat;Stand von Ann;Stand von Ben;Stand von Cat;Grund", "1;9;4;4;9;4;4;"]


def test_a_workbook_has_the_same_with_numbers_as_numbers(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY, ADJUST, players=["Ann", "Ben", "=Cat"])
    answer = host.get(f"/tables/{table.id}/scores.xlsx")
    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    assert answer.headers["Content-Disposition"].endswith('.xlsx"')
    with zipfile.ZipFile(io.BytesIO(answer.data)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet, "no formula, whatever a name begins with"
    cell = r'<c r="(\w+)"[^>]*>(?:<is><t[^>]*>([^<]*)</t></is>|<v>([^<]+)</v>)'
    found = {place: int(number) if number else text for place, text, number in re.findall(cell, sheet)}
    assert [found[f"{column}1"] for column in "ABCD"] == ["Number of the hand", "Ann", "Ben", "=Cat"]
    assert [found[f"{column}2"] for column in "ABCDE"] == [1, 9, 4, 4, 9]
    assert [found["A3"], found["C3"], found["H3"]] == ["Adjusted", -2, "=1+1 (from a file, not vouched for here)"]


# The protocol


def test_the_protocol_tells_the_match(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY, ADJUST, options={"ties_low": True})
    page = host.get(f"/tables/{table.id}/protocol").text
    for said in ("Ann", "9 tricks", "=1+1", "The lowest card takes the trick", "ODD-V2", "The match is not over."):
        assert said in page, said
    assert "Entered by totals: nothing can be said about play." in page
    assert "data-print" in page


def test_the_protocol_names_the_winners(site: Site, host: FlaskClient) -> None:
    table = opened(site, host, next(raw for raw in over() if raw["game"] == "deep-six"))
    page = host.get(f"/tables/{table.id}/protocol").text
    assert "win</small>" in page
    assert "The match is not over." not in page


def test_the_protocol_holds_rulings_and_disputes(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, *REVOKE, RULING)
    dispute = {"why": "revoke", "text": "I saw a club.", "by": "Ben", "pause": False, "hand": 1}
    assert isinstance(site.tables.add(table.id, Viewer(site.device(host), "host"), line_of("dispute", dispute)), Made)
    page = host.get(f"/tables/{table.id}/protocol").text
    for said in ("It stands as it was played. It was seen by all.", "Hand 1, trick 1: Cat played", "Eva"):
        assert said in page, said
    for said in ("Revoke: I saw a club.", "Ben", "open"):
        assert said in page, said
    year = datetime.now(UTC).astimezone().year
    assert f" {year}, " in page
    assert "at a time that the file does not say" in page


def test_a_ruling_that_was_reopened_is_marked(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, *REVOKE, RULING)
    assert "Reopened by" not in host.get(f"/tables/{table.id}/protocol").text
    site.tables.add(table.id, Viewer(site.device(host), "host"), line_of("reopen", {"ruling": 7}))
    assert "Reopened by the host" in host.get(f"/tables/{table.id}/protocol").text


def test_the_protocol_misses_no_ruling_that_shares_its_place(site: Site, host: FlaskClient) -> None:
    laid = [play(*one) for one in ((1, "7C"), (2, "8C"), (0, "9C"))]
    between = {"type": "amend", "changes": [{"target": 3, "with": [RULING, laid[2]]}]}
    page = host.get(f"/tables/{at_table(site, host, DEAL, *laid, between).id}/protocol").text
    assert "It stands as it was played. It was seen by all." in page
    assert "Hand 1, trick 1: Cat played the eight of clubs" in page


@pytest.mark.rule("GEN-5")
def test_the_protocol_names_no_card_of_a_closed_trick(site: Site, host: FlaskClient) -> None:
    laid = [(1, "7C"), (2, "8C"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5D"), (2, "9H"), (0, "8H"), (1, "7H")]
    table = at_table(site, host, DEAL, *(play(*one) for one in laid), {**RULING, "rule": "ODD-8"})
    for phone in (host, site.referee(table)):  # it lies on the table, whoever prints it
        page = phone.get(f"/tables/{table.id}/protocol").text
        assert "Hand 1, trick 1, closed for now" in page
        assert not re.search("(8|eight) of clubs", page)


def test_of_very_many_hands_the_protocol_leaves_out_what_they_prove(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.history.records.protocol.MOST_AUDITED_HANDS", 0)
    table = at_table(site, host, DEAL, TALLY)
    assert "Entered by totals" not in host.get(f"/tables/{table.id}/protocol").text


@pytest.mark.parametrize("raw", {raw["game"]: raw for raw in over()}.values(), ids=lambda raw: raw["game"])
def test_record_and_protocol_in_german(site: Site, raw: dict[str, Any]) -> None:
    phone = site.phone("de")
    table = opened(site, phone, raw)
    speaks_german(phone.get(f"/tables/{table.id}/record").text, "Mitschrift herunterladen", "Fingerabdruck")
    speaks_german(phone.get(f"/tables/{table.id}/protocol").text, "Vor dem ersten Geben vereinbart", "Unterschriften")


def test_in_german_while_the_hand_is_closed(site: Site) -> None:
    phone = site.phone("de")
    laid = [play(2, "7C"), play(0, "8C"), play(1, "9C"), play(1, "7D"), play(2, "8D"), play(0, "9D")]
    table = opened(site, phone, a_record(DEAL, TALLY, DEAL | {"dealer": 1}, *laid, {**RULING, "event": 0, "text": ""}))
    speaks_german(phone.get(f"/tables/{table.id}/record").text, "Es fehlt Spiel 2")
    speaks_german(phone.get(f"/tables/{table.id}/protocol").text, "Entscheidungen", "Die Partie ist nicht zu Ende.")
    sees_all = site.referee(table)
    sees_all.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    speaks_german(sees_all.get(f"/tables/{table.id}/record").text, "Spiel 2 ist dabei")


def test_a_record_that_was_downloaded_opens_again(site: Site, host: FlaskClient) -> None:
    table = at_table(site, host, DEAL, TALLY, ADJUST, {"type": "undo"})
    data = host.get(f"/tables/{table.id}/record.json").data
    again = opened(site, host, json.loads(data))
    assert core(host.get(f"/tables/{again.id}/record.json").data) == core(data)
