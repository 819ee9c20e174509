"""Folds the lines of an evening to its state. Accepted lines always fold: guards validated them before."""

import time
from collections.abc import Iterable
from dataclasses import replace

from webapp.evening.lines import line_of
from webapp.evening.state import EveningState
from webapp.http.limits import ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.journal.lines import At
from webapp.store.evening_models import EveningLine


def folded(rows: Iterable[EveningLine]) -> EveningState:
    """Returns the state after these lines, from the first; what was undone is left out."""
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
