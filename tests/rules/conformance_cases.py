"""The conformance cases: records with what must come of them."""

import json
from pathlib import Path
from typing import Any

from rules_core.games import GAMES

CASES = [
    json.loads(line)
    for file in sorted(Path(__file__).with_name("conformance").glob("*.jsonl"))
    for line in file.read_text().splitlines()
]


BUILT = [case for case in CASES if case["record"].get("game") in GAMES]


def agrees(want: Any, got: Any) -> bool:
    """A result may say more than is expected, also inside."""
    if isinstance(want, dict) and isinstance(got, dict):
        return all(key in got and agrees(value, got[key]) for key, value in want.items())
    if isinstance(want, list) and isinstance(got, list):
        return len(want) == len(got) and all(map(agrees, want, got))
    return bool(want == got)
