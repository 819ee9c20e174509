"""Deep Six: which melds there are, what refuses them, and what all know afterwards."""

import pytest

from rules_core.findings import Observer
from rules_core.games.deep_six import GAME
from rules_core.games.deep_six.meld import meld_of
from tests.cases import each
from tests.rules.games.deep_six.tables import melding, playing, rule
from tests.rules.tables import Table


def meld(table: Table, seat: int, melds: str) -> str | None:
    return table.enter("meld", seat=seat, melds=[cards.split() for cards in melds.split(",")])


@pytest.mark.rule("DEEP-9", "DEEP-10")
@each(
    "cards name points",
    [
        ("6D 7D 8D", "deep-run", -30),
        ("5D 6D 7D", "shallow-run", -15),
        ("8D 4D 7D 5D 6D", "grand-run", -50),
        ("8S 8S", "deep-echo", -20),
        ("7S 7S", "shallow-echo", -15),
        ("6S 6S", "mark-twain", -10),
        ("8H 8C 8D 8S", "eights-wide", -30),
        ("7C 7D 7H 7S", "sevens-wide", -20),
        ("6C 6D 6H 6S", "sixes-wide", -10),
    ],
)
def test_every_meld_and_what_it_counts(cards: str, name: str, points: int) -> None:
    found = meld_of(cards.split())
    assert found is not None
    assert (found.name, found.points) == (name, points)
    table = melding(sunk="C")
    assert meld(table, 2, cards) is None
    assert table.state.hand.opening.melded[2].points == points


@pytest.mark.rule("DEEP-9", "DEEP-10")
@each(
    "cards",
    [
        "5D 6D 7D 8D",
        "4D 5D 6D",
        "6D 7D 8S",
        "5S 5S",
        "8S 8D",
        "5C 5D 5H 5S",
        "8C 8D 8H 8H",
        "8C 8D 8H",
        "8S",
        "",
        "3D 2D",
    ],
)
def test_what_is_no_meld(cards: str) -> None:
    table = melding(sunk="C")
    assert meld(table, 2, cards) == "bad-meld"


@pytest.mark.rule("DEEP-9")
@pytest.mark.parametrize("run", ["6H 7H 8H", "5H 6H 7H", "4H 5H 6H 7H 8H"])
def test_no_run_of_the_sunk_suit(run: str) -> None:
    table = melding(sunk="H")
    assert meld(table, 0, run) == "sunk-run"
    assert rule(table) == "DEEP-9"
    assert meld(table, 0, "8H 8H,8C 8D 8H 8S") is None, "echoes and wides of it count"


@pytest.mark.rule("DEEP-11")
@each(
    "melds code",
    [
        ("4D 5D 6D 7D 8D,8D 8D,8C 8D 8H 8S", None),
        ("4D 5D 6D 7D 8D,6D 7D 8D", None),
        ("6D 7D 8D,5D 6D 7D,4D 5D 6D 7D 8D", "meld-reuse"),
        ("8D 8D,8D 8D", "meld-reuse"),
        ("8C 8D 8H 8S,8C 8D 8H 8S", None),
        ("8C 8D 8H 8S,8C 8D 8H 8S,8C 8D 8H 8S", "meld-reuse"),
    ],
)
def test_a_card_serves_once_in_each_kind(melds: str, code: str | None) -> None:
    table = melding(sunk="C")
    assert meld(table, 1, melds) == code
    assert code is None or rule(table) == "DEEP-11"


@pytest.mark.rule("DEEP-11")
@each(
    "melds code",
    [
        ("8D 8D,8C 8D 8H 8S", "meld-reuse"),
        ("6D 7D 8D,8C 8D 8H 8S", None),
        ("6D 7D 8D,8D 8D", "meld-reuse"),
        ("6D 7D 8D,6D 7D 8D", None),
        ("6D 7D 8D,6D 7D 8D,8D 8D", "meld-reuse"),
    ],
)
def test_every_card_once_as_an_option(melds: str, code: str | None) -> None:
    assert meld(melding(sunk="C", meld_reuse="none"), 1, melds) == code


@pytest.mark.rule("DEEP-3")
def test_melds_need_no_more_than_fourteen_cards() -> None:
    table = melding(sunk="C")
    fourteen = "6D 7D 8D,6D 7D 8D,6H 7H 8H,6H 7H 8H"
    assert meld(table, 1, f"{fourteen},6S 7S 8S") == "hand-size"
    assert meld(table, 1, f"{fourteen},8C 8D 8H 8S") is None, "the eights serve twice"
    table = melding(sunk="C", meld_reuse="none")
    assert meld(table, 1, f"{fourteen},8S 8S") is None
    assert meld(table, 2, "6S 6S,7S 7S,7C 7C,6C 6C,8C 8C") is None


@pytest.mark.rule("DEEP-8")
def test_everybody_melds_once_in_any_order() -> None:
    table = melding()
    assert meld(table, 4, "8C 8C") == "bad-seat"
    assert meld(table, 2, "8C 8C") is None
    assert table.to_act == (0, 1, 3)
    assert meld(table, 2, "7C 7C") == "not-your-turn"
    assert rule(table) == "DEEP-8"
    assert len(list(GAME.candidates(table.state))) == 3
    for seat in (3, 0, 1):
        assert table.phase == "meld"
        assert table.enter("meld", seat=seat, melds=[]) is None
    assert table.enter("meld", seat=0, melds=[]) == "wrong-phase"


@pytest.mark.rule("DEEP-12")
def test_after_the_meld_the_bidder_leads() -> None:
    table = playing()
    assert (table.phase, table.to_act) == ("play", (1,))
    assert table.play(2, "6C") == "not-your-turn"
    assert rule(table) == "DEEP-12"


@each("points code", [(0, None), (-255, None), (-5, None), (-260, "bad-meld"), (5, "bad-meld"), (-7, "bad-meld")])
def test_a_meld_by_its_points(points: int, code: str | None) -> None:
    table = melding()
    assert table.enter("meld", seat=0, points=points) == code
    melded = table.state.hand.opening.melded[0]
    assert (melded.points if melded else None) == (None if code else points)


def test_a_meld_says_either_the_cards_or_the_points() -> None:
    table = melding()
    assert table.enter("meld", seat=0) == "bad-value"
    assert table.enter("meld", seat=0, melds=[], points=0) == "bad-value"
    assert table.enter("meld", seat=0, points=-10.0) == "bad-value"


def test_one_fault_has_one_code() -> None:
    table = melding(sunk="H")
    meld(table, 0, "8C 8C")
    assert meld(table, 0, "9C 9C") == "not-your-turn"
    assert meld(table, 1, "9C,8C 8D") == "unknown-card"
    assert meld(table, 1, "8C 8D") == "card-elsewhere", "where the cards are comes before what they are"
    assert meld(table, 1, "6H 7H 8H,8D 8H") == "bad-meld"
    assert meld(table, 1, "6H 7H 8H,8D 8D,8D 8D") == "sunk-run"


def test_cards_that_were_melded_are_known_to_be_there() -> None:
    table = melding(sunk="H")
    meld(table, 0, "4D 5D 6D 7D 8D,8C 8D 8H 8S,8D 8D")
    assert meld(table, 1, "8D 8D") == "card-elsewhere"
    assert meld(table, 1, "6D 7D 8D") == "card-elsewhere", "both eights of diamonds lie before seat 0"
    assert meld(table, 1, "7D 7D") == "card-elsewhere", "one of the two does"
    assert meld(table, 1, "5D 6D 7D,8C 8C") == "card-elsewhere"
    assert meld(table, 1, "5D 6D 7D") is None
    assert table.state.hand.known == (
        ("4D", "5D", "6D", "7D", "8C", "8D", "8D", "8H", "8S"),
        ("5D", "6D", "7D"),
        (),
        (),
    )


def test_a_declared_hand_and_the_melds_agree() -> None:
    table = melding(sunk="H")
    hand = ["8C", "8C", "8D", "7D", "6D", *GAME.pack[-7:], "2C", "3C"]
    table.enter("hand", seat=0, cards=hand)
    assert meld(table, 0, "7D 7D") == "not-in-hand"
    assert meld(table, 0, "6D 7D 8D,7S 7S") == "not-in-hand"
    assert meld(table, 1, "8C 8C") is None, "it is seat 0's secret"
    table = melding(sunk="H")
    meld(table, 0, "6D 7D 8D,8D 8D")
    assert table.enter("hand", seat=0, cards=hand) == "not-in-hand", "the second eight of diamonds is lacking"
    assert table.enter("hand", seat=1, cards=["8D", *hand[:2], *hand[3:]]) == "card-elsewhere"
    assert table.enter("hand", seat=0, cards=["8D", *hand[1:]]) is None


def test_where_the_cards_are_is_asked_first_of_all_of_them() -> None:
    table = melding(sunk="H")
    meld(table, 0, "8D 8D")
    table.enter("hand", seat=1, cards=["8C", *GAME.pack[-7:-1], *GAME.pack[:7]])
    assert meld(table, 1, "6D 7D 7D,8C 8D") == "card-elsewhere", "and neither in that hand nor a meld"
    assert meld(table, 1, "6D 7D 7D,8C 8D,9D") == "unknown-card"


def test_points_of_any_size_are_a_bad_meld() -> None:
    table = melding()
    assert table.enter("meld", seat=0, points=-(10**20)) == "bad-meld"
    assert table.enter("meld", seat=0, points=10**20) == "bad-meld"


def test_melds_stay_in_view_while_the_hand_lasts() -> None:
    table = playing(melds={1: "8C 8C,7S 7S"})
    table.play(1, "8C")
    melded = GAME.view(table.state, Observer()).extra.melded
    assert [meld.name for meld in melded[1].melds] == ["deep-echo", "shallow-echo"]
    assert (melded[1].points, melded[0].points) == (-35, 0)


@pytest.mark.rule("DEEP-11")
def test_cards_that_lie_openly_come_to_their_best_melds_of_whoever_is_to_meld() -> None:
    table = melding(sunk="C")
    assert meld(table, 2, "8D 8D") is None
    view, cards = GAME.view(table.state, Observer()), ("6C", "7C", "8C", "6S", "7S", "8S", "7D", "7D")
    shown = GAME.shown(view, table.state.options, cards)
    assert [(event.seat, event.melds) for event in shown] == [
        (s, (("7D", "7D"), ("6S", "7S", "8S"))) for s in (0, 1, 3)
    ]
    assert [GAME.judge(table.state, event, 0) for event in shown] == [None] * 3
    assert [event.points for event in GAME.shown(view, table.state.options, ("2S",))] == [0] * 3
