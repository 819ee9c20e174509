"""Sides that agree: each on a phone of its own; for a side that has none the phone in the middle asks by name."""

from webapp.table.change_requests import ChangeRequest
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.sides import side_names


def number_of_sides(now: Snapshot) -> int:
    """Returns how many sides this table has: as many as have a total."""
    return len(now.fold.state.totals)


def own_side(now: Snapshot, viewer: Viewer) -> int | None:
    """Returns the side on which this phone sits, None without a seat."""
    return None if viewer.seat is None else viewer.seat % number_of_sides(now)


def names(now: Snapshot) -> list[str]:
    """Returns the names of the sides."""
    return side_names(now.table.players, number_of_sides(now))


def missing(now: Snapshot, change: ChangeRequest) -> list[int]:
    """Returns the sides that have not agreed yet."""
    return [side for side in range(number_of_sides(now)) if side not in change.agreed]


def has_phone(now: Snapshot, side: int) -> bool:
    """Tells whether a side agrees on a phone of its own: it sits on one, or the host has taken its seat from one."""
    held = {grant.seat for grant in now.people.party if grant.seat is not None} | now.desk.freed
    return any(seat % number_of_sides(now) == side for seat in held)


def may_agree(now: Snapshot, viewer: Viewer, change: ChangeRequest, side: int) -> bool:
    """Tells whether this phone may say that this side agrees: the own one, or one without a phone on the middle one."""
    if not change.is_open or side not in missing(now, change) or not viewer.takes_part:
        return False
    if own_side(now, viewer) == side:
        return not change.has_agreed(viewer.device_id)
    return (viewer.is_host or viewer.keeps_score) and not has_phone(now, side)
