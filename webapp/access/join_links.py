"""Links to join, and their QR codes: drawn, printed, read from what somebody typed, remembered by the device."""

import re
from functools import lru_cache
from typing import NamedTuple, TextIO
from urllib.parse import urlsplit

import qrcode
from flask import request, url_for
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathImage
from werkzeug.wrappers import Response

from webapp.http.cookies import Cookie
from webapp.http.durations import LINK_COOKIE_LASTS
from webapp.http.limits import QR_CODES_KEPT
from webapp.http.network import is_loopback, public_url
from webapp.services import services
from webapp.store.invites import format_code
from webapp.store.models import Invite

QUIET_ZONE = 4  # modules; scanners may refuse less


class Qr(NamedTuple):
    """A QR code ready to be drawn: its side in modules, quiet zone included, and its path."""

    side: int
    path: str


@lru_cache(QR_CODES_KEPT)
def qr(text: str) -> Qr:
    """Returns the QR code of a text. Cached, since every device at a table asks for the same one."""
    code = qrcode.QRCode(border=QUIET_ZONE, error_correction=ERROR_CORRECT_M)
    code.add_data(text)
    image = code.make_image(image_factory=SvgPathImage)
    path = image.path
    assert path is not None  # make_image() has drawn it
    return Qr(code.modules_count + 2 * QUIET_ZONE, path.get("d") or "")


def print_qr(text: str, out: TextIO) -> None:
    """Prints the QR code of a text, or that this terminal cannot show one."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    try:
        code.print_ascii(out=out, invert=True)
    except UnicodeEncodeError:
        print("This terminal cannot show the QR code.", file=out)


class JoinLink(NamedTuple):
    """Link to join: `code` is typed at `typed_at` until it ends, or `url` is read from `qr`.

    The token in the link is longer than the code, so that it cannot be guessed and need not end.
    """

    code: str | None
    typed_at: str
    url: str
    qr: Qr


def join_link(invite: Invite) -> JoinLink:
    server = server_address()
    url = server + url_for("invites.read", link=invite.token)
    return JoinLink(format_code(invite.code) if invite.has_code else None, server.partition("://")[2], url, qr(url))


def server_address() -> str:
    """Returns the URL for other devices: as configured, else that of the request, unless it is a loopback address."""
    config = services().config
    if config.public_url or is_loopback(urlsplit(request.host_url).hostname or ""):
        return public_url(config)
    return request.host_url.rstrip("/")


LINK = Cookie("sixfold_way", "__Host-sixfold_way", LINK_COOKIE_LASTS)
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def token_in(text: str) -> str | None:
    """Returns the token that a link ends with, or None where it carries none.

    >>> token_in("http://192.168.1.7:8066/join/abcdefghijklmnopqrst-_")
    'abcdefghijklmnopqrst-_'
    """
    last = last_part(text)
    return last if TOKEN.fullmatch(last) else None


def last_part(text: str) -> str:
    """Returns the last part of a pasted link, or the text itself."""
    return text.strip().rstrip("/").rpartition("/")[2]


def remember_link(response: Response, link: str) -> Response:
    """Stores the token or code that the device has read in a cookie."""
    LINK.set_on(response, link)
    return response


def remembered_link() -> str:
    """Returns the token or code that the device has read last, or an empty string."""
    return LINK.read()
