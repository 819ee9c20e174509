"""Page of an evening's standing: every number with where it comes from, and what corrections have changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Corrected, line_of
from webapp.evening.standing.rows import Row, Standing
from webapp.evening.standing_of import EveningStanding, corrections, standing_of
from webapp.evening.standing_words import (
    change_said,
    part_said,
    points_said,
    tie_said,
)
from webapp.evening.viewer import EveningViewer
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext


@dataclass(frozen=True)
class RowShown:
    """Somebody's row. `cells` by round, empty where there is nothing; `lines` say where its numbers come from.

    There is no `place` before anything counts.
    """

    place: int | None
    shared: bool
    name: str
    team: str
    cells: tuple[str, ...]
    waits: bool
    total: str
    second: str
    moved: int
    own: bool
    lines: tuple[str, ...]


@dataclass(frozen=True)
class TeamShown:
    """A team's row."""

    place: int
    name: str
    total: str
    people: str


@dataclass(frozen=True)
class StandingShown:
    """One standing. `title` names the game where an evening has several."""

    title: str
    rounds: tuple[int, ...]
    rows: tuple[RowShown, ...]
    teams: tuple[TeamShown, ...]
    second: str


@dataclass(frozen=True)
class CorrectionShown:
    """A correction: which table of which round, when, and what it changed for whom."""

    what: str
    at: datetime
    lines: tuple[str, ...]


@dataclass(frozen=True)
class StandingPage:
    """The page. `hidden`: the newest round is left out for this viewer, `held`: it is for others."""

    said: str
    standings: tuple[StandingShown, ...]
    corrections: tuple[CorrectionShown, ...]
    hidden: bool
    held: bool


def sees_hidden(viewer: EveningViewer) -> bool:
    """Tells whether a hidden round is shown to this viewer: to those who run the evening."""
    return viewer.runs


def standing_page(now: EveningNow, viewer: EveningViewer) -> StandingPage:
    """Returns the page of this viewer."""
    found = standing_of(now, sees_all=sees_hidden(viewer))
    return StandingPage(
        after_said(now, found),
        tuple(_shown(title, one, found.names, viewer.person) for title, one in _titled(found)),
        tuple(_corrections(now, found)),
        found.hidden,
        now.state.is_hidden and not found.hidden,
    )


def after_said(now: EveningNow, found: EveningStanding) -> str:
    """Returns after how many rounds a standing is; rounds of which no result is in do not count."""
    if not now.state.plan.is_tournament:
        return ngettext("%(num)s match", "%(num)s matches", len(now.state.matches))
    counted = [one for one in now.state.rounds if any(it.is_in for it in one.sittings.values())]
    rounds = len(counted) - (1 if found.hidden and counted and counted[-1] is now.state.round else 0)
    if not rounds:
        return _("No result is in yet")
    missing = [] if found.hidden else list(counted[-1].missing)
    if missing and not counted[-1].ended:
        return _("Round %(round)s is still open", round=rounds)
    return _("After round %(round)s", round=rounds)


def _titled(found: EveningStanding) -> list[tuple[str, Standing]]:
    if found.whole is not None:
        return [("", found.whole)]
    return [(look_of(game).name, one) for game, one in found.by_game.items()]


def _shown(title: str, one: Standing, names: Mapping[int, str], own: int | None) -> StandingShown:
    second = _("The game’s own points") if one.scoring.game_points_next else ""
    return StandingShown(
        title,
        one.rounds if not title else (),
        tuple(_row(row, one, names, own) for row in _in_order(one)),
        tuple(
            TeamShown(
                team.place, team.team, points_said(one.scoring.shown_total(team.total)), _names(team.people, names)
            )
            for team in (one.teams if one.has_begun else ())
        ),
        second,
    )


def _in_order(one: Standing) -> Sequence[Row]:
    """Returns the rows by their places, before there are places by the numbers on the list: a lot says nothing yet."""
    return one.rows if one.has_begun else sorted(one.rows, key=lambda row: row.person)


def _names(people: tuple[int, ...], names: Mapping[int, str]) -> str:
    return ", ".join(names[person] for person in people)


def _row(row: Row, one: Standing, names: Mapping[int, str], own: int | None) -> RowShown:
    scoring = one.scoring
    cells = ("" if it.points is None else points_said(scoring.shown_total(it.points)) for it in row.by_round)
    parts = [part_said(part, scoring, names) for part in row.parts]
    ties = [tie_said(step, row.person, scoring, names) for step in row.ties]
    return RowShown(
        row.place if one.has_begun else None,
        row.shared and one.has_begun,
        names[row.person],
        scoring.teams.get(row.person, ""),
        tuple(cells),
        any(it.waits for it in row.by_round),
        points_said(scoring.shown_total(row.total)),
        points_said(scoring.shown_game_points(row.game_points)) if scoring.game_points_next else "",
        row.moved or 0,
        row.person == own,
        (*parts, *ties) if one.has_begun else (),
    )


def _corrections(now: EveningNow, found: EveningStanding) -> list[CorrectionShown]:
    shown = []
    for seq, changed in reversed(corrections(now, sees_all=not found.hidden)):
        row = now.lines[seq - 1]
        line = line_of(row.kind, row.body)
        assert isinstance(line, Corrected)
        assert found.whole is not None  # corrections are of tournaments
        where = _("Round %(round)s, table %(table)s", round=line.round, table=line.number)
        what = _("%(where)s was corrected", where=where)
        lines = tuple(change_said(change, found.whole.scoring, found.names) for change in changed)
        shown.append(CorrectionShown(what, row.made_at, lines or (_("No total and no place has changed."),)))
    return shown
