"""Deep Six: what a viewer sees, and what stays closed (record, section 6)."""

import pytest

from rules_core.findings import Observer
from rules_core.games.deep_six import GAME
from tests.rules.games.deep_six.tables import dealt, exchanging, playing

OPEN = Observer()
REFEREE = Observer("referee")


def test_the_calls_lie_open() -> None:
    table = dealt()
    table.enter("pass", seat=1)
    table.enter("bid", seat=2, amount=90)
    extra = GAME.view(table.state, OPEN).extra
    assert [(call.seat, call.amount) for call in extra.calls] == [(1, None), (2, 90)]
    assert (extra.bidder, extra.bid, extra.sunk) == (2, 90, None)


@pytest.mark.rule("DEEP-4")
def test_the_last_call_is_the_one_whose_pass_ends_the_auction() -> None:
    table = dealt()
    last = [GAME.view(table.state, OPEN).extra.last_call]
    for kind, fields in (("bid", {"seat": 1, "amount": 90}), ("pass", {"seat": 2}), ("pass", {"seat": 3})):
        table.enter(kind, **fields)
        last.append(GAME.view(table.state, OPEN).extra.last_call)
    assert last == [False, False, False, True]
    table.enter("pass", seat=0)
    extra = GAME.view(table.state, OPEN).extra
    assert (table.phase, extra.last_call) == ("sink", False)


def test_exchanged_cards_are_for_whoever_gave_them_and_the_referee() -> None:
    table = exchanging()
    table.enter("exchange", seat=3, cards=["2C", "3C", "4C"])
    table.enter("exchange", seat=1, cards=["5C", "6C", "7C"])
    for viewer, sees in (
        (OPEN, 0),
        (Observer(open_book=True), 0),
        (Observer("seat", 0), 0),
        (Observer("seat", 2, open_book=True), 0),
        (Observer("seat", 1), 1),
        (Observer("seat", 3), 1),
        (REFEREE, 2),
    ):
        extra = GAME.view(table.state, viewer).extra
        assert len(extra.given) == sees, viewer
        assert extra.gave == (3, 1)
    assert GAME.view(table.state, Observer("seat", 3)).extra.given[0].cards == ("2C", "3C", "4C")
    assert GAME.view(table.state, Observer("seat", 1)).extra.given[0].cards == ("5C", "6C", "7C")


@pytest.mark.rule("DEEP-18")
def test_points_taken_stay_closed_while_the_hand_lasts() -> None:
    table = playing()
    table.plays(1, "2S 3S 4S 5S")
    assert GAME.view(table.state, OPEN).extra.taken is None
    assert GAME.view(table.state, Observer("seat", 0)).extra.taken is None
    assert GAME.view(table.state, Observer(open_book=True)).extra.taken == (30, 0)
    assert GAME.view(table.state, REFEREE).extra.taken == (30, 0)


def test_partners_show_the_same_score_and_the_lower_is_better() -> None:
    table = dealt()
    table.enter("adjust", points=[10, 20], reason="carried over")
    view = GAME.view(table.state, OPEN)
    assert [seat.score for seat in view.seats] == [10, 20, 10, 20]
    table.enter("void-hand")
    assert [seat.score for seat in GAME.view(table.state, OPEN).seats] == [10, 20, 10, 20]
    assert view.low_wins


def test_the_trick_as_it_lies() -> None:
    table = playing(sunk="H")
    assert GAME.view(table.state, OPEN).may_enter_tricks
    table.plays(1, "5S 4C")
    view = GAME.view(table.state, OPEN)
    assert (view.led_suit, view.extra.introduced, view.phase, view.to_act) == ("S", "C", "play", (3,))
    assert [seat.ahead for seat in view.seats] == [False, False, True, False]
    assert not view.may_enter_tricks
    table.plays(3, "3H 8S")
    view = GAME.view(table.state, OPEN)
    assert view.last_trick is not None
    assert (view.last_trick.winner, view.extra.introduced, view.led_suit) == (2, None, None)
    assert [seat.tricks for seat in view.seats] == [0, 0, 1, 0]


def test_a_card_is_dimmed_when_both_copies_are_in_sight_and_gone() -> None:
    table = playing()
    table.plays(1, "5S 6S 6S 4S")
    assert GAME.view(table.state, OPEN).dimmed == {"6S"}
    assert table.to_act == (3,)
    table.plays(3, "5S 7S 8S 8S")
    assert GAME.view(table.state, OPEN).dimmed == {"8S"}, "the other five lies in a closed trick"
    assert GAME.view(table.state, REFEREE).dimmed == {"5S", "6S", "8S"}
    table.play(2, "4S")
    assert GAME.view(table.state, OPEN).dimmed == {"8S"}


def test_the_own_declared_hand_says_why_a_card_may_not_be_played() -> None:
    table = playing()
    hand = ["2S", "3S", "6S", "7S", "8S", "4D", "5D", "6D", "7D", "2C", "3C", "4C", "5C", "6C"]
    table.enter("hand", seat=2, cards=hand)
    table.play(1, "7S")
    mine = GAME.view(table.state, Observer("seat", 2)).mine
    assert mine is not None
    assert sorted(card for card, refusal in mine.items() if refusal is None) == ["7S", "8S"]
    assert GAME.view(table.state, Observer("seat", 3)).mine is None
    assert GAME.view(table.state, OPEN).mine is None


def test_who_is_next_and_what_may_be_entered() -> None:
    table = dealt()
    table.enter("contract", seat=1, amount=120, suit="H")
    table.enter("meld", seat=2, melds=[])
    view = GAME.view(table.state, OPEN)
    assert [seat.next for seat in view.seats] == [True, True, False, True]
    assert not view.may_tally, "some have melded"
    table.enter("undo")
    assert GAME.view(table.state, OPEN).may_tally
    for seat in range(4):
        table.enter("meld", seat=seat, points=0)
    assert GAME.view(table.state, OPEN).may_tally
    table.play(1, "2C")
    assert not GAME.view(table.state, OPEN).may_tally


def test_between_hands_nothing_lies_beside() -> None:
    table = dealt()
    table.enter("contract", seat=1, amount=120, suit="H")
    table.enter("tally", taken=[0, 250], meld=[0, 0])
    view = GAME.view(table.state, OPEN)
    assert (view.phase, view.to_act, view.extra.calls, view.hand.number) == ("deal", (), (), 2)
    assert view.finished[0].points == (0, 80)


@pytest.mark.rule("DEEP-4", "DEEP-5")
def test_the_bids_that_are_left_are_shown_as_long_as_there_is_an_auction() -> None:
    table = dealt()
    extra = GAME.view(table.state, OPEN).extra
    assert extra.bids[0] == 120
    assert extra.may_pass
    table.enter("bid", seat=1, amount=90)
    assert GAME.view(table.state, OPEN).extra.bids[:2] == (80, 70)
    forced = dealt()
    for seat in (1, 2, 3):
        forced.enter("pass", seat=seat)
    extra = GAME.view(forced.state, OPEN).extra
    assert extra.bids == (120,)
    assert not extra.may_pass
    extra = GAME.view(playing().state, OPEN).extra
    assert (extra.bids, extra.may_pass) == ((), False)


def test_one_copy_gone_is_shown_as_far_back_as_both_are() -> None:
    table = playing()
    table.plays(1, "2S 3S 4S 4S")
    assert GAME.view(table.state, OPEN).extra.once == {"2S", "3S"}
    assert GAME.view(table.state, OPEN).dimmed == {"4S"}
    table.plays(0, "5D 6D 7D 8D")
    assert GAME.view(table.state, OPEN).extra.once == {"5D", "6D", "7D", "8D"}
    assert "2S" in GAME.view(table.state, Observer(open_book=True)).extra.once
    assert "2S" in GAME.view(table.state, REFEREE).extra.once


def test_the_own_hand_has_both_copies_of_a_card_and_is_for_its_seat() -> None:
    table = playing()
    hand = ["5S", "5S", *(f"{rank}C" for rank in "2345678"), *(f"{rank}D" for rank in "23456")]
    assert table.enter("hand", seat=2, cards=hand) is None
    assert GAME.view(table.state, Observer("seat", 2)).extra.held == tuple(hand)
    for viewer in (OPEN, Observer("seat", 1), Observer(open_book=True)):
        assert GAME.view(table.state, viewer).extra.held is None
