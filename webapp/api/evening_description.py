"""Schemas of evenings and circles."""

from typing import Any, Union

import msgspec

from webapp.evening.lines import KINDS
from webapp.evening.plan import Plan
from webapp.http.limits import (
    LARGEST_INTEGER,
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_PEOPLE,
)

Schema = dict[str, Any]
_REF = "#/components/schemas/{name}"
_NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER}
_NUMBERS: Schema = {"type": "array", "items": _NUMBER}
_NAME: Schema = {"type": "string", "maxLength": LONGEST_NAME}


def evening_schemas() -> Schema:
    """Returns the shapes: those of lines and of the plan follow from their types."""
    (line, plan), parts = _plain(msgspec.json.schema_components((_any_line(), Plan), ref_template=_REF))
    return {
        **parts,
        "NewLine": {**line, "description": "A line of an evening; its `type` says which. docs/api.md explains each."},
        "NewEvening": {
            "type": "object",
            "description": "An evening with its plan and the people on its list.",
            "required": ["title", "plan"],
            "properties": {
                "title": {"type": "string", "minLength": 1, "maxLength": LONGEST_TITLE},
                "plan": plan,
                "people": {"type": "array", "items": _NAME, "maxItems": MOST_PEOPLE},
            },
        },
        "JoinEvening": {
            "type": "object",
            "description": "The code of the check-in; `name` on the list, or a new one. Without a name: to watch.",
            "required": ["code"],
            "properties": {"code": {"type": "string"}, "name": _NAME},
        },
        "NewRound": {
            "type": "object",
            "description": "Who sits where: for each table people by seat; `byes` sit out.",
            "required": ["tables"],
            "properties": {"tables": {"type": "array", "items": _NUMBERS}, "byes": _NUMBERS},
        },
        "OpenedEvening": _object("id", "token", "code"),
        "JoinedEvening": _object("id", "person", "token"),
        "Evening": _object(
            "id", "seq", "title", "kind", "game", "closed", "role", "person", "people", "rounds", "guests"
        ),
        "Lines": _object("lines"),
        "Standing": _object("seq", "hidden", "rows", "teams", "games"),
    }


def _plain(found: Any) -> Any:
    """Returns values as JSON has them: defaults are tuples."""
    return msgspec.json.decode(msgspec.json.encode(found))


def _any_line() -> Any:
    return Union[tuple(kind for kind in KINDS.values() if kind.alone)]  # noqa: UP007


def _object(*names: str) -> Schema:
    return {"type": "object", "required": list(names), "properties": {name: {} for name in names}}


def circle_schemas() -> Schema:
    """Returns the shapes that circles take and give."""
    return {
        "JoinCircle": {
            "type": "object",
            "description": "The code of a circle.",
            "required": ["code"],
            "properties": {"code": {"type": "string"}},
        },
        "JoinedCircle": _circle_description_object("id", "token"),
        "Circles": _circle_description_object("circles"),
        "Circle": _circle_description_object("id", "name", "games", "player"),
        "CirclePlayers": _circle_description_object("players"),
        "CircleMatches": _circle_description_object("count", "page", "matches"),
        "CircleRatings": _circle_description_object("ratings"),
        "CircleSeasons": _circle_description_object("seasons"),
        "OwnData": _circle_description_object("circle", "player", "players", "matches", "ratings", "seasons"),
    }


def _circle_description_object(*names: str) -> Schema:
    return {"type": "object", "required": list(names), "properties": {name: {} for name in names}}
