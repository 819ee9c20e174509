"""Shapes of penalties in the description of the API."""

from typing import Any

from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
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
