"""Fate's Mercy: The Chosen takes it, buries a card, and what either leaves provable (SIC-14, SIC-15).

The Mercy is one card that nobody has seen. What The Chosen asserted before it came in is not proven false by one card
that shows afterwards, for that may be the Mercy; of two, one was in the hand (record, section 5).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import structs

from rules_core.cards import Card
from rules_core.contradiction import crowded_out
from rules_core.declared_hands import declare
from rules_core.events import Hand
from rules_core.evidence import Claim, breach
from rules_core.findings import Contradiction, Infraction, Refusal
from rules_core.games.sichere_six.events import Mercy
from rules_core.games.sichere_six.ranking import PACK
from rules_core.games.sichere_six.round import PLAYERS, HandState, State, awaits_mercy, held_in, phase
from rules_core.match import bad_seat, wrong_phase
from rules_core.tricks import opened, put

Layout: TypeAlias = tuple[tuple[int, ...], tuple[frozenset[Card], ...]]

_NOTHING: frozenset[Card] = frozenset()
_SURE = 2
"""Of this many contradicting cards one was in the hand before the Mercy came in."""


def judge_mercy(state: State, event: Mercy) -> Refusal | None:
    """Judges the taking of Fate's Mercy: by The Chosen, and before the next lead (SIC-14)."""
    hand = state.hand
    if hand is None or not awaits_mercy(hand):
        return wrong_phase(phase(state))
    if not 0 <= event.seat < state.players:
        return bad_seat(event.seat)
    if event.seat != hand.chosen:
        return Refusal("not-your-turn", "SIC-14", {"seat": event.seat, "to_act": hand.chosen})
    return None


def take_mercy(hand: HandState, seat: int) -> HandState:
    """Returns the round with the Mercy in this hand and a card buried: what was declared of the hand lapses."""
    return structs.replace(
        hand,
        mercy=True,
        declared=put(hand.declared, seat, None),
        claims=tuple(c for c in hand.claims if c.seat != seat),
        earlier=tuple(c for c in hand.claims if c.seat == seat),
    )


# Proofs


def declare_hand(hand: HandState, event: Hand, index: int) -> HandState:
    """Returns the round with a seat's own cards known; of the time before the Mercy, two of them prove (SIC-14)."""
    after = declare(hand, event, index)
    if event.seat != hand.chosen or not hand.earlier:
        return after
    shown = frozenset((*hand.since, *event.cards))
    false = tuple(c for c in hand.earlier if not c.proven and _is_sure(c, shown))
    return structs.replace(
        after,
        earlier=tuple(structs.replace(c, proven=True) if c in false else c for c in hand.earlier),
        infractions=in_order((*after.infractions, *(breach(c, index, private=True) for c in false))),
    )


def shown(hand: HandState, card: Card, index: int) -> HandState:
    """Returns the round after one more card of The Chosen's has come to light, played or deduced at the end."""
    cards = frozenset((*hand.since, card))
    false = tuple(c for c in hand.earlier if _is_sure(c, cards))
    if not false:
        return structs.replace(hand, since=(*hand.since, card))
    plays = {c.event for c in false}
    known = tuple(opened(i) if i.event in plays else i for i in hand.infractions)
    return structs.replace(
        hand,
        since=(*hand.since, card),
        earlier=tuple(c for c in hand.earlier if c not in false),
        infractions=in_order((*known, *(breach(c, index) for c in false if not c.proven))),
    )


def _is_sure(claim: Claim, shown: frozenset[Card]) -> bool:
    return len(shown & claim.duty.cards) >= _SURE


def in_order(infractions: Iterable[Infraction]) -> tuple[Infraction, ...]:
    """Returns the breaches in the order in which they were proven, those of one proof by their plays."""
    return tuple(sorted(infractions, key=lambda i: (i.proof, i.event)))


# Contradictions


def contradiction(state: State) -> Contradiction | None:
    """Returns why the unseen cards of the round can no longer be dealt; between rounds, what the last one left open."""
    if state.hand is not None:
        return contradiction_in(state.hand)
    return state.finished[-1].contradiction if state.finished else None


def contradiction_in(hand: HandState) -> Contradiction | None:
    """Returns why the unseen cards of this round cannot be dealt (SIC-6), wherever the Mercy went.

    The claims named cannot all be true, and any of them left out, the rest could.
    """
    claims = hand.claims + hand.earlier
    if not claims or _dealable(hand, claims):
        return None
    for suit, said in _groups(claims):
        if not _dealable(hand, said):
            return Contradiction(suit, tuple(sorted({c.event for c in _fewest(hand, said)})))
    return Contradiction(None, tuple(sorted({c.event for c in _fewest(hand, claims)})))


def _groups(claims: tuple[Claim, ...]) -> Iterator[tuple[str, tuple[Claim, ...]]]:
    """Yields what was said of one suit, by suits. A trump claim names the other 7 too; most of its cards tell."""
    suits = [_suit(c) for c in claims]
    for suit in sorted(set(suits)):
        yield suit, tuple(c for c, its in zip(claims, suits, strict=True) if its == suit)


def _suit(claim: Claim) -> str:
    names = [card[1] for card in claim.duty.cards]
    return max(sorted(set(names)), key=names.count)


def _fewest(hand: HandState, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    for claim in sorted(claims, key=lambda claim: -claim.event):
        fewer = tuple(c for c in claims if c is not claim)
        if not _dealable(hand, fewer):
            claims = fewer
    return claims


def _dealable(hand: HandState, claims: Sequence[Claim]) -> bool:
    unseen = [card for card in PACK if card not in hand.played]
    return any(crowded_out(unseen, rooms, barred) is None for rooms, barred in _layouts(hand, claims))


def _layouts(hand: HandState, claims: Sequence[Claim]) -> Iterator[Layout]:
    """Yields the rooms of the unseen cards and what is denied of each, for every place that the Mercy may be in.

    The seats come first, then the hidden places: the Mercy while it lies, afterwards the buried card.
    """
    rooms = [held_in(hand, seat) for seat in range(PLAYERS[0])]
    barred, before = _denied(hand, claims)
    if hand.chosen is None or not hand.mercy:
        yield (*rooms, 1), (*barred, _NOTHING)
        return
    since = barred[hand.chosen]
    barred[hand.chosen] = since | before
    against = len(before.intersection(hand.since))
    if against == 1:  # that card is the Mercy
        yield (*rooms, 1), (*barred, before)
    elif against == 0:
        yield (*rooms, 1), (*barred, _NOTHING)  # it is the buried card
        if rooms[hand.chosen]:  # it is in the hand of The Chosen
            rooms[hand.chosen] -= 1
            yield (*rooms, 1, 1), (*barred, since, before)


def _denied(hand: HandState, claims: Sequence[Claim]) -> tuple[list[frozenset[Card]], frozenset[Card]]:
    barred, before = [_NOTHING] * PLAYERS[0], _NOTHING
    for claim in claims:
        if claim in hand.earlier:
            before |= claim.duty.cards
        else:
            barred[claim.seat] |= claim.duty.cards
    return barred, before
