"""What the trick and the tally of a plain trick game count, read from their types: for the fields of its sheets."""

from dataclasses import dataclass
from functools import cache

from rules_core.fields import Field, fields_of
from rules_core.games import GAMES
from rules_core.trick_rules import TrickRules
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_FIELD_NUMBER, MOST_NUMBER_KEYS

TRICKS = "tricks"


@dataclass(frozen=True)
class Counted:
    """A number that is asked for: `name` in the record, its `title`, the `most` that a hand has of it.

    `per_side`: asked of each side instead of each seat. `all_told`: all together come to `most`, neither more nor less.
    """

    name: str
    title: str
    most: int
    per_side: bool = False
    all_told: bool = False

    @property
    def has_keys(self) -> bool:
        """Tells whether each number that it can be gets a key."""
        return self.most < MOST_NUMBER_KEYS

    @property
    def together(self) -> str:
        """What all of them come to, in words."""
        if self.name == TRICKS:
            return _("Together %(num)s tricks", num=self.most)
        return _("%(what)s: %(num)s together", what=self.title, num=self.most)


def in_tally(game: str, players: int) -> list[Counted]:
    """Returns what is asked for where a whole hand is entered as totals."""
    listed = (field for field in _fields(game, "tally") if field.item is not None and field.item.kind == "number")
    return [_counted(game, players, field) for field in listed]


def in_trick(game: str, players: int) -> list[Counted]:
    """Returns what is asked for with the winner of a trick; nothing where only tricks are counted."""
    return [_counted(game, players, field) for field in _fields(game, "trick") if field.kind == "number"]


@cache
def _fields(game: str, kind: str) -> tuple[Field, ...]:
    struct = GAMES[game].events.get(kind)
    return fields_of(struct) if struct else ()


def _counted(game: str, players: int, field: Field) -> Counted:
    title, rules = look_of(game).entry_form.label(field.name), GAMES[game]
    most, all_told = LARGEST_FIELD_NUMBER, False
    if isinstance(rules, TrickRules):
        if field.name == TRICKS:
            most, all_told = rules.hand_size(players), True
        elif worth := rules.counts.get(field.name):
            most, all_told = sum(worth.values()), not rules.cards_aside(players)
    return Counted(field.name, title, most, field.per == "side", all_told)
