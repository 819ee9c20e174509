"""Records: a match as a file, its scores, protocol and fingerprint; upload of a record as a new table."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from webapp.access.device import current_or_new_device, hashed_form_key, network_here, new_form_key
from webapp.access.visit import visit
from webapp.files.door import read_request
from webapp.files.frames import Told
from webapp.files.refusals import FileKind, NotRead
from webapp.games.common.names import hand_number
from webapp.history.records.download import Fingerprint, Fingerprints, copy_for
from webapp.history.records.protocol import protocol as protocol_of
from webapp.history.records.record_answer import Fault, Outcome, StoppedAt, Taken
from webapp.history.records.scores import CSV, XLSX, scores_csv, scores_xlsx
from webapp.history.records.table_from_record import mark_of, open_from_record
from webapp.history.scores.score_page import Sheet, sheet
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_REQUEST
from webapp.pages.table_page import page_of
from webapp.services import services
from webapp.table.forms import NotAnEvent, op_in
from webapp.table.snapshot import Snapshot, seen_by

bp = Blueprint("records", __name__)
TABLE = "/tables/<int:table_id>"


# Out


@bp.get(f"{TABLE}/record")
def show(table_id: int) -> str:
    """Shows what can be taken along, what is left out and why, and the fingerprint."""
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
    return _fingerprint(services().play.at(table_id)).short


# In


@bp.route("/records", methods=["GET", "POST"])
def upload() -> AnyResponse | str | tuple[str, int]:
    """Asks for a record; one that was sent is checked and shown, and with `open` becomes a new table."""
    if request.method != "POST":
        return _form()
    try:
        told = read_request(FileKind.RECORD)
    except NotRead as problem:
        # What was sent is worth sending once more.
        typed = _typed_again() if problem.retry_after else ""
        return _form(typed, error=problem.said), problem.status
    return _answered(told, next(told.each(Outcome), None))


def _answered(told: Told, outcome: Outcome | None) -> AnyResponse | str | tuple[str, int]:
    form = told.form
    match outcome:
        case None:
            return _form(error=_("Choose a file, or paste a record.")), 422
        case Fault(said=said):
            return _form(form.typed, error=said), 422
        case StoppedAt() as stopped:
            return _form(form.typed, stopped=stopped), 422
        case Taken() as taken if form.opens:
            return redirect(url_for("tables.show", table_id=_opened(taken, told)), 303)
        case Taken() as taken:
            op = new_form_key()
            return render_template("history/records/look.html", record=taken.page, mark=mark_of(taken), op=op)


def _form(typed: str = "", error: str | None = None, stopped: StoppedAt | None = None) -> str:
    return render_template("history/records/upload.html", typed=typed, error=error, stopped=stopped)


def _typed_again() -> str:
    length = request.content_length
    return request.form.get("text", "") if length is not None and length <= LARGEST_REQUEST else ""


def _opened(taken: Taken, told: Told) -> int:
    try:
        op = op_in({"op": told.form.op})
    except NotAnEvent:
        abort(400)
    return open_from_record(
        taken, device_id=current_or_new_device(op).id, network=network_here(), op=hashed_form_key(op, told.asked)
    ).id
