"""Who is at a table: each seat with its phone, and how many only look on."""

from typing import Literal, NamedTuple

from webapp.rooms import rooms
from webapp.visit import Visit

State = Literal["mine", "here", "away", "free"]


class Place(NamedTuple):
    """A seat and its phone: this one, one that has the table open, one that has not, or none."""

    seat: int
    name: str
    state: State


class Presence(NamedTuple):
    """The seats in their order, and the phones without a seat that have the table open."""

    places: list[Place]
    onlookers: int


def presence(here: Visit) -> Presence:
    """Returns who is at this table now."""
    grants = rooms().store.grants(here.table.id)
    present = rooms().hub.present(here.table.id)
    sitting = {grant.seat: grant.device_id for grant in grants if grant.seat is not None}

    def state(seat: int) -> State:
        device = sitting.get(seat)
        if device is None:
            return "free"
        if device == here.viewer.device_id:
            return "mine"
        return "here" if present[device] else "away"

    places = [Place(seat, name, state(seat)) for seat, name in enumerate(here.table.players)]
    standing = {grant.device_id for grant in grants if grant.seat is None}
    return Presence(places, sum(1 for device in standing if present[device]))
