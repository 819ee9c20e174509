"""Requests for a change: filed, and decided by the referee or by all sides."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from rules_core.events import Amend, Ruling, Undo, VoidHand
from rules_core.findings import Refusal
from rules_core.replay import Raw, nodes
from webapp.access.authors import signature
from webapp.http.limits import LONGEST_CHANGE_REQUEST, LONGEST_REASON
from webapp.journal.lines import body_of, step_of
from webapp.services import services
from webapp.store.roles import Role
from webapp.table import permissions, secret_hands
from webapp.table.change_requests import ChangeRequest, Signer, bound
from webapp.table.desk import Line
from webapp.table.entry import Entry, entries_of, entry_of, stored, with_kept_texts
from webapp.table.forms import NotAnEvent, NotThisForm
from webapp.table.hand_span import hand_spans
from webapp.table.keeper import Made, Outcome, Refused
from webapp.table.lines import line_of, lines_of
from webapp.table.lines.people import Freed, Moved, Recovered
from webapp.table.lines.requests import Agreed, Allowed, Countersigned, Denied, Dropped, Proposed, Requested
from webapp.table.permissions import ASK_BOTH, ASKABLE, is_closed, referee_decides, signers_missing
from webapp.table.player_names import kept_text
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.turn import side_names


def entries_from(now: Snapshot, raws: Sequence[Raw]) -> tuple[Entry, ...]:
    """Returns these as entries that are made together; a request may have none but lines of the desk."""
    return entries_of(now.fold, *raws) if raws else ()


def came_later(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> bool:
    """Tells whether this phone took its seat only after this change was asked for, or after its matter arose."""
    return is_late(now, viewer, change.entries, change.case, [change.made_at])


def is_late(now: Snapshot, viewer: Viewer, raws: Sequence[Raw], case: str, arose: Sequence[datetime] = ()) -> bool:
    """Tells whether this phone took its seat after the matter of these entries arose.

    A matter is as old as its case. On a seat that the host freed it is as old as the entries concerned, those that
    name none concern the whole match: nobody frees a seat to agree there.
    """
    if viewer.seat is None:
        return False
    kind, _dash, number = case.partition("-")
    dispute = now.desk.dispute(int(number)) if kind == "dispute" else None
    made = entries_from(now, raws)
    first = min((place for entry in made for place in _about(entry)), default=0)
    freed = [
        line.made_at
        for line in now.desk.lines
        if isinstance(line.says, Freed) and line.says.seat == viewer.seat and first < line.seq
    ]
    times = [*arose, *freed, *([] if dispute is None else [dispute.opened_at])]
    return bool(times) and _seated_since(now, viewer) > min(times)


def _about(entry: Entry) -> Sequence[int]:
    return [entry.event.event] if isinstance(entry.event, Ruling) else sorted(entry.targets)


def _seated_since(now: Snapshot, viewer: Viewer) -> datetime:
    """Returns since when this phone, or one whose place moved to it, has had this seat, gaps included."""
    devices = {viewer.device_id}
    for line in reversed(now.desk.lines):
        if isinstance(line.says, Moved | Recovered) and line.device_id in devices:
            devices.add(line.says.before)
    held = services().store.all_grants(now.table.id)
    return min(grant.since for grant in held if grant.device_id in devices and grant.seat == viewer.seat)


def number_of_sides(now: Snapshot) -> int:
    """Returns how many sides this table has: as many as have a total."""
    return len(now.fold.state.totals)


def own_side(now: Snapshot, viewer: Viewer) -> int | None:
    """Returns the side on which this phone sits, None without a seat."""
    return None if viewer.seat is None else viewer.seat % number_of_sides(now)


def names(now: Snapshot) -> list[str]:
    return side_names(now.table.players, number_of_sides(now))


def missing(now: Snapshot, change: ChangeRequest) -> list[int]:
    """Returns the sides that have not agreed yet."""
    return [side for side in range(number_of_sides(now)) if side not in change.agreed]


def has_device(now: Snapshot, side: int) -> bool:
    """Tells whether a side agrees on a phone of its own: it sits on one, or the host has taken its seat from one."""
    held = {grant.seat for grant in now.people.party if grant.seat is not None} | now.desk.freed
    return any(seat % number_of_sides(now) == side for seat in held)


def may_agree(now: Snapshot, viewer: Viewer, change: ChangeRequest, side: int) -> bool:
    """Tells whether this phone may say that this side agrees: the own one, or one without a phone on the middle one."""
    if not change.is_open or side not in missing(now, change) or not viewer.takes_part:
        return False
    if own_side(now, viewer) == side:
        return not change.has_agreed(viewer.device_id) and not came_later(now, viewer, change)
    return (viewer.is_host or viewer.keeps_score) and not has_device(now, side)


@dataclass(frozen=True)
class Filed:
    """The change waits, by this number."""

    now: Snapshot
    number: int


FiledOrSaid = Outcome | Filed | str
"""Result of a referee's act: made, filed for all sides, or a sentence about what is missing."""


def amend(now: Snapshot, viewer: Viewer, raw: Raw, *, op: str, seen: int | None, ask: bool) -> Outcome | Filed:
    """Makes an amendment or an adjustment. Where it lacks leave, it is filed if the device wants to `ask` for that."""
    entry, why = entry_of(now.fold, raw, seen=seen), str(raw.get("reason", ""))
    return made_or_filed(now, viewer, [entry], op=op, why=why, leave=ASKABLE if ask else ())


def leave_lacking(now: Snapshot, viewer: Viewer, raw: Raw) -> str | None:
    """Returns the leave without which an entry is refused; None where it is made, or refused for another reason."""
    refusal = permissions.refusal_of(now, viewer, entries_of(now.fold, raw)[0])
    return refusal.code if refusal is not None and refusal.code in ASKABLE else None


def ask_for_change(now: Snapshot, viewer: Viewer, event: object, reason: str, *, op: str) -> Filed | Refused:
    """Asks for an entry that the table does not take without leave. Raises `NotAnEvent`."""
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise NotAnEvent("no type")
    return file(now, viewer, [with_kept_texts(event)], op=op, why=kept_text(reason)[:LONGEST_REASON])


def file(
    now: Snapshot,
    viewer: Viewer,
    raws: Sequence[Raw],
    *,
    op: str,
    why: str = "",
    case: str = "",
    lines: Sequence[Line] = (),
    on_appeal: bool = False,
) -> Filed | Refused:
    """Files a request. Where all sides decide, the proposing side agrees by proposing, unless late.

    `on_appeal`: they end an appeal by it, with or without a referee.
    """
    raws = [bound(now.fold, raw) for raw in raws]
    referee, side = permissions.has_referee(now) and not on_appeal, own_side(now, viewer)
    if (refusal := _not_askable(now, viewer, raws, is_ruled=referee)) is not None:
        return Refused(now, refusal)
    agreed = () if referee or side is None or is_late(now, viewer, raws, case) else (side,)
    signs: Signer | UnsetType = UNSET
    if permissions.is_closed(now) and (viewer.is_referee or not referee):
        signs = Signer.REFEREE if viewer.is_referee else Signer.ORGANISER if viewer.on_appeal else Signer.SIDE
    said = (signature(now, viewer), why, tuple(map(dict, raws)), case, tuple(map(body_of, lines)), agreed, signs)
    asked = Requested(*said) if referee else Proposed(*said, appeal=on_appeal)
    noted = services().tables.add(now.table.id, viewer, _as_read(asked), op=op)
    if isinstance(noted, Refused):
        return noted
    own = [change for change in noted.now.desk.changes if change.device_id == viewer.device_id]
    of_key = [change for change in own if change.op == op]
    return Filed(noted.now, (of_key or own or noted.now.desk.changes)[-1].number)


def _as_read(asked: Line) -> Line:
    """Returns a request as the database will return it: its entries hold lists where typed events have tuples."""
    kind, body = body_of(asked)
    return line_of(kind, msgspec.json.decode(msgspec.json.encode(body)))


def made_or_filed(
    now: Snapshot,
    viewer: Viewer,
    entries: Sequence[Entry],
    lines: Sequence[Line] = (),
    *,
    op: str,
    why: str = "",
    case: str = "",
    leave: Collection[str] = (ASK_BOTH,),
) -> Outcome | Filed:
    """Makes entries with lines of the desk; where they lack one of these leaves, they are filed.

    By default that of a closed round, which the requester signs.
    """
    outcome = services().tables.make(now.table.id, viewer, *entries, op=op, desk=lines)
    if not isinstance(outcome, Refused) or outcome.refusal.code not in leave:
        return outcome
    raws = [entry.raw for entry in entries]
    asks, on_appeal = step_of(op, "asks"), viewer.on_appeal
    return file(outcome.now, viewer, raws, op=asks, why=why, case=case, lines=lines, on_appeal=on_appeal)


def _not_askable(now: Snapshot, viewer: Viewer, raws: Sequence[Raw], *, is_ruled: bool) -> Refusal | None:
    """Returns why this may not even be requested: closed cards stay closed, and a ruling is not requested."""
    if sum(len(stored(raw)) for raw in raws) > LONGEST_CHANGE_REQUEST:
        return Refusal("too-long-request", "GEN-1")
    for entry in entries_from(now, raws):
        if entry.event is None or entry.kind is Undo:
            return Refusal("bad-value", None, {"problem": "no event of this table"})
        if entry.kind is Ruling and is_ruled and not viewer.is_referee:
            return Refusal("not-referee", "GEN-1")
        told = secret_hands.tells_secret(entry, lambda seat: True) if entry.kind is Amend else None
        if (refusal := told or permissions.closed_to(now, viewer, entry)) is not None:
            return refusal
    return None


STALE = Refusal("stale-request", "GEN-1")


def is_stale(now: Snapshot, change: ChangeRequest) -> bool:
    """Tells whether the table has moved on so that the request would do something else than intended."""
    standing = {node.index: node.entered for node in nodes(now.fold)}
    entries = entries_from(now, change.entries)
    for entry in entries:
        if entry.kind is VoidHand and _dealt_at(now) >= change.seq:
            return True
        if any(standing.get(place, change.seq) >= change.seq for place in entry.targets):
            return True
    deletes = any(entry.kind is Amend for entry in entries) and any(entry.kind is Ruling for entry in entries)
    return deletes and now.log.moved_at > change.seq


def _dealt_at(now: Snapshot) -> int:
    """Returns how long the log was when the hand under way began; where none is under way, how long it is."""
    hand = next((span for span in hand_spans(now.fold) if span.under_way), None)
    return now.fold.seq if hand is None else hand.nodes[0].entered


class NotAnAnswer(NotThisForm):
    """It is none that a change can have."""


def may_answer(who: Viewer, answer: str) -> bool:
    """Tells whether this phone may give such an answer to a request: referees allow and refuse."""
    return who.may_enter if answer in ("agree", "withdraw") else who.is_referee


def answer_change(
    now: Snapshot, who: Viewer, change: ChangeRequest, answer: str, *, side: int | None, why: str, op: str
) -> Outcome:
    """Answers a request: *allow*, *refuse*, *agree* for a side, the own one for None, or *withdraw*.

    Raises NotAnAnswer.
    """
    if (known := _known_answer(now, _makes(now, who, change, answer), change, op)) is not None:
        return known
    why = kept_text(why)[:LONGEST_REASON]
    match answer:
        case "allow":
            return _allow(now, who, change, op=op, why=why)
        case "refuse":
            if change.is_appeal:
                return Refused(now, Refusal("not-your-side", "GEN-1"))
            line: Line = Denied(change.number, signature(now, who), why)
            return services().tables.add(now.table.id, who, line, op=op)
        case "withdraw":
            return services().tables.add(now.table.id, who, Dropped(change.number), op=op)
    agrees = own_side(now, who) if side is None else side
    if answer != "agree" or agrees is None or agrees >= number_of_sides(now):
        raise NotAnAnswer(answer)
    return _agree(now, who, change, agrees, op=op)


def _known_answer(now: Snapshot, who: Viewer, change: ChangeRequest, op: str) -> Made | Refused | None:
    """Returns the earlier answer to this key, None for a new one; `who` is as the entries are made."""
    return services().tables.answered(now, who, *_entries(now, who, change), op=op)


def _makes(now: Snapshot, who: Viewer, change: ChangeRequest, answer: str) -> Viewer:
    """Returns the viewer by whom the entries are made with the last answer: of a closed round by a referee's rights."""
    if is_closed(now):
        return replace(who, role=Role.REFEREE, countersigned=True)
    return replace(who, for_all=True, on_appeal=change.is_appeal) if answer == "agree" else who


def _allow(now: Snapshot, referee: Viewer, change: ChangeRequest, *, op: str, why: str) -> Outcome:
    """Makes the requested entries, by the referee who allows them."""
    if change.is_appeal:
        return Refused(now, Refusal("not-your-side", "GEN-1"))
    if is_closed(now):
        return sign(now, referee, change, Signer.REFEREE, signature(now, referee), op=op)
    if change.is_open and is_stale(now, change):  # one that was allowed has changed itself what it is about
        return Refused(now, STALE)
    return _make(now, referee, change, op, Allowed(change.number, signature(now, referee), why))


def _agree(now: Snapshot, viewer: Viewer, change: ChangeRequest, side: int, *, op: str) -> Outcome:
    """Says that a side agrees; with the last side it is made, in the name of all. In a closed round one side signs."""
    if is_closed(now) and Signer.SIDE not in signers_missing(now, change):
        return Refused(now, Refusal(ASK_BOTH, "GEN-1"))
    if referee_decides(now, change):
        return Refused(now, Refusal("not-referee", "GEN-1"))
    if not may_agree(now, viewer, change, side):
        return Refused(now, Refusal(_why_not(now, viewer, change, side), "GEN-1"))
    if is_closed(now):
        return sign(now, viewer, change, Signer.SIDE, names(now)[side], op=op)
    if is_stale(now, change):
        return Refused(now, STALE)
    last = missing(now, change) == [side]
    agreed = Agreed(change.number, side, names(now)[side], own_side(now, viewer) != side, last)
    if not last:
        return services().tables.add(now.table.id, viewer, agreed, op=op)
    return _make(now, _makes(now, viewer, change, "agree"), change, op, agreed)


def sign(now: Snapshot, who: Viewer, change: ChangeRequest, role: Signer, name: str, *, op: str) -> Outcome:
    """Signs a change of a closed round; with the second signature it is made, by a referee's rights.

    The organiser signs, and the referee; a side where nobody rules at the table, or who rules is appealed against.
    """
    deciding = replace(who, role=Role.REFEREE, countersigned=True)
    if (known := _known_answer(now, deciding, change, op)) is not None:
        return known
    if change.is_open and is_stale(now, change):  # one that was made has changed itself what it is about
        return Refused(now, STALE)
    last = signers_missing(now, change) == [role] and all(one.device_id != who.device_id for one in change.signed)
    signed = Countersigned(change.number, role, name, last)
    if not last:
        return services().tables.add(now.table.id, deciding, signed, op=op)
    return _make(now, deciding, change, op, signed)


def refuse_by_organiser(now: Snapshot, who: Viewer, change: ChangeRequest, name: str, *, op: str) -> Made | Refused:
    """Refuses a change of a closed round, by the organiser, who signs it otherwise."""
    deciding = replace(who, role=Role.REFEREE, countersigned=True)
    return services().tables.add(now.table.id, deciding, Denied(change.number, name), op=op)


def _why_not(now: Snapshot, viewer: Viewer, change: ChangeRequest, side: int) -> str:
    if not change.is_open:
        return "not-waiting"
    if side in change.agreed:
        return "agreed-before"
    return "came-later" if own_side(now, viewer) == side and came_later(now, viewer, change) else "not-your-side"


def _make(now: Snapshot, who: Viewer, change: ChangeRequest, op: str, decided: Line) -> Outcome:
    desk = [*lines_of(change), decided]
    entries = _entries(now, who, change)
    if entries:
        return services().tables.make(now.table.id, who, *entries, op=op, desk=desk)
    outcome: Made | Refused = Made(now)
    for line in desk:
        outcome = services().tables.add(now.table.id, who, line)
        if isinstance(outcome, Refused):
            break
    return outcome


def _entries(now: Snapshot, who: Viewer, change: ChangeRequest) -> tuple[Entry, ...]:
    return entries_from(now, [_signed(now, who, raw) for raw in change.entries])


def _signed(now: Snapshot, who: Viewer, raw: Raw) -> Raw:
    """A ruling of all sides says who they are; one that a referee allows is the referee's."""
    if raw.get("type") != "ruling" or (who.countersigned and raw.get("by")):
        return raw
    return {**raw, "agreed": names(now)} if who.for_all else {**raw, "by": signature(now, who)}
