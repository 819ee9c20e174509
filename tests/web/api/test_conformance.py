"""The conformance cases over HTTP: one program keeps the table and sends every event, as the record asks for it."""

import os
from typing import Any

import pytest
from flask import Flask

from rules_core.games import GAMES
from tests.rules.conformance_cases import CASES, agrees
from tests.web.support.api_client import ApiClient, host_of, problem

ASKED = frozenset({"legal", "best_meld", "odds"})
"""What a record's query answers; a table has none."""
SHORT = 20
"""Longer cases are sent where SIXFOLD_EXAMPLES is set, and one a game that changes the past or declares a hand."""


def _cases(game: str) -> list[dict[str, Any]]:
    cases = [case for case in CASES if case["record"]["game"] == game]
    longer = [case for case in cases if len(case["record"]["events"]) > SHORT]
    if os.environ.get("SIXFOLD_EXAMPLES"):
        return cases
    gated = [case for case in longer if any(raw["type"] in ("amend", "hand") for raw in case["record"]["events"])]
    shortest = min(gated, key=lambda case: len(case["record"]["events"]))
    return [*(case for case in cases if case not in longer), shortest]


@pytest.mark.parametrize("game", GAMES)
def test_every_case_comes_to_the_same(app: Flask, game: str) -> None:
    for case in _cases(game):
        assert _differences(app, case) == [], case["name"]


def _differences(app: Flask, case: dict[str, Any]) -> list[Any]:
    """Returns what comes out differently than the case expects."""
    expected, raw = case["expect"], case["record"]
    error = expected["error"] and {name: expected["error"][name] for name in ("index", "code")}
    empty = {name: part for name, part in raw.items() if name not in ("events", "query")}
    if error and error["code"] == "malformed":
        refused = problem(ApiClient(app).post("/tables", empty))
        return [] if refused == (422, "malformed") else [refused]
    host = host_of(app, empty)
    got = _sent(host, raw["events"])
    result = host.result()
    names = expected.keys() - ASKED - {"error"}
    return [got] * (got != error) + [result[name] for name in names if not agrees(expected[name], result[name])]


def _sent(host: ApiClient, events: list[Any]) -> dict[str, Any] | None:
    """Sends events up to the first refused one, and returns that as the result of a replay has it."""
    for index, raw in enumerate(events):
        answer = host.enter(raw)
        if answer.status_code != 201:
            status, code = problem(answer)
            assert status == 422
            return {"index": index, "code": code}
        assert answer.json["seq"] == index + 1  # type: ignore[index]
    return None
