"""The next table of the same people, where they sit down in another order."""

from webapp.store.chain.desk_lines import add_desk_line
from webapp.store.database import Database
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import DeskLine, Grant, Table
from webapp.store.people import active_grants
from webapp.store.roles import Role


class NextTables(Database):
    """What leads from a table to the next one."""

    def bring_along(self, table_id: int, next_id: int) -> None:
        """Makes a table the next one after another, and lets its devices in: each holds the seat of the same name.

        The table must be there. A device that is in already keeps what it holds, one whose seat is not there watches.
        Where another table is the next one already, nothing is changed.
        """
        with self._write(table_id) as session:
            old, table = session.get_one(Table, table_id), session.get_one(Table, next_id)
            if old.successor_id is not None:
                return
            old.successor_id = next_id
            there = active_grants(session, next_id)
            devices, held = {grant.device_id for grant in there}, {grant.seat for grant in there}
            for grant in active_grants(session, table_id):
                if grant.device_id in devices:
                    continue
                moved = _moved(grant, old, table, held)
                session.add(moved)
                if moved.is_referee:
                    add_desk_line(session.connection(), self.chain, referee_line(table, moved))


def _moved(grant: Grant, old: Table, table: Table, held: set[int | None]) -> Grant:
    """What a device is at the next table: the seat of its name, where nobody there holds it."""
    name = None if grant.seat is None else old.players[grant.seat]
    seat = table.players.index(name) if name in table.players else None
    if seat in held:
        seat = None
    role = Role.PLAYER if grant.role == Role.HOST else grant.role
    if role == Role.PLAYER and seat is None:
        role = Role.WATCHER
    agreed = grant.agreed and role != Role.WATCHER
    return Grant(
        table_id=table.id,
        device_id=grant.device_id,
        role=role,
        seat=seat,
        agreed=agreed,
        name=grant.name if agreed or role == Role.REFEREE else None,
    )


def referee_line(table: Table, grant: Grant) -> DeskLine:
    """Returns the line by which a log says who rules, and whether on a seat that the table has agreed to."""
    body = {"name": grant.name} if grant.seat is None else {"name": grant.name, "seat": grant.seat}
    return DeskLine(table_id=table.id, seq=0, kind=DeskKind.REFEREE, body=body, device_id=grant.device_id)
