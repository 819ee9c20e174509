"""Hash chain: the codes that confirm lines, chained rows, new lines of a desk, and the walk that checks them all."""

import hmac
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    ColumnClause,
    Connection,
    Row,
    String,
    TableClause,
    bindparam,
    column,
    insert,
    inspect,
    select,
    table,
    update,
)
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

    def log_root(self, of: Table | Row[Any]) -> Link:
        """Returns the link before a table's first event, which confirms the header of the record."""
        return self._made(f"log|{of.id}|{_canonical([of.game, of.players, of.options, of.edition])}")

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


class Part(NamedTuple):
    """A log or a desk: its lines, their order, what of each is confirmed, and the column that confirms the last."""

    lines: TableClause
    order: ColumnClause[Any]
    said: tuple[str, ...]
    head: str


LOG = Part(EVENTS, EVENTS.c.seq, ("table_id", "seq", "op", "device_id", "body"), "log_head")
DESK = Part(DESK_LINES, DESK_LINES.c.id, ("table_id", "seq", "kind", "body", "device_id", "made_at"), "desk_head")
PARTS = (LOG, DESK)


def is_chained(connection: Connection) -> bool:
    """Tells whether this database has a chain; those of older releases have none."""
    found = inspect(connection)
    return found.has_table("events") and any(one["name"] == "link" for one in found.get_columns("events"))


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
    said = {name: getattr(line, name) for name in DESK.said}
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
        for part in PARTS:
            lines = _read(connection, part, header)
            links = _links(chain, part, header, lines)
            _store_links(connection, part, lines, links)
            connection.execute(update(TABLES).where(TABLES.c.id == header.id).values({part.head: links[-1].head}))


def unconfirmed(connection: Connection, chain: Chain, tables: Collection[int]) -> set[int]:
    """Returns those of these tables whose log or desk the chain does not confirm."""
    headers = connection.execute(select(TABLES).where(TABLES.c.id.in_(tables))).all()
    return {one.id for one in headers if not all(_fits(connection, chain, part, one) for part in PARTS)}


def misfits(connection: Connection, chain: Chain) -> Iterator[Misfit]:
    """Yields the first line of each table that does not fit, of its log before its desk."""
    headers = {one.id: one for one in connection.execute(select(TABLES))}
    for part in PARTS:
        seen = set()
        ordered = select(part.lines).order_by(part.lines.c.table_id, part.order)
        lines = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(ordered)
        for number, found in groupby(lines, lambda line: int(line.table_id)):
            seen.add(number)
            if (header := headers.get(number)) is not None:
                yield from _first(chain, part, header, list(found))
        for number in headers.keys() - seen:
            yield from _first(chain, part, headers[number], [])


def any_fits(connection: Connection, chain: Chain) -> bool:
    """Tells whether this key has made the chain of any table, or there is none. A single one may have been changed."""
    headers = connection.execute(select(TABLES).order_by(TABLES.c.id.desc())).all()
    return not headers or any(_is_ours(connection, chain, header) for header in headers)


def _is_ours(connection: Connection, chain: Chain, header: Row[Any]) -> bool:
    try:
        return _fits(connection, chain, LOG, header)
    except (ValueError, TypeError, RecursionError):  # a row that no release has written
        return False


def _fits(connection: Connection, chain: Chain, part: Part, header: Row[Any]) -> bool:
    return next(_first(chain, part, header, _read(connection, part, header)), None) is None


def _first(chain: Chain, part: Part, header: Row[Any], lines: Sequence[Row[Any]]) -> Iterator[Misfit]:
    links = _links(chain, part, header, lines)
    for place, (line, made) in enumerate(zip(lines, links[1:], strict=True), 1):
        if line.link != made.link:
            yield Misfit(header.id, place, part is DESK)
            return
    if getattr(header, part.head) != links[-1].head:
        yield Misfit(header.id, len(lines), part is DESK, cut=True)


def _links(chain: Chain, part: Part, header: Row[Any], lines: Sequence[Row[Any]]) -> list[Link]:
    """Returns the link before the first of these lines, and that of each."""
    links = [chain.desk_root(header.id) if part is DESK else chain.log_root(header)]
    for line in lines:
        said = {name: getattr(line, name) for name in part.said}
        if part is DESK:
            links.append(chain.desk_line(links[-1].link, **said))
        else:
            links.append(chain.event(links[-1].link, **said, made_at=time_text(line.made_at)))
    return links


def _read(connection: Connection, part: Part, header: Row[Any]) -> Sequence[Row[Any]]:
    wanted = select(part.lines).where(part.lines.c.table_id == header.id)
    return connection.execute(wanted.order_by(part.order)).all()


def _store_links(connection: Connection, part: Part, lines: Sequence[Row[Any]], links: list[Link]) -> None:
    values = [{"row": line.id, "new": made.link} for line, made in zip(lines, links[1:], strict=True)]
    if values:
        changed = update(part.lines).where(part.lines.c.id == bindparam("row")).values(link=bindparam("new"))
        connection.execute(changed, values)
