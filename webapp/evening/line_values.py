"""Values of lines within limits, and the steps of penalties."""

from typing import Any

import msgspec
from msgspec.structs import replace

from rules_core import replay
from rules_core.findings import Malformed
from rules_core.games import GAMES
from rules_core.record import Header
from webapp.evening.lines import (
    Left,
    Line,
    Penalised,
    Planned,
)
from webapp.evening.plan import Plan
from webapp.evening.state import EXCLUSION, EveningState, Presence
from webapp.games.common.desk_words import step_said
from webapp.games.common.rulebook import EVERY_TABLE
from webapp.http.language import gettext as _
from webapp.http.limits import (
    LARGEST_EVENING_NUMBER,
    MOST_ANNOUNCED,
    MOST_PLAN_POINTS,
    MOST_ROUND_MINUTES,
    MOST_ROUNDS,
)
from webapp.referee.cases import remedies
from webapp.table.penalties import Step

IDS = frozenset({"table", "after"})
"""Fields that hold an id of the database, which grows without an end."""


def fault_of_values(line: Line) -> str | None:
    """Returns the code of what is wrong with a line by itself, None where nothing is."""
    named = (name for name in line.__struct_fields__ if name not in IDS)
    values = [value for name in named if (value := getattr(line, name)) is not None]
    if any(_is_far(value) for value in values):
        return "bad-number"
    if any(isinstance(value, str) and len(value) > MOST_ANNOUNCED for value in values):
        return "bad-text"
    if isinstance(line, Planned):
        return "tells-hidden" if line.plan.tells_hidden else None if is_playable(line.plan) else "bad-plan"
    return None


def is_playable(plan: Plan) -> bool:
    """Tells whether an evening can be run by these settings."""
    near = (plan.rounds, plan.hands, plan.bye, *plan.place_points, *msgspec.structs.astuple(plan.ladder))
    if any(_is_far(value) for value in near) or not 1 <= plan.rounds <= MOST_ROUNDS or plan.hands < 1:
        return False
    if not all(0 <= cost <= MOST_PLAN_POINTS for cost in msgspec.structs.astuple(plan.ladder)):
        return False
    if not (0 <= plan.minutes <= MOST_ROUND_MINUTES and 0 <= plan.between <= MOST_ROUND_MINUTES):
        return False
    if len(set(plan.tie_breaks)) < len(plan.tie_breaks) or plan.book not in ("closed", "open"):
        return False
    return _has_game(plan) if plan.is_tournament else plan.game is None


def _has_game(plan: Plan) -> bool:
    game = GAMES.get(plan.game or "")
    if game is None or not plan.sizes or not set(plan.sizes) <= set(game.players):
        return False
    try:
        for size in plan.sizes:
            replay.begin(Header(game.name, tuple(map(str, range(size))), dict(plan.options), plan.edition))
    except Malformed:
        return False
    return True


def _is_far(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(_is_far(each) for each in value)
    return isinstance(value, int) and not -LARGEST_EVENING_NUMBER <= value <= LARGEST_EVENING_NUMBER


EVENING_LADDER = (*(str(step) for step in Step), EXCLUSION)
"""The steps, the mildest first."""


def rules_of_penalties(game: str | None) -> list[str]:
    """Returns the numbers of the rules that a penalty of an evening of this game may rest on, None: of any games."""
    return [rule.number for rule in EVERY_TABLE] if game is None else remedies.of_the_game(game)


def penalty_lines(state: EveningState, given: Penalised) -> list[Line]:
    """Returns the lines of a penalty, with what its step costs and where its player sits; who is excluded leaves.

    Points that were named stay as they are, and are refused where they differ from the ladder.
    """
    here = state.round
    sitting = None if here is None else here.sitting_of(given.person)
    at = (None, None) if here is None or sitting is None else (here.number, sitting.number)
    points = given.points or getattr(state.plan.ladder, given.step, 0)
    lines: list[Line] = [replace(given, points=points, round=at[0], number=at[1])]
    person = state.people.get(given.person)
    if given.step == EXCLUSION and person is not None and person.presence != Presence.LEFT:
        lines.append(Left(given.person))
    return lines


def evening_step_said(step: str, game: str | None) -> str:
    """Returns what a step is called, in the words of the evening's game where it has one."""
    if step == EXCLUSION:
        return _("Exclusion")
    if game is None:  # an open evening, where each table plays its own
        return _("Loss of the hand") if step == Step.HAND else step_said("", Step(step))
    return step_said(game, Step(step))
