"""Standing of an evening, its page and addresses: every number with its source, and what corrections have changed.

Its penalties as a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, render_template, url_for

from webapp.evening.closed_rounds import periods_said, signers, what_said
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Adjusted, Corrected, Signed, line_of
from webapp.evening.spreadsheets import penalties_csv, standing_csv
from webapp.evening.standing.ranking import GroupRow
from webapp.evening.standing.rows import Standing, StandingRow
from webapp.evening.standing.scoring import Scoring
from webapp.evening.standing_words import (
    NOTHING_CHANGED,
    Names,
    change_said,
    groups_said,
    part_said,
    points_said,
    ruling_said,
    tie_said,
)
from webapp.evening.standings import EveningStanding, corrections, standing_of
from webapp.evening.state import EveningState, Round
from webapp.evening.stream import EveningPage, from_template, open_evening_stream
from webapp.evening.summary import EveningHead, Tables
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_evening, visit_to_help
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.spreadsheets import CSV
from webapp.referee.request_page import signers as signers_at_table
from webapp.services import services
from webapp.words.phrases import by_organiser, day_and_time, listed, round_and_table


@dataclass(frozen=True)
class RowShown:
    """Somebody's row. `cells` by round, empty where there is nothing; `lines` say where its numbers come from, `ties`
    which tie-breaks were asked, `decided` those that told them from others. `marked`: a ruling has set a round, whose
    cell has a star.

    There is no `place` before anything counts.
    """

    place: int | None
    shared: bool
    name: str
    team: str
    cells: tuple[str, ...]
    waits: bool
    penalties: str
    total: str
    second: str
    moved: int
    own: bool
    left: bool
    marked: bool
    lines: tuple[str, ...]
    ties: tuple[str, ...]
    decided: tuple[str, ...]


@dataclass(frozen=True)
class GroupShown:
    """The row of a pair or a team; `ties` say which tie-breaks decided."""

    place: int
    shared: bool
    name: str
    people: str
    cells: tuple[str, ...]
    total: str
    own: bool
    ties: tuple[str, ...]


@dataclass(frozen=True)
class GroupsShown:
    title: str
    rows: tuple[GroupShown, ...]


@dataclass(frozen=True)
class StandingShown:
    """One standing. `title` names the game where an evening has several. Pairs come before the rows, teams after.

    `penalised`: a column of penalties of the whole evening has something in it.
    """

    title: str
    rounds: tuple[int, ...]
    rows: tuple[RowShown, ...]
    pairs: tuple[GroupsShown, ...]
    teams: tuple[GroupsShown, ...]
    second: str
    penalised: bool


@dataclass(frozen=True)
class CorrectionShown:
    """A correction: which table of which round, when, and what it changed for whom.

    `by` are the two who signed where the round was closed.
    """

    what: str
    at: datetime
    lines: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True)
class StandingPage:
    """The page as of the newest line. `lacking` says that results are missing of a round that is over.

    `hidden`: this viewer does not see the newest round, `held`: others do not.
    """

    said: str
    lacking: str
    standings: tuple[StandingShown, ...]
    corrections: tuple[CorrectionShown, ...]
    hidden: bool
    held: bool
    periods: tuple[str, ...]
    as_of: str


def sees_hidden(viewer: EveningViewer) -> bool:
    """Tells whether a hidden round is shown to this viewer: to those who run the evening."""
    return viewer.runs


def standing_page(now: EveningNow, viewer: EveningViewer) -> StandingPage:
    found = standing_of(now, sees_all=sees_hidden(viewer))
    return StandingPage(
        after_said(now, found),
        lacking_said(now.state),
        tuple(_shown(title, one, found.names, viewer.person) for title, one in _titled(found)),
        tuple(_corrections(now, found)),
        found.hidden,
        now.state.is_hidden and not found.hidden,
        tuple(periods_said(now)),
        day_and_time(now.lines[-1].made_at if now.lines else now.row.created_at),
    )


def after_said(now: EveningNow, found: EveningStanding) -> str:
    """Returns after how many rounds a standing is, or that it is final; rounds without any result do not count."""
    if not now.state.plan.is_tournament:
        return ngettext("%(num)s match", "%(num)s matches", len(now.state.matches))
    counted = [one for one in now.state.rounds if any(it.is_in for it in one.sittings.values())]
    rounds = len(counted) - (1 if found.hidden and counted and counted[-1] is now.state.round else 0)
    if not rounds:
        return _("No result is in yet")
    if now.state.is_closed and not found.hidden:
        return _("Final standing")
    missing = [] if found.hidden else list(counted[-1].missing)
    if missing and not counted[-1].ended:
        return _still_open(rounds)
    return _("After round %(round)s", round=rounds)


def _still_open(number: int) -> str:
    return _("Round %(round)s is still open", round=number)


def ended_without(state: EveningState) -> Round | None:
    """Returns the newest round that is over, where results of it are missing."""
    over = [one for one in state.rounds if one.ended or state.is_closed]
    return over[-1] if over and over[-1].missing else None


def lacking_said(state: EveningState) -> str:
    """Returns that results are missing of a round that is over, "" where all are in."""
    lacking = ended_without(state)
    if lacking is None:
        return ""
    if not state.is_closed:
        return _still_open(lacking.number)
    return ngettext(
        "The result of %(num)s table is missing. It counts nothing.",
        "The results of %(num)s tables are missing. They count nothing.",
        len(lacking.missing),
    )


def _titled(found: EveningStanding) -> list[tuple[str, Standing]]:
    if found.whole is not None:
        return [("", found.whole)]
    return [(look_of(game).name, one) for game, one in found.by_game.items()]


def _shown(title: str, one: Standing, names: Mapping[int, str], own: int | None) -> StandingShown:
    second = _("The game’s own points") if one.scoring.game_points_next else ""
    groups = list(_groups(one, names, own))
    rows = one.rows if one.has_begun else sorted(one.rows, key=lambda row: row.person)
    return StandingShown(
        title,
        one.rounds if not title else (),
        tuple(_row(row, one, names, own) for row in rows),
        tuple(shown for rows, shown in groups if rows is one.pairs),
        tuple(shown for rows, shown in groups if rows is one.teams),
        second,
        any(row.penalties_in(None) for row in one.rows),
    )


def _groups(one: Standing, names: Names, own: int | None) -> Iterator[tuple[Sequence[GroupRow], GroupsShown]]:
    for title, rows, called in groups_said(one, names) if one.has_begun else ():
        told = {} if rows is one.pairs else names
        yield rows, GroupsShown(title, tuple(_group(row, one.scoring, told, called, own) for row in rows))


def _group(row: GroupRow, scoring: Scoring, names: Names, called: Names, own: int | None) -> GroupShown:
    return GroupShown(
        row.place,
        row.shared,
        called[row.group],
        listed(names[person] for person in row.people if names),
        tuple("" if points is None else points_said(scoring.shown_total(points)) for points in row.by_round),
        points_said(scoring.shown_total(row.total)),
        own in row.people,
        tuple(tie_said(step, row.group, scoring, called) for step in row.ties),
    )


def _row(row: StandingRow, one: Standing, names: Mapping[int, str], own: int | None) -> RowShown:
    scoring = one.scoring
    said = (("" if it.points is None else points_said(scoring.shown_total(it.points)), it.round) for it in row.by_round)
    cells = (points and f"{points}{'*' if round_ in row.adjusted else ''}" for points, round_ in said)
    penalties = row.penalties_in(None)
    parts = [part_said(part, scoring, names) for part in row.parts]
    ties = [tie_said(step, row.person, scoring, names) for step in row.ties]
    return RowShown(
        row.place if one.has_begun else None,
        row.shared and one.has_begun,
        names[row.person],
        scoring.teams.get(row.person, ""),
        tuple(cells),
        any(it.waits for it in row.by_round),
        points_said(scoring.shown_total(penalties)) if penalties else "",
        points_said(scoring.shown_total(row.total)),
        points_said(scoring.good(row.game_points)) if scoring.game_points_next else "",
        row.moved or 0,
        row.person == own,
        row.person in scoring.left,
        bool(row.adjusted),
        tuple(parts) if one.has_begun else (),
        tuple(ties) if one.has_begun else (),
        tuple(said for said, step in zip(ties, row.ties, strict=True) if one.has_begun and step.decided),
    )


def _corrections(now: EveningNow, found: EveningStanding) -> list[CorrectionShown]:
    shown = []
    for seq, changed in reversed(corrections(now, sees_all=not found.hidden)):
        row = now.lines[seq - 1]
        line = line_of(row.kind, row.body)
        assert found.whole is not None  # corrections are of tournaments
        what, by = _("What counts was changed"), ""
        if isinstance(line, Corrected):
            what, by = _where(line.round, line.number), _signers(now, line, row.made_at)
        elif isinstance(line, Signed):
            one = now.state.proposals[line.proposal]
            what, by = _where(one.round, one.table) if one.table else what_said(now.state, one), signers(one)
        elif isinstance(line, Adjusted):
            what, by = ruling_said(now.state, line), by_organiser(line.by)
        lines = tuple(change_said(change, found.whole.scoring, found.names) for change in changed)
        nothing = (_(NOTHING_CHANGED),)
        shown.append(CorrectionShown(what, row.made_at, lines or nothing, by))
    return shown


def _where(number: int, table: int) -> str:
    where = round_and_table(number, table)
    return _("%(where)s was corrected", where=where)


def _signers(now: EveningNow, line: Corrected, at: datetime) -> str:
    """Returns the signers of the entries that changed a table's result in a closed round; "" in an open one."""
    here = now.state.round_of(line.round)
    sitting = None if here is None or here.closed_at is None else here.sittings.get(line.number)
    if here is None or here.closed_at is None or at < here.closed_at or sitting is None or sitting.table is None:
        return ""
    there = services().tables.at(sitting.table)
    signed = [one for one in there.desk.changes if one.state == "signed" and one.made_at <= at]
    return signers_at_table(signed[-1]) if signed else ""


bp = Blueprint("evening_standing", __name__)
STANDING = "/evenings/<int:evening_id>/standing"


@bp.get(STANDING)
def show(evening_id: int) -> str:
    """Shows the standing as far as this device may see it."""
    now, viewer = visit_evening(evening_id)
    stream = url_for("evening_standing.stream", evening_id=evening_id)
    return render_template("evening/standing.html", **_context(now, {}, viewer), stream=stream)


@bp.get(f"{STANDING}/stream")
def stream(evening_id: int) -> Response:
    """Sends the standing now and after every change."""
    _now, viewer = visit_evening(evening_id)
    return open_evening_stream(evening_id, viewer, STANDING_PAGE)


@bp.get(f"{STANDING}.csv")
def standing_file(evening_id: int) -> Response:
    here = visit_evening(evening_id)
    return here.file("-standing.csv", standing_csv(here.now, sees_all=sees_hidden(here.viewer)), CSV)


@bp.get("/evenings/<int:evening_id>/penalties.csv")
def penalties_file(evening_id: int) -> Response:
    """Sends every penalty to those who help to run the evening."""
    here = visit_to_help(evening_id)
    return here.file("-penalties.csv", penalties_csv(here.now), CSV)


def _context(now: EveningNow, _tables: Tables, viewer: EveningViewer) -> dict[str, object]:
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "page_of_standing": standing_page(now, viewer),
        "viewer": viewer,
    }


STANDING_PAGE = EveningPage("standing", _context, from_template("evening/_standing.html"))
