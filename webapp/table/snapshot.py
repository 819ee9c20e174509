"""A table as of now: what the database says of it, and its log folded."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules_core.events import Event
from rules_core.record import Header, entries
from rules_core.replay import Fold, Raw
from webapp.store.models import DeskLine, Grant, SeatRequest, Table
from webapp.table import public_prefix
from webapp.table.desk import Desk
from webapp.table.entry_rights import Enterer
from webapp.table.public_prefix import Covers

BESIDE = frozenset({"hand", "ruling", "adjust"})
"""Events after which the cards still lie as the page showed them."""


@dataclass(frozen=True)
class Snapshot:
    """A table as of now: its header, its log folded, and its desk.

    `grants` are those that stand, `party` those of them who do more than watch, `requests` the phones that wait for a
    seat; `moved_at` is the newest event after which the cards lie differently; `newest` is the log's last event, with
    the device that made it; `undone` is what that event took back, if anything; `covers` say how far the log may be
    read by everybody; `makers` are the programs that have made its entries, None among them: people have, too.
    `version` is the table's when it was last read from the database; `size` counts the entries as a record does.
    """

    table: Table
    fold: Fold
    grants: tuple[Grant, ...] = ()
    party: tuple[Grant, ...] = ()
    requests: tuple[SeatRequest, ...] = ()
    moved_at: int = 0
    newest: Raw | None = None
    newest_device: int | None = None
    undone: Event | None = None
    desk: Desk = field(default_factory=Desk)
    covers: Covers = field(default_factory=Covers)
    makers: frozenset[int | None] = frozenset()
    version: int = 0
    size: int = 0

    @property
    def is_kept_by_a_program(self) -> bool:
        """Tells whether a program that hosts this table has made every entry of it."""
        return self.makers <= {grant.device_id for grant in self.grants if grant.is_host}


def header_of(table: Table) -> Header:
    """Returns the header of a table's record."""
    return Header(table.game, tuple(table.players), table.options, table.edition)


def desk_line(now: Snapshot, who: Enterer, kind: str, body: Mapping[str, Any]) -> DeskLine:
    """Returns a line of the desk as it would be added now."""
    return DeskLine(table_id=now.table.id, seq=now.fold.seq, kind=kind, body=dict(body), device_id=who.device_id)


def written(raw: Raw) -> str:
    """Returns an event as the log holds it."""
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def grown(now: Snapshot, after: Fold, raw: Raw, device_id: int | None, *, is_program: bool) -> Snapshot:
    """Returns the table with one more event, after which its log is folded so; `is_program`: made by one."""
    kind, maker = raw.get("type"), device_id if is_program else None
    taken_back = now.fold.top.event if kind == "undo" and now.fold.top else None
    return replace(
        now,
        fold=after,
        moved_at=now.moved_at if kind in BESIDE else after.seq,
        size=now.size + entries(raw),
        newest=raw,
        newest_device=device_id,
        undone=taken_back,
        makers=now.makers if maker in now.makers else now.makers | {maker},
        covers=public_prefix.after(now.covers, now.fold, after),
    )
