"""Invitations to the next evening of a circle: making, changing, calling off, answering them."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from webapp.circle.acts import Refused
from webapp.circle.visit import CircleVisit
from webapp.games.common.names import game_name
from webapp.games.registry import looks
from webapp.http.durations import CALENDAR_ASKED, MEETING_AHEAD
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NOTE, LONGEST_PLACE, MOST_ANSWERS, MOST_GUESTS, MOST_MEETINGS
from webapp.services import services
from webapp.store.circle_models import Circle, CircleMeeting, MeetingAnswer
from webapp.store.models import utc_now
from webapp.store.name_keys import name_key
from webapp.table.player_names import fault_of, is_text, tidy
from webapp.words.invite_words import fault_said
from webapp.words.phrases import BAD_TEXT, NO_SUCH_PLAYER

if TYPE_CHECKING:
    from icalendar import Event

YES, MAYBE, NO = ANSWERS = ("yes", "maybe", "no")


class GivenAnswer(NamedTuple):
    """An answer to an invitation; `player` is the player of the circle, None for a guest from outside."""

    name: str
    says: str
    guests: list[str]
    player: int | None
    device_id: int


@dataclass(frozen=True)
class Meeting:
    """An invitation with all answers, the own one, and the players of the circle without one."""

    row: CircleMeeting
    answers: Sequence[GivenAnswer]
    own: GivenAnswer | None
    silent: Sequence[str]

    @property
    def is_over(self) -> bool:
        return self.row.ends_at <= utc_now()

    @property
    def is_open(self) -> bool:
        """Tells whether people still answer."""
        return not self.is_over and not self.row.called_off

    def said(self, says: str) -> list[str]:
        """The names of people with this answer, each with their guests."""
        return [
            _("%(name)s with %(guests)s", name=it.name, guests=", ".join(it.guests)) if it.guests else it.name
            for it in self.answers
            if it.says == says
        ]

    def count(self, says: str) -> int:
        """The number of these people, with their guests."""
        return sum(1 + len(it.guests) for it in self.answers if it.says == says)

    @property
    def coming(self) -> list[str]:
        """The names of all who come, guests among them, each once."""
        named = (name for it in self.answers if it.says == YES for name in (it.name, *it.guests))
        return list({name_key(name): name for name in named}.values())


def meetings_of(visits: Sequence[CircleVisit]) -> list[Meeting]:
    """Returns the invitations of these circles that are not over, the next one first."""
    here = {it.circle.id: it for it in visits}
    rows = services().store.meetings_to_come(here, utc_now()) if here else []
    return [meeting_of(row, here[row.circle_id].device_id, here[row.circle_id].player_id) for row in rows]


def meeting_of(row: CircleMeeting, device_id: int | None, player_id: int | None = None) -> Meeting:
    """Returns an invitation as a phone sees it: one that stands for a player with that one's answer, else its last."""
    store = services().store
    players, known = store.circle_players(row.circle_id), store.player_keys(row.circle_id)
    found: dict[str | int, GivenAnswer] = {}
    for answer in store.meeting_answers(row.id):
        player = known.get(answer.key)
        person = players.get(player) if player is not None else None
        if person is None or person.forgotten_at is None:
            who = answer.key if player is None else player
            name = answer.name if person is None else person.name
            found.pop(who, None)
            found[who] = GivenAnswer(name, answer.says, answer.guests, player, answer.device_id)
    answers = list(found.values())
    by_phone = (it for it in reversed(answers) if it.device_id == device_id)
    own = found.get(player_id) if player_id is not None else next(by_phone, None)
    silent = [one.name for number, one in players.items() if one.forgotten_at is None and number not in found]
    return Meeting(row, answers, own, silent)


def make_meeting(circle_id: int, typed: Mapping[str, str], op: str) -> CircleMeeting | Refused:
    """Invites to an evening; the same key invites to the same one."""
    values, store = _values(typed), services().store
    coming = store.meetings_to_come([circle_id], utc_now())
    if made := next((row for row in coming if row.op == op), None):
        return made
    if faults := meeting_faults(values):
        return Refused("", is_form=True, faults=faults)
    if len(coming) >= MOST_MEETINGS:
        full = _("There are %(most)s invitations to evenings to come. Call one off or change it.", most=MOST_MEETINGS)
        return Refused(full, faults={"starts_at": full})
    return store.make_meeting(circle_id, values, uid=secrets.token_hex(16), op=op)


def change_meeting(row: CircleMeeting, typed: Mapping[str, str]) -> CircleMeeting | Refused:
    """Changes an invitation: calendars that have it follow."""
    values = _values(typed)
    if faults := meeting_faults(values):
        return Refused("", is_form=True, faults=faults)
    return services().store.change_meeting(row.circle_id, row.id, values)


def call_off(row: CircleMeeting, *, off: bool) -> CircleMeeting | Refused:
    """Calls an evening off, or says that it takes place after all."""
    if row.ends_at <= utc_now():
        return Refused(_("That evening is over."))
    return services().store.change_meeting(row.circle_id, row.id, {"called_off": off})


def answer_meeting(
    row: CircleMeeting, device_id: int, name: str, says: str, guests: Iterable[str]
) -> MeetingAnswer | Refused:
    """Notes the answer of a person, with the guests; the last answer counts."""
    name, guests = tidy(name), [tidied for one in guests if (tidied := tidy(one))]
    store, meeting = services().store, meeting_of(row, device_id)
    if not meeting.is_open:
        return Refused(_("That evening is over.") if meeting.is_over else _("That evening was called off."))
    if says not in ANSWERS:
        return Refused(_("Say yes, maybe or no."), is_form=True)
    for one in (name, *guests):
        if fault := fault_of(one):
            return Refused(fault_said(fault, one), is_form=True)
    if len(guests) > MOST_GUESTS:
        many = _("At most %(most)s guests. More of them can answer for themselves.", most=MOST_GUESTS)
        return Refused(many, is_form=True)
    player = store.player_keys(row.circle_id).get(name_key(name))
    if player is not None and player not in store.circle_players(row.circle_id, forgotten=False):
        return Refused(_(NO_SUCH_PLAYER), is_form=True)
    if len(meeting.answers) >= MOST_ANSWERS and name_key(name) not in {name_key(it.name) for it in meeting.answers}:
        return Refused(_("%(most)s people have answered, and no more are noted.", most=MOST_ANSWERS))
    return store.answer_meeting(row, device_id, name, says, guests)


def meeting_faults(values: Mapping[str, Any]) -> dict[str, str]:
    """Returns the faults of an invitation by field; None stands for an invalid time."""
    at, most = values["starts_at"], {"place": LONGEST_PLACE, "word": LONGEST_NOTE}
    faults = {
        "starts_at": _("Say on which day and when it begins, at a time that there is.")
        if at is None
        else _("That is over already. Say a time to come.")
        if at <= utc_now()
        else _("That is more than two years ahead.")
        if at > utc_now() + MEETING_AHEAD
        else "",
        "game": "" if values["game"] in {"", *looks()} else _("Choose a game."),
    }
    for name, longest in most.items():
        if not is_text(values[name], longest):
            faults[name] = _(BAD_TEXT, most=longest)
    return {name: fault for name, fault in faults.items() if fault}


def time_in(text: str) -> datetime | None:
    """Returns the time that a form or a program names, by the clock of the house unless it says a zone; else None.

    A time that this clock skips as it is put forward is none.

    >>> time_in("2026-11-24T19:30:00+01:00").isoformat()
    '2026-11-24T19:30:00+01:00'
    >>> time_in("tomorrow")
    """
    try:
        at = datetime.fromisoformat(text)
        here = at if at.tzinfo is not None else at.astimezone()
    except (ValueError, OverflowError, OSError):
        return None
    return here if here.replace(tzinfo=None) == at.replace(tzinfo=None) else None


def calendar_file(rows: Iterable[tuple[CircleMeeting, str]], circle: Circle, method: str) -> bytes:
    """Returns invitations, each with its URL, as a calendar file: importing it again updates the events."""
    from icalendar import Calendar  # a third of a second, which only this file needs

    calendar = Calendar()
    calendar.add("prodid", "-//Sixfold//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    calendar.add("x-wr-calname", circle.name)
    calendar.add("refresh-interval", CALENDAR_ASKED, parameters={"value": "DURATION"})
    for row, url in rows:
        calendar.add_component(_event(row, circle, url))
    written: bytes = calendar.to_ical()
    return written


def _event(row: CircleMeeting, circle: Circle, url: str) -> "Event":
    from icalendar import Event

    event = Event()
    event.add("uid", row.uid)
    event.add("dtstamp", row.changed_at)
    event.add("dtstart", row.starts_at)
    event.add("dtend", row.ends_at)
    event.add("summary", circle.name)
    event.add("sequence", row.sequence)
    event.add("status", "CANCELLED" if row.called_off else "CONFIRMED")
    told = [text for text in (row.word, game_name(row.game) if row.game in looks() else "", url) if text]
    event.add("description", "\n".join(told))
    event.add("url", url)
    if row.place:
        event.add("location", row.place)
    return event


def _values(typed: Mapping[str, str]) -> dict[str, Any]:
    texts = {name: tidy(typed[name]) for name in ("place", "word")}
    return {**typed, **texts, "starts_at": time_in(typed["starts_at"])}
