"""Reads an uploaded archive, in the process that reads files. All of it may be forged.

Nothing is unpacked beyond its limits, and of the records one at a time.
"""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from rules_core import record
from rules_core.findings import Malformed
from rules_core.games import GAMES
from webapp.evening import lines as kinds
from webapp.evening.archive.format import (
    EVENING,
    FORMAT,
    Archive,
    ArchivedLine,
    ArchivedLines,
    ArchivedRecord,
    ArchiveHead,
    ArchivePart,
)
from webapp.evening.lines import Line, after, folded, line_of
from webapp.evening.state import EveningState, table_in_round
from webapp.evening.viewer import EveningViewer
from webapp.games.common.call_reasons import REASONS
from webapp.history.archive.format import ArchivedTable, BadArchive, Untaken, archive_fault_said
from webapp.history.archive.reader import NO_ZIP, look_at_text, opened_archive, taken_record, unpacked
from webapp.history.records.metadata import stamp, time_of
from webapp.history.records.uploaded import Taken
from webapp.http.language import gettext as _
from webapp.http.limits import (
    MOST_ARCHIVE_REFOLDED,
    MOST_LINES_A_KIND,
    MOST_PEOPLE,
    MOST_ROUNDS,
    ROOM_OF_ARCHIVES,
    ROOM_OF_UNKNOWN_ARCHIVES,
    ROWS_A_TURN,
    ArchiveRoom,
)
from webapp.journal.lines import Rule, body_of
from webapp.store.evening_models import EveningLine
from webapp.store.roles import Role
from webapp.table.penalties import EVENING_LADDER
from webapp.table.player_names import fault_of

ANYBODY = EveningViewer(None, Role.ORGANISER)
FIRST_YEAR, LAST_YEAR = 1970, 2999


def read_archive(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[ArchivePart]:
    """Yields the parts of an archive; a refused one ends with the reason."""
    try:
        with opened_archive(sent) as found:
            yield from _parts(found, ROOM_OF_ARCHIVES if is_known else ROOM_OF_UNKNOWN_ARCHIVES, is_known=is_known)
    except BadArchive as fault:
        yield Untaken(_fault_said(fault).encode("utf-8", "replace").decode())
    except NO_ZIP:
        yield Untaken(_fault_said(BadArchive("no-archive")))


def _fault_said(fault: BadArchive) -> str:
    if fault.code == "lines":
        return _("Line %(number)s is none that an evening could have.", number=fault.file)
    return archive_fault_said(fault) or _("This is no archive of an evening as it is saved here.")


def _parts(found: zipfile.ZipFile, room: ArchiveRoom, *, is_known: bool) -> Iterator[ArchivePart]:
    said = unpacked(found, EVENING, record.MAX_BYTES)
    left, entries = room.bytes - len(said), room.entries
    archive = _archive(said, room)
    rows, state = checked(archive.lines)
    yield ArchiveHead(
        archive.title, archive.opened, archive.at, archive.lot, archive.digits, state.is_closed, archive.signed
    )
    lines = [ArchivedLine(row.kind, row.body, stamp(row.made_at)) for row in rows]
    for first in range(0, len(lines), ROWS_A_TURN):
        yield ArchivedLines(tuple(lines[first : first + ROWS_A_TURN]))
    for table in archive.tables:
        data = unpacked(found, table.file, min(left, record.MAX_BYTES))
        taken = taken_record(data, table, is_known=is_known)
        left, entries = left - len(data), entries - len(taken.bodies)
        if entries < 0:
            raise _beyond(room)
        yield ArchivedRecord(table, taken)
        if (line := _corrected(state, table, taken)) is not None:
            yield ArchivedLines((ArchivedLine(*body_of(line), archive.at),))


def _corrected(state: EveningState, table: ArchivedTable, taken: Taken) -> kinds.Corrected | None:
    """Returns the line by which the evening takes a table's result from its record, None where it has it."""
    place = table_in_round(state, table.table)
    said = None if place is None else place[1].result
    if place is None or said is None or taken.totals is None or said.scores == taken.totals:
        return None
    return kinds.Corrected(place[0].number, place[1].number, taken.totals, said.scores)


def _archive(said: bytes, room: ArchiveRoom) -> Archive:
    try:
        archive = msgspec.convert(record.read_json(said), Archive)
        look_at_text(archive.title)
        time_of(archive.opened), time_of(archive.at)
    except (Malformed, msgspec.MsgspecError, RecursionError, ValueError):
        raise BadArchive("no-archive", EVENING) from None
    if len(archive.lines) > room.lines or len(archive.tables) > room.tables:
        raise _beyond(room)
    named, files = {table.table for table in archive.tables}, {table.file for table in archive.tables}
    if archive.format != FORMAT or not len(named) == len(files) == len(archive.tables):
        raise BadArchive("no-archive", EVENING)
    return archive


def _beyond(room: ArchiveRoom) -> BadArchive:
    return BadArchive("many" if room is ROOM_OF_ARCHIVES else "many-unknown")


def checked(lines: Sequence[ArchivedLine]) -> tuple[list[EveningLine], EveningState]:
    """Returns the lines as this server would have written them, and the folded state. Raises BadArchive."""
    if max(Counter(one.kind for one in lines).values()) > MOST_LINES_A_KIND:
        raise BadArchive("many")
    rows: list[EveningLine] = []
    state, refolded = EveningState(), 0
    for seq, one in enumerate(lines, 1):
        try:
            line, at = line_of(one.kind, one.body), time_of(one.at)
            rows.append(EveningLine(evening_id=0, seq=seq, kind=one.kind, body=body_of(line)[1], made_at=at))
            look_at_text(json.dumps(rows[-1].body, ensure_ascii=False))
            if isinstance(line, kinds.Undone):
                refolded += seq
                state = _without(rows, line, refolded)
            else:
                _look_at(state, line)
                state = after(state, rows[-1])
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, msgspec.MsgspecError):
            raise BadArchive("lines", str(seq)) from None
    if not rows or rows[0].kind != "planned":
        raise BadArchive("lines", "1")
    return rows, state


def _look_at(state: EveningState, line: Line) -> None:
    """Raises ValueError for a line that no evening would have taken as it stood."""
    if state.is_closed and not line.after_closing:
        raise ValueError("the evening is over")
    # Some penalties are given by the head of the referees alone: that was whoever signed.
    signer = replace(ANYBODY, name=getattr(line, "by", None))
    if (fault := line.fault() or line.fits(signer, state)) is not None:
        raise ValueError(fault)
    if isinstance(line, kinds.Seated | kinds.Reseated) and (line.round > MOST_ROUNDS or len(line.tables) > MOST_PEOPLE):
        raise ValueError("tables")
    if isinstance(line, kinds.Seated) and line.starts_at is not None:
        _look_at_time(line.starts_at)
    if isinstance(line, kinds.Joined | kinds.Played):
        _look_at_match(line)
    if isinstance(line, kinds.Penalised):
        msgspec.convert(line.rule, Rule)
        if line.ready not in {"", *REASONS} or line.step not in EVENING_LADDER:
            raise ValueError("penalty")


def _look_at_time(at: datetime) -> None:
    if at.tzinfo is None or not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValueError("time")


def _look_at_match(line: kinds.Joined | kinds.Played) -> None:
    seats = len(line.names)
    if line.game not in GAMES or seats not in GAMES[line.game].players or any(map(fault_of, line.names)):
        raise ValueError("match")
    if isinstance(line, kinds.Played) and line.scores:
        sides = len(line.scores)
        if not 1 < sides <= seats or seats % sides:
            raise ValueError("scores")
        if line.sides and (len(line.sides) != sides or sorted(sum(line.sides, ())) != list(range(seats))):
            raise ValueError("sides")


def _without(rows: Sequence[EveningLine], line: kinds.Undone, refolded: int) -> EveningState:
    target = rows[line.line - 1] if 1 <= line.line < len(rows) else None
    again = sum(row.kind == "undone" and row.body["line"] == line.line for row in rows)
    if target is None or again > 1 or refolded > MOST_ARCHIVE_REFOLDED:
        raise ValueError("undone")
    if not line_of(target.kind, target.body).undoable:
        raise ValueError("undone")
    return folded(rows)
