"""Permissions of a viewer at a table, and which entries are its own."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from msgspec import UNSET

from rules_core.events import Adjust, Amend, Event, Ruling, Undo, VoidHand, types
from rules_core.findings import Refusal
from rules_core.replay import Node, Raw, state_before
from webapp.store.models import utc_now
from webapp.table import entry_rights, secret_hands
from webapp.table.change_requests import ChangeRequest, Signer
from webapp.table.entry import Entry, Newest
from webapp.table.entry_rights import made_elsewhere
from webapp.table.secret_hands import newest_entry, takes_back_newest, withdraws_own
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

ASKED: frozenset[type[Event]] = frozenset({Adjust, VoidHand})
"""Entries that are always a request there."""


def goes_beyond_own(now: Snapshot, who: Viewer, entry: Entry) -> bool:
    """Tells whether an entry changes more than the own last entry of this device.

    The own entries may be taken back one after the other as long as they are the newest ones of the hand under way. A
    hand that the own last entry has ended opens again by it, but by none before.
    """
    if entry.kind in ASKED:
        return True
    if entry.kind is Undo:
        return now.fold.top is not None and not _may_take_back(now, who, now.fold.top)
    if not entry.changes or withdraws_own(now.fold, who.seat, entry):
        return False
    if takes_back_newest(now.fold, entry):
        newest, _hands = newest_entry(now.fold)
        return newest is None or not _may_take_back(now, who, newest)
    own = _own_last(now, who)
    return own is None or entry.targets != {own.index}


def _may_take_back(now: Snapshot, who: Viewer, newest: Node) -> bool:
    if not is_own(now, who, newest):
        return False
    is_last_of_log = newest.index == now.fold.seq - 1
    return is_last_of_log or len(state_before(now.fold, newest).finished) == len(now.fold.state.finished)


def _own_last(now: Snapshot, who: Viewer) -> Node | None:
    node, done = now.fold.top, len(now.fold.state.finished)
    while node is not None and len(state_before(now.fold, node).finished) == done:
        if is_own(now, who, node):
            return node
        node = node.before
    return None


def is_own(now: Snapshot, who: Viewer, node: Node) -> bool:
    """Tells whether this device made the entry, also before its place moved to it, and what the entry is now."""
    return all(now.desk.heir(now.log.maker_at(place), place) == who.device_id for place in {node.index, node.entered})


RULES = types(Amend, Ruling, Adjust, VoidHand)
"""Entries of a referee who does not play."""


def may_send(who: Viewer, raw: Raw) -> bool:
    """Tells whether this viewer may send entries of this type at all."""
    return who.may_enter or (who.is_referee and raw.get("type") in RULES)


Guard = Callable[[Snapshot, Viewer, Entry], Refusal | None]
"""Returns why this device may not make this entry, None where the guard has nothing against it."""


ASK_REFEREE, ASK_ALL, ASK_BOTH = "ask-referee", "ask-all", "ask-both"
ASKABLE = frozenset({ASK_REFEREE, ASK_ALL, ASK_BOTH})
"""Refusals of what the referee may allow, or all sides together."""
TAKEN_BACK = "taken-back"
"""Refusal of every entry at a table whose seating was taken back."""
FORMER = "former-result"
"""Refusal of every entry at a table that came as a result alone: it would no longer be what the table came to."""


def refusal_of(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """Returns the refusal of the first guard for this entry, without asking the rules."""
    return _first_refusal(GUARDS, snapshot, who, entry)


def _first_refusal(guards: Iterable[Guard], snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    for guard in guards:
        if (refusal := guard(snapshot, who, entry)) is not None:
            return refusal
    return None


def tries_as(snapshot: Snapshot, who: Viewer, entry: Entry) -> Viewer:
    """Returns as whom an entry is tried out: where it only lacks leave, as if it had that."""
    refusal = refusal_of(snapshot, who, entry)
    if refusal is None or refusal.code not in ASKABLE:
        return who
    return replace(who, agreed=True, countersigned=is_closed(snapshot))


def leave(snapshot: Snapshot, who: Viewer, entry: Entry) -> str | None:
    """Returns the leave that an entry needs, one of ASKABLE, or why nobody gives it; None where it needs none."""
    refusal = _round_closed(snapshot, who, entry) or _but_for_all(_needs_leave)(snapshot, who, entry)
    return None if refusal is None else refusal.code


def closed_to(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """Returns why this device may not even ask for this entry: it names or tries what is closed, or erases a ruling."""
    guards = (_taken_back, _came_as_result, _erases_ruling, _tells_secret, _asks_secret, _amends_closed_trick)
    return _first_refusal(guards, snapshot, who, entry)


def not_ruling(snapshot: Snapshot, who: Viewer) -> Refusal | None:
    """Returns why somebody who enters here neither rules nor proposes a ruling to all."""
    return Refusal("not-referee", "GEN-1") if has_referee(snapshot) and not who.is_referee else None


def may_rule(snapshot: Snapshot, who: Viewer) -> bool:
    """Tells whether this viewer may rule: the referee, else the device that enters for all (GEN-1)."""
    return who.takes_part and not_ruling(snapshot, who) is None


def may_correct(snapshot: Snapshot, who: Viewer) -> bool:
    """Tells whether there are entries here that this viewer corrects: any, or those of the own seat."""
    return who.is_referee or (who.may_enter and bool(entry_rights.seats_of(snapshot, who)))


def rules_as(snapshot: Snapshot, who: Viewer) -> Viewer:
    """Returns as whom a ruling is tried out: where there is no referee, as all sides together."""
    if who.decides:
        return replace(who, countersigned=who.countersigned or is_closed(snapshot))
    if has_referee(snapshot):
        return who
    return replace(who, for_all=True, countersigned=is_closed(snapshot))


def may_invite_referee(snapshot: Snapshot, who: Viewer) -> bool:
    """Tells whether this viewer invites a referee: the host the first one, who rules already any other one."""
    return who.is_referee if has_referee(snapshot) else who.is_host


def has_referee(snapshot: Snapshot) -> bool:
    """Tells whether somebody rules at this table: then the players do not."""
    return snapshot.people.has_referee


def referee_decides(snapshot: Snapshot, change: ChangeRequest) -> bool:
    """Tells whether the referee decides on a change that waits, or signs it, rather than the sides.

    On an appeal that is not another referee's the one who ruled does neither.
    """
    return has_referee(snapshot) and not change.is_appeal


def signers_missing(snapshot: Snapshot, change: ChangeRequest) -> list[Signer]:
    """Returns who still has to sign a change of a closed round: the organiser, and a referee or a side."""
    done = {one.role for one in change.signed}
    second = Signer.REFEREE if referee_decides(snapshot, change) else Signer.SIDE
    lacks_second = not done & {second, Signer.REFEREE}
    return [*([second] if lacks_second else []), *([] if Signer.ORGANISER in done else [Signer.ORGANISER])]


def entered_alone(snapshot: Snapshot, who: Viewer) -> bool:
    """Tells whether a program keeps this table and has made every entry of it: nothing there is a secret to it.

    A device in the middle that did so keeps closed what its people must remember (GEN-5); a program forgets nothing.
    """
    return who.is_program and who.is_host and snapshot.log.makers <= {who.device_id}


def is_closed(snapshot: Snapshot) -> bool:
    """Tells whether the round of an evening is closed in which this table plays: a change takes two."""
    return snapshot.table.round_closed_at is not None


def barred_now(snapshot: Snapshot, who: Viewer) -> Refusal | None:
    """Returns why this viewer makes no entry at all as the table stands, whatever it is; None where some are taken."""
    return _first_refusal(OF_THE_TABLE, snapshot, who, Entry({}, None, None))


# The guards


def _taken_back(snapshot: Snapshot, who: Viewer, _entry: Entry) -> Refusal | None:
    gone = snapshot.table.taken_back_at is not None and who.device_id is not None
    return Refusal(TAKEN_BACK) if gone else None


def _came_as_result(snapshot: Snapshot, _who: Viewer, _entry: Entry) -> Refusal | None:
    return Refusal(FORMER) if snapshot.desk.former and not snapshot.fold.seq else None


def _round_closed(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """A change of a closed round's result takes two signatures; a final one is not changed.

    A ruling by itself changes nothing: what it does comes with it as an entry of its own.
    """
    if not is_closed(snapshot) or who.device_id is None or entry.kind is Ruling:
        return None
    final_at = snapshot.table.final_at
    if final_at is not None and utc_now() >= final_at:
        return Refusal("round-final", "GEN-1", {"until": final_at.isoformat()})
    return None if who.countersigned else Refusal(ASK_BOTH, "GEN-1")


def _moved_on(snapshot: Snapshot, _who: Viewer, entry: Entry) -> Refusal | None:
    """An older page is fine where the cards still lie as it showed them; an undo must have seen the newest entry."""
    newest, seen = snapshot.fold.seq, entry.seen
    if seen is not None and seen > newest:
        return Refusal("moved-on")  # an older database was put back
    if isinstance(seen, Newest):
        fits = seen == newest
    else:
        lies_alike = seen is not None and seen >= snapshot.log.moved_at and entry.kind is not Undo
        fits = seen is None or seen == newest or lies_alike or entry.kind is Ruling
    return None if fits else Refusal("moved-on")


def _erases_ruling(snapshot: Snapshot, _who: Viewer, entry: Entry) -> Refusal | None:
    return entry_rights.RULED if entry_rights.erases_ruling(snapshot.fold, entry) else None


def _rules_instead_of_referee(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    is_instead = entry.last is Ruling and has_referee(snapshot) and not who.on_appeal
    return Refusal("not-referee", "GEN-1") if is_instead else None


def _agrees_instead_of_referee(snapshot: Snapshot, who: Viewer, _entry: Entry) -> Refusal | None:
    is_instead = who.for_all and has_referee(snapshot) and not who.on_appeal
    return Refusal("not-referee", "GEN-1") if is_instead else None


def _needs_leave(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """With a referee more than the own last entry is a request; without one nobody changes alone what is fixed."""
    if who.device_id is None:
        return None
    if has_referee(snapshot):
        asks = entry_rights.changes_fixed(snapshot, entry) or goes_beyond_own(snapshot, who, entry)
        return Refusal(ASK_REFEREE, "GEN-1") if asks else None
    return Refusal(ASK_ALL, "GEN-1") if entry_rights.changes_fixed(snapshot, entry) else None


def _rules_alone(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """Without a referee all sides together rule: nobody does alone, nor decides what belongs to a ruling."""
    if who.device_id is None or has_referee(snapshot) or _keeps_it_alone(snapshot, who):
        return None
    rules = entry.last is Ruling or entry_rights.puts_in_ruling(entry)
    return Refusal(ASK_ALL, "GEN-1", {"rules": True}) if rules else None


def _keeps_it_alone(snapshot: Snapshot, who: Viewer) -> bool:
    return entered_alone(snapshot, who) and all(grant.device_id == who.device_id for grant in snapshot.people.party)


def _signs_for_another(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    own = None if who.seat is None else snapshot.table.players[who.seat]
    for part in entry.parts():
        if isinstance(part.event, Ruling) and part.event.by not in (UNSET, own):
            return Refusal("bad-value", facts={"problem": "the ruling bears another name than the one of this seat"})
    return None


def _paused(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """While the table pauses only rulings are made. The server itself, which has no device, withdraws secrets also."""
    held_up = snapshot.desk.paused and entry.last is not Ruling and who.device_id is not None
    return Refusal("paused", "GEN-1") if held_up else None


def _tells_secret(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """Only the own device enters the cards that a seat holds or has passed face down, except of hands that are over."""
    if entered_alone(snapshot, who):
        others = frozenset(g.seat for g in snapshot.people.party if g.device_id != who.device_id) - {None}
        return secret_hands.tells_secret(entry, others.__contains__)
    if secret_hands.amends_older_hands_only(snapshot.fold, entry):
        return None
    return secret_hands.tells_secret(entry, lambda seat: seat != who.seat)


def _asks_secret(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    if entered_alone(snapshot, who) or secret_hands.amends_older_hands_only(snapshot.fold, entry):
        return None
    return secret_hands.asks_secret(snapshot.fold, who.seat, entry)


def _amends_past(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """Only the host changes hands that are over, and with a reason."""
    needs_reason = not entered_alone(snapshot, who)
    return entry_rights.amend_refusal(snapshot.fold, who.is_host, entry, needs_reason=needs_reason)


def _puts_in_ruling(snapshot: Snapshot, _who: Viewer, entry: Entry) -> Refusal | None:
    return Refusal("not-referee", "GEN-1") if entry_rights.puts_in_ruling(entry) and has_referee(snapshot) else None


def _amends_closed_trick(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    if snapshot.table.book == "open" or entered_alone(snapshot, who):
        return None
    behind = secret_hands.amends_closed_tricks(
        snapshot.fold, who.seat, entry, lambda node: who.device_id is not None and is_own(snapshot, who, node)
    )
    return Refusal("closed-past", "GEN-5") if behind else None


def _but_for_referees(guard: Guard) -> Guard:
    return lambda snapshot, who, entry: None if who.is_referee else guard(snapshot, who, entry)


def _but_for_all(guard: Guard) -> Guard:
    return lambda snapshot, who, entry: None if who.decides else guard(snapshot, who, entry)


OF_THE_TABLE: tuple[Guard, ...] = (_taken_back, _came_as_result, _round_closed, _but_for_all(_paused))
"""Those that ask how the table stands, and nothing of the entry but whether it is a ruling."""

GUARDS: tuple[Guard, ...] = (
    _taken_back,
    _came_as_result,
    _moved_on,
    _erases_ruling,
    _round_closed,
    _agrees_instead_of_referee,
    _but_for_referees(_rules_instead_of_referee),
    _but_for_all(_signs_for_another),
    _but_for_all(_paused),
    _but_for_referees(_tells_secret),
    _but_for_referees(_asks_secret),
    _but_for_referees(_amends_closed_trick),
    _but_for_all(_needs_leave),
    _but_for_all(_rules_alone),
    _but_for_all(_amends_past),
    _but_for_referees(_puts_in_ruling),
    _but_for_all(made_elsewhere),
)
