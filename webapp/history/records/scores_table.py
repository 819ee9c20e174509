"""The scores as the lines of a table: a line for each hand and each adjustment, with running totals."""

from collections.abc import Iterator, Sequence

from webapp.games.common.units import Sentence
from webapp.history.scores.score_sheet import HandRow, Row, Scrapped, Sheet
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.table.snapshot import Snapshot
from webapp.words.from_file import tagged
from webapp.words.sides import side_names

Cell = str | int
_NUMBER_OF = Sentence(_l("Number of the hand"), _l("Number of the round"), _l("Number of the battle"))


def scores_table(found: Sheet, now: Snapshot) -> Iterator[list[Cell]]:
    """Yields the head, then the lines: every side's points and running total, and why points were adjusted."""
    names = side_names(now.table.players, len(found.totals))
    yield list(_header(now.table.game, names))
    totals = [0] * len(names)
    for row in found.rows:
        totals = [total + points for total, points in zip(totals, row.points, strict=True)]
        why = "" if isinstance(row, HandRow) else tagged(row.reason, now.desk.source(row.place))
        yield [_what(row), *row.points, *totals, why]


def _header(game: str, names: Sequence[str]) -> Iterator[str]:
    yield _NUMBER_OF.of(game)
    yield from names
    yield from (_("Total of %(name)s", name=name) for name in names)
    yield _("Reason")


def _what(row: Row) -> Cell:
    if not isinstance(row, HandRow):
        return _("Void") if isinstance(row, Scrapped) else _("Adjusted")
    return row.number if row.hands == 1 else row.numbers
