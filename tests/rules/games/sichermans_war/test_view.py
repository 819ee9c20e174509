"""Sicherman's War: what a table shows, and what stays closed (record, section 6)."""

from typing import Any

import pytest

from rules_core.findings import Observer
from rules_core.games.sichermans_war import GAME
from rules_core.games.sichermans_war.table_view import prospects
from tests.rules.games.sichermans_war.tables import (
    PLAIN,
    draw,
    fought,
    reveal,
    roll,
    settle,
    spent,
    war,
)
from tests.rules.tables import Table


def shown(table: Table, **viewer: Any) -> Any:
    return GAME.view(table.state, Observer(**viewer))


def test_the_battlefield() -> None:
    table = fought(war(), "23")
    table.enter("reveal", cards=["8S", "TH"])
    roll(table, 0, "high", 3)
    view = shown(table)
    field, (ann, ben) = view.extra, view.extra.fighters
    assert (field.battle, field.skirmish, view.hand.number, view.hand.trick) == (1, 2, 1, 2)
    assert (ann.cards, [(r.die, r.value) for r in ann.rolls], ann.total) == (("8S",), [("high", 3)], 11)
    assert (ann.dice, ann.reserve, ann.due, ann.out) == (("d6", "low"), 5, 0, False)
    assert (ben.cards, ben.rolls, ben.total, ben.due) == (("TH",), (), 10, 2)
    assert (field.ahead, field.lead, field.tie, field.last.winner) == ((0,), 1, None, 1)
    assert [(s.card, s.score, s.tricks, s.ahead, s.next) for s in view.seats] == [
        ("8S", 0, 0, True, True),
        ("TH", 0, 1, False, True),
    ]
    assert [s.score for s in shown(table, open_book=True).seats] == [0, 10]


def test_a_tie_shows_who_must_draw_and_why() -> None:
    table = war(4)
    reveal(table, "Q3Q4")
    view = shown(table)
    assert (view.extra.tie, view.extra.ahead, view.extra.lead) == ("natural", (0, 2), 0)
    assert [fighter.due for fighter in view.extra.fighters] == [1, 10, 1, 9]
    assert [seat.next for seat in view.seats] == [True, False, True, False]
    forced = war()
    reveal(forced, "8T")
    roll(forced, 0, "low", 2)
    assert (shown(forced).extra.tie, shown(forced).extra.ahead) == (None, (0, 1))
    settle(forced)
    assert shown(forced).extra.tie == "forced"


@pytest.mark.rule("WAR-10", "WAR-17")
def test_who_is_left_where_nobody_adds_a_die() -> None:
    table = war()
    reveal(table, "T8")
    assert shown(table).extra.left == (0,)
    roll(table, 1, "low", 2)
    assert shown(table).extra.left == (0, 1), "both draw"
    spent_out = spent(war(4), seats=2, ties=5, others="22")
    reveal(spent_out, "T855")
    roll(spent_out, 1, "low", 2)
    assert shown(spent_out).extra.left == (), "thrown out"
    reveal(one := spent(war(4), seats=2, ties=5, others="22"), "T585")
    roll(one, 2, "low", 2)
    assert shown(one).extra.left == (2,), "Ann has no reinforcements"


def test_who_is_out_is_shown() -> None:
    table = spent(war(4), seats=2, ties=5, others="22")
    reveal(table, "QQQ4")
    field = shown(table).extra
    assert [fighter.out for fighter in field.fighters] == [True, True, False, False]
    assert [fighter.due for fighter in field.fighters] == [0, 0, 0, 9]
    assert (field.ahead, field.lead) == ((2,), 8)


@pytest.mark.rule("GEN-5")
def test_the_pots_lie_face_down_until_the_end() -> None:
    table = war()
    for cards in (["KS", "2S"], ["QS", "3S"], ["JS", "4S"]):
        table.enter("reveal", cards=cards)
        settle(table)
    table.enter("reveal", cards=["TS", "5S"])
    closed = shown(table, role="seat", seat=0)
    assert closed.extra.spoils_closed
    assert closed.dimmed == {"JS", "4S", "TS", "5S"}
    assert "KS" not in str(closed)
    for viewer in ({"role": "referee"}, {"open_book": True}):
        assert not shown(table, **viewer).extra.spoils_closed
        assert shown(table, **viewer).dimmed >= {"KS", "2S"}
    settle(table)
    fought(table, "67", *PLAIN, *PLAIN, *PLAIN)
    assert not shown(table).extra.spoils_closed
    assert (shown(table).extra.battle, shown(table).extra.skirmish) == (4, 0)


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize("viewer", [{}, {"role": "seat", "seat": 1}])
def test_a_closed_pot_is_in_no_score_before_the_battle_is_over(viewer: dict[str, Any]) -> None:
    table = fought(war(), "23", "KQ", "JT")
    assert [seat.score for seat in shown(table, **viewer).seats] == [0, 0]
    assert shown(table, **viewer).totals == (0, 0)
    table.enter("adjust", points=[7, 0], reason="a card fell")
    assert [seat.score for seat in shown(table, **viewer).seats] == [7, 0]
    assert [seat.score for seat in shown(table, role="referee").seats] == [7 + 30 + 25, 10]
    assert shown(table, role="referee").totals == (62, 10)
    fought(table, "98", "76")
    assert [seat.score for seat in shown(table, **viewer).seats] == [7 + 30 + 25 + 20, 10]
    fought(table, "45")
    assert [seat.score for seat in shown(table, **viewer).seats] == [7 + 30 + 25 + 20, 10]


@pytest.mark.rule("WAR-1", "WAR-11")
def test_the_kinds_of_spoils_that_the_packs_hold() -> None:
    kinds = [(kind.name, kind.points, kind.copies) for kind in shown(war()).extra.kinds]
    assert kinds == [("low", 5, 32), ("ten", 10, 4), ("face", 15, 16)]
    assert [kind.copies for kind in shown(war(4, jokers=True)).extra.kinds] == [64, 8, 32, 4]


@pytest.mark.rule("WAR-2")
def test_the_prospects_of_all_who_may_roll() -> None:
    table = war()
    reveal(table, "8T")
    roll(table, 1, "high", 1)
    ann, ben = prospects(shown(table).extra.fighters)
    assert ann is not None
    assert ben is not None
    assert {die: (str(o.win), str(o.tie)) for die, o in ann.dice} == {
        "d6": ("1/2", "1/6"),
        "high": ("2/3", "1/6"),
        "low": ("1/6", "1/3"),
    }
    assert (ann.best.dice, str(ann.best.chance)) == (("d6", "high", "low"), "215/216")
    assert (ben.best.dice, [die for die, _ in ben.dice]) == ((), ["d6", "low"])


@pytest.mark.rule("WAR-17")
def test_who_is_out_or_has_no_die_has_no_prospects() -> None:
    table = spent(war(4), seats=2, ties=5, others="22")
    reveal(table, "QQQ4")
    for die, value in (("d6", 1), ("low", 1), ("high", 1)):
        roll(table, 3, die, value)
    ann, ben, cat, dan = prospects(shown(table).extra.fighters)
    assert (ann, ben, dan) == (None, None, None)
    assert cat is not None
    assert [str(found.win) for _, found in cat.dice] == ["1", "1", "1"]


def test_a_rank_of_which_all_lie_on_the_table_is_gone() -> None:
    table = war()
    reveal(table, "KK")
    draw(table, s0="K", s1="K")
    assert "K" in shown(table).dimmed
    assert "Q" not in shown(table).dimmed


def test_the_last_skirmish_stays_until_the_next_is_over() -> None:
    table = fought(war(), *PLAIN)
    assert shown(table).extra.last.cards == ("T", "J")
    assert shown(table).extra.battle == 2
    assert GAME.tricks_taken(table.state) == (0, 0)
    reveal(table, "54")
    assert shown(table).extra.last.cards == ("T", "J")
    settle(table)
    assert (shown(table).extra.last.cards, GAME.tricks_taken(table.state)) == (("5", "4"), (1, 0))


@pytest.mark.rule("WAR-1", "WAR-13")
@pytest.mark.parametrize(("players", "jokers", "cards"), [(2, False, 52), (4, False, 104), (4, True, 108)])
def test_the_cards_in_play_are_those_of_all_packs(players: int, jokers: bool, cards: int) -> None:
    assert len(GAME.in_play(players, GAME.options(jokers=jokers))) == cards
