"""`python -m rules_core replay`: what it prints, and its exit status."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rules_core.__main__ import main

GOOD: dict[str, Any] = {
    "format": "sixfold-record/1",
    "game": "sixes-and-sevens",
    "players": ["Ann", "Ben", "Cat"],
    "options": {},
    "events": [{"type": "deal"}, {"type": "play", "seat": 1, "card": "7C"}],
}


def run(tmp_path: Path, text: bytes, *more: str, name: str = "match.json") -> int:
    file = tmp_path / name
    file.write_bytes(text)
    return main(["replay", str(file), *more])


def test_a_record_that_is_accepted_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, json.dumps(GOOD).encode()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "accepted": 2,
        "error": None,
        "phase": "play",
        "to_act": [2],
        "scores": [0, 0, 0],
        "hands": [],
        "infractions": [],
        "contradiction": None,
        "finished": False,
        "winners": [],
    }


def test_a_record_that_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = GOOD | {"events": [*GOOD["events"], {"type": "play", "seat": 2, "card": "7C"}, {"type": "undo"}]}
    assert run(tmp_path, json.dumps(stopped).encode()) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["accepted"], answer["to_act"]) == (2, [2])
    assert (answer["error"]["index"], answer["error"]["code"], answer["error"]["rule"]) == (
        2,
        "card-already-played",
        "ODD-1",
    )


def test_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps(GOOD).encode()
    assert run(tmp_path, line + b"\n\n" + b"nonsense\n" + line, name="many.jsonl") == 1
    answers = [json.loads(answer) for answer in capsys.readouterr().out.splitlines()]
    assert [answer["error"] and answer["error"]["code"] for answer in answers] == [None, "malformed", None]
    assert run(tmp_path, line + b"\n" + line, "--lines") == 0


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert main(["replay", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["accepted"] == 2


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    "broken",
    [
        {"format": "sixfold-record/2"},
        {"game": "bridge"},
        {"players": ["Ann", "Ann", "Ben"]},
        {"players": ["Ann", "  ", "Ben"]},
        {"players": ["Ann", "Ben"]},
        {"players": ["Ann", "Ben", 3]},
        {"players": None},
        {"options": {"aces_low": True}},
        {"options": {"ace_wild": 1}},
        {"options": {"ace_wild": None}},
        {"options": []},
        {"events": {}},
        {"events": ["deal"]},
        {"edition": 2},
        {"query": {"best_meld": []}},
        {"query": {"seat": 1, "hand": "7C"}},
    ],
    ids=json.dumps,
)
def test_malformed(tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: dict[str, Any]) -> None:
    assert run(tmp_path, json.dumps(GOOD | broken).encode()) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["index"], error["code"]) == (None, "malformed")


@pytest.mark.parametrize(
    "text",
    [b"", b"\xff\xfe", b"[" * 200_000, b'{"a":' * 200_000, b"1" * 10_000, b"NaN", b'"\\ud800"', b"[]", b"null"],
    ids=["empty", "not utf-8", "deep list", "deep object", "huge number", "NaN", "surrogate", "list", "null"],
)
def test_what_is_no_record_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes) -> None:
    assert run(tmp_path, text) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "malformed"


def test_huge_numbers_in_events_are_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    huge = GOOD | {"events": [{"type": "deal", "dealer": 10**40}]}
    assert run(tmp_path, json.dumps(huge).encode()) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "bad-seat"


def test_the_query_for_legal_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = GOOD | {"query": {"seat": 2, "hand": ["2C", "2C", "AC", "7C", "KH"]}}
    assert run(tmp_path, json.dumps(asked).encode()) == 0
    assert json.loads(capsys.readouterr().out)["legal"] == ["2C", "AC"]
    asked["query"]["seat"] = 0
    assert run(tmp_path, json.dumps(asked).encode()) == 0
    assert json.loads(capsys.readouterr().out)["legal"] == [], "not this seat's turn"
