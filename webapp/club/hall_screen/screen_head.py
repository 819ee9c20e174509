"""Head of a hall screen: the round and its clock, an announcement, the call of the last hand, or that it is over."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from webapp.club.evening.clock import Phase
from webapp.club.evening.clock_face import ClockFace, clock_face, round_of_all
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Announcement, Round
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.rate_limits import ANNOUNCED_IN_HALL
from webapp.words.dates import day


class Says(StrEnum):
    """What stands in the head."""

    ROUND = "round"
    LAST_HAND = "last-hand"
    ANNOUNCEMENT = "announcement"


@dataclass(frozen=True)
class Head:
    """The head: `title` large, `text` beside or below it; `face` is the clock, its label the words before it."""

    says: Says
    title: str
    text: str
    face: ClockFace | None = None


def head_of(now: EveningNow, at: datetime) -> Head:
    """Returns the head as of this moment."""
    state, here = now.state, now.state.round
    face = None if here is None or state.is_closed else _face(now, here, at)
    announced = newest_announcement(now, at)
    called = None if here is None or here.ended or state.is_closed else here.last_hand_at
    # Both take the place of the round; the newer one is what people must read now.
    if announced is not None and (called is None or called < announced.at):
        return Head(Says.ANNOUNCEMENT, announced.text, announced.by, face)
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
