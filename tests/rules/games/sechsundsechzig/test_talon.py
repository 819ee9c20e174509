"""Sechsundsechzig: the packs, the card turned up, drawing, closing, the swap."""

import pytest

from rules_core.findings import Malformed, Observer
from rules_core.games.sechsundsechzig import GAME
from rules_core.games.sechsundsechzig.packs import PACKS
from tests.cases import each
from tests.rules.games.sechsundsechzig.tables import closed, dealt, rule, tricks, turned_up
from tests.rules.tables import Table


@pytest.mark.rule("SU-1")
@pytest.mark.parametrize(("players", "faces", "copies"), [(2, 32, 1), (3, 32, 1), (4, 24, 2)])
def test_each_number_of_players_has_its_pack(players: int, faces: int, copies: int) -> None:
    pack = PACKS[players]
    assert (len(pack.faces), pack.copies, pack.augen) == (faces, copies, 120 * copies)
    assert len(set(GAME.pack)) == 32
    with pytest.raises(Malformed):
        Table(GAME.name, 5)


@pytest.mark.rule("SU-1")
def test_four_players_have_no_sevens_and_eights_and_everything_twice() -> None:
    assert dealt(4).enter("turn-up", card="7H") == "unknown-card"
    table = turned_up("9H", 4)
    assert table.play(1, "8C") == "unknown-card"
    assert rule(table) == "SU-1"
    table.play(1, "9C")
    assert table.play(2, "9C") is None
    assert table.play(3, "9C") == "card-already-played"
    two = turned_up("9H", 2)
    assert two.play(1, "6C") == "unknown-card"
    two.play(1, "7C")
    assert two.play(0, "7C") == "card-already-played"


@pytest.mark.rule("SU-2")
@pytest.mark.parametrize(("players", "cards", "talon", "tricks"), [(2, 6, 20, 16), (3, 7, 11, 10), (4, 7, 20, 12)])
def test_so_many_cards_are_dealt_and_left_as_talon(players: int, cards: int, talon: int, tricks: int) -> None:
    table = turned_up("9H", players)
    view = GAME.view(table.state, Observer())
    assert [GAME.cards_held(table.state, seat) for seat in range(players)] == [cards] * players
    assert (view.extra.talon, view.hand.tricks) == (talon, tricks)
    assert table.enter("hand", seat=0, cards=["TC"]) == "hand-size"
    assert rule(table) == "SU-2"


@pytest.mark.rule("SU-3")
def test_the_dealer_turns_up_the_trump() -> None:
    table = dealt(3)
    assert (table.phase, table.to_act) == ("turn-up", (0,))
    assert table.play(1, "7C") == "wrong-phase"
    assert table.enter("hand", seat=1, cards=["7C"]) == "wrong-phase"
    assert table.enter("close", seat=1) == "wrong-phase"
    assert table.enter("claim", seat=1) == "wrong-phase"
    assert table.enter("meld", seat=1, points=20) == "wrong-phase"
    assert table.enter("trick", winner=1, augen=0) == "wrong-phase"
    assert table.enter("settle") == "wrong-phase"
    assert table.enter("turn-up", card="9H") is None
    assert table.enter("turn-up", card="9C") == "wrong-phase"
    assert (table.phase, table.state.hand.trump) == ("play", "H")


@pytest.mark.rule("SU-3")
def test_the_card_that_lies_up_is_nobodys_yet() -> None:
    table = turned_up("9H", 2)
    assert table.play(1, "9H") == "card-elsewhere"
    assert rule(table) == "SU-3"
    four = turned_up("9H", 4)
    assert four.play(1, "9H") is None, "its copy may be in a hand"
    assert four.play(2, "9H") == "card-elsewhere"


@pytest.mark.rule("SU-4")
def test_left_of_the_dealer_leads_then_whoever_took_the_trick() -> None:
    table = turned_up("9H", 3)
    assert table.to_act == (1,)
    assert table.play(3, "7C") == "bad-seat"
    assert table.play(2, "7C") == "not-your-turn"
    assert rule(table) == "SU-4"
    table.plays(1, "7C 8C 8D")
    assert table.to_act == (2,)


PLAIN = ("7C 8C", "JC QC", "KC TC", "AC 7D", "8D JD", "QD KD", "TD AD", "7S 8S", "JS QS", "KS TS")


def drawn_out(declares: int | None = None) -> Table:
    """Two players after the last draw: Ann (0) took the tenth trick. Before it a seat may declare its hand."""
    table = turned_up("9H", 2)
    for number, cards in enumerate(PLAIN):
        if number == 9 and declares is not None:
            held = ["TS AS 7H JH KH AH", "KS 9S 8H QH TH 9D"][declares]
            assert table.enter("hand", seat=declares, cards=held.split()) is None
        table.plays(table.to_act[0], cards)
    assert table.to_act == (0,)
    return table


@pytest.mark.rule("SU-3", "SU-5")
def test_the_loser_of_the_last_draw_gets_the_card_that_lay_up() -> None:
    table = drawn_out()
    extra = GAME.view(table.state, Observer()).extra
    assert (extra.up, extra.talon, extra.talon_is) == (None, 0, "used-up")
    assert table.play(0, "9H") == "card-elsewhere"
    table.play(0, "8H")
    assert table.play(1, "9D") == "must-follow-suit", "all know the nine of hearts there"
    assert table.play(1, "9H") is None


@pytest.mark.rule("SU-5")
def test_with_four_the_last_clockwise_from_the_winner_gets_it() -> None:
    table = turned_up("9H", 4)
    for cards in ("9C JC QC KC", "9D JD QD KD", "9S JS QS KS", "TC 9C JC QC", "AD 9D JD QD"):
        table.plays(table.to_act[0], cards)
    assert table.to_act == (2,)
    assert table.state.hand.known == ((), ("9H",), (), (), ())
    for card in ("JH", "AH", "TH"):
        table.play(table.to_act[0], card)
    assert table.play(1, "AC") == "must-follow-suit"
    assert table.play(1, "9H") is None


@pytest.mark.rule("SU-5")
def test_a_declared_hand_lapses_when_a_hidden_card_comes_in() -> None:
    table = turned_up("9H", 2)
    table.enter("hand", seat=1, cards=["7C", "8C", "9C", "JC", "QC", "KC"])
    assert table.play(1, "AS") == "not-in-hand"
    table.plays(1, "7C 7D")
    assert table.state.hand.declared == (None, None)
    assert table.play(1, "AS") is None


@pytest.mark.rule("SU-3", "SU-5")
def test_a_declared_hand_stays_when_the_card_that_comes_in_is_known() -> None:
    assert drawn_out(declares=1).state.hand.declared == (None, ("9S", "8H", "QH", "TH", "9D", "9H"))
    assert drawn_out(declares=0).state.hand.declared == (None, None), "a hidden card came into it"


@pytest.mark.rule("SU-6")
def test_three_players_draw_three_times_and_two_cards_stay_out() -> None:
    table = turned_up("9H", 3)
    for cards in ("7S 8S JS", "7C 8C 9C"):
        table.plays(table.to_act[0], cards)
    assert GAME.view(table.state, Observer()).extra.talon_is == "open"
    table.plays(table.to_act[0], "7D 8D 9D")
    extra = GAME.view(table.state, Observer()).extra
    assert (extra.talon, extra.up, extra.talon_is) == (2, "9H", "used-up")
    assert table.enter("close", seat=table.to_act[0]) == "wrong-phase"
    assert table.play(table.to_act[0], "9H") == "card-elsewhere", "it stays out, and open"
    assert GAME.cards_held(table.state, 0) == 7
    table.plays(table.to_act[0], "TS KS QS")
    assert GAME.cards_held(table.state, 0) == 6


@pytest.mark.rule("SU-14")
def test_closing_is_for_the_leader_before_leading() -> None:
    table = turned_up("9H", 2)
    assert table.enter("close", seat=2) == "bad-seat"
    assert table.enter("close", seat=0) == "not-your-turn"
    assert rule(table) == "SU-14"
    table.play(1, "7C")
    assert table.enter("close", seat=0) == "wrong-phase"
    table.play(0, "8C")
    assert table.enter("close", seat=0) is None
    assert table.enter("close", seat=0) == "wrong-phase", "it is closed"
    extra = GAME.view(table.state, Observer()).extra
    assert (extra.talon, extra.talon_is, extra.closed_by) == (18, "closed", 0)


@pytest.mark.rule("SU-14")
def test_the_last_two_cards_of_the_talon_can_be_closed_and_no_fewer() -> None:
    table = turned_up("9H", 2)
    tricks(table, *[(1, 0)] * 9)
    assert GAME.view(table.state, Observer()).extra.may_close == 1
    tricks(table, (1, 0))
    assert GAME.view(table.state, Observer()).extra.may_close is None
    assert table.enter("close", seat=1) == "wrong-phase"


@pytest.mark.rule("SU-14")
@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 7), (4, 7)])
def test_after_closing_nobody_draws(players: int, size: int) -> None:
    table = closed("9H", players)
    for left in range(size, 0, -1):
        assert (table.phase, GAME.cards_held(table.state, 0)) == ("play", left)
        tricks(table, (1, 0))
    assert table.phase == "claim"


@pytest.mark.rule("SU-14")
def test_a_declared_hand_stays_once_the_talon_is_closed() -> None:
    table = closed()
    table.enter("hand", seat=1, cards=["7C", "8C", "9C", "JC", "QC", "KC"])
    table.plays(1, "7C TC")
    assert table.state.hand.declared[1] == ("8C", "9C", "JC", "QC", "KC")


def test_who_may_enter_a_hand_and_what() -> None:
    table = turned_up("9H", 2)
    assert table.enter("hand", seat=2, cards=[]) == "bad-seat"
    assert table.enter("hand", seat=0, cards=["2C"] * 6) == "unknown-card"
    assert table.enter("hand", seat=0, cards=["7C", "8C", "9C", "JC", "QC", "9H"]) == "card-elsewhere"
    assert table.enter("hand", seat=0, cards=["7C", "7C", "9C", "JC", "QC", "KC"]) == "card-already-played"
    # One check after the other for the whole hand, not card by card (record, section 3).
    assert table.enter("hand", seat=0, cards=["9H", "7C", "7C", "X"]) == "unknown-card"
    assert table.enter("hand", seat=0, cards=["9H", "7C", "7C"]) == "card-already-played"
    four = turned_up("9H", 4)
    assert four.enter("hand", seat=0, cards=["9C", "9C", "JC", "JC", "QC", "QC", "9H"]) is None
    assert four.enter("hand", seat=0, cards=["9H", "9H", "JC", "JC", "QC", "QC", "9C"]) == "card-elsewhere"


@pytest.mark.rule("SU-V2")
def test_the_lowest_trump_for_the_card_that_lies_up() -> None:
    assert turned_up("AH", 2).enter("swap", seat=1) == "unknown-event"
    table = turned_up("AH", 2, trump_swap=True)
    assert table.enter("swap", seat=0) == "not-your-turn"
    assert table.enter("swap", seat=1) is None
    assert table.state.hand.known == ((), ("AH",), ("7H",))
    assert table.enter("swap", seat=1) == "wrong-phase", "the seven itself lies there"
    table.play(1, "7C")
    assert table.play(0, "AH") == "card-elsewhere"
    assert table.play(0, "7H") == "card-elsewhere"


@pytest.mark.rule("SU-V2")
@each("fields", [{}, {"seat": None}, {"seat": True}, {"seat": 9}, {"seat": 1}])
def test_without_the_option_nobody_knows_a_swap_whatever_its_fields(fields: dict[str, object]) -> None:
    for table in (dealt(2), turned_up("AH", 2), turned_up("AH", 2, trump_swap=False)):
        assert table.enter("swap", **fields) == "unknown-event"
    with_it = dealt(2, trump_swap=True)
    assert with_it.enter("swap", **fields) == ("wrong-phase" if type(fields.get("seat")) is int else "bad-value")


@pytest.mark.rule("SU-V2")
def test_when_the_lowest_trump_may_be_swapped() -> None:
    assert turned_up("7H", 2, trump_swap=True).enter("swap", seat=1) == "wrong-phase"
    assert closed("AH", 2, trump_swap=True).enter("swap", seat=1) == "wrong-phase"
    table = turned_up("AH", 2, trump_swap=True)
    table.play(1, "7H")
    assert table.enter("swap", seat=0) == "wrong-phase"
    table.play(0, "8H")
    assert table.enter("swap", seat=0) == "card-already-played"
    four = turned_up("AH", 4, trump_swap=True)
    assert four.enter("swap", seat=1) is None
    assert four.state.hand.known[-1] == ("9H",)


@pytest.mark.rule("SU-V2")
def test_a_swap_changes_the_declared_hand() -> None:
    table = turned_up("AH", 2, trump_swap=True)
    table.enter("hand", seat=1, cards=["7C", "8C", "9C", "JC", "QC", "KC"])
    assert table.enter("swap", seat=1) == "not-in-hand"
    table = turned_up("AH", 2, trump_swap=True)
    table.enter("hand", seat=1, cards=["7C", "8C", "9C", "JC", "QC", "7H"])
    assert table.enter("swap", seat=1) is None
    assert table.state.hand.declared[1] == ("7C", "8C", "9C", "JC", "QC", "AH")
    assert table.enter("hand", seat=1, cards=["7C", "8C", "9C", "JC", "QC", "KC"]) == "not-in-hand"
