"""Devices that stand for people of an evening: requests to be somebody, answered; sitting down at the own table."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import hashed_form_key, require
from webapp.access.joining import go_on
from webapp.access.visit import not_here
from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningKeeper, EveningNow, Outcome
from webapp.evening.lines import EveningRefusal, Line
from webapp.evening.lines.base import name_fault
from webapp.evening.refusal_words import said, status
from webapp.evening.state import IdentityRequest, Person
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, evening_viewer, open_evening_page, visit_evening
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.limits import ENTRY_ATTEMPTS, MOST_LIST_MATCHES
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.errors import NotAdmitted, SeatTaken
from webapp.store.evening_models import NOTHING_ELSE, Admission, EveningChange
from webapp.store.name_keys import alphabetical
from webapp.store.roles import Role, Scope
from webapp.store.seat_requests import new_word
from webapp.table import forms


def stand_for(now: EveningNow, viewer: EveningViewer, device_id: int, person: int, key: str) -> int | EveningRefusal:
    """Makes a device stand for somebody who has no phone. Raises PersonTaken where another one was faster."""
    change = EveningChange(admit=[as_player(now, device_id, person)])
    done = _add(now, replace(viewer, device_id=device_id), key, kinds.LetIn(person), change=change)
    return done if isinstance(done, EveningRefusal) else _seated(done, person, device_id)


def be_listed(now: EveningNow, viewer: EveningViewer, device_id: int, name: str, key: str) -> int | EveningRefusal:
    """Puts a new name on the list, for which this device stands, and returns the number of the person."""
    if (fault := name_fault(name)) is not None:
        return fault
    who, keeper = replace(viewer, device_id=device_id), services().part(EveningKeeper)

    def with_number() -> Outcome:
        person = len(keeper.at(now.row.id).state.people) + 1
        change = EveningChange(admit=[as_player(now, device_id, person)])
        return _add(now, who, key, kinds.Listed(person, name), kinds.LetIn(person), change=change)

    done = _until_it_fits(with_number)
    if isinstance(done, EveningRefusal):
        return done
    person = next((one for one, device in done.devices.items() if device == device_id), None)
    return EveningRefusal("moved-on") if person is None else _seated(done, person, device_id)


def _seated(now: EveningNow, person: int, device_id: int) -> int:
    sit_down(now, person, device_id)
    return person


def ask_for(
    now: EveningNow, viewer: EveningViewer, device_id: int, name: str, person: int | None, key: str
) -> EveningRefusal | None:
    """Requests to stand for a person, or to be put on the list; the phone shows a word to recognise it by."""
    if person is None and (fault := name_fault(name)) is not None:
        return fault
    word = new_word([asked.word for asked in now.state.requests.values()])
    done = _add(now, replace(viewer, device_id=device_id), key, kinds.Asked(name, word, person))
    return done if isinstance(done, EveningRefusal) else None


def watch(now: EveningNow, viewer: EveningViewer, device_id: int) -> None:
    """Makes a device a watcher; one with another role keeps it."""
    if not viewer.may_see:
        change = EveningChange(admit=[Admission(device_id, Role.WATCHER)])
        services().part(EveningKeeper).add(now.row.id, replace(viewer, device_id=device_id), change=change)


def sit_down(now: EveningNow, person: int, device_id: int) -> int | None:
    """Gives a device the seat of its person in this round, and returns the table; None where there is no seat for it.

    A phone that held the seat for the same person before is let go: the caller has seen that it stands for nobody else.
    The first phone of a table is its host.
    """
    sitting = now.state.sitting_now(person)
    if sitting is None or sitting.table is None:
        return None
    seat, store = sitting.people.index(person), services().store
    grants = store.grants(sitting.table)
    if any(grant.device_id == device_id and grant.seat == seat for grant in grants):
        return sitting.table
    held = next((grant for grant in grants if grant.seat == seat), None)
    was_host = held is not None and held.is_host
    if held is not None:
        store.end_grant(sitting.table, held.device_id)
    role = Role.PLAYER if any(grant.is_host for grant in grants) and not was_host else Role.HOST
    try:
        store.admit(sitting.table, device_id, role=role, seat=seat)
    except (SeatTaken, NotAdmitted):
        return None
    services().tables.refresh(sitting.table)
    return sitting.table


def as_player(now: EveningNow, device_id: int, person: int) -> Admission:
    """Returns the role of a device that stands for a person from now on; organisers and deputies keep theirs."""
    held = now.grant_of(device_id)
    return Admission(device_id, held.role if held is not None and held.runs else Role.PLAYER, person)


def let_in(now: EveningNow, asked: IdentityRequest, person: int) -> tuple[kinds.LetIn, EveningChange]:
    """Returns the line that makes a phone stand for a person, and frees that person's former phone."""
    change = EveningChange(freed=[person], admit=[as_player(now, asked.device_id, person)])
    return kinds.LetIn(person, asked.line), change


def let_in_as_new(now: EveningNow, asked: IdentityRequest, name: str) -> tuple[kinds.Listed, EveningChange]:
    """Returns the line that makes a phone stand for a new person on the list."""
    person = len(now.state.people) + 1
    return kinds.Listed(person, name, asked=asked.line), EveningChange(admit=[as_player(now, asked.device_id, person)])


def answer_for_own_name(
    now: EveningNow, viewer: EveningViewer, asked: IdentityRequest, *, lets_in: bool, op: Key | str | None = None
) -> Outcome:
    """Lets a phone take over the person for whom this device stands, with the seat; or refuses it."""
    keeper, person = services().part(EveningKeeper), viewer.person
    if not lets_in or person is None:
        return keeper.add(now.row.id, viewer, kinds.TurnedAway(asked.line), op=op)
    let, change = let_in(now, asked, person)
    done = keeper.add(now.row.id, viewer, let, op=op, change=change)
    if isinstance(done, EveningNow):
        sit_down(done, person, asked.device_id)
    return done


def end_device_grant(now: EveningNow, viewer: EveningViewer, person: int, op: Key | None = None) -> Outcome:
    """Ends a person's device grant, and its seats at the tables: the phone may be lost."""
    return services().part(EveningKeeper).add(now.row.id, viewer, op=op, change=EveningChange(freed=[person]))


def _add(now: EveningNow, who: EveningViewer, key: str, *lines: Line, change: EveningChange = NOTHING_ELSE) -> Outcome:
    hashed = hashed_form_key(key) if key else None
    op = Key(hashed, key.digest) if hashed and isinstance(key, Key) else hashed
    return services().part(EveningKeeper).add(now.row.id, who, *lines, op=op, change=change)


def _until_it_fits(attempt: Callable[[], Outcome]) -> Outcome:
    done: Outcome = EveningRefusal("moved-on")
    for _attempt in range(ENTRY_ATTEMPTS):
        done = attempt()
        if not (isinstance(done, EveningRefusal) and done.code == "moved-on"):
            return done
    return done


def to_evening(evening_id: int) -> Response:
    return go_on(url_for("evenings.show", evening_id=evening_id))


def over_page(now: EveningNow) -> Page:
    return sentence_page(now, _("The evening is over."), 410)


def sentence_page(now: EveningNow, why: str, status: int) -> Page:
    """Returns a page that says one sentence about an evening, and where to go."""
    return render_template("evening/refused.html", evening=now.state, evening_id=now.row.id, problem=why), status


@dataclass(frozen=True)
class Listing:
    """Somebody on the list: at which table in this round, and whether a phone stands for that person already."""

    number: int
    name: str
    table: int | None
    has_device: bool


def matches(now: EveningNow, typed: str) -> list[Listing]:
    """Returns the people whose name, or a word of it, begins with what was typed; the same name first."""
    begun = typed.casefold()
    if not begun:
        return []
    found = [person for person in now.state.people.values() if _begins(person, begun)]
    found.sort(key=lambda person: (person.name.casefold() != begun, alphabetical(person.name)))
    return listings(now, [person.number for person in found[:MOST_LIST_MATCHES]])


def listings(now: EveningNow, people: list[int]) -> list[Listing]:
    devices, made = now.devices, []
    for number in people:
        sitting = now.state.sitting_now(number)
        made.append(
            Listing(number, now.state.name(number), None if sitting is None else sitting.number, number in devices)
        )
    return made


def _begins(person: Person, begun: str) -> bool:
    name = person.name.casefold()
    return name.startswith(begun) or any(word.startswith(begun) for word in name.split())


bp = Blueprint("evening_identity_requests", __name__, url_prefix="/evenings/<int:evening_id>/request")


@bp.get("")
def show(evening_id: int) -> Response | str:
    """Shows the word of this phone, or the answer; once let in it leads to the evening."""
    here, asked = _visit(evening_id)
    if asked is None and (here.viewer.person is not None or not _has_asked(*here)):
        return to_evening(evening_id)
    return here.page("evening/asked.html", asked=asked)


@bp.post("/withdraw")
def withdraw(evening_id: int) -> Response:
    here, asked = _visit(evening_id)
    if asked is not None:
        services().part(EveningKeeper).add(evening_id, here.viewer, kinds.TurnedAway(asked.line))
    return redirect(url_for("home.index"), 303)


@bp.post("/<int:line>")
def answer(evening_id: int, line: int) -> Response | Page:
    """Lets the phone in that asks for the own name, which takes over; or refuses it."""
    now, viewer = visit_evening(evening_id)
    require(viewer.person is not None)
    asked, does = now.state.requests.get(line), forms.choice(request.form, "answer", ("let-in", "refuse"))
    if asked is None or asked.person is None:
        return to_evening(evening_id)
    require(asked.person == viewer.person)
    done = answer_for_own_name(now, viewer, asked, lets_in=does == "let-in")
    if isinstance(done, EveningRefusal):
        return sentence_page(now, said(done), status(done))
    return redirect(url_for("home.index"), 303) if does == "let-in" else to_evening(evening_id)


def _visit(evening_id: int) -> tuple[EveningVisit, IdentityRequest | None]:
    """Returns the evening and what this phone asks there; ends the request with 404 for one that never asked."""
    viewer = evening_viewer(evening_id)
    if viewer.device_id is None:
        not_here(evening_id, Scope.EVENING)
    here = open_evening_page(evening_id, viewer)
    asked = next((one for one in here.now.state.requests.values() if one.device_id == viewer.device_id), None)
    if asked is None and not viewer.may_see and not _has_asked(*here):
        not_here(evening_id, Scope.EVENING)
    return here, asked


def _has_asked(now: EveningNow, viewer: EveningViewer) -> bool:
    return any(line.kind == "asked" and line.device_id == viewer.device_id for line in now.lines)
