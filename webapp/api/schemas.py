"""JSON Schemas of records, events, penalties and answers."""

import inspect
from typing import Any

import msgspec

from rules_core import record
from rules_core.events import Amend, Event, Undo
from rules_core.game import Game
from rules_core.games import GAMES
from webapp.api.evening_description import circle_schemas, evening_schemas
from webapp.history.records.beside_reader import Beside
from webapp.http.limits import (
    LARGEST_INTEGER,
    LONGEST_NAME,
    LONGEST_REASON,
    LONGEST_RULING_CODE,
    LONGEST_TITLE,
)
from webapp.store.roles import Role
from webapp.table.penalties import LADDER

Schema = dict[str, Any]

_REASON: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_REASON}
_GIVEN: Schema = {
    "seat": {"type": "integer", "minimum": 0},
    "step": {"enum": [str(step) for step in LADDER]},
    "reason": _REASON,
    "rule": {"type": "string", "maxLength": LONGEST_RULING_CODE},
    "points": {"type": "array", "items": {"type": "integer"}},
}
_TOLD: Schema = {"number": {"type": "integer", "minimum": 1}, **_GIVEN, "lifted": {"type": "string"}}

PENALTIES: Schema = {
    "NewPenalty": {
        "type": "object",
        "description": "A penalty of the player on a seat; `points`, a number a side, only for “points” and “hand”.",
        "required": ["seat", "step", "reason"],
        "properties": _GIVEN,
    },
    "Penalty": {
        "type": "object",
        "description": "A penalty; `lifted` is why it was lifted, else empty.",
        "required": list(_TOLD),
        "properties": _TOLD,
    },
    "Lift": {
        "type": "object",
        "description": "Why a penalty is lifted.",
        "required": ["reason"],
        "properties": {"reason": _REASON},
    },
}


REF = "#/components/schemas/{name}"
INTEGERS: Schema = {"type": "array", "items": {"type": "integer"}}


def ref(name: str) -> Schema:
    """Returns a reference to a shape."""
    return {"$ref": REF.format(name=name)}


def schemas() -> Schema:
    """Returns every shape by its name."""
    found: Schema = _of_structs() | {name: _plain(_beside()[name]) for name in ("Line", "Signed")}
    for game in GAMES.values():
        found |= _of_game(game)
    names = [_pascal(name) for name in GAMES]
    return found | {
        "Event": _any_of("An event of one of the games.", [ref(f"{name}Event") for name in names]),
        "NewTable": _any_of("A record without events.", [ref(f"{name}Table") for name in names]),
        "Record": _any_of("A record of one of the games.", [ref(f"{name}Record") for name in names]),
        **_answers(),
        "Result": _result(),
    }


def _structs() -> list[type[Event]]:
    found: set[type[Event]] = {Undo, Amend, *(struct for game in GAMES.values() for struct in game.events.values())}
    return sorted(found, key=lambda struct: (struct.__name__, struct.__module__))


def _of_structs() -> Schema:
    """The shapes of all events and options; their names are those of the rules."""
    _, shapes = msgspec.json.schema_components(_structs(), ref_template=REF)
    for name, game in GAMES.items():
        (named,), found = msgspec.json.schema_components([game.options], ref_template=REF)
        options = found.pop(named["$ref"].removeprefix(REF.format(name="")))
        shapes |= found | {f"{_pascal(name)}Options": options | {"additionalProperties": False}}
    return {name: _plain(schema) for name, schema in shapes.items()}


def _of_game(game: Game[Any]) -> Schema:
    name, structs = _pascal(game.name), _structs()
    refs, _shapes = msgspec.json.schema_components(structs, ref_template=REF)
    taken = {*game.events.values(), Undo, Amend}
    events = [shape for struct, shape in zip(structs, refs, strict=True) if struct in taken]
    header = _header(game)
    beside = {"title": {"type": "string", "maxLength": LONGEST_TITLE}, "events": {"type": "array", "maxItems": 0}}
    table = {**header, "properties": {**header["properties"], **beside}}
    log = {"type": "array", "items": ref(f"{name}Event"), "maxItems": record.MAX_EVENTS}
    said = {name: _optional(schema) for name, schema in _beside()["Beside"]["properties"].items()}
    return {
        f"{name}Event": _any_of(f"An event of {game.name}.", events),
        f"{name}Table": table,
        f"{name}Record": {**header, "properties": {**header["properties"], **said, "events": log}},
    }


def _beside() -> Schema:
    return dict(msgspec.json.schema_components([Beside], ref_template=REF)[1])


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


def _plain(schema: Schema) -> Schema:
    return schema | {"description": inspect.cleandoc(schema.get("description", ""))}


def _optional(schema: Schema) -> Schema:
    return {name: part for name, part in schema.items() if name != "default"}


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _object(description: str, properties: Schema, *optional: str) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "description": description, "required": required, "properties": properties}


_ID: Schema = {"type": "integer", "minimum": 1, "description": "The number of the table."}
_SEQ: Schema = {"type": "integer", "minimum": 0, "description": "How many events the log of the table has."}
_CODE: Schema = {"type": "string", "description": "The code with which others join to play."}
_TOKEN: Schema = {"type": "string", "description": "The bearer token; whoever has it has the grant."}
_ROLES = (Role.HOST, Role.PLAYER, Role.SCOREKEEPER, Role.REFEREE, Role.WATCHER)
_HAND: Schema = {"type": "object", "required": ["points"], "properties": {"points": INTEGERS}}
_INFRACTION = _object(
    "A breach of the rules that is proven: the play `event` broke the duty `code`, `proof` brought it to light.",
    {
        "code": {"type": "string"},
        "seat": {"type": "integer"},
        "event": {"type": "integer"},
        "proof": {"type": "integer"},
        "rule": {"type": "string"},
    },
)


_READ = _object(
    "How far it was read: within so many events of the log and lines of the desk.",
    {name: {"type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER} for name in ("events", "lines")},
)
_RULED = _object(
    "A ruling, an adjustment, a penalty, or what became of one, in the language that was asked for. `points` are those "
    "of each side, none where it cost none; `ended` says why it no longer holds; `new`: the caller has not read it.",
    {
        **{name: {"type": "string"} for name in ("id", "title", "text", "by", "at", "ended", "source")},
        "points": INTEGERS,
        "rule": {"type": ["string", "null"]},
        "new": {"type": "boolean"},
    },
)


_CHANGE: Schema = _object(
    "A change that waits for the referee or for all sides: of `agreed` the sides that agree so far.",
    {
        "number": _SEQ,
        "by": {"type": "string"},
        "reason": {"type": "string"},
        "events": {"type": "array", "items": {"type": "string"}},
        "state": {"enum": ["waiting", "allowed", "denied", "agreed", "dropped"]},
        "agreed": INTEGERS,
        "answer": {"type": "string"},
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
        "hands": {"type": "array", "items": _HAND},
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


def _answers() -> Schema:
    return {
        "Infraction": _INFRACTION,
        "Table": _object(
            "A table as this viewer may see it.",
            {
                "id": _ID,
                "seq": _SEQ,
                "title": {"type": "string"},
                "game": {"enum": list(GAMES)},
                "players": {"type": "array", "items": {"type": "string"}},
                "options": {"type": "object"},
                "result": ref("Result"),
                "changes": {"type": "array", "items": ref("ChangeRequest")},
            },
        ),
        "Ask": _object(
            "An event that the table does not take without leave, and why.",
            {"event": ref("Event"), "reason": {"type": "string"}},
            "reason",
        ),
        "Asked": _object("The change waits, by this number.", {"number": _SEQ}),
        "Answer": _object(
            "What is decided; `side`, by default the own one, only for “agree”.",
            {
                "answer": {"enum": ["allow", "refuse", "agree", "withdraw"]},
                "side": {"type": "integer", "minimum": 0},
                "reason": {"type": "string"},
            },
            "side",
            "reason",
        ),
        "ChangeRequest": _CHANGE,
        **PENALTIES,
        **circle_schemas(),
        **evening_schemas(),
        "Read": _READ,
        "Rulings": _object(
            "What was decided at the table, the newest first. `read` is what to send once it was read.",
            {"read": ref("Read"), "unread": _SEQ, "rulings": {"type": "array", "items": ref("Ruled")}},
        ),
        "Ruled": _RULED,
        "Opened": _object("A new table.", {"id": _ID, "code": _CODE, "seq": _SEQ, "token": _TOKEN}),
        "Made": _object("The event stands in the log.", {"seq": _SEQ, "result": ref("Result")}),
        "Join": _object(
            "A code, or the link of a share page; where there is a choice, `as` a seat, to watch or to keep the score.",
            {
                "code": {"type": "string", "minLength": 1, "maxLength": 200},
                "as": {
                    "anyOf": [
                        {
                            "type": "integer",
                            "minimum": 0,
                            "maximum": max(max(game.players) for game in GAMES.values()) - 1,
                        },
                        {"enum": ["watch", "keep"]},
                    ]
                },
                "name": {"type": "string", "description": "How a referee signs."},
            },
            "as",
            "name",
        ),
        "Joined": _object(
            "What the token may do at this table.",
            {
                "id": _ID,
                "role": {"enum": list(_ROLES)},
                "seat": {"type": ["integer", "null"]},
                "token": _TOKEN,
            },
        ),
        "Waiting": _object(
            "The host has to say yes. `word` is what the host sees, so that both mean the same phone.",
            {
                "id": _ID,
                "role": {"type": "null"},
                "seat": {"type": ["integer", "null"]},
                "token": _TOKEN,
                "word": {"type": "string"},
            },
        ),
        "Problem": _object(
            "Why it was not done (RFC 9457). `code` and `rule` are those of the record; `message` is for people.",
            {
                "type": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "integer"},
                "detail": {"type": "string"},
                "code": {"type": "string"},
                "rule": {"type": ["string", "null"]},
                "message": {"type": "string"},
                "index": {"type": ["integer", "null"], "description": "The event of a record that does not fold."},
                "at": {"type": "integer", "description": "The event that an amendment breaks."},
                "cause": {"type": "string", "description": "Its own code."},
                "seq": {**_SEQ, "description": "The newest event, where the table moved on."},
            },
            "index",
            "at",
            "cause",
            "seq",
        ),
    }
