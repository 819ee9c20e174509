"""Links to join a table, an evening or a circle from another device: a code to type, a URL, and its QR code."""

from typing import NamedTuple
from urllib.parse import urlsplit

from flask import request, url_for

from webapp.http.network import is_loopback, public_url
from webapp.seats.qr import Qr, qr
from webapp.services import services
from webapp.store.invites import AnyInvite
from webapp.store.join_codes import format_code


class JoinLink(NamedTuple):
    """Link to join: `code` is typed at `typed_at` until it ends, or `url` is read from `qr`.

    The token in the link is longer than the code, so that it cannot be guessed and need not end.
    """

    code: str | None
    typed_at: str
    url: str
    qr: Qr


def join_link(invite: AnyInvite) -> JoinLink:
    """Returns the link of an invite."""
    server = server_address()
    url = server + url_for("invites.read", link=invite.token)
    return JoinLink(format_code(invite.code) if invite.has_code else None, server.partition("://")[2], url, qr(url))


def server_address() -> str:
    """Returns the URL for other devices: as configured, else that of the request, unless it is a loopback address."""
    config = services().config
    if config.public_url or is_loopback(urlsplit(request.host_url).hostname or ""):
        return public_url(config)
    return request.host_url.rstrip("/")
