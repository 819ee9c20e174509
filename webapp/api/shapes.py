"""JSON Schemas of what follows from the games and the kinds of lines: events, records, results."""

import inspect
import json
from typing import Any, Union

import msgspec

from rules_core import record
from rules_core.events import Amend, Undo
from rules_core.game import Game
from rules_core.games import GAMES
from webapp.api.calls import REF, Schema, ref
from webapp.evening.lines import KINDS
from webapp.history.records.beside_reader import Beside
from webapp.http.limits import LONGEST_NAME, LONGEST_TITLE
from webapp.store.roles import ROLES, Scope

INTEGERS: Schema = {"type": "array", "items": {"type": "integer"}}


def components(kinds: list[Any], prefix: str = "") -> tuple[list[Schema], Schema]:
    """Returns the schemas of these types, and the shapes that they refer to, whose names begin with `prefix`."""
    found, shapes = msgspec.json.schema_components(kinds, ref_template=REF.format(name=prefix + "{name}"))
    plain: Any = json.loads(msgspec.json.encode((found, shapes)))  # defaults are tuples
    return plain[0], {prefix + name: _told(shape) for name, shape in plain[1].items()}


def _told(shape: Schema) -> Schema:
    return shape | {"description": inspect.cleandoc(shape.get("description", ""))}


def shapes() -> Schema:
    """Returns the shapes by name. Those of a game bear its name: no other game renames them."""
    (line,), lines = components([Union[tuple(kind for kind in KINDS.values() if kind.alone)]])  # noqa: UP007
    _beside, beside = components([Beside])
    metadata = beside.pop("Beside")["properties"]
    found = lines | beside
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
        "NewLine": line | {"description": "A line of an evening; its `type` says which. docs/api.md explains each."},
        "Result": _result(),
        "Infraction": _INFRACTION,
    }


def _of_game(game: Game[Any], metadata: Schema) -> Schema:
    name = _pascal(game.name)
    events, shapes = components([*game.events.values(), Undo, Amend], name)
    (options,), more = components([game.options], name)
    own = more.pop(options["$ref"].rpartition("/")[2])
    header = _header(game)
    beside = {"title": {"type": "string", "maxLength": LONGEST_TITLE}, "events": {"type": "array", "maxItems": 0}}
    log = {"type": "array", "items": ref(f"{name}Event"), "maxItems": record.MAX_EVENTS}
    said = {key: {part: it for part, it in schema.items() if part != "default"} for key, schema in metadata.items()}
    return {
        **shapes,
        **more,
        f"{name}Options": own | {"additionalProperties": False},
        f"{name}Event": _any_of(f"An event of {game.name}.", events),
        f"{name}Table": {**header, "properties": {**header["properties"], **beside}},
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
        "hands": {
            "type": "array",
            "items": {"type": "object", "required": ["points"], "properties": {"points": INTEGERS}},
        },
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
