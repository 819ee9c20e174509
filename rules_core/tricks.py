"""Tricks, and the hands they are played from: what the trick games share.

A game's own hand extends `TrickHand`. What a card asserts is the game's business (its duties); who may be caught by
it, now or later, is decided here, once for all of them.
"""

from typing import TypeVar

from msgspec import Struct, structs

from rules_core.cards import Card, without
from rules_core.events import Hand
from rules_core.evidence import Claim, Duty, breach, come_to_light
from rules_core.game import Infraction, Refusal

Declared = tuple[tuple[Card, ...] | None, ...]


class Played(Struct, frozen=True):
    """One card in a trick; `event` is the index of its play in the log."""

    seat: int
    card: Card
    event: int


class CompleteTrick(Struct, frozen=True):
    """A trick that somebody took. `cards` is empty where only its winner was entered."""

    winner: int
    cards: tuple[Played, ...] = ()


class TrickHand(Struct, frozen=True):
    """A hand of a trick game. `declared` holds a seat's own hand, less what it has played since; None: not declared.

    `claims` wait for a card that contradicts them. `by_tricks`: the hand has stepped down from cards to tricks.
    """

    dealer: int
    to_act: int
    declared: Declared
    trick: tuple[Played, ...] = ()
    tricks: tuple[CompleteTrick, ...] = ()
    played: frozenset[Card] = frozenset()
    claims: tuple[Claim, ...] = ()
    infractions: tuple[Infraction, ...] = ()
    by_tricks: bool = False


H = TypeVar("H", bound=TrickHand)


def tricks_won(tricks: tuple[CompleteTrick, ...], players: int) -> tuple[int, ...]:
    """Returns how many of these tricks each seat took."""
    won = [0] * players
    for trick in tricks:
        won[trick.winner] += 1
    return tuple(won)


def known_in_hand(hand: TrickHand, seat: int) -> frozenset[Card]:
    """Returns the cards known to be in this hand. A declared card that has been played since is in doubt: left out."""
    held = hand.declared[seat]
    return frozenset(held) - hand.played if held else frozenset()


def judge_held(hand: TrickHand, seat: int, card: Card, duties: tuple[Duty, ...], *, irregular: bool) -> Refusal | None:
    """Judges a card against the hand that its seat has declared: it is in it, and breaks no duty of play."""
    if card not in (hand.declared[seat] or ()):
        return Refusal("not-in-hand", None, {"card": card, "seat": seat})
    for duty in () if irregular else duties:
        if known := known_in_hand(hand, seat) & duty.cards:
            facts = {"seat": seat, "card": card, "led": hand.trick[0].card, "held": tuple(sorted(known))}
            return Refusal(duty.code, duty.rule, facts)
    return None


def judge_declared(hand: TrickHand, event: Hand, pack: frozenset[Card], due: int, rule: str) -> Refusal | None:
    """Judges a declared hand of a single pack: cards of the pack, not yet played, `due` many, none of them lacking."""
    for place, card in enumerate(event.cards):
        if card not in pack:
            return Refusal("unknown-card", rule, {"card": card})
        if card in hand.played or card in event.cards[:place]:
            return Refusal("card-already-played", rule, {"card": card, "seat": event.seat})
    if missing := known_in_hand(hand, event.seat).difference(event.cards):
        return Refusal("not-in-hand", rule, {"seat": event.seat, "card": min(missing)})
    if len(event.cards) != due:
        return Refusal("hand-size", rule, {"seat": event.seat, "cards": len(event.cards), "due": due})
    return None


def declare(hand: H, event: Hand, index: int) -> H:
    """Returns the hand with a seat's own cards known. They may prove what this seat asserted before; privately."""
    proven, waiting = come_to_light(hand.claims, event.seat, event.cards, index, private=True)
    return structs.replace(
        hand,
        declared=put(hand.declared, event.seat, event.cards),
        claims=tuple(c if c in waiting else structs.replace(c, proven=True) for c in hand.claims),
        infractions=hand.infractions + proven,
    )


def put(declared: Declared, seat: int, cards: tuple[Card, ...]) -> Declared:
    """Returns the declared hands with this seat's replaced."""
    return (*declared[:seat], cards, *declared[seat + 1 :])


def taken_from(declared: Declared, seat: int, card: Card) -> Declared:
    """Returns the declared hands after a seat that had declared its own played this card of it."""
    return put(declared, seat, without(declared[seat] or (), card))


def stepped_down(hand: H) -> H:
    """Returns the hand entered by tricks from now on: which card went is not known any more, so nothing is proven."""
    return structs.replace(hand, by_tricks=True, declared=(None,) * len(hand.declared), claims=())


def opened(infraction: Infraction) -> Infraction:
    """Returns the breach as everybody may see it from now on."""
    return structs.replace(infraction, private=False)


def asserted(
    hand: TrickHand, seat: int, card: Card, duties: tuple[Duty, ...], index: int
) -> tuple[tuple[Claim, ...], tuple[Infraction, ...]]:
    """Returns the claims and the infractions of the hand after this play.

    The card proves what its seat asserted earlier; what it asserts itself waits, or is a breach at once where the
    hand is known (the play was `irregular` then).
    """
    claims, infractions = hand.claims, hand.infractions
    if claims:
        proven, waiting = come_to_light(claims, seat, (card,), index)
        if waiting is not claims:
            seen = {c.event for c in claims} - {c.event for c in waiting}
            infractions = tuple(opened(i) if i.event in seen else i for i in infractions) + proven
            claims = waiting
    for duty in duties:
        claim = Claim(seat, index, duty)
        if known_in_hand(hand, seat).isdisjoint(duty.cards):
            claims = (*claims, claim)
        else:
            infractions = (*infractions, breach(claim, index))
    return claims, infractions
