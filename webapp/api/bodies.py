"""Bodies and tokens of API requests."""

import hashlib
import json
import re
import secrets
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from flask import Response, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from rules_core import record
from rules_core.findings import Malformed
from webapp.access import joining
from webapp.access.device import bearer_token, current_device, current_or_new_device, hashed_form_key, viewer_of
from webapp.access.new_tables import Opener
from webapp.access.visit import Visit, count_page
from webapp.api.problems import Problem
from webapp.http.limits import LARGEST_API_INTEGER, LARGEST_EVENT, LONGEST_IDEMPOTENCY_KEY, SHORTEST_SECRET_KEY
from webapp.journal.lines import Key, digest
from webapp.services import services
from webapp.store.errors import KeyUsed, TooManyWrongCodes
from webapp.store.invites import parse_code
from webapp.store.models import Invite
from webapp.store.roles import Scope
from webapp.store.seat_requests import is_waiting
from webapp.store.used_keys import question
from webapp.table.entry_rate import PROGRAM
from webapp.table.newest_tables import UnknownTable
from webapp.words.limits_reached import too_many_wrong_codes

KEY = "Idempotency-Key"
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_IDEMPOTENCY_KEY}}}")


def key_of_request() -> str:
    """Returns the key of a line of the desk: the caller's, or one that comes once. Raises `Problem` 400."""
    key = idempotency_key()
    if key is None:
        return PROGRAM + secrets.token_hex()
    asked = digest(request.path, request.get_data(as_text=True))
    return Key(PROGRAM + hashlib.sha256(key.encode()).hexdigest(), lambda: asked)


def key_of_body() -> str:
    """Returns the idempotency key of a request outside the journals: of the caller and its body, or a unique one.

    Raises `Problem` 400, 422 where the key came with anything else before.
    """
    key = idempotency_key()
    if key is None:
        return hashed_form_key(secrets.token_hex())
    asked, store, device_id = (
        digest(request.path, g.get("body_digest", "")),
        services().store,
        caller_or_new_device().device_id,
    )
    one = question("api", device_id, key, asked)
    with suppress(KeyUsed):
        store.keep_answer(one, "")
    if (kept := store.kept_answer(one)) is not None and kept.asked != asked:
        raise Problem(422, "key-used")
    return hashed_form_key(f"api {device_id} {key}", asked)


def idempotency_key() -> str | None:
    """Returns the key that makes this request count once, None without one. Raises `Problem` 400."""
    key = request.headers.get(KEY)
    if key is not None and not _KEY.fullmatch(key):
        raise Problem(400, "bad-key", most=LONGEST_IDEMPOTENCY_KEY)
    return key


def plain(told: Any) -> Any:
    """Returns an answer as dicts and lists; times stay as they are."""
    return msgspec.to_builtins(told, builtin_types=(datetime,))


def written(told: Any) -> str:
    """Returns an answer as JSON."""
    return json.dumps(plain(told), ensure_ascii=False, default=datetime.isoformat)


def json_response(body: Any, status: int = 200, *, seq: int | None = None, **headers: str) -> Response:
    """Returns an answer; with `seq` it can be asked for again by its ETag."""
    answer = Response(written(body), status, headers, content_type="application/json")
    if seq is not None:
        answer.set_etag(str(seq))
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.make_conditional(request)
    return answer


def body_bytes(largest: int = LARGEST_EVENT, *, is_kept: bool = False) -> bytes:
    """Returns the body of this request as it came; one that is kept can be read again. Raises `Problem` 413 or 415."""
    request.max_content_length = largest
    if request.mimetype != "application/json":
        raise Problem(415)
    try:
        body = request.get_data(cache=is_kept)
    except RequestEntityTooLarge:
        raise Problem(413, most=largest) from None
    g.body_digest = hashlib.sha256(body).hexdigest()
    return body


def body_object() -> dict[str, Any]:
    """Returns the JSON object of this request. Raises `Problem` 400, 413 or 415."""
    try:
        found = record.read_json(body_bytes(is_kept=True))
    except Malformed:
        raise Problem(400, "not-an-object") from None
    if not isinstance(found, dict):
        raise Problem(400, "not-an-object")
    _check(found)
    return found


def _check(found: Any) -> None:
    """Refuses values that some readers or databases cannot hold: wide integers and NUL."""
    if isinstance(found, dict):
        for name, value in found.items():
            _check(name)
            _check(value)
    elif isinstance(found, list):
        for value in found:
            _check(value)
    elif (isinstance(found, int) and not -LARGEST_API_INTEGER <= found < LARGEST_API_INTEGER) or (
        isinstance(found, str) and "\0" in found
    ):
        raise Problem(400, "not-an-object")


CHALLENGE = 'Bearer realm="Sixfold"'
HEADER = "Authorization"


class Caller(NamedTuple):
    """A device that asks through the API, and its token."""

    device_id: int
    token: str


def caller_or_new_device(key: str = "") -> Caller:
    """Returns the caller; without a token a new device with a token. Raises `Problem` 401 for an unknown token.

    The same secret `key` sent twice within a minute makes the same device: a repeat after a lost answer.
    """
    device = current_device()
    if device is not None:
        return Caller(device.id, bearer_token())
    if HEADER in request.headers:
        raise unauthorized()
    return Caller(current_or_new_device(key).id, g.device_token)


def caller_and_key(what: str) -> tuple[Caller, Opener]:
    """Returns the caller, and the key by which what it opens is opened once; None: a new one each time.

    A caller without a token gets it again by the key, so that key must be a secret.
    """
    key = idempotency_key()
    if HEADER in request.headers:
        caller = caller_or_new_device()
        return caller, Opener(caller.device_id, hashed_form_key(f"{what} {caller.device_id} {key}") if key else None)
    if key is None or len(key) < SHORTEST_SECRET_KEY:
        caller = caller_or_new_device()
        return caller, Opener(caller.device_id, None)
    caller = caller_or_new_device(hashlib.sha256(f"{what} {key}".encode()).hexdigest())
    return caller, Opener(caller.device_id, hashed_form_key(f"{what} {key}"))


def check_own(opened: int, scope: Scope, caller: Caller) -> None:
    """Raises `Problem` where the key has opened this for another caller before."""
    if not any(grant.device_id == caller.device_id for grant in services().store.all_grants(opened, scope)):
        raise Problem(409, "opened-before")


def visit_by_token(table_id: int) -> Visit:
    """Returns a table and the caller as its viewer. Raises `Problem` 401; 403 where it waits; else 404."""
    viewer = viewer_of(table_id)
    if viewer.device_id is None:
        raise unauthorized()
    if not viewer.may_see:
        raise _not_let_in(table_id, viewer.device_id)
    try:
        now = services().tables.at(table_id)
    except UnknownTable:
        raise Problem(404, "no-table") from None
    count_page(now, viewer)
    return Visit(now, replace(viewer, is_program=True))


def unauthorized() -> Problem:
    """Returns the problem of a request without a token, or with an unknown one."""
    if HEADER in request.headers:
        return Problem(401, "unknown-token", headers={"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'})
    return Problem(401, "unauthorized", headers={"WWW-Authenticate": CHALLENGE})


def _not_let_in(table_id: int, device_id: int) -> Problem:
    asked = services().store.seat_request_of(table_id, device_id)
    if asked is None:
        return Problem(404, "no-table")
    return Problem(403, "waiting", more={"word": asked.word}) if is_waiting(asked) else Problem(403, "turned-away")


def invite_of_typed(code: str, scope: Scope) -> Invite:
    """Returns the invite of a code, of this scope. Raises `Problem` 404, or 429 after wrong codes."""
    try:
        found = joining.invite_of_code(stored) if (stored := parse_code(code)) else None
    except TooManyWrongCodes as often:
        headers = {"Retry-After": str(often.seconds)}
        why = too_many_wrong_codes(often.seconds, of_all=often.of_all)
        raise Problem(429, headers=headers, message=why) from None
    if found is None or found.scope is not scope:
        raise Problem(404, "no-code")
    return found
