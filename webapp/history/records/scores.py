"""Scores as a table for spreadsheets: CSV and XLSX."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time

from babel import Locale
from xlsxwriter import Workbook

from webapp.games.common.desk_words import why_adjusted
from webapp.games.common.names import Sentence
from webapp.history.scores.score_page import Adjustment, HandRow, Row, Scrapped, Sheet
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import language
from webapp.http.limits import LINES_A_TURN
from webapp.http.steps import in_steps, in_turns
from webapp.table.desk import Desk
from webapp.table.snapshot import Snapshot
from webapp.words.origins import tagged
from webapp.words.turn import side_names

Cell = str | int
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


STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
BELOW_ZERO = re.compile(r"-[0-9]+[.,][0-9]+")


def scores_csv(found: Sheet, now: Snapshot) -> bytes:
    """Returns the table of the scores; no text in it is taken for a formula."""
    return csv_file(scores_table(found, now))


def csv_file(lines: Iterable[Iterable[Cell]]) -> bytes:
    return b"".join(csv_pieces(lines))


def csv_pieces(lines: Iterable[Iterable[Cell]]) -> Iterator[bytes]:
    """Yields these lines as a file, some of them at a time; others are answered in between."""
    delimiter, encoding = _delimiter(), "utf-8-sig"
    for some in in_turns(lines, LINES_A_TURN):
        text = io.StringIO()
        written = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
        written.writerows([_plain(cell) for cell in line] for line in some)
        yield text.getvalue().encode(encoding)
        encoding = "utf-8"


def _delimiter() -> str:
    symbols = Locale.parse(language()).number_symbols["latn"]
    return ";" if symbols["decimal"] == "," else ","


def _plain(cell: Cell) -> Cell:
    """Returns a text that no spreadsheet takes for a formula: a name or a reason may begin with "="."""
    if not isinstance(cell, str) or not cell.startswith(STARTS_A_FORMULA) or BELOW_ZERO.fullmatch(cell):
        return cell
    return f"'{cell}"


ROWS_A_STEP = 40
"""Rows of a workbook that are written before others are answered: each cell takes as long as a line of a text."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8; header=present"
WIDTH = 12
"""Characters of a column: as wide as half of the longest name."""


def scores_xlsx(found: Sheet, now: Snapshot) -> bytes:
    widths = [WIDTH] * (2 * len(found.totals) + 2)
    return xlsx_file(scores_table(found, now), _("The scores"), now.table.created_at, widths)


def xlsx_file(lines: Iterable[Iterable[Cell]], title: str, created_at: datetime, widths: Sequence[int]) -> bytes:
    """Returns these lines as a workbook, numbers as numbers, the head in bold and always in sight."""
    file = io.BytesIO()
    # Each row is written out as the next begins, so that little is left to do at the end.
    with Workbook(file, {"constant_memory": True}) as book:
        # The day, so that the same lines make the same file.
        book.set_properties({"created": datetime.combine(created_at.astimezone().date(), time())})
        page, bold = book.add_worksheet(title), book.add_format({"bold": True})
        page.freeze_panes(1, 1)
        for column, width in enumerate(widths):
            page.set_column(column, column, width)
        for row, line in enumerate(in_steps(lines, ROWS_A_STEP)):
            for column, cell in enumerate(line):
                write = page.write_string if isinstance(cell, str) else page.write_number
                write(row, column, cell, bold if row == 0 else None)
    return file.getvalue()
