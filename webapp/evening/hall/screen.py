"""Parts of the hall screen: head, tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from webapp.evening.clock import ClockFace, Phase, clock, clock_face, round_of_all
from webapp.evening.keeper import EveningNow
from webapp.evening.organising.table_rows import guest_said, hand_of_round, is_played, names_at
from webapp.evening.state import MINUTE, Announcement, EveningState, Round, Sitting
from webapp.evening.summary import TableSummary
from webapp.games.common.names import game_name, hand_number
from webapp.games.registry import looks
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.rate_limits import ANNOUNCED_IN_HALL
from webapp.words.phrases import day


class Says(StrEnum):
    ROUND = "round"
    LAST_HAND = "last-hand"


@dataclass(frozen=True)
class Head:
    """The head: `title` large, `text` beside or below it; `face` is the clock, its label the words before it."""

    says: Says
    title: str
    text: str
    face: ClockFace | None = None


def head_of(now: EveningNow, at: datetime) -> Head:
    state, here = now.state, now.state.round
    face = None if here is None or state.is_closed else _face(now, here, at)
    called = None if here is None or here.ended or state.is_closed else here.last_hand_at
    if called is not None:
        return Head(Says.LAST_HAND, _("Last hand"), _("Play the hand that lies on the table. No new deal."), face)
    below = f"{state.title}, {day(now.row.created_at)}"
    if state.is_closed:
        return Head(Says.ROUND, _("The evening is over"), below)
    if here is None:
        return Head(Says.ROUND, state.title, day(now.row.created_at))
    title = round_of_all(state, here.number)
    return Head(Says.ROUND, _("%(round)s is over", round=title) if here.ended else title, below, face)


def newest_announcement(now: EveningNow, at: datetime) -> Announcement | None:
    """Returns what was announced to all tables a moment ago."""
    for said in reversed(now.state.announcements):
        if not said.tables:
            return said if at - said.at < ANNOUNCED_IN_HALL else None
    return None


def _face(now: EveningNow, here: Round, at: datetime) -> ClockFace | None:
    face = clock_face(now.state, here, at)
    if not face.digits:
        return None
    label = _LABELS[face.phase]
    if face.phase == Phase.RUNS and face.since is not None:
        label = _PLAYED
    then = _LABELS[Phase.RUNS] if face.then_at is not None else _PLAYED
    return replace(face, label=_(label), then_label=_(then) if face.phase == Phase.STARTS else "")


_PLAYED = _l("played for")
_LABELS = {
    Phase.STARTS: _l("starts in"),
    Phase.RUNS: _l("time left"),
    Phase.PAUSED: _l("paused"),
    Phase.OVERTIME: _l("over time"),
}


Tables = Mapping[int, TableSummary]
SEATED = (Phase.SEATED, Phase.STARTS)


class Answer(StrEnum):
    """What stands below a table that plays: nothing, done, or that something is waited for."""

    NONE = "none"
    DONE = "done"
    WAITS = "waits"


@dataclass(frozen=True)
class TableShown:
    """A table: the `names` of who sits there, or what it does (`said`) with an `answer` below."""

    number: int
    game: str | None
    names: tuple[str, ...] = ()
    said: str = ""
    answer: Answer = Answer.NONE
    answer_said: str = ""


@dataclass(frozen=True)
class CallShown:
    """The call that waits longest: its `table`, what is said behind it, and how many other tables call."""

    table: str
    said: str
    others: str = ""
    coming: bool = False


def tables_shown(now: EveningNow, tables: Tables, at: datetime) -> tuple[TableShown, ...]:
    """Returns the tables of the newest round, and those that have joined."""
    state, here = now.state, now.state.round
    guests = tuple(
        TableShown(
            guest.number,
            guest.game if guest.game in looks() else None,
            guest.names,
            guest_said(state, _game_said(guest.game, tables.get(guest.table))),
        )
        for guest in state.guests.values()
    )
    if here is None:
        return guests
    if here.paused_at is None and clock(here, at).phase in SEATED:
        return (*seats_shown(state), *guests)
    seated = (_playing(state, here, one, tables.get(one.table or 0)) for one in here.sittings.values())
    return (*seated, *guests)


def seats_shown(state: EveningState) -> tuple[TableShown, ...]:
    """Returns the tables of the newest round with who sits there."""
    sittings = () if state.round is None else state.round.sittings.values()
    return tuple(TableShown(one.number, state.plan.game, tuple(names_at(state, one))) for one in sittings)


def _playing(state: EveningState, here: Round, sitting: Sitting, summary: TableSummary | None) -> TableShown:
    if sitting.is_in:
        said, answer, text = _("Done"), Answer.DONE, _("result is in")
    elif sitting.reported is not None or (summary is not None and is_played(state.plan, summary)):
        said, answer, text = _("Done"), Answer.WAITS, _("result is not in yet")
    else:
        said = _("Not started")
        if summary is not None and summary.has_begun:
            said = hand_of_round(state.plan, summary)
        answer, text = _last_hand(here, sitting)
    names = tuple(names_at(state, sitting)) if answer is Answer.NONE else ()
    return TableShown(sitting.number, state.plan.game, names, said, answer, text)


def _last_hand(here: Round, sitting: Sitting) -> tuple[Answer, str]:
    if here.last_hand_at is None or here.ended:
        return Answer.NONE, ""
    return (Answer.DONE, _("has read it")) if sitting.acknowledged else (Answer.WAITS, _("has not read it"))


def _game_said(game: str, summary: TableSummary | None) -> str:
    if summary is None or game not in looks():
        return game_name(game)
    said = hand_number(game, summary.hand) if summary.has_begun else _("not started")
    said = _("Match over") if summary.is_over else said
    return f"{game_name(game)}, {said}"


def still_playing(now: EveningNow) -> str:
    """Returns how many tables still play after the call of the last hand, nothing before it."""
    here = now.state.round
    if here is None or here.last_hand_at is None or here.ended or not here.missing:
        return ""
    return ngettext("%(num)s table still plays", "%(num)s tables still play", len(here.missing))


def longest_call(now: EveningNow, tables: Tables, at: datetime) -> CallShown | None:
    """Returns the call that waits longest, before those to which a referee is on the way."""
    found = _waiting(now, tables)
    if not found:
        return None
    arrival, since, summary = found[0]
    others = len({one.table for _arrival, _since, one in found} - {summary.table})
    table = _("Table %(number)s", number=summary.number)
    more = ngettext("%(num)s other table calls", "%(num)s other tables call", others) if others else ""
    if arrival is not None:
        return CallShown(table, _("%(name)s is on the way", name=arrival), more, coming=True)
    minutes = max(0, int((at - since).total_seconds())) // MINUTE
    said = ngettext("calls the referee, %(num)s minute", "calls the referee, %(num)s minutes", minutes)
    return CallShown(table, said if minutes else _("calls the referee"), more)


def _waiting(now: EveningNow, tables: Tables) -> Sequence[tuple[str | None, datetime, TableSummary]]:
    """The calls of those who play; an appeal and a case that a referee has opened call nobody to a table."""
    found = [
        (
            arrival.by if (arrival := now.state.coming.get((summary.table, call.number))) else None,
            call.opened_at,
            summary,
        )
        for summary in tables.values()
        for call in summary.calls
        if call.appeals is None and call.by not in now.state.referees
    ]
    return sorted(found, key=lambda one: (one[0] is not None, one[1]))
