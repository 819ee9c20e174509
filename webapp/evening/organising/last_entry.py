"""Newest entry of an evening in words, and its author."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningNow, undoable
from webapp.evening.lines import Line, judged, line_of
from webapp.evening.state import MINUTE, EveningState
from webapp.evening.summary import Tables
from webapp.evening.viewer import EveningViewer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.store.evening_models import EveningLine
from webapp.store.models import Grant
from webapp.words.phrases import comes_said, unseated_said


class LastEntry(NamedTuple):
    """The newest entry: author, words, and the line or the seating that may be undone, if any.

    Without an author where the words begin with that name: *Fay is on the list* is enough.
    """

    who: str
    said: str
    undo: int | None
    unseat: bool = False


def may_unseat(now: EveningNow, viewer: EveningViewer, tables: Tables) -> bool:
    """Tells whether the seating of the newest round may still be taken back."""
    line = kinds.Unseated(len(now.state.rounds))
    begun = line.typed_fault(now.state, lambda table: tables.get(table or 0))
    return begun is None and judged(now.state, viewer, line) is None


def last_entry(now: EveningNow, viewer: EveningViewer, tables: Tables) -> LastEntry | None:
    """Returns the newest entry that is worth a line, None before there is one: the first line opens the evening."""
    for row in reversed(now.lines[1:]):
        if row.seq in now.state.undone:
            continue
        line = line_of(row.kind, row.body)
        said = SAID.get(type(line))
        if said is not None:
            newest = undoable(now, viewer)
            may_undo = newest is not None and newest.seq == row.seq
            unseat = isinstance(line, kinds.Seated | kinds.Reseated) and may_unseat(now, viewer, tables)
            who, words = signed(now, row), said(now.state, line)
            who = "" if _begin_with(words, who, now.state) else who
            return LastEntry(who, words, row.seq if may_undo else None, unseat)
    return None


def _begin_with(words: str, name: str, state: EveningState) -> bool:
    """Tells whether words begin with this name: not with that of a person who is called so and longer, as *Ann B*."""
    longer = [one.name for one in state.people.values() if one.name.startswith(f"{name} ")]
    return words.startswith(f"{name} ") and not words.startswith(tuple(f"{one} " for one in longer))


def signed(now: EveningNow, row: EveningLine) -> str:
    """Returns the author of a line: as that device signs, else its person on the list; empty where unknown."""
    grant = now.grant_of(row.device_id)
    return "" if grant is None else name_of(now, grant)


def name_of(now: EveningNow, grant: Grant) -> str:
    """Returns the name by which a device signs, else its person on the list; empty where it has none."""
    if grant.name:
        return grant.name
    if grant.person is not None and grant.person in now.state.people:
        return now.state.name(grant.person)
    return _("The organiser") if grant.is_organiser else ""


def _extra(state: EveningState, line: kinds.Extra) -> str:
    minutes = round(line.seconds / MINUTE)
    whose = _("all tables") if line.number is None else _("table %(table)s", table=line.number)
    if minutes < 0:
        return ngettext(
            "%(num)s minute less for %(whose)s", "%(num)s minutes less for %(whose)s", -minutes, whose=whose
        )
    return ngettext("%(num)s minute more for %(whose)s", "%(num)s minutes more for %(whose)s", minutes, whose=whose)


def _name(state: EveningState, line: Any) -> str:
    return state.people[line.person].name if line.person in state.people else ""


def _seated(state: EveningState, line: kinds.Seated) -> str:
    return ngettext(
        "Round %(round)s is seated at %(num)s table",
        "Round %(round)s is seated at %(num)s tables",
        len(line.tables),
        round=line.round,
    )


SAID: Mapping[type[Line], Callable[[EveningState, Any], str]] = {
    kinds.Planned: lambda state, line: _("The settings are set"),
    kinds.Listed: lambda state, line: _("%(name)s is on the list", name=line.name),
    kinds.Away: lambda state, line: _("%(name)s sits out", name=_name(state, line)),
    kinds.Left: lambda state, line: _("%(name)s has left", name=_name(state, line)),
    kinds.Back: lambda state, line: _("%(name)s is back", name=_name(state, line)),
    kinds.Asked: lambda state, line: _("%(name)s asks to be let in", name=line.name),
    kinds.Helper: lambda state, line: (
        _("%(name)s helps no longer", name=line.name) if line.gone else _("%(name)s helps", name=line.name)
    ),
    kinds.Seated: _seated,
    kinds.Reseated: lambda state, line: _("The seating of round %(round)s is changed", round=line.round),
    kinds.Unseated: lambda state, line: unseated_said(line.round),
    kinds.Started: lambda state, line: _("Round %(round)s has started", round=line.round),
    kinds.Extra: _extra,
    kinds.Paused: lambda state, line: _("The clock stands"),
    kinds.Resumed: lambda state, line: _("The clock goes on"),
    kinds.LastHand: lambda state, line: _("The last hand is called"),
    kinds.StandIn: lambda state, line: (
        _("%(by)s plays for %(name)s", by=line.by, name=_name(state, line))
        if line.by
        else _("%(name)s plays again", name=_name(state, line))
    ),
    kinds.Reported: lambda state, line: _("Table %(table)s reports its result", table=line.number),
    kinds.Confirmed: lambda state, line: _("The result of table %(table)s is in", table=line.number),
    kinds.Corrected: lambda state, line: _(
        "Round %(round)s, table %(table)s: the result is corrected", round=line.round, table=line.number
    ),
    kinds.Rejected: lambda state, line: (
        _("The entries of table %(table)s have changed: the result given before counts no more", table=line.number)
        if line.entered
        else _("The result of table %(table)s does not count", table=line.number)
    ),
    kinds.Ended: lambda state, line: _("Round %(round)s has ended", round=line.round),
    kinds.HandedOver: lambda state, line: (
        _("%(name)s takes a call back", name=line.by)
        if line.back
        else _("%(name)s hands a call over to %(to)s", name=line.by, to=line.to)
    ),
    kinds.Zoned: lambda state, line: _("The tables are shared out among the referees"),
    kinds.RoundClosed: lambda state, line: _("Round %(round)s is closed", round=line.round),
    kinds.PeriodReopened: lambda state, line: ngettext(
        "Round %(round)s may be corrected for %(num)s minute more",
        "Round %(round)s may be corrected for %(num)s minutes more",
        line.minutes,
        round=line.round,
    ),
    kinds.Proposed: lambda state, line: _("A change of round %(round)s waits for a signature", round=line.round),
    kinds.Signed: lambda state, line: _(
        "A change of round %(round)s is signed by two", round=state.proposals[line.proposal].round
    ),
    kinds.Declined: lambda state, line: _(
        "A change of round %(round)s is not signed", round=state.proposals[line.proposal].round
    ),
    kinds.Adjusted: lambda state, line: _(
        "Round %(round)s, table %(table)s: the result is set by a ruling", round=line.round, table=line.number
    ),
    kinds.Disclosed: lambda state, line: _("The last round is shown"),
    kinds.Penalised: lambda state, line: _("A penalty for %(name)s", name=_name(state, line)),
    kinds.Announced: lambda state, line: _("Announced: %(text)s", text=line.text),
    kinds.Coming: lambda state, line: (
        _("%(name)s is on the way no longer", name=line.by) if line.back else comes_said(line.by)
    ),
    kinds.Joined: lambda state, line: _("Table %(table)s has joined", table=line.number),
    kinds.Parted: lambda state, line: _("Table %(table)s has left", table=line.number),
    kinds.Played: lambda state, line: (
        _("A match is over at table %(table)s", table=line.number)
        if line.scores
        else _("The match at table %(table)s is played on", table=line.number)
    ),
    kinds.Closed: lambda state, line: _("The evening is over"),
    kinds.Reopened: lambda state, line: _("The evening is open again"),
}
