"""Deep Six: the sunk suit, the invitation and the exchange, rule by rule."""

import pytest

from rules_core.findings import Observer
from rules_core.games.deep_six import GAME
from tests.rules.games.deep_six.tables import dealt, exchanging, melding, rule


@pytest.mark.rule("DEEP-6")
def test_the_winner_of_the_auction_names_the_sunk_suit() -> None:
    table = dealt()
    assert table.enter("sink", seat=1, suit="H") == "wrong-phase"
    table.enter("bid", seat=1, amount=120)
    for seat in (2, 3, 0):
        table.enter("pass", seat=seat)
    assert table.enter("sink", seat=5, suit="S") == "bad-seat"
    assert table.enter("sink", seat=2, suit="S") == "not-your-turn"
    assert rule(table) == "DEEP-6"
    assert table.enter("sink", seat=1, suit="E") == "bad-value"
    assert len(list(GAME.candidates(table.state))) == 4
    assert table.enter("sink", seat=1, suit="S") is None
    assert (table.phase, table.to_act, table.state.hand.opening.sunk) == ("exchange", (3,), "S")


@pytest.mark.rule("DEEP-7")
def test_the_bidder_may_show_parts_of_melds_before_the_exchange() -> None:
    table = exchanging()
    assert table.enter("show", seat=3, cards=["8C"]) == "not-your-turn"
    assert rule(table) == "DEEP-7"
    assert table.enter("show", seat=7, cards=["8C"]) == "bad-seat"
    assert table.enter("show", seat=1, cards=["8C", "9C"]) == "unknown-card"
    assert table.enter("show", seat=1, cards=["8C", "8C", "8C"]) == "card-already-played"
    assert table.enter("show", seat=1, cards=["8C", "7C"]) is None
    assert table.enter("show", seat=1, cards=["8C", "4C"]) is None
    assert table.enter("show", seat=1, cards=["8C"]) == "card-already-played", "both already lie there"
    assert GAME.view(table.state, Observer()).extra.shown == ("8C", "7C", "8C", "4C")
    table.enter("exchange", seat=3)
    assert table.enter("show", seat=1, cards=["2C"]) == "wrong-phase"


@pytest.mark.rule("DEEP-7")
def test_a_hand_shows_no_more_than_it_holds() -> None:
    table = exchanging()
    assert table.enter("show", seat=1, cards=list(GAME.pack[:15])) == "hand-size"
    assert table.enter("show", seat=1, cards=list(GAME.pack[:14])) is None


@pytest.mark.rule("DEEP-8")
def test_the_partner_passes_three_then_the_bidder_gives_three_back() -> None:
    table = exchanging()
    assert table.enter("exchange", seat=1, cards=["2C", "3C", "4C"]) == "not-your-turn"
    assert rule(table) == "DEEP-8"
    assert table.enter("exchange", seat=3, cards=["2C", "3C"]) == "hand-size"
    assert table.enter("exchange", seat=3, cards=["2C", "3C", "4C", "5C"]) == "hand-size"
    assert table.enter("exchange", seat=3, cards=["2C", "9C"]) == "unknown-card"
    assert table.enter("exchange", seat=3, cards=["2C", "2C", "2C"]) == "card-already-played"
    assert table.enter("exchange", seat=3, cards=["2C", "2C", "4C"]) is None
    assert [GAME.cards_held(table.state, seat) for seat in range(4)] == [14, 17, 14, 11]
    assert table.to_act == (1,)
    assert table.enter("exchange", seat=3) == "not-your-turn"
    assert table.enter("exchange", seat=1) is None, "which cards may be left out"
    assert [GAME.cards_held(table.state, seat) for seat in range(4)] == [14] * 4
    assert (table.phase, table.to_act) == ("meld", (0, 1, 2, 3))
    assert table.enter("exchange", seat=3) == "wrong-phase"


@pytest.mark.rule("DEEP-8")
def test_nobody_can_pass_cards_that_both_lie_shown_before_the_bidder() -> None:
    table = exchanging()
    table.enter("show", seat=1, cards=["8C", "8C", "7D"])
    assert table.enter("exchange", seat=3, cards=["8C", "3C", "4C"]) == "card-elsewhere"
    assert table.enter("exchange", seat=3, cards=["7D", "7D", "4C"]) == "card-elsewhere"
    assert table.enter("exchange", seat=3, cards=["8C", "2C", "2C", "2C"]) == "card-already-played", "asked first"
    assert table.enter("exchange", seat=3, cards=["8C", "9C"]) == "unknown-card"
    assert table.enter("exchange", seat=3, cards=["7D", "3C", "4C"]) is None, "the other seven"
    assert table.enter("exchange", seat=1, cards=["8C", "8C", "7D"]) is None, "shown cards may go"
    assert table.enter("meld", seat=3, melds=[["8C", "8C"]]) is None, "nothing shown is known any more"


def test_what_was_passed_in_secret_refuses_nobody_anything() -> None:
    table = exchanging()
    table.enter("exchange", seat=3, cards=["8C", "8C", "7D"])
    assert table.enter("exchange", seat=1, cards=["8C", "8C", "7D"]) is None
    assert table.enter("meld", seat=2, melds=[["8C", "8C"]]) is None


def test_a_hand_is_declared_after_the_exchange_only() -> None:
    table = exchanging()
    hand = list(GAME.pack[:14])
    assert table.enter("hand", seat=0, cards=hand) == "wrong-phase"
    table = melding()
    assert table.enter("hand", seat=4, cards=hand) == "bad-seat"
    assert table.enter("hand", seat=0, cards=hand[:13]) == "hand-size"
    assert rule(table) == "DEEP-3"
    assert table.enter("hand", seat=0, cards=["8C"] * 3 + hand[:11]) == "card-already-played"
    assert table.enter("hand", seat=0, cards=["AC", *hand[1:]]) == "unknown-card"
    assert table.enter("hand", seat=0, cards=hand) is None


def test_a_voided_hand_is_dealt_again_by_the_same_dealer() -> None:
    table = exchanging()
    assert table.enter("void-hand") is None
    assert table.deal(1) == "wrong-dealer"
    assert table.enter("deal") is None
    assert (table.phase, table.to_act) == ("auction", (1,))


def test_a_pad_is_offered_an_exchange_without_cards() -> None:
    table = exchanging()
    (offered,) = GAME.candidates(table.state)
    assert GAME.judge(table.state, offered, 9) is None
    assert offered.seat == 3  # type: ignore[attr-defined]
