"""Admission of a device to a table: on a seat, to keep the score, or to watch. Every way of joining ends here."""

from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import Grant, SeatRequest
from webapp.store.roles import Role
from webapp.table.viewer import Viewer


def admit(
    table_id: int, device_id: int, *, role: Role, seat: int | None = None, invited: bool = True
) -> Grant | SeatRequest:
    """Lets a device in as "player", "scorekeeper" or "watcher", on a seat if one is given.

    `invited`: it has shown an invite; without one only a device that is in already may sit down.
    Returns what it may do from now on; a request where the host lets in: until the answer the device is what it was.
    Raises DoorClosed for a device that is not in yet, SeatTaken when somebody else sits there, NotAdmitted for one that
    rules, InviteSpent where no invite to keep the score stands, TooManyRequests.
    """
    done = services().store.join(table_id, device_id, role=role, seat=seat, invited=invited)
    if role == Role.SCOREKEEPER and isinstance(done, Grant):
        players = services().play.at(table_id).table.players
        said = {"came": True} if done.seat is None else {"name": players[done.seat]}
        services().play.note(table_id, Viewer.of(done), DeskKind.SCOREKEEPER, said)
    return done
