"""A table's record as a file: the part that a viewer may read, and the fingerprint that all phones show.

The whole log where nothing in it is closed to the viewer, else the log up to the hand under way (record, section 6).
"""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from rules_core import record as record_format
from rules_core.record import Header
from webapp.access.device import current_or_new_device, hashed_form_key, network_here, new_form_key
from webapp.access.visit import visit
from webapp.files.frames import FileAnswer
from webapp.files.kinds import FileKind, NotRead
from webapp.files.upload_reader import read_request
from webapp.games.common.names import hand_number
from webapp.history.records.metadata import metadata
from webapp.history.records.protocol import protocol as protocol_of
from webapp.history.records.scores import scores_csv, scores_xlsx
from webapp.history.records.uploaded import NotARecord, Outcome, StoppedAt, Taken, mark_of, open_from_record, signed
from webapp.history.scores.score_sheet import Sheet, sheet
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.limits import FINGERPRINTS_KEPT, LARGEST_REQUEST, PIECES_A_TURN
from webapp.http.newest import keep_newest
from webapp.http.spreadsheets import CSV, XLSX
from webapp.http.steps import in_steps, let_others_after
from webapp.pages.table_page import page_of, redirect_to_table
from webapp.services import services
from webapp.store.chain.links import Chain
from webapp.store.log import LoggedEvent
from webapp.table.entry import entry_of
from webapp.table.forms import op_in
from webapp.table.snapshot import Snapshot, header_of, seen_by
from webapp.table.viewer import Viewer
from webapp.words.origins import short


@dataclass(frozen=True)
class Copy:
    """A record as a viewer may read it: the first events of a log that has `of` of them."""

    header: Header
    events: Sequence[Mapping[str, Any]]
    of: int
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        """The canonical bytes that the fingerprint is taken of: all that the record says, without a signature."""
        return b"".join(self._pieces(self.metadata))

    def signed(self, chain: Chain) -> bytes:
        """Returns the canonical bytes of the file, with the signature of the house below its fingerprint."""
        digits = fingerprint_of(self.data, len(self.events)).digits
        return b"".join(self._pieces({**self.metadata, "signed": signed(chain, digits)}))

    def _pieces(self, metadata: Mapping[str, Any]) -> Iterator[bytes]:
        return in_steps(record_format.pieces(self.header, self.events, metadata), PIECES_A_TURN)


@dataclass(frozen=True)
class Fingerprint:
    """The SHA-256 of the public record, the first `events` of the log; the same for everybody at the table."""

    digits: str
    events: int

    @property
    def short(self) -> str:
        """The first digits in groups: *a1b2 c3d4 e5f6 0718*."""
        return short(self.digits)


def fingerprint_of(data: bytes, events: int) -> Fingerprint:
    return Fingerprint(hashlib.sha256(data).hexdigest(), events)


def copy_for(now: Snapshot, viewer: Viewer) -> Copy:
    log = _log(now)
    end = len(log) if viewer.is_referee else _open_until(now, log, viewer)
    return _copy(now, log, end)


class Fingerprints:
    """The fingerprints of the newest tables, each as of its newest entry: every phone asks for the same one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[int, tuple[tuple[int, int], Fingerprint]] = OrderedDict()

    def of(self, now: Snapshot) -> Fingerprint:
        """Returns the fingerprint of a table as it stands."""
        table_id, newest = now.table.id, (now.fold.seq, len(now.desk.lines))
        with self._lock:
            known = self._known.get(table_id)
        if known is not None and known[0] == newest:
            return known[1]
        log = _log(now)
        copy = _copy(now, log, _open_until(now, log, Viewer()))
        made = fingerprint_of(copy.data, len(copy.events))
        with self._lock:
            keep_newest(self._known, table_id, (newest, made), FINGERPRINTS_KEPT)
        return made


def _log(now: Snapshot) -> list[LoggedEvent]:
    """The log as long as it was then: another phone may have added to it since."""
    log = services().store.events(now.table.id)[: now.fold.seq]
    let_others_after(len(log))
    return log


def _copy(now: Snapshot, log: Sequence[LoggedEvent], end: int) -> Copy:
    events = [json.loads(line.body) for line in in_steps(log[:end])]
    return Copy(header_of(now.table), events, now.fold.seq, metadata(now, log, end))


def _open_until(now: Snapshot, log: Sequence[LoggedEvent], viewer: Viewer) -> int:
    """Returns how much of the log is open to players and watchers: all of it, or the hands that are over."""
    if now.fold.game.phase(now.fold.state) == "over":
        return len(log)
    start = now.log.public.end(now.fold)
    closed = now.log.public.tricks_closed(now.fold) and now.table.book != "open"
    return start if closed or any(_is_secret(now, line, viewer) for line in in_steps(log[start:])) else len(log)


def _is_secret(now: Snapshot, line: LoggedEvent, viewer: Viewer) -> bool:
    """Tells whether an entry is private to the phone that made it, and this is another one.

    Of cards passed face down not even that it was said which they were may show.
    """
    mine = viewer.seat is not None and viewer.device_id == line.device_id
    parts = entry_of(now.fold, json.loads(line.body)).parts()
    return any(not mine or part.seat != viewer.seat for part in parts if part.kind is not None and part.kind.secret)


bp = Blueprint("records", __name__)
TABLE = "/tables/<int:table_id>"


# Out


@bp.get(f"{TABLE}/record")
def show(table_id: int) -> str:
    """Shows the downloads, the parts left out and why, and the fingerprint."""
    now, viewer = visit(table_id)
    copy, mark = copy_for(now, viewer), _fingerprint(now)
    same = len(copy.events) == mark.events
    file = {"name": f"{_name(now)}.json", "events": len(copy.events), "of": copy.of, "same": same}
    hand = hand_number(now.table.game, seen_by(now, viewer).hand.number)
    house = services().store.chain.key_id
    return render_template(
        "history/records/show.html", page=page_of(now, viewer), file=file, mark=mark, hand=hand, house=house
    )


@bp.get(f"{TABLE}/record.json")
def record(table_id: int) -> Response:
    """Sends the record as this viewer may read it, signed by the house."""
    now, viewer = visit(table_id)
    return _file(now, copy_for(now, viewer).signed(services().store.chain), "json", "application/json; charset=utf-8")


@bp.get(f"{TABLE}/scores.csv")
def scores(table_id: int) -> Response:
    now, _viewer = visit(table_id)
    return _file(now, scores_csv(_sheet(now), now), "csv", CSV)


@bp.get(f"{TABLE}/scores.xlsx")
def workbook(table_id: int) -> Response:
    now, _viewer = visit(table_id)
    return _file(now, scores_xlsx(_sheet(now), now), "xlsx", XLSX)


def _sheet(now: Snapshot) -> Sheet:
    return sheet(now.fold, open_book=now.table.book == "open")


@bp.get(f"{TABLE}/protocol")
def protocol(table_id: int) -> str:
    now, viewer = visit(table_id)
    mark = _fingerprint(now)
    return render_template(
        "history/records/protocol.html", page=page_of(now, viewer), protocol=protocol_of(now, mark.events), mark=mark
    )


def _file(now: Snapshot, data: bytes, ending: str, kind: str) -> Response:
    answer = make_response(data)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{_name(now)}.{ending}"'
    return answer


def _name(now: Snapshot) -> str:
    """How a file of this table is called: by its game and its day."""
    return f"{now.table.game}-{now.table.created_at.astimezone().date().isoformat()}"


def _fingerprint(now: Snapshot) -> Fingerprint:
    return services().part(Fingerprints).of(now)


@bp.app_template_global("fingerprint_of")
def _shown(table_id: int) -> str:
    return _fingerprint(services().tables.at(table_id)).short


# In


@bp.route("/records", methods=["GET", "POST"])
def upload() -> AnyResponse | str | Page:
    """Asks for a record; a sent one is checked and shown, and with `open` becomes a new table."""
    if request.method != "POST":
        return _form()
    try:
        told = read_request(FileKind.RECORD)
    except NotRead as problem:
        # The file may be sent again.
        typed = _typed_again() if problem.retry_after else ""
        return _form(typed, error=problem.said), problem.status
    return _answered(told, next(told.each(Outcome), None))


def _answered(told: FileAnswer, outcome: Outcome | None) -> AnyResponse | str | Page:
    form = told.form
    match outcome:
        case None:
            return _form(error=_("Choose a file, or paste a record.")), 422
        case NotARecord(said=said):
            return _form(form.typed, error=said), 422
        case StoppedAt() as stopped:
            return _form(form.typed, stopped=stopped), 422
        case Taken() as taken if form.opens:
            return redirect_to_table(_opened(taken, told))
        case Taken() as taken:
            op = new_form_key()
            return render_template("history/records/look.html", record=taken.page, mark=mark_of(taken), op=op)


def _form(typed: str = "", error: str | None = None, stopped: StoppedAt | None = None) -> str:
    return render_template("history/records/upload.html", typed=typed, error=error, stopped=stopped)


def _typed_again() -> str:
    length = request.content_length
    return request.form.get("text", "") if length is not None and length <= LARGEST_REQUEST else ""


def _opened(taken: Taken, told: FileAnswer) -> int:
    op = op_in({"op": told.form.op})
    return open_from_record(
        taken, device_id=current_or_new_device(op).id, network=network_here(), op=hashed_form_key(op, told.asked)
    ).id
