"""What the cloth of Sichere Six is drawn from: what is left of the match, and its stones."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_core.findings import Goal
from rules_core.games.sichere_six.score import Stones

MOST_PEBBLES = 18
"""More stones than these would be no picture any more: they are told as a number."""


def rounds_left(ending: Mapping[str, Goal]) -> int:
    """Returns how many rounds are to come, by the goals that end the match."""
    return ending["rounds"].of - ending["rounds"].at


def has_open_tricks(finished: Sequence[Any]) -> bool:
    """Tells whether tricks of the last round can be looked at: some were entered by their cards."""
    return bool(finished) and any(trick.cards for trick in finished[-1].played)


def pebbles(held: Stones) -> int:
    """Returns how many stones are drawn, of the colour that is held; 0: they are told as a number."""
    many = held.light + held.dark
    return many if many <= MOST_PEBBLES else 0


TEMPLATE_GLOBALS = {
    "has_open_tricks": has_open_tricks,
    "pebbles": pebbles,
    "rounds_left": rounds_left,
}
"""What the templates of Sichere Six ask for, beside the words of its stones."""
