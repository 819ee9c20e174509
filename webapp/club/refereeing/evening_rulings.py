"""What was decided at all tables of an evening, in one list: rulings, adjustments, penalties, what was lifted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import EveningState
from webapp.club.evening.stream import Tables
from webapp.club.refereeing.table_matters import viewer_at
from webapp.http.language import gettext as _
from webapp.referee.decisions.decision_list import Decision, decisions
from webapp.services import services
from webapp.table.newest_tables import UnknownTable
from webapp.table.not_offered import NotOffered


@dataclass(frozen=True)
class PlacedRuling:
    """A decision at a table: `where` it was, and its page, for who may see that table."""

    where: str
    decision: Decision
    url: str | None


def rulings_context(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Mapping[str, Any]:
    """Returns what the list shows, the newest first."""
    found = [one for table_id in tables for one in _at_table(now.state, table_id, viewer)]
    newest_first = sorted(found, key=lambda one: one.decision.made_at, reverse=True)
    return {"evening": now.state, "evening_id": now.row.id, "rulings": newest_first}


def _at_table(state: EveningState, table_id: int, viewer: EveningViewer) -> Iterator[PlacedRuling]:
    try:
        table = services().play.at(table_id)
    except (UnknownTable, NotOffered):
        return
    here = viewer_at(table, viewer.device_id)
    page = url_for("rulings.index", table_id=table_id) if here.may_see else None
    where = _where(state, table_id, table.table.evening_number or 0)
    for one in decisions(table, here):
        yield PlacedRuling(where, one, page and f"{page}#{one.code}")


def _where(state: EveningState, table_id: int, number: int) -> str:
    for here in state.rounds:
        for sitting in here.sittings.values():
            if sitting.table == table_id:
                return _("Round %(round)s, table %(table)s", round=here.number, table=sitting.number)
    return _("Table %(number)s", number=number)
