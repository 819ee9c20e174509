"""Lines of the check-in: a phone that stands for somebody, is listed, asks, or watches."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.guards import EveningRefusal
from webapp.club.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.club.evening.lines import Line
from webapp.http.limits import ENTRY_ATTEMPTS
from webapp.seats.device import hashed_form_key
from webapp.services import services
from webapp.store.evening_changes import NOTHING_ELSE, Admission, EveningChange
from webapp.store.evening_roles import EveningRole
from webapp.store.request_words import new_word
from webapp.table.keys import Key


@dataclass(frozen=True)
class CheckedIn:
    """The phone stands for this person now."""

    now: EveningNow
    person: int


@dataclass(frozen=True)
class Waits:
    """The phone has asked, and waits for the answer."""

    now: EveningNow


def stand_for(
    now: EveningNow, viewer: EveningViewer, device_id: int, person: int, key: str
) -> CheckedIn | EveningRefusal:
    """Lets a device stand for somebody who has no phone. Raises PersonTaken where another one was faster."""
    change = EveningChange(admit=[as_player(now, device_id, person)])
    done = _add(now, replace(viewer, device_id=device_id), key, kinds.LetIn(person), change=change)
    return done if isinstance(done, EveningRefusal) else CheckedIn(done, person)


def be_listed(
    now: EveningNow, viewer: EveningViewer, device_id: int, name: str, key: str
) -> CheckedIn | EveningRefusal:
    """Puts a new name on the list, for which this device stands."""
    who, keeper = replace(viewer, device_id=device_id), services().part(EveningKeeper)

    def with_number() -> EveningNow | EveningRefusal:
        person = len(keeper.at(now.row.id).state.people) + 1
        change = EveningChange(admit=[as_player(now, device_id, person)])
        return _add(now, who, key, kinds.Listed(person, name), kinds.LetIn(person), change=change)

    done = _until_it_fits(with_number)
    if isinstance(done, EveningRefusal):
        return done
    person = next((one for one, device in done.seats.items() if device == device_id), None)
    return EveningRefusal("moved-on") if person is None else CheckedIn(done, person)


def ask_for(
    now: EveningNow, viewer: EveningViewer, device_id: int, name: str, person: int | None, key: str
) -> Waits | EveningRefusal:
    """Asks to be somebody, or to be put on the list; the phone shows a word by which it is known."""
    word = new_word([asked.word for asked in now.state.requests.values()])
    done = _add(now, replace(viewer, device_id=device_id), key, kinds.Asked(name, word, person))
    return done if isinstance(done, EveningRefusal) else Waits(done)


def watch(now: EveningNow, viewer: EveningViewer, device_id: int) -> None:
    """Lets a device watch; one that is more than that stays what it is."""
    if not viewer.may_see:
        change = EveningChange(admit=[Admission(device_id, EveningRole.WATCHER)])
        services().part(EveningKeeper).add(now.row.id, replace(viewer, device_id=device_id), change=change)


def as_player(now: EveningNow, device_id: int, person: int) -> Admission:
    """Returns what a device becomes that stands for somebody from now on; who runs the evening goes on doing that."""
    held = next((grant for grant in now.grants if grant.device_id == device_id), None)
    return Admission(device_id, held.role if held is not None and held.runs else EveningRole.PLAYER, person)


def _add(
    now: EveningNow, who: EveningViewer, key: str, *lines: Line, change: EveningChange = NOTHING_ELSE
) -> EveningNow | EveningRefusal:
    hashed = hashed_form_key(key) if key else None
    op = Key(hashed, key.asked) if hashed and isinstance(key, Key) else hashed
    done = services().part(EveningKeeper).add(now.row.id, who, *lines, op=op, change=change)
    return done.refusal if isinstance(done, LineRefused) else done.now


def _until_it_fits(attempt: Callable[[], EveningNow | EveningRefusal]) -> EveningNow | EveningRefusal:
    """Tries again while another phone takes the same number on the list first."""
    done: EveningNow | EveningRefusal = EveningRefusal("moved-on")
    for _attempt in range(ENTRY_ATTEMPTS):
        done = attempt()
        if not (isinstance(done, EveningRefusal) and done.code == "moved-on"):
            return done
    return done
