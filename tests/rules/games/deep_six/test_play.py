"""Deep Six: who takes a trick, what must be played, and what is proven, rule by rule."""

import pytest

from rules_core.findings import Observer
from rules_core.games.deep_six import GAME
from tests.rules.games.deep_six.tables import dealt, playing, rule
from tests.rules.tables import Table

HAND = "2S 3S 6S 7S 8S 4D 5D 6D 7D 2C 3C 4C 5C 6C"


@pytest.mark.rule("DEEP-12")
def test_whoever_took_the_last_trick_leads() -> None:
    table = playing()
    table.plays(1, "6S 8S 2S 4S")
    assert table.to_act == (2,)
    assert table.play(1, "4C") == "not-your-turn"
    assert table.play(7, "4C") == "bad-seat"
    assert table.play(2, "4C") is None
    assert table.to_act == (3,)


@pytest.mark.rule("DEEP-13")
def test_a_declared_hand_follows_suit() -> None:
    table = playing()
    table.enter("hand", seat=2, cards=HAND.split())
    table.play(1, "5S")
    assert table.play(2, "4D") == "must-follow-suit"
    assert rule(table) == "DEEP-13"
    assert table.refusal is not None
    assert table.refusal.facts["held"] == ("2S", "3S", "6S", "7S", "8S")
    assert table.play(2, "4S") == "not-in-hand"
    assert table.play(2, "6S") is None


@pytest.mark.rule("DEEP-13")
def test_without_the_suit_any_card() -> None:
    table = playing()
    table.play(1, "5H")
    for card in HAND.split():
        assert card in GAME.legal(table.state, 2, tuple(HAND.split()))


@pytest.mark.rule("DEEP-13")
def test_the_led_suit_is_followed_also_when_another_one_wins() -> None:
    table = playing()
    table.play(1, "5S")
    table.play(2, "4C")
    assert GAME.legal(table.state, 3, ("2S", "8S", "8C", "8H")) == ["2S", "8S"]


@pytest.mark.rule("DEEP-14")
@pytest.mark.parametrize(
    ("lies", "hand", "legal"),
    [
        ("6S", "2S 3S 6S 8S 4D", "6S 8S"),
        ("6S 8S", "2S 7S 7H 3D", "2S 7S"),
        ("6S 7S", "6S 7S 2S", "7S"),
        ("6S 3H", "2S 7S 3H", "7S"),
        ("6S 3C", "2S 7S 3C", "2S 7S"),
        ("6H", "5H 7H 2S", "7H"),
        ("6H 2S", "5H 7H 2S", "5H 7H"),
        ("6S 4S", "5S 6S", "6S"),
    ],
    ids=[
        "over it, an identical card too",
        "none is over the winning card",
        "over the winning card, not the led one",
        "the sunk suit does not win",
        "another suit wins: any of the led suit",
        "the sunk suit led",
        "any other suit wins over the sunk suit led",
        "over what still wins",
    ],
)
def test_whoever_follows_plays_over_the_winning_card(lies: str, hand: str, legal: str) -> None:
    table = playing(sunk="H")
    for seat, card in enumerate(lies.split(), 1):
        table.play(seat, card)
    assert GAME.legal(table.state, table.to_act[0], tuple(hand.split())) == legal.split()


@pytest.mark.rule("DEEP-15", "DEEP-16", "DEEP-17")
@pytest.mark.parametrize(
    ("cards", "taker"),
    [
        ("6S 8S 2S 5H", 2),
        ("6S 6S 3H 4S", 2),
        ("5C 3D 8C 2S", 0),
        ("5C 4D 7S 8D", 3),
        ("4H 7H 2C 3H", 3),
        ("5C 3D 6D 8C", 3),
        ("5C 3D 3D 8C", 3),
        ("5C 8H 2D 8H", 3),
        ("8H 8H 7H 6H", 2),
        ("5C 4C 3C 2C", 1),
    ],
    ids=[
        "the sunk suit last is as if first",
        "the second of two identical cards",
        "three suits",
        "a suit is introduced once",
        "the sunk suit led loses",
        "the highest of the last suit",
        "identical off suit",
        "the sunk suit in between",
        "the sunk suit alone",
        "the led suit alone",
    ],
)
def test_who_takes_the_trick(cards: str, taker: int) -> None:
    table = playing(sunk="H")
    table.plays(1, cards)
    assert table.to_act == (taker,)


@pytest.mark.rule("DEEP-13", "DEEP-14")
def test_a_melded_card_obliges_until_it_is_played() -> None:
    table = playing(sunk="H", melds={3: "8C 8D 8H 8S"})
    table.plays(1, "6S 5S")
    assert table.play(3, "5D") == "must-follow-suit"
    assert table.play(3, "4S") == "must-play-over"
    assert rule(table) == "DEEP-14"
    assert table.play(3, "8S") is None
    table.play(0, "2S")
    assert table.to_act == (3,)
    table.plays(3, "2C 3C 4C 5C")
    table.plays(2, "3S 7D")
    assert table.infractions == []


@pytest.mark.rule("DEEP-13", "DEEP-14")
def test_it_really_happened() -> None:
    table = playing(sunk="H", melds={3: "8C 8D 8H 8S"})
    table.plays(1, "6S 5S")
    assert table.play(3, "4S", irregular=True) is None
    assert table.infractions == [("must-play-over", 3, 8, 8)]
    assert table.play(3, "4S", irregular=True) == "not-your-turn", "nothing else is lifted"


def test_melded_cards_are_in_no_other_hand() -> None:
    table = playing(melds={3: "8C 8C,6S 6S"})
    assert table.play(1, "8C") == "card-elsewhere"
    table.plays(1, "7C 3C 8C 2C")
    assert table.play(3, "7H") is None
    assert table.play(0, "8C") == "card-elsewhere", "the other one is still there"
    assert table.play(0, "2H") is None
    assert [seat.card for seat in GAME.view(table.state, Observer()).seats] == ["2H", None, None, "7H"]


@pytest.mark.rule("DEEP-14")
def test_not_playing_over_is_proven_by_an_identical_card_too() -> None:
    table = playing()
    table.plays(1, "6S 5S 2S 8S")  # seat 2 says: no six, seven or eight of spades
    table.plays(0, "4C 5C")
    table.play(2, "6S")
    assert table.infractions == [("must-play-over", 2, 7, 12)]


def test_a_second_copy_proves_as_well_as_the_first() -> None:
    table = playing()
    table.plays(1, "6S 5D 2S 8S")  # seat 2 says: no spade
    assert table.to_act == (2,)
    table.plays(2, "8C 8C 7C 6C")
    table.plays(3, "6S 7S 8S")
    assert table.infractions == []
    table.play(2, "2S")
    assert table.infractions == [("must-follow-suit", 2, 7, 17)]


def test_a_declared_hand_proves_in_private_at_first() -> None:
    table = playing()
    table.plays(1, "6S 5D 2S 8S")
    hand = ["3S", "3C", "3H", "3D", "4C", "4D", "4H", "5C", "5H", "6C", "6D", "7C", "7D"]
    assert table.enter("hand", seat=2, cards=hand) is None
    ((code, seat, play, proof),) = table.infractions
    assert (code, seat, play, proof) == ("must-follow-suit", 2, 7, 10)
    assert GAME.infractions(table.state)[0].private
    table.plays(2, "3C 4C 5S 6S")
    table.plays(table.to_act[0], "8S")
    while table.to_act != (2,):
        table.play(table.to_act[0], "7S")
    table.play(2, "3S")
    assert [i.private for i in GAME.infractions(table.state)] == [False]
    assert table.infractions == [("must-follow-suit", 2, 7, 10)]


def test_a_contradiction_counts_both_copies_and_the_melded_cards() -> None:
    table = playing(melds={1: "8S 8S"})
    table.plays(1, "6S 5D 5D 4D")
    # All but seat 1 say that they have no spade: eleven unseen ones and the two eights fill its hand.
    assert GAME.contradiction(table.state) is None
    table.plays(3, "2C 3C 4C")
    told = GAME.contradiction(table.state)
    assert told is not None
    assert (told.suit, told.plays) == ("S", (7, 8, 9))
    assert table.infractions == [], "it never says who"


def test_stepping_down_to_tricks() -> None:
    table = playing(melds={3: "8C 8C"})
    table.play(1, "7C")
    assert table.enter("trick", winner=1, points=0) == "wrong-phase"
    table.plays(2, "6D 8C 5C")
    assert table.to_act == (2,)
    assert table.enter("trick", winner=4, points=0) == "bad-seat"
    assert table.enter("trick", winner=3, points=20) is None
    assert table.play(3, "8C") == "wrong-phase"
    assert table.state.hand.known == ()
    assert table.enter("hand", seat=3, cards=list(GAME.pack[:6] + GAME.pack[7:13])) is None, "the eight may have gone"


def test_plays_belong_to_the_play() -> None:
    table = dealt()
    assert table.play(1, "6S") == "wrong-phase"
    assert table.enter("trick", winner=1, points=0) == "wrong-phase"
    assert GAME.legal(table.state, 1, ("6S",)) == []


def test_only_the_one_to_act_has_legal_cards() -> None:
    table = playing()
    assert GAME.legal(table.state, 1, ("6S", "6S", "2C", "9C")) == ["2C", "6S"]
    assert GAME.legal(table.state, 2, ("6S",)) == []
    assert GAME.legal(table.state, 9, ("6S",)) == []


def before_the_last_trick(seat: int) -> Table:
    """Thirteen tricks have been played, and neither of the sixes of spades that this seat melded."""
    table = playing(melds={seat: "6S 6S"})
    for card in ([card for card in GAME.pack if card != "6S"] * 2)[:52]:
        assert table.play(table.to_act[0], card, irregular=True) is None, table.refusal
    return table


def test_a_melded_card_that_was_never_played_is_not_asked_for() -> None:
    """Only a declared hand lacks a card: that a card was entered wrongly before does not stop the table."""
    (leader,) = before_the_last_trick(0).to_act
    table = before_the_last_trick(leader)
    assert table.to_act == (leader,)
    assert GAME.legal(table.state, leader, ("8S",)) == ["8S"]
    assert table.play(leader, "8S") is None
