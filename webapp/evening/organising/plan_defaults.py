"""Plan of an evening as it is offered: what most evenings want, so that two taps open one."""

from msgspec.structs import replace

from rules_core.games import GAMES
from webapp.evening.plan import (
    Kind,
    Length,
    Plan,
    Seating,
)
from webapp.evening.standing_of import sides_of, usual_absence


def usual_plan(game: str | None) -> Plan:
    """Returns the usual plan: of a tournament in this game, or of an open evening."""
    if game is None:
        return Plan(Kind.OPEN, others_visible=True)
    sizes = usual_sizes(game)
    plan = Plan(
        Kind.TOURNAMENT,
        game=game,
        sizes=sizes,
        seating=Seating.EVERYBODY,
        rounds=4,
        length=Length.HANDS,
        hands=4,
        minutes=40,
        place_points=usual_place_points(game, max(sizes)),
        equal_tables=len(sizes) > 1,
        left_last=True,
    )
    return replace(plan, absence=usual_absence(plan))


def usual_sizes(game: str) -> tuple[int, ...]:
    """Returns how many sit at a table at a usual evening in this game: fours where it has them, else threes."""
    players = GAMES[game].players
    most = 4 if 4 in players else max(players)
    return (most, most - 1) if most - 1 in players and most > 3 else (most,)


def usual_place_points(game: str, seats: int) -> tuple[int, ...]:
    """Returns points by place at a table of so many seats, from the first: with two sides 2 and 0."""
    count = sides_of(game, seats)
    return (2, 0) if count == 2 else tuple(range(count - 1, -1, -1))
