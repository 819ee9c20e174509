"""Guards of an evening: who may add which line, and whether it fits now. What is not listed here is denied."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.line_fits import FITS, OwnResults, fits_table
from webapp.club.evening.line_rights import RIGHTS
from webapp.club.evening.line_values import fault_of_values
from webapp.club.evening.lines import Line
from webapp.club.evening.state import EveningState


@dataclass(frozen=True)
class EveningRefusal:
    """Why a line is not added: a code, and what it is about. `webapp/club/evening/refusal_words.py` says it."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


NOT_YOURS = EveningRefusal("not-yours")
AFTER_CLOSING = (
    kinds.Reopened,
    kinds.Corrected,
    kinds.Lifted,
    kinds.Disclosed,
    kinds.Penalised,
    kinds.Parted,
    kinds.Forgotten,
)
"""Lines that an evening takes when it is over."""
UNDOABLE = (
    kinds.Changed,
    kinds.Away,
    kinds.Left,
    kinds.Back,
    kinds.Started,
    kinds.Extra,
    kinds.Paused,
    kinds.Resumed,
    kinds.LastHand,
    kinds.StandIn,
    kinds.Confirmed,
    kinds.Rejected,
    kinds.Ended,
    kinds.Disclosed,
    kinds.Announced,
    kinds.Closed,
)
"""What whoever added it, or who runs the evening, may take back while nothing rests on it."""


def judged(
    state: EveningState, who: EveningViewer, line: Line, own: OwnResults = MappingProxyType({})
) -> EveningRefusal | None:
    """Returns why this device may not add this line now, None where it may.

    `own` are the results of the tables that the line is about, by their logs.
    """
    if state.is_closed and not isinstance(line, AFTER_CLOSING) and not isinstance(line, kinds.Undone):
        return EveningRefusal("closed")
    asks = RIGHTS.get(type(line))
    if asks is None or not asks(state, who, line):
        return NOT_YOURS
    fits = FITS.get(type(line))
    code = fault_of_values(line) or (None if fits is None else fits(state, who, line)) or fits_table(state, line, own)
    return None if code is None else EveningRefusal(code)
