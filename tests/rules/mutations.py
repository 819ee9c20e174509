"""What may stand in a record that nobody has written."""

from typing import Any

from rules_core.games import GAMES

CARDS = ["7C", "QS", "TD", "9H", "AS", "X", "K", "10H", "7c", "", "é"]


KINDS = sorted({"undo", "amend", "nonsense"}.union(*(game.events for game in GAMES.values())))


STRANGE: list[Any] = [None, True, False, 3.0, -0.5, 1e300, 2**63, -(10**40), "", "\x00", "\u2028", "x" * 3000, [], {}]


EVENTS: list[Any] = [{"type": kind} for kind in KINDS]


Place = tuple[Any, Any]
"""A list or an object, and the index or the key in it."""


def places(value: Any) -> list[Place]:
    """Returns every place inside this value where another value stands."""
    found: list[Place] = []
    waiting = [value]
    while waiting:
        at = waiting.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        found += [(at, key) for key in keys]
        waiting += [at[key] for key in keys]
    return found


SNIPPETS = [
    "",
    "\\",
    '"',
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "1e9",
    "-",
    "0",
    "null",
    "\\ud800",
    "\ud800",
    "\x00",
    "\ufeff",
    "é",
]
