"""Main key of the organiser's page: what an evening does next."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from webapp.club.evening.clock import Phase, clock
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Round
from webapp.club.organising.table_rows import TableRow
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.store.models import now as moment


@dataclass(frozen=True)
class MainKey:
    """A key: what it says, a line below, and what it does: a `link`, a `post` to an address, or a `sheet` by its id."""

    said: str
    about: str = ""
    link: str = ""
    post: str = ""
    sheet: str = ""


def main_key(now: EveningNow, rows: Sequence[TableRow]) -> MainKey | None:
    """Returns what is done next, None where nothing is."""
    state, here = now.state, now.state.round
    if state.is_closed:
        return None
    if not rows and not (state.plan.is_tournament and state.present):
        return MainKey(_("Show the code"), link=url_for("evening_share.show", evening_id=now.row.id))
    if not state.plan.is_tournament:
        return None
    if here is None or (here.ended and here.number < state.plan.rounds):
        return _seat_next(now)
    if here.ended:
        return MainKey(_("Close the evening"), _("All rounds are over"), sheet="close")
    if clock(here, moment()).phase in (Phase.SEATED, Phase.STARTS):
        start = url_for("evening_rounds.start", evening_id=now.row.id)
        return MainKey(_("Start round %(round)s now", round=here.number), _tables_seated(rows), post=start)
    return _end(now, here, rows)


def _seat_next(now: EveningNow) -> MainKey:
    number = len(now.state.rounds) + 1
    about = ngettext("%(num)s person is here", "%(num)s people are here", len(now.state.present))
    link = url_for("evening_seating.show", evening_id=now.row.id)
    return MainKey(_("Seat round %(round)s", round=number), about, link=link)


def _end(now: EveningNow, here: Round, rows: Sequence[TableRow]) -> MainKey:
    last = here.number >= now.state.plan.rounds
    said = _("End round %(round)s", round=here.number) if last else _("Seat round %(round)s", round=here.number + 1)
    done = sum(row.done for row in rows)
    about = _("%(done)s of %(tables)s tables are in", done=done, tables=len(rows))
    if here.missing:
        return MainKey(said, about, sheet="end-round")
    return MainKey(said, about, post=url_for("evening_rounds.end", evening_id=now.row.id))


def _tables_seated(rows: Sequence[TableRow]) -> str:
    return ngettext("%(num)s table is seated", "%(num)s tables are seated", len(rows))
