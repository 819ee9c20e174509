"""Writes the archive of an evening piece by piece: a table's record is read when it is its turn."""

import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from webapp.club.archive.archive_form import EVENING, FORMAT, Archive, ArchivedLine, ArchivedTable, canonical
from webapp.club.evening.evening_csv import penalties_csv, seatings_csv, standing_csv
from webapp.club.evening.keeper import EveningNow
from webapp.history.records.beside import TIME
from webapp.history.records.download import copy_for, fingerprint_of
from webapp.history.records.house_signature import signed
from webapp.services import services
from webapp.store.models import Table
from webapp.store.models import now as moment
from webapp.table.not_offered import NotOffered
from webapp.table.viewer import Viewer

EVERYBODY = Viewer()
"""What is closed at a table that still plays is not in an archive, whoever asks for it."""


class _Pieces:
    """A file that is handed on as it is written."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits here."""

    def taken(self) -> bytes:
        """Returns what was written since."""
        data, self._written = b"".join(self._written), []
        return data


def archive_pieces(now: EveningNow) -> Iterator[bytes]:
    """Yields the archive: the records first, then what names them. Texts are in the language of this moment."""
    out = _Pieces()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        tables = []
        for table in services().store.tables_of_evening(now.row.id):
            made = _record(table)
            if made is not None:
                archived, data = made
                tables.append(archived)
                _put(archive, archived.file, data, now.row.created_at)
                yield out.taken()
        files = {
            EVENING: _evening(now, tuple(tables)),
            "standing.csv": standing_csv(now, sees_all=True),
            "seatings.csv": seatings_csv(now, sees_all=True),
            "penalties.csv": penalties_csv(now),
        }
        for name, data in files.items():
            _put(archive, name, data, now.row.created_at)
    yield out.taken()


def _put(archive: zipfile.ZipFile, name: str, data: bytes, at: datetime) -> None:
    info = zipfile.ZipInfo(name, at.astimezone().timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def _record(table: Table) -> tuple[ArchivedTable, bytes] | None:
    """Returns a table with its signed record, None for one of a game that is not offered any more."""
    try:
        copy = copy_for(services().play.at(table.id), EVERYBODY)
    except NotOffered:
        return None
    digits = fingerprint_of(copy.data, len(copy.events)).digits
    named = ArchivedTable(table.id, table.evening_number or 1, f"tables/{table.id}.json", digits)
    return named, copy.signed(services().store.chain)


def _evening(now: EveningNow, tables: tuple[ArchivedTable, ...]) -> bytes:
    lines = tuple(ArchivedLine(row.kind, dict(row.body), time_said(row.made_at)) for row in now.lines)
    at = time_said(moment())
    made = Archive(FORMAT, now.state.title, time_said(now.row.created_at), at, now.row.lot, lines, tables)
    said: dict[str, Any] = msgspec.to_builtins(made)
    below: Mapping[str, Any] = signed(services().store.chain, made.digits)
    return canonical({**said, "signed": below})


def time_said(at: datetime) -> str:
    """Returns a time as records write it."""
    return at.astimezone(UTC).strftime(TIME)
