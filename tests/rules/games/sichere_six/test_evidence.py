"""Sichere Six: every proof that can be made is made, and a contradiction is told exactly where nothing can be dealt."""

from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.games.sichere_six import GAME
from tests.cases import MORE
from tests.rules.games.sichere_six.evening import SichereSix
from tests.rules.games.sichere_six.tables import lay, play_on, table
from tests.rules.sitting_down import sit_down

# What is proven: as much as the cards that all have seen can prove, and no more


class ByCards(SichereSix):
    """Rounds by cards from beginning to end, nothing declared."""

    now_and_then = 0.0


def provable(evening: SichereSix, start: int) -> set[int]:
    """Returns the revokes of the round that began at this place which the cards played in it prove."""
    plays = [at for at in evening.held if at > start]
    return {at for at in plays if evening.broken(at) and _against(evening, at, plays)}


def _against(evening: SichereSix, at: int, plays: list[int]) -> bool:
    seat = evening.log[at]["seat"]
    later = [
        e for e in plays if e > at and evening.log[e]["seat"] == seat and evening.denied(at, evening.log[e]["card"])
    ]
    mercy = max((m for m in evening.mercies if m < plays[-1]), default=None)
    if mercy is None or mercy < plays[0] or evening.log[mercy]["seat"] != seat or mercy < at:
        return bool(later)
    buried = evening.mercies[mercy][1]
    return any(e < mercy for e in later) or len(later) + evening.denied(at, buried) > 1


@settings(max_examples=40 * MORE, deadline=None)
@given(data=st.data())
def test_every_revoke_that_the_cards_prove_is_proven(data: st.DataObject) -> None:
    evening = sit_down(data, ByCards, cheats=True)
    start = 0
    while len(evening.state.finished) == 0:
        evening.act()
    assert {i.event for i in GAME.infractions(evening.state)} == provable(evening, start)


# What cannot be: told apart from all deals of the unseen cards, tried one by one


def deals(unseen: list[str], rooms: tuple[int, ...]) -> Iterator[tuple[frozenset[str], ...]]:
    """Yields every way to deal these cards to places with so much room."""
    if not rooms:
        yield ()
        return
    for cards in combinations(unseen, rooms[0]):
        rest = [card for card in unseen if card not in cards]
        yield from ((frozenset(cards), *others) for others in deals(rest, rooms[1:]))


def possible(evening: SichereSix) -> bool:
    """Tells whether some deal agrees with everything asserted in this round and not proven false."""
    hand = evening.state.hand
    unseen = [card for card in GAME.pack if card not in hand.played]
    rooms = tuple(GAME.cards_held(evening.state, seat) for seat in range(3))
    return any(_agrees(evening, dealt) for dealt in deals(unseen, (*rooms, 1)))


def _agrees(evening: SichereSix, dealt: tuple[frozenset[str], ...]) -> bool:
    hand = evening.state.hand
    for claim in hand.claims:
        if any(evening.denied(claim.event, card) for card in dealt[claim.seat]):
            return False
    if not hand.earlier:
        return True
    had = {*dealt[hand.chosen], *dealt[3], *hand.since}
    return any(_all_true(evening, had - {mercy}) for mercy in had)


def _all_true(evening: SichereSix, had: Iterable[str]) -> bool:
    return not any(evening.denied(claim.event, card) for claim in evening.state.hand.earlier for card in had)


@settings(max_examples=50 * MORE, deadline=None)
@given(data=st.data())
def test_a_contradiction_is_told_exactly_where_no_deal_agrees(data: st.DataObject) -> None:
    evening = sit_down(data, ByCards, cheats=True)
    while not evening.state.finished:
        evening.act()
        hand = evening.state.hand
        if hand is not None and len(hand.played) >= 17:
            assert (GAME.contradiction(evening.state) is None) == possible(evening)


@pytest.mark.rule("SIC-6")
def test_more_clubs_than_can_lie_where_nobody_denied_them() -> None:
    opened = table()
    play_on(opened, "TC 6D 7D TS 6S 7S JS 8S X TH 6H 7H")
    assert GAME.contradiction(opened.state) is None, "five clubs: four places with seat 1, and the Mercy"
    lay(opened, 1, "JH")
    told = GAME.contradiction(opened.state)
    assert told is not None
    assert (told.suit, told.plays) == ("C", (2, 3))


@pytest.mark.rule("SIC-6")
def test_several_suits_together() -> None:
    opened = table()
    play_on(opened, "TC 6D 7D TS 6S 7S")
    lay(opened, 1, "JS 6H")
    assert GAME.contradiction(opened.state) is None
    lay(opened, 0, "7H")
    told = GAME.contradiction(opened.state)
    assert told is not None
    assert (told.suit, told.plays) == (None, (2, 3, 8, 9))


TWO_DENIALS = "TC 6D 7C TS 7D 6S 9D JD TD"
"""Seat 2 denies clubs and spades (places 2 and 5 of the log), then is The Chosen."""


@pytest.mark.rule("SIC-14", "SIC-15")
def test_two_cards_against_two_denials_are_no_proof_yet_cannot_both_be_the_mercy() -> None:
    opened = table()
    play_on(opened, TWO_DENIALS)
    opened.enter("mercy", seat=2)
    play_on(opened, "JC 6C 9C")
    assert GAME.contradiction(opened.state) is None
    lay(opened, 2, "JS")
    told = GAME.contradiction(opened.state)
    assert told is not None
    assert (told.suit, told.plays, opened.infractions) == (None, (2, 5), [])
    lay(opened, 0, "7S 9S")
    play_on(opened, "7H JH TH")
    lay(opened, 0, "X 8D 8H", joker="win")
    play_on(opened, "8C 8S 9H")
    assert (opened.phase, opened.infractions) == ("deal", [])
    assert GAME.contradiction(opened.state) == told
    assert GAME.summary(opened.state)["hands"][0]["contradiction"] == {"suit": None, "plays": (2, 5)}
    opened.enter("deal")
    assert GAME.contradiction(opened.state) is None


@pytest.mark.rule("SIC-15")
def test_one_card_played_and_the_buried_one_against_two_denials() -> None:
    opened = table()
    play_on(opened, TWO_DENIALS)
    opened.enter("mercy", seat=2)
    play_on(opened, "JC 6C 9C 6H JH TH 7S 9S 7H 8D 9H 8C 8S 8H")
    assert GAME.contradiction(opened.state) is None
    lay(opened, 0, "X")
    told = GAME.contradiction(opened.state)
    assert told is not None
    assert (opened.state.finished[0].buried, told.plays, opened.infractions) == ("JS", (2, 5), [])


@pytest.mark.rule("SIC-14")
def test_the_mercy_may_still_be_in_the_hand_when_a_card_of_the_suit_denied_later_was_buried() -> None:
    """Seat 2 had no club, drew 8C, buried JH and then had no heart: the last two cards have one place each."""
    opened = table()
    play_on(opened, "TC 6D 7C 9D JD TD")
    opened.enter("mercy", seat=2)
    play_on(opened, "6S 8D 8S 9H 6H 7S TH X 9S 8H 6C TS 7D 7H JS")
    lay(opened, 0, "JC 9C")
    assert GAME.contradiction(opened.state) is None
    lay(opened, 2, "8C")
    assert (opened.infractions, GAME.contradiction(opened.state)) == ([], None)
    assert opened.state.finished[0].buried == "JH"
