"""Helpers for tables of Sicherman's War."""

from typing import Any

from rules_core.games.sichermans_war import GAME
from tests.rules.tables import Table

DICE = ["d6", "high", "low"]
PLAIN = ["23", "45", "67", "89", "TJ"]
"""Five skirmishes in which seat 1 turns the higher card."""


def war(players: int = 2, **options: Any) -> Table:
    return Table(GAME.name, players, **options)


def reveal(table: Table, ranks: str) -> str | None:
    """Turns a card a seat, by their ranks."""
    return table.enter("reveal", cards=list(ranks))


def draw(table: Table, **cards: str) -> str | None:
    """Draws: `s0="K"` is a king for seat 0."""
    return table.enter("reinforce", cards={seat[1:]: card for seat, card in cards.items()})


def roll(table: Table, seat: int, die: str, value: int) -> str | None:
    return table.enter("roll", seat=seat, die=die, value=value)


def settle(table: Table) -> str | None:
    return table.enter("settle")


def fought(table: Table, *skirmishes: str) -> Table:
    """Fights skirmishes in which nobody rolls a die."""
    for ranks in skirmishes:
        assert reveal(table, ranks) is None, table.refusal
        assert settle(table) is None, table.refusal
    return table


def spent(table: Table, seats: int, ties: int, others: str = "") -> Table:
    """Uses up reinforcements: seats 0 up to this one tie with cards and draw, again and again, then seat 0 wins.

    Aces are turned first, then each draw takes a rank of its own; the skirmish is settled.
    """
    assert reveal(table, "A" * seats + others) is None, table.refusal
    for rank in "23456789TJ"[: ties - 1]:
        assert draw(table, **{f"s{seat}": rank for seat in range(seats)}) is None, table.refusal
    assert draw(table, **{f"s{seat}": "3" if seat else "K" for seat in range(seats)}) is None, table.refusal
    assert settle(table) is None
    return table


def result(table: Table) -> dict[str, Any]:
    return GAME.summary(table.state)


def totals(table: Table) -> tuple[int, ...]:
    scores: tuple[int, ...] = table.state.totals
    return scores


def in_skirmish(table: Table) -> tuple[int, ...]:
    """The totals of the skirmish that lies."""
    found: tuple[int, ...] = table.state.hand.skirmish.totals
    return found


def rule(table: Table) -> str | None:
    """The rule that the last refusal cites."""
    assert table.refusal is not None
    return table.refusal.rule
