"""What a game is, and the three things it says: a refusal, an infraction, a view."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct

from rules_core.cards import Card

if TYPE_CHECKING:
    from rules_core.events import Event, EventTypes


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


class Line(Struct, frozen=True):
    """One line of *why this score*: what counted, for which side, and the rule. `points` None: a remark that adds none.

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


class Viewer(Struct, frozen=True):
    """Who looks at a table. A seat sees its own declared hand, a referee everything; an open book hides no play."""

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


class Game(Protocol):
    """The names that every game module offers.

    A state is frozen. `judge` answers for any event of `EVENTS`, in the order of checks of the record; `apply` may be
    asked only for an event that `judge` did not refuse. `index` is the event's place in the log.
    `CARDS` are, by the number of players, those that hands are dealt from: suit by suit from low to high, each as often
    as it is there; none where nobody holds any.
    `explain` tells why a finished hand scored what it did, by its place among the finished ones; `goals` what ends
    the match. `QUERIES` are the game's own queries by the key that tells them apart (record, section 2).
    """

    NAME: str
    EVENTS: "EventTypes"
    PLAYERS: tuple[int, ...]
    PACK: tuple[Card, ...]
    CARDS: Mapping[int, tuple[Card, ...]]
    QUERIES: "Mapping[str, Query]"

    @property
    def Options(self) -> type[Struct]: ...  # noqa: N802  (a class is looked up here)

    def start(self, players: int, options: Any) -> Any: ...
    def judge(self, state: Any, event: "Event", index: int) -> Refusal | None: ...
    def apply(self, state: Any, event: "Event", index: int) -> Any: ...
    def phase(self, state: Any) -> str: ...
    def to_act(self, state: Any) -> tuple[int, ...]: ...
    def infractions(self, state: Any) -> tuple[Infraction, ...]: ...
    def contradiction(self, state: Any) -> Contradiction | None: ...
    def explain(self, state: Any, hand: int) -> tuple[Line, ...]: ...
    def goals(self, state: Any) -> tuple[Goal, ...]: ...
    def cards_held(self, state: Any, seat: int) -> int: ...
    def leaders(self, state: Any) -> tuple[int, ...]: ...
    def tricks_taken(self, state: Any) -> tuple[int, ...]: ...
    def candidates(self, state: Any) -> Iterable["Event"]: ...
    def legal(self, state: Any, seat: int, hand: tuple[Card, ...]) -> list[Card]: ...
    def view(self, state: Any, viewer: Viewer) -> Any: ...
    def summary(self, state: Any) -> dict[str, Any]: ...
