"""Sechsundsechzig: who takes a trick, the duties of play, what proves a breach."""

import random

import pytest

from rules_core.games.sechsundsechzig import GAME
from tests.cases import each
from tests.rules.games.sechsundsechzig.evening import Sechsundsechzig
from tests.rules.games.sechsundsechzig.tables import closed, rule, tricks, turned_up
from tests.rules.tables import Table


@pytest.mark.rule("SU-7")
def test_with_the_talon_open_there_is_no_duty() -> None:
    table = turned_up("9H", 2)
    table.enter("hand", seat=0, cards=["AC", "7H", "7D", "8D", "9D", "JD"])
    table.play(1, "TC")
    assert table.play(0, "7D") is None
    assert table.state.hand.claims == ()
    assert GAME.legal(turned_up("9H").state, 1, ("AC", "7D")) == ["7D", "AC"]


@pytest.mark.rule("SU-8")
@pytest.mark.parametrize(
    ("cards", "taker"),
    [("8C 9C TC", 0), ("8C 7H AC", 2), ("8C 7H 8H", 0), ("8C AD AS", 1), ("7H AC 8H", 0)],
    ids=["highest of the suit", "a trump", "the higher trump", "other suits never take", "trump led"],
)
def test_who_takes_the_trick(cards: str, taker: int) -> None:
    table = turned_up("9H", 3)
    table.plays(1, cards)
    assert table.to_act == (taker,)


@pytest.mark.rule("SU-9")
def test_what_the_cards_are_worth_and_how_they_rank() -> None:
    table = closed("9H", 2)
    for cards, augen in (("7C 8C", 0), ("9C JC", 2), ("QC KC", 7), ("TC AC", 21), ("KD TD", 14)):
        before = sum(table.state.hand.captured)
        leader = table.to_act[0]
        table.plays(leader, cards)
        assert table.to_act == (1 - leader,), "the second is the higher"
        assert sum(table.state.hand.captured) == before + augen


@pytest.mark.rule("SU-10")
@pytest.mark.parametrize(
    ("cards", "taker"),
    [("AC KC AC 9D", 1), ("AC JH 9C JH", 2), ("9C AC AC 9C", 2)],
    ids=["led", "trumps", "followed"],
)
def test_of_two_identical_cards_the_first_is_the_higher(cards: str, taker: int) -> None:
    table = turned_up("9H", 4)
    table.plays(1, cards)
    assert table.to_act == (taker,)


@pytest.mark.rule("SU-10")
def test_an_identical_card_need_not_beat_and_does_not() -> None:
    table = closed("9H", 4)
    table.play(1, "AC")
    assert GAME.legal(table.state, 2, ("AC", "9C", "JH")) == ["9C", "AC"]


@pytest.mark.rule("SU-11")
def test_the_duties_hold_once_the_talon_is_used_up_or_closed() -> None:
    hand = ("AC", "7C", "7H", "7D")
    table = turned_up("9H", 3)
    table.play(1, "TC")
    assert GAME.legal(table.state, 2, hand) == sorted(hand)
    shut = closed("9H", 3)
    shut.play(1, "TC")
    assert GAME.legal(shut.state, 2, hand) == ["AC"]
    used = turned_up("9H", 3)
    for cards in ("7S 8S JS", "QS KS AS", "8D 9D JD"):
        used.plays(used.to_act[0], cards)
    used.play(used.to_act[0], "TC")
    assert GAME.legal(used.state, used.to_act[0], hand) == ["AC"]


FOLLOW, BEAT, TRUMP = ("must-follow-suit", "SU-11"), ("must-beat", "SU-12"), ("must-trump", "SU-13")
DUTIES = [
    ("TC", "AC", {"7C": BEAT, "7H": FOLLOW, "7D": FOLLOW}),
    ("AC", "7C TC", {"7H": FOLLOW, "7D": FOLLOW}),
    ("KC TC", "AC", {"QC": BEAT, "7H": FOLLOW}),
    ("KC JH", "QC AC", {"7H": FOLLOW, "AH": FOLLOW}),  # trumped already
    ("KC", "7H", {"AD": TRUMP, "7D": TRUMP}),
    ("KC", "7D AD", {}),
    ("KC JH", "AH", {"7H": TRUMP, "AD": TRUMP}),
    ("KC JH", "7H 8H AD", {}),  # no trump of these would take it
    ("JH", "7H", {"AD": FOLLOW}),
    ("JH", "AH", {"7H": BEAT, "AD": FOLLOW}),
    ("JH", "AD TS", {}),
]


@pytest.mark.rule("SU-11", "SU-12", "SU-13")
@each("lying allowed refused", DUTIES)
def test_what_may_be_played(lying: str, allowed: str, refused: dict[str, tuple[str, str]]) -> None:
    table = closed("9H", 3)
    for card in lying.split():
        assert table.play(table.to_act[0], card) is None
    seat, may = table.to_act[0], allowed.split()
    assert GAME.legal(table.state, seat, (*may, *refused)) == sorted(may)
    held = [*may, *refused, "JD", "QD", "KD", "JS", "QS", "KS"]
    assert table.enter("hand", seat=seat, cards=held[:7]) is None
    for card, (code, number) in refused.items():
        assert table.play(seat, card) == code
        assert rule(table) == number
    assert table.play(seat, may[0]) is None


@pytest.mark.rule("SU-13")
def test_who_cannot_follow_must_trump() -> None:
    table = closed("9H", 2)
    table.enter("hand", seat=0, cards=["7H", "8H", "AD", "KD", "QD", "JD"])
    table.play(1, "TC")
    assert table.play(0, "AD") == "must-trump"
    assert rule(table) == "SU-13"
    assert table.refusal is not None
    assert table.refusal.facts == {"seat": 0, "card": "AD", "led": "TC", "held": ("7H", "8H")}
    assert table.play(0, "AD", irregular=True) is None
    assert table.infractions == [("must-trump", 0, 5, 5)]


def test_the_lead_is_free() -> None:
    table = closed("9H", 2)
    hand = ("7C", "7H", "AD", "JD", "KD", "QD")
    table.enter("hand", seat=1, cards=hand)
    assert GAME.legal(table.state, 1, hand) == list(hand)


@pytest.mark.rule("SU-11", "SU-13")
def test_one_card_proves_one_duty_and_each_its_own() -> None:
    table = closed("9H", 2)
    table.plays(1, "TC 7D")  # neither clubs nor trumps
    table.plays(1, "8S 9S")
    table.plays(0, "7H 8H")
    assert table.infractions == [("must-trump", 0, 4, 7)]
    table.plays(1, "KC 8C")
    assert table.infractions == [("must-trump", 0, 4, 7), ("must-follow-suit", 0, 4, 10)]


@pytest.mark.rule("SU-11", "SU-13")
def test_one_hand_proves_both_the_suit_first() -> None:
    table = closed("9H", 2)
    table.play(1, "TC")
    table.play(0, "7D")
    table.enter("hand", seat=0, cards=["7H", "7C", "7S", "8S", "9S"])
    assert table.infractions == [("must-follow-suit", 0, 4, 5), ("must-trump", 0, 4, 5)]


@pytest.mark.rule("SU-12")
def test_a_higher_card_that_shows_later_proves_it() -> None:
    table = closed("9H", 2)
    table.plays(1, "TC 7C")
    table.plays(1, "8S AC")
    assert table.infractions == [("must-beat", 0, 4, 6)]
    table.plays(1, "JD JS")
    assert table.infractions == [("must-beat", 0, 4, 6), ("must-follow-suit", 0, 6, 8)]


@pytest.mark.rule("SU-7")
def test_cards_that_came_in_later_prove_nothing() -> None:
    table = turned_up("9H", 2)
    table.plays(1, "TC 7D")
    table.plays(1, "KC AC")
    assert table.infractions == []


@pytest.mark.rule("SU-17")
def test_a_card_that_is_announced_comes_to_light() -> None:
    table = closed("9H", 2)
    table.plays(1, "8S 7C")
    table.plays(1, "8D AD")
    assert table.play(0, "KS", marriage=True) is None
    assert table.infractions == [("must-follow-suit", 0, 4, 7)]


@pytest.mark.rule("SU-12", "SU-17")
def test_the_partner_alone_may_be_the_proof() -> None:
    table = closed("9S", 4)
    table.plays(1, "QH 9H JH JH")  # Cat has no king, ten or ace of hearts
    table.plays(1, "9C TC JC QC")
    assert table.play(2, "QH", marriage=True) is None
    assert table.infractions == [("must-beat", 2, 4, 11)]


def test_a_card_that_its_hand_has_no_room_for_is_taken_and_nothing_follows_from_it() -> None:
    table = closed("9H", 2)
    table.plays(1, "KS 7S")
    for cards in ("7C 8C", "9D TD", "9C TC"):
        table.plays(table.to_act[0], cards)
    assert table.play(table.to_act[0], "KD", marriage=True) is None
    seat = table.state.hand.trick[0].seat
    table.play(table.to_act[0], "8D")
    assert table.play(seat, "AS") is None, "only the queen of diamonds is left there, but nobody has declared it"
    assert GAME.contradiction(table.state) is None


@pytest.mark.rule("SU-11")
def test_the_unseen_cards_can_no_longer_be_dealt() -> None:
    table = closed("9H", 3)
    table.plays(1, "7C 7D 8D")
    assert GAME.contradiction(table.state) is None, "seven clubs are unseen, but ten cards of the talon too"
    table = crowded()
    told = GAME.contradiction(table.state)
    assert told is not None
    assert (told.suit, told.plays) == ("C", (15, 16)), "six places, seven clubs"


def test_a_contradiction_outlives_a_hand_that_a_call_ends() -> None:
    table = crowded()
    told = GAME.contradiction(table.state)
    assert table.enter("claim", seat=table.to_act[0]) is None
    assert GAME.contradiction(table.state) == told
    assert GAME.summary(table.state)["hands"][0]["contradiction"] == {"suit": "C", "plays": (15, 16)}
    table.enter("deal")
    assert GAME.contradiction(table.state) is None


def crowded() -> Table:
    """Three players, the talon used up: two of them have said that they have no club, and too many are unseen."""
    table = turned_up("9H", 3)
    for cards in ("7S 8S 9S", "TS JS QS", "KS AS JD"):
        table.plays(table.to_act[0], cards)
    seat = table.to_act[0]
    table.plays(seat, "TD 7H 8H")  # two who have neither diamonds nor, later, clubs
    table.plays(table.to_act[0], "7C JH QH")
    return table


@pytest.mark.rule("SU-11", "SU-12", "SU-13")
@each("seed", range(30))
def test_every_breach_of_a_hand_that_is_played_out_is_proven(seed: int) -> None:
    evening = PlayedOut(random.Random(seed), 2 + seed % 3, {}, cheats=True)
    evening.match(200)
    while evening.phase not in ("deal", "over"):
        evening.act()
    found = {(i.event, i.code) for i in GAME.infractions(evening.state)}
    assert found == {(at, code) for at in evening.held for code in evening.broken(at)}


class PlayedOut(Sechsundsechzig):
    """Every hand goes on card by card until none is left."""

    CALLS = 0
    STEPS_DOWN = 0


def test_stepping_down_to_tricks_and_never_up() -> None:
    table = turned_up("9H", 2)
    table.play(1, "7C")
    assert table.enter("trick", winner=1, augen=0) == "wrong-phase"
    assert table.enter("meld", seat=1, points=20) == "wrong-phase"
    table.play(0, "8C")
    assert table.enter("meld", seat=0, points=20) == "wrong-phase", "this hand is entered by cards"
    assert table.enter("trick", winner=2, augen=0) == "bad-seat"
    tricks(table, (1, 4))
    assert table.play(1, "9C") == "wrong-phase"
    assert table.enter("tally", points=[1, 0]) == "wrong-phase"


def test_a_step_down_ends_what_is_known() -> None:
    table = closed("9H", 2)
    table.plays(1, "8S 7C")
    assert table.play(1, "KD", marriage=True) is None
    table.play(0, "7D")
    tricks(table, (0, 0))
    assert table.state.hand.claims == ()
    assert table.state.hand.known == ((), (), ("9H",))


@pytest.mark.rule("SU-9")
def test_a_trick_has_no_more_than_its_cards_and_the_pack_can_hold() -> None:
    table = turned_up("9H", 2)
    for wrong in (-1, 23):
        assert table.enter("trick", winner=1, augen=wrong) == "bad-tally"
    assert rule(table) == "SU-9"
    tricks(table, *[(1, 22)] * 5)
    assert table.enter("trick", winner=1, augen=11) == "bad-tally", "that would be 121"
    tricks(table, (0, 10))
    assert table.enter("trick", winner=1, augen=1) == "bad-tally"
    four = turned_up("9H", 4)
    assert four.enter("trick", winner=1, augen=45) == "bad-tally"
    tricks(four, *[(1, 44)] * 5)
    assert four.enter("trick", winner=1, augen=21) == "bad-tally"
    tricks(four, (1, 20))
    assert table.enter("trick", winner=1, augen=True) == "bad-value"
    assert table.enter("trick", winner=1, augen=10**30) == "bad-tally", "an integer, however large"
    assert table.enter("trick", winner=10**30, augen=-(10**30)) == "bad-seat"
