"""Invites: the page behind a link or a photo of its QR code, and accepting it."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import join_links, joining, seat_invite
from webapp.access.device import grant_here
from webapp.access.joining import Pages
from webapp.circle import devices, meeting_pages
from webapp.evening.joining import invite_pages
from webapp.files.kinds import FileKind, NotRead, largest
from webapp.files.photos import ReadCodes
from webapp.files.upload_reader import read_request
from webapp.http.answers import Page, not_for_back
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_QUOTE
from webapp.referee import referees
from webapp.site import moves
from webapp.store.grants import DeviceGrant
from webapp.store.invites import parse_code
from webapp.store.models import Invite
from webapp.store.roles import MEETING, MOVE, RECOVERY, InviteRole, Role, Scope
from webapp.table.player_names import is_readable
from webapp.words.cards import nothing_said
from webapp.words.invite_words import no_link
from webapp.words.phrases import shortened

bp = Blueprint("invites", __name__)
TO_A_PLACE = Pages(moves.show_invite, moves.take)
TO_A_SEAT = Pages(seat_invite.show, seat_invite.take)
TO_A_CIRCLE = Pages(devices.show_invite, devices.take_invite)
TO_A_MEETING = Pages(meeting_pages.show_invite, meeting_pages.take)
PAGES: Mapping[Scope, Mapping[InviteRole, Pages]] = {
    Scope.TABLE: {
        Role.PLAYER: TO_A_SEAT,
        Role.WATCHER: TO_A_SEAT,
        Role.SCOREKEEPER: TO_A_SEAT,
        Role.REFEREE: Pages(referees.show_invite, referees.take_invite),
        MOVE: TO_A_PLACE,
        Role.HOST: Pages(moves.show_recovery_invite, moves.take_recovery),
    },
    Scope.EVENING: {**invite_pages.PAGES, MOVE: TO_A_PLACE},
    Scope.CIRCLE: {Role.MEMBER: TO_A_CIRCLE, RECOVERY: TO_A_CIRCLE, MEETING: TO_A_MEETING},
}


@bp.get("/join/<link>")
def read(link: str) -> Response | Page:
    """Reads the token of a link and redirects, so that it leaves the address bar. Codes are typed, not linked."""
    if token := join_links.token_in(link):
        return join_links.remember_link(redirect(url_for("invites.show"), 303), token)
    if code := parse_code(link):
        return join_links.remember_link(redirect(url_for("home.index"), 303), code)
    return joining.unknown_link_page()


@bp.get("/join")
def show() -> Response | Page:
    """Shows the page of the link that this device has read. A device that is in already is redirected."""
    token = join_links.remembered_link()
    if (invite := joining.invite_of(token)) is not None:
        return _ended(invite) or _pages_of(invite).show(invite)
    return joining.unknown_link_page() if join_links.token_in(token) else joining.no_link_page()


@bp.post("/accept")
def accept() -> Response | Page:
    """Accepts the invite in the form, since another link may have been read meanwhile."""
    not_for_back()  # the page has its link in it
    if (invite := joining.invite_of(request.form.get("way", ""))) is not None:
        return _ended(invite) or _pages_of(invite).take(invite)
    return joining.unknown_link_page()


def _pages_of(invite: Invite) -> Pages:
    return PAGES[invite.scope][invite.role]


def _ended(invite: Invite) -> Response | Page | None:
    """Returns the answer for an ended invite, None for a valid one. A device that has its grant is redirected."""
    if invite.is_valid:
        return None
    held = grant_here(invite.owner, invite.scope)
    if invite.use.is_single and held is not None and held.role is not None and _gave(invite, held):
        return joining.go_in(invite)
    return joining.ended_page(invite)


def _gave(invite: Invite, held: DeviceGrant) -> bool:
    if invite.role == Role.REFEREE:
        return held.role == Role.REFEREE or held.agreed
    return invite.role in (MOVE, RECOVERY, held.role)


@bp.get("/scan")
def show_scan() -> str:
    """Asks for a photo of a QR code."""
    return _scan_page()


@bp.post("/scan")
def read_scan() -> Response | Page:
    """Redirects to the page of the QR code on a photo, or says why it opens nothing; never to another server."""
    try:
        found = next(read_request(FileKind.CODES).each(ReadCodes), None)
    except NotRead as problem:
        return _scan_page(problem.said), problem.status
    if found is None or found.problem:
        return _scan_page(nothing_said((found.problem if found else "no-photo",))), 422
    tokens = {token for text in found.texts if (token := _opens_here(text))}
    if len(tokens) == 1:
        return join_links.remember_link(redirect(url_for("invites.show"), 303), tokens.pop())
    return _scan_page(_several() if tokens else _no_way(found.texts)), 422


def _opens_here(text: str) -> str | None:
    """Returns the token in a QR code of this server, under any of its names: other servers do not know it."""
    token = join_links.token_in(text)
    return token if token and joining.invite_of(token) is not None else None


def _several() -> str:
    return _("Several QR codes are on the photo. Have only the one that you want on it.")


def _no_way(texts: Sequence[str]) -> str:
    """Returns why nothing that was read opens anything here."""
    if not texts:
        return _("No QR code is seen. Go nearer, with all of it on the photo, and hold still.")
    host = _host_of(texts[0])
    if host in (request.host, urlsplit(join_links.server_address()).netloc):
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
    shown = shortened(" ".join(text.split()), LONGEST_QUOTE)
    return shown if shown and is_readable(shown) else ""


def _scan_page(error: str = "") -> str:
    return render_template("site/scan.html", error=error, most=largest(FileKind.CODES, is_known=False))
