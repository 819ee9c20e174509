"""Adds lines to the desk of a table, each chained to the one before."""

from sqlalchemy import Connection, insert, select, update
from sqlmodel import col

from webapp.store.chain.links import Chain
from webapp.store.models import DeskLine, Table


def add_desk_line(connection: Connection, chain: Chain, line: DeskLine) -> None:
    """Adds a line. The caller holds the lock of its table, or has just made it."""
    newest = select(col(DeskLine.link)).where(col(DeskLine.table_id) == line.table_id).order_by(col(DeskLine.id).desc())
    said = {name: getattr(line, name) for name in ("table_id", "seq", "kind", "body", "device_id", "made_at")}
    before = connection.scalar(newest.limit(1)) or chain.desk_root(line.table_id).link
    made = chain.desk_line(before, **said)
    line.link = made.link
    connection.execute(insert(DeskLine).values(**said, link=made.link))
    connection.execute(update(Table).where(col(Table.id) == line.table_id).values(desk_head=made.head))
