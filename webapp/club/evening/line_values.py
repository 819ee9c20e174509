"""Values of a line, whoever sent it: numbers and texts within limits, a plan that its game can be played by."""

from typing import Any

import msgspec

from rules_core import replay
from rules_core.findings import Malformed
from rules_core.games import GAMES
from rules_core.record import Header
from webapp.club.evening.lines import Line, Planned
from webapp.club.evening.plan import Plan
from webapp.http.limits import LARGEST_EVENING_NUMBER, MOST_ANNOUNCED, MOST_PLAN_POINTS, MOST_ROUND_MINUTES, MOST_ROUNDS

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
