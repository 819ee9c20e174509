"""Acts of an evening: requests of forms and programs become lines, which are judged and added; one way for both.

The caller parses the input and words the answer; each kind of line knows its meaning and consequences.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from webapp.access.device import hashed_form_key, new_form_key
from webapp.evening import lines as kinds
from webapp.evening.follower import EveningTables
from webapp.evening.joining.identity_requests import sit_down
from webapp.evening.keeper import TAKES_TWO, EveningKeeper, EveningNow, Outcome, refusal_of
from webapp.evening.lines import EveningRefusal, Line, right_to
from webapp.evening.lines.conduct import takes_both
from webapp.evening.organising.table_rows import SHOWN
from webapp.evening.refusal_words import said, status
from webapp.evening.summary import TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit
from webapp.http.answers import Page
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store.evening_models import NOTHING_ELSE, EveningChange
from webapp.table.forms import NotAnEvent, op_in

OF_WORDS = ("bad-minutes", "bad-number", "bad-name", "sits-twice")
"""Refusals of what was typed in a field."""
OF_A_RESULT = (kinds.ResultLine, kinds.Rejected, kinds.Adjusted)


@dataclass(frozen=True)
class AskedAgain:
    """The field of a form whose own page is gone when it is refused: its name, its label, and the key below."""

    field: str
    label: str
    key: str
    is_number: bool = False

    @property
    def action(self) -> str:
        return f"{request.script_root}{request.full_path}".rstrip("?")

    @property
    def typed(self) -> str:
        return request.form.get(self.field, "")[:LONGEST_NAME_INPUT]

    @property
    def others(self) -> list[tuple[str, str]]:
        """Returns the other fields as they were sent."""
        return [(name, value) for name, value in request.form.items() if name not in ("op", self.field)]


def act(
    now: EveningNow, who: EveningViewer, *asked: Line, op: str | None = None, change: EveningChange = NOTHING_ELSE
) -> Outcome:
    """Adds the requested lines with their consequences, or returns the refusal.

    Rights come before what is wrong with a text. A question whose key was answered is answered alike. Raises
    PersonTaken, InviteSpent.
    """

    def tables(table_id: int | None) -> TableSummary | None:
        return services().part(EveningTables).at(now.row.id).get(table_id or 0)

    keeper = services().part(EveningKeeper)
    if (known := keeper.answered(now, who, op)) is not None:
        return known
    meant = [line.meant(who, now.state, tables) for line in asked]
    for line in meant:
        if (fault := line.typed_fault(now.state, tables)) is not None:
            return right_to(now.state, who, line) or fault
    lines = [line for one in meant for line in one.with_more(now.state)]
    if asked and not lines:
        return now
    if (proposed := _proposed(now, who, lines)) is not None:
        return keeper.add(now.row.id, who, proposed, op=op, change=change)
    outcome = keeper.add(now.row.id, who, *lines, op=op, change=change)
    if isinstance(outcome, EveningNow):
        for line in lines:
            if isinstance(line, kinds.StandIn):
                _seat(outcome, line)
    return outcome


def _proposed(now: EveningNow, who: EveningViewer, lines: Sequence[Line]) -> kinds.Proposed | None:
    """Returns the proposal of these lines where they change a closed round, which takes a second signature."""
    some = any(here.is_closed for here in now.state.rounds) or any(takes_both(now.state, line) for line in lines)
    if who.role is None or not who.helps or not some:
        return None
    refusal = refusal_of(now, who, lines)
    if refusal is None or refusal.code != TAKES_TWO:
        return None
    table = next((line.number for line in lines if isinstance(line, OF_A_RESULT)), None)
    asked = tuple(map(body_of, lines))
    return kinds.Proposed(refusal.facts["round"], asked, who.role, who.name or "", table)


def _seat(now: EveningNow, line: kinds.StandIn) -> None:
    """Gives the seat to the phone of who plays there now; of a stand-in only if that one sits nowhere."""
    sitting = now.state.sitting_now(line.person)
    if sitting is None or sitting.number != line.number or sitting.stand_ins.get(line.person, "") != line.by:
        return
    sits = now.state.people[line.person] if not line.by else now.state.named(line.by)
    if sits is None or (line.by and now.state.sitting_now(sits.number) is not None):
        return
    if (device_id := now.device_of(sits.number)) is not None:
        sit_down(now, line.person, device_id)


def form_key(*lines: Line) -> str | None:
    """Returns the idempotency key of a form; None where it has none.

    All forms of a page share one: what is another line is another wish.
    """
    try:
        key = op_in(request.form)
    except NotAnEvent:
        return None
    return hashed_form_key(key, repr(lines))


def add_lines(
    here: EveningVisit,
    *lines: Line,
    back: str | None = None,
    way: tuple[str, str] | None = None,
    page: Callable[[str], str] | None = None,
    again: AskedAgain | None = None,
) -> Response | Page:
    """Adds lines and leads back, to the evening's own page as it was by default; else says why they were not taken.

    `way` is another link and its text: where the same is done otherwise. `page` makes the page that says why, such as
    the form with what was typed; without one `again` is the field that is asked for again where it was typed wrong.
    """
    return answered(here, act(*here, *lines, op=form_key(*lines)), back=back, way=way, page=page, again=again)


def answered(
    here: EveningVisit,
    outcome: Outcome,
    *,
    back: str | None = None,
    way: tuple[str, str] | None = None,
    page: Callable[[str], str] | None = None,
    again: AskedAgain | None = None,
) -> Response | Page:
    """Leads back from an act that was done; else shows why it was not."""
    show = request.form.get("show")
    back = back or url_for("evenings.show", evening_id=here.now.row.id, show=show if show in SHOWN else None)
    if not isinstance(outcome, EveningRefusal):
        return redirect(back, 303)
    why, asked = said(outcome), again if outcome.code in OF_WORDS else None
    return page(why) if page else refused_page(here.now, why, back, way, asked), status(outcome)


def refused_page(
    now: EveningNow,
    why: str,
    back: str | None = None,
    way: tuple[str, str] | None = None,
    again: AskedAgain | None = None,
) -> str:
    """Returns the page that says why something was not done, with the way back."""
    back = back or url_for("evenings.show", evening_id=now.row.id)
    shown: dict[str, Any] = {"evening": now.state, "evening_id": now.row.id, "problem": why, "back": back, "way": way}
    shown |= {"again": again, "op": new_form_key()}
    return render_template("evening/refused.html", **shown)
