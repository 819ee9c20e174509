"""Words with which games tell of a case: evidence, slips, answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core.cards import Card, Suit
from rules_core.replay import Fold, Node, Raw
from webapp.http.language import gettext_noop as _l
from webapp.table.hand_span import HandSpan
from webapp.words.rulebook import Cited
from webapp.words.turn import changes_said


@dataclass(frozen=True)
class SuitInForce:
    """A suit in force, such as trump: how it is found in a hand under way, and its words.

    `then` has the `suit` as it was when a card was played, `none_yet` says that there was none. `from_here` says that a
    card has changed it; empty: nobody can by playing one.
    """

    of: Callable[[Any], Suit | None]
    then: str
    none_yet: str = ""
    from_here: str = ""


TRUMP = SuitInForce(
    lambda hand: hand.trump,
    _l("Trump then: %(suit)s."),
    _l("There was no trump yet."),
    _l("From this card on %(suit)s are trump."),
)
"""The trump of games whose hands have one, from the beginning or from some card on."""

FreePlay = Callable[[Any], Cited | None]
"""Says of a hand under way why any card may be played now, None where there is no such reason."""
Doubt = Callable[[Fold, HandSpan, Node], Cited | None]
"""Returns why one card that came to light later proves nothing against a play of this hand, None where it does."""
Spoken = Callable[[Any], str | None]
"""Returns the declaration made with a play, None without one."""
StateRows = Callable[[Any, Sequence[str]], Iterable[tuple[str, str]]]
"""Returns titles and values of parts of a state that an entry may change, given the names of the seats."""


@dataclass(frozen=True)
class Suggestion:
    """Points a side, and their source. `points` None: only the custom can be told."""

    text: str
    points: tuple[int, ...] | None = None

    def said(self, sides: Sequence[str]) -> str:
        """Returns *Ann −2, Ben +1*."""
        return changes_said(sides, self.points or (0,) * len(sides))


@dataclass(frozen=True)
class Revoke:
    """A revoke: whose play it was, at which place of the log, and in which hand."""

    fold: Fold
    seat: int
    event: int
    hand: HandSpan

    @property
    def name(self) -> str:
        return self.fold.header.players[self.seat]

    @property
    def side(self) -> int:
        return self.seat % len(self.fold.state.totals)

    def charged(self, points: int) -> tuple[int, ...]:
        """Returns these points for the own side, none for the others."""
        return tuple(points if side == self.side else 0 for side in range(len(self.fold.state.totals)))


RevokePoints = Callable[[Revoke], Suggestion]
"""Suggests how many points the closest relatives of a game take for a revoke, with the source."""


@dataclass(frozen=True)
class EvidenceLine:
    """A line: its title, its cards, a cell for each column. `trick`: the number of one; `left_out`: no sum has it."""

    title: Markup | str
    cells: tuple[str, ...]
    trick: int = 0
    cards: tuple[Card, ...] = ()
    left_out: bool = False


@dataclass(frozen=True)
class EvidenceTable:
    """Evidence for a claim. `said` follows from the table, `lists` are further things by their titles."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[EvidenceLine, ...]
    sums: tuple[str, ...] = ()
    said: tuple[Cited, ...] = ()
    lists: tuple[tuple[str, tuple[Markup | str, ...]], ...] = ()


EvidenceWords = Callable[[Any, str, Sequence[str]], EvidenceTable]
"""Returns the rules' evidence in words, given the game's name and the names of the seats."""


@dataclass(frozen=True)
class Slip:
    """A possible slip: the label of the key, and the entries to put instead, by places in the list.

    `previewed`: what follows is shown before it is made, since the words do not tell it.
    """

    text: str
    instead: Mapping[int, Raw]
    previewed: bool = False


Slips = Callable[[Sequence[Node], Sequence[str]], Iterable[Slip]]
"""Yields possible slips among these entries, the newest first; given the names of the seats."""
