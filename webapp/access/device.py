"""Device of a request: its rights at a table, read for each request, and the pages it may keep for offline use."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from flask import Flask, Response, abort, after_this_request, g, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.http import parse_cookie

from webapp.http.answers import of_request, this_request
from webapp.http.cookies import Cookie
from webapp.http.durations import DEVICE_COOKIE_LASTS, SAME_FORM_WITHIN
from webapp.http.limits import LONGEST_DEVICE_TOKEN
from webapp.http.network import site_of_device
from webapp.http.security import API
from webapp.journal.lines import Key, digest
from webapp.services import services
from webapp.store.errors import KeyUsed
from webapp.store.grants import DeviceGrant
from webapp.store.models import Device, utc_now
from webapp.store.roles import Scope
from webapp.store.used_keys import KeyedQuestion, question
from webapp.table.forms import key_in
from webapp.table.viewer import Viewer
from webapp.words.limits_reached import too_many_new_devices

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment


T = TypeVar("T")
COOKIE = "sixfold_device"
DEVICE = Cookie(COOKIE, "__Host-sixfold", DEVICE_COOKIE_LASTS)
TOKEN_BYTES, KEY_BYTES = 32, 24
KEY_LENGTH = 43
"""Fewest characters of a key that cannot be guessed; the key of a form has 48."""


def new_form_key() -> str:
    """Returns a fresh idempotency key for a form. Its letters spell no name."""
    return secrets.token_hex(KEY_BYTES)


def viewer_of(table_id: int) -> Viewer:
    """Returns the viewer of this request at this table, from the active grants."""
    held = grant_here(table_id, Scope.TABLE)
    return Viewer() if held is None else Viewer.of(held)


def grant_here(owner: int, scope: Scope) -> DeviceGrant | None:
    """Returns the active grant of this request's device in a scope, None for an unknown device."""
    token = _token()
    return services().store.device_grant(_hash(token), owner, scope) if token else None


def current_device() -> Device | None:
    """Returns the device of this request, None for an unknown one. Adds nothing to the database."""
    token = _token()
    return services().store.device(_hash(token)) if token else None


def owner_mark() -> str:
    """Returns a public mark of the device of this request, "" for an unknown one; it grants nothing."""
    token = _token()
    return hashlib.sha256(f"kept {_hash(token)}".encode()).hexdigest()[:16] if token else ""


def current_or_new_device(key: str = "") -> Device:
    """Returns the device of this request, adding a new one with a token. For requests that change something.

    `key` is the one of the form, known to its device alone. Two taps on a first visit are both sent without a cookie,
    maybe to two processes: from the key both get the same token.
    """
    device = current_device()
    if device is None:
        device = _new_device(key)
    if not request.path.startswith(API):
        _set_cookie(_token())
    return device


def _new_device(key: str) -> Device:
    """Adds a device. Its token is never taken from the browser, so that nobody can plant a known one."""
    if wait := services().new_devices.count(request.remote_addr or ""):
        raise TooManyRequests(too_many_new_devices(), retry_after=wait)
    store = services().store
    if len(key) >= KEY_LENGTH:
        token = urlsafe_b64encode(hashlib.sha256(f"device {key}".encode()).digest()).decode().rstrip("=")
        device = store.add_device(_hash(token))
        if utc_now() - device.created_at < SAME_FORM_WITHIN:
            g.device_token = token
            return device
    g.device_token = token = secrets.token_urlsafe(TOKEN_BYTES)
    return store.add_device(_hash(token))


def network_here() -> str:
    """Returns the network of this request as limits count it, empty for this machine itself."""
    return site_of_device(request.remote_addr) or ""


def hashed_form_key(key: str, asked: str = "") -> str:
    """Returns the hash of a form's key, as it is stored: a reader of the database cannot send the form again.

    `asked`: what is asked for with it. A form that "back" has found, changed and sent again, is another wish.
    """
    return _hash(f"form {key} {asked}" if asked else f"form {key}")


def sent_form_key(key: str) -> str:
    """Returns the hash of the form of this request, by its key and all its fields in their order."""
    fields = (part for field in request.form.items(multi=True) for part in field)
    return hashed_form_key(key, digest(request.full_path, *fields))


def once(scope: Scope, owner: int, act: Callable[[Key | None], T]) -> T | None:
    """Returns what an act comes to; None where the form of this request has done it before, and maybe ended its right.

    `act` sees to the rights, and keeps the key of the form with what it changes (`question_of`); None: it has no key.
    """
    sent, device = key_in(request.form, "op"), current_device()
    if sent is None or device is None:
        return act(None)
    key = Key(sent_form_key(sent), lambda: "")
    kept = services().store.kept_answer(question_of(scope, owner, device.id, key))
    if kept is not None and not kept.answer:
        return None
    with suppress(KeyUsed):  # by the same form at the same moment
        return act(key)
    return None


def question_of(scope: Scope, owner: int, device_id: int, key: Key) -> KeyedQuestion:
    """Returns a key as the store keeps it."""
    return question(f"{scope} {owner}", device_id, key, key.asked)


def require(allowed: bool) -> None:
    """Aborts with 403 unless allowed. Call it once the device may see the table; else the answer is 404."""
    if not allowed:
        abort(403)


def or_404(found: T | None, why: str | None = None) -> T:
    """Returns what a request is about; ends the request where there is no such thing."""
    if found is None:
        abort(404, description=why)
    return found


def _token() -> str:
    token = of_request().get("device_token") or (
        bearer_token() if this_request().path.startswith(API) else DEVICE.read()
    )
    return token if len(token) <= LONGEST_DEVICE_TOKEN else ""


def name_in(environ: "WSGIEnvironment") -> str:
    """Returns the device token of a request as it was sent, without looking it up."""
    if environ.get("PATH_INFO", "").startswith(API):
        return str(environ.get("HTTP_AUTHORIZATION", ""))
    cookies = parse_cookie(environ)
    return cookies.get(DEVICE.over_https) or cookies.get(DEVICE.over_http) or ""


def bearer_token() -> str:
    """Returns the bearer token of an API request. Cookies do not count there, so that no other site can use them."""
    given = request.authorization
    return (given.token or "") if given is not None and given.type == "bearer" else ""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _set_cookie(token: str) -> None:
    @after_this_request
    def set_cookie(response: Response) -> Response:
        DEVICE.set_on(response, token)
        return response


PAGES = frozenset(
    {"tables.show", "tables.show_phases", "learn.index", "learn.show", "rules.index", "rules.show", "rules.sheet"}
)
WORKER = "worker.js"


def init_app(app: Flask) -> None:
    @app.after_request
    def say_whose_it_is(response: Response) -> Response:
        endpoint = this_request().endpoint
        if endpoint in PAGES and response.status_code == 200:
            response.headers["Kept-For"] = owner_mark()
        elif endpoint == "static" and (request.view_args or {}).get("filename") == WORKER:
            # Its scope is all pages of the house, not only its own folder.
            response.headers["Service-Worker-Allowed"] = f"{request.script_root}/"
        return response
