"""The conformance cases: records with what must come of them. They pass whole for every game that is built."""

import json
from typing import Any

from rules_core import record, result
from rules_core.findings import Malformed
from rules_core.games import GAMES
from tests.cases import each
from tests.rules.conformance_cases import BUILT, agrees


def answer(case: dict[str, Any]) -> dict[str, Any]:
    try:
        return result.answer(record.read(json.dumps(case["record"])))
    except Malformed as problem:
        return result.malformed(problem)


def test_there_are_cases_for_each_game_built() -> None:
    assert {case["record"]["game"] for case in BUILT} == set(GAMES)


@each("case", BUILT)
def test_a_case_has_the_answer_that_it_expects(case: dict[str, Any]) -> None:
    got = answer(case)
    for key, want in case["expect"].items():
        # Of an error its place and its code count, not our sentence.
        due = {"index": want["index"], "code": want["code"]} if key == "error" and want else want
        assert agrees(due, got[key]), key
