"""Presence at a table: each seat with its device, referees, and how many only watch."""

from typing import Literal, NamedTuple

from webapp.seats.visit import Visit
from webapp.services import services
from webapp.store.roles import Role
from webapp.table.penalties import of_seat

State = Literal["mine", "here", "away", "free"]


class Place(NamedTuple):
    """A seat and its device: this one, one that has the table open, one that has not, or none; with its role.

    `penalties` counts those of its player that hold.
    """

    seat: int
    name: str
    state: State
    role: Role | None = None
    penalties: int = 0


class Ruler(NamedTuple):
    """A referee, by the number of the grant; `besides`: who also plays or hosts with the same device."""

    grant: int
    name: str
    state: State
    besides: bool


class Presence(NamedTuple):
    """The seats in their order, the referees, and the number of other devices without a seat that have the table open.

    `scorekeeper`: the state of the scorekeeper's device, where it holds no seat.
    """

    places: list[Place]
    referees: list[Ruler]
    onlookers: int
    scorekeeper: State | None = None


def presence(here: Visit) -> Presence:
    """Returns who is at this table now."""
    grants = services().store.grants(here.table.id)
    present = services().hub.present(here.table.id)
    sitting = {grant.seat: grant for grant in grants if grant.seat is not None}

    def state(device: int) -> State:
        if device == here.viewer.device_id:
            return "mine"
        return "here" if present[device] else "away"

    def place(seat: int, name: str) -> Place:
        grant, given = sitting.get(seat), len(of_seat(here.now.desk.penalties, seat))
        if grant is None:
            return Place(seat, name, "free", penalties=given)
        return Place(seat, name, state(grant.device_id), grant.role, given)

    places = [place(seat, name) for seat, name in enumerate(here.table.players)]
    ruling = [
        Ruler(grant.id, grant.name or "", state(grant.device_id), grant.agreed) for grant in grants if grant.is_referee
    ]
    unseated = [grant for grant in grants if grant.seat is None and not grant.is_referee]
    scorekeeper = next((state(grant.device_id) for grant in unseated if grant.keeps_score), None)
    others = {grant.device_id for grant in unseated if not grant.keeps_score} - {here.viewer.device_id}
    return Presence(places, ruling, sum(1 for device in others if present[device]), scorekeeper)
