"""Walks the chain of every table: to make it anew, and to find the first line that does not fit."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, select, update

from webapp.store.chain.links import DESK_LINES, EVENTS, TABLES, Chain, Link, desks, logs, time_text


class Misfit(NamedTuple):
    """The first line of a table that the chain does not confirm.

    `seq` is the number of an entry, or the place on the desk where `on_desk`; `cut`: lines behind it are missing, or
    it is the newest and the table does not confirm it.
    """

    table_id: int
    seq: int
    on_desk: bool = False
    cut: bool = False


def chain_anew(connection: Connection, chain: Chain, tables: Collection[int] | None = None) -> None:
    """Makes the chain of these tables, None: of all, anew with this key, whatever stood there."""
    wanted = select(TABLES) if tables is None else select(TABLES).where(TABLES.c.id.in_(tables))
    for header in connection.execute(wanted).all():
        log = _read(connection, EVENTS, EVENTS.c.seq, header.id)
        desk = _read(connection, DESK_LINES, DESK_LINES.c.id, header.id)
        log_links, desk_links = _log_links(chain, header, log), _desk_links(chain, header, desk)
        _store_links(connection, EVENTS, log, log_links)
        _store_links(connection, DESK_LINES, desk, desk_links)
        heads = {"log_head": log_links[-1].head, "desk_head": desk_links[-1].head}
        connection.execute(update(TABLES).where(TABLES.c.id == header.id).values(heads))


def unconfirmed(connection: Connection, chain: Chain, tables: Collection[int]) -> set[int]:
    """Returns those of these tables whose log or desk the chain does not confirm."""
    found = set()
    for header in connection.execute(select(TABLES).where(TABLES.c.id.in_(tables))).all():
        log = _read(connection, EVENTS, EVENTS.c.seq, header.id)
        desk = _read(connection, DESK_LINES, DESK_LINES.c.id, header.id)
        both = ((log, _log_links(chain, header, log), False), (desk, _desk_links(chain, header, desk), True))
        if any(next(_first(header, *each), None) for each in both):
            found.add(header.id)
    return found


def misfits(connection: Connection, chain: Chain) -> Iterator[Misfit]:
    """Yields the first line of each table that does not fit, of its log before its desk."""
    headers = {one.id: one for one in connection.execute(select(TABLES))}
    for read, links, on_desk in ((logs, _log_links, False), (desks, _desk_links, True)):
        seen = set()
        for number, lines in read(connection):
            seen.add(number)
            if (header := headers.get(number)) is not None:
                yield from _first(header, lines, links(chain, header, lines), on_desk)
        for number in headers.keys() - seen:
            yield from _first(headers[number], [], links(chain, headers[number], []), on_desk)


def any_fits(connection: Connection, chain: Chain) -> bool:
    """Tells whether this key has made the chain of any table, or there is none. A single one may have been changed."""
    headers = connection.execute(select(TABLES).order_by(TABLES.c.id.desc())).all()
    return not headers or any(_fits(connection, chain, header) for header in headers)


def _fits(connection: Connection, chain: Chain, header: Row[Any]) -> bool:
    try:
        log = _read(connection, EVENTS, EVENTS.c.seq, header.id)
        return next(_first(header, log, _log_links(chain, header, log), False), None) is None
    except (ValueError, TypeError, RecursionError):  # a row that no release has written
        return False


def _first(header: Row[Any], lines: Sequence[Row[Any]], links: list[Link], on_desk: bool) -> Iterator[Misfit]:
    for place, (line, made) in enumerate(zip(lines, links[1:], strict=True), 1):
        if line.link != made.link:
            yield Misfit(header.id, place, on_desk)
            return
    if (header.desk_head if on_desk else header.log_head) != links[-1].head:
        yield Misfit(header.id, len(lines), on_desk, cut=True)


def _log_links(chain: Chain, header: Row[Any], lines: Sequence[Row[Any]]) -> list[Link]:
    links = [
        chain.log_root(
            table_id=header.id,
            game=header.game,
            players=header.players,
            options=header.options,
            edition=header.edition,
        )
    ]
    for line in lines:
        made = chain.event(
            links[-1].link,
            table_id=header.id,
            seq=line.seq,
            op=line.op,
            device_id=line.device_id,
            body=line.body,
            made_at=time_text(line.made_at),
        )
        links.append(made)
    return links


def _desk_links(chain: Chain, header: Row[Any], lines: Sequence[Row[Any]]) -> list[Link]:
    links = [chain.desk_root(header.id)]
    for line in lines:
        made = chain.desk_line(
            links[-1].link,
            table_id=header.id,
            seq=line.seq,
            kind=line.kind,
            body=line.body,
            device_id=line.device_id,
            made_at=line.made_at,
        )
        links.append(made)
    return links


def _read(connection: Connection, wanted: Any, order: Any, table_id: int) -> Sequence[Row[Any]]:
    return connection.execute(select(wanted).where(wanted.c.table_id == table_id).order_by(order)).all()


def _store_links(connection: Connection, wanted: Any, lines: Sequence[Row[Any]], links: list[Link]) -> None:
    values = [{"row": line.id, "new": made.link} for line, made in zip(lines, links[1:], strict=True)]
    if values:
        changed = update(wanted).where(wanted.c.id == bindparam("row")).values(link=bindparam("new"))
        connection.execute(changed, values)
