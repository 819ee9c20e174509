"""Coming in at a table: at once, or by a request that the host answers."""

from sqlalchemy import Delete, delete, select, update
from sqlmodel import Session, col

from webapp.http.limits import MOST_SEAT_REQUESTS
from webapp.http.rate_limits import SEAT_REQUEST_LASTS
from webapp.store.database import Database
from webapp.store.errors import DoorClosed, InviteSpent, NotAdmitted, RequestGone, SeatTaken, TooManyRequests
from webapp.store.models import DeskLine, Grant, Invite, Request, Table, now
from webapp.store.people import admitted, grant_of, rules_unseated, sitter_of
from webapp.store.request_words import new_word


class Requests(Database):
    """The requests of all tables. A phone has one at a table at most: it waits, or was refused (`until`)."""

    def come_in(
        self, table_id: int, device_id: int, *, role: str, seat: int | None = None, invited: bool = True
    ) -> Grant | Request:
        """Lets a device in as "player", "scorekeeper" or "watcher", or notes that it asks for the seat.

        Nobody but the host sits down unasked where seats are approved; a scorekeeper spends the invitation that the
        host has made for one. `invited`: it has an invitation, else it must be in. Raises DoorClosed for a device that
        is not in, SeatTaken, NotAdmitted where it rules, InviteSpent, TooManyRequests.
        """
        with self._write(table_id) as session:
            table, held = session.get_one(Table, table_id), grant_of(session, table_id, device_id)
            if role == "scorekeeper":
                _spend(session, held, table_id)
            elif held is None and (table.door == "closed" or not invited):
                raise DoorClosed
            if seat is not None and role != "scorekeeper" and _has_to_ask(table, held, seat):
                return _asked(session, table_id, device_id, seat)
            session.execute(_of_device(table_id, device_id))
            return _seated(session, table_id, device_id, role, seat)

    def requests(self, table_id: int) -> list[Request]:
        """Returns the requests that wait at a table, the oldest first."""
        with self._read() as session:
            return _waiting(session, table_id)

    def request_of(self, table_id: int, device_id: int) -> Request | None:
        """Returns the request of a device at a table, also one that was refused or has waited too long."""
        wanted = select(Request).where(col(Request.table_id) == table_id, col(Request.device_id) == device_id)
        with self._read() as session:
            return session.scalars(wanted).one_or_none()

    def withdraw(self, table_id: int, device_id: int) -> None:
        """Forgets the request of a device."""
        with self._write(table_id) as session:
            session.execute(_of_device(table_id, device_id))

    def let_in(self, table_id: int, word: str, line: DeskLine) -> Grant:
        """Sits the phone down that shows this word, with the line of the desk that says so.

        Raises RequestGone, SeatTaken, or NotAdmitted where it rules by now.
        """
        with self._write(table_id) as session:
            request = _standing(session, table_id, word)
            session.delete(request)
            session.add(line)
            return _seated(session, table_id, request.device_id, request.role, request.seat)

    def refuse(self, table_id: int, word: str) -> None:
        """Refuses the phone that shows this word; it reads so until it asks again. Raises RequestGone."""
        with self._write(table_id) as session:
            _standing(session, table_id, word).until = now()


def is_fresh(request: Request) -> bool:
    """Tells whether a request still waits."""
    return request.until is None and now() - request.since < SEAT_REQUEST_LASTS


def _spend(session: Session, held: Grant | None, table_id: int) -> None:
    """Spends the invitation to keep the score. The host and the referee have no use for it."""
    if held is not None and (held.is_host or held.role == "referee"):
        raise NotAdmitted
    standing = update(Invite).where(
        col(Invite.table_id) == table_id, col(Invite.role) == "scorekeeper", col(Invite.until).is_(None)
    )
    if session.connection().execute(standing.values(until=now())).rowcount == 0:
        raise InviteSpent


def _has_to_ask(table: Table, held: Grant | None, seat: int) -> bool:
    return table.seats == "approved" and not (held is not None and (held.is_host or held.seat == seat))


def _seated(session: Session, table_id: int, device_id: int, role: str, seat: int | None) -> Grant:
    """Lets a device in. Whoever else waits for that seat waits no longer: it is taken."""
    grant = admitted(session, table_id, device_id, role=role, seat=seat)
    if seat is not None:
        others = col(Request.table_id) == table_id, col(Request.seat) == seat, col(Request.until).is_(None)
        session.execute(update(Request).where(*others).values(until=now()))
    return grant


def _asked(session: Session, table_id: int, device_id: int, seat: int) -> Request:
    """Notes the request. One for another seat gets another word, so that no late tap of the host lets it in there."""
    held = grant_of(session, table_id, device_id)
    if rules_unseated(held):
        raise NotAdmitted
    if sitter_of(session, table_id, seat) is not None:
        raise SeatTaken
    waiting = _waiting(session, table_id)
    own = next((request for request in waiting if request.device_id == device_id), None)
    if own is not None and own.seat == seat:
        return own
    if own is None and len(waiting) >= MOST_SEAT_REQUESTS:
        raise TooManyRequests
    session.execute(_of_device(table_id, device_id))
    word = new_word([request.word for request in waiting])
    asked = Request(table_id=table_id, device_id=device_id, seat=seat, word=word)
    session.add(asked)
    session.flush()
    return asked


def _standing(session: Session, table_id: int, word: str) -> Request:
    found = next((request for request in _waiting(session, table_id) if request.word == word), None)
    if found is None:
        raise RequestGone
    return found


def _waiting(session: Session, table_id: int) -> list[Request]:
    wanted = select(Request).where(
        col(Request.table_id) == table_id, col(Request.until).is_(None), col(Request.since) > now() - SEAT_REQUEST_LASTS
    )
    return list(session.scalars(wanted.order_by(col(Request.id))))


def _of_device(table_id: int, device_id: int) -> Delete:
    return delete(Request).where(col(Request.table_id) == table_id, col(Request.device_id) == device_id)
