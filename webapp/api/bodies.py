"""Request bodies: one JSON object, and nothing that two readers could read differently."""

from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from rules_core import record
from rules_core.findings import Malformed
from webapp.api.problems import Problem
from webapp.http.limits import LARGEST_API_INTEGER, LARGEST_EVENT


def body_bytes(largest: int = LARGEST_EVENT, *, is_kept: bool = False) -> bytes:
    """Returns the body of this request as it came; one that is kept can be read again. Raises `Problem` 413 or 415."""
    request.max_content_length = largest
    if request.mimetype != "application/json":
        raise Problem(415)
    try:
        return request.get_data(cache=is_kept)
    except RequestEntityTooLarge:
        raise Problem(413, most=largest) from None


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
    """Refuses what not every reader or database can hold: wide integers and NUL."""
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
