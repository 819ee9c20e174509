"""OpenAPI 3.1 description: the addresses, what they take, and every answer they give; made from `CALLS`."""

import json
import re
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

from flask import Response, redirect, url_for
from msgspec import UNSET, Meta, Struct, UnsetType
from werkzeug.wrappers import Response as AnyResponse

from webapp.api.calls import CALLS, Call, Events, Id, Programs, Schema, Seq, Told, ref
from webapp.api.problems import MIMETYPE
from webapp.api.shapes import components, shapes
from webapp.games.registry import Found, found

OVERVIEW = """\
Tables of card games and their records, for other programs. A token is what one device may do at its tables: it comes
with opening or joining one, goes along as `Authorization: Bearer`, and is shown once. Cookies count for nothing here.
What is closed to a player while a hand lasts is closed here, too."""
WHY = {
    304: "Nothing is newer.",
    400: "Not readable: no JSON object, no event, a header out of its form.",
    401: "No token, or one that nobody has.",
    403: "The token may not do this here, or waits to be let in.",
    404: "There is no such table, circle, code or address, or the token has not been let in there.",
    405: "The address takes no request of this kind.",
    409: "Something else happened meanwhile; nothing was done.",
    410: "The invitation was taken or replaced.",
    413: "The body is too long.",
    415: "The body is not sent as application/json.",
    422: "The rules do not take it: `code`, `rule` and `message` say why.",
    429: "Too many at once, or in a short time; `Retry-After` says when to come again.",
    503: "The database cannot be used now, or the game of the table is not offered here now; nothing was written.",
}
_STREAM: Schema = {
    "description": "`id:` the newest event or line, `data:` what a GET answers, now and after each change, until "
    "the token may look no more.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}
_ARGUMENT = re.compile("<int:(?:[a-z]+_)?([a-z]+)>")


class Problem(Struct):
    """Why it was not done (RFC 9457). `code` and `rule` are those of the record; `message` is for people."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | None
    message: str
    index: Annotated[int | None, Meta(description="The event of a record that does not fold.")] | UnsetType = UNSET
    at: Annotated[int, Meta(description="The event that an amendment breaks.")] | UnsetType = UNSET
    cause: Annotated[str, Meta(description="Its own code.")] | UnsetType = UNSET
    seq: Annotated[Seq, Meta(description="The newest event, where the table moved on.")] | UnsetType = UNSET


bp = Programs("api_description", __name__)


@bp.call("GET /", "index", {302: None}, needs_token=False)
def index() -> AnyResponse:
    """Leads to the description."""
    return redirect(url_for("api_description.openapi"))


@bp.call("GET /openapi.json", "description", {200: dict[str, Any]}, needs_token=False)
def openapi() -> Response:
    """This description."""
    return Response(_text(found()), content_type="application/json")


@lru_cache(1)
def _text(_games: Found) -> str:
    return json.dumps(described(), ensure_ascii=False)


def described() -> dict[str, Any]:
    """Returns the description."""
    calls = [call for call in CALLS if call.path != "/"]
    kinds = [kind for call in calls for kind in _kinds(call)]
    schemas, parts = components([*kinds, Problem, Id])
    known, identity = dict(zip(map(repr, kinds), schemas, strict=False)), schemas[-1]
    paths: Schema = {}
    for call in calls:
        path = paths.setdefault(_ARGUMENT.sub(r"{\1}", call.path), {})
        if names := _ARGUMENT.findall(call.path):
            path["parameters"] = [{"name": it, "in": "path", "required": True, "schema": identity} for it in names]
        path[call.method.lower()] = _described(call, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sixfold", "version": _version(), "description": OVERVIEW, "license": {"name": "MIT"}},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": parts | shapes(),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _kinds(call: Call) -> list[Any]:
    bodies = [one.body if isinstance(one, Told) else one for one in call.gives.values()]
    return [kind for kind in (call.takes, *bodies) if kind is not None and kind is not Events]


def _described(call: Call, known: dict[str, Schema]) -> Schema:
    security: list[Schema] = {True: [{"bearer": []}], None: [{"bearer": []}, {}], False: []}[call.needs_token]
    found: Schema = {"operationId": call.name, "summary": call.summary, "security": security}
    if call.parameters:
        found["parameters"] = [*call.parameters]
    if call.takes is not None:
        schema = known[repr(call.takes)]
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    answers = {str(status): _answer(status, one, known) for status, one in call.gives.items()}
    return found | {"responses": answers | {str(status): _problem(status) for status in sorted(call.fails)}}


def _answer(status: int, given: Any, known: dict[str, Schema]) -> Schema:
    if given is Events:
        return _STREAM
    told = given if isinstance(given, Told) else Told(given, {})
    answer: Schema = {"description": WHY.get(status, "Done.")}
    if told.body is not None:
        answer["content"] = {"application/json": {"schema": known[repr(told.body)]}}
    return answer | ({"headers": told.headers} if told.headers else {})


def _problem(status: int) -> Schema:
    return {"description": WHY[status], "content": {MIMETYPE: {"schema": ref("Problem")}}}


def _version() -> str:
    try:
        return version("sixfold")
    except PackageNotFoundError:
        return "0"
