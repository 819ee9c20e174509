"""Addresses for programs, each declared once with its body and answers: routes, validation and openapi.json follow."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

import msgspec
from flask import Blueprint
from msgspec import Meta, Struct

from webapp.api import problems
from webapp.api.bodies import KEY, body_object
from webapp.api.problems import Problem
from webapp.http.limits import LARGEST_INTEGER, LONGEST_IDEMPOTENCY_KEY
from webapp.http.security import API

Schema = dict[str, Any]
V = TypeVar("V", bound=Callable[..., Any])
B = TypeVar("B", bound="Body")
REF = "#/components/schemas/{name}"
PREFIX = f"{API}v1"
TABLE = "/tables/<int:table_id>"


def ref(name: str) -> Schema:
    """Returns a reference to a shape."""
    return {"$ref": REF.format(name=name)}


Event = Annotated[dict[str, Any], Meta(extra_json_schema=ref("Event"))]
NewTable = Annotated[dict[str, Any], Meta(extra_json_schema=ref("NewTable"))]
Record = Annotated[dict[str, Any], Meta(extra_json_schema=ref("Record"))]
Result = Annotated[dict[str, Any], Meta(extra_json_schema=ref("Result"))]
Line = Annotated[dict[str, Any], Meta(extra_json_schema=ref("Line"))]
NewLine = Annotated[dict[str, Any], Meta(extra_json_schema=ref("NewLine"))]
GameName = Annotated[str, Meta(extra_json_schema=ref("GameName"))]
TableRole = Annotated[str, Meta(extra_json_schema=ref("Role"))]
EveningRole = Annotated[str, Meta(extra_json_schema=ref("EveningRole"))]
"""Filled in from the games, the lines and the roles (webapp/api/description.py)."""
Id = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
Seq = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Code = Annotated[str, Meta(description="The code with which others join to play.")]
Token = Annotated[str, Meta(description="The bearer token; whoever has it has the grant.")]


class Body(Struct, frozen=True):
    """The body of a request; `problem` is the code for an invalid one."""

    problem: ClassVar[str] = "bad-request"


def body(kind: type[B]) -> B:
    """Returns the body of this request. Raises `Problem` 400, 413 or 415."""
    try:
        return msgspec.convert(body_object(), kind)
    except msgspec.ValidationError:
        raise Problem(400, kind.problem) from None


def body_in(raw: bytes, kind: type[B]) -> B:
    """Returns a body that was read beforehand. Raises `Problem` 400."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Problem(400) from None


def _header(name: str, description: str, **schema: Any) -> Schema:
    return {"name": name, "in": "header", "description": description, "schema": {"type": "string", **schema}}


ONCE = _header(
    KEY,
    "Makes the request count once: sent again with the same body it gets the same answer. Where a table or an evening "
    "is opened without a token, it is a secret of 22 characters or more, and counts for a minute.",
    minLength=1,
    maxLength=LONGEST_IDEMPOTENCY_KEY,
    pattern="^[!-~]+$",
)
IF_MATCH = _header(
    "If-Match",
    "The newest event that was seen, as the ETag has it; if another is newer, 409 and no event.",
    pattern='^"[0-9]{1,9}"$',
)
IF_NONE_MATCH = _header("If-None-Match", "The ETag that is known; if it is the newest still, 304 without a body.")
ETAG: Schema = {"ETag": {"description": "The newest event.", "schema": {"type": "string"}}}
LOCATION: Schema = {"Location": {"description": "The table.", "schema": {"type": "string"}}}


def asked(name: str, **schema: Any) -> Schema:
    """Returns the description of a parameter in the query."""
    return {"name": name, "in": "query", "schema": schema}


class WithHeaders(NamedTuple):
    """An answer that comes with headers; of no `body` the headers are all."""

    body: Any
    headers: Schema


class Events:
    """A streaming answer: server-sent events."""


class Zip:
    """An answer that is a zip file."""


class Endpoint(NamedTuple):
    """An address with a method: its body, its answers by status, the statuses of its failures."""

    method: str
    path: str
    name: str
    summary: str
    takes: Any
    gives: Mapping[int, Any]
    fails: frozenset[int]
    parameters: Sequence[Schema]
    needs_token: bool | None


ENDPOINTS: list[Endpoint] = []


class ApiBlueprint(Blueprint):
    """Addresses of the API."""

    def __init__(self, name: str, module: str) -> None:
        """`module` is the one that declares it."""
        super().__init__(name, module, url_prefix=PREFIX)
        self.before_request(problems.choose_language)
        self.register_error_handler(Problem, problems.answer)

    def address(
        self,
        method_and_path: str,
        name: str,
        gives: Mapping[int, Any],
        takes: Any = None,
        *,
        once: bool = False,
        asks: Sequence[Schema] = (),
        fails: Sequence[int] = (),
        needs_token: bool | None = True,
    ) -> Callable[[V], V]:
        """Adds an address: its method and path; its summary is the docstring of the view.

        What may go wrong follows from whether it names something, takes a body, needs a token; `fails` is what else.
        `once`: it takes a key. `needs_token`: None where one may come along, False where none is looked at.
        """
        method, path = method_and_path.split()
        usual = [405, 503] + [401] * (needs_token is not False) + [403, 404] * ("<" in path)
        usual += [] if takes is None else [400, 409, 413, 415, 422, 429]

        def added(view: V) -> V:
            summary = (view.__doc__ or "").partition("\n")[0]
            failing, parameters = frozenset({*usual, *fails}), [ONCE] * once + [*asks]
            ENDPOINTS.append(Endpoint(method, path, name, summary, takes, gives, failing, parameters, needs_token))
            self.add_url_rule(path, view.__name__, view, methods=[method])
            return view

        return added
