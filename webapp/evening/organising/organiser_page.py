"""Page of the organiser: codes, the next step, the tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from flask import url_for

from webapp.access.device import new_form_key
from webapp.evening.announcements import readers
from webapp.evening.clock import Phase, clock, clock_face
from webapp.evening.closed_rounds import periods_said, waiting, waiting_at_tables
from webapp.evening.keeper import EveningNow
from webapp.evening.organising.last_entry import last_entry
from webapp.evening.organising.table_rows import SHOWN, TableRow, TableState, guest_rows, table_rows
from webapp.evening.refereeing.table_matters import open_appeals
from webapp.evening.state import Round
from webapp.evening.stream import EveningPage, Shown, from_template
from webapp.evening.summary import Tables
from webapp.evening.viewer import EveningViewer
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.services import services
from webapp.store.invites import format_code
from webapp.store.models import utc_now
from webapp.store.roles import Role, Scope


def without_table(now: EveningNow) -> int:
    """Returns how many people present neither sit at a table of the round nor sit out."""
    here = now.state.running
    if here is None:
        return 0
    seated = {person for one in here.sittings.values() for person in one.people} | set(here.byes)
    return sum(one.number not in seated for one in now.state.present)


def announced_and_read(now: EveningNow) -> tuple[int, int] | None:
    """Returns how many phones have read the newest announcement, and how many it is for; None before there is one."""
    if not now.state.announcements:
        return None
    found = readers(now, now.state.announcements[-1])
    return len(found.read), found.asked


@dataclass(frozen=True)
class MainKey:
    """A key: its label, a line below, and its action: a `link`, a `post` to an address, or a `sheet` by its id.

    A `slow` link leads to a page that is worked out for a while.
    """

    said: str
    about: str = ""
    link: str = ""
    post: str = ""
    sheet: str = ""
    slow: bool = False


def main_key(now: EveningNow, rows: Sequence[TableRow]) -> MainKey | None:
    """Returns the key for the next step, None without one."""
    state, here = now.state, now.state.round
    if state.is_closed:
        return None
    if not rows and not (state.plan.is_tournament and state.present):
        return MainKey(_("Show the code"), link=url_for("evening_invites.show", evening_id=now.row.id))
    if not state.plan.is_tournament:
        return None
    if here is not None and here.ended and not here.missing and (first := closable(now)) is not None:
        said = _("Close round %(round)s", round=first.number)
        return MainKey(said, "" if first.missing else _("All results are in"), sheet="finish")
    if here is None or (here.ended and here.number < state.plan.rounds):
        number = len(now.state.rounds) + 1
        about = ngettext("%(num)s person is here", "%(num)s people are here", len(now.state.present))
        link = url_for("evening_seating.show", evening_id=now.row.id)
        return MainKey(_("Seat round %(round)s", round=number), about, link=link, slow=True)
    if here.ended:
        return MainKey(_("Close the evening"), _("All rounds are over"), sheet="close")
    if clock(here, utc_now()).phase in (Phase.SEATED, Phase.STARTS):
        start = url_for("evening_rounds.start", evening_id=now.row.id)
        tables_seated = ngettext("%(num)s table is seated", "%(num)s tables are seated", len(rows))
        return MainKey(_("Start round %(round)s now", round=here.number), tables_seated, post=start)
    return _end(now, here, rows)


def _end(now: EveningNow, here: Round, rows: Sequence[TableRow]) -> MainKey:
    last = here.number >= now.state.plan.rounds
    said = _("End round %(round)s", round=here.number) if last else _("Seat round %(round)s", round=here.number + 1)
    done = sum(row.is_done for row in rows)
    about = _("%(done)s of %(tables)s tables are in", done=done, tables=len(rows))
    if here.missing:
        return MainKey(said, about, sheet="end-round")
    return MainKey(said, about, post=url_for("evening_rounds.end", evening_id=now.row.id))


@dataclass(frozen=True)
class EveningTurn:
    """`what` needs attention now, such as a table; `line` is the rest of the sentence; `help` counts the tables."""

    what: str
    line: str
    help: str


def evening_turn(now: EveningNow, rows: Sequence[TableRow]) -> EveningTurn:
    """Returns the turn line: the longest waiting call, then what else keeps a round from its end."""
    if now.state.is_closed:
        return EveningTurn("", _("The evening is over"), "")
    if not rows:
        return EveningTurn("", *_before_tables(now))
    what, line = _most_urgent(now, rows)
    return EveningTurn(what, line, ", ".join(_counted(rows)))


def _before_tables(now: EveningNow) -> tuple[str, str]:
    count = len(now.state.present)
    if not now.state.plan.is_tournament:
        return _("No table yet"), _("Print the cards or show the code.")
    if not count:
        return _("Nobody is on the list yet"), _("Show the code, or type the names.")
    return ngettext("%(num)s is on the list", "%(num)s are on the list", count), _("No round is seated yet.")


def _most_urgent(now: EveningNow, rows: Sequence[TableRow]) -> tuple[str, str]:
    calling = [(row.called_at, row.number, row) for row in rows if row.called_at is not None and not row.coming]
    if calling:
        *_since, first = min(calling, key=lambda one: one[:2])
        return _table(first), _waits(first.waits or 0)
    for row in rows:
        if row.state == TableState.REPORTED:
            return _table(row), _("has a result to confirm")
    late = next((row for row in rows if row.late), None)
    if late is not None:
        return _table(late), _("is late")
    here = now.state.round
    if here is not None and now.state.plan.is_tournament:
        if here.ended:
            return "", _("Round %(round)s is over", round=here.number)
        if not here.missing:
            return "", _("All tables are in")
    return "", _("All is calm")


def _waits(minutes: int) -> str:
    return ngettext("waits %(num)s minute", "waits %(num)s minutes", minutes) if minutes else _("calls")


def _table(row: TableRow) -> str:
    return _("Table %(table)s", table=row.number)


def _counted(rows: Sequence[TableRow]) -> Iterator[str]:
    calls = sum(row.waits is not None for row in rows)
    done = sum(row.is_done for row in rows)
    idle = sum(row.state == TableState.IDLE for row in rows)
    if calls:
        yield ngettext("%(num)s table calls", "%(num)s tables call", calls)
    if idle:
        yield ngettext("%(num)s has not started", "%(num)s have not started", idle)
    yield ngettext("%(num)s is done", "%(num)s are done", done)


MANY_TABLES = 24
"""With more tables than this a field leads to one by its number."""


@dataclass(frozen=True)
class TableFilter:
    """Filter of the tables shown: by state, or one by its number; of the newest round, or of an earlier one."""

    show: str = "all"
    table: int | None = None
    round: int | None = None

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> Self:
        """Reads the table filters from a query string; an unknown one shows all."""
        show = asked.get("show", "all")
        return cls(
            show if show in SHOWN else "all", parse_integer(asked.get("table")), parse_integer(asked.get("round"))
        )

    def takes(self, row: TableRow) -> bool:
        if self.table is not None:
            return row.number == self.table
        return _is(self.show, row)

    @property
    def query(self) -> dict[str, Any]:
        """The query parameters of the same view."""
        named: dict[str, Any] = {} if self.show == "all" else {"show": self.show}
        more = {"table": self.table, "round": self.round}
        return named | {name: number for name, number in more.items() if number is not None}


def organiser_live(shown: TableFilter) -> EveningPage:
    """Returns the live part of the page for this choice of tables."""

    def shows(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Shown:
        return organiser_context(now, tables, viewer, shown)

    draw = from_template("evening/_organiser.html")
    return EveningPage("organiser", shows, draw, summed_up=True, may_see=lambda viewer: viewer.runs)


def organiser_context(now: EveningNow, tables: Tables, viewer: EveningViewer, shown: TableFilter) -> dict[str, Any]:
    at, state, here = utc_now(), now.state, now.state.round
    rows = table_rows(now, tables, at, looks_on=_looks_on)
    guests = guest_rows(now, tables, at, looks_on=_looks_on) if state.plan.is_tournament else ()
    listed = (*rows, *guests) if shown.round is None else table_rows(now, tables, at, shown.round)
    face = None if here is None or not state.plan.is_tournament else clock_face(state, here, at)
    return {
        "evening": state,
        "evening_id": now.row.id,
        "viewer": viewer,
        "op": new_form_key(),
        "code": _code(now),
        "here": here,
        "face": face,
        "phase": _phase(now),
        "turn": evening_turn(now, [*rows, *(row for row in guests if row.waits is not None)]),
        "last": last_entry(now, viewer, tables),
        "rows": [row for row in listed if shown.takes(row)],
        "tables": len(listed),
        "missing": [row for row in rows if not row.is_done],
        "filters": _filters(now.row.id, listed, shown),
        "shown": shown,
        "many": len(rows) > MANY_TABLES,
        "main": main_key(now, rows),
        "without": without_table(now),
        "read": announced_and_read(now),
        "periods_said": periods_said(now),
        "waiting": waiting(now, viewer),
        "appeals": list(open_appeals(now, tables, viewer.device_id)),
        "at_tables": list(waiting_at_tables(now, tables)),
        "closable": closable(now),
        "last_closed": max((one.number for one in state.rounds if one.is_closed), default=0),
        "playing": () if here is None else here.missing,
        "circle_id": now.row.circle_id,
    }


def closable(now: EveningNow) -> Round | None:
    """Returns the first round that has ended and is not closed."""
    return next((one for one in now.state.rounds if one.ended and not one.is_closed), None)


def _looks_on(table_id: int) -> bool:
    return bool(services().hub.present(table_id))


def _phase(now: EveningNow) -> Phase | None:
    here = now.state.round
    return None if here is None else clock(here, utc_now()).phase


def _code(now: EveningNow) -> str:
    invite = services().store.invites(now.row.id, Scope.EVENING).get(Role.PLAYER)
    return "" if invite is None or not invite.has_code else format_code(invite.code)


def _is(show: str, row: TableRow) -> bool:
    if show == "calls":
        return row.waits is not None
    return show == "all" or row.is_done == (show == "done")


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
