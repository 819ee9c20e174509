"""What a phone may not enter, whatever the rules say to it. Whatever is only tried out passes the same gate."""

from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.table.amend_rights import RULED, erases_ruling, not_for_all, puts_in_ruling
from webapp.table.entry_rights import Enterer, not_from_here
from webapp.table.hidden_tricks import reaches_behind
from webapp.table.secret_hands import forbidden, said_in, tells_of
from webapp.table.snapshot import Snapshot


def has_referee(now: Snapshot) -> bool:
    """Tells whether somebody rules at this table: then the players do not."""
    return any(grant.is_referee for grant in now.party)


def not_ruling(now: Snapshot, who: Enterer) -> Refusal | None:
    """Returns why somebody who enters here does not rule."""
    if who.is_referee:
        return None
    return Refusal("not-referee", "GEN-1") if has_referee(now) else not_from_here(now, who, {"type": "ruling"})


def barred(now: Snapshot, who: Enterer, raw: Raw, *, closes: str = "") -> Refusal | None:
    """Returns why this phone may not make the entry, whatever the rules say to it.

    A referee may all that the rules allow. `closes`: the kind of the last event of the same entry, such as a ruling.
    """
    if erases_ruling(now.fold, raw):
        return RULED
    if who.is_referee:
        return None
    ruling = closes == "ruling"
    if ruling and has_referee(now):
        return Refusal("not-referee", "GEN-1")
    if _signs_for_another(now, who, raw):
        return Refusal("bad-value", facts={"problem": "the ruling bears another name than the one of this seat"})
    # The house itself, which has no device, withdraws secrets also while the table pauses.
    if now.desk.paused and not ruling and who.device_id is not None:
        return Refusal("paused", "GEN-1")
    alone = entered_alone(now, who)
    return (
        (tells_of(raw, seats_of_others(now, who)) if alone else forbidden(now.fold, who.seat, raw))
        or not_for_all(now.fold, who.is_host, raw, needs_reason=not alone)
        or (Refusal("not-referee", "GEN-1") if puts_in_ruling(raw) and has_referee(now) else None)
        or not_from_here(now, who, raw, closes=closes)
        or (None if alone else _closed(now, who, raw))
    )


def entered_alone(now: Snapshot, who: Enterer) -> bool:
    """Tells whether a program keeps this table and has made every entry of it: nothing there is a secret to it.

    A phone in the middle that did so keeps closed what its people must remember (GEN-5); a program forgets nothing.
    """
    return who.is_program and who.is_host and now.makers <= {who.device_id}


def seats_of_others(now: Snapshot, who: Enterer) -> frozenset[int]:
    """Returns the seats that other devices hold."""
    return frozenset(g.seat for g in now.party if g.seat is not None and g.device_id != who.device_id)


def _signs_for_another(now: Snapshot, who: Enterer, raw: Raw) -> bool:
    """Tells whether somebody else's name would stand below a ruling."""
    own = None if who.seat is None else now.table.players[who.seat]
    return any(ruling.get("by", own) != own for ruling in said_in(raw, "ruling"))


def _closed(now: Snapshot, who: Enterer, raw: Raw) -> Refusal | None:
    """What is closed to all who play is not tried out by changing it."""
    if now.table.book == "open" or raw.get("type") != "amend" or not reaches_behind(now.fold, who.seat, raw):
        return None
    return Refusal("closed-past", "GEN-5")
