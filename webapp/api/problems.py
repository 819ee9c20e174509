"""Errors of the API as problem+json (RFC 9457), with the code and the rule of the record."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response, g, request
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError, default_exceptions

from rules_core.findings import Refusal
from rules_core.result import error
from webapp.games.common import refusals
from webapp.history.records.record_answer import StoppedAt
from webapp.http.language import LANGUAGES
from webapp.http.security import API
from webapp.table.keys import USED
from webapp.table.permissions import ASKABLE
from webapp.words import api_problems as words

MIMETYPE = "application/problem+json"
TYPE = "urn:sixfold:problem:"
CODES = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    409: "moved-on",
    410: "over",
    413: "too-large",
    415: "not-json",
    422: "malformed",
    429: "too-many",
    500: "broken",
    503: "unavailable",
}
"""Default codes by status."""
CONFLICTS = frozenset({*ASKABLE, "stale-request", "not-waiting", "agreed-before", "not-standing"})
"""Refusals by how the table stands: the event itself may be right, and is asked for, or asked for anew."""
OF_THE_JSON = frozenset({"unknown-event", "bad-value"})


class Problem(Exception):
    """Error of an API request. `facts` fill in the text of its code; a `message` replaces that text."""

    def __init__(
        self,
        status: int,
        code: str = "",
        /,
        *,
        message: str = "",
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.message, self.facts = status, code or CODES[status], message, facts
        self.headers, self.more = headers or {}, more or {}


def is_api_request() -> bool:
    """Tells whether this request is for the API, also at an unknown address."""
    return request.path.startswith(API)


def answer(problem: Problem) -> Response:
    """Returns the answer for a problem."""
    title, usual = words.problem_text(problem.code, problem.facts)
    members = {"title": title, "message": problem.message or usual, "rule": None, **problem.more}
    return _written(problem.status, problem.code, members, problem.headers)


def refused(refusal: Refusal, names: Sequence[str]) -> Response:
    """Returns the answer for a refused event; faults in the JSON itself come with a detail."""
    if refusal == USED:
        return answer(Problem(422, refusal.code))
    why = refusals.reason(refusal, names)
    return _refused(why.title, why.text, why.rule, error(refusal, None))


def stopped_at(stopped: StoppedAt) -> Response:
    """Returns the answer for a record of which an event is refused, with its place."""
    return _refused(stopped.title, stopped.text, stopped.rule, stopped.found, index=stopped.place)


def _refused(title: str, text: str, rule: str | None, found: Mapping[str, Any], **more: Any) -> Response:
    members = {"title": title, "message": text, "rule": rule, **more}
    members |= {name: found[name] for name in ("at", "cause") if name in found}
    if found["code"] in OF_THE_JSON:
        members["detail"] = found["message"]
    return _written(409 if found["code"] in CONFLICTS else 422, found["code"], members, {})


def choose_language() -> None:
    """Sets the language by the header alone, without the cookie of a browser."""
    g.pop("catalogue", None)
    g.language = request.accept_languages.best_match(LANGUAGES, "en")


def _written(status: int, code: str, members: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    body = {"type": TYPE + code, "status": status, "code": code, "detail": members["message"], **members}
    return Response(json.dumps(body, ensure_ascii=False), status, headers, content_type=MIMETYPE)


def answer_http(error: HTTPException) -> Response:
    """Returns the answer for an HTTP error from outside the API: an unknown address, a long body."""
    choose_language()
    status = 400 if isinstance(error, SecurityError) else error.code or 500
    usual = default_exceptions.get(status, InternalServerError).description
    said = "" if error.description in (None, usual) else str(error.description)
    code = CODES.get(status, CODES[400 if status < 500 else 500])
    made = answer(Problem(status, code, message=said))
    for name, value in error.get_headers():
        if name != "Content-Type":
            made.headers[name] = value
    return made
