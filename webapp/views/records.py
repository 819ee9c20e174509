"""Records: a match as a file, its scores, protocol and fingerprint; upload of a record as a new table."""

import secrets
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from rules_core import record as records
from rules_core.findings import Malformed
from webapp.games.common.stages import hand_number
from webapp.history.records import upload as records_in
from webapp.history.records.download import Fingerprint, Fingerprints, copy_for, fingerprint_of
from webapp.history.records.protocol import protocol as protocol_of
from webapp.history.records.record_page import looked_at, refused
from webapp.history.records.scores_csv import scores_csv
from webapp.history.records.upload_lock import Busy, turn
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import gettext as _
from webapp.http.limits import UPLOAD_ENVELOPE
from webapp.pages.table_page import page_of
from webapp.seats.device import KEY_BYTES, current_or_new_device, hashed_form_key
from webapp.seats.visit import visit
from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.table.forms import NotAnEvent, op_in
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import seen_by
from webapp.words.malformed import problem_said

bp = Blueprint("records", __name__)
TABLE = "/tables/<int:table_id>"
LARGEST_UPLOAD = records.MAX_BYTES + UPLOAD_ENVELOPE
"""The largest record, and what a form sends around it."""


# Out


@bp.get(f"{TABLE}/record")
def show(table_id: int) -> str:
    """Shows what can be taken along, what is left out and why, and the fingerprint."""
    now, viewer = visit(table_id)
    copy, mark = copy_for(now, viewer), _fingerprint(now)
    same = len(copy.events) == mark.events
    file = {"name": f"{_name(now)}.json", "events": len(copy.events), "of": copy.of, "same": same}
    hand = hand_number(now.table.game, seen_by(now, viewer).hand.number)
    return render_template("records/show.html", page=page_of(now, viewer), file=file, mark=mark, hand=hand)


@bp.get(f"{TABLE}/record.json")
def record(table_id: int) -> Response:
    """Sends the record as this viewer may read it, byte for byte as its fingerprint is taken."""
    now, viewer = visit(table_id)
    return _file(now, copy_for(now, viewer).data, "json", "application/json; charset=utf-8")


@bp.get(f"{TABLE}/scores.csv")
def scores(table_id: int) -> Response:
    """Sends the scores for a spreadsheet."""
    now, _viewer = visit(table_id)
    found = sheet(now.fold, open_book=now.table.book == "open")
    return _file(now, scores_csv(found, now.table), "csv", "text/csv; charset=utf-8; header=present")


@bp.get(f"{TABLE}/protocol")
def protocol(table_id: int) -> str:
    """Shows the protocol, to be printed."""
    now, viewer = visit(table_id)
    return render_template(
        "records/protocol.html", page=page_of(now, viewer), protocol=protocol_of(now, viewer), mark=_fingerprint(now)
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
    """Returns the fingerprint of a table in a few groups, for the pages that others show."""
    return _fingerprint(services().play.at(table_id)).short


# In


@bp.route("/records", methods=["GET", "POST"])
def upload() -> AnyResponse | str | tuple[str, int]:
    """Asks for a record; one that was sent is checked and shown, and with `open` becomes a new table."""
    if request.method != "POST":
        return _form()
    request.max_content_length = request.max_form_memory_size = LARGEST_UPLOAD
    try:
        typed, file = request.form.get("text", ""), request.files.get("file")
    except RequestEntityTooLarge:
        return _form(error=_("It is longer than 4 MB; no match is that long.")), 413
    sent = file.read() if file else typed.encode()
    if not sent.strip():
        return _form(error=_("Choose a file, or paste a record.")), 422
    return _taken(sent, typed)


def _taken(sent: bytes, typed: str) -> AnyResponse | str | tuple[str, int]:
    try:
        with turn():
            found = records_in.read(sent)
    except Busy:
        return _form(typed, error=_("Another record is being read. Send this one again in a moment.")), 429
    except Malformed as problem:
        return _form(typed, error=problem_said(problem)), 422
    except records_in.Stopped as stopped:
        return _form(typed, stopped=refused(stopped)), 422
    if "open" in request.form:
        return redirect(url_for("tables.show", table_id=_opened(found)), 303)
    return render_template("records/look.html", record=looked_at(found), op=secrets.token_urlsafe(KEY_BYTES))


def _form(typed: str = "", error: str | None = None, stopped: dict[str, Any] | None = None) -> str:
    return render_template("records/upload.html", typed=typed, error=error, stopped=stopped)


def _opened(found: records_in.Upload) -> int:
    """The table of this form, also where it was sent twice."""
    try:
        op = op_in(request.form)
    except NotAnEvent:
        abort(400)
    mark = fingerprint_of(found.data, len(found.events))
    table = services().store.open_record(
        found.header,
        found.bodies,
        device_id=current_or_new_device(op).id,
        note=(DeskKind.OPENED, {"fingerprint": mark.digits, "events": mark.events}),
        op=hashed_form_key(op),
    )
    return table.id
