"""Announcements of an evening: made, withdrawn, read; and what a phone has not read yet, corrections among it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from webapp.evening import lines as kinds
from webapp.evening.acts import add_lines
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import line_of
from webapp.evening.result_facts import told_by_side
from webapp.evening.standing_words import ruling_said
from webapp.evening.state import Announcement, EveningState
from webapp.evening.visit import EveningVisit, visit_to_help
from webapp.http.answers import Page
from webapp.http.durations import ANNOUNCED_FOR
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.store.models import Grant
from webapp.words.phrases import joined


@dataclass(frozen=True)
class Readers:
    """Readers of an announcement, and recipients who have not read it, by their numbers on the list."""

    read: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def asked(self) -> int:
        """How many were to read it."""
        return len(self.read) + len(self.missing)


def unread_at_table(state: EveningState, number: int | None, grant: Grant | None, at: datetime) -> Announcement | None:
    """Returns the newest announcement for a table that the device with this grant has not read.

    Who came later has been told nothing of what was said before. A device without a grant cannot say that it
    was read: it stands there for a while.
    """
    found = (one for one in reversed(state.announcements) if not one.tables or number in one.tables)
    said = next(found, None)
    if said is None:
        return None
    if grant is None:
        return said if at - said.at <= timedelta(seconds=ANNOUNCED_FOR) else None
    return said if said.line > grant.read_lines and said.at >= grant.since else None


def concerns(state: EveningState, said: Announcement, person: int | None) -> bool:
    """Tells whether an announcement is for this person: for all, or for the table of this round."""
    if not said.tables:
        return True
    sitting = None if state.round is None else state.round.sitting_of(person)
    return sitting is not None and sitting.number in said.tables


@dataclass(frozen=True)
class Unread:
    """Something that a player has not read yet, by its line."""

    line: int
    text: str
    icon: str


def unread_of_player(now: EveningNow, grant: Grant) -> list[Unread]:
    """Returns the unread news of a player's phone: announcements, corrections and rulings on own results.

    What was said before the phone came it was told nothing of.
    """
    found = [
        Unread(one.line, _("%(name)s: %(text)s", name=one.by, text=one.text) if one.by else one.text, "hand")
        for one in now.state.announcements
        if one.line > grant.read_lines and one.at >= grant.since and concerns(now.state, one, grant.person)
    ]
    rulings = [
        Unread(one.line, f"{ruling_said(now.state, one)}. {one.reason}", "whistle")
        for one in now.state.adjusted
        if one.line > grant.read_lines and one.made_at >= grant.since and grant.person in one.people
    ]
    return sorted([*found, *_corrections(now, grant), *rulings], key=lambda one: one.line)


def _corrections(now: EveningNow, grant: Grant) -> Iterator[Unread]:
    for row in now.lines[grant.read_lines :]:
        line = line_of(row.kind, row.body) if row.kind == "corrected" and row.made_at >= grant.since else None
        sitting = line.sitting(now.state) if isinstance(line, kinds.Corrected) else None
        if isinstance(line, kinds.Corrected) and sitting is not None and grant.person in sitting.people:
            scores = (told_by_side(now.state, sitting, one) for one in (line.shown or line.scores, line.was))
            after, before = scores
            numbers = {"round": line.round, "table": line.number, "after": after, "before": before}
            text = _("Round %(round)s, table %(table)s was corrected: %(after)s; before: %(before)s", **numbers)
            yield Unread(row.seq, text, "pen")


def readers(now: EveningNow, said: Announcement) -> Readers:
    """Returns the readers of an announcement among the players that it is for, since these are to act on it."""
    asked = [one for one in now.grants if one.person is not None and concerns(now.state, said, one.person)]
    return Readers(
        _people(one for one in asked if one.read_lines >= said.line),
        _people(one for one in asked if one.read_lines < said.line),
    )


def _people(grants: Iterable[Grant]) -> tuple[int, ...]:
    return tuple(sorted(grant.person for grant in grants if grant.person is not None))


def _tables_said(said: Announcement) -> str:
    if not said.tables:
        return _("All tables")
    numbers = joined([str(number) for number in said.tables])
    return ngettext("Table %(numbers)s", "Tables %(numbers)s", len(said.tables), numbers=numbers)


bp = Blueprint("evening_announcements", __name__, url_prefix="/evenings/<int:evening_id>/announcements")


@bp.get("")
def show(evening_id: int) -> str:
    """Shows the announcements, their readers, and the form for a new one."""
    return _page(visit_to_help(evening_id), kinds.Announced("", "", _tables_in(request.args.getlist("table"))))


@bp.post("")
def announce(evening_id: int) -> Response | Page:
    """Announces something to all tables or to some; typed values are kept where it is refused."""
    here = visit_to_help(evening_id)
    text, by = request.form.get("text", "").strip(), here.viewer.name or ""
    line = kinds.Announced(text, by, _tables_in(request.form.getlist("table")))
    back = url_for("evening_announcements.show", evening_id=evening_id)
    return add_lines(here, line, back=back, page=lambda why: _page(here.anew(), line, why))


def _tables_in(typed: list[str]) -> tuple[int, ...]:
    numbers = (parse_integer(one) for one in typed)
    return tuple(sorted({number for number in numbers if number is not None}))


def _page(here: EveningVisit, draft: kinds.Announced, error: str = "") -> str:
    state = here.now.state
    made = [(one, _tables_said(one), readers(here.now, one)) for one in reversed(state.announcements)]
    shown = {"announcements": made, "numbers": state.table_numbers, "draft": draft, "error": error}
    return here.page("evening/announcements.html", **shown)
