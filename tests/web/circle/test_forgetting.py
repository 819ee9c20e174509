"""Forgetting a player: the name goes from every row and from the bytes of the file, what was played stays."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from flask import Flask
from sqlalchemy import text

from rules_core.fields import fields_of
from rules_core.games import GAMES
from tests.databases import CHAIN, changing
from tests.web.support.circle_tables import Tables, circle_matches, tables_of_circle
from tests.web.support.name_everywhere import (
    FRAGMENT,
    NAME,
    NAMELESS,
    OF_PLAYERS,
    NameEverywhere,
    named,
    text_columns,
)
from tests.web.support.site import Site
from webapp.circle.forgetting import (
    CODED,
    ENTRIES,
    LINES,
    TEXTS,
    ZONES,
    Forgettings,
    TextRemover,
    forget,
)
from webapp.evening.keeper import EveningKeeper
from webapp.evening.lines import KINDS
from webapp.factory import services_of
from webapp.store.backups.checks import check_database
from webapp.store.backups.copies import copy_database, read_snapshot
from webapp.store.chain.links import misfits
from webapp.store.engines import StoreBusy
from webapp.store.forgetting import PLACES
from webapp.table import lines as desk_lines
from webapp.words.table_choices import TABLE_CHOICES

BEFORE = (
    "PRAGMA secure_delete=OFF",
    f"UPDATE devices SET names = '[{json.dumps(NAME * 20)}]' WHERE id = 1",
    f"UPDATE devices SET names = '[{json.dumps(NAME)}]' WHERE id = 1",
    "PRAGMA secure_delete=ON",
    "PRAGMA wal_checkpoint",
)
"""What an older release has left in the file, and the journal written into it."""
PAGES = ("", "/log", "/film", "/scores", "/protocol", "/record.json", "/scores.csv", "/record")


@pytest.fixture
def everywhere(site: Site) -> NameEverywhere:
    return NameEverywhere(site)


def forgotten(tables: NameEverywhere) -> NameEverywhere:
    with tables.site.app.app_context():
        forget(tables.circle.id, tables.player, tables.site.device(tables.host))
    return tables


def test_every_column_of_texts_is_known() -> None:
    places = {(place.table, place.column) for place in PLACES} | OF_PLAYERS
    nameless = {(table, column) for table, columns in NAMELESS.items() for column in columns.split()}
    assert {*text_columns()} == places | nameless
    assert places & nameless == set()


@pytest.mark.both_databases
def test_the_name_goes_from_every_row(everywhere: NameEverywhere) -> None:
    assert named(everywhere.site) == {(place.table, place.column) for place in PLACES} | OF_PLAYERS
    assert named(forgotten(everywhere).site) == set()


@pytest.mark.sqlite
def test_it_goes_from_the_bytes_of_the_file_and_of_backups_made_later(
    everywhere: NameEverywhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = everywhere.site.store.url
    file = Path(str(url.database))
    journal = file.with_name(f"{file.name}-wal")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in BEFORE:
            connection.execute(statement)
    assert [has_name(one) for one in (file, journal)] == [True] * 2
    forgotten(everywhere)
    monkeypatch.setattr("webapp.circle.forgetting.ERASES_AFTER", 0)
    everywhere.site.app.extensions["sixfold"].part(Forgettings).go_on()
    copy_database(url, tmp_path / "later.sqlite", CHAIN)
    assert [has_name(one) for one in (file, journal, tmp_path / "later.sqlite")] == [False] * 3


@pytest.mark.both_databases
def test_it_goes_on_after_a_kill_and_finds_what_happened_meanwhile(
    everywhere: NameEverywhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One who plays on says the name again, and the next match has it: neither brings the player back."""
    site, step, other = everywhere.site, everywhere.site.store.forget_at_table, everywhere.open("Ann", "Dan")
    late, done = everywhere.play(everywhere.open("Ann", NAME), 0), list[int]()

    def killed(table_id: int, *given: Any) -> None:
        if done:
            raise StoreBusy("killed")
        everywhere.enter(other, type="deal")
        step(table_id, *given)
        done.append(table_id)

    monkeypatch.setattr(site.store, "forget_at_table", killed)
    forgotten(everywhere)
    monkeypatch.setattr(site.store, "forget_at_table", step)
    assert (len(site.store.forgettings()), len(named(site)) > 0) == (1, True)
    people, before = {*site.store.circle_players(everywhere.circle.id)}, kept(everywhere)
    everywhere.undo(late)
    assert kept(everywhere) != before
    everywhere.enter(late, type="tally", points=[1, 0])
    assert {*site.store.circle_players(everywhere.circle.id)} == people
    again = site.store.create_successor(late.id, first_dealer=None)
    monkeypatch.setattr("webapp.circle.forgetting.ERASES_AFTER", 0)
    site.app.extensions["sixfold"].part(Forgettings).go_on()  # as the house does when it starts
    assert (named(site), site.store.forgettings(), everywhere.rebuilt()) == (set(), [], [])
    assert NAME not in site.store.table(again.id).players  # type: ignore[union-attr]
    with read_snapshot(site.store.url) as connection:
        assert list(misfits(connection, CHAIN)) == []


def test_the_file_is_written_anew_once_nobody_enters_anything(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, clock = Tables(site), [100.0]
    table = tables.open("Ann", "Ben")
    monkeypatch.setattr("webapp.store.database.time", SimpleNamespace(monotonic=lambda: clock[0]))
    entries: list[Any] = [{"type": "deal"}, {"type": "adjust", "points": [1, 0], "reason": "late"}]  # one has a line
    changes = [partial(tables.enter, table, **event) for event in entries]
    for change in (partial(site.store.open_circle, "Fridays", device_id=1), *changes):
        change()
        assert site.store.quiet_for == 0
        clock[0] += 9
        assert site.store.quiet_for == 9


def has_name(file: Path) -> bool:
    return FRAGMENT.encode() in file.read_bytes().lower()


def test_what_was_played_stays_and_is_confirmed_anew(everywhere: NameEverywhere) -> None:
    site, store = everywhere.site, everywhere.site.store
    before = kept(everywhere)
    forgotten(everywhere)
    assert (kept(everywhere), everywhere.rebuilt()) == (before, [])
    with read_snapshot(store.url) as connection:
        assert [found for found in check_database(connection, CHAIN) if not found.ok] == []
    new, other = f"#{everywhere.player}", tables_of_circle(store, everywhere.circle.id)[0].players[0]
    assert site.tables.at(everywhere.first.id).fold.header.players == ("Ann", new)
    assert other.startswith("#")
    assert other != new, "a name that was merged is another number"
    for table in (everywhere.first, everywhere.second, everywhere.at_evening):
        assert [line.kind for line in store.desk(table.id)].count("forgotten") == 1


def kept(tables: Tables) -> list[Any]:
    store, circle = tables.site.store, tables.circle.id
    return [row.model_dump() for row in (*circle_matches(store, circle), *store.circle_ratings(circle))]


def test_every_page_goes_on_without_the_name(everywhere: NameEverywhere) -> None:
    tables = (everywhere.first, everywhere.second, everywhere.at_evening)
    paths = [f"/tables/{table.id}{page}" for table in tables for page in PAGES]
    paths += [f"/evenings/{everywhere.hall.id}{page}" for page in ("", "/standing", "/people", "/archive")]
    paths += [f"/circles/{everywhere.circle.id}{page}" for page in ("", "/matches", "/players")]
    before = {path: everywhere.host.get(path, follow_redirects=True) for path in ("/", *paths)}
    assert sum(FRAGMENT in answer.get_data(as_text=True).lower() for answer in before.values()) > len(paths) / 2
    forgotten(everywhere)
    for path in before:
        answer = everywhere.host.get(path, follow_redirects=True)
        said = answer.get_data(as_text=True).lower()
        assert (path, answer.status_code, FRAGMENT in said) == (path, before[path].status_code, False)
    log = everywhere.host.get(f"/tables/{everywhere.first.id}/log").get_data(as_text=True)
    assert "A name was taken out of this table" in log


@pytest.mark.both_databases
def test_another_process_shows_the_name_no_more(everywhere: NameEverywhere, built: Flask) -> None:
    site = everywhere.site
    other = services_of(site.app.extensions["sixfold"].config, site.store)
    tables, evenings = other.tables, other.part(EveningKeeper)
    assert NAME in tables.at(everywhere.first.id).fold.header.players
    assert NAME in str(evenings.at(everywhere.hall.id).state.people)
    forgotten(everywhere)
    if not site.store.is_shared:  # there nobody but this process changes anything
        tables.refresh(everywhere.first.id)
    assert NAME not in str([event.body for event in site.store.events(everywhere.first.id)])
    assert NAME not in tables.at(everywhere.first.id).fold.header.players
    assert NAME not in str(evenings.at(everywhere.hall.id).state)


@pytest.mark.both_databases
def test_a_line_that_somebody_has_changed_is_still_found_out(everywhere: NameEverywhere) -> None:
    with changing(everywhere.site.store) as session:
        session.execute(text(f"UPDATE events SET op = 'x' WHERE seq = 2 AND table_id = {everywhere.first.id}"))
    forgotten(everywhere)
    with read_snapshot(everywhere.site.store.url) as connection:
        assert {found.table_id for found in misfits(connection, CHAIN)} == {everywhere.first.id}


@pytest.mark.both_databases
def test_the_same_name_elsewhere_is_somebody_else(site: Site) -> None:
    tables = Tables(site)
    tables.play(tables.open("Ann", "Ben"), 0)
    alone = tables.play(tables.open("Ann", "Ben", belongs=False), 0)
    there = tables.play(tables.open("Ben", "Cat", belongs=False), 0)
    fridays = site.store.open_circle("Fridays of Ben", device_id=site.device(tables.host))
    site.circle_tables.give(there.id, fridays.id)
    ben = next(number for number, one in site.store.circle_players(tables.circle.id).items() if one.name == "Ben")
    with site.app.app_context():
        forget(tables.circle.id, ben, site.device(tables.host))
    assert [site.store.table(table.id).players for table in (alone, there)] == [["Ann", "Ben"], ["Ben", "Cat"]]  # type: ignore[union-attr]
    assert {one.name for one in site.store.circle_players(fridays.id).values()} == {"Ben", "Cat"}
    assert {one.name for one in site.store.circle_players(tables.circle.id).values()} == {"Ann", f"#{ben}"}
    again = tables.play(tables.open("Ann", "Ben"), 0)
    assert circle_matches(site.store, tables.circle.id)[0].players[1] != ben, "who comes again begins anew"
    assert tables.rebuilt() == []
    assert again.players == ["Ann", "Ben"]


# Texts


def test_a_name_goes_as_a_whole_word_in_any_case() -> None:
    remover = TextRemover({"Ben": "#7", "Jürgen K.": "#8"}, ["Ben Meier", "Bens", "Ann", "Benno"])
    said = "Ben, BEN and ben’s friend Ben Meier ask Benno for Bens card; JÜRGEN K. and Ju\u0308rgen K. do not."
    left = "#7, #7 and #7’s friend Ben Meier ask Benno for Bens card; #8 and #8 do not."
    assert remover.text(said) == left
    assert TextRemover({"Ben": "#7"}).text("Bens Karte, Bens’ Karte, Benson") == "#7s Karte, #7s’ Karte, Benson"


def test_a_name_goes_however_it_is_spaced_and_no_other_words_do() -> None:
    remover = TextRemover({"Karl-Heinz": "#7", "Ina": "#8"}, ["Karlheinz Ott"])
    said = "Karl Heinz, KARLHEINZ’ and Karl\u2011Heinz with I N A and I-n-a; Karlheinz Ott came in a car"
    left = "#7, #7’ and #7 with #8 and #8; Karlheinz Ott came in a car"
    assert remover.text(said) == left


def test_the_number_of_somebody_who_was_called_so_is_no_name() -> None:
    remover = TextRemover({"7": "##7", "12": "#12"})
    assert remover.text(remover.text("7 asks 12, and #12 asks 7")) == "##7 asks #12, and #12 asks ##7"


def test_codes_stay_whatever_somebody_is_called() -> None:
    remover = TextRemover(
        {"gen": "#1", "stands": "#2", "other": "#3", "ruling": "#4", "points": "#5", "text": "#6", "late": "#7"}
    )
    ruling = '{"by":"#6","event":1,"remedy":"stands","rule":"GEN-1","text":"so","type":"ruling"}'
    assert remover.event(ruling.replace('"#6"', '"Text"')) == ruling
    ready = ruling.replace('"remedy"', '"ready":"too-late","remedy"')
    assert remover.event(ready) == ready
    assert remover.event(ready.replace("too-late", "late")) == ready.replace("too-late", "#7")
    dispute = {"why": "other", "text": "Other", "by": "Gen"}
    assert remover.line("dispute", dispute) == {"why": "other", "text": "#3", "by": "#1"}
    assert remover.line("dispute", {"why": "late"}) == {"why": "#7"}, "a file has brought it"
    penalty = {"step": "points", "reason": "points", "rule": "GEN-5", "by": "Ann"}
    assert remover.line("penalty", penalty) == {**penalty, "reason": "#5"}
    for kind in ("penalty", "penalised"):
        assert remover.line(kind, {"ready": "other"}) == {"ready": "other"}
        assert remover.line(kind, {"ready": "late"}) == {"ready": "#7"}
    assert remover.line("adjusted", {"to": "percentage", "by": "Gen"}) == {"to": "percentage", "by": "#1"}


def test_referees_of_an_evening_are_forgotten_where_they_have_tables_and_calls() -> None:
    remover = TextRemover({"Rita": "#1"})
    zones = {"zones": [{"first": 1, "last": 9, "by": "Rita"}, {"first": 10, "last": 20, "by": "Karl"}], "head": "Rita"}
    left = {"zones": [{"first": 1, "last": 9, "by": "#1"}, {"first": 10, "last": 20, "by": "Karl"}], "head": "#1"}
    assert remover.line("zoned", zones) == left
    assert remover.line("handed-over", {"table": 1, "to": "Rita"}) == {"table": 1, "to": "#1"}


def test_every_field_that_people_type_into_is_known() -> None:
    """A field of a new entry or line is a text, or it is known to hold codes."""
    events = {struct for game in GAMES.values() for name, struct in game.events.items()}
    typed = {field.name for struct in events for field in fields_of(struct) if "text" in (field.kind, _item(field))}
    assert typed - TEXTS == {*CODED}
    coded = {"claimed", "fingerprint", "house", "ready", "rule", "step", "written"}
    desk = {"card", "case", "code", "result", "role", "signs", "type", ENTRIES, LINES, "book", *TABLE_CHOICES}
    assert {*_texts(desk_lines.KINDS.values())} - TEXTS == coded | desk
    assert {*_texts(KINDS.values())} - TEXTS == coded | {"game", "plan", "role", "word", LINES, ZONES}


def _item(field: Any) -> str:
    return "" if field.item is None else str(field.item.kind)


def _texts(structs: Iterable[type[msgspec.Struct]]) -> Iterable[str]:
    for struct in structs:
        for field in msgspec.inspect.type_info(struct).fields:  # type: ignore[union-attr]
            if "StrType" in repr(field.type) or "EnumType" in repr(field.type):
                yield field.encode_name
