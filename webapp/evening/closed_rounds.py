"""Closed rounds on pages: until when each may be corrected, and the changes that wait for the other signature."""

from collections.abc import Iterator
from dataclasses import dataclass

from webapp.evening import lines as kinds
from webapp.evening.clock import Period, newest_closed, period_of
from webapp.evening.keeper import EveningNow, refusal_of
from webapp.evening.lines import Line
from webapp.evening.lines.closing import lines_of, may_sign
from webapp.evening.refusal_words import said as refusal_said
from webapp.evening.standing_words import change_said, set_said
from webapp.evening.standings import effect_of, names_of, standing_of
from webapp.evening.state import EveningState, Place, Proposal, Round, Sitting, table_in_round
from webapp.evening.summary import Tables
from webapp.evening.viewer import EveningViewer
from webapp.games.common.penalty_words import step_said
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.journal.lines import At
from webapp.referee import filing
from webapp.referee.request_page import ShownChange, shown_change
from webapp.services import services
from webapp.store.models import utc_now
from webapp.store.roles import Role
from webapp.table.change_requests import Signer
from webapp.table.keeper import Outcome
from webapp.table.viewer import Viewer
from webapp.words.cases import signatures_said
from webapp.words.phrases import by_name, by_organiser, capital, clock, joined, round_and_table
from webapp.words.turn import side_names, totals_said


def periods_said(now: EveningNow) -> list[str]:
    """Returns until when the closed rounds may be corrected, the newest first; nothing at an evening without one."""
    return [period_said(one) for one in reversed(newest_closed(now.state, utc_now()))]


def period_said(one: Period) -> str:
    if one.is_over and one.until is not None:
        return _("Round %(round)s is final since %(time)s", round=one.round, time=clock(one.until))
    if one.until is not None:
        return _("Round %(round)s is closed: corrections until %(time)s", round=one.round, time=clock(one.until))
    return _("Round %(round)s is closed: corrections until round %(next)s ends", round=one.round, next=one.until_round)


@dataclass(frozen=True)
class WaitingChange:
    """An open change of a closed round; `what` it does, line by line. `may_answer`: it waits for this viewer.

    `problem`: why it cannot be signed as things stand.
    """

    line: int
    title: str
    what: tuple[str, ...]
    signed: str
    may_answer: bool
    may_drop: bool
    problem: str


def waiting(now: EveningNow, viewer: EveningViewer, at: Place | None = None) -> list[WaitingChange]:
    """Returns the changes of the evening's own lines, or of those of one table, that wait and are this viewer's."""
    asked = now.state.waiting if at is None else _waiting_at(now.state, *at)
    found = [_waiting(now, viewer, one) for one in asked]
    return [one for one in found if viewer.helps or one.may_answer]


def waiting_said(state: EveningState, here: Round, sitting: Sitting) -> Iterator[str]:
    """Yields the changes of a table's result that wait, and who has not signed yet, for everybody who looks at it."""
    for one in _waiting_at(state, here, sitting):
        asked = _("Asked for: %(what)s", what=what_said(state, one))
        yield f"{asked} {signatures_said('', _missing(state, one))}"


def _waiting_at(state: EveningState, here: Round, sitting: Sitting) -> list[Proposal]:
    return [one for one in state.waiting if (one.round, one.table) == (here.number, sitting.number)]


def _waiting(now: EveningNow, viewer: EveningViewer, one: Proposal) -> WaitingChange:
    where = round_and_table(one.round, one.table)
    title = where if one.table else _("Round %(round)s", round=one.round) if one.round else _("Penalty")
    lines = lines_of(one, now.state)
    what = [said for line in lines if (said := _what(now.state, line))]
    what += [said for line in lines for said in _effect(now, viewer, line)]
    own, signs = one.device_id == viewer.device_id, may_sign(viewer, now.state, one)
    refusal = refusal_of(now, viewer, kinds.Signed(one.line).with_more(now.state)) if signs else None
    problem = "" if refusal is None else refusal_said(refusal)
    return WaitingChange(one.line, title, tuple(what), signed_said(now.state, one), signs, own, problem)


def _effect(now: EveningNow, viewer: EveningViewer, line: Line) -> Iterator[str]:
    """Yields the effects of other settings or a ruling on the standing, where this viewer sees all of it."""
    whole = standing_of(now, sees_all=True).whole
    if (
        isinstance(line, kinds.Planned | kinds.Adjusted)
        and whole is not None
        and (viewer.runs or not now.state.is_hidden)
    ):
        after = line.apply(now.state, At(now.state.seq + 1, utc_now(), None))
        yield from (change_said(one, whole.scoring, names_of(now.state)) for one in effect_of(now, after))


def signers(one: Proposal) -> str:
    """Returns the signers of a change of a closed round: the requester, and the second one where there is one."""
    asks = by_name(one.by) if one.role == Role.REFEREE else by_organiser(one.by)
    return joined([asks, by_organiser(one.signed_by)] if one.made else [asks])


def signed_said(state: EveningState, one: Proposal) -> str:
    """Returns the signers of a change of a closed round, and of an open one those still missing."""
    return signatures_said(signers(one), _missing(state, one) if one.is_open else "")


def _missing(state: EveningState, one: Proposal) -> str:
    if one.role == Role.REFEREE:
        return _("the organiser")
    if state.referees:
        return _("the referee (%(names)s)", names=joined(list(state.referees)))
    if one.table:
        return _("somebody who sits at table %(number)s", number=one.table)
    return _("somebody who plays in round %(round)s", round=one.round)


def what_said(state: EveningState, one: Proposal) -> str:
    """Returns the effect of a change of a closed round, in one line."""
    return " ".join(f"{said}." for line in lines_of(one, state) if (said := _what(state, line)))


def _what(state: EveningState, line: Line) -> str:
    match line:
        case kinds.Confirmed():
            sitting = line.sitting(state)
            names = [] if sitting is None else state.names_at(sitting)
            points = totals_said(side_names(names, len(line.scores)), line.scores)
            return _("The result is set to: %(points)s", points=points)
        case kinds.Planned():
            return _("What counts is changed")
        case kinds.Rejected():
            return _("The result is taken out")
        case kinds.Adjusted():
            return f"{capital(set_said(state, line))}. {line.reason}"
        case kinds.Penalised():
            step = step_said(state.plan.game, line.step)
            points = ngettext("%(num)s point off", "%(num)s points off", line.points)
            facts = {"name": state.name(line.person), "step": step, "points": points, "why": line.reason}
            return _("%(name)s: %(step)s, %(points)s. %(why)s", **facts)
        case kinds.Lifted():
            held = state.penalties[line.penalty]
            step = step_said(state.plan.game, held.step)
            return _("%(name)s: %(step)s lifted. %(why)s", name=state.name(held.person), step=step, why=line.why)
    return ""


@dataclass(frozen=True)
class WaitingAtTable:
    """A change of the entries of a table in a closed round that waits for the organiser.

    `problem`: why it cannot be signed as things stand.
    """

    table: int
    number: int
    round: int
    change: ShownChange
    problem: str


def waiting_at_tables(now: EveningNow, tables: Tables) -> Iterator[WaitingAtTable]:
    """Yields the changes at tables that wait for the organiser's signature, as everybody may see them."""
    for table_id, summary in tables.items():
        place = table_in_round(now.state, table_id) if summary.requests else None
        if place is None or not place[0].is_closed:
            continue
        there, period = services().tables.at(table_id), period_of(now.state, place[0].number, utc_now())
        final = period_said(period) if period.is_over else ""
        for change in there.desk.waiting:
            if all(one.role is not Signer.ORGANISER for one in change.signed):
                shown = shown_change(there, Viewer(role=Role.WATCHER), change)
                yield WaitingAtTable(table_id, place[1].number, place[0].number, shown, shown.problem or final)


def answer_at_table(
    now: EveningNow, who: EveningViewer, table_id: int, number: int, *, signs: bool, op: str
) -> Outcome | None:
    """Signs a change of a table in a closed round as the organiser, or refuses it; None where there is none."""
    place = table_in_round(now.state, table_id)
    if place is None or not place[0].is_closed:
        return None
    there = services().tables.at(table_id)
    change, name = there.desk.change(number), who.name or ""
    if change is None:
        return None
    viewer = Viewer(who.device_id)
    if not signs:
        return filing.refuse_by_organiser(there, viewer, change, name, op=op)
    return filing.sign(there, viewer, change, Signer.ORGANISER, name, op=op)
