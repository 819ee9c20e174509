"""Who is asking, and what that device may see and do at a table. Grants are read anew for every request."""

import hashlib
import secrets
from base64 import urlsafe_b64encode

from flask import Response, abort, after_this_request, g, request
from werkzeug.exceptions import TooManyRequests

from webapp.http.cookies import Cookie
from webapp.http.limits import LONGEST_DEVICE_TOKEN
from webapp.http.rate_limits import DEVICE_COOKIE_LASTS, SAME_FORM_WITHIN
from webapp.http.security import API
from webapp.services import services
from webapp.store.models import Device, now
from webapp.table.viewer import Viewer
from webapp.words.invite_words import not_let_in
from webapp.words.limits_reached import too_many_new_devices

COOKIE = "sixfold_device"
DEVICE = Cookie(COOKIE, "__Host-sixfold", DEVICE_COOKIE_LASTS)
TOKEN_BYTES = KEY_BYTES = 32
KEY_LENGTH = 43
"""How many letters a form's key of 256 bits has."""


def viewer_of(table_id: int) -> Viewer:
    """Returns what the device of this request is at this table, as the grants stand now."""
    token = _token()
    standing = services().store.device_grant(_hash(token), table_id) if token else None
    return Viewer() if standing is None else Viewer(*standing)


def current_device() -> Device | None:
    """Returns the device of this request, if it is known. A stranger who looks leaves no trace."""
    token = _token()
    return services().store.device(_hash(token)) if token else None


def current_or_new_device(key: str = "") -> Device:
    """Returns the device of this request, noting it with a token if it is new. For requests that change something.

    `key` is that of the form, made by us and seen by its phone alone. Two taps on a first visit both come without a
    cookie, maybe to two processes: from the key both get the same token.
    """
    device = current_device()
    if device is None:
        device = _new_device(key)
    if not request.path.startswith(API):
        _set_cookie(_token())
    return device


def _new_device(key: str) -> Device:
    """A token is never taken over from the browser, so nobody can plant one that somebody else knows."""
    if wait := services().new_devices.count(request.remote_addr or ""):
        raise TooManyRequests(too_many_new_devices(), retry_after=wait)
    store = services().store
    if len(key) >= KEY_LENGTH:
        token = urlsafe_b64encode(hashlib.sha256(f"device {key}".encode()).digest()).decode().rstrip("=")
        device = store.add_device(_hash(token))
        if now() - device.created_at < SAME_FORM_WITHIN:
            g.device_token = token
            return device
    g.device_token = token = secrets.token_urlsafe(TOKEN_BYTES)
    return store.add_device(_hash(token))


def hashed_form_key(key: str) -> str:
    """Returns the key of a form as it is stored: whoever reads the database must not send the form again."""
    return _hash(f"form {key}")


def require(allowed: bool) -> None:
    """Answers with the page for a missing right, unless this is allowed."""
    if not allowed:
        abort(403, description=not_let_in(_how_place_was_lost()))


def _how_place_was_lost() -> str | None:
    """How this phone lost its place at the table that it asks for, where another phone has that now."""
    table_id = (request.view_args or {}).get("table_id")
    if table_id is None or (viewer := viewer_of(table_id)).may_see or viewer.device_id is None:
        return None
    return services().store.how_place_was_lost(table_id, viewer.device_id)


def _token() -> str:
    token = g.get("device_token") or (_bearer() if request.path.startswith(API) else DEVICE.read())
    return token if len(token) <= LONGEST_DEVICE_TOKEN else ""


def _bearer() -> str:
    """A program says who it is with each request. No cookie counts there, so no page of others can act through it."""
    given = request.authorization
    return (given.token or "") if given is not None and given.type == "bearer" else ""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _set_cookie(token: str) -> None:
    @after_this_request
    def give(response: Response) -> Response:
        DEVICE.set_on(response, token)
        return response
