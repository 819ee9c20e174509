"""Records with something wrong at a random place: whatever it is, there is an answer, and never anything else."""

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import record, result
from rules_core.findings import Malformed
from tests.cases import MORE
from tests.rules.conformance_cases import CASES
from tests.rules.mutations import CARDS, EVENTS, KINDS, SNIPPETS, STRANGE, places

EXAMPLES = 100 * MORE

STRANGE += [[[[]]], [None], {"": {}}, ["7C"] * 60, [0] * 7, [10**99] * 4, {"0": "7C", "9": "7C"}, [{"low": 1}]]
EVENTS += [
    {"type": "amend", "changes": [{"target": at, "with": events}]} for at in (0, 1, 9) for events in ([], EVENTS[:1])
]
VALUES = st.integers(-3, 30) | st.sampled_from([*STRANGE, *CARDS, *KINDS, *EVENTS])


def delete(data: st.DataObject, at: Any, key: Any) -> None:
    del at[key]


def replace(data: st.DataObject, at: Any, key: Any) -> None:
    at[key] = copy.deepcopy(data.draw(VALUES))


def double(data: st.DataObject, at: Any, key: Any) -> None:
    """Twice in a list; in an object under another name that is there."""
    if isinstance(at, list):
        at.insert(data.draw(st.integers(0, len(at))), copy.deepcopy(at[key]))
    else:
        at[data.draw(st.sampled_from(sorted(at)))] = copy.deepcopy(at[key])


def swap(data: st.DataObject, at: Any, key: Any) -> None:
    other = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
    at[key], at[other] = at[other], at[key]


MUTATIONS: list[Callable[[st.DataObject, Any, Any], None]] = [delete, replace, double, swap]


def answered(text: str) -> dict[str, Any]:
    """Returns the answer; anything raised but `Malformed` fails the test."""
    try:
        read = record.read(text)
        answer = result.answer(read)
    except Malformed as problem:
        return result.malformed(problem)
    assert answer["error"] is not None or answer["accepted"] == len(read.events)
    return answer


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_whatever_is_wrong_there_is_an_answer(data: st.DataObject) -> None:
    mutated = copy.deepcopy(data.draw(st.sampled_from(CASES))["record"])
    for _mutation in range(data.draw(st.integers(1, 4))):
        if found := places(mutated):
            at, key = data.draw(st.sampled_from(found))
            data.draw(st.sampled_from(MUTATIONS))(data, at, key)
    answer = answered(json.dumps(mutated))
    json.dumps(answer, allow_nan=False)
    if answer["error"] is not None:
        assert len(answer["error"]["message"]) <= result.LONGEST_MESSAGE
        assert answer["error"]["code"] == "malformed" or answer["error"]["index"] == answer["accepted"]


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_whatever_text_is_mutilated_there_is_an_answer(data: st.DataObject) -> None:
    text = json.dumps(data.draw(st.sampled_from(CASES))["record"])
    for _cut in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 9))
        text = text[:start] + data.draw(st.sampled_from(SNIPPETS)) + text[end:]
    json.dumps(answered(text), allow_nan=False)
