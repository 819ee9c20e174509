"""The shapes of circles in the description of the API."""

from typing import Any

Schema = dict[str, Any]


def circle_schemas() -> Schema:
    """Returns the shapes that circles take and give."""
    return {
        "JoinCircle": {
            "type": "object",
            "description": "The code of a circle.",
            "required": ["code"],
            "properties": {"code": {"type": "string"}},
        },
        "JoinedCircle": _object("id", "token"),
        "Circles": _object("circles"),
        "Circle": _object("id", "name", "games", "player"),
        "CirclePlayers": _object("players"),
        "CircleMatches": _object("count", "page", "matches"),
        "CircleRatings": _object("ratings"),
        "CircleSeasons": _object("seasons"),
        "OwnData": _object("circle", "player", "players", "matches", "ratings", "seasons"),
    }


def _object(*names: str) -> Schema:
    return {"type": "object", "required": list(names), "properties": {name: {} for name in names}}
