"""What tests of all games need to know of each: `tests/web/games/<game>/sample.py` offers it as SAMPLE."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Raw = Mapping[str, Any]
Log = Sequence[Raw]
DEAL: Raw = {"type": "deal", "dealer": 0}


@dataclass(frozen=True)
class LogPair:
    """Two logs of the same length. Once `since` entries are in, only the seat `privy` may see that they differ.

    `cards` are those that were played in one of them only: whoever taps such a card is told that it is gone, which
    is allowed. The plays say the same of every hand.
    """

    game: str
    players: int
    options: Raw
    logs: tuple[Log, Log]
    since: int
    privy: int | None = None
    cards: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Setting:
    """A match to look at: who plays how, and after how many entries older tricks lie closed.

    `declares`: somebody can declare a hand. `honest`: only where nobody cheats, whose card the declared hand would
    forbid.
    """

    game: str
    players: int
    entries: int
    options: Raw = field(default_factory=dict)
    declares: bool = True
    honest: bool = False


@dataclass(frozen=True)
class Sample:
    """A game as tests of all games open it."""

    piles: LogPair
    """A pair of logs in which a closed pile holds other cards: the same winners, another worth."""
    settings: Mapping[str, Setting]
    """Matches in which something is closed, by a name each."""
    variant: Raw = field(default_factory=dict)
    """Other options than the usual ones, as many as the game has."""
    players: int = 3
    """How many play where one table of the game is enough."""
    dealt: Log = (DEAL,)
    """What is entered until the hand is dealt."""
    held: int = 0
    """How many cards a hand holds then; 0: nobody holds one."""
    scores: int = 0
    """How many have a score, where that is not everybody."""
    records: Sequence[Raw] = ()
    """Records with kinds of entries that are rare, beside those of the conformance."""
    entered: tuple[int, Raw] = (3, {})
    """How many play with which options where every kind of entry is tried."""
    german_sheet: str = ""
    """What stands on the score sheet in German."""


def pair_of_piles(
    game: str, players: int, before: Sequence[Raw], one: Sequence[Raw], other: Sequence[Raw], since: int
) -> LogPair:
    """Returns two logs with the same beginning that differ only in closed cards, `since` so many entries later."""
    logs = [*before, *one], [*before, *other]
    return LogPair(game, players, {}, logs, len(before) + since, None, played_in_one_only(*logs))


def tricks(players: int, first: int, *won: tuple[str, int]) -> list[Raw]:
    """Returns the plays of some tricks, each with its winner, who leads the next."""
    plays, leader = [], first
    for cards, winner in won:
        for place, card in enumerate(cards.split()):
            plays.append({"type": "play", "seat": (leader + place) % players, "card": card})
        leader = winner
    return plays


def played_in_one_only(one: Log, other: Log) -> frozenset[str]:
    """Returns the cards that were played in one of these logs more often than in the other."""
    played, instead = Counter(_played(one)), Counter(_played(other))
    return frozenset((played - instead) + (instead - played))


def _played(log: Log) -> Iterator[str]:
    for raw in log:
        if "card" in raw:
            yield raw["card"]
        elif raw["type"] in ("reveal", "reinforce"):
            yield from raw["cards"].values() if isinstance(raw["cards"], Mapping) else raw["cards"]
