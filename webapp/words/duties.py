"""Duties of play in words: what a hand could have done, and did not do."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules_core.cards import Card
from rules_core.events import Play
from webapp.http.language import gettext_noop as _l


@dataclass(frozen=True)
class DutyWords:
    """How the breach of a duty reads.

    `title` has the `name` of the player and the `number` of the trick. `broken` has the `name` and as `first` the
    trick; it goes on with what showed the breach. Both have the `suit` that was led, and `one` card of it.
    """

    title: str
    broken: str


DUTIES: Mapping[str, DutyWords] = {
    "must-follow-suit": DutyWords(
        _l("%(name)s had a %(one)s in trick %(number)s"), _l("%(name)s played no %(one)s in trick %(first)s")
    )
}
"""The duties of several games."""
ANY_DUTY = DutyWords(
    _l("%(name)s could have played another card in trick %(number)s"),
    _l("%(name)s broke a duty of play in trick %(first)s"),
)
"""Default words of a duty."""


@dataclass(frozen=True)
class Brought:
    """What is said where a card came into a hand between two cards that contradict each other, and its rule."""

    said: str
    rule: str


Shows = Callable[[Play], Iterable[Card]]
"""Returns the cards of its hand that a play announces."""
