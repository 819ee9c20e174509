"""Entries of Sicherman's War, and wars that have come to a certain point."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.support.phone import Phone, at_table
from tests.web.support.site import NAMES, Site

Event = dict[str, Any]
GAME = "sichermans-war"
TWO, FOUR = NAMES[:2], NAMES[:4]
SETTLE: Event = {"type": "settle"}


def opened(site: Site, host: FlaskClient, *events: Event, players: int = 2, **more: Any) -> Phone:
    return at_table(site, host, *events, players=players, game=GAME, **more)


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

ODDS = {"choices": {"odds": "yes"}}
OPEN = {"book": "open"}
STATES: dict[str, tuple[list[Event], dict[str, Any], tuple[str, ...], tuple[str, ...]]] = {
    "start": (
        [],
        {},
        (
            "Battle 1 of 4, skirmish 1 of 5",
            "Everybody turns a card",
            "five piles of five",
            "One phone enters all the ranks.",
            "As totals",
            "Closed spoils",
        ),
        (
            "Alle decken eine Karte auf",
            "fünf Stapel zu fünf Karten",
            "Beute verdeckt",
            "Ein Handy gibt alle Werte ein.",
        ),
    ),
    "dice": (
        [reveal("K9")],
        {},
        ("Anyone may add a die", "Ben is 4 behind.", "ahead 13", "Nobody adds a die", "Choose the die"),
        ("Alle dürfen würfeln", "Ben liegt 4 zurück.", "vorn 13", "Niemand würfelt mehr", "Gewöhnliche Würfel"),
    ),
    "odds": (
        [*fought("23"), reveal("K9")],
        ODDS,
        ("wins 1/3", "ties 1/6", "Best to win: Low + Standard + High, 53/54", "Last skirmish"),
        ("gewinnt 1/3", "gleich 1/6", "Am ehesten gewinnt: Niedrig + Standard + Hoch, 53/54", "Letztes Gefecht"),
    ),
    "four": ([reveal("KQ92")], {"players": 4}, ("Ann leads by 1.",), ("Ann führt mit 1.",)),
    "natural tie": (
        NATURAL,
        {},
        ("Ann and Ben draw", "Tied at 13 by cards", "WAR-8", "tied 13", "Turned up: Ann K, Ben K"),
        ("Ann und Ben ziehen aus der Reserve", "Gleichstand bei 13 durch Karten", "gleich 13"),
    ),
    "forced tie": (
        FORCED,
        {},
        (
            "Another die, anybody?",
            "Ann and Ben are tied at 10. Without another die Ann and Ben draw reinforcements. WAR-9",
        ),
        ("Möchte jemand noch würfeln?", "Ohne weiteren Würfel ziehen Ann und Ben aus der Reserve."),
    ),
    "nobody broke it": (
        [*FORCED, SETTLE],
        {},
        ("Ann and Ben draw", "Nobody broke the tie at 10: one more card each. WAR-9"),
        ("Niemand hat den Gleichstand bei 10 gebrochen",),
    ),
    "out": (
        [*NO_RESERVE, reveal("QQQ4")],
        {"players": 4},
        ("Out of it, tied without reinforcements: Ann and Ben. WAR-17", "Dan is 8 behind.", "out, 12"),
        ("Ausgeschieden, im Gleichstand ohne Reserve: Ann und Ben.", "raus, 12"),
    ),
    "no reserve": (
        [*NO_RESERVE, reveal("QQ43")],
        {"players": 4},
        ("Another die, anybody?", "Without another die these cards are thrown out: no reinforcements are left. WAR-10"),
        ("kommen diese Karten aus dem Spiel: Es ist keine Reserve mehr da.",),
    ),
    "one reserve": (
        [*NO_RESERVE, reveal("9T82"), roll(0, "high", 3), roll(2, "high", 4)],
        {"players": 4},
        ("Without another die Cat takes it: nobody else has reinforcements. WAR-17",),
        ("Ohne weiteren Würfel gewinnt Cat: Niemand sonst hat eine Reserve.",),
    ),
    "no dice": (
        [*fought("32"), reveal("8T"), *SPENT],
        {},
        ("Ben is ahead", "Nobody has a die left.", "Settle the skirmish", "+1"),
        ("Ben liegt vorn", "Niemand hat noch einen Würfel.", "Gefecht beenden"),
    ),
    "no dice, tied": (
        [*EVEN_DICE, reveal("99"), draw(s0="2", s1="2"), draw(s0="3", s1="3"), draw(s0="4", s1="4")],
        {},
        ("Ann and Ben draw", "2 in reserve"),
        ("2 in Reserve",),
    ),
    "next battle": (
        BATTLE,
        {},
        ("Battle 2 of 4, skirmish 1 of 5", "Battle 1: Ann 0, Ben 65.", "Ben takes the skirmish"),
        ("Schlacht 1: Ann 0, Ben 65.", "Ben gewinnt das Gefecht"),
    ),
    "thrown out": (
        THROWN_OUT,
        {"players": 4},
        ("14 cards thrown out", "Battle 1 of 4, skirmish 2 of 5"),
        ("14 Karten aus dem Spiel",),
    ),
    "thrown out of a battle": (
        [*THROWN_OUT, *fought("7898", "7898", "TJ32", "TJ32")],
        {"players": 4},
        ("14 cards were thrown out.",),
        ("14 Karten kamen aus dem Spiel.",),
    ),
    "fought out": (
        [*BATTLE, *BATTLE, *fought("QK", "QK", "QK", "42", "42"), *fought("78", "78", "6A", "6A", "9T")],
        {},
        ("Ben wins", "Battle 4: Ann 0, Ben 75.", "Last skirmish"),
        ("Ben gewinnt", "Schlacht 4: Ann 0, Ben 75."),
    ),
    "over": ([TALLY], {}, ("Ben wins", "200", "Play again"), ("Ben gewinnt",)),
    "stalemate": (
        [EQUAL],
        {},
        ("A stalemate", "Ann and Ben have the same points. WAR-12", "1st"),
        ("Ein Patt", "Ann und Ben haben gleich viele Punkte."),
    ),
}
"""Each phase and its special moments: the entries, how the table is opened, what an English and a German page say."""
