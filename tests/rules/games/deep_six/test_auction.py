"""Deep Six: the pack, the deal and the auction, rule by rule."""

import pytest

from rules_core.games.deep_six import GAME, auction
from tests.cases import each
from tests.rules.games.deep_six.tables import dealt, melding, playing, rule
from tests.rules.tables import Table


@pytest.mark.rule("DEEP-1")
def test_two_to_eight_every_card_twice() -> None:
    assert sorted({card[0] for card in GAME.pack}) == list("2345678")
    assert len(GAME.pack) == 28
    table = playing()
    assert table.play(1, "9C") == "unknown-card"
    table.plays(1, "6S 6S 5S 4S")
    assert table.play(2, "6S") == "card-already-played"
    assert rule(table) == "DEEP-1"


@pytest.mark.rule("DEEP-2")
def test_four_players_score_as_two_sides() -> None:
    assert GAME.players == (4,)
    table = playing()
    for _trick in range(4):
        table.enter("trick", winner=0, points=40)
    for winner in (2, 1, 3, 1, 3, 1, 3, 1, 3, 1):
        table.enter("trick", winner=winner, points=80 if winner == 2 else 0)
    assert table.state.totals == (240, 10)
    assert table.enter("adjust", points=[1, 2, 3, 4], reason="one a seat") == "bad-value"
    assert table.enter("adjust", points=[1, 2], reason="one a side") is None


@pytest.mark.rule("DEEP-3")
def test_fourteen_cards_and_the_deal_passes_left() -> None:
    table = playing()
    assert [GAME.cards_held(table.state, seat) for seat in range(4)] == [14] * 4
    table.play(1, "6S")
    assert GAME.cards_held(table.state, 1) == 13
    table = melding()
    assert table.deal() == "wrong-phase"
    table.enter("tally", taken=[100, 150], meld=[0, 0])
    assert table.deal(0) == "wrong-dealer"
    assert table.enter("deal") is None
    assert table.state.hand.dealer == 1


@pytest.mark.rule("DEEP-4")
def test_bidding_starts_left_of_the_dealer() -> None:
    table = dealt(dealer=2)
    assert table.to_act == (3,)
    assert table.enter("bid", seat=2, amount=120) == "not-your-turn"
    assert table.enter("pass", seat=0) == "not-your-turn"
    assert rule(table) == "DEEP-4"
    assert table.enter("pass", seat=4) == "bad-seat"
    assert table.enter("bid", seat=-1, amount=120) == "bad-seat"


@pytest.mark.rule("DEEP-4")
@each("amount", [130, 125, 119, 5, -5])
def test_the_first_bid_is_at_most_120_and_a_multiple_of_ten(amount: int) -> None:
    table = dealt()
    assert table.enter("bid", seat=1, amount=amount) == "bad-bid"
    assert rule(table) == "DEEP-4"


@pytest.mark.rule("DEEP-4")
def test_each_bid_is_lower_than_the_last_jumps_and_bids_below_zero_allowed() -> None:
    table = dealt()
    assert table.enter("bid", seat=1, amount=110) is None
    assert table.enter("bid", seat=2, amount=110) == "bad-bid"
    assert table.enter("bid", seat=2, amount=120) == "bad-bid"
    assert table.enter("bid", seat=2, amount=50) is None
    assert table.enter("bid", seat=3, amount=0) is None
    assert table.enter("bid", seat=0, amount=-30) is None
    assert table.enter("bid", seat=1, amount=-1000) is None, "the text sets no lower end"
    assert table.enter("bid", seat=2, amount="-1010") == "bad-value"


@pytest.mark.rule("DEEP-4")
def test_it_goes_round_until_three_have_passed_and_one_has_bid() -> None:
    table = dealt()
    table.enter("bid", seat=1, amount=120)
    table.enter("pass", seat=2)
    table.enter("bid", seat=3, amount=110)
    table.enter("pass", seat=0)
    assert (table.phase, table.to_act) == ("auction", (1,)), "seat 2 is out, seat 1 is asked again"
    table.enter("bid", seat=1, amount=100)
    assert table.to_act == (3,), "seats 2 and 0 passed for the whole auction"
    table.enter("pass", seat=3)
    assert (table.phase, table.to_act) == ("sink", (1,))
    assert (table.state.hand.opening.bidder, table.state.hand.opening.bid) == (1, 100)


@pytest.mark.rule("DEEP-4")
def test_the_last_one_asked_may_win_with_the_only_bid() -> None:
    table = dealt()
    table.enter("pass", seat=1)
    table.enter("pass", seat=2)
    table.enter("bid", seat=3, amount=90)
    assert table.phase == "auction"
    table.enter("pass", seat=0)
    assert (table.phase, table.to_act) == ("sink", (3,))


@pytest.mark.rule("DEEP-5")
def test_three_passes_force_the_dealer_to_exactly_120() -> None:
    table = dealt()
    for seat in (1, 2, 3):
        table.enter("pass", seat=seat)
    assert table.enter("pass", seat=0) == "bad-bid"
    assert rule(table) == "DEEP-5"
    assert table.enter("bid", seat=0, amount=110) == "bad-bid"
    assert rule(table) == "DEEP-5"
    assert [(event.seat, event.amount) for event in GAME.candidates(table.state)] == [(0, 120)]  # type: ignore[attr-defined]
    assert table.enter("bid", seat=0, amount=120) is None
    assert (table.phase, table.to_act) == ("sink", (0,))


def test_a_contract_stands_for_auction_and_exchange() -> None:
    table = dealt()
    assert table.enter("contract", seat=4, amount=120, suit="H") == "bad-seat"
    assert table.enter("contract", seat=2, amount=130, suit="H") == "bad-bid"
    assert table.enter("contract", seat=2, amount=55, suit="H") == "bad-bid"
    assert table.enter("contract", seat=2, amount=50, suit="X") == "bad-value"
    assert table.enter("contract", seat=2, amount=50, suit="H") is None
    assert (table.phase, table.to_act) == ("meld", (0, 1, 2, 3))
    assert table.enter("contract", seat=2, amount=50, suit="H") == "wrong-phase"


def test_a_contract_comes_before_any_call() -> None:
    table = dealt()
    table.enter("pass", seat=1)
    assert table.enter("contract", seat=2, amount=50, suit="H") == "wrong-phase"


def test_calls_belong_to_the_auction() -> None:
    table = Table(GAME.name, 4)
    assert table.enter("bid", seat=1, amount=120) == "wrong-phase"
    assert table.enter("contract", seat=1, amount=120, suit="C") == "wrong-phase"
    table = melding()
    assert table.enter("bid", seat=9, amount=7) == "wrong-phase", "the phase is looked at first"
    assert table.enter("pass", seat=1) == "wrong-phase"
    assert table.phase == "meld"


def test_undo_takes_back_a_call_and_an_amendment_changes_the_winner() -> None:
    table = dealt()
    table.enter("bid", seat=1, amount=120)
    for seat in (2, 3, 0):
        table.enter("pass", seat=seat)
    table.enter("undo")
    assert (table.phase, table.to_act) == ("auction", (0,))
    table.enter("bid", seat=0, amount=100)
    table.enter("pass", seat=1)
    assert (table.phase, table.to_act) == ("sink", (0,))
    change = {"target": 6, "with": [{"type": "bid", "seat": 0, "amount": 120}]}
    assert table.enter("amend", changes=[change]) == "amend-breaks"
    assert table.refusal is not None
    assert (table.refusal.facts["at"], table.refusal.facts["cause"]) == (6, "bad-bid")
    change["with"] = [{"type": "pass", "seat": 0}]
    change2 = {"target": 7, "with": []}
    assert table.enter("amend", changes=[change, change2]) is None
    assert (table.phase, table.to_act) == ("sink", (1,))


def test_a_pad_is_offered_the_next_lower_bids() -> None:
    table = dealt()
    table.enter("bid", seat=1, amount=60)
    offered = list(GAME.candidates(table.state))
    assert len(offered) == 1 + auction.OFFERED
    assert [event.amount for event in offered[1:4]] == [50, 40, 30]  # type: ignore[attr-defined]


def test_a_bid_of_any_size_upwards_is_a_bad_bid() -> None:
    table = dealt()
    assert table.enter("bid", seat=1, amount=10**20) == "bad-bid"
    assert table.enter("contract", seat=1, amount=10**20, suit="H") == "bad-bid"
    assert table.enter("bid", seat=2, amount=10**20) == "not-your-turn"
