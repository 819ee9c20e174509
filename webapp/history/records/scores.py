"""The scores of a match as a table for spreadsheets."""

from collections.abc import Iterator, Sequence

from webapp.games.common.names import Sentence
from webapp.games.common.penalty_words import why_adjusted
from webapp.history.scores.score_sheet import Adjustment, HandRow, Row, Scrapped, Sheet
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.spreadsheets import Cell, csv_file, xlsx_file
from webapp.table.desk import Desk
from webapp.table.snapshot import Snapshot
from webapp.words.origins import tagged
from webapp.words.turn import side_names

_NUMBER_OF = Sentence(_l("Number of the hand"), _l("Number of the round"), _l("Number of the battle"))


def scores_table(found: Sheet, now: Snapshot) -> Iterator[list[Cell]]:
    """Yields the head, then the lines: every side's points and running total, and why points were adjusted."""
    names = side_names(now.table.players, len(found.totals))
    yield list(_header(now.table.game, names))
    totals = [0] * len(names)
    for row in found.rows:
        totals = [total + points for total, points in zip(totals, row.points, strict=True)]
        yield [_what(row), *row.points, *totals, "" if isinstance(row, HandRow) else _why(row, now.desk)]


def _why(row: Adjustment | Scrapped, desk: Desk) -> str:
    return tagged(why_adjusted(row.reason, row.place, desk), desk.source(row.place))


def _header(game: str, names: Sequence[str]) -> Iterator[str]:
    yield _NUMBER_OF(game)
    yield from names
    yield from (_("Total of %(name)s", name=name) for name in names)
    yield _("Reason")


def _what(row: Row) -> Cell:
    if not isinstance(row, HandRow):
        return _("Void") if isinstance(row, Scrapped) else _("Adjusted")
    return row.number if row.hands == 1 else row.numbers


def scores_csv(found: Sheet, now: Snapshot) -> bytes:
    """Returns the table of the scores; no text in it is taken for a formula."""
    return csv_file(scores_table(found, now))


WIDTH = 12
"""Characters of a column: as wide as half of the longest name."""


def scores_xlsx(found: Sheet, now: Snapshot) -> bytes:
    widths = [WIDTH] * (2 * len(found.totals) + 2)
    return xlsx_file(scores_table(found, now), _("The scores"), now.table.created_at, widths)
