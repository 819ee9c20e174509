"""Archives of evenings, read back: one that is sent opens its evening here, over as it is, to be looked at."""

import secrets

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from webapp.club.archive.archive_faults import archive_too_long, fault_said
from webapp.club.archive.archive_opening import open_archive
from webapp.club.archive.archive_reader import BadArchive
from webapp.history.records.upload_reader import ReaderEnded, TookTooLong, UploadReader
from webapp.history.records.upload_turns import Busy
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_ARCHIVE, LARGEST_UNKNOWN_UPLOAD, UPLOAD_ENVELOPE
from webapp.seats.device import KEY_BYTES, current_or_new_device, hashed_form_key
from webapp.seats.upload_sender import Sender, sender
from webapp.services import services
from webapp.table.forms import NotAnEvent, op_in
from webapp.words.malformed import reader_ended, took_too_long

bp = Blueprint("evening_archives", __name__)
Page = tuple[str, int]


@bp.get("/evenings/archives")
def form() -> str:
    """Asks for an archive."""
    return _form()


@bp.post("/evenings/archives")
def read() -> Response | Page:
    """Reads an archive, and leads to the evening that it opens."""
    who, turns = sender(), services().part(UploadReader).turns
    request.max_content_length = request.max_form_memory_size = _largest(who) + UPLOAD_ENVELOPE
    try:
        with turns.of(*who.names, rest=who.rest):
            return _opened(who)
    except RequestEntityTooLarge:
        return _form(archive_too_long(is_known=who.is_known)), 413
    except BadArchive as fault:
        return _form(fault_said(fault)), 422
    except Busy:
        return _form(_("Another record is being read. Send this one again in a moment.")), 429
    except TookTooLong:
        return _form(took_too_long()), 422
    except ReaderEnded:
        return _form(reader_ended()), 503


def _opened(who: Sender) -> Response | Page:
    file = request.files.get("file")
    try:
        op = op_in(request.form)
    except NotAnEvent:
        abort(400)
    sent = b"" if file is None else file.read(_largest(who) + 1)
    if not sent:
        return _form(_("Choose a file.")), 422
    if len(sent) > _largest(who):
        return _form(archive_too_long(is_known=who.is_known)), 413
    device = current_or_new_device(op)
    evening = open_archive(sent, is_known=who.is_known, device_id=device.id, op=hashed_form_key(op))
    return redirect(url_for("evening_archive.show", evening_id=evening.id), 303)


def _largest(who: Sender) -> int:
    return LARGEST_ARCHIVE if who.is_known else LARGEST_UNKNOWN_UPLOAD


def _form(error: str | None = None) -> str:
    return render_template("evenings/read_archive.html", error=error, op=secrets.token_urlsafe(KEY_BYTES))
