"""Counts of a hand, read from the types of its tricks and tallies, in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rules_core.case_evidence import CountLine, HandCount
from rules_core.fields import Field, fields_of
from rules_core.findings import ScoreLine
from rules_core.games import GAMES
from rules_core.trick_rules import TrickRules
from webapp.games.common.names import Sentence
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LARGEST_FIELD_NUMBER, MOST_NUMBER_KEYS
from webapp.words.case_kit import EvidenceLine, EvidenceTable
from webapp.words.phrases import bold, marked, number, readable
from webapp.words.rulebook import Cited
from webapp.words.turn import side_names

_TITLE = Sentence(_l("Trick by trick"), battle=_l("Skirmish by skirmish"))


def count_said(found: HandCount, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns the table of a count: a line for each trick and each other count, a column for each side."""
    sides = side_names(names, len(found.sums))
    return EvidenceTable(
        _title(found, game),
        tuple(sides),
        tuple(_line(line, found, game, names) for line in found.lines),
        tuple(_numbers(sums) for sums in found.sums),
        tuple(_claim(found, sides)),
    )


def _title(found: HandCount, game: str) -> str:
    """The things that are counted; the numbers of several stand side by side, in this order. Tricks alone are told."""
    if found.names == ("tricks",):
        return _TITLE(game)
    words = [look_of(game).entry_form.label(name) for name in found.names]
    return f"{_TITLE(game)}: {' · '.join(words)}"


def _numbers(numbers: Sequence[int]) -> str:
    return " · ".join(number(each) for each in numbers)


def _line(line: CountLine, found: HandCount, game: str, names: Sequence[str]) -> EvidenceLine:
    sides = len(found.sums)
    own = None if line.seat is None else line.seat % sides
    cells = tuple(_numbers(line.numbers) if side == own else "" for side in range(sides))
    name = _("Nobody") if line.seat is None else names[line.seat]
    title = (
        bold(name) if line.trick else marked("%(name)s: %(what)s", name=bold(name), what=_line_title(line, found, game))
    )
    return EvidenceLine(title, cells, line.trick, line.cards, not line.counts)


def _line_title(line: CountLine, found: HandCount, game: str) -> str:
    said = look_of(game).score_lines.get(line.what)
    if said is None:
        return readable(line.what)
    facts = {**dict(zip(found.names, line.numbers, strict=True)), "suit": line.suit, "counts": line.counts}
    return said(ScoreLine(0, line.what, found.rule, None, {**facts, "seat": line.seat}))


def _claim(found: HandCount, sides: Sequence[str]) -> Iterator[Cited]:
    if found.claimed_by is None or found.needed is None:
        return
    side = found.claimed_by % len(sides)
    facts = {"name": sides[side], "has": found.sums[side][0], "needed": found.needed}
    if found.sums[side][0] >= found.needed:
        said = _("%(name)s: %(has)s. %(needed)s are needed, so the call was right.", **facts)
    else:
        said = _("%(name)s: %(has)s. %(needed)s are needed, so the call was wrong.", **facts)
    yield Cited(said, found.rule)


TRICKS = "tricks"


@dataclass(frozen=True)
class Counted:
    """A number to enter: `name` in the record, its `title`, the `most` that a hand has of it.

    `per_side`: asked of each side instead of each seat. `all_told`: all together come to `most`, neither more nor less.
    """

    name: str
    title: str
    most: int
    per_side: bool = False
    all_told: bool = False

    @property
    def has_keys(self) -> bool:
        return self.most < MOST_NUMBER_KEYS

    @property
    def together(self) -> str:
        if self.name == TRICKS:
            return _("Together %(num)s tricks", num=self.most)
        return _("%(what)s: %(num)s together", what=self.title, num=self.most)


def in_tally(game: str, players: int) -> list[Counted]:
    listed = (field for field in _fields(game, "tally") if field.item is not None and field.item.kind == "number")
    return [_counted(game, players, field) for field in listed]


def in_trick(game: str, players: int) -> list[Counted]:
    """Returns the counts asked for with the winner of a trick; none where only tricks are counted."""
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
