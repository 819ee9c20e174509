"""Phones that stand for people on the list, and their seats at the tables of the round."""

from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.joining.sit_down import sit_down, sitting_now
from webapp.club.evening.keeper import EveningKeeper, EveningNow
from webapp.services import services
from webapp.store.evening_changes import EveningChange


def free_phone(now: EveningNow, viewer: EveningViewer, person: int) -> None:
    """Lets the phone go that stands for somebody, also from its seats at the tables: it may be lost."""
    services().part(EveningKeeper).add(now.row.id, viewer, change=EveningChange(freed=[person]))


def seat_stand_in(now: EveningNow, person: int, by: str) -> None:
    """Gives the phone of a stand-in, who is on the list and sits nowhere, the seat of whom it plays for."""
    stand_in = next((one for one in now.state.people.values() if one.name.casefold() == by.casefold()), None)
    device_id = None if stand_in is None else now.phone_of(stand_in.number)
    if stand_in is not None and device_id is not None and sitting_now(now, stand_in.number) is None:
        sit_down(now, person, device_id)
