"""The way in to a table from another phone: a code to type, an address, and its QR."""

from typing import NamedTuple
from urllib.parse import urlsplit

from flask import request, url_for

from webapp.http.network import is_loopback, public_url
from webapp.seats.qr import Qr, qr
from webapp.services import services
from webapp.store.join_codes import format_code
from webapp.store.models import Invite


class JoinLink(NamedTuple):
    """How another phone comes in: `code` is typed at `typed_at`, or `url` is read from `qr`.

    The link is longer than the code: it is not typed, and nobody can guess it.
    """

    code: str
    typed_at: str
    url: str
    qr: Qr


def join_link(invite: Invite) -> JoinLink:
    """Returns the way in that an invite opens."""
    server = server_address()
    url = server + url_for("invites.read", way=invite.token)
    return JoinLink(format_code(invite.code), server.partition("://")[2], url, qr(url))


def server_address() -> str:
    """Returns where other phones reach this server: as configured, else as this one did, unless it is this machine."""
    config = services().config
    if config.public_url or is_loopback(urlsplit(request.host_url).hostname or ""):
        return public_url(config)
    return request.host_url.rstrip("/")
