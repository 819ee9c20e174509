"""Command `sixfold host-link`: shows the recovery code of a table. It only reads, beside the running server."""

from typing import TextIO

from webapp.config import Config
from webapp.games.registry import looks
from webapp.http.limits import MOST_LISTED_TABLES
from webapp.server.recovery_links import CannotShow, print_link, store_to_read
from webapp.store import Store
from webapp.store.models import Table
from webapp.store.roles import Role


def show(config: Config, table_id: int | None, out: TextIO) -> None:
    """Prints the link of a table's recovery code with its QR, or which tables there are. Raises CannotShow."""
    with store_to_read(config) as store:
        if table_id is None:
            _list(store.newest_tables(MOST_LISTED_TABLES), out)
        else:
            _link(store, config, table_id, out)


def _list(tables: list[Table], out: TextIO) -> None:
    if not tables:
        raise CannotShow("There is no table yet.")
    for table in tables:
        print(_line(table), file=out)
    print(f"\nsixfold host-link {tables[0].id} shows the recovery code of table {tables[0].id}.", file=out)


def _link(store: Store, config: Config, table_id: int, out: TextIO) -> None:
    table, invite = store.table(table_id), store.invites(table_id).get(Role.HOST)
    if table is None:
        raise CannotShow(f"There is no table {table_id}. sixfold host-link lists them all.")
    if invite is None:
        raise CannotShow(f"Table {table_id} has no recovery code: its host can make one on the page to share it.")
    print(_line(table), file=out)
    print_link(config, "becomes the host", invite.token, invite.code, out)


def _line(table: Table) -> str:
    day = table.created_at.astimezone().date().isoformat()
    look = looks().get(table.game)
    return f"{table.id:>6}  {day}  {look.name if look else table.game}: {', '.join(table.players)}"
