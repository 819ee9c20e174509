"""Results: the answers to a record's query, and what is said of a refusal."""

from typing import Any

import pytest

from rules_core import record, result
from rules_core.findings import Malformed
from tests.cases import each
from tests.rules.tables import Table
from tests.rules.written_records import DEAL, problem, text

pytestmark = pytest.mark.usefixtures("plain")

# Queries


@each(
    "query told",
    [
        ({}, "query: none that plain answers"),
        ({"nonsense": 1}, "query: none that plain answers"),
        ({"best_meld": ["2C"] * 14, "sunk": "H"}, "query: none that plain answers"),
        ({"seat": True, "hand": ["7C"]}, "query: none that plain answers"),
        ({"seat": 1.0, "hand": ["7C"]}, "query: none that plain answers"),
        ({"seat": 1, "hand": "7C"}, "query: none that plain answers"),
        ({"seat": 1, "hand": ["7C", 7]}, "query: the hand holds something else than cards"),
        ({"seat": 1, "hand": ["7C"] * 101}, "query: a list of more than 100; no pack has so many cards"),
        ({"best_meld": ["2C"] * 10_000}, "query: a list of more than 100; no pack has so many cards"),
        ({"seat": 0, "dice": ["low"] * 10_000}, "query: a list of more than 100; no pack has so many cards"),
    ],
)
def test_queries_that_are_none(query: dict[str, Any], told: str) -> None:
    assert problem(text(events=[DEAL], query=query)) == told


def test_strange_cards_are_not_legal() -> None:
    strange = ["", "X", "XX", "é", "7c", "7CC", "\x00", "♠" * 1000, "7C"]
    asked = text(events=[DEAL], query={"seat": 1, "hand": strange})
    assert result.answer(record.read(asked))["legal"] == ["7C"]
    followed = text(events=[DEAL, {"type": "play", "seat": 1, "card": "2C"}], query={"seat": 2, "hand": strange})
    assert result.answer(record.read(followed))["legal"] == ["7C"]


@pytest.mark.parametrize("seat", [-1, 3, 9**99])
def test_nothing_is_legal_for_a_seat_that_is_none(seat: int) -> None:
    assert result.answer(record.read(text(events=[DEAL], query={"seat": seat, "hand": ["7C"]})))["legal"] == []


# What is said of a refusal


@each(
    "event told",
    [
        ({"type": "bid"}, "unknown-event: type bid"),
        ({"type": ["deal"]}, "unknown-event"),
        ({}, "unknown-event"),
        ({"type": "play", "seat": 2}, "bad-value: Object missing required field `card`"),
        ({"type": "play", "seat": 9, "card": "7C"}, "bad-seat: seat 9"),
        ({"type": "play", "seat": 1, "card": "7C"}, "not-your-turn: seat 1, to_act 2"),
        ({"type": "play", "seat": 2, "card": "QQ"}, "unknown-card: card QQ"),
        ({"type": "deal"}, "wrong-phase: phase play"),
        ({"type": "amend", "changes": [{"target": 8, "with": []}]}, "bad-value: the target 8 does not stand"),
        (
            {"type": "amend", "changes": [{"target": 0, "with": []}]},
            "amend-breaks: event 1 would be refused, wrong-phase: phase deal",
        ),
    ],
)
def test_what_is_said_of_a_refusal(event: dict[str, Any], told: str) -> None:
    events = [DEAL, {"type": "play", "seat": 1, "card": "2C"}, event]
    assert result.answer(record.read(text(events=events)))["error"]["message"] == told


def test_cards_in_a_message_stand_side_by_side() -> None:
    hand = ["2C", "3C"] + [f"{r}D" for r in "23456789TJQKA"] + ["2H", "3H"]
    events = [DEAL, {"type": "hand", "seat": 2, "cards": hand}, {"type": "play", "seat": 1, "card": "7C"}]
    events.append({"type": "play", "seat": 2, "card": "2H"})
    message = result.answer(record.read(text(events=events)))["error"]["message"]
    assert message == "must-follow-suit: seat 2, card 2H, led 7C, held 2C 3C"


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "x" * 10_000},
        {"options": {"x" * 10_000: 1}},
        {"events": [{"type": "x" * 10_000}]},
        {"events": [{"type": ["x" * 10_000]}]},
        {"events": [DEAL, {"type": "play", "seat": 1, "card": "x" * 10_000}]},
    ],
    ids=["game", "option", "type", "list", "card"],
)
def test_messages_stay_short(fields: dict[str, Any]) -> None:
    try:
        answer = result.answer(record.read(text(**fields)))
    except Malformed as refused:
        answer = result.malformed(refused)
    assert len(answer["error"]["message"]) <= result.LONGEST_MESSAGE


def test_events_too_deep_for_the_interpreter_are_answered() -> None:
    """Who builds an event without a record's limits gets an answer too."""
    deep: list[Any] = []
    for _level in range(200_000):
        deep = [deep]
    table = Table("plain", 3)
    assert table.enter("deal", dealer=deep) == "bad-value"
    assert table.enter("deal", x=deep) is None
    assert table.enter("amend", changes=[{"target": 0, "with": [{"type": deep}]}]) == "amend-breaks"
    assert table.refusal is not None
    assert result.error(table.refusal, 1)["message"] == "amend-breaks: event 0 would be refused, unknown-event"
