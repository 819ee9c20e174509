"""Requests for a seat, and the word by which two devices know the same one."""

import secrets
from collections.abc import Collection

from sqlalchemy import bindparam, select, update
from sqlmodel import Session, col

from webapp.http.durations import SEAT_REQUEST_LASTS
from webapp.http.limits import MOST_SEAT_REQUESTS
from webapp.store.chain.links import add_desk_line
from webapp.store.database import Database
from webapp.store.errors import DoorClosed, HostsHere, InviteSpent, NotAdmitted, RequestGone, SeatTaken, TooManyRequests
from webapp.store.grants import delete_request, grant_of, grant_on
from webapp.store.models import DeskLine, Grant, Invite, SeatRequest, Table, utc_now
from webapp.store.roles import Role
from webapp.store.table_devices import admit_device, is_referee_without_seat

ANIMALS = (
    *("BISON", "BONOBO", "DINGO", "DODO", "EMU", "FLAMINGO", "FOX", "GECKO", "GIBBON", "GNU", "GORILLA"),
    *("HAMSTER", "IMPALA", "JAGUAR", "KIWI", "KOALA", "LEMMING", "LEOPARD", "OKAPI", "ORCA", "OTTER", "PANDA"),
    *("PANTHER", "PUMA", "PYTHON", "TAPIR", "TIGER", "WOLF", "WOMBAT", "YAK", "ZEBRA"),
)
LOWEST, HIGHEST = 10, 99


def new_word(taken: Collection[str]) -> str:
    """Returns a word of an animal that none of these words has, as long as there is one."""
    animals = {word.partition(" ")[0] for word in taken}
    free = [animal for animal in ANIMALS if animal not in animals] or ANIMALS
    return f"{secrets.choice(free)} {LOWEST + secrets.randbelow(HIGHEST - LOWEST + 1)}"


class SeatRequests(Database):
    """The requests of all tables. A device has one at a table at most: it waits, or was refused (`until`)."""

    def join(
        self, table_id: int, device_id: int, *, role: Role, seat: int | None = None, invited: bool = True
    ) -> Grant | SeatRequest:
        """Admits a device as "player", "scorekeeper" or "watcher", or adds its request for the seat.

        Nobody but the host sits down unasked where seats are approved; a scorekeeper spends the invite that the
        host has made for one. `invited`: it has an invite, else it must be in. Raises DoorClosed for a device that
        is not in, SeatTaken, NotAdmitted where it rules, InviteSpent, TooManyRequests.
        """
        with self._write(table_id) as session:
            table, held = session.get_one(Table, table_id), grant_of(session, table_id, device_id)
            if role == Role.SCOREKEEPER:
                _use_scorekeeper_invite(session, held, table_id)
            elif held is None and (table.door == "closed" or not invited):
                raise DoorClosed
            if seat is not None and role != Role.SCOREKEEPER and _needs_approval(table, held, seat):
                return _add_request(session, table_id, device_id, seat)
            delete_request(session, table_id, device_id)
            return _seat_device(session, table_id, device_id, role, seat)

    def seat_requests(self, table_id: int) -> list[SeatRequest]:
        """Returns the requests that wait at a table, the oldest first."""
        with self._read() as session:
            return _waiting_requests(session, table_id)

    def seat_request_of(self, table_id: int, device_id: int) -> SeatRequest | None:
        """Returns the request of a device at a table, also one that was refused or has waited too long."""
        wanted = select(SeatRequest).where(
            col(SeatRequest.table_id) == table_id, col(SeatRequest.device_id) == device_id
        )
        return self._one(wanted)

    def withdraw_request(self, table_id: int, device_id: int) -> None:
        with self._write(table_id) as session:
            delete_request(session, table_id, device_id)

    def approve_request(self, table_id: int, word: str, line: DeskLine) -> Grant:
        """Gives the device that shows this word its seat, with a line of the desk.

        Raises RequestGone, SeatTaken, or NotAdmitted where it rules by now.
        """
        with self._write(table_id) as session:
            request = _waiting_request(session, table_id, word)
            session.delete(request)
            add_desk_line(session.connection(), self.chain, line)
            return _seat_device(session, table_id, request.device_id, request.role, request.seat)

    def refuse_request(self, table_id: int, word: str) -> None:
        """Refuses the device that shows this word; it is told so until it asks again. Raises RequestGone."""
        with self._write(table_id) as session:
            _waiting_request(session, table_id, word).until = utc_now()


def is_waiting(request: SeatRequest) -> bool:
    return request.until is None and utc_now() - request.since < SEAT_REQUEST_LASTS


def _use_scorekeeper_invite(session: Session, held: Grant | None, table_id: int) -> None:
    if held is not None and held.is_host:
        raise HostsHere
    if held is not None and held.role == Role.REFEREE:
        raise NotAdmitted
    standing = update(Invite).where(
        col(Invite.table_id) == table_id, col(Invite.role) == Role.SCOREKEEPER, col(Invite.until).is_(None)
    )
    if session.connection().execute(standing.values(until=utc_now())).rowcount == 0:
        raise InviteSpent


def _needs_approval(table: Table, held: Grant | None, seat: int) -> bool:
    return table.seats == "approved" and not (held is not None and (held.is_host or held.seat == seat))


def _seat_device(session: Session, table_id: int, device_id: int, role: Role, seat: int | None) -> Grant:
    grant = admit_device(session, table_id, device_id, role=role, seat=seat)
    if seat is not None:
        others = col(SeatRequest.table_id) == table_id, col(SeatRequest.seat) == seat, col(SeatRequest.until).is_(None)
        session.execute(update(SeatRequest).where(*others).values(until=utc_now()))
    return grant


def _add_request(session: Session, table_id: int, device_id: int, seat: int) -> SeatRequest:
    """Adds the request. One for another seat gets another word, so that a late tap of the host cannot admit it."""
    held = grant_of(session, table_id, device_id)
    if is_referee_without_seat(held):
        raise NotAdmitted
    if grant_on(session, table_id, seat) is not None:
        raise SeatTaken
    waiting = _waiting_requests(session, table_id)
    own = next((request for request in waiting if request.device_id == device_id), None)
    if own is not None and own.seat == seat:
        return own
    if own is None and len(waiting) >= MOST_SEAT_REQUESTS:
        raise TooManyRequests
    delete_request(session, table_id, device_id)
    word = new_word([request.word for request in waiting])
    asked = SeatRequest(table_id=table_id, device_id=device_id, seat=seat, word=word)
    session.add(asked)
    session.flush()
    return asked


def _waiting_request(session: Session, table_id: int, word: str) -> SeatRequest:
    found = next((request for request in _waiting_requests(session, table_id) if request.word == word), None)
    if found is None:
        raise RequestGone
    return found


# Built once: every page of a table asks it.
_WAITING = (
    select(SeatRequest)
    .where(
        col(SeatRequest.table_id) == bindparam("table"),
        col(SeatRequest.until).is_(None),
        col(SeatRequest.since) > bindparam("after"),
    )
    .order_by(col(SeatRequest.id))
)


def _waiting_requests(session: Session, table_id: int) -> list[SeatRequest]:
    return list(session.scalars(_WAITING, {"table": table_id, "after": utc_now() - SEAT_REQUEST_LASTS}))
