"""The scores as a table for spreadsheets: CSV as RFC 4180 has it, in UTF-8 with the mark by which they know it."""

import csv
import io
from collections.abc import Iterator, Sequence

from webapp.games.common.units import Sentence
from webapp.history.scores.score_sheet import HandRow, Row, Scrapped, Sheet
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.store.models import Table
from webapp.words.sides import side_names

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER_OF = Sentence(_l("Number of the hand"), _l("Number of the round"), _l("Number of the battle"))


def scores_csv(found: Sheet, table: Table) -> bytes:
    """Returns a line for each hand and each adjustment, with every side's points and running total."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\r\n")
    names = side_names(table.players, len(found.totals))
    lines.writerow([_plain(part) for part in _header(table.game, names)])
    totals = [0] * len(names)
    for row in found.rows:
        totals = [total + points for total, points in zip(totals, row.points, strict=True)]
        lines.writerow([*_what(row), *row.points, *totals, _plain("" if isinstance(row, HandRow) else row.reason)])
    return text.getvalue().encode("utf-8-sig")


def _header(game: str, names: Sequence[str]) -> Iterator[str]:
    yield _NUMBER_OF.of(game)
    yield from names
    yield from (_("Total of %(name)s", name=name) for name in names)
    yield _("Reason")


def _what(row: Row) -> list[str | int]:
    if not isinstance(row, HandRow):
        return [_("Void") if isinstance(row, Scrapped) else _("Adjusted")]
    return [row.number if row.hands == 1 else row.numbers]


def _plain(text: str) -> str:
    """Returns a text that no spreadsheet takes for a formula: a name or a reason may begin with "="."""
    return f"'{text}" if text.startswith(STARTS_A_FORMULA) else text
