"""Links into an evening: a code to type, a URL, and its QR code."""

from flask import url_for

from webapp.seats.join_link import JoinLink, server_address
from webapp.seats.qr import qr
from webapp.store.evening_models import EveningInvite
from webapp.store.join_codes import format_code


def evening_link(invite: EveningInvite) -> JoinLink:
    """Returns the link of an invite of an evening."""
    server = server_address()
    url = server + url_for("invites.read", link=invite.token)
    return JoinLink(format_code(invite.code), server.partition("://")[2], url, qr(url))
