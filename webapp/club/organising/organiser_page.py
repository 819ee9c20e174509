"""Organiser's page of an evening: what it shows at a moment, and its live part."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from flask import url_for

from webapp.club.evening.clock import Phase, clock
from webapp.club.evening.clock_face import clock_face
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.stream import EveningPage, Shown, Tables, from_template
from webapp.club.organising.evening_doors import announced_and_read, without_table
from webapp.club.organising.evening_entries import last_entry
from webapp.club.organising.main_key import main_key
from webapp.club.organising.organiser_turn import evening_turn
from webapp.club.organising.table_rows import TableRow, guest_rows, table_rows
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.seats.device import KEY_BYTES
from webapp.services import services
from webapp.store.evening_roles import EveningRole
from webapp.store.join_codes import format_code
from webapp.store.models import now as moment

SHOWN = ("all", "calls", "open", "done")
MANY_TABLES = 24
"""With more tables than this a field leads to one by its number."""


@dataclass(frozen=True)
class TableFilter:
    """Which tables are shown: by state, or one by its number; of the newest round, or of an earlier one."""

    show: str = "all"
    table: int | None = None
    round: int | None = None

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> Self:
        """Returns what an address asks for; what is none of the filters is all."""
        show = asked.get("show", "all")
        return cls(
            show if show in SHOWN else "all", parse_integer(asked.get("table")), parse_integer(asked.get("round"))
        )

    def takes(self, row: TableRow) -> bool:
        """Tells whether a table is shown."""
        if self.table is not None:
            return row.number == self.table
        return _is(self.show, row)

    @property
    def query(self) -> dict[str, Any]:
        """What an address has to ask for to show the same."""
        named: dict[str, Any] = {} if self.show == "all" else {"show": self.show}
        more = {"table": self.table, "round": self.round}
        return named | {name: number for name, number in more.items() if number is not None}


def organiser_live(shown: TableFilter) -> EveningPage:
    """Returns the live part of the page for those who look at these tables."""

    def shows(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Shown:
        return organiser_context(now, tables, viewer, shown)

    return EveningPage("organiser", shows, from_template("evenings/_organiser.html"))


def organiser_context(now: EveningNow, tables: Tables, viewer: EveningViewer, shown: TableFilter) -> dict[str, Any]:
    """Returns what the page shows."""
    at, state, here = moment(), now.state, now.state.round
    rows = table_rows(now, tables, at, looks_on=_looks_on)
    guests = guest_rows(now, tables, at, looks_on=_looks_on) if state.plan.is_tournament else ()
    listed = (*rows, *guests) if shown.round is None else table_rows(now, tables, at, shown.round)
    face = None if here is None or not state.plan.is_tournament else clock_face(state, here, at)
    return {
        "evening": state,
        "evening_id": now.row.id,
        "viewer": viewer,
        "op": secrets.token_urlsafe(KEY_BYTES),
        "code": _code(now),
        "here": here,
        "face": face,
        "phase": _phase(now),
        "turn": evening_turn(now, [*rows, *(row for row in guests if row.waits is not None)]),
        "last": last_entry(now, viewer),
        "rows": [row for row in listed if shown.takes(row)],
        "tables": len(listed),
        "missing": [row for row in rows if not row.done],
        "filters": _filters(now.row.id, listed, shown),
        "shown": shown,
        "many": len(rows) > MANY_TABLES,
        "main": main_key(now, rows),
        "without": without_table(now),
        "read": announced_and_read(now),
        "playing": () if here is None else here.missing,
    }


def _looks_on(table_id: int) -> bool:
    return bool(services().hub.present(table_id))


def _phase(now: EveningNow) -> Phase | None:
    here = now.state.round
    return None if here is None else clock(here, moment()).phase


def _code(now: EveningNow) -> str:
    invite = services().store.evening_invites(now.row.id).get(EveningRole.PLAYER)
    return "" if invite is None or not invite.has_code else format_code(invite.code)


def _is(show: str, row: TableRow) -> bool:
    if show == "calls":
        return row.waits is not None
    return show == "all" or row.done == (show == "done")


def _filters(evening_id: int, rows: Sequence[TableRow], shown: TableFilter) -> list[tuple[str, str, bool]]:
    words = {"all": _("All %(num)s"), "calls": _("Calls %(num)s"), "open": _("Open %(num)s"), "done": _("Done %(num)s")}
    return [
        (
            url_for("evenings.show", evening_id=evening_id, **TableFilter(show, round=shown.round).query),
            words[show] % {"num": sum(_is(show, row) for row in rows)},
            show == shown.show and shown.table is None,
        )
        for show in SHOWN
    ]
