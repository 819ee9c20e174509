"""Findings of the rules: refusals, infractions, contradictions, lines of a score, goals; and for which observer."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why an event is not taken: a code of the record, the rule behind it, and the facts for a sentence."""

    code: str
    rule: str | None = None
    facts: Mapping[str, Any] = {}


class Infraction(Struct, frozen=True):
    """A proven breach: the play `event` broke the duty `code`; the event `proof` brought it to light.

    Both are places in the log (record, section 5).
    A `private` one rests on a hand that only its own seat may see before the hand is over (record, section 6).
    """

    code: str
    seat: int
    event: int
    proof: int
    rule: str
    private: bool = False


class Contradiction(Struct, frozen=True):
    """The unseen cards can no longer be dealt: somebody revoked, or a card was entered wrongly.

    It concerns `plays` (places in the log), each of which said something of its hand; `suit` is the suit that cannot
    be dealt, None where only several together cannot. It never says who.
    """

    suit: str | None
    plays: tuple[int, ...]


class ScoreLine(Struct, frozen=True):
    """One line of *why this score*: the reason, the side, and the rule. `points` None: a remark that adds none.

    The points of all lines of a hand come to what each side scored in it.
    """

    side: int
    what: str
    rule: str
    points: int | None = None
    facts: Mapping[str, Any] = {}


class Goal(Struct, frozen=True):
    """One thing that ends a match, and how far it is: `at` of `of`. `sides` are those that are furthest there."""

    what: str
    rule: str
    at: int
    of: int
    sides: tuple[int, ...] = ()


class Observer(Struct, frozen=True):
    """Observer of a table. A seat sees its own declared hand, a referee everything; an open book hides no play."""

    role: Literal["seat", "referee", "spectator"] = "spectator"
    seat: int | None = None
    open_book: bool = False


class Malformed(ValueError):
    """A record, its players or its options are not what section 1 of the record asks for.

    The message is for developers; `fault` names what is wrong and `facts` are for a sentence.
    """

    def __init__(self, message: str, fault: str = "shape", **facts: Any) -> None:
        super().__init__(message)
        self.fault = fault
        self.facts = facts


Query = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
"""Answers one kind of query of a record, asked of a state; raises `Malformed` where it cannot be read."""
