"""The examples of docs/api.md: each is run as it stands there, against a server, and answered as it says there."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rules_core import replay
from rules_core.record import record_of
from tests.paths import ROOT
from tests.rules.conformance_cases import CASES
from tests.running import PATIENCE, running

PAGE = ROOT / "docs" / "api.md"
EXAMPLE = re.compile(r"```sh\n(.*?)```\n\n```(json|text)\n(.*?)```", re.DOTALL)
ANYTHING = "…"


def agrees(said: Any, got: Any) -> bool:
    if said == ANYTHING:
        return got not in (None, "")
    if isinstance(said, dict) and isinstance(got, dict):
        return said.keys() == got.keys() and all(agrees(said[name], got[name]) for name in said)
    return bool(said == got)


def reads(said: str, got: str) -> bool:
    """Tells whether these lines come in the answer, one after the other."""
    pattern = ".*".join(re.escape(line).replace(ANYTHING, ".*") for line in said.strip().splitlines())
    return re.search(pattern, got, re.DOTALL) is not None


@pytest.mark.skipif(shutil.which("curl") is None, reason="the examples call curl")
def test_the_examples_do_what_the_page_says(tmp_path: Path) -> None:
    text = PAGE.read_text()
    examples = EXAMPLE.findall(text)
    assert len(examples) == text.count("```sh") > 7
    with running(tmp_path, SIXFOLD_LOG="quiet") as server:
        known: dict[str, str] = {}
        for command, kind, said in examples:
            got = _run(command, server.port, known)
            if kind == "text":
                assert reads(said, got), got
                continue
            answer = json.loads(got)
            assert agrees(json.loads(said), answer), (command, answer)
            if "code" in answer and "token" in answer:
                known = {"ID": str(answer["id"]), "CODE": answer["code"], "TOKEN": answer["token"]}
        assert known
        assert server.stop() == 0


def _run(command: str, port: int, known: dict[str, str]) -> str:
    here = command.replace("http://localhost:8066", f"http://127.0.0.1:{port}")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", here],
        env={**os.environ, **known, "no_proxy": "127.0.0.1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout


def test_what_is_entered_in_each_phase_stands_in_its_row() -> None:
    """As the records of the contract enter it; what fits in any phase stands below the rows."""
    table = PAGE.read_text().partition("| `phase` | events |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", table, re.MULTILINE)
    said = {phase: re.findall("`([a-z-]+)`", events) for phases, events in rows for phase in phases.split("`")[1::2]}
    always, seen = {"hand", "undo", "amend", "void-hand", "adjust", "ruling"}, set[tuple[str, str]]()
    for case in CASES:
        if case["expect"]["error"] is None:
            record = record_of(case["record"])
            fold = replay.begin(record.header)
            for raw in record.events:
                seen.add((fold.game.phase(fold.state), raw["type"]))
                after = replay.step(fold, raw)
                assert isinstance(after, replay.Fold)
                fold = after
    assert {phase for phase, _event in seen} == {*said}
    assert {(phase, event) for phase, event in seen if event not in {*always, *said.get(phase, ())}} == set()
