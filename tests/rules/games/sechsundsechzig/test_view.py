"""Sechsundsechzig: what each viewer sees, what a pad offers, and the log around it."""

from typing import Any

import msgspec
import pytest

from rules_core import result
from rules_core.events import Deal, Settle
from rules_core.findings import Observer
from rules_core.games.sechsundsechzig import GAME
from rules_core.games.sechsundsechzig.events import Call, Close, MarriageMeld, MarriagePlay, Swap, TurnUp
from tests.rules.games.sechsundsechzig.tables import closed, dealt, tricks, turned_up
from tests.rules.tables import Table

BEN = Observer("seat", 1)
ANN = Observer("seat", 0)
REFEREE = Observer("referee")


def extra(table: Table, viewer: Observer | None = None) -> Any:
    return GAME.view(table.state, viewer or Observer()).extra


def test_augen_are_each_players_own_memory() -> None:
    table = turned_up("9H", 2)
    table.plays(1, "AS TS")
    assert [extra(table, viewer).augen for viewer in (Observer(), ANN, BEN)] == [None] * 3
    assert extra(table, REFEREE).augen == (0, 21)
    assert extra(table, Observer(open_book=True)).augen == (0, 21)
    assert [seat.tricks for seat in GAME.view(table.state, ANN).seats] == [0, 1]
    last = GAME.view(table.state, ANN).last_trick
    assert last is not None
    assert [played.card for played in last.cards] == ["AS", "TS"]
    table.enter("claim", seat=1)
    assert GAME.view(table.state, ANN).finished[-1].augen == (0, 21)
    assert extra(table, ANN).augen is None


def test_augen_stay_closed_after_the_last_trick_until_the_hand_is_over() -> None:
    table = closed()
    tricks(table, *[(1, 20)] * 6)
    view = GAME.view(table.state, ANN)
    assert (view.phase, view.extra.augen, view.extra.may_call) == ("claim", None, 1)
    assert (view.hand.trick, view.hand.tricks) == (6, 6)


@pytest.mark.rule("GEN-5")
def test_what_may_be_announced_does_not_tell_of_older_tricks() -> None:
    table = turned_up("9H", 2, trump_swap=True)
    table.plays(1, "7H QC")
    assert extra(table).may_swap is None, "the lowest trump lay in the last trick"
    assert ("KC", 20) not in extra(table).marriages
    table.plays(1, "7D 8C")
    assert extra(table).may_swap == 1
    assert ("KC", 20) in extra(table).marriages
    assert (extra(table, REFEREE).may_swap, ("KC", 20) in extra(table, REFEREE).marriages) == (None, False)


def test_only_the_last_trick_is_dimmed_and_with_two_packs_only_both_copies() -> None:
    table = turned_up("9H", 2)
    table.plays(1, "AS TS")
    table.plays(1, "7C 8C")
    table.play(0, "7D")
    assert GAME.view(table.state, ANN).dimmed == {"7C", "8C", "7D"}
    assert GAME.view(table.state, REFEREE).dimmed == {"AS", "TS", "7C", "8C", "7D"}
    four = turned_up("9H", 4)
    four.plays(1, "AS TS AS 9D")
    assert GAME.view(four.state, ANN).dimmed == {"AS"}


def test_of_two_packs_one_copy_shows_as_gone_while_its_trick_is_to_be_seen() -> None:
    four = turned_up("9H", 4)
    four.plays(1, "AS TS AS 9D")
    assert extra(four, ANN).once == {"TS", "9D"}
    four.plays(1, "KD QD JD 9S")
    four.play(1, "TS")
    assert extra(four, ANN).once == {"KD", "QD", "JD", "9S", "TS"}
    assert extra(four, REFEREE).once == {"9D", "KD", "QD", "JD", "9S"}
    assert extra(turned_up("9H", 2), REFEREE).once == frozenset()


def test_by_tricks_what_may_be_announced_is_offered_once_a_lead() -> None:
    table = turned_up("9H", 2)
    assert extra(table).may_meld == ()
    tricks(table, (1, 10))
    assert extra(table).may_meld == (20, 40)
    table.enter("meld", seat=1, points=40)
    assert extra(table).may_meld == ()
    tricks(table, (1, 10))
    assert extra(table).may_meld == (20,), "there is one trump marriage"


def test_between_hands_the_last_one_is_counted_line_by_line() -> None:
    table = turned_up("9H", 2)
    assert extra(table).count == ()
    table.plays(1, "AS TS")
    table.enter("claim", seat=1)
    assert extra(table).count == GAME.explain(table.state, 0)
    assert [line.what for line in extra(table).count] == ["cards", "cards", "call-wrong"]


def test_the_lowest_trump_is_named_for_the_swap() -> None:
    assert extra(turned_up("9H", 2)).lowest == "7H"
    assert extra(turned_up("KC", 4)).lowest == "9C"


def test_an_own_hand_is_for_its_seat_alone() -> None:
    table = closed("9H", 2, trump_swap=True)
    table.enter("hand", seat=0, cards=["AC", "7C", "7H", "AD", "KD", "QD"])
    table.play(1, "TC")
    mine = GAME.view(table.state, ANN).mine
    assert mine is not None
    assert {card: refusal.code if refusal else None for card, refusal in mine.items()} == {
        "AC": None,
        "7C": "must-beat",
        "7H": "must-follow-suit",
        "AD": "must-follow-suit",
        "KD": "must-follow-suit",
        "QD": "must-follow-suit",
    }
    for viewer in (Observer(), BEN, Observer(open_book=True)):
        view = GAME.view(table.state, viewer)
        assert view.mine is None
        assert "KD" not in str(msgspec.structs.asdict(view))


def test_a_card_that_all_see_opens_the_breach_it_proves_and_no_other_of_that_play() -> None:
    table = closed("9H", 2)
    table.plays(1, "TC 7D")
    table.enter("hand", seat=0, cards=["8C", "8H", "QS", "JS", "KS"])
    proven = [("must-follow-suit", 4, 5), ("must-trump", 4, 5)]
    assert [(code, play, proof) for code, _seat, play, proof in table.infractions] == proven
    assert GAME.view(table.state, BEN).infractions == ()
    assert len(GAME.view(table.state, ANN).infractions) == 2
    table.plays(1, "9C 8C")
    assert [i.code for i in GAME.view(table.state, BEN).infractions] == ["must-follow-suit"]
    assert [(code, play, proof) for code, _seat, play, proof in table.infractions] == proven


def test_what_may_be_announced_and_swapped_tells_nothing_of_an_own_hand() -> None:
    table = turned_up("AH", 2, trump_swap=True)
    table.enter("hand", seat=1, cards=["KS", "QS", "8C", "9C", "JC", "QC"])
    open_to_all = extra(table, ANN)
    assert open_to_all.may_swap == 1, "Ben might have the seven"
    assert len(open_to_all.marriages) == 8
    assert open_to_all == extra(table)
    assert (extra(table, BEN).may_swap, extra(table, BEN).marriages) == (None, (("QS", 20), ("KS", 20)))
    assert extra(table, REFEREE).marriages == extra(table, BEN).marriages
    table.play(1, "KS", marriage=True)
    assert extra(table, BEN).marriages == ()
    assert (extra(table).may_call, extra(table).may_close, extra(table).may_swap) == (1, None, None)


def test_what_lies_beside_the_trick() -> None:
    assert extra(Table(GAME.name, 2)).trump is None
    assert GAME.view(dealt(2).state, Observer()).seats[0].next, "the dealer turns up"
    table = turned_up("QH", 3)
    lying = extra(table)
    assert (lying.trump, lying.up, lying.talon, lying.talon_is, lying.closed_by) == ("H", "QH", 11, "open", None)
    assert (lying.may_call, lying.may_close, lying.may_swap) == (None, 1, None)
    assert ("KH", 40) not in lying.marriages, "the queen lies up"
    assert ("KS", 20) in lying.marriages
    table.plays(1, "7S 8S 7H")
    assert GAME.view(table.state, Observer()).seats[0].next
    assert (extra(table).talon, extra(table).may_call, extra(table).may_close) == (8, 0, 0)


def test_the_seats_of_partners_show_their_sides_total() -> None:
    table = Table(GAME.name, 4)
    table.deal(0)
    table.enter("tally", points=[2, 0])
    assert [seat.score for seat in GAME.view(table.state, Observer()).seats] == [2, 0, 2, 0]
    table.enter("deal")
    table.enter("turn-up", card="9H")
    table.play(2, "9C")
    view = GAME.view(table.state, Observer())
    assert [(seat.score, seat.card, seat.ahead) for seat in view.seats][1:3] == [(0, None, False), (2, "9C", True)]


def test_what_a_pad_may_offer() -> None:
    assert list(GAME.candidates(Table(GAME.name, 3).state)) == [Deal(0), Deal(1), Deal(2)]
    assert set(GAME.candidates(dealt(2).state)) == {TurnUp(card) for card in GAME.pack}
    table = turned_up("9H", 2, trump_swap=True)
    offered = list(GAME.candidates(table.state))
    assert Close(1) in offered
    assert Swap(1) in offered
    assert MarriagePlay(1, "KS", marriage=True) in offered
    assert MarriageMeld(1, 40) in offered
    assert not {Call(1), Settle(), MarriagePlay(1, "9H")} & set(offered)
    tricks(table, *[(1, 0)] * 16)
    assert list(GAME.candidates(table.state)) == [Call(1), Settle()]
    over = Table(GAME.name, 2, target=1)
    over.deal(0)
    over.enter("tally", points=[1, 0])
    assert list(GAME.candidates(over.state)) == []


@pytest.mark.rule("GEN-6")
def test_a_void_hand_scores_nothing_and_the_same_dealer_deals() -> None:
    table = closed()
    table.plays(1, "7C 8C")
    assert table.enter("void-hand") is None
    assert (table.phase, table.state.totals, table.state.finished) == ("deal", (0, 0), ())
    assert table.deal(1) == "wrong-dealer"
    assert table.deal(0) is None


def test_undo_takes_back_a_call_and_an_amendment_changes_the_trump() -> None:
    table = turned_up("9H", 2)
    table.plays(1, "7C 8S")
    table.enter("claim", seat=1)
    assert table.enter("undo") is None
    assert (table.phase, table.to_act, table.state.totals) == ("play", (1,), (0, 0))
    changed = {"target": 1, "with": [{"type": "turn-up", "card": "9S"}]}
    assert table.enter("amend", changes=[changed]) is None
    assert table.to_act == (0,), "the eight of spades was a trump"


def test_an_amendment_that_takes_a_turn_away_breaks() -> None:
    table = turned_up("9H", 2)
    table.plays(1, "7C 8S")
    table.play(1, "AS")
    changed = {"target": 1, "with": [{"type": "turn-up", "card": "9S"}]}
    assert table.enter("amend", changes=[changed]) == "amend-breaks"
    assert table.refusal is not None
    assert (table.refusal.facts["at"], table.refusal.facts["cause"]) == (4, "not-your-turn")


def test_the_result_of_a_hand() -> None:
    table = turned_up("9H", 2)
    table.plays(1, "AS TS")
    table.enter("claim", seat=1)
    assert result.table(table.fold)["hands"] == [
        {
            "dealer": 0,
            "points": [3, 0],
            "trick_winners": [1],
            "trump": "H",
            "closed_by": None,
            "claimed_by": 1,
            "claim_good": False,
            "augen": [0, 21],
            "tricks": [0, 1],
            "contradiction": None,
        }
    ]
    assert GAME.tricks_taken(table.state) == (0, 1)


def test_what_is_asked_before_the_hand_or_of_another_seat() -> None:
    table = turned_up("9H", 2)
    assert GAME.legal(table.state, 0, ("7C",)) == []
    assert GAME.legal(table.state, 1, ("7C", "7C", "9H", "2C")) == ["7C"]
    tricks(table, (1, 0))
    assert GAME.legal(table.state, 1, ("7C",)) == []
    assert GAME.tricks_taken(table.state) == (0, 1)
    assert GAME.tricks_taken(Table(GAME.name, 3).state) == (0, 0, 0)
    assert GAME.cards_held(Table(GAME.name, 3).state, 0) == 0
