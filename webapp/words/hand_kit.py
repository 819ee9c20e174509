"""Words with which games tell of finished hands: scores, figures, facts, audits."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules_core.events import Event
from rules_core.figures import Figure
from rules_core.findings import Contradiction, Goal, Infraction, ScoreLine
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import suit_name
from webapp.words.phrases import number
from webapp.words.rulebook import Cited
from webapp.words.turn import side_names, sides_said

Told = Iterator[tuple[str, str]]
"""Titles and values of facts."""
Names = Sequence[str]
NOT_YET = "–"


def nothing(*_facts: Any) -> Told:
    yield from ()


@dataclass(frozen=True, kw_only=True)
class HandFacts:
    """Facts of a hand in addition to its dealer, the leaders and winners of its tricks, and its points.

    `settled` tells what is settled before and while its cards are played, given its state while it was played and its
    summary, of which either may be None; `outcome` what it came to, given its summary. `taken_by` stands before who
    took a trick.
    """

    settled: Callable[[Any, Any, Names], Told] = nothing
    outcome: Callable[[Any, Names], Told] = nothing
    taken_by: str = _l("Trick %(number)s goes to")


def who(seat: int | None, names: Names) -> str:
    return NOT_YET if seat is None else names[seat]


def suit_said(suit: str | None) -> str:
    return suit_name(suit) if suit else NOT_YET


NOTHING_TRIED = "–"


@dataclass(frozen=True)
class FigureWords:
    """The name of a figure, and a sentence that explains it. Both are translated where they are shown."""

    title: str
    meaning: str


SHARED: Mapping[str, FigureWords] = {
    "hands-won": FigureWords(
        _l("Hands won"),
        _l("Hands with the best score. A hand that is level on top counts for all best, and for nobody if all are."),
    ),
    "points": FigureWords(_l("Points"), _l("What the hands brought, without adjustments.")),
    "highest-hand": FigureWords(_l("Most points in a hand"), _l("The highest score of a single hand.")),
    "lowest-hand": FigureWords(_l("Fewest points in a hand"), _l("The lowest score of a single hand.")),
    "tricks": FigureWords(_l("Tricks"), _l("Of all tricks in these hands.")),
    "leads-won": FigureWords(
        _l("Tricks led and taken"), _l("Of the tricks that this player led, those that the same player took.")
    ),
    "revokes": FigureWords(
        _l("Proven revokes"),
        _l("Cards that broke a duty of play, proven by another card. Nobody else sees this."),
    ),
}
"""By the code of the figure; a game may have others for the same."""


def value_said(figure: Figure) -> str:
    """Returns the value of a figure in words: *12*, *−45*, *3 of 7*; a dash where nothing was tried."""
    if figure.kind not in ("share", "rate"):
        return number(figure.value)
    if not figure.of:
        return NOTHING_TRIED
    return _("%(part)s of %(whole)s", part=figure.value, whole=figure.of)


LineWords = Callable[[ScoreLine], str]
"""Words for a line of a score."""
GoalWords = Callable[[Goal, Sequence[str]], str]
"""Says one thing that ends a match, and how far it is; given the names of the sides."""
Cell = Callable[[Any, int], list[str]]
"""Says in lines of two or three words where a side's points come from, given the summary of a finished hand."""


@dataclass(frozen=True)
class FinishedHand:
    """A finished hand: its summary, the options of the table, the names of its seats."""

    done: Any
    options: Any
    names: Sequence[str]

    @property
    def sides(self) -> list[str]:
        return side_names(self.names, len(self.done.points))


Head = Callable[[FinishedHand], Iterable[Cited]]
"""Tells of a finished hand as a whole, before its points are counted side by side."""
Steps = Callable[[int, int], Iterable[Cited]]
"""Says what is done by hand when points, the second number, are added to a total, the first."""


def count(line: ScoreLine) -> int:
    counted = line.facts.get("count", 0)
    return counted if isinstance(counted, int) else 0


def furthest(goal: Goal, sides: Sequence[str]) -> str:
    """Returns the leader towards a goal: *Ann at 5 of 7*."""
    return _("%(names)s at %(at)s of %(of)s", names=names_at(goal, sides), at=number(goal.at), of=goal.of)


def names_at(goal: Goal, sides: Sequence[str]) -> str:
    return sides_said([sides[side] for side in goal.sides if 0 <= side < len(sides)])


def most_of(counts: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """Returns the parts of *Most nines: Ann and Cat with 3 of 8*: the `names`, the `most` that they have, `all`."""
    most = max(counts)
    of = sides_said([name for name, counted in zip(names, counts, strict=True) if counted == most])
    return {"names": of, "most": most, "all": sum(counts)}


def tricks_said(won: int) -> str:
    """Returns *3 tricks*."""
    return ngettext("%(num)s trick", "%(num)s tricks", won)


def in_one_line(counts: Sequence[str]) -> str:
    """Returns counts in one line, or in two where they must break: never between a number and its word."""
    return ", ".join(count.replace(" ", "\N{NO-BREAK SPACE}") for count in counts)


@dataclass(frozen=True)
class Audit:
    """A hand that is over: how it was `entered`, and what follows from it.

    The cards of `known` of its `tricks`, or what stands for them, are known. `played_out`: no card stayed in a hand.
    `irregular` plays were entered as what really happened; `corrected` entries are not what was entered first.
    `events` are those of the hand, at a table of so many `players`.
    """

    entered: Literal["cards", "partly", "winners", "totals"]
    tricks: int
    known: int
    played_out: bool
    players: int
    events: tuple[Event, ...]
    infractions: tuple[Infraction, ...] = ()
    contradiction: Contradiction | None = None
    irregular: int = 0
    corrected: int = 0

    @property
    def is_blind(self) -> bool:
        """Tells whether no card of the hand is known, so that nothing could speak against anything."""
        return self.entered in ("totals", "winners")

    @property
    def is_clean(self) -> bool:
        """Tells whether nothing speaks against what was entered."""
        return not self.infractions and self.contradiction is None


AuditLine = Callable[[Audit], str | None]
"""Says how far the cards of a hand are known, and whether they agree; None: as of any hand."""
AuditNotes = Callable[[Audit], Iterable[str]]
"""Yields further remarks on how a hand was entered."""
