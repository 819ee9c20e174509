"""Reads an uploaded record: it is checked and folded in the process that reads files. Words are in its language."""

import json
from collections.abc import Iterator

from msgspec import to_builtins

from rules_core.findings import Malformed, Viewer
from rules_core.result import error
from webapp.games.common import refusals
from webapp.history.records import record_page
from webapp.history.records.download import fingerprint_of
from webapp.history.records.read_record import Fault, Outcome, StoppedAt, Taken
from webapp.history.records.record_page import looked_at
from webapp.http.limits import LONGEST_SHOWN_EVENT
from webapp.words.not_taken import problem_said


def read_record(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[Outcome]:
    """Yields the result of reading a record, a single one; `opens`: a table is opened with it."""
    yield outcome_of(sent, is_known=is_known, opens=opens)


def outcome_of(sent: bytes, *, is_known: bool, opens: bool) -> Outcome:
    try:
        found = record_page.read(sent, is_known=is_known)
    except Malformed as problem:
        # It may quote half of a surrogate pair, which no page can hold.
        return Fault(problem.fault, problem_said(problem).encode("utf-8", "replace").decode())
    except record_page.Stopped as stopped:
        return _stopped(stopped)
    header = json.dumps(to_builtins(found.header))  # as text: an option may be wider than 64 bits
    mark = fingerprint_of(found.data, len(found.events))
    if opens:
        fold = found.fold
        totals = None if fold.top is None else tuple(fold.game.view(fold.state, Viewer()).totals)
        return Taken(header, mark.events, mark.digits, found.metadata.kept, bodies=tuple(found.bodies), totals=totals)
    return Taken(header, mark.events, mark.digits, found.metadata.kept, page=looked_at(found))


def _stopped(stopped: record_page.Stopped) -> StoppedAt:
    why, text = refusals.reason(stopped.refusal, stopped.names), json.dumps(stopped.event, ensure_ascii=False)
    return StoppedAt(
        place=stopped.place,
        of=stopped.of,
        event=text if len(text) <= LONGEST_SHOWN_EVENT else text[: LONGEST_SHOWN_EVENT - 1] + "…",
        game=stopped.game,
        title=str(why.title),
        text=str(why.text),
        rule=why.rule,
        found=error(stopped.refusal, None),
    )
