"""Lines of people or seats, as they are pasted or written by a spreadsheet: read in the process that reads files."""

import csv
from collections.abc import Iterator

from msgspec import Struct

from webapp.http.limits import LONGEST_NAME_INPUT, MOST_LIST_CELLS, MOST_LIST_LINES
from webapp.table.player_names import tidy

SEPARATORS = "\t;,"
"""What may stand between the cells; the first of them that a line has is taken."""
ENCODINGS = ("utf-8-sig", "cp1252")


class SentLine(Struct, frozen=True):
    """A line with something in it: `row` counts from 1 as it was sent. What no name is as long as is cut."""

    row: int
    cells: tuple[str, ...]


class SentLines(Struct, frozen=True):
    """What was sent: its lines, and its text to be shown once more. `has_more`: it has more lines than are read."""

    lines: tuple[SentLine, ...] = ()
    text: str = ""
    has_more: bool = False


def read_lines(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[SentLines]:
    """Yields the lines of a file or a pasted text, all at once."""
    text = _text(sent)
    rows = text.splitlines()
    lines = ((row, _cells(line)) for row, line in enumerate(rows[:MOST_LIST_LINES], 1))
    found = tuple(SentLine(row, cells) for row, cells in lines if any(cells))
    yield SentLines(found, text, len(rows) > MOST_LIST_LINES)


def _text(data: bytes) -> str:
    try:
        return data.decode(ENCODINGS[0])
    except UnicodeDecodeError:
        return data.decode(ENCODINGS[1], errors="replace")


def _cells(line: str) -> tuple[str, ...]:
    between = next((one for one in SEPARATORS if one in line), ",")
    found = next(csv.reader([line], delimiter=between), [])
    return tuple(tidy(cell)[: LONGEST_NAME_INPUT + 1] for cell in found[:MOST_LIST_CELLS])
