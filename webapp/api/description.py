"""OpenAPI 3.1 description: the addresses, what they take, and every answer they give."""

import json
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from webapp.api.problems import MIMETYPE
from webapp.api.schemas import Schema, ref, schemas
from webapp.api.table_json import KEY
from webapp.games.registry import Found, found
from webapp.http.limits import LARGEST_INTEGER, LARGEST_PAGE_NUMBER, LONGEST_IDEMPOTENCY_KEY

OVERVIEW = """\
Tables of card games and their records, for other programs. A token is what one device may do at its tables: it comes
with opening or joining one, goes along as `Authorization: Bearer`, and is shown once. Cookies count for nothing here.
What is closed to a player while a hand lasts is closed here, too."""
WHY = {
    "400": "Not readable: no JSON object, no event, a header out of its form.",
    "401": "No token, or one that nobody has.",
    "403": "The token may not do this here, or waits to be let in.",
    "404": "There is no such table, circle, code or address, or the token has not been let in there.",
    "405": "The address takes no request of this kind.",
    "409": "Something else happened meanwhile; nothing was done.",
    "410": "The invitation was taken or replaced.",
    "413": "The body is too long.",
    "415": "The body is not sent as application/json.",
    "422": "The rules do not take it: `code`, `rule` and `message` say why.",
    "429": "Too many at once, or in a short time; `Retry-After` says when to come again.",
    "503": "The database cannot be used now, or the game of the table is not offered here now; nothing was written.",
}
ID: Schema = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_INTEGER},
}
NUMBER: Schema = {**ID, "name": "number"}
ONCE: Schema = {
    "name": KEY,
    "in": "header",
    "description": "Makes the request count once: sent again with the same body it gets the same answer. Where a table "
    "is opened without a token, it is a secret of 22 characters or more, and counts for a minute.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_IDEMPOTENCY_KEY, "pattern": "^[!-~]+$"},
}
IF_MATCH: Schema = {
    "name": "If-Match",
    "in": "header",
    "description": "The newest event that was seen, as the ETag has it; if another is newer, 409 and no event.",
    "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
}
IF_NONE_MATCH: Schema = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag that is known; if it is the newest still, 304 without a body.",
    "schema": {"type": "string"},
}
ETAG: Schema = {"ETag": {"description": "The newest event.", "schema": {"type": "string"}}}
LOCATION: Schema = {"Location": {"description": "The table.", "schema": {"type": "string"}}}
BEARER: list[dict[str, list[str]]] = [{"bearer": []}]
MAYBE: list[dict[str, list[str]]] = [*BEARER, {}]


def text() -> str:
    """Returns the description as JSON."""
    return _text(found())


@lru_cache(1)
def _text(_games: Found) -> str:
    return json.dumps(described(), ensure_ascii=False)


def described() -> dict[str, Any]:
    """Returns the description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sixfold", "version": _version(), "description": OVERVIEW, "license": {"name": "MIT"}},
        "servers": [{"url": "/api/v1"}],
        "paths": _paths(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _paths() -> dict[str, Any]:
    return {
        "/openapi.json": {"get": _call("description", "This description.", {"200": _json({"type": "object"})})},
        "/tables": {"post": _opening("openTable", "Opens an empty table; its host is who asks.", "NewTable")},
        "/records": {"post": _opening("openRecord", "Opens a table with the whole log of a record.", "Record")},
        "/join": {"post": _joining()},
        "/tables/{id}": {"parameters": [ID], "get": _reading()},
        "/tables/{id}/events": {"parameters": [ID], "post": _entering()},
        "/tables/{id}/record": {"parameters": [ID], "get": _record()},
        "/tables/{id}/stream": {"parameters": [ID], "get": _stream("stream", "The table live.")},
        "/tables/{id}/changes": {"parameters": [ID], "post": _asking()},
        "/tables/{id}/changes/{number}": {"parameters": [ID, NUMBER], "post": _deciding()},
        "/tables/{id}/penalties": {"parameters": [ID], "post": _penalising()},
        "/tables/{id}/penalties/{number}/lift": {"parameters": [ID, NUMBER], "post": _lifting()},
        "/tables/{id}/rulings": {"parameters": [ID], "get": _rulings()},
        "/tables/{id}/rulings/read": {"parameters": [ID], "post": _read()},
        "/evenings": {
            "post": _opening(
                "openEvening", "Opens an evening; its organiser is who asks.", "NewEvening", "OpenedEvening"
            )
        },
        "/evenings/join": {"post": _joining_evening()},
        "/evenings/{id}": {"parameters": [ID], "get": _of_evening("readEvening", "The evening.", "Evening")},
        "/evenings/{id}/lines": {"parameters": [ID], "get": _lines(), "post": _adding("addLine", "NewLine")},
        "/evenings/{id}/rounds": {"parameters": [ID], "post": _adding("seatRound", "NewRound")},
        "/evenings/{id}/standing": {
            "parameters": [ID],
            "get": _of_evening("readStanding", "The standing.", "Standing"),
        },
        "/evenings/{id}/stream": {"parameters": [ID], "get": _stream("streamEvening", "The evening live.")},
        **_of_circles(),
    }


def _of_circles() -> dict[str, Any]:
    joined = {"201": _json(ref("JoinedCircle"))}
    failures = ("400", "401", "404", "410", "413", "415", "429")
    summary = "Lets the caller in at a circle by its code."
    circles = _call("listCircles", "The circles of the token.", {"200": _json(ref("Circles"))}, "401", security=BEARER)
    parts = {
        "": ("readCircle", "The circle, and the player for whom the token stands.", "Circle"),
        "/players": ("readPlayers", "Its players.", "CirclePlayers"),
        "/ratings": ("readRatings", "The ratings of all players as they stand.", "CircleRatings"),
        "/seasons": ("readSeasons", "Its seasons with their standings.", "CircleSeasons"),
        "/own": ("readOwnData", "All that is kept of the player for whom the token stands.", "OwnData"),
    }
    return {
        "/circles": {"get": circles},
        "/circles/join": {
            "post": _call("joinCircle", summary, joined, *failures, body="JoinCircle", security=MAYBE),
        },
        "/circles/{id}/matches": {"parameters": [ID], "get": _matches()},
        **{
            f"/circles/{{id}}{path}": {
                "parameters": [ID],
                "get": _call(name, said, {"200": _json(ref(body))}, "401", "404", security=BEARER),
            }
            for path, (name, said, body) in parts.items()
        },
    }


def _matches() -> Schema:
    summary = "A page of its matches, the newest first; what is not named here correctly counts as not named."
    asked: list[Schema] = [
        {"name": name, "in": "query", "schema": {"type": "string"}}
        for name in ("game", "player", "with", "day", "text")
    ]
    page: Schema = {
        "name": "page",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE_NUMBER},
    }
    answers = {"200": _json(ref("CircleMatches"))}
    return _call("readMatches", summary, answers, "400", "401", "404", parameters=[*asked, page], security=BEARER)


def _opening(name: str, summary: str, body: str, opened: str = "Opened") -> Schema:
    answers = {"201": _json(ref(opened), LOCATION)}
    failures = ("400", "401", "409", "413", "415", "422", "429")
    return _call(name, summary, answers, *failures, body=body, parameters=[ONCE], security=MAYBE)


def _joining() -> Schema:
    answers = {"201": _json(ref("Joined"), LOCATION), "202": _json(ref("Waiting"))}
    failures = ("400", "401", "403", "404", "409", "410", "413", "415", "422", "429")
    summary = "Lets the caller in with a code or a link; 202: the host has to say yes first, then send it again."
    return _call("join", summary, answers, *failures, body="Join", security=MAYBE)


def _reading() -> Schema:
    answers = {"200": _json(ref("Table"), ETAG), "304": {"description": "Nothing is newer.", "headers": ETAG}}
    summary = "The table as the caller may see it."
    return _call("readTable", summary, answers, *_OF_A_TABLE, parameters=[IF_NONE_MATCH], security=BEARER)


def _entering() -> Schema:
    answers, failures = {"201": _json(ref("Made"), ETAG)}, ("400", *_OF_A_TABLE, "409", "413", "415", "422", "429")
    summary = "Makes an event; without a key each request is a new one."
    return _call("enter", summary, answers, *failures, body="Event", parameters=[ONCE, IF_MATCH], security=BEARER)


def _record() -> Schema:
    answers = {"200": _json(ref("Record"))}
    summary = "The record as the caller may read it: up to the hand under way where something in it is closed."
    return _call("readRecord", summary, answers, *_OF_A_TABLE, security=BEARER)


def _stream(name: str, summary: str) -> Schema:
    events = {
        "description": "`id:` the newest event or line, `data:` what a GET answers, now and after each change, until "
        "the token may look no more.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
    return _call(name, summary, {"200": events}, *_OF_A_TABLE, "429", security=BEARER)


def _asking() -> Schema:
    summary = "Asks for an event that the table does not take without leave: of the referee, else of all sides."
    failures = ("400", *_OF_A_TABLE, "409", "413", "415", "422", "429")
    return _call("askForChange", summary, {"201": _json(ref("Asked"))}, *failures, body="Ask", security=BEARER)


def _deciding() -> Schema:
    summary = "The referee allows or refuses it, a side agrees, or who asked takes it back."
    failures = ("400", *_OF_A_TABLE, "409", "413", "415", "422", "429")
    answers = {"200": _json(ref("ChangeRequest"))}
    return _call("decideOnChange", summary, answers, *failures, body="Answer", security=BEARER)


def _penalising() -> Schema:
    summary = "The referee gives a penalty; its points, if it costs any, are adjusted in the same entry."
    failures = ("400", *_OF_A_TABLE, "409", "413", "415", "422", "429")
    answers = {"201": _json(ref("Penalty"))}
    return _call("givePenalty", summary, answers, *failures, body="NewPenalty", security=BEARER)


def _lifting() -> Schema:
    summary = "The referee lifts a penalty and gives its points back; it stays in the list."
    failures = ("400", *_OF_A_TABLE, "409", "413", "415", "422", "429")
    return _call("liftPenalty", summary, {"200": _json(ref("Penalty"))}, *failures, body="Lift", security=BEARER)


def _rulings() -> Schema:
    summary = "What was ruled, adjusted or given as a penalty, the newest first; nothing leaves this list."
    return _call("readRulings", summary, {"200": _json(ref("Rulings"))}, *_OF_A_TABLE, security=BEARER)


def _read() -> Schema:
    summary = "Notes that the caller has read them so far: what is newer is told as new. Who only watches may not."
    failures = ("400", *_OF_A_TABLE, "413", "415")
    return _call("markRead", summary, {"200": _json(ref("Rulings"))}, *failures, body="Read", security=BEARER)


def _joining_evening() -> Schema:
    summary = "Lets the caller in at an evening by the code of its check-in: as somebody on the list, new, or to watch."
    failures = ("400", "401", "403", "404", "409", "413", "415", "422", "429")
    return _call(
        "joinEvening", summary, {"201": _json(ref("JoinedEvening"))}, *failures, body="JoinEvening", security=MAYBE
    )


def _of_evening(name: str, summary: str, body: str) -> Schema:
    return _call(name, summary, {"200": _json(ref(body))}, "401", "404", security=BEARER)


def _lines() -> Schema:
    summary = "What happened at the evening, to those who run it and to its referees."
    after: Schema = {"name": "after", "in": "query", "schema": {"type": "integer", "minimum": 0}}
    answers = {"200": _json(ref("Lines"))}
    return _call("readLines", summary, answers, "400", *_OF_A_TABLE, parameters=[after], security=BEARER)


def _adding(name: str, body: str) -> Schema:
    summary = {"addLine": "Adds a line: who may add which is docs/api.md's.", "seatRound": "Seats the next round."}
    failures = ("400", *_OF_A_TABLE, "409", "413", "415", "422")
    answers = {"201": _json(ref("Evening"))}
    return _call(name, summary[name], answers, *failures, body=body, parameters=[ONCE], security=BEARER)


_OF_A_TABLE = ("401", "403", "404")


def _call(
    name: str,
    summary: str,
    answers: Schema,
    *failures: str,
    body: str = "",
    parameters: list[Schema] | None = None,
    security: list[dict[str, list[str]]] | None = None,
) -> Schema:
    call: Schema = {"operationId": name, "summary": summary, "security": security or []}
    if parameters:
        call["parameters"] = parameters
    if body:
        call["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(body)}}}
    problems = {status: _problem(status) for status in sorted({*failures, "405", "503"})}
    return call | {"responses": answers | problems}


def _json(schema: Schema, headers: Schema | None = None) -> Schema:
    answer: Schema = {"description": "Done.", "content": {"application/json": {"schema": schema}}}
    return answer | {"headers": headers} if headers else answer


def _problem(status: str) -> Schema:
    return {"description": WHY[status], "content": {MIMETYPE: {"schema": ref("Problem")}}}


def _version() -> str:
    try:
        return version("sixfold")
    except PackageNotFoundError:
        return "0"
