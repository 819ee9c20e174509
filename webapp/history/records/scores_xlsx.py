"""The scores as a workbook for spreadsheets (XLSX), which every language opens alike.

XlsxWriter needs no package beside itself and writes texts as texts: none of them becomes a formula or a link.
"""

import io
from datetime import datetime, time

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from webapp.history.records.scores_table import Cell, scores_table
from webapp.history.scores.score_sheet import Sheet
from webapp.http.language import gettext as _
from webapp.table.snapshot import Snapshot

WIDTH = 12
"""Characters of a column: as wide as half of the longest name."""


def scores_xlsx(found: Sheet, now: Snapshot) -> bytes:
    """Returns the table of the scores, numbers as numbers, its head in bold and always in sight."""
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        # The day, so that the same scores make the same file.
        book.set_properties({"created": datetime.combine(now.table.created_at.astimezone().date(), time())})
        page, bold = book.add_worksheet(_("The scores")), book.add_format({"bold": True})
        page.freeze_panes(1, 1)
        for row, line in enumerate(scores_table(found, now)):
            page.set_column(0, len(line) - 1, WIDTH)
            for column, cell in enumerate(line):
                _write(page, row, column, cell, bold if row == 0 else None)
    return file.getvalue()


def _write(page: Worksheet, row: int, column: int, cell: Cell, form: object) -> None:
    if isinstance(cell, str):
        page.write_string(row, column, cell, form)
    else:
        page.write_number(row, column, cell, form)
