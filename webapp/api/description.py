"""OpenAPI 3.1 description, made from `ENDPOINTS` and the types of bodies: addresses, bodies, answers."""

import inspect
import json
import re
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any, Union

import msgspec
from flask import Response, redirect, url_for
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from werkzeug.wrappers import Response as AnyResponse

from rules_core import record
from rules_core.events import Amend, Undo
from rules_core.game import Game
from rules_core.games import GAMES
from webapp.access.new_tables import CHOICES
from webapp.api.endpoints import ENDPOINTS, REF, ApiBlueprint, Endpoint, Events, Id, Schema, Seq, WithHeaders, Zip, ref
from webapp.api.evening_json import EveningLine
from webapp.api.problems import MIMETYPE, codes
from webapp.evening.lines import KINDS, Line
from webapp.games.registry import Found, found
from webapp.history.records.metadata import Metadata
from webapp.http.limits import LONGEST_NAME, LONGEST_TITLE
from webapp.store.roles import ROLES, Scope

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
INTEGERS: Schema = {"type": "array", "items": {"type": "integer"}}
bp = ApiBlueprint("api_description", __name__)


@bp.address("GET /", "index", {302: None}, needs_token=False)
def index() -> AnyResponse:
    """Leads to the description."""
    return redirect(url_for("api_description.openapi"))


class Problem(Struct):
    """Why it was not done (RFC 9457). `code` and `rule` are those of the record; `message` is for people."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Meta(extra_json_schema=ref("ProblemCode"))]
    rule: str | None
    message: str
    index: Annotated[int | None, Meta(description="The event of a record that does not fold.")] | UnsetType = UNSET
    at: Annotated[int, Meta(description="The event that an amendment breaks.")] | UnsetType = UNSET
    cause: Annotated[str, Meta(description="Its own code.")] | UnsetType = UNSET
    seq: Annotated[Seq, Meta(description="The newest event, where the table moved on.")] | UnsetType = UNSET
    seat: Annotated[int, Meta(description="The place of the name that is not taken.")] | UnsetType = UNSET
    word: Annotated[str, Meta(description="Identifies a device that waits to the host.")] | UnsetType = UNSET


@bp.address("GET /openapi.json", "description", {200: dict[str, Any]}, needs_token=False)
def openapi() -> Response:
    """This description."""
    return Response(_text(found()), content_type="application/json")


@lru_cache(1)
def _text(_games: Found) -> str:
    return json.dumps(described(), ensure_ascii=False)


def described() -> dict[str, Any]:
    endpoints = [endpoint for endpoint in ENDPOINTS if endpoint.path != "/"]
    kinds = [kind for endpoint in endpoints for kind in _kinds(endpoint)]
    schemas, parts = components([*kinds, Problem, EveningLine, Id])
    known, identity = dict(zip(map(repr, kinds), schemas, strict=False)), schemas[-1]
    paths: Schema = {}
    for endpoint in endpoints:
        path = paths.setdefault(address := path_of(endpoint.path), {})
        if names := re.findall("{([a-z]+)}", address):
            path["parameters"] = [{"name": it, "in": "path", "required": True, "schema": identity} for it in names]
        path[endpoint.method.lower()] = _described(endpoint, known)
    more = shapes()
    assert all(parts[name] == more[name] for name in parts.keys() & more.keys())  # else one would hide the other
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sixfold", "version": _version(), "description": OVERVIEW, "license": {"name": "MIT"}},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": parts | more,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def path_of(address: str) -> str:
    """Returns the path of an address: its own thing is the `id`, one of another kind that it names bears its kind.

    >>> path_of("/evenings/<int:evening_id>/changes/<int:table_id>/<int:number>")
    '/evenings/{id}/changes/{table}/{number}'
    """
    own = re.sub("<int:[a-z]+_id>", "{id}", address, count=1)
    return re.sub("<int:([a-z]+?)(?:_id)?>", r"{\1}", own)


def _kinds(endpoint: Endpoint) -> list[Any]:
    bodies = [one.body if isinstance(one, WithHeaders) else one for one in endpoint.gives.values()]
    return [kind for kind in (endpoint.takes, *bodies) if kind is not None and kind not in (Events, Zip)]


def _described(endpoint: Endpoint, known: dict[str, Schema]) -> Schema:
    security: list[Schema] = {True: [{"bearer": []}], None: [{"bearer": []}, {}], False: []}[endpoint.needs_token]
    found: Schema = {"operationId": endpoint.name, "summary": endpoint.summary, "security": security}
    if endpoint.parameters:
        found["parameters"] = [*endpoint.parameters]
    if endpoint.takes is not None:
        schema = known[repr(endpoint.takes)]
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    answers = {str(status): _answer(status, one, known) for status, one in endpoint.gives.items()}
    return found | {"responses": answers | {str(status): _problem(status) for status in sorted(endpoint.fails)}}


def _answer(status: int, given: Any, known: dict[str, Schema]) -> Schema:
    if given is Events:
        return _STREAM
    if given is Zip:
        return {"description": "The file.", "content": {"application/zip": {"schema": {"type": "string"}}}}
    told = given if isinstance(given, WithHeaders) else WithHeaders(given, {})
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


def components(kinds: list[Any], prefix: str = "") -> tuple[list[Schema], Schema]:
    """Returns the schemas of these types, and the shapes that they refer to, whose names begin with `prefix`."""
    found, shapes = msgspec.json.schema_components(kinds, ref_template=REF.format(name=prefix + "{name}"))
    plain: Any = json.loads(msgspec.json.encode((found, shapes)), object_hook=_portable)  # defaults are tuples
    return plain[0], {prefix + name: _told(shape) for name, shape in plain[1].items()}


def _portable(shape: Schema) -> Schema:
    """Leaves out what generators of clients stumble over, and what is said beside it.

    A title is taken for the name of a type, though several games have one of it; `maxItems` says that nothing follows.
    """
    is_title = isinstance(shape.get("title"), str)
    left_out = {"title"} if is_title else {"items"} if shape.get("items") is False else set()
    return {name: said for name, said in shape.items() if name not in left_out}


def _told(shape: Schema) -> Schema:
    return shape | {"description": inspect.cleandoc(shape.get("description", ""))}


def shapes() -> Schema:
    """Returns the shapes by name. Those of a game bear its name: no other game renames them."""
    (line,), lines = components([Union[tuple(_kinds_of_lines(alone=True))]])  # noqa: UP007
    (of_server,), others = components([Union[tuple(_kinds_of_lines(alone=False))]], "Server")  # noqa: UP007
    _, parts = components([Metadata], "Record")  # a line of an evening is `Signed`, too
    metadata = parts.pop("RecordMetadata")["properties"]
    found = lines | others | parts
    for game in GAMES.values():
        found |= _of_game(game, metadata)
    names = [_pascal(name) for name in GAMES]
    return found | {
        "GameName": {"enum": list(GAMES), "description": "A game that is offered here."},
        "Role": {"enum": [*ROLES[Scope.TABLE]], "description": "What a device is at a table."},
        "EveningRole": {"enum": [*ROLES[Scope.EVENING]], "description": "What a device is at an evening."},
        "Event": _any_of("An event of one of the games.", [ref(f"{name}Event") for name in names]),
        "NewTable": _any_of("A record without events.", [ref(f"{name}Table") for name in names]),
        "Record": _any_of("A record of one of the games.", [ref(f"{name}Record") for name in names]),
        "NewLine": line | {"description": "A line of an evening that a program adds; its `type` says which."},
        "Line": {
            "description": "A line of an evening, also one that the server adds.",
            "allOf": [ref("EveningLine"), {"anyOf": [line, of_server]}],
        },
        "ProblemCode": {"enum": codes(), "description": "Why it was not done; those of refusals are the record's."},
        "Result": _result(),
        "Infraction": _INFRACTION,
    }


def _kinds_of_lines(*, alone: bool) -> list[type[Line]]:
    """Returns the kinds of lines that programs add, or those that the server adds."""
    return [kind for kind in KINDS.values() if kind.alone == alone]


def _of_game(game: Game[Any], metadata: Schema) -> Schema:
    name = _pascal(game.name)
    events, shapes = components([*game.events.values(), Undo, Amend], name)
    (options,), more = components([game.options], name)
    own = more.pop(options["$ref"].rpartition("/")[2])
    header = _header(game)
    more_fields = {
        "title": {"type": "string", "maxLength": LONGEST_TITLE},
        **{choice: {"enum": [*answers]} for choice, answers in CHOICES.items()},
        "events": {"type": "array", "items": ref(f"{name}Event"), "maxItems": 0},
    }
    _, parts = components([defstruct("FinishedHand", [*game.hand_told.items()])], name)
    log = {"type": "array", "items": ref(f"{name}Event"), "maxItems": record.MAX_EVENTS}
    said = {key: {part: it for part, it in schema.items() if part != "default"} for key, schema in metadata.items()}
    return {
        **shapes,
        **more,
        **parts,
        f"{name}Options": own | {"additionalProperties": False},
        f"{name}Event": _any_of(f"An event of {game.name}.", events),
        f"{name}Table": {**header, "properties": {**header["properties"], **more_fields}},
        f"{name}Record": {**header, "properties": {**header["properties"], **said, "events": log}},
    }


def _header(game: Game[Any]) -> Schema:
    players = {
        "type": "array",
        "items": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
        "minItems": min(game.players),
        "maxItems": max(game.players),
        "uniqueItems": True,
        "description": f"Clockwise; {', '.join(map(str, game.players))} of them. The place of a name is its seat.",
    }
    return {
        "type": "object",
        "required": ["format", "game", "players"],
        "properties": {
            "format": {"const": record.FORMAT},
            "edition": {"const": record.EDITION},
            "game": {"const": game.name},
            "players": players,
            "options": ref(f"{_pascal(game.name)}Options"),
        },
    }


def _any_of(description: str, shapes: list[Schema]) -> Schema:
    return {"description": description, "anyOf": shapes}


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _object(description: str, properties: Schema, *optional: str) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": description, "required": required, "properties": properties}


_INFRACTION = _object(
    "A breach of the rules that is proven: the play `event` broke the duty `code`, `proof` brought it to light.",
    {
        **{name: {"type": "string"} for name in ("code", "rule")},
        **{name: {"type": "integer"} for name in ("seat", "event", "proof")},
    },
)


def _result() -> Schema:
    """How a table stands; each game adds its own, as it is in a match that has just begun."""
    shared: Schema = {
        "accepted": {"type": "integer", "minimum": 0},
        "error": {"type": "null"},
        "phase": {"type": "string"},
        "to_act": INTEGERS,
        "scores": INTEGERS,
        "hands": {"type": "array", "items": {"anyOf": [ref(f"{_pascal(name)}FinishedHand") for name in GAMES]}},
        "infractions": {"type": "array", "items": ref("Infraction")},
        "contradiction": {"type": ["object", "null"]},
        "finished": {"type": "boolean"},
        "winners": INTEGERS,
    }
    begun = [game.summary(game.start(min(game.players), game.options())) for game in GAMES.values()]
    own = {name: _shape(value) for summary in begun for name, value in summary.items() if name not in shared}
    return _object("How the table stands, as this viewer may see it; each game adds its own.", shared | own, *own)


def _shape(value: Any) -> Schema:
    """The shape of which a value is an example: of a list that of its first item, of an object no more than that."""
    match value:
        case bool() | None:
            return {}
        case int():
            return {"type": "integer"}
        case str():
            return {"type": "string"}
        case [first, *_others]:
            return {"type": "array", "items": _shape(first)}
        case list():
            return {"type": "array"}
    return {"type": "object"}
