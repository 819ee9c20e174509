"""Contradictions: the unseen cards can no longer be dealt to the hands, given the claims of all plays.

A single proof needs a card that shows. Short of that, several players may have said that they have none of a suit
while more of its cards are unseen than can lie anywhere else: then somebody revoked or a card was entered wrongly, and
nobody can say who. This is a question of counting: for some group of cards, the places that may still hold them must
have room enough (Hall's condition), and there are so few places that every set of them can be looked at.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from rules_core.cards import Card
from rules_core.evidence import Claim
from rules_core.findings import Contradiction

Barred = Sequence[frozenset[Card]]


def contradiction(unseen: Sequence[Card], rooms: Sequence[int], claims: tuple[Claim, ...]) -> Contradiction | None:
    """Returns why the unseen cards cannot be dealt, None where they can.

    `unseen` holds every card whose place is not known, a copy as often as it is unseen. `rooms` says how many of them
    each place holds: the seats in order, then the hidden places (cards aside, a closed talon), which take anything.
    The rooms must come to as many as the cards. Only claims that all may see belong here.
    """
    # A hand that is known to hold more cards than it has left was entered wrongly, which no claim can tell.
    if not claims or min(rooms) < 0:
        return None
    barred = [frozenset[Card]()] * len(rooms)
    for claim in claims:
        barred[claim.seat] |= claim.duty.cards
    together = crowded_out(unseen, rooms, barred)
    if together is None:
        return None  # and so no suit by itself is crowded out either
    for suit, group in _suits(claims):
        if crowded := crowded_out([card for card in unseen if card in group], rooms, barred):
            return Contradiction(suit, _plays(claims, *crowded))
    return Contradiction(None, _plays(claims, *together))


def crowded_out(
    cards: Sequence[Card], rooms: Sequence[int], barred: Barred
) -> tuple[frozenset[Card], frozenset[int]] | None:
    """Returns cards that have too little room and the places where they may not be, None where all have room.

    Of several such places the fewest are named, so that a contradiction concerns as few plays as can be.
    """
    denying = [place for place, denied in enumerate(barred) if denied]
    stuck = _stuck(cards, [barred[place] for place in denying])
    total = sum(rooms)
    for bits, chosen in _sets_of_places(len(denying)):
        without = [denying[at] for at in chosen]
        if stuck[bits] > total - sum([rooms[place] for place in without]):
            common = frozenset.intersection(*[barred[place] for place in without])
            return common.intersection(cards), frozenset(without)
    return None


def _stuck(cards: Sequence[Card], barred: Barred) -> list[int]:
    """Returns for each set of these places, as bits (the first is the lowest), how many cards may be in none of it."""
    places = [(1 << at, denied) for at, denied in enumerate(barred)]
    stuck = [0] * (1 << len(places))
    for card in cards:
        nowhere = 0
        for bit, denied in places:
            if card in denied:
                nowhere |= bit
        stuck[nowhere] += 1
    # A card barred from three places is barred from two of them as well: one place after the other is dropped.
    for bit, _ in places:
        for bits in range(len(stuck)):
            if not bits & bit:
                stuck[bits] += stuck[bits | bit]
    return stuck


@cache
def _sets_of_places(places: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Returns every set of one place or more, the smallest first: as bits, and one by one."""
    sets = (chosen for count in range(1, places + 1) for chosen in combinations(range(places), count))
    return tuple((sum(1 << place for place in chosen), chosen) for chosen in sets)


def _suits(claims: tuple[Claim, ...]) -> Iterator[tuple[str, frozenset[Card]]]:
    """Yields the suits that claims speak of, and all cards that they name. A suit may hold a card of another's name."""
    named: dict[str, frozenset[Card]] = {}
    for cards in {c.duty.cards for c in claims}:
        names = sorted(card[1:] for card in cards)
        suit = max(names, key=names.count)
        named[suit] = named.get(suit, cards) | cards
    yield from sorted(named.items())


def _plays(claims: tuple[Claim, ...], cards: frozenset[Card], places: frozenset[int]) -> tuple[int, ...]:
    plays = set()
    for place in places:
        open_there = cards
        for claim in claims:
            if claim.seat == place and not open_there.isdisjoint(claim.duty.cards):
                open_there -= claim.duty.cards
                plays.add(claim.event)
    return tuple(sorted(plays))
