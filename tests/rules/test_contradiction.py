"""Whether the unseen cards can still be dealt: compared with trying every deal."""

import random
from collections.abc import Sequence
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.cards import Card
from rules_core.contradiction import Barred, contradiction, crowded_out
from rules_core.evidence import Claim, Duty
from rules_core.findings import Contradiction

PACK = ("2C", "3C", "2D", "3D", "2H", "3H", "2S")
SUITS = {suit: frozenset(card for card in PACK if card[1] == suit) for suit in "CDHS"}

Unseen = tuple[list[Card], list[int], tuple[Claim, ...]]
"""Cards, the rooms that hold them, and what the places have said."""


def deals(cards: Sequence[Card], rooms: Sequence[int]) -> set[tuple[tuple[Card, int], ...]]:
    """Returns every way to lay these cards into these rooms."""
    places = [place for place, room in enumerate(rooms) for _card in range(room)]
    return {tuple(zip(cards, order, strict=True)) for order in permutations(places)}


def can_be_dealt(cards: Sequence[Card], rooms: Sequence[int], barred: Barred) -> bool:
    return any(all(card not in barred[place] for card, place in deal) for deal in deals(cards, rooms))


def barred_by(claims: Sequence[Claim], places: int) -> list[frozenset[Card]]:
    return [frozenset(card for c in claims if c.seat == place for card in c.duty.cards) for place in range(places)]


@st.composite
def unseen_cards(draw: st.DrawFn, most: int = 6) -> Unseen:
    """A few cards, some of them twice, in up to four places, the last of which says nothing."""
    cards = draw(st.lists(st.sampled_from(PACK), min_size=1, max_size=most))
    count = draw(st.integers(2, 4))
    lie = [draw(st.integers(0, count - 1)) for _card in cards]
    rooms = [lie.count(place) for place in range(count)]
    said = draw(st.lists(st.tuples(st.integers(0, count - 2), subjects()), max_size=6))
    duties = [(seat, Duty("must-follow-suit", "GEN-4", about)) for seat, about in said]
    return cards, rooms, tuple(Claim(seat, event, duty) for event, (seat, duty) in enumerate(duties))


def subjects() -> st.SearchStrategy[frozenset[Card]]:
    """What a play speaks of: mostly a suit, else any cards."""
    return st.sampled_from(list(SUITS.values())) | st.frozensets(st.sampled_from(PACK), min_size=1, max_size=3)


@settings(max_examples=60, deadline=None)
@given(unseen_cards())
def test_there_is_a_contradiction_where_no_deal_fits(unseen: Unseen) -> None:
    cards, rooms, claims = unseen
    barred = barred_by(claims, len(rooms))
    fits = can_be_dealt(cards, rooms, barred)
    assert (crowded_out(cards, rooms, barred) is None) == fits
    assert (contradiction(cards, rooms, claims) is None) == fits


@settings(max_examples=10, deadline=None)
@given(unseen_cards(most=7))
def test_there_is_a_contradiction_where_no_deal_of_seven_cards_fits(unseen: Unseen) -> None:
    cards, rooms, claims = unseen
    fits = can_be_dealt(cards, rooms, barred_by(claims, len(rooms)))
    assert (contradiction(cards, rooms, claims) is None) == fits


@settings(max_examples=60, deadline=None)
@given(unseen_cards())
def test_the_cards_named_have_too_little_room_and_the_fewest_places_are_named(unseen: Unseen) -> None:
    cards, rooms, claims = unseen
    barred = barred_by(claims, len(rooms))
    crowded = crowded_out(cards, rooms, barred)
    if crowded is None:
        return
    stuck, without = crowded
    room = sum(room for place, room in enumerate(rooms) if place not in without)
    assert sum(card in stuck for card in cards) > room
    assert all(card in barred[place] for card in stuck for place in without)
    for place in without:
        fewer = without - {place}
        left = [card for card in cards if all(card in barred[other] for other in fewer)]
        assert not fewer or len(left) <= room + rooms[place], "one place less would do"


@settings(max_examples=60, deadline=None)
@given(unseen_cards())
def test_the_plays_named_contradict_each_other_without_the_others(unseen: Unseen) -> None:
    cards, rooms, claims = unseen
    told = contradiction(cards, rooms, claims)
    if told is None:
        return
    named = tuple(c for c in claims if c.event in told.plays)
    assert [c.event for c in named] == list(told.plays), "in order, each once"
    assert not can_be_dealt(cards, rooms, barred_by(named, len(rooms)))
    assert contradiction(cards, rooms, named) is not None


@settings(max_examples=60, deadline=None)
@given(unseen_cards(), st.randoms(use_true_random=False))
def test_true_claims_never_contradict_each_other(unseen: Unseen, chance: random.Random) -> None:
    cards, rooms, claims = unseen
    places = [place for place, room in enumerate(rooms) for _card in range(room)]
    dealt = list(zip(cards, chance.sample(places, len(places)), strict=True))
    true = tuple(c for c in claims if not any(place == c.seat and card in c.duty.cards for card, place in dealt))
    assert contradiction(cards, rooms, true) is None


def fit_by_themselves(cards: Sequence[Card], rooms: Sequence[int], barred: Barred) -> bool:
    """Tells whether these cards, which are not all that the rooms hold, can lie somewhere."""
    for lie in product(range(len(rooms)), repeat=len(cards)):
        if all(lie.count(place) <= room for place, room in enumerate(rooms)) and not any(
            card in barred[place] for card, place in zip(cards, lie, strict=True)
        ):
            return True
    return False


@settings(max_examples=60, deadline=None)
@given(unseen_cards())
def test_a_suit_is_named_where_it_cannot_be_dealt_by_itself(unseen: Unseen) -> None:
    cards, rooms, claims = unseen
    claims = tuple(c for c in claims if c.duty.cards in SUITS.values())
    told = contradiction(cards, rooms, claims)
    if told is None:
        return
    barred = barred_by(claims, len(rooms))
    crowded = [s for s in SUITS if not fit_by_themselves([card for card in cards if card[1] == s], rooms, barred)]
    assert told.suit == (crowded[0] if crowded else None)
    if told.suit:
        assert all(c.duty.cards == SUITS[told.suit] for c in claims if c.event in told.plays)


def says(seat: int, event: int, suit: str) -> Claim:
    return Claim(seat, event, Duty("must-follow-suit", "GEN-4", SUITS[suit]))


def test_two_suits_that_only_together_have_too_little_room() -> None:
    """Neither has two cards for one place, but three cards are kept out of the place for two."""
    claims = (says(0, 4, "C"), says(0, 7, "D"), says(1, 9, "S"))
    assert contradiction(["2C", "2D", "2H"], [2, 1], claims) == Contradiction(None, (4, 7))
    assert contradiction(["2C", "2D", "2H"], [1, 2], claims) is None


def test_no_more_plays_are_named_than_the_fewest_places_make_needed() -> None:
    claims = (says(0, 1, "C"), says(1, 2, "C"), says(0, 3, "D"))
    assert contradiction(["2C", "3C", "2D"], [2, 1], claims) == Contradiction("C", (1,))
    assert contradiction(["2C", "3C", "2D", "2H"], [1, 2, 1], claims) == Contradiction("C", (1, 2))


def test_only_cards_that_may_be_in_none_of_the_places_are_named() -> None:
    barred = [SUITS["C"] | SUITS["D"], SUITS["C"], frozenset[Card]()]
    assert crowded_out(["2C", "3C", "2D", "2H"], [1, 2, 1], barred) == ({"2C", "3C"}, {0, 1})


def test_what_was_said_of_one_suit_card_by_card_is_taken_together() -> None:
    duties = [Duty("must-beat", "GEN-4", frozenset({card})) for card in ("2C", "3C")]
    claims = tuple(Claim(0, event, duty) for event, duty in enumerate(duties))
    assert contradiction(["2C", "3C", "2D"], [2, 1], claims) == Contradiction("C", (0, 1))


def test_each_copy_of_a_card_needs_its_own_room() -> None:
    claims = (says(0, 4, "C"),)
    assert contradiction(["2C", "2H"], [1, 1], claims) is None
    assert contradiction(["2C", "2C"], [1, 1], claims) == Contradiction("C", (4,))


def test_hidden_places_take_anything() -> None:
    claims = (says(0, 1, "C"), says(1, 2, "C"), says(2, 3, "C"))
    assert contradiction(["2C", "2D", "3D", "3C"], [1, 0, 1, 2], claims) is None
    assert contradiction(["2C", "2D", "3D", "3C"], [1, 1, 1, 1], claims) == Contradiction("C", (1, 2, 3))


def test_a_suit_may_hold_a_card_of_another_name() -> None:
    trumps = frozenset({"2C", "3C", "2D"})
    claims = (Claim(0, 5, Duty("must-follow-suit", "GEN-4", trumps)),)
    assert contradiction(["2C", "2D", "3H"], [2, 1], claims) == Contradiction("C", (5,))
