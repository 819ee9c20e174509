"""Sicherman's War: the order of checks, tallies, adjustments, corrections and queries."""

from typing import Any

import pytest

from rules_core import record, result
from rules_core.findings import Malformed, Observer
from rules_core.games.sichermans_war import GAME
from tests.cases import each
from tests.rules.games.sichermans_war.tables import (
    DICE,
    PLAIN,
    draw,
    fought,
    in_skirmish,
    reveal,
    roll,
    settle,
    spent,
    totals,
    war,
)
from tests.rules.tables import NAMES

# The order of checks


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "deal"},
        {"type": "hand", "seat": 0, "cards": []},
        {"type": "void-hand"},
        {"type": "play", "seat": 0, "card": "KS"},
    ],
    ids=lambda raw: raw["type"],
)
def test_nothing_is_dealt_held_or_void(raw: dict[str, Any]) -> None:
    assert war().enter(raw.pop("type"), **raw) == "unknown-event"


@each(
    "kind fields",
    [
        ("reveal", {"cards": [1, 2]}),
        ("reveal", {}),
        ("roll", {"seat": 0, "die": "d8", "value": 1}),
        ("roll", {"seat": 0, "die": "d6", "value": "1"}),
        ("roll", {"seat": 0, "die": "d6", "value": True}),
        ("roll", {"seat": 0, "die": "d6"}),
        ("roll", {"die": "d6", "value": 1}),
        ("reinforce", {"cards": ["K", "Q"]}),
        ("reinforce", {"cards": {"0": "K", "one": "Q"}}),
        ("reinforce", {"cards": {"0": "K", "01": "Q"}}),
        ("tally", {"spoils": [{"low": 1.5}, {}]}),
        ("tally", {"spoils": {"low": 1}}),
    ],
)
def test_a_wrong_type_is_told_before_the_phase(kind: str, fields: dict[str, Any]) -> None:
    table = war()
    assert reveal(table, "KQ") is None
    assert table.enter(kind, **fields) == "bad-value"


def test_phase_then_seat_then_die_then_face() -> None:
    table = war()
    assert roll(table, 7, "d6", 9) == "wrong-phase"
    reveal(table, "KQ")
    assert roll(table, 2, "d6", 9) == "bad-seat"
    assert roll(table, -1, "d6", 1) == "bad-seat"
    assert roll(table, 0, "d6", 9) == "bad-roll"
    roll(table, 0, "d6", 1)
    assert roll(table, 0, "d6", 9) == "die-already-used"


def test_an_unknown_card_is_told_before_one_already_played() -> None:
    table = war()
    assert fought(table, "KQ").enter("reveal", cards=["ZZ", "K"]) == "unknown-card"
    for card in ("k", "10", "1S", "KX", "XS", ""):
        assert table.enter("reveal", cards=["2", card]) == "unknown-card"
    table.enter("reveal", cards=["KS", "2"])
    settle(table)
    assert table.enter("reveal", cards=["KS", "ZZ"]) == "unknown-card"


@each("seats", [["0"], ["0", "2"], ["0", "1", "2"], ["-1", "1"], ["7", "8"], []])
def test_exactly_the_seats_that_must_draw(seats: list[str]) -> None:
    table = war()
    reveal(table, "KK")
    assert table.enter("reinforce", cards=dict.fromkeys(seats, "ZZ")) == "bad-seat"


# Tallies


@pytest.mark.rule("WAR-11")
@each(
    "spoils",
    [
        [{"low": 1}],
        [{"low": 1}, {}, {}],
        [{"low": -1}, {"low": 2}],
        [{"low": 33}, {}],
        [{"low": 20}, {"low": 13}],
        [{"ten": 4}, {"ten": 1}],
        [{"face": 17}, {}],
        [{}, {"joker": 1}],
    ],
)
def test_a_tally_that_the_pack_cannot_hold(spoils: list[dict[str, int]]) -> None:
    assert war().enter("tally", spoils=spoils) == "bad-tally"


@pytest.mark.rule("WAR-11", "WAR-13")
def test_a_tally_of_four_players_with_jokers() -> None:
    assert war(4, jokers=True).enter("tally", spoils=[{"joker": 5}, {}, {}, {}]) == "bad-tally"
    table = war(4, jokers=True)
    assert table.enter("tally", spoils=[{"joker": 4}, {"face": 32}, {"ten": 8}, {"low": 56}]) is None
    assert totals(table) == (80, 480, 80, 280)
    assert GAME.summary(table.state) == {
        "hands": [{"points": [80, 480, 80, 280], "thrown_out": None}],
        "reserve": [5, 5, 5, 5],
        "dice": [DICE] * 4,
    }
    assert (table.phase, table.state.winners, GAME.goals(table.state)[0].at) == ("over", (1,), 4)
    assert GAME.tricks_taken(table.state) == (0, 0, 0, 0)
    assert sum(line.points or 0 for line in GAME.explain(table.state, 0) if line.side == 3) == 280


def test_no_tally_once_a_card_was_turned() -> None:
    table = war()
    assert GAME.view(table.state, Observer()).may_tally
    fought(table, "KQ")
    assert table.enter("tally", spoils=[{}, {}]) == "wrong-phase"
    assert not GAME.view(table.state, Observer()).may_tally


# Adjustments, the end, corrections


def test_adjustments_count_at_once_and_after_the_end() -> None:
    table = fought(war(), "23")
    assert table.enter("adjust", points=[7, 0], reason="a card fell") is None
    assert totals(table) == (7, 10)
    assert table.enter("adjust", points=[7], reason="too few") == "bad-value"
    assert table.enter("adjust", points=[7, 1], reason=" ") == "bad-value"
    fought(table, *PLAIN[1:], *PLAIN, *PLAIN, *PLAIN)
    assert (totals(table), table.state.winners) == ((7, 260), (1,))
    assert reveal(table, "23") == "game-over"
    assert table.enter("adjust", points=[253, 0], reason="agreed") is None
    assert (table.phase, table.state.winners) == ("over", (0, 1))
    assert table.enter("adjust", points=[1, 0], reason="agreed") is None
    assert table.state.winners == (0,)
    assert table.enter("ruling", event=0, text="as it was") is None
    assert table.enter("ruling", event=999, text="later") == "bad-value"


def test_undo_gives_back_dice_cards_and_reinforcements() -> None:
    table = war()
    reveal(table, "88")
    draw(table, s0="2", s1="3")
    roll(table, 0, "d6", 6)
    before = GAME.summary(table.state)
    assert (before["reserve"], before["dice"][0]) == ([4, 4], ["high", "low"])
    table.enter("undo")
    table.enter("undo")
    assert (table.phase, GAME.summary(table.state)["reserve"]) == ("reinforce", [5, 5])
    assert table.enter("reinforce", cards={"0": "2", "1": "3"}) is None
    assert GAME.summary(table.state)["dice"] == [DICE, DICE]


def test_an_amended_card_makes_the_rest_fold_again() -> None:
    table = war()
    reveal(table, "8T")
    roll(table, 0, "low", 2)
    roll(table, 1, "low", 1)
    settle(table)
    five = {"type": "roll", "seat": 0, "die": "low", "value": 4}
    assert table.enter("amend", changes=[{"target": 1, "with": [five]}]) is None
    assert totals(table) == (15, 0)
    tie = {"type": "reveal", "cards": ["8", "8"]}
    assert table.enter("amend", changes=[{"target": 0, "with": [tie]}]) == "amend-breaks"
    assert table.refusal is not None
    assert (table.refusal.facts["at"], table.refusal.facts["cause"]) == (1, "wrong-phase")


# Chances


def chances(events: list[dict[str, Any]], query: dict[str, Any], players: int = 2) -> Any:
    asked = record.Record("sixfold-record/1", GAME.name, NAMES[:players], {"jokers": True}, tuple(events), query=query)
    return result.answer(asked)["odds"]


TEN_TO_EIGHT = [{"type": "reveal", "cards": ["8", "T"]}]


@pytest.mark.rule("WAR-2")
@each(
    "seat dice odds",
    [
        (0, [], ("0", "0", "1")),
        (0, ["d6"], ("2/3", "1/6", "1/6")),
        (0, ["low"], ("1/2", "1/3", "1/6")),
        (0, ["low", "high"], ("35/36", "1/36", "0")),
        (0, ["high", "d6", "low"], ("1", "0", "0")),
        (1, ["d6"], ("1", "0", "0")),
    ],
)
def test_chances_of_dice(seat: int, dice: list[str], odds: tuple[str, str, str]) -> None:
    found = chances(TEN_TO_EIGHT, {"seat": seat, "dice": dice})
    assert found == dict(zip(("win", "tie", "lose"), odds, strict=True))


@pytest.mark.rule("WAR-14")
def test_chances_count_the_best_of_the_others_still_in() -> None:
    four = [{"type": "reveal", "cards": ["8", "T", "4", "Q"]}]
    assert chances(four, {"seat": 0, "dice": ["d6"]}, 4) == {"win": "1/3", "tie": "1/6", "lose": "1/2"}
    table = spent(war(4), seats=2, ties=5, others="22")
    reveal(table, "QQQ4")
    assert table.state.hand.skirmish.totals == (12, 12, 12, 4)
    assert GAME.queries["dice"](table.state, {"seat": 2, "dice": []})["odds"]["win"] == "1", "the others' twelve is out"


@each(
    "events query",
    [
        ([], {"seat": 0, "dice": ["d6"]}),
        ([*TEN_TO_EIGHT, {"type": "settle"}], {"seat": 0, "dice": ["d6"]}),
        (TEN_TO_EIGHT, {"seat": 2, "dice": ["d6"]}),
        (TEN_TO_EIGHT, {"seat": -1, "dice": ["d6"]}),
        (TEN_TO_EIGHT, {"seat": True, "dice": ["d6"]}),
        (TEN_TO_EIGHT, {"dice": ["d6"]}),
        (TEN_TO_EIGHT, {"seat": 0, "dice": ["d6", "d6"]}),
        (TEN_TO_EIGHT, {"seat": 0, "dice": ["d8"]}),
        (TEN_TO_EIGHT, {"seat": 0, "dice": "d6"}),
        (TEN_TO_EIGHT, {"seat": 0, "dice": [["d6"]]}),
    ],
)
def test_a_query_that_cannot_be_read(events: list[dict[str, Any]], query: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        chances(events, query)


def test_chances_are_a_question_about_numbers() -> None:
    tied = [{"type": "reveal", "cards": ["8", "8"]}]
    assert chances(tied, {"seat": 0, "dice": ["d6"]}) == {"win": "1", "tie": "0", "lose": "0"}, "draws come first"
    spent = [*TEN_TO_EIGHT, {"type": "roll", "seat": 0, "die": "d6", "value": 1}]
    assert chances(spent, {"seat": 0, "dice": ["d6"]}) == {"win": "5/6", "tie": "1/6", "lose": "0"}


def test_who_is_out_has_no_chances() -> None:
    table = spent(war(4), seats=2, ties=5, others="22")
    reveal(table, "QQQ4")
    for seat in (0, 1):
        with pytest.raises(Malformed):
            GAME.queries["dice"](table.state, {"seat": seat, "dice": ["d6"]})
    assert GAME.queries["dice"](table.state, {"seat": 3, "dice": ["d6"]})["odds"]["lose"] == "1"


def test_nobody_plays_from_a_hand() -> None:
    table = war()
    assert GAME.legal(table.state, 0, ("KS",)) == []


def test_what_a_pad_offers() -> None:
    table = war()
    assert len(list(GAME.candidates(table.state))) == 13 * 13
    fought(table, "KQ", "KQ", "KQ")
    offered = list(GAME.candidates(table.state))
    assert len(offered) == 13 * 13 - 2, "not two kings, not two queens"
    reveal(table, "88")
    assert len(list(GAME.candidates(table.state))) == 13 * 13 - 2
    draw(table, s0="8", s1="7")
    assert len(list(GAME.candidates(table.state))) == 1 + 2 * (6 + 6 + 4)
    assert in_skirmish(table) == (16, 15)
    over = war()
    over.enter("tally", spoils=[{}, {}])
    assert list(GAME.candidates(over.state)) == []
