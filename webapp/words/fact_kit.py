"""What the facts of a hand are told with when two tables are compared."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.http.language import gettext_noop as _l
from webapp.words.cards import suit_name

Told = Iterator[tuple[str, str]]
"""What each fact is about, and how it stands."""
Names = Sequence[str]
NOT_YET = "–"


def nothing(*_facts: Any) -> Told:
    """Yields nothing."""
    yield from ()


@dataclass(frozen=True, kw_only=True)
class HandFacts:
    """What is told of a hand beside its dealer, who led and took each trick, and its points.

    `settled` tells what is settled before and while its cards are played, given its state while it was played and its
    summary, of which either may be None; `outcome` what it came to, given its summary. `taken_by` stands before who
    took a trick.
    """

    settled: Callable[[Any, Any, Names], Told] = nothing
    outcome: Callable[[Any, Names], Told] = nothing
    taken_by: str = _l("Trick %(number)s goes to")


def who(seat: int | None, names: Names) -> str:
    """Returns whose seat it is."""
    return NOT_YET if seat is None else names[seat]


def suit_said(suit: str | None) -> str:
    """Returns the name of a suit."""
    return suit_name(suit) if suit else NOT_YET
