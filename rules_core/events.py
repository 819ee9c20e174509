"""Every event of the record as a frozen struct: one definition for the log, the files, the forms and the API.

A game lists the structs that it takes in `EVENTS`; `decode` turns one JSON object into one of them. Unknown keys are
ignored, an optional field is left out (never null), an integer is a JSON integer (record, section 1).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from rules_core.cards import Card
from rules_core.findings import Refusal

Seat = int
Text = Annotated[str, Meta(max_length=500)]
Points = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""Wide enough for any score, small enough for every reader of JSON."""
Amount = Annotated[int, Meta(ge=-(2**53))]
"""What is bid: one too high is for the game to judge (`bad-bid`), one too low for every reader of JSON is no number."""


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """One entry of the log. A table knows an event with an `option` only where it plays with that option."""

    option: ClassVar[str | None] = None


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
    """What a person decided about an earlier event, by its index. Changes no score.

    `rule` is the rule it rests on, `remedy` what was done about it just before, `by` who signs.
    """

    event: int
    text: Text
    rule: Text | UnsetType = UNSET
    remedy: Text | UnsetType = UNSET
    by: Text | UnsetType = UNSET


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


# Events that several games have


class Settle(Event, frozen=True, tag="settle"):
    """Nobody wants anything more: no other die (WAR-7), no call after the last trick (SU-24)."""


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


# Sichere Six


class JokerPlay(Play, frozen=True, tag="play"):
    """A card is played; with the Joker its player says what it does (SIC-10)."""

    joker: Literal["win", "lose"] | UnsetType = UNSET


class Mercy(Event, frozen=True, tag="mercy"):
    """The Chosen has taken Fate's Mercy and buried a card (SIC-14)."""

    seat: Seat


class NinesTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner and the nines in it. More than it can hold: `bad-tally`, not `bad-value`."""

    nines: int = 0


class NinesTally(Event, frozen=True, tag="tally"):
    """A whole round entered as tricks and captured nines, the buried card's included; one number a seat."""

    tricks: tuple[int, ...]
    nines: tuple[int, ...]


# Deep Six


class Bid(Event, frozen=True, tag="bid"):
    """A bid in the auction (DEEP-4)."""

    seat: Seat
    amount: Amount


class Pass(Event, frozen=True, tag="pass"):
    """A pass, for the whole auction (DEEP-4)."""

    seat: Seat


class Contract(Event, frozen=True, tag="contract"):
    """The whole auction and the exchange entered by what came of them."""

    seat: Seat
    amount: Amount
    suit: Literal["C", "D", "H", "S"]


class Sink(Event, frozen=True, tag="sink"):
    """The bidder names the sunk suit (DEEP-6)."""

    seat: Seat
    suit: Literal["C", "D", "H", "S"]


class Show(Event, frozen=True, tag="show"):
    """The bidder's invitation: melds, or parts of melds, laid down before the exchange (DEEP-7)."""

    seat: Seat
    cards: tuple[Card, ...]


class Exchange(Event, frozen=True, tag="exchange"):
    """Three cards passed face down (DEEP-8). Which ones is for those two alone, and may be left out."""

    seat: Seat
    cards: tuple[Card, ...] | UnsetType = UNSET


class CardMeld(Event, frozen=True, tag="meld"):
    """What a player melds (DEEP-9, DEEP-10): the melds by their cards, or what they come to.

    More than a hand can hold is for the game to judge: `bad-meld` (record, section 4.3).
    """

    seat: Seat
    melds: tuple[tuple[Card, ...], ...] | UnsetType = UNSET
    points: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.melds is UNSET) == (self.points is UNSET):
            raise ValueError("either melds or points")


class PointsTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner and the card points in it, the last trick's ten left out (DEEP-18).

    An amount that no trick can hold is for the game to judge: `bad-tally` (record, section 4.3).
    """

    points: int


class SidesTally(Event, frozen=True, tag="tally"):
    """A whole hand entered as points taken and, where nobody has melded, the meld; one number a side."""

    taken: tuple[int, ...]
    meld: tuple[int, ...] | UnsetType = UNSET


# Sechsundsechzig


class TurnUp(Event, frozen=True, tag="turn-up"):
    """The card that is turned up sets the trump (SU-3)."""

    card: Card


class MarriagePlay(Play, frozen=True, tag="play"):
    """A card is played; `marriage`: its player announces king and queen with it (SU-17)."""

    marriage: bool = False


class Close(Event, frozen=True, tag="close"):
    """The leader closes the talon (SU-14)."""

    seat: Seat


class Swap(Event, frozen=True, tag="swap"):
    """The leader takes the turned-up card for the lowest trump (SU-V2)."""

    option: ClassVar[str | None] = "trump_swap"

    seat: Seat


class Call(Event, frozen=True, tag="claim"):
    """*66!* is called: the hand ends, rightly or wrongly (SU-19). The record's word for it is `claim`."""

    seat: Seat


class MarriageMeld(Event, frozen=True, tag="meld"):
    """A marriage in a hand that is entered by tricks: what it counts (SU-17)."""

    seat: Seat
    points: Literal[20, 40]


class AugenTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner and the Augen in it, marriages and the last trick's ten left out (SU-9).

    More than it can hold is for the game to judge: `bad-tally` (record, section 4.4).
    """

    augen: int


class PointsTally(Event, frozen=True, tag="tally"):
    """A whole hand entered as the points that each side won."""

    points: tuple[int, ...]


# Sicherman's War


class Reveal(Event, frozen=True, tag="reveal"):
    """All turn a card; one a seat (WAR-6)."""

    cards: tuple[Card, ...]


class Roll(Event, frozen=True, tag="roll"):
    """A die is rolled and counts (WAR-7)."""

    seat: Seat
    die: Literal["d6", "low", "high"]
    value: int


class Reinforce(Event, frozen=True, tag="reinforce"):
    """The tied players draw; the cards by their seats, which JSON writes as text (WAR-8)."""

    cards: dict[Annotated[str, Meta(pattern="^(0|-?[1-9][0-9]*)$")], Card]


class Spoils(Struct, frozen=True, gc=False):
    """What one player has won, counted by kind (WAR-11)."""

    low: int = 0
    ten: int = 0
    face: int = 0
    joker: int = 0


class SpoilsTally(Event, frozen=True, tag="tally"):
    """The whole war entered as spoils, one entry a seat."""

    spoils: tuple[Spoils, ...]


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
