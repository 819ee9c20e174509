"""Hash chain: the codes that confirm lines, chained rows, new lines of a desk, and the walk that checks them all."""

import hmac
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import JSON, Connection, Row, String, bindparam, column, insert, inspect, select, table, update
from sqlmodel import col

from webapp.http.limits import ROWS_AT_ONCE
from webapp.store.columns import UtcDateTime
from webapp.store.models import DeskLine, Table

_LINK_BYTES = 16


class Link(NamedTuple):
    """The confirmation of a line. `link` is stored in its row, `head` in that of its table while it is the last line.

    Both are halves of one HMAC, so that nobody can make the head of an earlier line from what lies in the database.
    """

    link: str
    head: str


class Chain:
    """The chain as one key makes it."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._mac = hmac.new(key, digestmod="sha256")

    @cached_property
    def key_id(self) -> str:
        """Returns the name of the key: it tells nothing of the key itself."""
        return self._made("key").link[:8]

    def log_root(
        self, *, table_id: int, game: str, players: Sequence[str], options: Mapping[str, Any], edition: int
    ) -> Link:
        """Returns the link before the first event, which confirms the header of the record."""
        return self._made(f"log|{table_id}|{_canonical([game, list(players), dict(options), edition])}")

    def event(
        self, before: str, *, table_id: int, seq: int, op: str, device_id: int | None, body: str, made_at: str
    ) -> Link:
        """Returns the link of an event after the one confirmed by `before`."""
        # The length separates the key of the entry from its body.
        return self._made(f"event|{before}|{table_id}|{seq}|{device_id}|{made_at}|{len(op)}|{op}|{body}")

    def desk_root(self, table_id: int) -> Link:
        """Returns the link before the first line of a table's desk."""
        return self._made(f"desk|{table_id}")

    def desk_line(
        self,
        before: str,
        *,
        table_id: int,
        seq: int,
        kind: str,
        body: Mapping[str, Any],
        device_id: int | None,
        made_at: datetime,
    ) -> Link:
        """Returns the link of a desk line after the one confirmed by `before`."""
        said = f"{table_id}|{seq}|{device_id}|{time_text(made_at)}|{len(kind)}|{kind}|{_canonical(body)}"
        return self._made(f"line|{before}|{said}")

    def seen(self, table_id: int, seq: int) -> str:
        """Returns the proof that a phone was shown this table with an event of this number."""
        return self._made(f"seen|{table_id}|{seq}").link

    def record_signature(self, fingerprint: str) -> str:
        """Returns the signature of this server for a record with this fingerprint."""
        return hmac.digest(self._key, f"record|{fingerprint}".encode(), "sha256").hex()

    def seal(self) -> "hmac.HMAC":
        """Returns the HMAC to feed the rows of a backup into, in order."""
        return hmac.new(self._key, b"backup|", "sha256")

    def _made(self, text: str) -> Link:
        mac = self._mac.copy()  # twice for every play: a new key setup costs most of an HMAC
        mac.update(text.encode("utf-8", "surrogatepass"))
        made = mac.digest()
        return Link(made[:_LINK_BYTES].hex(), made[_LINK_BYTES:].hex())


def time_text(moment: datetime) -> str:
    """Returns an aware time as the chain confirms it, alike from every database: as it lies in SQLite, in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def moment_of(value: str | datetime) -> datetime:
    """Returns a time as the driver of a database has read it: of SQLite it is text, in UTC."""
    return datetime.fromisoformat(value).replace(tzinfo=UTC) if isinstance(value, str) else value


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


TABLES = table(
    "tables",
    column("id"),
    column("game"),
    column("players", JSON),
    column("options", JSON),
    column("edition"),
    column("log_head", String),
    column("desk_head", String),
)
EVENTS = table(
    "events",
    column("id"),
    column("table_id"),
    column("seq"),
    column("op"),
    column("device_id"),
    column("body"),
    column("made_at", UtcDateTime),
    column("link", String),
)
DESK_LINES = table(
    "desk_lines",
    column("id"),
    column("table_id"),
    column("seq"),
    column("kind"),
    column("body", JSON),
    column("device_id"),
    column("made_at", UtcDateTime),
    column("link", String),
)


def is_chained(connection: Connection) -> bool:
    """Tells whether this database has a chain; those of older releases have none."""
    found = inspect(connection)
    return found.has_table("events") and any(one["name"] == "link" for one in found.get_columns("events"))


def logs(connection: Connection) -> Iterator[tuple[int, list[Row[Any]]]]:
    """Yields the events of each table that has some, in order."""
    yield from _by_table(connection, EVENTS, EVENTS.c.seq)


def desks(connection: Connection) -> Iterator[tuple[int, list[Row[Any]]]]:
    """Yields the desk lines of each table that has some, in order."""
    yield from _by_table(connection, DESK_LINES, DESK_LINES.c.id)


def _by_table(connection: Connection, wanted: Any, order: Any) -> Iterator[tuple[int, list[Row[Any]]]]:
    lines = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(
        select(wanted).order_by(wanted.c.table_id, order)
    )
    for number, found in groupby(lines, lambda line: int(line.table_id)):
        yield number, list(found)


# Built once: every call, ruling and referee adds a line.
_NEWEST_LINE = (
    select(col(DeskLine.link), col(DeskLine.seq))
    .where(col(DeskLine.table_id) == bindparam("owner"))
    .order_by(col(DeskLine.id).desc())
    .limit(1)
)
_ADDED = insert(DeskLine)
_NEW_HEAD = update(Table).where(col(Table.id) == bindparam("owner"))


def add_desk_line(connection: Connection, chain: Chain, line: DeskLine) -> None:
    """Adds a line. The caller holds the lock of its table, or has just made it.

    One that was made before entries and lines which are there by now is put behind these: `seq` never goes back.
    """
    newest = connection.execute(_NEWEST_LINE, {"owner": line.table_id}).first()
    before, seq = (chain.desk_root(line.table_id).link, 0) if newest is None else newest
    line.seq = max(line.seq, seq)
    said = {name: getattr(line, name) for name in ("table_id", "seq", "kind", "body", "device_id", "made_at")}
    made = chain.desk_line(before, **said)
    line.link = made.link
    connection.execute(_ADDED, {**said, "link": made.link})
    connection.execute(_NEW_HEAD, {"owner": line.table_id, "desk_head": made.head})


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
    """Makes the chain of these tables, None: of all, again with this key, without checking the old one."""
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
