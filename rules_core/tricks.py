"""Tricks, and the hands they are played from: what the trick games share.

A game's own hand extends `TrickHand`. What a card asserts is the game's business (its duties); who may be caught by
it, now or later, is decided here, once for all of them.
"""

from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from rules_core.cards import RANKS, Card, Suit, without
from rules_core.evidence import Claim, Duty, breach, come_to_light
from rules_core.findings import Infraction, Refusal
from rules_core.match import Match

Held = TypeVar("Held", bound=tuple[Card, ...] | None)
Declared = tuple[tuple[Card, ...] | None, ...]

_NOTHING: frozenset[Card] = frozenset()


class Played(Struct, frozen=True, gc=False):
    """One card in a trick; `event` is the index of its play in the log."""

    seat: int
    card: Card
    event: int


class CompleteTrick(Struct, frozen=True, gc=False):
    """A trick that somebody took. `cards` is empty where only its winner was entered.

    `counts` has a number for each thing that the game counts in captured cards, as they were played or entered.
    """

    winner: int
    cards: tuple[Played, ...] = ()
    counts: tuple[int, ...] = ()


class TrickHand(Struct, frozen=True, gc=False):
    """A hand of a trick game. `declared` holds a seat's own hand, less what it has played since; None: not declared.

    `played` are the cards of which every copy has been played, `once` those with a copy out and another to come.
    `claims` wait for a card that contradicts them. `by_tricks`: the hand has stepped down from cards to tricks.
    `known` are the cards that all know to be in a seat's hand (melded, announced, drawn openly), and after the seats
    those that lie open elsewhere. It is empty in games that have no such cards.
    `said` are the cards of which something was said, each with the word, in games that ask for one.
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
    once: frozenset[Card] = frozenset()
    known: tuple[tuple[Card, ...], ...] = ()
    said: tuple[tuple[Card, str], ...] = ()


H = TypeVar("H", bound=TrickHand)


def declared_hands(match: Match[Any, Any]) -> Declared:
    """Returns the hand that each seat has declared, None where it has not; nothing between hands or without tricks."""
    return match.hand.declared if isinstance(match.hand, TrickHand) else ()


def tricks_won(tricks: tuple[CompleteTrick, ...], players: int) -> tuple[int, ...]:
    """Returns how many of these tricks each seat took."""
    won = [0] * players
    for trick in tricks:
        won[trick.winner] += 1
    return tuple(won)


def known_in_hand(hand: TrickHand, seat: int) -> frozenset[Card]:
    """Returns the cards known to be in this hand. A declared card that has been played since is in doubt: left out."""
    held = hand.declared[seat] or ()
    if hand.known and hand.known[seat]:
        held += hand.known[seat]
    return frozenset(held).difference(hand.played) if held else _NOTHING


def _known_to_all(hand: TrickHand, seat: int) -> frozenset[Card]:
    return frozenset(hand.known[seat]).difference(hand.played) if hand.known else _NOTHING


def copies_left(hand: TrickHand, card: Card, copies: int) -> int:
    """Returns how many copies of a card of the pack have not been played, of `copies` in the pack (1 or 2)."""
    return 0 if card in hand.played else copies - (card in hand.once)


def unseen(hand: TrickHand, pack: tuple[Card, ...], copies: int) -> list[Card]:
    """Returns the cards that are neither played nor known to be anywhere, a copy as often as it is unseen."""
    left = [card for card in pack if card not in hand.played]
    if copies > 1:
        left += [card for card in left if card not in hand.once]
    for place in hand.known:
        for card in place:
            if card in left:
                left.remove(card)
    return left


def known_elsewhere(hand: TrickHand, seat: int, card: Card) -> int:
    """Returns how many copies all know to be in another place than this seat's hand."""
    count = 0  # a loop, since this is asked for every card: mostly it is nowhere
    for place, cards in enumerate(hand.known):
        if card in cards and place != seat:
            count += cards.count(card)
    return count


def openly_held(hand: TrickHand, seat: int, card: Card) -> tuple[int, ...]:
    """Returns the other seats of which all know that they hold this card; none where it lies open on the table."""
    hands = hand.known[: len(hand.declared)]
    return tuple(other for other, cards in enumerate(hands) if other != seat and card in cards)


def whereabouts(hand: TrickHand, seat: int, card: Card) -> dict[str, Any]:
    """Returns the facts of a refusal of a card that all know to be in another place than this seat's hand."""
    return {"card": card, "seat": seat, "held_by": openly_held(hand, seat, card)}


def judge_whereabouts(
    hand: TrickHand, seat: int, card: Card, pack: frozenset[Card], copies: int, rule: str
) -> Refusal | None:
    """Judges where a card is: in the pack, not played out, not openly in another place, in the declared hand."""
    if card not in pack:
        return Refusal("unknown-card", rule, {"card": card})
    if card in hand.played:
        return Refusal("card-already-played", rule, {"card": card, "seat": seat})
    for cards in hand.known:
        if card in cards and known_elsewhere(hand, seat, card) >= copies_left(hand, card, copies):
            return Refusal("card-elsewhere", rule, whereabouts(hand, seat, card))
    declared = hand.declared[seat]
    if declared is not None and card not in declared:
        return Refusal("not-in-hand", rule, {"card": card, "seat": seat})
    return None


def judge_duties(hand: TrickHand, seat: int, card: Card, duties: tuple[Duty, ...]) -> Refusal | None:
    """Judges a card by what is known of the hand it comes from: it breaks no duty of play."""
    held = known_in_hand(hand, seat) if duties else _NOTHING
    for duty in duties:
        if known := held & duty.cards:
            facts = {"seat": seat, "card": card, "led": hand.trick[0].card, "held": tuple(sorted(known))}
            return Refusal(duty.code, duty.rule, facts)
    return None


def playable(
    hand: TrickHand, seat: int, cards: tuple[Card, ...], pack: frozenset[Card], copies: int, owed: tuple[Duty, ...]
) -> list[Card]:
    """Returns which of these cards their seat may play now if they are its whole hand; sorted, each once.

    `owed` is what the trick asks of every hand, the foremost first: cards of the first duty that the hand can meet
    must be played, any card if it can meet none. Where the cards are is asked as `judge_whereabouts` does.
    """
    held = pack.intersection(cards)
    if not held.isdisjoint(hand.played):
        held -= hand.played
    if hand.known:
        held = _less_elsewhere(hand, seat, held, copies)
    for duty in owed:
        if met := held & duty.cards:
            return sorted(met)
    return sorted(held)


def _less_elsewhere(hand: TrickHand, seat: int, held: frozenset[Card], copies: int) -> frozenset[Card]:
    for place, known in enumerate(hand.known):
        if known and place != seat and not held.isdisjoint(known):
            seen = held.intersection(known)
            held -= {card for card in seen if known_elsewhere(hand, seat, card) >= copies_left(hand, card, copies)}
    return held


def hand_of(match: Match[Any, H]) -> H:
    """Returns the hand under way of a match that has one."""
    return cast("H", match.hand)  # `judge` has seen to it


def highest(trick: tuple[Played, ...], order: str = RANKS, trump: Suit | None = None) -> Played:
    """Returns the highest trump of a trick, else the highest card of the suit led; ranks are given from low to high."""
    suit = trump if any(played.card[1] == trump for played in trick) else trick[0].card[1]
    following = [played for played in trick if played.card[1] == suit]
    return max(following, key=lambda played: order.index(played.card[0]))


def with_card(hand: H, played: Played, duties: tuple[Duty, ...], shown: tuple[Card, ...] = (), /, **fields: Any) -> H:
    """Returns the hand once a card lies: it may prove what its seat asserted, and itself asserts these duties.

    `shown` are cards that are shown with it; `fields` are those that a game's own hand has, or has otherwise.
    """
    seat, card, claims, infractions = played.seat, played.card, hand.claims, hand.infractions
    if claims or duties:
        claims, infractions = asserted(hand, seat, card, duties, played.event, shown)
    lies: dict[str, Any] = {
        "to_act": (seat + 1) % len(hand.declared),
        "declared": hand.declared if hand.declared[seat] is None else taken_from(hand.declared, seat, card),
        "trick": (*hand.trick, played),
        "played": hand.played | {card},
        "claims": claims,
        "infractions": infractions,
    }
    return replace(hand, **(lies | fields))


def lying(hand: TrickHand) -> tuple[Played, ...]:
    """Returns the cards on the table: those of the open trick, else of the last one until somebody leads."""
    return hand.trick or (hand.tricks[-1].cards if hand.tricks else ())


def with_trick(hand: H, trick: CompleteTrick) -> H:
    """Returns the hand once a trick is taken: no card lies, and the winner leads."""
    return replace(hand, to_act=trick.winner, trick=(), tricks=(*hand.tricks, trick))


def asserted_by(owed: tuple[Duty, ...], card: Card) -> tuple[Duty, ...]:
    """Returns the claim of playing this card: its hand can meet none of the duties before the one it meets.

    `owed` stands as in `playable`. A duty that lies within a later one is not named with it.
    """
    if len(owed) == 1:
        return () if card in owed[0].cards else owed
    before: list[Duty] = []
    for duty in owed:
        if card in duty.cards:
            break
        before.append(duty)
    return tuple(d for at, d in enumerate(before, 1) if not any(d.cards <= wider.cards for wider in before[at:]))


def known_after(hand: TrickHand, seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """Returns the openly known cards after this seat has played a card: one known copy of it less."""
    known = hand.known
    if not known or card not in known[seat]:
        return known
    return (*known[:seat], without(known[seat], card), *known[seat + 1 :])


def seen(hand: TrickHand, card: Card) -> tuple[frozenset[Card], frozenset[Card]]:
    """Returns `played` and `once` of a double pack after one more copy of this card."""
    if card in hand.once:
        return hand.played | {card}, hand.once - {card}
    return hand.played, hand.once | {card}


def put(held: tuple[Held, ...], place: int, cards: Held) -> tuple[Held, ...]:
    """Returns the cards by seat or place with those of one replaced; None for a declared hand that has lapsed."""
    return (*held[:place], cards, *held[place + 1 :])


def taken_from(declared: Declared, seat: int, card: Card) -> Declared:
    """Returns the declared hands after a seat that had declared its own played this card of it."""
    return put(declared, seat, without(declared[seat] or (), card))


def stepped_down(hand: H) -> H:
    """Returns the hand entered by tricks from now on: which card went is not known any more, so nothing is proven."""
    return replace(hand, by_tricks=True, declared=(None,) * len(hand.declared), claims=())


def infractions(match: Match[Any, H]) -> tuple[Infraction, ...]:
    """Returns the breaches proven in a match, in the order in which they were proven."""
    return match.infractions if match.hand is None else match.infractions + match.hand.infractions


def opened(infraction: Infraction) -> Infraction:
    """Returns the breach as everybody may see it from now on."""
    return replace(infraction, private=False)


def _contradicted(claims: tuple[Claim, ...], seat: int, card: Card) -> bool:
    for claim in claims:  # noqa: SIM110  (asked for every card; any() takes twice as long)
        if claim.seat == seat and card in claim.duty.cards:
            return True
    return False


def asserted(
    hand: TrickHand, seat: int, card: Card, duties: tuple[Duty, ...], index: int, shown: tuple[Card, ...] = ()
) -> tuple[tuple[Claim, ...], tuple[Infraction, ...]]:
    """Returns the claims and the infractions of the hand after this play.

    The card proves what its seat asserted earlier, and so do those `shown` with it; what it asserts itself waits, or is
    a breach at once where the hand is known (the play was `irregular` then): for all, or for those who may know it.
    """
    claims, infractions = hand.claims, hand.infractions
    if claims and (shown or _contradicted(claims, seat, card)):
        proven, waiting = come_to_light(claims, seat, (card, *shown), index)
        # By play and duty: of one play another duty may still rest on a hand that only its own seat has seen.
        told = {(c.event, c.duty.code) for c in claims if c not in waiting}
        infractions = tuple(opened(i) if (i.event, i.code) in told else i for i in infractions) + proven
        claims = waiting
    held = known_in_hand(hand, seat) if duties else _NOTHING
    for duty in duties:
        claim = Claim(seat, index, duty)
        if held.isdisjoint(duty.cards):
            claims = (*claims, claim)
        elif _known_to_all(hand, seat).isdisjoint(duty.cards):
            # Only the declared hand tells: a secret of this seat, until a card shows it to all.
            claims = (*claims, replace(claim, proven=True))
            infractions = (*infractions, breach(claim, index, private=True))
        else:
            infractions = (*infractions, breach(claim, index))
    return claims, infractions
