"""What the seating of an evening is asked for: its people, plan, rounds so far and standing."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rules_core import replay
from rules_core.findings import Viewer
from rules_core.games import GAMES
from rules_core.record import Header
from webapp.evening.keeper import EveningNow
from webapp.evening.plan import Plan
from webapp.evening.seating.request import (
    TABLE_OF_PARTNERS,
    PastRound,
    SeatedTable,
    SeatingKind,
    SeatingRequest,
)
from webapp.evening.standing_of import standing_of
from webapp.evening.state import EveningState, Round

Fixed = Sequence[tuple[int, ...]]


def request_of(now: EveningNow, draw: int, fixed: Fixed = (), *, before: int | None = None) -> SeatingRequest:
    """Returns what the next round is asked for; `before`: as the round of this number was, with those after left out.

    Where the plan keeps people together the tables of the last round are kept, unless some are given.
    """
    state, plan = now.state, now.state.plan
    past = [one for one in state.rounds if before is None or one.number < before]
    kind = SeatingKind.FIXED if fixed else SeatingKind(plan.seating)
    if kind is SeatingKind.FIXED and not fixed and past:
        fixed = [one.people for one in past[-1].sittings.values()]
    pairs = plan.pairs or has_partners(plan)
    return SeatingRequest(
        kind=kind,
        people=tuple(one.number for one in state.present),
        sizes=sizes_of(plan),
        past=tuple(_past(one) for one in past),
        pairs=pairs,
        partners=_couples(state) if plan.pairs else (),
        ranks=_ranks(now) if kind is SeatingKind.SWISS else {},
        rounds_planned=max(plan.rounds, len(past) + 1),
        fixed=tuple(fixed),
        seed=now.row.lot + draw,
    )


def sizes_of(plan: Plan) -> tuple[int, ...]:
    """Returns how many may sit at a table, the preferred number first: where none is set, all that the game takes."""
    return plan.sizes or tuple(sorted(GAMES[plan.game or ""].players, reverse=True))


def draw_of(now: EveningNow) -> int:
    """Returns the draw of the newest round, which the next one continues: one plan goes over all rounds."""
    seated = [line.body for line in now.lines if line.kind == "seated" and line.seq not in now.state.undone]
    return int(seated[-1].get("draw", 0)) if seated else 0


def has_partners(plan: Plan) -> bool:
    """Tells whether those who sit opposite play together at tables of four."""
    if plan.game is None or TABLE_OF_PARTNERS not in sizes_of(plan):
        return False
    return _plays_in_pairs(plan.game, tuple(plan.options.items()))


@lru_cache
def _plays_in_pairs(game: str, options: tuple[tuple[str, Any], ...]) -> bool:
    players = tuple(str(seat) for seat in range(TABLE_OF_PARTNERS))
    fold = replay.begin(Header(game, players, dict(options)))
    return len(fold.game.view(fold.state, Viewer()).totals) < TABLE_OF_PARTNERS


def _past(one: Round) -> PastRound:
    return PastRound(tuple(SeatedTable(table.people) for table in one.sittings.values()), one.byes)


def _couples(state: EveningState) -> tuple[tuple[int, int], ...]:
    here = {one.number for one in state.present}
    return tuple(
        (one.number, one.partner)
        for one in state.present
        if one.partner and one.number < one.partner and one.partner in here
    )


def _ranks(now: EveningNow) -> dict[int, float]:
    whole = standing_of(now, sees_all=True).whole
    return {} if whole is None else {row.person: float(row.total) for row in whole.rows}
