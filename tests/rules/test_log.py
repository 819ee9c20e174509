"""The log: undo, amend, void hands, adjustments, rulings, declared hands, proofs, and the order of checks."""

import pytest

from rules_core import replay
from rules_core.findings import Observer
from tests.rules.plain import GAME
from tests.rules.tables import Table

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def opened() -> Table:
    """Ann deals to Ann, Ben and Cat."""
    table = Table(GAME.name, 3)
    table.deal(0)
    return table


@pytest.mark.rule("LOG-7")
def test_undo_takes_back_the_newest_event_that_stands(opened: Table) -> None:
    opened.plays(1, "7C 9C 5C")
    assert opened.to_act == (2,)
    assert opened.enter("undo") is None
    assert opened.to_act == (0,)
    assert opened.enter("undo") is None
    assert opened.to_act == (2,)
    opened.enter("undo")
    opened.enter("undo")
    assert opened.phase == "deal"
    assert opened.enter("undo") == "nothing-to-undo"
    assert opened.fold.seq == 8, "the log only grows"


def test_undo_reopens_a_finished_match() -> None:
    table = Table(GAME.name, 3)
    for _hand in range(3):
        table.deal(_hand)
        table.enter("tally", tricks=[17, 0, 0])
    assert table.deal(0) == "game-over"
    assert table.enter("undo") is None
    assert table.phase == "play"


@pytest.mark.rule("LOG-7")
def test_amend_keeps_the_index_and_folds_the_rest_again(opened: Table) -> None:
    opened.plays(1, "7C JC 2C")
    opened.play(2, "4C")
    five = [{"type": "play", "seat": 2, "card": "5C"}]
    assert opened.enter("amend", changes=[{"target": 2, "with": five}]) == "amend-breaks"
    assert opened.refusal is not None
    assert (opened.refusal.facts["at"], opened.refusal.facts["cause"]) == (4, "not-your-turn")
    assert opened.to_act == (0,), "refused whole"
    four = {"target": 4, "with": [{"type": "play", "seat": 1, "card": "4C"}]}
    assert opened.enter("amend", changes=[{"target": 2, "with": five}, four]) is None
    assert opened.to_act == (2,)
    assert [index for index, _ in replay.standing(opened.fold)] == [0, 1, 2, 3, 4]


def test_amend_may_delete_and_insert(opened: Table) -> None:
    opened.plays(1, "7C 9C")
    two = [{"type": "play", "seat": 2, "card": "9C"}, {"type": "play", "seat": 0, "card": "KC"}]
    assert opened.enter("amend", changes=[{"target": 2, "with": two}]) is None
    assert (opened.to_act, len(opened.state.hand.tricks)) == ((0,), 1)
    assert opened.enter("amend", changes=[{"target": 2, "with": []}]) is None
    assert opened.to_act == (2,)
    assert opened.enter("amend", changes=[{"target": 2, "with": two}]) == "bad-value", "it no longer stands"


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [{"target": 1, "with": []}, {"target": 1, "with": []}],
        [{"target": 9, "with": []}],
        [{"target": -1, "with": []}],
        [{"target": 1, "with": [{"type": "undo"}]}],
        [{"target": 1, "with": [{"type": "amend", "changes": []}]}],
        [{"target": 1}],
        [{"target": 1, "with": ["7C"]}],
        [{"target": True, "with": []}],
        None,
        7,
    ],
)
def test_amendments_that_are_none(opened: Table, changes: object) -> None:
    opened.play(1, "7C")
    assert opened.enter("amend", changes=changes) == "bad-value"


@pytest.mark.rule("GEN-6", "LOG-3")
def test_void_hand_scraps_the_hand_with_its_infractions_and_the_same_dealer_deals(opened: Table) -> None:
    opened.plays(1, "7C 2H 9C")
    opened.play(0, "3D")
    opened.play(1, "4D")
    opened.play(2, "5C")
    assert opened.infractions
    assert opened.enter("void-hand", reason="a card was exposed") is None
    assert (opened.phase, opened.infractions, opened.state.totals) == ("deal", [], (0, 0, 0))
    assert opened.deal(1) == "wrong-dealer"
    assert opened.enter("void-hand") == "wrong-phase"
    assert opened.deal(0) is None


@pytest.mark.rule("GEN-3")
def test_adjust_looks_at_the_end_again(opened: Table) -> None:
    for dealer in (1, 2):
        opened.enter("tally", tricks=[6, 6, 5])
        opened.deal(dealer)
    opened.enter("adjust", points=[0, 1, 0], reason="agreed")
    assert opened.state.totals == (12, 13, 10)
    opened.enter("tally", tricks=[6, 6, 5])
    assert (opened.phase, opened.state.winners) == ("over", (1,))
    assert opened.enter("adjust", points=[5, 0, 0], reason="agreed") is None
    assert opened.state.winners == (0,)
    assert opened.enter("adjust", points=[0, 0], reason="agreed") == "bad-value"
    assert opened.enter("adjust", points=[0, 0, 1], reason="  ") == "bad-value"


def test_an_adjustment_can_reopen_a_match_that_plays_off() -> None:
    table = Table(GAME.name, 3, final_tie="extra-hand")
    for dealer, tricks in enumerate(([6, 6, 5], [6, 6, 5], [7, 6, 4])):
        table.deal(dealer)
        table.enter("tally", tricks=tricks)
    assert table.state.winners == (0,)
    table.enter("adjust", points=[-1, 0, 0], reason="revoke")
    assert table.phase == "deal"


@pytest.mark.rule("GEN-1")
def test_a_ruling_changes_no_score(opened: Table) -> None:
    opened.play(1, "7C")
    assert opened.enter("ruling", event=1, text="it stands") is None
    assert opened.enter("ruling", event=3, text="the future") == "bad-value"
    assert opened.enter("ruling", event=-1, text="nothing") == "bad-value"
    assert (opened.state.totals, opened.to_act) == ((0, 0, 0), (2,))


# Declared hands and proofs


@pytest.mark.rule("GEN-4")
def test_a_revoke_is_proven_by_the_card_that_comes_to_light_later(opened: Table) -> None:
    opened.plays(1, "7C 2H 9C")
    assert opened.infractions == [], "not decided yet"
    opened.plays(0, "3D 4D")
    opened.play(2, "5C")
    assert opened.infractions == [("must-follow-suit", 2, 2, 6)]


def test_one_proof_may_prove_two_plays(opened: Table) -> None:
    opened.plays(1, "7C 2H 9C")
    opened.plays(0, "KC 3C 4H")
    opened.plays(0, "3D 4D 5C")
    assert opened.infractions == [("must-follow-suit", 2, 2, 9), ("must-follow-suit", 2, 6, 9)]


def test_an_irregular_play_is_a_breach_at_once_and_no_other_refusal_is_lifted(opened: Table) -> None:
    hand = ["2C", "3C"] + [f"{r}D" for r in "23456789TJQKA"] + ["2H", "3H"]
    assert opened.enter("hand", seat=2, cards=hand) is None
    opened.play(1, "7C")
    assert opened.play(2, "2H") == "must-follow-suit"
    assert opened.play(2, "KS", irregular=True) == "not-in-hand"
    assert opened.play(2, "2H", irregular=True) is None
    assert opened.infractions == [("must-follow-suit", 2, 3, 3)]
    assert len(GAME.view(opened.state, Observer("seat", 2)).infractions) == 1
    assert GAME.view(opened.state, Observer("seat", 0)).infractions == (), "it rests on a hand that is still secret"
    opened.play(0, "9C")
    opened.plays(0, "4C 5C 2C")
    assert opened.infractions == [("must-follow-suit", 2, 3, 3)], "one entry a play and duty"
    assert len(GAME.view(opened.state, Observer("seat", 0)).infractions) == 1, "the two of clubs lies open"


def test_a_declared_hand_proves_privately_and_openly_when_the_hand_is_over(opened: Table) -> None:
    opened.plays(1, "7C 2H 9C")
    hand = ["2C"] + [f"{r}D" for r in "3456789TJQKA"] + ["3H", "4H", "5H"]
    assert opened.enter("hand", seat=2, cards=hand) is None
    assert opened.infractions == [("must-follow-suit", 2, 2, 4)]
    assert len(GAME.view(opened.state, Observer("seat", 2)).infractions) == 1
    assert GAME.view(opened.state, Observer("seat", 0)).infractions == ()
    for _trick in range(16):
        assert opened.enter("trick", winner=0) is None
    assert len(GAME.view(opened.state, Observer("seat", 0)).infractions) == 1


def test_what_a_declared_hand_proved_is_open_when_the_card_is_played(opened: Table) -> None:
    """Nobody hides a revoke from the table by declaring the hand after it."""
    opened.plays(1, "7C 2H 9C")
    hand = ["2C"] + [f"{r}D" for r in "3456789TJQKA"] + ["3H", "4H", "5H"]
    opened.enter("hand", seat=2, cards=hand)
    opened.plays(0, "KC 3C")
    assert GAME.view(opened.state, Observer("seat", 0)).infractions == ()
    assert opened.play(2, "2C") is None
    assert opened.infractions == [("must-follow-suit", 2, 2, 4)], "one entry, proven by the hand"
    assert len(GAME.view(opened.state, Observer("seat", 0)).infractions) == 1


def test_a_declared_hand_causes_no_refusal_to_anybody_else(opened: Table) -> None:
    hand = [f"{r}D" for r in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    opened.enter("hand", seat=2, cards=hand)
    assert opened.play(1, "2C") is None
    assert opened.play(2, "2C") == "card-already-played"
    opened.enter("undo")
    assert opened.play(1, "2D") is None


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["2C"] * 2, "card-already-played"),
        (["7C"], "card-already-played"),
        (["1C"], "unknown-card"),
        (["2C"], "hand-size"),
        ([], "hand-size"),
        ("2C", "bad-value"),
        ([2], "bad-value"),
    ],
)
@pytest.mark.rule("LOG-4", "LOG-5")
def test_hands_that_cannot_be(opened: Table, cards: object, code: str) -> None:
    opened.play(1, "7C")
    assert opened.enter("hand", seat=2, cards=cards) == code


def test_a_second_declaration_may_not_lack_a_known_card(opened: Table) -> None:
    hand = [f"{r}D" for r in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    opened.enter("hand", seat=2, cards=hand)
    assert opened.enter("hand", seat=2, cards=[*hand[:-1], "6C"]) == "not-in-hand"
    assert opened.enter("hand", seat=2, cards=hand[::-1]) is None


@pytest.mark.rule("GEN-5")
def test_the_closed_book_dims_the_open_trick_and_the_last_one(opened: Table) -> None:
    opened.plays(1, "7C 9C 5C")
    opened.plays(2, "2D 4D 6D")
    opened.play(1, "8D")
    assert GAME.view(opened.state, Observer()).dimmed == {"2D", "4D", "6D", "8D"}
    assert GAME.view(opened.state, Observer(open_book=True)).dimmed == {"7C", "9C", "5C", "2D", "4D", "6D", "8D"}


@pytest.mark.rule("LOG-5")
def test_only_its_own_seat_sees_a_declared_hand(opened: Table) -> None:
    hand = [f"{r}D" for r in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]
    opened.enter("hand", seat=2, cards=hand)
    opened.play(1, "7C")
    mine = GAME.view(opened.state, Observer("seat", 2)).mine
    assert mine is not None
    assert [card for card, refusal in mine.items() if refusal is None] == ["2C", "3C", "4C", "5C"]
    assert GAME.view(opened.state, Observer("seat", 1)).mine is None
    assert GAME.view(opened.state, Observer("spectator")).mine is None


@pytest.mark.rule("LOG-6")
def test_after_a_step_down_nothing_is_known_and_nothing_proven_any_more() -> None:
    table = Table(GAME.name, 6)
    table.deal(0)
    table.plays(1, "2H 3H 4H 5H 6H 2S")  # seat 0 plays no heart
    table.enter("trick", winner=0)
    hand = ["8H", "9H", "TH", "JH", "QH", "KH"]
    assert table.enter("hand", seat=0, cards=hand) is None
    assert table.infractions == []
    table.enter("trick", winner=0)
    assert table.enter("hand", seat=0, cards=hand[1:]) is None, "which card went is not known"


def test_an_adjustment_within_a_void_hand_counts_when_the_hand_ends() -> None:
    table = Table(GAME.name, 3, final_tie="extra-hand")
    for dealer in range(3):
        table.deal(dealer)
        table.enter("tally", tricks=[[6, 6, 5], [6, 5, 6], [5, 6, 6]][dealer])
    table.deal(0)
    table.enter("adjust", points=[1, 0, 0], reason="agreed")
    assert table.phase == "play"
    table.enter("void-hand")
    assert (table.phase, table.state.winners) == ("over", (0,))


# One fault has one code


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "bid", "seat": 0}, "unknown-event"),
        ({"type": ["play"]}, "unknown-event"),
        ({}, "unknown-event"),
        ({"type": "play", "seat": 1}, "bad-value"),
        ({"type": "play", "seat": True, "card": "7C"}, "bad-value"),
        ({"type": "play", "seat": 1.0, "card": "7C"}, "bad-value"),
        ({"type": "play", "seat": 1, "card": "7C", "irregular": None}, "bad-value"),
        ({"type": "deal", "dealer": 9}, "wrong-phase"),
        ({"type": "play", "seat": 10**30, "card": "QQ"}, "bad-seat"),
        ({"type": "play", "seat": -1, "card": "7C"}, "bad-seat"),
        ({"type": "play", "seat": 2, "card": "QQ"}, "not-your-turn"),
        ({"type": "play", "seat": 1, "card": "QQ"}, "unknown-card"),
        ({"type": "trick", "winner": 3}, "bad-seat"),
        ({"type": "hand", "seat": 3, "cards": ["QQ"]}, "bad-seat"),
    ],
)
@pytest.mark.rule("LOG-1", "LOG-2", "LOG-3", "LOG-4")
def test_order_of_checks(opened: Table, event: dict[str, object], code: str) -> None:
    assert opened.enter(event.pop("type", None), **event) == code  # type: ignore[arg-type]


@pytest.mark.rule("LOG-2")
def test_game_over_comes_before_everything_but_words_and_mending() -> None:
    table = Table(GAME.name, 3)
    for dealer in range(3):
        table.deal(dealer)
        table.enter("tally", tricks=[17, 0, 0])
    assert table.enter("nonsense") == "game-over"
    assert table.enter("play", seat="x") == "game-over"
    assert table.enter("adjust", points="x", reason="") == "bad-value"
    assert table.enter("ruling", event=0, text="fine") is None
    assert table.enter("amend", changes=[]) == "bad-value"
