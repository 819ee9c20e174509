"""Evenings: their lines, devices, invites, and the tables that belong to them."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from webapp.store.chain.desk_lines import add_desk_line
from webapp.store.change_feed import notify_of_evening
from webapp.store.desk_kinds import DeskKind
from webapp.store.errors import InviteSpent, OpUsed, PersonTaken, SeqTaken
from webapp.store.evening_invites import EveningInvites, add_evening_invite, spend_evening_invite
from webapp.store.evening_models import Evening, EveningGrant, EveningInvite, EveningLine
from webapp.store.evening_roles import EveningRole
from webapp.store.log import Log
from webapp.store.models import DeskLine, Event, Grant, Table, now
from webapp.store.next_tables import referee_line
from webapp.store.people import grant_of
from webapp.store.roles import Role

LOTS = 1 << 30
PERMANENT = (EveningRole.PLAYER, EveningRole.WATCHER, EveningRole.ORGANISER)
"""The roles whose invites every evening has from the start; "organiser" is the recovery code."""


class NewLine(NamedTuple):
    """A line of an evening that is to be added."""

    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class NewSitting:
    """A table to be opened for an evening: its row, and the devices by their seats. The first of them is the host."""

    table: Table
    seats: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Admission:
    """What a device becomes at an evening: a role, somebody on the list, or both; `name` is how it signs."""

    device_id: int
    role: EveningRole
    person: int | None = None
    name: str | None = None


@dataclass(frozen=True)
class EveningChange:
    """What belongs to lines of an evening and stands with them or not at all.

    `leaves` are tables that leave the evening, `joins` those that join by their number in it, `spent` an invite that
    serves once, `expelled` devices that are let out, `freed` numbers on the list whose phones are let go.
    """

    admit: Sequence[Admission] = ()
    expelled: Sequence[int] = ()
    freed: Sequence[int] = ()
    opens: Sequence[NewSitting] = ()
    joins: Mapping[int, int] = field(default_factory=dict)
    leaves: Sequence[int] = ()
    spent: int | None = None


NOTHING_ELSE = EveningChange()


class DeviceEvening(NamedTuple):
    """What a device is at an evening."""

    device_id: int
    role: EveningRole | None
    person: int | None
    name: str | None


class Evenings(Log, EveningInvites):
    """All evenings."""

    def open_evening(self, title: str, lines: Sequence[NewLine], *, device_id: int, op: str | None = None) -> Evening:
        """Opens an evening with this device as its organiser; a form that has opened one gets that one again."""
        evening = Evening(title=title, op=op, lot=secrets.randbelow(LOTS), version=1)
        try:
            with self._write() as session:
                session.add(evening)
                session.flush()
                for seq, line in enumerate(lines, 1):
                    session.add(_line(evening.id, seq, line, device_id, None))
                session.add(EveningGrant(evening_id=evening.id, device_id=device_id, role=EveningRole.ORGANISER))
                for role in PERMANENT:
                    add_evening_invite(session, evening.id, role)
        except IntegrityError:
            with self._read() as session:
                opened = session.scalars(select(Evening).where(col(Evening.op) == op)).one_or_none() if op else None
            if opened is None:
                raise
            return opened
        return evening

    def evening(self, evening_id: int) -> Evening | None:
        """Returns the evening of this number, if there is one."""
        with self._read() as session:
            return session.get(Evening, evening_id)

    def evening_version(self, evening_id: int) -> int:
        """Returns how often an evening has changed; 0 where there is none."""
        with self._reader.connect() as connection:
            return connection.scalar(select(col(Evening.version)).where(col(Evening.id) == evening_id)) or 0

    def evening_lines(self, evening_id: int, after_seq: int = 0) -> list[EveningLine]:
        """Returns what happened at an evening after this line, in order."""
        wanted = (
            select(EveningLine)
            .where(col(EveningLine.evening_id) == evening_id, col(EveningLine.seq) > after_seq)
            .order_by(col(EveningLine.seq))
        )
        with self._read() as session:
            return list(session.scalars(wanted))

    def evening_grants(self, evening_id: int) -> list[EveningGrant]:
        """Returns the active grants of an evening, the oldest first."""
        with self._read() as session:
            return _active(session, evening_id)

    def evening_rights(self, token_hash: str, evening_id: int) -> DeviceEvening | None:
        """Returns what the device with this token is at an evening, None for an unknown token. One indexed query."""
        query = _RIGHTS_POSTGRESQL if self.is_shared else _RIGHTS
        with self._query(query, (evening_id, token_hash)) as cursor:
            row = cursor.fetchone()
        if row is None:
            return None
        device_id, role, person, name = row
        return DeviceEvening(device_id, None if role is None else EveningRole(role), person, name)

    def evenings_of(self, device_id: int, limit: int) -> list[Evening]:
        """Returns the evenings at which this device is somebody, the newest first."""
        wanted = (
            select(Evening)
            .join(EveningGrant, col(EveningGrant.evening_id) == col(Evening.id))
            .where(col(EveningGrant.device_id) == device_id, col(EveningGrant.until).is_(None))
            .order_by(col(Evening.id).desc())
            .limit(limit)
        )
        with self._read() as session:
            return list(session.scalars(wanted))

    def tables_of_evening(self, evening_id: int) -> list[Table]:
        """Returns the tables that belong to an evening now, by their number there and then the oldest first."""
        wanted = (
            select(Table).where(col(Table.evening_id) == evening_id).order_by(col(Table.evening_number), col(Table.id))
        )
        with self._read() as session:
            return list(session.scalars(wanted))

    def add_to_evening(
        self,
        evening_id: int,
        lines: Sequence[NewLine],
        *,
        after: int,
        device_id: int | None,
        op: str | None = None,
        change: EveningChange = NOTHING_ELSE,
    ) -> list[EveningLine]:
        """Adds lines behind the line `after`, with what belongs to them: all of it stands, or nothing.

        `op` is the key of the form, of the first line. A table that opens is named by the line that seats it: in the
        bodies the numbers `{"opens": place}` become the ids of the tables opened. Raises SeqTaken where the evening
        has gone on, OpUsed where this device's key was used, PersonTaken where another device stands for somebody,
        InviteSpent where the invite was taken.
        """
        key = None if op is None else f"{device_id}:{op}"
        try:
            with self._write() as session:
                self._count_change(session, evening_id)
                opened = self._make_change(session, evening_id, change)
                added = [
                    _line(evening_id, after + place, NewLine(line.kind, _with_ids(line.body, opened)), device_id, key)
                    for place, line in enumerate(lines, 1)
                ]
                for line in added[1:]:
                    line.op = None
                session.add_all(added)
        except IntegrityError as error:
            raise self._evening_conflict(evening_id, after, key) or error from error
        return added

    def _evening_conflict(self, evening_id: int, after: int, key: str | None) -> Exception | None:
        later = self.evening_lines(evening_id, 0 if key else after)
        used = next((line for line in later if key is not None and line.op == key), None)
        if used is not None:
            return OpUsed(used.seq, "")
        return SeqTaken() if any(line.seq > after for line in later) else None

    def _count_change(self, session: Session, evening_id: int) -> None:
        if self.is_shared:
            notify_of_evening(session.connection(), evening_id)
        else:
            session.execute(text("UPDATE evenings SET version = version + 1 WHERE id = :id"), {"id": evening_id})

    def _make_change(self, session: Session, evening_id: int, change: EveningChange) -> list[int]:
        if change.spent is not None:
            spend_evening_invite(session, change.spent)
        for device_id in change.expelled:
            self._let_out(session, evening_id, device_id)
        for person in change.freed:
            _free_person(session, evening_id, person)
        for admission in change.admit:
            self._admit(session, evening_id, admission)
        for table_id in change.leaves:
            self._leave(session, evening_id, table_id)
        for table_id, number in change.joins.items():
            self._join(session, evening_id, table_id, number)
        return [self._open(session, evening_id, sitting) for sitting in change.opens]

    def _admit(self, session: Session, evening_id: int, admission: Admission) -> None:
        held = evening_grant_of(session, evening_id, admission.device_id)
        if admission.person is not None:
            taken = _grant_of_person(session, evening_id, admission.person)
            if taken is not None and taken.device_id != admission.device_id:
                raise PersonTaken
        wanted = EveningGrant(evening_id=evening_id, **vars(admission))
        if held is not None:
            wanted.read_lines = held.read_lines
            wanted.person = held.person if wanted.person is None else wanted.person
            wanted.name = wanted.name or held.name
            held.until = now()
            session.flush()
        session.add(wanted)
        session.flush()
        if wanted.is_referee:
            for table in _tables(session, evening_id):
                self._seat_referee(session, table, wanted)

    def _let_out(self, session: Session, evening_id: int, device_id: int) -> None:
        held = evening_grant_of(session, evening_id, device_id)
        if held is None:
            return
        held.until = now()
        session.flush()
        if held.is_referee:
            for table in _tables(session, evening_id):
                self._unseat_referee(session, table, device_id)

    def _leave(self, session: Session, evening_id: int, table_id: int) -> None:
        table = session.get_one(Table, table_id)
        if table.evening_id != evening_id:
            return
        table.evening_id = table.evening_number = None
        for grant in _active(session, evening_id):
            if grant.is_referee:
                self._unseat_referee(session, table, grant.device_id)
        self._lock_table(session.connection(), table_id)

    def _join(self, session: Session, evening_id: int, table_id: int, number: int) -> None:
        table = session.get_one(Table, table_id)
        table.evening_id, table.evening_number = evening_id, number
        for grant in _active(session, evening_id):
            if grant.is_referee:
                self._seat_referee(session, table, grant)
        self._lock_table(session.connection(), table_id)

    def _open(self, session: Session, evening_id: int, sitting: NewSitting) -> int:
        table = sitting.table
        table.evening_id = evening_id
        self._add_table(session, table)
        for place, (seat, device_id) in enumerate(sitting.seats.items()):
            role = Role.PLAYER if place else Role.HOST
            session.add(Grant(table_id=table.id, device_id=device_id, role=role, seat=seat))
        session.flush()
        for grant in _active(session, evening_id):
            if grant.is_referee:
                self._seat_referee(session, table, grant)
        return table.id

    def _seat_referee(self, session: Session, table: Table, grant: EveningGrant) -> None:
        """Lets a referee of the evening rule at a table, unless that device plays or has played there."""
        ever = select(col(Grant.id)).where(
            col(Grant.table_id) == table.id,
            col(Grant.device_id) == grant.device_id,
            col(Grant.role).in_((Role.HOST, Role.PLAYER, Role.SCOREKEEPER)),
        )
        if session.scalars(ever).first() is not None:
            return
        held = grant_of(session, table.id, grant.device_id)
        if held is not None and held.is_referee:
            return
        if held is not None:
            held.until = now()
            session.flush()
        seated = Grant(table_id=table.id, device_id=grant.device_id, role=Role.REFEREE, name=grant.name)
        session.add(seated)
        session.flush()
        line = referee_line(table, seated)
        line.seq = _log_length(session, table.id)
        add_desk_line(session.connection(), self.chain, line)

    def _unseat_referee(self, session: Session, table: Table, device_id: int) -> None:
        held = grant_of(session, table.id, device_id)
        if held is not None and held.role == Role.REFEREE:
            held.until = now()
            line = DeskLine(table_id=table.id, seq=0, kind=DeskKind.DISMISSED, body={"name": held.name})
            line.seq, line.device_id = _log_length(session, table.id), device_id
            add_desk_line(session.connection(), self.chain, line)

    def read_evening(self, evening_id: int, device_id: int, lines: int) -> None:
        """Notes that a device has read the announcements among so many lines; never less."""
        with self._write() as session:
            held = evening_grant_of(session, evening_id, device_id)
            if held is not None and held.read_lines < lines:
                held.read_lines = lines
                self._count_change(session, evening_id)

    def hand_over(self, evening_id: int, invite_id: int, device_id: int) -> None:
        """Gives what the device of a `move` invite is to this one, also its seats and refereeing at the tables.

        Raises InviteSpent where the invite was taken.
        """
        with self._write() as session:
            invite = session.get_one(EveningInvite, invite_id)
            spend_evening_invite(session, invite_id)
            self._count_change(session, evening_id)
            old = evening_grant_of(session, evening_id, invite.device_id or 0)
            if old is None:
                raise InviteSpent
            mine = evening_grant_of(session, evening_id, device_id)
            for gone in (old, mine):
                if gone is not None:
                    gone.until = now()
            session.flush()
            kept = old.model_dump(include={"evening_id", "role", "person", "name", "read_lines"})
            session.add(EveningGrant(**kept, device_id=device_id))
            for table in _tables(session, evening_id):
                _move_table_grant(session, table, old.device_id, device_id)


_RIGHTS = """
SELECT devices.id, evening_grants.role, evening_grants.person, evening_grants.name
FROM devices LEFT JOIN evening_grants
ON evening_grants.device_id = devices.id AND evening_grants.evening_id = ? AND evening_grants.until IS NULL
WHERE devices.token_hash = ?
"""
_RIGHTS_POSTGRESQL = _RIGHTS.replace("?", "%s")


def evening_grant_of(session: Session, evening_id: int, device_id: int) -> EveningGrant | None:
    """Returns the active grant of a device at an evening."""
    wanted = select(EveningGrant).where(
        col(EveningGrant.evening_id) == evening_id,
        col(EveningGrant.device_id) == device_id,
        col(EveningGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def _grant_of_person(session: Session, evening_id: int, person: int) -> EveningGrant | None:
    wanted = select(EveningGrant).where(
        col(EveningGrant.evening_id) == evening_id,
        col(EveningGrant.person) == person,
        col(EveningGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def _free_person(session: Session, evening_id: int, person: int) -> None:
    held = _grant_of_person(session, evening_id, person)
    if held is None:
        return
    held.until = now()
    session.flush()
    if held.role != EveningRole.PLAYER:  # an organiser who no longer plays stays that
        kept = held.model_dump(include={"evening_id", "device_id", "role", "name", "read_lines"})
        session.add(EveningGrant(**kept))
        session.flush()


def _active(session: Session, evening_id: int) -> list[EveningGrant]:
    wanted = (
        select(EveningGrant)
        .where(col(EveningGrant.evening_id) == evening_id, col(EveningGrant.until).is_(None))
        .order_by(col(EveningGrant.id))
    )
    return list(session.scalars(wanted))


def _log_length(session: Session, table_id: int) -> int:
    return session.scalar(select(func.max(col(Event.seq))).where(col(Event.table_id) == table_id)) or 0


def _tables(session: Session, evening_id: int) -> list[Table]:
    return list(session.scalars(select(Table).where(col(Table.evening_id) == evening_id)))


def _move_table_grant(session: Session, table: Table, old: int, new: int) -> None:
    held, mine = grant_of(session, table.id, old), grant_of(session, table.id, new)
    if held is None or (mine is not None and mine.seat is not None):
        return
    for gone in (held, mine):
        if gone is not None:
            gone.until = now()
    session.flush()
    kept = held.model_dump(exclude={"id", "device_id", "since", "until"})
    session.add(Grant(**kept, device_id=new))


def _line(evening_id: int, seq: int, line: NewLine, device_id: int | None, op: str | None) -> EveningLine:
    return EveningLine(evening_id=evening_id, seq=seq, kind=line.kind, body=dict(line.body), op=op, device_id=device_id)


def _with_ids(body: Mapping[str, Any], opened: Sequence[int]) -> Mapping[str, Any]:
    """Returns a body whose tables name the ids of the tables that were opened with it."""
    if "tables" not in body or not opened:
        return body
    tables = [
        {**table, "table": opened[table["opens"]]} if "opens" in table else dict(table) for table in body["tables"]
    ]
    return {**body, "tables": [{key: it for key, it in table.items() if key != "opens"} for table in tables]}
