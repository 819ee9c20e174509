"""Lines as files for spreadsheets: CSV and XLSX."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time

from babel import Locale
from xlsxwriter import Workbook

from webapp.http.language import language
from webapp.http.limits import LINES_A_TURN
from webapp.http.steps import in_steps, in_turns

Cell = str | int
ROWS_A_STEP = 40
"""Rows of a workbook that are written before others are answered: each cell takes as long as a line of a text."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8; header=present"


STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
BELOW_ZERO = re.compile(r"-[0-9]+[.,][0-9]+")


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
