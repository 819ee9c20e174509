"""Change requests: entries that wait for the referee's leave, or for all sides to agree, folded from the desk's lines.

Where a referee is seated the referee decides, else all sides do, no matter who was there when it was asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from webapp.http.limits import MOST_CHANGE_REQUESTS
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import DeskLine
from webapp.table.viewer import Viewer

CHANGE_KINDS = frozenset(
    {DeskKind.REQUESTED, DeskKind.PROPOSED, DeskKind.ALLOWED, DeskKind.DENIED, DeskKind.AGREED, DeskKind.DROPPED}
)
_ASKS = (DeskKind.REQUESTED, DeskKind.PROPOSED)
State = Literal["waiting", "allowed", "denied", "agreed", "dropped"]


@dataclass(frozen=True)
class Agreement:
    """A side that agrees: who said so, and whether another phone asked, since that side has none."""

    side: int
    name: str
    device_id: int | None
    asked: bool


@dataclass(frozen=True)
class ChangeRequest:
    """Entries that somebody asks for, by its `number` from 1. `why` are own words, `by` is the name of who asks.

    `lines` of the desk go with the entries. `case` is the code of the case that a ruling would settle. `seq` is how
    long the log was, `answered_seq` how long when it was decided; `answer` are the words of who decided.
    `op` is the key under which it was asked for.
    """

    number: int
    entries: tuple[Raw, ...]
    lines: tuple[tuple[DeskKind, Mapping[str, Any]], ...]
    why: str
    by: str
    device_id: int | None
    made_at: datetime
    seq: int
    case: str = ""
    state: State = "waiting"
    answer: str = ""
    answered_by: str = ""
    answered_seq: int | None = None
    agreements: tuple[Agreement, ...] = ()
    op: str = ""

    @property
    def is_open(self) -> bool:
        return self.state == "waiting"

    @property
    def agreed(self) -> frozenset[int]:
        return frozenset(agreement.side for agreement in self.agreements)

    def has_agreed(self, device_id: int | None) -> bool:
        """Tells whether this phone has agreed for its own side. It agrees for no other one, also on another seat."""
        return any(each.device_id == device_id and not each.asked for each in self.agreements)


def bound(fold: Fold, raw: Raw) -> dict[str, Any]:
    """Returns an entry as it is asked for: an undo names no entry, so it deletes the one that is the newest now."""
    if raw.get("type") != "undo" or fold.top is None:
        return dict(raw)
    return {"type": "amend", "changes": [{"target": fold.top.index, "with": []}]}


def changed(changes: tuple[ChangeRequest, ...], line: DeskLine) -> tuple[ChangeRequest, ...]:
    if line.kind in _ASKS:
        return (*changes, _asked(len(changes) + 1, line))
    number, body = line.body["request"], line.body
    one = changes[number - 1]
    match line.kind:
        case DeskKind.AGREED:
            agreement = Agreement(body["side"], body["by"], line.device_id, bool(body.get("asked")))
            state: State = "agreed" if body.get("last") else "waiting"
            one = replace(one, agreements=(*one.agreements, agreement), state=state)
        case DeskKind.DROPPED:
            one = replace(one, state="dropped")
        case kind:
            state = "allowed" if kind == DeskKind.ALLOWED else "denied"
            one = replace(one, state=state, answer=body.get("why", ""), answered_by=body.get("by", ""))
            one = replace(one, answered_seq=line.seq)
    return (*changes[: number - 1], one, *changes[number:])


def judged(changes: Sequence[ChangeRequest], who: Viewer, kind: DeskKind, body: Mapping[str, Any]) -> Refusal | None:
    """Returns why this line may not be added now. Who decides here is asked before."""
    if kind in _ASKS:
        full = sum(change.is_open for change in changes) >= MOST_CHANGE_REQUESTS
        return Refusal("too-many-requests", "GEN-1", {"most": MOST_CHANGE_REQUESTS}) if full else None
    number = body["request"]
    one = changes[number - 1] if 1 <= number <= len(changes) else None
    if one is None or not one.is_open:
        return Refusal("not-waiting", "GEN-1")
    if kind == DeskKind.DROPPED and one.device_id != who.device_id:
        return Refusal("not-yours", "GEN-1", {"name": one.by})
    speaks_again = not body.get("asked") and one.has_agreed(who.device_id)
    if kind == DeskKind.AGREED and (body["side"] in one.agreed or speaks_again):
        return Refusal("agreed-before", "GEN-1")
    return None


def _asked(number: int, line: DeskLine) -> ChangeRequest:
    body = line.body
    return ChangeRequest(
        number,
        tuple(body["entries"]),
        tuple((DeskKind(kind), said) for kind, said in body.get("lines", ())),
        body.get("why", ""),
        body["by"],
        line.device_id,
        line.made_at,
        line.seq,
        body.get("case", ""),
        agreements=tuple(Agreement(side, body["by"], line.device_id, asked=False) for side in body.get("sides", ())),
        op=body.get("op", ""),
    )
