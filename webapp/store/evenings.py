"""Evenings: their lines, devices, invites, and the tables that belong to them."""

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from webapp.http.limits import ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.store.change_feed import notify_of_evening
from webapp.store.errors import InviteSpent, OpUsed, PersonTaken, SeqTaken
from webapp.store.evening_access import (
    EveningInvites,
    active_at_evening,
    add_evening_invite,
    evening_grant_of,
    free_person,
    grant_of_person,
    spend_evening_invite,
)
from webapp.store.evening_changes import NOTHING_ELSE, Admission, EveningChange, NewLine
from webapp.store.evening_models import Evening, EveningGrant, EveningInvite, EveningLine, EveningRole
from webapp.store.evening_tables import TablesOfEvenings, move_table_grant
from webapp.store.limits import Opened, count_opening
from webapp.store.models import now
from webapp.store.used_keys import Question, UsedKeys

LOTS = 1 << 30
PERMANENT = (EveningRole.PLAYER, EveningRole.WATCHER, EveningRole.ORGANISER)
"""The roles whose invites every evening has from the start; "organiser" is the recovery code."""


class DeviceEvening(NamedTuple):
    """What a device is at an evening."""

    device_id: int
    role: EveningRole | None
    person: int | None
    name: str | None


class Evenings(TablesOfEvenings, EveningInvites, UsedKeys):
    """All evenings."""

    def open_evening(
        self, title: str, lines: Sequence[NewLine], *, device_id: int, network: str = "", op: str | None = None
    ) -> Evening:
        """Opens an evening with this device as its organiser; a form that has opened one gets that one again.

        Raises TooManyOpened where this device, or its `network`, has opened as many within a day as it may.
        """
        evening = Evening(title=title, op=op, lot=secrets.randbelow(LOTS), version=1)
        try:
            with self._write() as session:
                session.add(evening)
                session.flush()
                for seq, line in enumerate(lines, 1):
                    session.add(_line(evening.id, seq, line, device_id, None))
                session.add(EveningGrant(evening_id=evening.id, device_id=device_id, role=EveningRole.ORGANISER))
                session.flush()
                count_opening(session, Opened.EVENING, device_id, network)
                for role in PERMANENT:
                    add_evening_invite(session, evening.id, role)
        except IntegrityError:
            if (opened := self._evening_of_form(op)) is None:
                raise
            return opened
        return evening

    def _evening_of_form(self, op: str | None) -> Evening | None:
        with self._read() as session:
            return session.scalars(select(Evening).where(col(Evening.op) == op)).one_or_none() if op else None

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
        found = list[EveningLine]()
        with self._read() as session:
            for some in session.scalars(wanted).partitions(ROWS_A_TURN):
                found += some
                if len(some) == ROWS_A_TURN:
                    time.sleep(FOLD_PAUSE)
        return found

    def evening_grants(self, evening_id: int) -> list[EveningGrant]:
        """Returns the active grants of an evening, the oldest first."""
        with self._read() as session:
            return active_at_evening(session, evening_id)

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

    def add_to_evening(
        self,
        evening_id: int,
        lines: Sequence[NewLine],
        *,
        after: int,
        device_id: int | None,
        op: str | None = None,
        change: EveningChange = NOTHING_ELSE,
        question: Question | None = None,
    ) -> list[EveningLine]:
        """Adds lines behind the line `after`, with what belongs to them: all of it stands, or nothing.

        `op` is the key of the form, of the first line. A table that opens is named by the line that seats it: in the
        bodies the numbers `{"opens": place}` become the ids of the tables opened. Raises SeqTaken where the evening
        has gone on, OpUsed where this device's key was used, PersonTaken where another device stands for somebody,
        InviteSpent where the invite was taken. The key of `question` is kept with them: KeyUsed where it was used.
        """
        key = None if op is None else f"{device_id}:{op}"
        try:
            with self._write() as session:
                self._count_change(session, evening_id)
                if question is not None:
                    self._keep_key(session.connection(), question)
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
            self._unseat(session, change.unseated_at, device_id)
        for person in change.freed:
            device = free_person(session, evening_id, person)
            if device is not None:
                self._unseat(session, change.unseated_at, device)
                if evening_grant_of(session, evening_id, device) is None:
                    self._end_looks(session, evening_id, device)
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
            taken = grant_of_person(session, evening_id, admission.person)
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
            for table in self._locked_tables(session, evening_id):
                self._seat_referee(session, table, wanted)

    def _let_out(self, session: Session, evening_id: int, device_id: int) -> None:
        held = evening_grant_of(session, evening_id, device_id)
        if held is None:
            return
        held.until = now()
        session.flush()
        if held.is_referee:
            for table in self._locked_tables(session, evening_id):
                self._unseat_referee(session, table, device_id)
        self._end_looks(session, evening_id, device_id)

    def read_evening(self, evening_id: int, device_id: int, lines: int) -> None:
        """Advances a device's read marker for announcements to this many lines; never moves it back."""
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
            for table in self._locked_tables(session, evening_id):
                move_table_grant(session, table, old.device_id, device_id)


_RIGHTS = """
SELECT devices.id, evening_grants.role, evening_grants.person, evening_grants.name
FROM devices LEFT JOIN evening_grants
ON evening_grants.device_id = devices.id AND evening_grants.evening_id = ? AND evening_grants.until IS NULL
WHERE devices.token_hash = ?
"""
_RIGHTS_POSTGRESQL = _RIGHTS.replace("?", "%s")


def _line(evening_id: int, seq: int, line: NewLine, device_id: int | None, op: str | None) -> EveningLine:
    return EveningLine(evening_id=evening_id, seq=seq, kind=line.kind, body=dict(line.body), op=op, device_id=device_id)


def _with_ids(body: Mapping[str, Any], opened: Sequence[int]) -> Mapping[str, Any]:
    if "tables" not in body or not opened:
        return body
    tables = [
        {**table, "table": opened[table["opens"]]} if "opens" in table else dict(table) for table in body["tables"]
    ]
    return {**body, "tables": [{key: it for key, it in table.items() if key != "opens"} for table in tables]}
