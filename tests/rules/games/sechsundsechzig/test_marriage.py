"""Sechsundsechzig: marriages, announced by cards or entered by what they count."""

from itertools import permutations

import pytest

from rules_core.findings import Observer
from rules_core.games.sechsundsechzig import GAME
from tests.rules.games.sechsundsechzig.tables import closed, dealt, rule, tricks, turned_up
from tests.rules.tables import Table


def pending(table: Table) -> list[tuple[int, str | None, int, bool]]:
    """The announcements as everybody sees them."""
    announced = GAME.view(table.state, Observer()).extra.announced
    return [(one.seat, one.suit, one.points, one.pending) for one in announced]


@pytest.mark.rule("SU-17")
@pytest.mark.parametrize(("card", "augen"), [("KS", 20), ("QS", 20), ("KH", 40), ("QH", 40)])
def test_forty_in_trump_else_twenty(card: str, augen: int) -> None:
    table = turned_up("9H", 2)
    assert table.play(1, card, marriage=True) is None
    assert pending(table) == [(1, card[1], augen, True)]


@pytest.mark.rule("SU-17")
def test_what_is_no_marriage() -> None:
    table = turned_up("QH", 2)
    assert table.play(1, "AS", marriage=True) == "bad-marriage"
    assert rule(table) == "SU-17"
    assert table.play(1, "KH", marriage=True) == "bad-marriage", "the queen lies up"
    table.play(1, "KC")
    assert table.play(0, "KS", marriage=True) == "bad-marriage", "that is no lead"
    table.play(0, "AC")
    assert table.play(0, "QC", marriage=True) == "bad-marriage", "the king lies in a trick"
    assert table.play(0, "KC", marriage=True) == "card-already-played", "where a card is comes first"
    assert table.play(0, "QC") is None


@pytest.mark.rule("SU-17")
def test_a_declared_hand_must_have_both() -> None:
    table = turned_up("9H", 2)
    table.enter("hand", seat=1, cards=["KS", "QS", "KD", "7C", "8C", "9C"])
    assert table.play(1, "KD", marriage=True) == "bad-marriage"
    assert table.play(1, "KS", marriage=True) is None
    other = turned_up("9H", 2)
    other.enter("hand", seat=0, cards=["KS", "QS", "KD", "7C", "8C", "9C"])
    assert other.play(1, "KS", marriage=True) is None, "a private hand refuses nobody else's card"


@pytest.mark.rule("SU-17")
def test_the_partner_is_known_to_be_in_that_hand() -> None:
    table = turned_up("9H", 3)
    table.play(1, "KS", marriage=True)
    assert table.play(2, "QS") == "card-elsewhere"
    assert rule(table) == "SU-17"
    assert table.enter("hand", seat=2, cards=["QS", "7C", "8C", "9C", "JC", "QC", "KC"]) == "card-elsewhere"
    assert table.enter("hand", seat=1, cards=["7C", "8C", "9C", "JC", "QC", "KC"]) == "not-in-hand"
    table.play(2, "AS")
    table.play(0, "7S")
    assert table.play(2, "7C") is None
    assert table.play(0, "QS") == "card-elsewhere", "drawing changes nothing"
    table.play(0, "8C")
    assert table.play(1, "QS") is None


@pytest.mark.rule("SU-17")
def test_each_card_in_one_marriage_only() -> None:
    table = turned_up("9H", 2)
    table.play(1, "KS", marriage=True)
    table.play(0, "7S")
    assert table.play(1, "QS", marriage=True) == "bad-marriage"
    assert table.play(1, "QS") is None


@pytest.mark.rule("SU-17")
def test_with_two_packs_a_suit_may_be_announced_twice() -> None:
    table = turned_up("9H", 4)
    table.play(1, "KS", marriage=True)
    for card in ("9S", "JS", "9C"):
        table.play(table.to_act[0], card)
    assert table.play(1, "QS", marriage=True) is None, "the other queen, with the other king"
    assert table.state.hand.known[1] == ("QS", "KS")
    for card in ("9S", "JS", "9C"):
        table.play(table.to_act[0], card)
    assert table.play(1, "KS", marriage=True) == "bad-marriage", "both queens were announced"
    assert table.play(1, "QS", marriage=True) == "bad-marriage"
    assert table.play(1, "KS") is None
    assert len(pending(table)) == 2


@pytest.mark.rule("SU-17")
def test_a_card_that_was_announced_and_played_leaves_the_other_free() -> None:
    table = turned_up("9H", 4)
    table.play(1, "KS", marriage=True)
    for card in ("9S", "JS", "9C"):
        table.play(table.to_act[0], card)
    table.play(1, "QS")
    for card in ("9S", "JS", "9C"):
        table.play(table.to_act[0], card)
    assert table.state.hand.known[1] == ()
    assert table.play(1, "KS", marriage=True) is None, "the second king with the second queen"
    assert len(pending(table)) == 2


@pytest.mark.rule("SU-17")
def test_both_copies_gone_or_elsewhere() -> None:
    table = turned_up("QS", 4)
    table.play(1, "AC")
    assert table.play(2, "QS") is None
    for card in ("9C", "JC"):
        table.play(table.to_act[0], card)
    assert table.play(2, "KS", marriage=True) == "bad-marriage", "one lies in a trick, the other up"


@pytest.mark.rule("SU-17")
def test_the_queen_drawn_openly_may_be_announced_once() -> None:
    table = turned_up("QH", 4)
    for cards in ("9C JC QC KC", "9D JD QD KD", "9S JS QS KS", "TC 9C JC QC", "AD 9D JD QD"):
        table.plays(table.to_act[0], cards)
    assert table.state.hand.known[1] == ("QH",)
    table.plays(2, "9S JS TS AS")
    assert table.to_act == (1,)
    assert table.play(1, "KH", marriage=True) is None
    assert table.state.hand.known[1] == ("QH",), "one queen is all that is known"


@pytest.mark.rule("SU-17")
def test_the_last_card_has_no_partner_in_hand() -> None:
    table = closed("9H", 2)
    for cards in ("7C 8C", "7D 8D", "7S 8S", "9C TC", "9D TD"):
        table.plays(table.to_act[0], cards)
    assert table.play(table.to_act[0], "KH", marriage=True) == "bad-marriage"


@pytest.mark.rule("SU-17")
def test_a_copy_in_another_hand_is_not_in_this_one() -> None:
    table = turned_up("9H", 3)
    table.play(1, "KS", marriage=True)
    table.play(2, "AS")
    table.play(0, "7S")
    assert table.play(2, "QS", marriage=True) == "card-elsewhere"
    four = turned_up("9H", 4)
    four.play(1, "KS", marriage=True)
    for card in ("AS", "QS", "9S"):
        four.play(four.to_act[0], card)
    assert four.play(2, "KS", marriage=True) == "bad-marriage", "one queen is played, Ben has the other"


@pytest.mark.rule("SU-17")
@pytest.mark.parametrize("shut", [False, True])
def test_marriages_may_be_announced_with_the_talon_closed(shut: bool) -> None:
    table = closed() if shut else turned_up()
    assert table.play(1, "KH", marriage=True) is None


@pytest.mark.rule("SU-18")
def test_pending_until_the_announcer_has_a_trick() -> None:
    table = turned_up("9H", 2)
    table.play(1, "KS", marriage=True)
    assert GAME.view(table.state, Observer(open_book=True)).extra.augen == (0, 0)
    table.play(0, "AS")
    assert pending(table) == [(1, "S", 20, True)]
    assert GAME.view(table.state, Observer(open_book=True)).extra.augen == (15, 0)
    table.plays(0, "7C 8C")
    assert pending(table) == [(1, "S", 20, False)]
    assert GAME.view(table.state, Observer(open_book=True)).extra.augen == (15, 20)


@pytest.mark.rule("SU-18")
@pytest.mark.parametrize(("partners", "still"), [(True, False), (False, True)])
def test_the_partners_trick_will_do(partners: bool, still: bool) -> None:
    table = turned_up("9H", 4, partners=partners)
    table.play(1, "KS", marriage=True)
    for card in ("9S", "AS", "JS"):
        table.play(table.to_act[0], card)
    assert table.to_act == (3,)
    assert pending(table) == [(1, "S", 20, still)]


def test_by_tricks_a_marriage_is_what_it_counts() -> None:
    table = turned_up("9H", 2)
    assert table.enter("meld", seat=2, points=20) == "bad-seat"
    assert table.enter("meld", seat=0, points=20) == "not-your-turn"
    assert table.enter("meld", seat=1, points=30) == "bad-value"
    assert table.enter("meld", seat=1, points=20) is None
    assert table.play(1, "KS") == "wrong-phase", "it is entered by tricks from here on"
    assert table.enter("meld", seat=1, points=20) == "bad-marriage", "one a lead"
    tricks(table, (1, 4))
    assert table.enter("meld", seat=1, points=40) is None
    tricks(table, (1, 4))
    assert table.enter("meld", seat=1, points=40) == "bad-marriage", "there is one trump marriage in the pack"
    assert pending(table) == [(1, None, 20, False), (1, "H", 40, False)]
    assert GAME.view(table.state, Observer(open_book=True)).extra.augen == (0, 68)


def test_by_tricks_no_more_marriages_than_the_pack_has() -> None:
    for players, twenties, forties in ((2, 3, 1), (4, 6, 2)):
        for points, most in ((20, twenties), (40, forties)):
            table = turned_up("9H", players)
            for _meld in range(most):
                assert table.enter("meld", seat=table.to_act[0], points=points) is None
                tricks(table, (1, 0))
            assert table.enter("meld", seat=1, points=points) == "bad-marriage"


def test_when_a_marriage_may_be_melded() -> None:
    assert dealt(2).enter("meld", seat=1, points=20) == "wrong-phase"
    table = closed()
    tricks(table, *[(1, 0)] * 6)
    assert table.phase == "claim"
    assert table.enter("meld", seat=1, points=20) == "wrong-phase"


@pytest.mark.rule("SU-17")
@pytest.mark.parametrize(("up", "players"), [("KH", 2), ("KH", 4), ("9S", 3)])
def test_king_and_queen_that_lie_openly_are_what_the_pad_may_announce(up: str, players: int) -> None:
    table = turned_up(up, players)
    view = GAME.view(table.state, Observer())
    pairs = permutations(GAME.pack, 2)
    shown = {event for pair in pairs for event in GAME.shown(view, table.state.options, pair)}
    assert shown == {event for event in GAME.candidates(table.state) if getattr(event, "marriage", False)}
