"""The scores for spreadsheets as CSV, in UTF-8 with the mark by which they know it.

What stands between two cells follows the reader's language, as spreadsheets do: where numbers have a decimal comma it
is a semicolon. Points are whole numbers in every game, so that no cell has a decimal sign.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from babel import Locale

from webapp.history.records.scores_table import Cell, scores_table
from webapp.history.scores.score_sheet import Sheet
from webapp.http.language import language
from webapp.http.limits import LINES_A_TURN
from webapp.http.turns import in_turns
from webapp.table.snapshot import Snapshot

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def scores_csv(found: Sheet, now: Snapshot) -> bytes:
    """Returns the table of the scores; no text in it is taken for a formula."""
    return csv_file(scores_table(found, now))


def csv_file(lines: Iterable[Iterable[Cell]]) -> bytes:
    """Returns these lines as a file."""
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
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(STARTS_A_FORMULA) else cell
