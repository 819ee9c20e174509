"""A standing in words: where each number comes from, which tie-break decided, what a correction changed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, assert_never

from babel.numbers import format_decimal

from webapp.evening.standing.points import NO_ROUND, AdjustedPart, ByePart, GamePart, Part, PenaltyPart, PlacePart
from webapp.evening.standing.ranking import GroupRow, TieStep
from webapp.evening.standing.rows import PlaceChange, Standing, plain
from webapp.evening.standing.scoring import Absence, AdjustedTo, Points, Scoring, TieBreak
from webapp.evening.state import EveningState
from webapp.history.scores.match_end import place_said
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import language, ngettext
from webapp.words.phrases import joined, round_and_table

NAMED_PEOPLE = 3
"""More people than this are counted in a sentence, not named."""

Names = Mapping[int, str]


class Ruling(Protocol):
    """A ruling on a result: a line, or what it has come to."""

    @property
    def round(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def people(self) -> tuple[int, ...]: ...
    @property
    def to(self) -> AdjustedTo: ...
    @property
    def value(self) -> int: ...


def points_said(points: Points) -> str:
    """Returns points as they are read, to hundredths at most: *3*, *2.5* (in German *2,5*), *−1*."""
    return format_decimal(plain(points), "0.##", locale=language()).replace("-", "−")


def source(part: Part, names: Names) -> str:
    """Returns where points come from: *Round 2, table 7: 2nd of 4, shared with Ben*."""
    match part:
        case PlacePart():
            return _at_table(part, _place(part, names))
        case GamePart():
            return _at_table(part, ", ".join(_game(part)))
        case ByePart():
            return _absent(part)
        case PenaltyPart():
            if part.round is None:
                return _("Penalty")
            return _("Round %(round)s, penalty", round=part.round)
        case AdjustedPart():
            where = round_and_table(part.round, part.table)
            what = adjusted_said(part.to, part.value)
            return _("%(where)s, set by a ruling to %(what)s. %(why)s", where=where, what=what, why=part.why)
        case _:
            assert_never(part)


def part_said(part: Part, scoring: Scoring, names: Names) -> str:
    """Returns where points come from, and the points: *Round 2, table 7: 2nd of 4, shared with Ben: 3*."""
    points = scoring.good(part.points) if isinstance(part, GamePart) else scoring.shown_total(part.points)
    sign = "+" if isinstance(part, PenaltyPart) and points > 0 else ""
    return f"{source(part, names)}: {sign}{points_said(points)}"


def _at_table(part: PlacePart | GamePart, what: str) -> str:
    where = _("Table %(number)s", number=part.table)
    if part.round != NO_ROUND:
        where = round_and_table(part.round, part.table)
    if part.played_by is not None:
        what = _("%(what)s, played by %(name)s", what=what, name=part.played_by)
    return f"{where}: {what}"


def _place(part: PlacePart, names: Names) -> str:
    place = _("%(place)s of %(places)s", place=place_said(part.place), places=part.places)
    if not part.shared_with:
        return place
    return _("%(place)s, shared with %(names)s", place=place, names=_people(part.shared_with, names))


def _game(part: GamePart) -> Iterator[str]:
    yield _("the game’s own points")
    if part.hands:
        yield ngettext("%(num)s hand", "%(num)s hands", part.hands)


def _absent(part: ByePart) -> str:
    said = _("Round %(round)s: missed") if part.missed else _("Round %(round)s: sat out")
    where = said % {"round": part.round}
    if part.absence == Absence.AVERAGE:
        return _("%(where)s, the average of the round", where=where)
    if part.absence == Absence.OWN:
        return _("%(where)s, the own average", where=where)
    if part.absence == Absence.WORST:
        return _("%(where)s, the worst of the round", where=where)
    return where


def adjusted_said(to: AdjustedTo, value: int) -> str:
    """Returns the worth set by a ruling, in words."""
    match to:
        case AdjustedTo.OWN:
            return _("the own average of the other rounds")
        case AdjustedTo.ROUND:
            return _("the average of the round")
        case AdjustedTo.PERCENT:
            return _("%(percent)s percent of the way from the worst to the best", percent=value)
        case AdjustedTo.POINTS:
            return ngettext("%(num)s point", "%(num)s points", value)
        case AdjustedTo.PLAYED:
            return _("what was played")


def ruling_said(state: EveningState, one: Ruling) -> str:
    """Returns a ruling on a result in words: *Round 1, table 3: for Ann the result is set to 2 points*."""
    where = {"round": one.round, "table": one.number}
    return _("Round %(round)s, table %(table)s: %(what)s", what=set_said(state, one), **where)


def set_said(state: EveningState, one: Ruling) -> str:
    """Returns what a ruling on a result says: *for Ann the result is set to 2 points*."""
    names = joined([state.name(person) for person in one.people])
    return _("for %(names)s the result is set to %(what)s", names=names, what=adjusted_said(one.to, one.value))


TIE_BREAKS: Mapping[TieBreak, str] = {
    TieBreak.HEAD_TO_HEAD: _l("Results against each other"),
    TieBreak.OPPONENTS: _l("Strength of opponents"),
    TieBreak.BEST_TABLE: _l("Best table"),
    TieBreak.GAME_POINTS: _l("The game’s own points"),
    TieBreak.DRAW: _l("Drawn by lot"),
}
"""Names of tie-breaks."""


def tie_said(step: TieStep, person: int, scoring: Scoring, names: Names) -> str:
    """Returns the effect of a tie-break for a person: *Strength of opponents (4.5): ahead of Ben, behind Cat*."""
    what = _(TIE_BREAKS[step.tie_break])
    if not step.values:
        return _("%(tie_break)s: does not count, since not all of them have met", tie_break=what)
    value = ", ".join(_value(step, person, scoring))
    return f"{what} ({value}): {_decided(step, person, names)}" if value else f"{what}: {_decided(step, person, names)}"


def _value(step: TieStep, person: int, scoring: Scoring) -> Iterator[str]:
    counted = step.values[person]
    match step.tie_break:
        case TieBreak.HEAD_TO_HEAD:
            yield points_said(counted[0])
        case TieBreak.OPPONENTS:
            yield points_said(scoring.shown_total(counted[0]))
        case TieBreak.BEST_TABLE if counted:
            yield points_said(scoring.shown_total(counted[0]))
            yield points_said(scoring.good(counted[1]))
        case TieBreak.GAME_POINTS:
            yield points_said(scoring.good(counted[0]))


def _decided(step: TieStep, person: int, names: Names) -> str:
    if not step.decided:
        return _("decides nothing")
    ahead, behind = step.ahead_of(person), step.behind(person)
    clauses = [_("ahead of %(names)s", names=_people(ahead, names))] if ahead else []
    clauses += [_("behind %(names)s", names=_people(behind, names))] if behind else []
    return ", ".join(clauses)


def _people(people: Sequence[int], names: Names) -> str:
    if len(people) > NAMED_PEOPLE:
        return ngettext("%(num)s other", "%(num)s others", len(people))
    return joined([names[person] for person in people])


NOTHING_CHANGED = _l("No total and no place has changed.")


def change_said(change: PlaceChange, scoring: Scoring, names: Names) -> str:
    """Returns the change for a person: *Ben: total 4 instead of 2, place 1 instead of 3*."""
    name = names[change.person]
    if change.place_before is None:
        return _("%(name)s is new in the standing", name=name)
    if change.place is None:
        return _("%(name)s is no longer in the standing", name=name)
    return f"{name}: {', '.join(_differences(change, scoring))}"


def _differences(change: PlaceChange, scoring: Scoring) -> Iterator[str]:
    total, total_before = change.total or 0, change.total_before or 0
    game, game_before = change.game_points or 0, change.game_points_before or 0
    if total != total_before:
        now, before = points_said(scoring.shown_total(total)), points_said(scoring.shown_total(total_before))
        yield _("total %(now)s instead of %(before)s", now=now, before=before)
    if scoring.place_points and game != game_before:
        shown = [points_said(scoring.good(points)) for points in (game, game_before)]
        yield _("the game’s own points %(now)s instead of %(before)s", now=shown[0], before=shown[1])
    if change.place != change.place_before:
        yield _("place %(now)s instead of %(before)s", now=change.place, before=change.place_before)


def heading(standing: Standing) -> list[str]:
    """Returns the headings of `plain_rows`."""
    scoring = standing.scoring
    return [
        _("Place"),
        _("Name"),
        *([_("Team")] if scoring.teams else []),
        *(_("Round %(round)s", round=round_) for round_ in standing.rounds),
        _("Penalties"),
        _("Total"),
        *([_("The game’s own points")] if scoring.game_points_next else []),
        *([_("Has left")] if scoring.left else []),
        *([_("Stand-in by round")] if standing.stand_ins else []),
        *([_("Rounds set by a ruling")] if standing.adjusted else []),
    ]


def group_heading(standing: Standing, title: str) -> list[str]:
    """Returns the headings of `group_cells`."""
    return [
        _("Place"),
        title,
        *(_("Round %(round)s", round=round_) for round_ in standing.rounds),
        _("Total"),
        *([_("The game’s own points")] if standing.scoring.game_points_next else []),
    ]


def groups_said(standing: Standing, names: Names) -> Iterator[tuple[str, Sequence[GroupRow], Names]]:
    """Yields pairs and teams where there are any: what they are called together, their rows, the name of each."""
    if standing.pairs:
        couples = {one.group: joined([names[person] for person in one.people]) for one in standing.pairs}
        yield _("Pairs"), standing.pairs, couples
    if standing.teams:
        yield _("Teams"), standing.teams, {one.group: standing.scoring.teams[one.group] for one in standing.teams}
