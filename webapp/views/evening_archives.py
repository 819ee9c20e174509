"""Archives of evenings, read back: one that is sent opens its evening here, over as it is, to be looked at."""

import secrets

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.club.archive.archive_form import ArchivePart
from webapp.club.archive.archive_opening import NotTaken, open_archive
from webapp.files.door import read_request
from webapp.files.file_kinds import FileKind
from webapp.files.file_refusals import NotRead
from webapp.http.language import gettext as _
from webapp.seats.device import KEY_BYTES, current_or_new_device, hashed_form_key, network_here
from webapp.store import TooManyOpened
from webapp.table.forms import NotAnEvent, op_in
from webapp.words.limits_reached import too_many_opened

bp = Blueprint("evening_archives", __name__)
Page = tuple[str, int] | tuple[str, int, dict[str, str]]


@bp.get("/evenings/archives")
def form() -> str:
    """Asks for an archive."""
    return _form()


@bp.post("/evenings/archives")
def read() -> Response | Page:
    """Reads an archive, and leads to the evening that it opens."""
    try:
        told = read_request(FileKind.ARCHIVE)
        op = op_in({"op": told.form.op})
        if not told.parts:
            return _form(_("Choose a file.")), 422
        device = current_or_new_device(op)
        evening = open_archive(
            told.each(ArchivePart), device_id=device.id, network=network_here(), op=hashed_form_key(op)
        )
    except NotRead as problem:
        return _form(problem.said), problem.status
    except TooManyOpened as problem:
        return _form(too_many_opened(problem)), 429, {"Retry-After": str(problem.seconds)}
    except NotTaken as problem:
        return _form(problem.said), 422
    except NotAnEvent:
        abort(400)
    return redirect(url_for("evening_archive.show", evening_id=evening.id), 303)


def _form(error: str | None = None) -> str:
    return render_template("evenings/read_archive.html", error=error, op=secrets.token_urlsafe(KEY_BYTES))
