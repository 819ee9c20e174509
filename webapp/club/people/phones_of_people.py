"""Phones that stand for people on the list, and their seats at the tables of the round."""

from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.keeper import EveningKeeper, EveningNow
from webapp.club.evening.state import Sitting
from webapp.services import services
from webapp.store.evening_changes import EveningChange


def free_phone(now: EveningNow, viewer: EveningViewer, person: int) -> None:
    """Lets the phone go that stands for somebody, also from its seat in this round: it may be lost."""
    device_id = now.phone_of(person)
    if device_id is None:
        return
    services().part(EveningKeeper).add(now.row.id, viewer, change=EveningChange(freed=[person]))
    sitting = seat_now(now, person)
    if sitting is not None and sitting.table is not None:
        services().store.revoke(sitting.table, device_id)
        services().play.refresh(sitting.table)


def seat_now(now: EveningNow, person: int) -> Sitting | None:
    """Returns the table at which somebody sits in the round that is seated or under way."""
    here = now.state.round
    return None if here is None or here.ended else here.sitting_of(person)
