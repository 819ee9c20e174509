"""Every event of the record as a frozen struct: one definition for the log, the files, the forms and the API.

A game lists the structs that it takes in `EVENTS`; `decode` turns one JSON object into one of them. Unknown keys are
ignored, an optional field is left out (never null), an integer is a JSON integer (record, section 1).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from rules_core.cards import Card
from rules_core.game import Refusal

Seat = int
Text = Annotated[str, Meta(max_length=500)]
Points = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""Wide enough for any score, small enough for every reader of JSON."""


class Event(Struct, frozen=True, tag_field="type"):
    """One entry of the log."""


# Events that every game has (record, section 3)


class Deal(Event, frozen=True, tag="deal"):
    """A hand is dealt. Without `dealer`: by whoever's turn it is."""

    dealer: Seat | UnsetType = UNSET


class Hand(Event, frozen=True, tag="hand"):
    """A seat's whole hand as it is now; private until the hand is over."""

    seat: Seat
    cards: tuple[Card, ...]


class VoidHand(Event, frozen=True, tag="void-hand"):
    """The hand under way is scrapped; the same dealer deals again (GEN-6)."""

    reason: Text | UnsetType = UNSET


class Adjust(Event, frozen=True, tag="adjust"):
    """Points added to the totals by a person, one number a side."""

    points: tuple[Points, ...]
    reason: Text


class Ruling(Event, frozen=True, tag="ruling"):
    """What a person decided about an earlier event, by its index. Changes no score."""

    event: int
    text: Text


class Undo(Event, frozen=True, tag="undo"):
    """Takes back the newest event that still stands."""


class Change(Struct, frozen=True, rename={"events": "with"}):
    """What stands in the place of the event `target` from now on; nothing: it is deleted."""

    target: int
    events: tuple[dict[str, Any], ...]


class Amend(Event, frozen=True, tag="amend"):
    """Changes of earlier events, made all at once."""

    changes: Annotated[tuple[Change, ...], Meta(min_length=1)]
    reason: Text | UnsetType = UNSET


# Events of the trick games


class Play(Event, frozen=True, tag="play"):
    """A card is played. `irregular`: it really happened, whatever the duties of play say."""

    seat: Seat
    card: Card
    irregular: bool = False


class Trick(Event, frozen=True, tag="trick"):
    """A trick entered by its winner alone."""

    winner: Seat


# Sixes and Sevens


class Ace(Event, frozen=True, tag="ace"):
    """Whoever played a wild ace says what it is (ODD-V1)."""

    seat: Seat
    as_: Literal["odd", "even"] = msgspec.field(name="as")


class TrickTally(Event, frozen=True, tag="tally"):
    """A whole hand entered as tricks, one number a seat."""

    tricks: tuple[int, ...]


EventTypes = Mapping[str, type[Event]]


def types(*structs: type[Event]) -> EventTypes:
    """Returns the structs by the name that stands in the record."""
    return {str(struct.__struct_config__.tag): struct for struct in structs}


def decode(raw: Mapping[str, Any], known: EventTypes) -> Event | Refusal:
    """Returns the event that a JSON object describes, or `unknown-event` or `bad-value`."""
    kind = raw.get("type")
    struct = known.get(kind) if isinstance(kind, str) else None
    if struct is None:
        return Refusal("unknown-event", facts={"type": kind})
    try:
        return msgspec.convert(raw, struct)
    except msgspec.ValidationError as error:
        return Refusal("bad-value", facts={"problem": str(error)})


def encode(event: Event) -> dict[str, Any]:
    """Returns the JSON object of an event, as the record writes it."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    return built
