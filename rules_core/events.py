"""Every event of the record as a frozen struct: one definition for the log, the files, the forms and the API.

A game lists the structs that it takes in `events`, those of its own package among them; `decode` turns one JSON object
into one of them. Unknown keys are ignored, an optional field is left out (never null), an integer is a JSON integer
(record, section 1). What a field is, a form, a schema or a table's column can tell from its type (`fields`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from rules_core.cards import Card
from rules_core.findings import Refusal

T = TypeVar("T")

Seat = Annotated[int, Meta(description="A seat: the place of its player, from 0.", extra={"kind": "seat"})]
Place = Annotated[int, Meta(description="The place of an event in the log, from 0.", extra={"kind": "event"})]
PerSeat = Annotated[tuple[T, ...], Meta(description="One for each seat.", extra={"per": "seat"})]
PerSide = Annotated[tuple[T, ...], Meta(description="One for each side.", extra={"per": "side"})]
Text = Annotated[str, Meta(max_length=500)]
Points = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""Wide enough for any score, small enough for every reader of JSON."""


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """One entry of the log."""

    option: ClassVar[str | None] = None
    """A table knows the event only where it plays with this option."""
    public: ClassVar[bool] = False
    """Everybody at the table may know of the event while the hand lasts."""
    secret: ClassVar[tuple[str, ...]] = ()
    """Fields that nobody but the event's seat and a referee may know while the hand lasts."""
    closed_by: ClassVar[str] = "GEN-5"
    """The rule that keeps the secret fields secret."""
    asks_hand: ClassVar[bool] = False
    """The event is judged against the hand that its seat has declared, where it has."""
    in_turn: ClassVar[bool] = False
    """An event of the seat whose turn it is."""
    moves_cards: ClassVar[bool] = True
    """The cards may lie differently after the event."""
    tells_trick: ClassVar[bool] = True
    """Whether its words name a card of its trick, or the count of the trick."""

    def acting(self, state: Any) -> int | None:
        """Returns the seat that acts by this event in the state before it, None: it is no single seat's."""
        seat: int | None = getattr(self, "seat", None)
        return seat


# Events that every game has (record, section 3)


class Deal(Event, frozen=True, tag="deal"):
    """A hand is dealt. Without `dealer`: by the seat whose turn it is."""

    public: ClassVar[bool] = True

    dealer: Seat | UnsetType = UNSET

    def acting(self, state: Any) -> int | None:
        """Returns the dealer: the one named, else the next one; None before the first hand."""
        dealer: int | None = state.dealer if self.dealer is UNSET else self.dealer
        return dealer


class Hand(Event, frozen=True, tag="hand"):
    """A seat's whole hand as it is now; private until the hand is over."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)
    moves_cards: ClassVar[bool] = False

    seat: Seat
    cards: tuple[Card, ...]


class VoidHand(Event, frozen=True, tag="void-hand"):
    """The hand under way is scrapped; the same dealer deals again (GEN-6)."""

    public: ClassVar[bool] = True

    reason: Text | UnsetType = UNSET


class Adjust(Event, frozen=True, tag="adjust"):
    """Points added to the totals by a person, one number a side."""

    public: ClassVar[bool] = True
    moves_cards: ClassVar[bool] = False

    points: PerSide[Points]
    reason: Text


class Ruling(Event, frozen=True, tag="ruling"):
    """A person's decision about an earlier event, by its index. Changes no score.

    `rule` is the rule it rests on, `remedy` what was done about it just before, `by` who signs; `agreed` are those who
    decided it together where there was no referee. `ready` is the code of a ready ruling, to which `text` adds.
    """

    public: ClassVar[bool] = True
    moves_cards: ClassVar[bool] = False

    event: Place
    text: Text
    rule: Text | UnsetType = UNSET
    remedy: Text | UnsetType = UNSET
    by: Text | UnsetType = UNSET
    agreed: tuple[Text, ...] | UnsetType = UNSET
    ready: Text | UnsetType = UNSET


class Undo(Event, frozen=True, tag="undo"):
    """Takes back the newest event that still stands."""


class Change(Struct, frozen=True, rename={"events": "with"}):
    """The events in the place of the event `target` from now on; none: it is deleted."""

    target: Place
    events: tuple[dict[str, Any], ...]


class Amend(Event, frozen=True, tag="amend"):
    """Changes of earlier events, made all at once."""

    changes: Annotated[tuple[Change, ...], Meta(min_length=1)]
    reason: Text | UnsetType = UNSET


# Events that several games have


class Settle(Event, frozen=True, tag="settle"):
    """Nobody makes use of a remaining action, and the game goes on."""

    tells_trick: ClassVar[bool] = False

    def acting(self, state: Any) -> int | None:
        """Returns the seat whose turn it is, in a hand where only one may act."""
        seat: int | None = getattr(state.hand, "to_act", None)
        return seat


class Play(Event, frozen=True, tag="play"):
    """A card is played. `irregular`: it really happened, against a duty of play."""

    asks_hand: ClassVar[bool] = True
    in_turn: ClassVar[bool] = True

    seat: Seat
    card: Card
    irregular: bool = False


class Trick(Event, frozen=True, tag="trick"):
    """A trick entered by its winner alone."""

    winner: Seat


class Tally(Event, frozen=True):
    """A whole hand entered as its totals."""


class TrickTally(Tally, frozen=True, tag="tally"):
    """A whole hand entered as tricks, one number a seat."""

    tricks: PerSeat[int]


EventTypes = Mapping[str, type[Event]]


def types(*structs: type[Event]) -> EventTypes:
    """Returns the structs by the name that stands in the record."""
    return {str(struct.__struct_config__.tag): struct for struct in structs}


def played_with(known: EventTypes, options: Any) -> EventTypes:
    """Returns those of the structs that a table with these options knows."""
    return {name: struct for name, struct in known.items() if struct.option is None or getattr(options, struct.option)}


def decode(raw: Mapping[str, Any], known: EventTypes) -> Event | Refusal:
    """Returns the event that a JSON object describes, or `unknown-event` or `bad-value`."""
    kind = raw.get("type")
    struct = known.get(kind) if isinstance(kind, str) else None
    if struct is None:
        return Refusal("unknown-event", facts={"type": kind} if isinstance(kind, str) else {})
    try:
        return msgspec.convert(raw, struct)
    except msgspec.ValidationError as error:
        return Refusal("bad-value", facts={"problem": str(error)})


def encode(event: Event) -> dict[str, Any]:
    """Returns the JSON object of an event, as the record writes it."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    return built
