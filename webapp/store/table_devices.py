"""Devices at tables: their seats and roles, and the choices of the host."""

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from webapp.http.limits import MOST_OWN_TABLES
from webapp.store.chain.links import Chain, add_desk_line
from webapp.store.errors import InviteSpent, NotAdmitted, SeatHeld, SeatTaken
from webapp.store.grants import Grants, active_grants, begin_grant, delete_request, end_grants, grant_of, grant_on
from webapp.store.invites import end_invites, spend_invite
from webapp.store.models import DeskLine, Device, Grant, Invite, Table, utc_now
from webapp.store.roles import SEATED, Role, Scope, Use, invites_with
from webapp.store.used_keys import KeyedQuestion, UsedKeys

RANKS = (Role.WATCHER, Role.PLAYER, Role.SCOREKEEPER, Role.REFEREE, Role.HOST)
"""A device that joins again with a role further left keeps the one that it has."""


_OF_DEVICE = (
    select(Table)
    .join(Grant, col(Grant.table_id) == col(Table.id))
    .where(col(Grant.device_id) == bindparam("device"), col(Grant.until).is_(None))
    .order_by(col(Table.id).desc())
    .limit(bindparam("most"))
)
_TABLES_OF = {
    None: _OF_DEVICE,
    True: _OF_DEVICE.where(
        col(Table.evening_id).is_not(None), col(Grant.role) != Role.REFEREE, col(Table.taken_back_at).is_(None)
    ),
    False: _OF_DEVICE.where(col(Table.evening_id).is_(None)),
}
"""The tables of a device, those of evenings or of none: every first page asks."""


class TableDevices(Grants, UsedKeys):
    """Devices and their seats at tables, referees, and what a host changes."""

    def device(self, token_hash: str) -> Device | None:
        return self._one(select(Device).where(col(Device.token_hash) == token_hash))

    def add_device(self, token_hash: str) -> Device:
        """Adds a device, or returns the one that was just added with this token."""
        return self._add_once(Device(token_hash=token_hash), by=("token_hash",))

    def remember_names(self, device_id: int, names: Sequence[str]) -> None:
        """Stores the players' names that this device used last."""
        with self._write() as session:
            if (device := session.get(Device, device_id)) is not None:
                device.names = list(names)

    def tables_of(
        self, device_id: int, limit: int = MOST_OWN_TABLES, *, at_evenings: bool | None = None
    ) -> list[Table]:
        """Returns the tables where this device has a grant, the newest first.

        `at_evenings`: only those of evenings, without what it only rules at and where nobody plays any more, or only
        those of none.
        """
        return self._all(_TABLES_OF[at_evenings], {"device": device_id, "most": limit})

    def admit(self, table_id: int, device_id: int, *, role: Role, seat: int | None = None) -> Grant:
        """Admits a device, without asking the table's choices, on a seat if one is given; it never loses rights.

        Raises SeatTaken when somebody else sits there, NotAdmitted for a referee's device: it takes no seat.
        """
        with self._write(table_id) as session:
            return admit_device(session, table_id, device_id, role=role, seat=seat)

    def mark_read(self, table_id: int, device_id: int, *, events: int, lines: int) -> None:
        """Advances a device's read marker for decisions to this many events and desk lines; never moves it back."""
        with self._write(table_id) as session:
            if (held := grant_of(session, table_id, device_id)) is not None:
                held.read_events = max(held.read_events, events)
                held.read_lines = max(held.read_lines, lines)

    def leave_seat(self, table_id: int, device_id: int) -> None:
        """Takes a device off its seat; it stays at the table."""
        with self._write(table_id) as session:
            if (held := grant_of(session, table_id, device_id)) is not None:
                change_grant(session, held, _without_seat(held))

    def free_seat(self, table_id: int, seat: int, line: DeskLine | None = None) -> None:
        """Takes a seat from its device; `line` is noted where that is another device than the line's own."""
        with self._write(table_id) as session:
            if (held := grant_on(session, table_id, seat)) is not None:
                change_grant(session, held, _without_seat(held))
                if line is not None and line.device_id != held.device_id:
                    add_desk_line(session.connection(), self.chain, line)

    def end_grant(self, table_id: int, device_id: int, line: DeskLine | None = None) -> None:
        """Ends the grant of a device at this table, and its request for a seat, with a line of the desk."""
        with self._write(table_id) as session:
            delete_request(session, table_id, device_id)
            if (held := grant_of(session, table_id, device_id)) is not None:
                moment = utc_now()
                end_grants(session, [held], moment)
                if line is not None:
                    line.made_at = moment  # by it the device is told why it sees nothing any more
                    add_desk_line(session.connection(), self.chain, line)

    def appoint(self, invite: Invite, device_id: int, name: str) -> Grant:
        """Spends a referee's invite and makes this device the referee who signs as `name`.

        A host stays the host, and a player stays seated, where the invite says that the table agreed. Raises
        InviteSpent where somebody was faster or has come to rule since it was made, SeatHeld where the device holds a
        seat and nobody agreed to it.
        """
        with self._write(invite.owner) as session:
            standing, held = spend_invite(session, invite.id), grant_of(session, invite.owner, device_id)
            ruling = (one for one in active_grants(session, invite.owner) if one.is_referee)
            if any(one.since > standing.since for one in ruling):
                raise InviteSpent
            if held is not None and held.seat is not None and not standing.agreed:
                raise SeatHeld
            wanted = Grant(table_id=invite.owner, device_id=device_id, role=Role.REFEREE, name=name)
            if held is not None and (held.role == Role.HOST or held.seat is not None):
                wanted.role, wanted.seat, wanted.agreed = held.role, held.seat, True
            return change_grant(session, held, wanted)

    def dismiss(
        self, table_id: int, device_id: int, line: DeskLine | None = None, question: KeyedQuestion | None = None
    ) -> None:
        """Takes the right to rule from a device, with a line of the desk: a host or player stays that.

        Nothing is noted of a device that does not rule; the line says whether it was the last that did. The key of
        `question` is kept with it: KeyUsed where it was used.
        """
        with self._write(table_id) as session:
            self._keep_key_of(session, question)
            held = grant_of(session, table_id, device_id)
            if held is None or not held.is_referee:
                return
            if held.role == Role.REFEREE:
                end_grants(session, [held])
            else:
                plain = Grant(table_id=table_id, device_id=device_id, role=held.role, seat=held.seat)
                change_grant(session, held, plain)
            if line is not None:
                add_dismissal(session, self.chain, line)

    def change_choices(self, table_id: int, chosen: Mapping[str, str], line: DeskLine) -> None:
        """Changes these choices of a table: `entry`, `seats`, `door`, and its `title`, unless they are so."""
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            if all(getattr(table, choice) == answer for choice, answer in chosen.items()):
                return
            for choice, answer in chosen.items():
                setattr(table, choice, answer)
            if chosen.get("door") == "closed":
                for role in invites_with(Use.ONCE, Scope.TABLE):  # one made afterwards is valid
                    end_invites(session, table_id, role)
            add_desk_line(session.connection(), self.chain, line)

    def give_score(self, table_id: int, seat: int, line: DeskLine) -> Grant | None:
        """Makes the player on this seat the scorekeeper, in place of any other; `line` is noted if it was not.

        Returns None where nobody but the host sits there.
        """
        with self._write(table_id) as session:
            held = next((one for one in active_grants(session, table_id) if one.seat == seat), None)
            if held is None or held.is_host:
                return None
            is_so = held.keeps_score
            grant = admit_device(session, table_id, held.device_id, role=Role.SCOREKEEPER, seat=None)
            if not is_so:
                add_desk_line(session.connection(), self.chain, line)
            return grant

    def end_scorekeeping(self, table_id: int, line: DeskLine) -> None:
        """Ends that a device keeps the score; `line` is noted where one did."""
        with self._write(table_id) as session:
            if end_scorekeeping(session, table_id):
                add_desk_line(session.connection(), self.chain, line)


def admit_device(session: Session, table_id: int, device_id: int, *, role: Role, seat: int | None) -> Grant:
    if role == Role.SCOREKEEPER:
        end_scorekeeping(session, table_id, but=device_id)
    held = grant_of(session, table_id, device_id)
    if seat is not None and is_referee_without_seat(held):
        raise NotAdmitted
    if held is not None and RANKS.index(held.role) > RANKS.index(role):
        role = held.role
    if held is not None and seat is None:
        seat = held.seat
    wanted = Grant(table_id=table_id, device_id=device_id, role=role, seat=seat)
    return change_grant(session, held, _keeping_referee(held, wanted))


def end_scorekeeping(session: Session, table_id: int, *, but: int | None = None) -> bool:
    """Makes the scorekeeper a player on the own seat, or a watcher without one; tells whether there was one."""
    keeping = [held for held in active_grants(session, table_id) if held.keeps_score and held.device_id != but]
    for held in keeping:
        role = Role.WATCHER if held.seat is None else Role.PLAYER
        wanted = Grant(table_id=table_id, device_id=held.device_id, role=role, seat=held.seat)
        change_grant(session, held, _keeping_referee(held, wanted))
    return bool(keeping)


def is_referee_without_seat(held: Grant | None) -> bool:
    return held is not None and held.is_referee and held.seat is None


def _is_same(held: Grant, wanted: Grant) -> bool:
    return (held.role, held.seat, held.agreed) == (wanted.role, wanted.seat, wanted.agreed)


def _without_seat(grant: Grant) -> Grant:
    return _keeping_referee(
        grant, Grant(table_id=grant.table_id, device_id=grant.device_id, role=grant.role, name=grant.name)
    )


def _keeping_referee(held: Grant | None, wanted: Grant) -> Grant:
    if held is not None and held.agreed and wanted.role in SEATED:
        wanted.agreed, wanted.name = True, held.name
    return wanted


def change_grant(session: Session, held: Grant | None, wanted: Grant) -> Grant:
    """Ends the grant held and begins the wanted one, unless they are the same."""
    if held is not None and _is_same(held, wanted):
        return held
    if wanted.seat is not None:
        sitter = grant_on(session, wanted.owner, wanted.seat)
        if sitter is not None and sitter.device_id != wanted.device_id:
            raise SeatTaken
    if held is not None:
        held.until = utc_now()
        wanted.read_events, wanted.read_lines = held.read_events, held.read_lines
        session.flush()
    return begin_grant(session, wanted)


def add_dismissal(session: Session, chain: Chain, line: DeskLine) -> None:
    """Adds the line of a referee who leaves or is dismissed; `last` in it ends a referee's pause: nobody else could.

    It is counted here, where the table is locked: two who go at the same moment would each leave the other one.
    """
    if not any(grant.is_referee for grant in active_grants(session, line.table_id)):
        line.body = {**line.body, "last": True}
    add_desk_line(session.connection(), chain, line)
