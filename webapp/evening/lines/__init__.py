"""Kinds of lines of an evening: each a class with its fields, rights, validity and effect; folding them."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from webapp.evening.lines.base import NOT_YOURS, EveningRefusal, Line, OwnResults, judged, right_to
from webapp.evening.lines.closing import Declined, PeriodReopened, Proposed, RoundClosed, Signed
from webapp.evening.lines.conduct import Announced, Coming, HandedOver, Lifted, Penalised, Zone, Zoned
from webapp.evening.lines.evening import Closed, Disclosed, Imported, Joined, Parted, Planned, Played, Reopened, Undone
from webapp.evening.lines.people import Asked, Away, Back, Changed, Forgotten, Helper, Left, LetIn, Listed, TurnedAway
from webapp.evening.lines.results import Adjusted, Confirmed, Corrected, Rejected, Reported, ResultLine
from webapp.evening.lines.rounds import (
    Acknowledged,
    Ended,
    Extra,
    LastHand,
    Paused,
    Reseated,
    Resumed,
    Seated,
    StandIn,
    Started,
    TableSeats,
    Unseated,
)
from webapp.evening.state import EveningState
from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import ROWS_A_TURN
from webapp.journal.lines import At, kinds_of, read, tag_of
from webapp.store.evening_models import EveningLine

KINDS: Mapping[str, type[Line]] = {tag_of(kind): kind for kind in kinds_of(Line)}
"""The kinds of lines by their tag."""


def line_of(kind: str, body: Mapping[str, Any]) -> Line:
    """Returns the line with this kind and body, as stored. Raises ValueError for an invalid one."""
    return read(KINDS, kind, body)


def folded(rows: Iterable[EveningLine]) -> EveningState:
    """Returns the state after these lines, from the first; undone ones are left out."""
    rows = list(rows)
    undone = frozenset(row.body["line"] for row in rows if row.kind == "undone")
    state = EveningState(undone=undone)
    for row in rows:
        state = replace(state, seq=row.seq) if row.seq in undone else after(state, row)
        if row.seq % ROWS_A_TURN == 0:  # others go on meanwhile
            time.sleep(FOLD_PAUSE)
    return state


def after(state: EveningState, row: EveningLine) -> EveningState:
    """Returns the state after one more line, which undoes none."""
    changed = line_of(row.kind, row.body).apply(state, At(row.seq, row.made_at, row.device_id))
    return replace(changed, seq=row.seq)
