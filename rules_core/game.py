"""What a game is, and the three things it says: a refusal, an infraction, a view."""

from collections.abc import Iterable, Mapping
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


class Viewer(Struct, frozen=True):
    """Who looks at a table. A seat sees its own declared hand, a referee everything; an open book hides no play."""

    role: Literal["seat", "referee", "spectator"] = "spectator"
    seat: int | None = None
    open_book: bool = False


class Malformed(ValueError):
    """A record, its players or its options are not what section 1 of the record asks for."""


class Game(Protocol):
    """The names that every game module offers.

    A state is frozen. `judge` answers for any event of `EVENTS`, in the order of checks of the record; `apply` may be
    asked only for an event that `judge` did not refuse. `index` is the event's place in the log.
    """

    NAME: str
    EVENTS: "EventTypes"
    PLAYERS: tuple[int, ...]
    PACK: tuple[Card, ...]

    @property
    def Options(self) -> type[Struct]: ...  # noqa: N802  (a class is looked up here)

    def start(self, players: int, options: Any) -> Any: ...
    def judge(self, state: Any, event: "Event", index: int) -> Refusal | None: ...
    def apply(self, state: Any, event: "Event", index: int) -> Any: ...
    def phase(self, state: Any) -> str: ...
    def to_act(self, state: Any) -> tuple[int, ...]: ...
    def infractions(self, state: Any) -> tuple[Infraction, ...]: ...
    def cards_held(self, state: Any, seat: int) -> int: ...
    def leaders(self, state: Any) -> tuple[int, ...]: ...
    def tricks_taken(self, state: Any) -> tuple[int, ...]: ...
    def candidates(self, state: Any) -> Iterable["Event"]: ...
    def legal(self, state: Any, seat: int, hand: tuple[Card, ...]) -> list[Card]: ...
    def view(self, state: Any, viewer: Viewer) -> Any: ...
    def summary(self, state: Any) -> dict[str, Any]: ...
