"""Guard of an evening: whether a line may be added as it stands. What no kind of line allows is denied."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from webapp.evening.lines import Line, OwnResults, ResultLine
from webapp.evening.state import EveningState
from webapp.evening.viewer import EveningViewer


@dataclass(frozen=True)
class EveningRefusal:
    """Why a line is not added: a code, and what it is about. `webapp/evening/refusal_words.py` says it."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


NOT_YOURS = EveningRefusal("not-yours")


def judged(
    state: EveningState, who: EveningViewer, line: Line, own: OwnResults = MappingProxyType({})
) -> EveningRefusal | None:
    """Returns why this device may not add this line now, None where it may.

    `own` are the results of the tables that the line is about, by their logs.
    """
    if state.is_closed and not line.after_closing:
        return EveningRefusal("closed")
    if not line.allowed(who, state):
        return NOT_YOURS
    code = line.fault() or line.fits(who, state)
    if code is None and isinstance(line, ResultLine):
        code = line.fits_table(state, own)
    return None if code is None else EveningRefusal(code)
