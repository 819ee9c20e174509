"""Whether the unseen cards can still be dealt to the hands, given what all players have said by their plays.

A single proof needs a card that shows. Short of that, several players may have said that they have none of a suit
while more of its cards are unseen than can lie anywhere else: then somebody revoked or a card was entered wrongly, and
nobody can say who. This is a question of counting: for some group of cards, the places that may still hold them must
have room enough (Hall's condition), and there are so few places that every set of them can be looked at.
"""

from collections.abc import Iterable, Sequence
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
    for suit, group in _groups(claims):
        crowded = crowded_out([c for c in unseen if group is None or c in group], rooms, barred)
        if crowded is not None:
            return Contradiction(suit, _plays(claims, *crowded))
    return None


def crowded_out(
    cards: Sequence[Card], rooms: Sequence[int], barred: Barred
) -> tuple[frozenset[Card], frozenset[int]] | None:
    """Returns cards that have too little room and the places where they may not be, None where all have room.

    Of several such places the fewest are named, so that a contradiction concerns as few plays as can be.
    """
    places = range(len(rooms))
    homes = [(card, {place for place in places if card not in barred[place]}) for card in cards]
    for count in range(1, len(rooms) + 1):
        for without in combinations(places, count):
            stuck = [card for card, home in homes if home.isdisjoint(without)]
            if len(stuck) > sum(rooms[place] for place in places if place not in without):
                return frozenset(stuck), frozenset(without)
    return None


def _groups(claims: Iterable[Claim]) -> Iterable[tuple[str | None, frozenset[Card] | None]]:
    """Yields what was said of one suit, the most cards first, and last all suits together."""
    said = {c.duty.cards for c in claims}
    for cards in sorted(said, key=lambda cards: (-len(cards), sorted(cards))):
        suits = [card[1:] for card in cards]
        yield max(sorted(set(suits)), key=suits.count), cards
    yield None, None


def _plays(claims: tuple[Claim, ...], cards: frozenset[Card], places: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted({c.event for c in claims if c.seat in places and not c.duty.cards.isdisjoint(cards)}))
