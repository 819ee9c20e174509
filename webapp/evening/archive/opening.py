"""Opening an evening from an archive."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.access.device import current_or_new_device, hashed_form_key, network_here, new_form_key
from webapp.evening.archive.format import ArchivedLine, ArchivedLines, ArchivedRecord, ArchiveHead, ArchivePart
from webapp.evening.lines import Closed, Imported, Proposed
from webapp.files.kinds import FileKind, NotRead
from webapp.files.upload_reader import read_request
from webapp.history.records.metadata import time_of
from webapp.history.records.uploaded import note_of, written
from webapp.http.answers import Page, page_too_soon
from webapp.http.language import gettext as _
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store.archives import ArchivedEvening, ArchivedSitting
from webapp.store.errors import TooManyOpened
from webapp.store.evening_models import Evening, NewLine
from webapp.table.forms import op_in
from webapp.words.limits_reached import too_many_opened

Dated = tuple[NewLine, datetime]


class NotTaken(NotRead):
    @property
    def said(self) -> str:
        return str(self.args[0])


def open_archive(parts: Iterable[ArchivePart], *, device_id: int, network: str, op: str | None) -> Evening:
    """Returns the evening that is opened, closed as it is over; the same again for the same key. Raises NotTaken
    and TooManyOpened.
    """
    heads, records, lines = list[ArchiveHead](), list[ArchivedRecord](), list[ArchivedLine]()
    for part in parts:
        match part:
            case ArchiveHead():
                heads.append(part)
            case ArchivedLines():
                lines += part.lines
            case ArchivedRecord():
                records.append(part)
            case _:
                raise NotTaken(part.said)
    (head,) = heads
    origin, at = _origin(head, records), time_of(head.at)

    def with_ids(ids: Mapping[int, int]) -> Iterator[Dated]:
        yield from _renamed_lines(lines, ids)
        for line in (origin,) if head.is_closed else (origin, Closed()):
            yield NewLine(*body_of(line)), at

    evening = ArchivedEvening(head.title, head.lot, time_of(head.opened), map(_sitting, records), with_ids)
    return services().store.open_archived(evening, device_id=device_id, network=network, op=op)


def _sitting(one: ArchivedRecord) -> ArchivedSitting:
    table, taken = one.table, one.taken
    return ArchivedSitting(
        table.table,
        table.number,
        taken.header,
        taken.bodies,
        body_of(note_of(taken))[1],
        taken.metadata.moments,
        taken.metadata.lines,
    )


def _origin(head: ArchiveHead, records: Sequence[ArchivedRecord]) -> Imported:
    """Returns where the evening comes from; a record that is another one than it names changes its fingerprint."""
    digits, below = head.digits, head.signed
    others = "".join(one.taken.digits for one in records if one.table.fingerprint != one.taken.digits)
    if others:
        digits = hashlib.sha256((digits + others).encode()).hexdigest()
    who = written(services().store.chain, digits, below)
    if below is None:
        return Imported(digits, str(who))
    return Imported(digits, str(who), below.house, below.fingerprint)


bp = Blueprint("evening_from_archive", __name__)


@bp.get("/evenings/archives")
def form() -> str:
    return _form()


@bp.post("/evenings/archives")
def read() -> Response | Page:
    try:
        told = read_request(FileKind.ARCHIVE)
        op = op_in({"op": told.form.op})
        if not told.parts:
            return _form(_("Choose a file.")), 422
        device = current_or_new_device(op)
        evening = open_archive(
            told.each(ArchivePart), device_id=device.id, network=network_here(), op=hashed_form_key(op, told.asked)
        )
    except NotRead as problem:
        return _form(problem.said), problem.status
    except TooManyOpened as problem:
        return page_too_soon(_form(too_many_opened(problem)), problem.seconds)
    return redirect(url_for("evening_archive.show", evening_id=evening.id), 303)


def _form(error: str | None = None) -> str:
    return render_template("evening/read_archive.html", error=error, op=new_form_key())


def _renamed_lines(lines: Iterable[ArchivedLine], ids: Mapping[int, int]) -> Iterator[tuple[NewLine, datetime]]:
    """Yields the lines with the ids that the tables have here; a table that is not in the archive has none."""
    for line in lines:
        made = dict(line.body)
        # The table of a proposal is its number in the round.
        for name in () if line.kind == Proposed.__struct_config__.tag else ("table", "after"):
            if made.get(name):
                made[name] = ids.get(made[name], -abs(made[name]))
        tables = made.get("tables", ())
        if any(isinstance(table, dict) for table in tables):
            made["tables"] = [{**table, "table": ids.get(table.get("table"))} for table in tables]
        yield NewLine(line.kind, made), time_of(line.at)
