"""Filing: an entry that needs leave is made a request to the referee, or a proposal to all sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.events import Amend, Ruling, Undo
from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.http.limits import LONGEST_CHANGE_REQUEST
from webapp.referee.asking.agreeing_sides import own_side
from webapp.seats.seating import signature
from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.table import permissions, secret_hands
from webapp.table.after_entries import DeskEntry
from webapp.table.change_requests import bound
from webapp.table.entry import Entry, entries_of, stored
from webapp.table.keys import step_of
from webapp.table.permissions import ASKABLE
from webapp.table.play import Outcome, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class Filed:
    """The change waits, by this number."""

    now: Snapshot
    number: int


def make_or_ask(
    now: Snapshot, viewer: Viewer, *entries: Entry, op: str, form: Mapping[str, str], why: str = ""
) -> Outcome | Filed:
    """Makes an entry; where it lacks leave, and the form says that it may be asked for (`ask`), files it."""
    outcome = services().play.make(now.table.id, viewer, *entries, op=op)
    if not isinstance(outcome, Refused) or outcome.refusal.code not in ASKABLE or "ask" not in form:
        return outcome
    return file(outcome.now, viewer, [entry.raw for entry in entries], op=step_of(op, "asks"), why=why)


def asked_of(now: Snapshot, viewer: Viewer, raw: Raw) -> str | None:
    """Returns whose leave an entry needs, *ask-referee* or *ask-all*; None where it needs none."""
    refusal = permissions.refusal_of(now, viewer, entries_of(now.fold, raw)[0])
    return refusal.code if refusal is not None and refusal.code in ASKABLE else None


def file(
    now: Snapshot,
    viewer: Viewer,
    raws: Sequence[Raw],
    *,
    op: str,
    why: str = "",
    case: str = "",
    lines: Sequence[DeskEntry] = (),
) -> Filed | Refused:
    """Notes what is asked for. Where all sides decide, the side of who proposes agrees by proposing."""
    raws = [bound(now.fold, raw) for raw in raws]
    if (refusal := _not_askable(now, viewer, raws)) is not None:
        return Refused(now, refusal)
    referee, side = permissions.has_referee(now), own_side(now, viewer)
    body: dict[str, Any] = {
        "entries": raws,
        "by": signature(now, viewer),
        **({"why": why} if why else {}),
        **({"case": case} if case else {}),
        **({"lines": [[kind, dict(said)] for kind, said in lines]} if lines else {}),
        **({} if referee or side is None else {"sides": [side]}),
    }
    kind = DeskKind.REQUESTED if referee else DeskKind.PROPOSED
    noted = services().play.note(now.table.id, viewer, kind, body, op=op)
    if isinstance(noted, Refused):
        return noted
    own = [change for change in noted.now.desk.changes if change.device_id == viewer.device_id]
    of_key = [change for change in own if change.op == op]
    return Filed(noted.now, (of_key or own or noted.now.desk.changes)[-1].number)


def _not_askable(now: Snapshot, viewer: Viewer, raws: Sequence[Raw]) -> Refusal | None:
    """Returns why this is not even asked for: what is closed stays closed, and a ruling is nobody's wish."""
    if sum(len(stored(raw)) for raw in raws) > LONGEST_CHANGE_REQUEST:
        return Refusal("too-long-request", "GEN-1")
    for entry in entries_of(now.fold, *raws) if raws else ():
        if entry.event is None or entry.kind is Undo:
            return Refusal("bad-value", None, {"problem": "no event of this table"})
        if entry.kind is Ruling and permissions.has_referee(now):
            return Refusal("not-referee", "GEN-1")
        told = secret_hands.tells_secret(entry, lambda seat: True) if entry.kind is Amend else None
        if (refusal := told or permissions.closed_to(now, viewer, entry)) is not None:
            return refusal
    return None
