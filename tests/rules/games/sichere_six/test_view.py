"""Sichere Six as each viewer sees it: piles and captured nines stay closed until the round is over."""

import pytest

from rules_core.findings import Observer
from rules_core.games.sichere_six import GAME
from rules_core.games.sichere_six.score import StoneMoves
from rules_core.games.sichere_six.table_view import JokerSaid
from tests.rules.games.sichere_six.tables import lay, play_on, table
from tests.rules.tables import Table

SPECTATOR = Observer()
ANN = Observer("seat", 0)
REFEREE = Observer("referee")
OPEN = Observer("seat", 0, open_book=True)


def three_tricks() -> Table:
    """Seat 2 has captured the first two 9s; the Joker lay in the first trick."""
    opened = table()
    play_on(opened, "TC X 7C 9D JD 9S")
    opened.enter("mercy", seat=2)
    play_on(opened, "6S TS 7S")
    lay(opened, opened.to_act[0], "JC 6C")
    return opened


@pytest.mark.rule("SIC-13")
def test_nobody_looks_through_captured_cards_before_the_round_ends() -> None:
    opened = three_tricks()
    for viewer in (SPECTATOR, ANN):
        view = GAME.view(opened.state, viewer)
        assert (view.extra.nines, view.extra.piles) == (None, None)
        assert view.dimmed == frozenset(["6S", "TS", "7S", "JC", "6C"])
        assert [played.card for played in view.last_trick.cards] == ["6S", "TS", "7S"]
        assert [seat.tricks for seat in view.seats] == [1, 1, 1]
        assert not {"9D", "9S", "X"} & {played.card for played in view.last_trick.cards}


@pytest.mark.rule("SIC-13")
def test_a_referee_and_an_open_book_see_all_that_was_played() -> None:
    opened = three_tricks()
    for viewer in (REFEREE, OPEN):
        view = GAME.view(opened.state, viewer)
        assert view.extra.nines == (0, 0, 2)
        assert [trick.winner for trick in view.extra.piles] == [1, 2, 0]
        assert {"9D", "9S", "X"} <= view.dimmed


@pytest.mark.rule("SIC-13")
def test_a_finished_round_lies_open() -> None:
    opened = table()
    opened.enter("tally", tricks=[3, 3, 2], nines=[1, 1, 2])
    assert GAME.view(opened.state, SPECTATOR).finished[0].nines == (1, 1, 2)


@pytest.mark.rule("SIC-14", "SIC-3")
def test_the_chosen_and_whether_the_mercy_still_lies() -> None:
    opened = table()
    before = GAME.view(opened.state, SPECTATOR)
    assert (before.extra.chosen, before.extra.mercy_lies, before.hand.aside) == (None, True, 1)
    lay(opened, 1, "9D JD 9S")
    taking = GAME.view(opened.state, SPECTATOR)
    assert (taking.phase, taking.extra.chosen, taking.extra.mercy_lies) == ("mercy", 2, True)
    assert (taking.may_enter_tricks, taking.may_tally) == (False, False)
    opened.enter("mercy", seat=2)
    after = GAME.view(opened.state, SPECTATOR)
    assert (after.extra.mercy_lies, after.hand.aside, after.may_enter_tricks) == (False, 0, True)


@pytest.mark.rule("SIC-10")
def test_what_was_said_with_the_joker_is_shown_while_it_lies_or_was_just_taken() -> None:
    opened = table()
    assert GAME.view(opened.state, SPECTATOR).extra.joker is None
    lay(opened, 1, "TC X", joker="win")
    said = JokerSaid(2, "win")
    view = GAME.view(opened.state, SPECTATOR)
    assert (view.extra.joker, [seat.ahead for seat in view.seats]) == (said, [False, False, True])
    play_on(opened, "7C")
    lay(opened, 2, "TD 6D")
    assert GAME.view(opened.state, SPECTATOR).extra.joker == said, "in the last trick"
    lay(opened, 1, "JD")
    assert GAME.view(opened.state, SPECTATOR).extra.joker is None


@pytest.mark.rule("SIC-10", "SIC-11")
@pytest.mark.parametrize(("joker", "ahead"), [("win", [True, True]), ("lose", [False, False])])
def test_a_joker_led_to_lose_is_never_ahead_not_even_alone(joker: str, ahead: list[bool]) -> None:
    opened, shown = table(), []
    for card in ("X", "6D"):
        lay(opened, len(shown) + 1, card, joker=joker)
        shown.append(GAME.view(opened.state, SPECTATOR).seats[1].ahead)
    assert shown == ahead


@pytest.mark.rule("SIC-8", "SIC-9", "SIC-12")
def test_trumps_led_suit_and_the_card_ahead() -> None:
    opened = table()
    lay(opened, 1, "7D 8H")
    view = GAME.view(opened.state, SPECTATOR)
    assert (view.led_suit, view.extra.trump) == ("D", "H")
    assert view.extra.trumps[:2] == ("7H", "7D")
    assert [seat.ahead for seat in view.seats] == [False, True, False], "the led 7 is the Little Spit now"


@pytest.mark.rule("SIC-6")
def test_only_a_seat_sees_its_own_declared_hand() -> None:
    opened = table()
    opened.enter("hand", seat=2, cards=["6C", "TC", "6D", "7D", "8H", "9H", "TS", "X"])
    lay(opened, 1, "JC")
    assert [GAME.view(opened.state, viewer).mine for viewer in (SPECTATOR, ANN, REFEREE)] == [None, None, None]
    mine = GAME.view(opened.state, Observer("seat", 2)).mine
    assert mine is not None
    assert sorted(card for card, refusal in mine.items() if refusal is None) == ["6C", "TC", "X"]
    assert mine["6D"].code == "must-follow-suit"


@pytest.mark.rule("SIC-19", "SIC-20")
def test_between_rounds_the_stones_and_the_number_of_the_round() -> None:
    opened = table(rounds=4)
    opened.enter("tally", tricks=[3, 3, 2], nines=[1, 1, 2])
    view = GAME.view(opened.state, SPECTATOR)
    assert [(held.light, held.dark) for held in view.extra.stones] == [(1, 0), (1, 0), (0, 2)]
    assert (view.hand.number, view.hand.planned, view.hand.dealer, view.last_trick) == (2, 4, 1, None)


@pytest.mark.rule("SIC-6", "SIC-9")
def test_the_cards_that_follow_go_by_the_ranking_in_force() -> None:
    opened = table()
    assert GAME.view(opened.state, SPECTATOR).extra.follow == frozenset()
    lay(opened, 1, "7D")
    assert GAME.view(opened.state, SPECTATOR).extra.follow == {"6D", "7D", "8D", "9D", "TD", "JD"}
    lay(opened, 2, "8H")
    assert GAME.view(opened.state, SPECTATOR).extra.follow == {"6D", "8D", "9D", "TD", "JD"}


@pytest.mark.rule("SIC-11")
@pytest.mark.parametrize(("lead", "free"), [("next-card", False), ("no-suit", True)])
def test_behind_a_led_joker(lead: str, free: bool) -> None:
    opened = table(joker_lead=lead)
    lay(opened, 1, "X")
    extra = GAME.view(opened.state, SPECTATOR).extra
    assert (extra.free, extra.follow) == (free, frozenset())
    lay(opened, 2, "9C")
    extra = GAME.view(opened.state, SPECTATOR).extra
    assert (extra.free, "6C" in extra.follow) == (free, not free)
    play_on(opened, "6D")
    assert not GAME.view(opened.state, SPECTATOR).extra.free


@pytest.mark.rule("SIC-19")
def test_the_moves_of_the_last_round_and_what_was_adjusted_since() -> None:
    opened = table()
    opened.enter("tally", tricks=[3, 3, 2], nines=[1, 1, 2])
    opened.enter("deal")
    opened.enter("tally", tricks=[1, 3, 4], nines=[2, 2, 0])
    extra = GAME.view(opened.state, SPECTATOR).extra
    assert extra.moves == (
        StoneMoves(take_light=1, add_dark=2),
        StoneMoves(take_light=1),
        StoneMoves(take_dark=2, add_light=2),
    )
    assert extra.adjusted == ()
    opened.enter("adjust", points=[0, -1, 0], reason="a revoke")
    after = GAME.view(opened.state, SPECTATOR).extra
    assert after.moves == extra.moves
    assert after.adjusted == (StoneMoves(), StoneMoves(add_dark=1), StoneMoves())


@pytest.mark.rule("SIC-20", "SIC-21", "SIC-22")
def test_the_goals_are_seen_all_along() -> None:
    opened = table(rounds=1)
    assert [goal.what for goal in GAME.view(opened.state, SPECTATOR).extra.goals] == ["rounds", "threshold"]
    opened.enter("tally", tricks=[3, 3, 2], nines=[1, 1, 2])
    assert [goal.what for goal in GAME.view(opened.state, SPECTATOR).extra.goals][2:] == ["play-off"]
    opened.enter("deal")
    assert [goal.what for goal in GAME.view(opened.state, SPECTATOR).extra.goals][2:] == ["play-off"]
