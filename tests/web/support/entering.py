"""Enters events as a view does: decoded by the table as it stands."""

from collections.abc import Mapping
from typing import Any

from webapp.store.models import Grant
from webapp.table.entry import entries_of
from webapp.table.keeper import Outcome, TableKeeper
from webapp.table.viewer import Viewer


def enter(
    tables: TableKeeper,
    table_id: int,
    who: Viewer | Grant,
    *raws: Mapping[str, Any],
    op: str,
    seen: int | None = None,
    **more: Any,
) -> Outcome:
    """Makes events that belong together, as one entry."""
    viewer = who if isinstance(who, Viewer) else Viewer.of(who)
    return tables.make(table_id, viewer, *entries_of(tables.at(table_id).fold, *raws, seen=seen), op=op, **more)
