"""Addresses of the photos of a case: sent, shown, thrown away."""

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from webapp.access.device import hashed_form_key, or_404, require
from webapp.access.visit import Visit, visit
from webapp.files.kinds import FileKind, NotRead
from webapp.files.photos import SmallPhoto, wanted_pack
from webapp.files.upload_reader import read_request
from webapp.http.answers import Page, local_path
from webapp.http.language import gettext as _
from webapp.referee.cases import photos
from webapp.referee.cases.case_page import case_page
from webapp.referee.cases.making import may_decide
from webapp.referee.cases.photos import NotTaken, Seen
from webapp.referee.cases.remedies import typed_or_nothing
from webapp.referee.cases.subject import NO_CASE, Subject, subject_of
from webapp.services import services
from webapp.table.forms import op_in

bp = Blueprint("case_photos", __name__, url_prefix="/tables/<int:table_id>")


@bp.post("/cases/<case>/photos")
def take(table_id: int, case: str) -> str | Redirect | Page:
    """Shows the cards on a photo, or keeps it with the case."""
    here = visit(table_id)
    subject = _deciding(here, case)
    try:
        told = read_request(FileKind.PICTURE, wanted_pack(here.now), services().store.taught_packs_at(table_id))
        photo = next(told.each(SmallPhoto), None)
        op = hashed_form_key(op_in({"op": told.form.op}), told.form.digest)
    except NotRead as problem:
        return _page(subject, NotTaken(problem.said)), problem.status
    found = photos.take(subject, photo, keeps=told.form.keeps, op=op)
    if isinstance(found, NotTaken):
        return _page(subject, found), found.status
    back = local_path(request.args.get("back", ""))
    kept = f"{subject.url}{'?' + urlencode({'back': back}) if back else ''}#photos"
    return redirect(kept, 303) if told.form.keeps else _page(subject, found)


@bp.get("/photos/<int:photo_id>.jpg")
def picture(table_id: int, photo_id: int) -> Response:
    """Sends a photo to viewers who may see its case, and the hand in which it was taken."""
    data = or_404(photos.picture(*visit(table_id), photo_id))
    return Response(data, mimetype="image/jpeg", headers={"Content-Disposition": 'inline; filename="photo.jpg"'})


@bp.post("/photos/<int:photo_id>/drop")
def drop(table_id: int, photo_id: int) -> Redirect:
    here = visit(table_id)
    require(here.viewer.takes_part)
    try:
        subject = subject_of(*here, photos.drop(*here, photo_id))
    except LookupError:
        abort(404)
    return redirect(url_for("desk.show", table_id=table_id) if subject is None else f"{subject.url}#photos", 303)


def _deciding(here: Visit, case: str) -> Subject:
    """Returns a case for its referee; aborts with 403 for others, 404 where there is no such case."""
    require(here.viewer.takes_part)
    subject = or_404(subject_of(*here, case), _(NO_CASE))
    require(may_decide(subject))
    return subject


def _page(subject: Subject, said: NotTaken | Seen) -> str:
    return case_page(subject, typed_or_nothing(subject.now, {}), photo=said)
