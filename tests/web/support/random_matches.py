"""Random matches of every game at a table: whatever state a match can be in, its pages can be opened."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules_core.events import Play
from rules_core.replay import Fold, standing
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.web.support.samples import SAMPLES
from tests.web.support.site import Site
from webapp.store.models import Table

KINDS = {kind.game.name: kind for kind in EVENINGS}
VARIANTS: dict[str, dict[str, Any]] = {game: dict(sample.variant) for game, sample in SAMPLES.items()}
"""Other options than the usual ones, as many as a game has."""
TABLES = [(kind.game.name, players) for kind in EVENINGS for players in kind.game.players]
"""Every game with every number of players."""


def evening(game: str, players: int, seed: int, *, cheats: bool = False, **options: Any) -> Evening:
    """Returns an evening that has not begun."""
    return KINDS[game](random.Random(seed), players, options, cheats=cheats)


def folds(evening: Evening, entries: int = 900) -> Iterator[Fold]:
    """Plays the match and yields how the table stands after each entry."""
    while evening.phase != "over" and len(evening.log) < entries:
        evening.act()
        yield evening.fold


def put(site: Site, table: Table, fold: Fold) -> None:
    """Has a table stand as a fold says, without a log: opening it again would take a write an entry."""
    now = site.tables.at(table.id)
    site.tables.newest.keep(replace(now, log=replace(now.log, fold=fold, moved_at=fold.seq)))


def some(states: list[Fold], chance: random.Random, most: int) -> list[Fold]:
    """Some of the states of a match, the first and the last among them."""
    return [states[0], *chance.sample(states[1:-1], min(most, len(states) - 2)), states[-1]]


def paths(fold: Fold, chance: random.Random) -> list[str]:
    """The pages around the board of a table that stands so."""
    finished, state = fold.state.finished, fold.state
    found = ["/scores", "/hand", "/adjustments", "/share"]
    found += [f"/scores/{number}" for number in range(1, len(finished) + 1)][-2:]
    found += [f"/revokes/{i.event}" for i in fold.game.infractions(state) if not i.private][-2:]
    found += ["/contradiction"] if fold.game.contradiction(state) else []
    plays = [index for index, event in standing(fold) if isinstance(event, Play)]
    return found + [f"/entries/{index}/amend" for index in chance.sample(plays[-12:], min(1, len(plays)))]
