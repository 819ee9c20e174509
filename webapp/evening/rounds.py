"""Rounds of an evening: start, clock, last hand, end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from flask import Blueprint, abort, redirect, request, url_for
from msgspec import structs
from werkzeug.wrappers import Response

from rules_core.findings import Refusal
from webapp.access.device import require
from webapp.evening import lines as kinds
from webapp.evening.acts import AskedAgain, act, add_lines, refused_page
from webapp.evening.closed_rounds import answer_at_table
from webapp.evening.keeper import EveningNow, Outcome
from webapp.evening.state import MINUTE, Round
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_evening, visit_to_help, visit_to_run
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page, local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.pages.table_page import key_of_form
from webapp.services import services
from webapp.store.evening_models import EveningChange, NewSitting, TellOpened, nobody
from webapp.store.models import Table, utc_now
from webapp.table import forms
from webapp.table.keeper import Made, Refused
from webapp.words.phrases import NOT_ASKED_FOR

Seats = Sequence[tuple[int, tuple[int, ...]]]
"""A seating: the number of each table and its people by seat."""


def seat_round(
    now: EveningNow,
    who: EveningViewer,
    seats: Seats,
    byes: Iterable[int],
    *,
    draw: int = 0,
    op: str | None,
    told: TellOpened = nobody,
) -> Outcome:
    """Seats the next round, or says why not. `told` is how many of its tables are open."""
    line, change = seated(now, seats, byes, utc_now())
    return act(now, who, structs.replace(line, draw=draw), op=op, change=replace(change, told=told))


def reseat_round(
    now: EveningNow,
    who: EveningViewer,
    here: Round,
    seats: Seats,
    byes: Iterable[int],
    op: str | None,
    told: TellOpened,
) -> Outcome:
    """Seats the tables that differ otherwise where nothing was played, or says why not; see `reseated`."""
    line, change = reseated(now, here, seats, byes)
    outcome = act(now, who, line, op=op, change=replace(change, told=told))
    if isinstance(outcome, EveningNow):
        for table_id in change.takes_back:  # play there has ended
            services().tables.refresh(table_id)
    return outcome


def seated(now: EveningNow, seats: Seats, byes: Iterable[int], at: datetime) -> tuple[kinds.Seated, EveningChange]:
    """Returns the line that seats the next round, and the tables that open with it.

    Phones of those who sit there have their seat at once; `at` is now, the round starts so much later as planned.
    """
    plan = now.state.plan
    line = kinds.Seated(
        round=len(now.state.rounds) + 1,
        tables=_named(seats),
        byes=tuple(byes),
        starts_at=at + timedelta(minutes=plan.between),
        minutes=plan.minutes,
    )
    return line, EveningChange(opens=_opened(now, seats))


def reseated(now: EveningNow, here: Round, seats: Seats, byes: Iterable[int]) -> tuple[kinds.Reseated, EveningChange]:
    """Returns the line that changes the tables that differ, and the tables that open instead of them.

    `seats` are all tables of the round as they shall be. Those that were seated before stay tables of the evening, at
    which nobody plays.
    """
    wanted = dict(seats)
    changed = [(number, people) for number, people in seats if not _is_seated(here, number, people)]
    emptied = tuple(number for number in here.sittings if number not in wanted)
    gone = {number for number, _people in changed} | set(emptied)
    old = tuple(one.table for number, one in here.sittings.items() if number in gone and one.table is not None)
    line = kinds.Reseated(here.number, _named(changed), tuple(byes), emptied)
    return line, EveningChange(opens=_opened(now, changed), takes_back=old)


def _is_seated(here: Round, number: int, people: tuple[int, ...]) -> bool:
    sitting = here.sittings.get(number)
    return sitting is not None and sitting.people == people


def _named(seats: Seats) -> tuple[kinds.TableSeats, ...]:
    # While they are added the tables are named by their place among those that open.
    return tuple(kinds.TableSeats(number, people, opens=place) for place, (number, people) in enumerate(seats))


def _opened(now: EveningNow, seats: Seats) -> tuple[NewSitting, ...]:
    devices = now.devices
    if now.state.plan.game is None or any(not set(people) <= set(now.state.people) for _number, people in seats):
        return ()  # the line is refused
    return tuple(NewSitting(_table(now, number, people), _devices(devices, people)) for number, people in seats)


def _devices(by_person: Mapping[int, int], people: Sequence[int]) -> dict[int, int]:
    return {seat: by_person[person] for seat, person in enumerate(people) if person in by_person}


def _table(now: EveningNow, number: int, people: Sequence[int]) -> Table:
    plan = now.state.plan
    assert plan.game is not None  # a tournament has one
    return Table(
        game=plan.game,
        players=[now.state.name(person) for person in people],
        options=plan.options_for(len(people)),
        edition=plan.edition,
        choices=dict(plan.choices),
        book=plan.book,
        entry="everyone",
        seats="approved",
        evening_number=number,
    )


bp = Blueprint("evening_rounds", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.post("/rounds/start")
def start(evening_id: int) -> Response | Page:
    """Starts the round now, whatever its clock."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.Started(_number(here)))


@bp.post("/rounds/unseat")
def unseat(evening_id: int) -> Response | Page:
    """Undoes the seating of the round, as long as no entry was made in it."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.Unseated(_number(here)))


@bp.post("/rounds/extra")
def extra(evening_id: int) -> Response | Page:
    """Gives more time: to one table, or to all."""
    here = visit_to_help(evening_id)
    table = forms.integer(request.form, "table") if request.form.get("table") else None
    return add_lines(here, kinds.Extra(_number(here), _minutes("5") * MINUTE, table), again=_asked_minutes())


@bp.post("/rounds/clock")
def pause(evening_id: int) -> Response | Page:
    """Pauses the clock of the round, or resumes it."""
    here = visit_to_help(evening_id)
    stands = request.form.get("clock") == "pause"
    return add_lines(here, (kinds.Paused if stands else kinds.Resumed)(_number(here)))


@bp.post("/rounds/last-hand")
def last_hand(evening_id: int) -> Response | Page:
    here = visit_to_help(evening_id)
    return add_lines(here, kinds.LastHand(_number(here)))


@bp.post("/rounds/end")
def end(evening_id: int) -> Response | Page:
    """Ends the round and leads to the seating of the next one; tables whose result is not in count nothing."""
    here = visit_to_run(evening_id)
    number = _number(here)
    more = number < here.now.state.plan.rounds
    back = url_for("evening_seating.show", evening_id=evening_id) if more else None
    return add_lines(here, kinds.Ended(number), back=back)


@bp.post("/rounds/finish")
def finish(evening_id: int) -> Response | Page:
    """Closes a round that has ended, the newest where none is named: changes take two people from then on."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.RoundClosed(_number(here)))


@bp.post("/rounds/period")
def period(evening_id: int) -> Response | Page:
    """Reopens the correction period of a closed round for some minutes."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.PeriodReopened(_number(here), _minutes("10")), again=_asked_minutes())


@bp.post("/rounds/disclose")
def disclose(evening_id: int) -> Response | Page:
    """Shows the last round, which was hidden."""
    return add_lines(visit_to_run(evening_id), kinds.Disclosed())


@bp.post("/undo")
def undo(evening_id: int) -> Response | Page:
    """Takes back a line."""
    here = visit_to_help(evening_id)
    return add_lines(here, kinds.Undone(forms.integer(request.form, "line")))


@bp.post("/close")
def close(evening_id: int) -> Response | Page:
    """Closes the evening, or opens it again."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.Reopened() if request.form.get("close") == "no" else kinds.Closed())


def _number(here: EveningVisit) -> int:
    """Returns the round in the form, by default the newest; 0, which none has, before there is one.

    A page may be older than the newest round. Raises `NotThisForm`.
    """
    newest: Round | None = here.now.state.round
    return forms.integer(request.form, "round", 0 if newest is None else newest.number)


def _minutes(usual: str) -> int:
    """Returns the minutes in the form; 0, which no line takes, for anything else that was typed."""
    return parse_integer(request.form.get("minutes", usual)) or 0


def _asked_minutes() -> AskedAgain:
    return AskedAgain("minutes", _("Minutes"), _("Give"), is_number=True)


@bp.post("/changes/<int:line>")
def sign(evening_id: int, line: int) -> Response | Page:
    """Signs a change of a closed round, as the other one of two; or does not, or takes the own one back."""
    here = visit_evening(evening_id)
    require(here.viewer.helps or here.viewer.plays)
    kind = kinds.Signed if _signs() else kinds.Declined
    return add_lines(here, kind(line), back=_back())


@bp.post("/changes/<int:table_id>/<int:number>")
def sign_at_table(evening_id: int, table_id: int, number: int) -> Response | Page:
    """Signs a change of the entries of a table as the organiser, or refuses it."""
    here, signs = visit_to_run(evening_id), _signs()
    if (op := key_of_form()) is None:
        abort(400)
    outcome = answer_at_table(here.now, here.viewer, table_id, number, signs=signs, op=op)
    if outcome is None:
        abort(404, description=_(NOT_ASKED_FOR))
    if isinstance(outcome, Made):
        return redirect(_back() or url_for("evenings.show", evening_id=evening_id), 303)
    refusal = outcome.refusal if isinstance(outcome, Refused) else Refusal("stale-request", "GEN-1")
    return refused_page(here.now, refusal_said(refusal, outcome.now.table.players).said, _back()), 409


def _signs() -> bool:
    return forms.choice(request.form, "answer", ("sign", "decline")) == "sign"


def _back() -> str | None:
    return local_path(request.form.get("back", "")) or None
