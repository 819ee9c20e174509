"""Deep Six: which cards a hand can have held when it melded."""

import random
from collections import Counter

import pytest

from rules_core.cards import Card
from rules_core.events import Event, Hand, Play
from rules_core.games.deep_six.events import CardMeld
from rules_core.games.deep_six.hand import COPIES, HAND, PACK, SEATS
from rules_core.games.deep_six.holdings import holdings
from rules_core.games.deep_six.meld import best_melds, needed

TRIALS = 40


def plays(seat: int, cards: str) -> list[Event]:
    return [Play(seat, card) for card in cards.split()]


@pytest.mark.rule("DEEP-1")
def test_what_others_played_or_melded_was_not_in_this_hand() -> None:
    entries = [*plays(1, "8S 7S"), CardMeld(2, melds=(("8S", "8C", "8D", "8H"),)), *plays(2, "8C 8C")]
    held = holdings(entries, 0, "kinds")
    assert [held.most[card] for card in ("8S", "7S", "8C", "8D", "6H")] == [0, 1, 0, 1, 2]


@pytest.mark.rule("DEEP-3")
def test_a_hand_whose_fourteen_cards_are_known_held_no_other() -> None:
    fourteen = "2S 3S 4S 5S 6S 7S 8S 2H 3H 4H 5H 6H 7H 7H"
    held = holdings(plays(0, fourteen), 0, "kinds")
    assert {card: times for card, times in held.most.items() if times} == Counter(fourteen.split())


@pytest.mark.rule("DEEP-3")
def test_the_cards_of_a_meld_must_have_room_beside_those_played() -> None:
    held = holdings(plays(0, "2S 3S 4S 5S 6S 7S 8S 2H 3H 4H 5H 6H"), 0, "kinds")
    assert held.too_many({"8S": 1, "8C": 1, "8D": 1}) == 0
    assert held.too_many({"8S": 1, "8C": 1, "8D": 1, "8H": 1}) == 1
    assert held.too_many({"8S": 2, "8C": 1, "8D": 1}) == 1


@pytest.mark.rule("DEEP-8")
def test_a_declared_hand_is_all_there_was_beside_what_had_been_played() -> None:
    twelve = ["3S", "4S", "5S", "6S", "7S", "8S", "3H", "4H", "5H", "6H", "7H", "7H"]
    entries = [*plays(0, "2S 2H"), Hand(0, tuple(twelve)), *plays(0, "3S")]
    held = holdings(entries, 0, "kinds")
    assert {card: times for card, times in held.most.items() if times} == Counter([*twelve, "2S", "2H"])
    assert holdings(entries, 1, "kinds").most["7H"] == 0


@pytest.mark.parametrize("reuse", ["kinds", "none"])
def test_what_a_hand_really_held_is_never_ruled_out(reuse: str) -> None:
    """However much of a deal is known: true melds stay possible, and with all of it nothing else is."""
    chance = random.Random(reuse)
    for _trial in range(TRIALS):
        hands, entries = dealt(chance, reuse)
        known = entries[: chance.randrange(len(entries) + 1)]
        for seat, hand in enumerate(hands):
            held = holdings(known, seat, reuse)
            need = needed([(meld.kind, meld.cards) for meld in best_melds(hand, "H", reuse)], reuse)
            assert held.too_many(need) == 0
            assert all(held.most[card] >= times for card, times in (Counter(hand) | Counter(need)).items())
            whole = holdings(entries, seat, reuse)
            assert Counter(hand) == Counter({card: times for card, times in whole.most.items() if times})


def dealt(chance: random.Random, reuse: str) -> tuple[list[list[Card]], list[Event]]:
    """Four hands as they melded, and all that was then entered: each melds its best, and plays in any order."""
    cards = list(PACK * COPIES)
    chance.shuffle(cards)
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(SEATS)]
    melds: list[Event] = [
        CardMeld(seat, melds=tuple([meld.cards for meld in best_melds(hand, "H", reuse)]))
        for seat, hand in enumerate(hands)
    ]
    return hands, [*melds, *(Play(seat, hands[seat][trick]) for trick in range(HAND) for seat in range(SEATS))]
