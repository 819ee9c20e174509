"""Hands that a seat declares for itself: their validity, and their proofs (record, section 5)."""

from msgspec.structs import replace

from rules_core.cards import Card
from rules_core.events import Hand
from rules_core.evidence import come_to_light
from rules_core.findings import Refusal
from rules_core.tricks import H, TrickHand, copies_left, known_elsewhere, known_in_hand, put, whereabouts


def judge_declared(
    hand: TrickHand, event: Hand, pack: frozenset[Card], due: int, rule: str, copies: int = 1
) -> Refusal | None:
    """Judges a declared hand: cards of the pack, neither played nor openly elsewhere, none lacking, `due` many."""
    if refusal := _declared_whereabouts(hand, event, pack, rule, copies):
        return refusal
    if missing := _lacking(hand, event):
        return Refusal("not-in-hand", rule, {"seat": event.seat, "card": missing[0]})
    if len(event.cards) != due:
        return Refusal("hand-size", rule, {"seat": event.seat, "cards": len(event.cards), "due": due})
    return None


def _declared_whereabouts(
    hand: TrickHand, event: Hand, pack: frozenset[Card], rule: str, copies: int
) -> Refusal | None:
    """Judges where the declared cards are, one check after the other for all of them (record, section 3)."""
    seat, cards = event.seat, event.cards
    for card in cards:
        if card not in pack:
            return Refusal("unknown-card", rule, {"card": card})
    for card in cards:
        if cards.count(card) > copies_left(hand, card, copies):
            return Refusal("card-already-played", rule, {"card": card, "seat": seat})
    for card in cards:
        if cards.count(card) > copies_left(hand, card, copies) - known_elsewhere(hand, seat, card):
            return Refusal("card-elsewhere", rule, whereabouts(hand, seat, card))
    return None


def _lacking(hand: TrickHand, event: Hand) -> list[Card]:
    held = hand.declared[event.seat] or ()
    public = hand.known[event.seat] if hand.known else ()
    need = {c: max(held.count(c), public.count(c)) for c in known_in_hand(hand, event.seat)}
    return sorted(card for card, count in need.items() if event.cards.count(card) < count)


def declare(hand: H, event: Hand, index: int) -> H:
    """Returns the hand with a seat's cards known, which may prove its earlier claims false, privately."""
    proven, waiting = come_to_light(hand.claims, event.seat, event.cards, index, private=True)
    return replace(
        hand,
        declared=put(hand.declared, event.seat, event.cards),
        claims=tuple(c if c in waiting else replace(c, proven=True) for c in hand.claims),
        infractions=hand.infractions + proven,
    )
