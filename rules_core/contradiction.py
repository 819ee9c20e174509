"""Whether the unseen cards can still be dealt to the hands, given what all players have said by their plays.

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
from rules_core.game import Contradiction

Barred = Sequence[frozenset[Card]]


def contradiction(unseen: Sequence[Card], rooms: Sequence[int], claims: tuple[Claim, ...]) -> Contradiction | None:
    """Returns why the unseen cards cannot be dealt, None where they can.

    `unseen` holds every card whose place is not known, a copy as often as it is unseen. `rooms` says how many of them
    each place holds: the seats in order, then the hidden places (cards aside, a closed talon), which take anything.
    The rooms must come to as many as the cards. Only claims that all may see belong here.
    """
    if not claims:
        return None
    barred = [frozenset[Card]().union(*(c.duty.cards for c in claims if c.seat == seat)) for seat in range(len(rooms))]
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
    denied = _denied(barred)
    if not denied:
        return None
    stuck = _stuck(cards, denied, len(rooms))
    total = sum(rooms)
    for bits, without in _sets_of_places(len(rooms)):
        if stuck[bits] > total - sum([rooms[place] for place in without]):
            return frozenset(c for c in cards if denied.get(c, 0) & bits == bits), frozenset(without)
    return None


def _denied(barred: Barred) -> dict[Card, int]:
    """Returns where each card may not be, as bits: place 0 is the lowest."""
    denied: dict[Card, int] = {}
    for place, cards in enumerate(barred):
        for card in cards:
            denied[card] = denied.get(card, 0) | 1 << place
    return denied


def _stuck(cards: Sequence[Card], denied: dict[Card, int], places: int) -> list[int]:
    """Returns for each set of places, as bits, how many of these cards may be in none of them."""
    stuck = [0] * (1 << places)
    for card in cards:
        stuck[denied.get(card, 0)] += 1
    # A card that may not be in three places may not be in two of them either: one place after the other is let go.
    for place in range(places):
        bit = 1 << place
        for bits in range(1 << places):
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
    return tuple(sorted({c.event for c in claims if c.seat in places and not c.duty.cards.isdisjoint(cards)}))
