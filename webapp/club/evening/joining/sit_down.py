"""Sitting down at a table of the evening: the phone that stands for somebody gets the seat where that person plays."""

from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Sitting
from webapp.services import services
from webapp.store import NotAdmitted, SeatTaken
from webapp.store.roles import Role


def sitting_now(now: EveningNow, person: int) -> Sitting | None:
    """Returns the table of the round that is seated or under way at which somebody sits, None where there is none."""
    here = now.state.round
    return None if here is None or here.ended else here.sitting_of(person)


def sit_down(now: EveningNow, person: int, device_id: int) -> int | None:
    """Gives a device the seat of its person in this round, and returns the table; None where there is no seat for it.

    A phone that held the seat for the same person before is let go: the caller has seen that it stands for nobody else.
    The first phone of a table is its host.
    """
    sitting = sitting_now(now, person)
    if sitting is None or sitting.table is None:
        return None
    seat, store = sitting.people.index(person), services().store
    grants = store.grants(sitting.table)
    if any(grant.device_id == device_id and grant.seat == seat for grant in grants):
        return sitting.table
    held = next((grant for grant in grants if grant.seat == seat), None)
    was_host = held is not None and held.is_host
    if held is not None:
        store.revoke(sitting.table, held.device_id)
    role = Role.PLAYER if any(grant.is_host for grant in grants) and not was_host else Role.HOST
    try:
        store.admit(sitting.table, device_id, role=role, seat=seat)
    except (SeatTaken, NotAdmitted):
        return None
    services().play.refresh(sitting.table)
    return sitting.table
