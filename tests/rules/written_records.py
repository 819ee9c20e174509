"""Records as text, good ones and others."""

import json
from typing import Any

import pytest

from rules_core import record, result
from rules_core.findings import Malformed

GOOD: dict[str, Any] = {
    "format": "sixfold-record/1",
    "game": "plain",
    "players": ["Ann", "Ben", "Cat"],
    "events": [],
}


DEAL = {"type": "deal"}


def text(**fields: Any) -> bytes:
    return json.dumps(GOOD | fields).encode()


def problem(written: bytes | str) -> str:
    """Returns what is said of a text that is no record."""
    with pytest.raises(Malformed) as refused:
        result.answer(record.read(written))
    return str(refused.value)
