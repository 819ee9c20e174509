"""The count of a hand in words: its tricks by number, who took them, what they count, and the sums of the sides."""

from collections.abc import Iterator, Sequence

from rules_core.case_evidence import CountLine, HandCount
from rules_core.findings import Line
from webapp.games.common.units import Sentence
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cited import Cited
from webapp.words.codes import readable
from webapp.words.evidence_kit import EvidenceLine, EvidenceTable
from webapp.words.marked import bold, marked
from webapp.words.numbers import number
from webapp.words.sides import side_names

_TITLE = Sentence(_l("Trick by trick"), battle=_l("Skirmish by skirmish"))


def count_said(found: HandCount, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns the table of a count: a line for each trick and what else counts, a column for each side."""
    sides = side_names(names, len(found.sums))
    return EvidenceTable(
        _title(found, game),
        tuple(sides),
        tuple(_line(line, found, game, names) for line in found.lines),
        tuple(_numbers(sums) for sums in found.sums),
        tuple(_claim(found, sides)),
    )


def _title(found: HandCount, game: str) -> str:
    """What is counted: of several things the numbers stand side by side, in this order."""
    words = [look_of(game).entry_form.label(name) for name in found.names]
    return f"{_TITLE.of(game)}: {' · '.join(words)}"


def _numbers(numbers: Sequence[int]) -> str:
    return " · ".join(number(each) for each in numbers)


def _line(line: CountLine, found: HandCount, game: str, names: Sequence[str]) -> EvidenceLine:
    sides = len(found.sums)
    own = None if line.seat is None else line.seat % sides
    cells = tuple(_numbers(line.numbers) if side == own else "" for side in range(sides))
    name = _("Nobody") if line.seat is None else names[line.seat]
    title = bold(name) if line.trick else marked("%(name)s: %(what)s", name=bold(name), what=_beside(line, found, game))
    return EvidenceLine(title, cells, line.trick, line.cards, not line.counts)


def _beside(line: CountLine, found: HandCount, game: str) -> str:
    """What counts beside the tricks, in the words of the score sheet."""
    said = look_of(game).score_lines.get(line.what)
    if said is None:
        return readable(line.what)
    facts = {**dict(zip(found.names, line.numbers, strict=True)), "suit": line.suit, "counts": line.counts}
    return said(Line(0, line.what, found.rule, None, {**facts, "seat": line.seat}))


def _claim(found: HandCount, sides: Sequence[str]) -> Iterator[Cited]:
    """Whether what was claimed is there."""
    if found.claimed_by is None or found.needed is None:
        return
    side = found.claimed_by % len(sides)
    facts = {"name": sides[side], "has": found.sums[side][0], "needed": found.needed}
    if found.sums[side][0] >= found.needed:
        said = _("%(name)s: %(has)s. %(needed)s are needed, so the call was right.", **facts)
    else:
        said = _("%(name)s: %(has)s. %(needed)s are needed, so the call was wrong.", **facts)
    yield Cited(said, found.rule)
