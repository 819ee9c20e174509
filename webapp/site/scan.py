"""Joining by a photo of a QR code, for phones whose camera reads none: the photo is read here and thrown away."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.files.door import read_request
from webapp.files.photos import ReadCodes
from webapp.files.refusals import FileKind, NotRead, largest
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_QUOTE
from webapp.table.player_names import is_readable
from webapp.words.cards import nothing_said
from webapp.words.invite_words import no_link

bp = Blueprint("scan", __name__)
Page = tuple[str, int]


@bp.get("/scan")
def show() -> str:
    """Asks for a photo of a QR code."""
    return _page()


@bp.post("/scan")
def read() -> Response | Page:
    """Redirects to the page of the QR code on a photo, or says why it opens nothing; never to another server."""
    try:
        found = next(read_request(FileKind.CODES).each(ReadCodes), None)
    except NotRead as problem:
        return _page(problem.said), problem.status
    if found is None or found.problem:
        return _page(nothing_said((found.problem if found else "no-photo",))), 422
    tokens = {token for text in found.texts if (token := _opens_here(text))}
    if len(tokens) == 1:
        return joining.remember_link(redirect(url_for("invites.show"), 303), tokens.pop())
    return _page(_several() if tokens else _no_way(found.texts)), 422


def _opens_here(text: str) -> str | None:
    """Returns the token in a QR code of this server, under any of its names: other servers do not know it."""
    token = joining.token_in(text)
    return token if token and joining.invite_of(token) is not None else None


def _several() -> str:
    return _("Several QR codes are on the photo. Have only the one that you want on it.")


def _no_way(texts: Sequence[str]) -> str:
    """Returns why nothing that was read opens anything here."""
    if not texts:
        return _("No QR code is seen. Go nearer, with all of it on the photo, and hold still.")
    host = _host_of(texts[0])
    if host in (request.host, urlsplit(joining.server_address()).netloc):
        return no_link() if "/join/" in texts[0] else _("This QR code leads to a page of this house, not to a table.")
    if host:
        return _("This QR code leads to another house, %(host)s. It was not opened.", host=_short(host))
    said = _short(texts[0])
    return _("This QR code is no address: “%(text)s”.", text=said) if said else _("This QR code is no address.")


def _host_of(text: str) -> str:
    """Returns the host of a web address, empty for anything else."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return ""
    return parts.netloc.rpartition("@")[2] if parts.scheme in ("http", "https") else ""


def _short(text: str) -> str:
    """Returns as much of a text as is shown, nothing of one that cannot be read."""
    line = " ".join(text.split())
    shown = line if len(line) <= LONGEST_QUOTE else f"{line[:LONGEST_QUOTE]}…"
    return shown if shown and is_readable(shown) else ""


def _page(error: str = "") -> str:
    return render_template("site/scan.html", error=error, most=largest(FileKind.CODES, is_known=False))
