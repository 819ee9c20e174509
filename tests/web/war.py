"""Entries of Sicherman's War, and wars that have come to a certain point."""

from typing import Any

Event = dict[str, Any]
GAME = "sichermans-war"
TWO = ("Ann", "Ben")
FOUR = ("Ann", "Ben", "Cat", "Dan")
SETTLE: Event = {"type": "settle"}


def reveal(ranks: str) -> Event:
    """Everybody turns a card."""
    return {"type": "reveal", "cards": list(ranks)}


def roll(seat: int, die: str, value: int) -> Event:
    return {"type": "roll", "seat": seat, "die": die, "value": value}


def draw(**cards: str) -> Event:
    """Reinforcements: `s0="K"` is a king for seat 0."""
    return {"type": "reinforce", "cards": {seat[1:]: card for seat, card in cards.items()}}


def fought(*skirmishes: str) -> list[Event]:
    """Skirmishes in which nobody adds a die."""
    return [event for ranks in skirmishes for event in (reveal(ranks), SETTLE)]


BATTLE = fought("23", "45", "67", "89", "TJ")
"""Ben takes every skirmish: 65 points."""
NATURAL = [*fought("32"), reveal("KK")]
FORCED = [*fought("32"), reveal("8T"), roll(0, "low", 2)]
NO_RESERVE = [
    reveal("AAQ3"),
    *(draw(s0=rank, s1=rank) for rank in "2345"),
    draw(s0="K", s1="6"),
    SETTLE,
]
"""Four players: Ann and Ben have used up their reinforcements, Ann has won."""
SPENT = [roll(seat, die, 1) for seat in (0, 1) for die in ("low", "d6", "high")]
TALLY: Event = {"type": "tally", "spoils": [{"low": 10, "ten": 2, "face": 6}, {"low": 12, "ten": 2, "face": 8}]}
"""160 points for Ann, 200 for Ben."""
EQUAL: Event = {"type": "tally", "spoils": [{"low": 10}, {"low": 10}]}
EVEN_DICE = [*fought("32"), reveal("8T"), *SPENT, SETTLE]
"""All dice are spent in the second skirmish; Ben takes it."""
THROWN_OUT = [reveal("AAQ3"), *(draw(s0=r, s1=r) for r in "23456"), SETTLE]
"""Four players: neither Ann nor Ben has a reinforcement left and they are still tied."""
