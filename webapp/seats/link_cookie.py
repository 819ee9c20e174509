"""Cookie with the link that a device has read, so that it stays in no address bar and no history."""

import re

from werkzeug.wrappers import Response

from webapp.http.cookies import Cookie
from webapp.http.rate_limits import LINK_COOKIE_LASTS
from webapp.services import services
from webapp.store.models import Invite

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
    """Returns what a pasted link ends with, or the text itself."""
    return text.strip().rstrip("/").rpartition("/")[2]


def remember_link(response: Response, link: str) -> Response:
    """Stores in the cookie what the device has read: a token, or a code."""
    LINK.set_on(response, link)
    return response


def remembered_link() -> str:
    """Returns what the device has read lately, an empty string where nothing."""
    return LINK.read()


def invite_of(token: str) -> Invite | None:
    """Returns the invite with this token, valid or not."""
    return services().store.invite_of(token) if TOKEN.fullmatch(token) else None
