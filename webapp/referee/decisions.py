"""Decisions at a table in one list for everybody, and how far each device has read it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from webapp.access.authors import device_name
from webapp.http.language import gettext as _
from webapp.pages.entry_location import entry_at, placed
from webapp.referee.cases.appeals import appeal_url
from webapp.referee.cases.subject import of_ruling
from webapp.services import services
from webapp.store.models import Grant
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.decided import about_of_ruling
from webapp.telling.item import Item
from webapp.telling.told import Telling
from webapp.words.phrases import ENTRY_TAKEN_BACK


class Unread(NamedTuple):
    """Unread decisions: places in the log, and numbers of lines of the desk."""

    entries: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


def unread(now: Snapshot, viewer: Viewer) -> Unread:
    """Returns the decisions that this device has not read yet, its own left out."""
    held = _grant(now, viewer)
    if held is None:
        return Unread()
    entries = (place for place, device in now.log.decisions if _is_new(place, held.read_events, device, viewer))
    lines = (
        number
        for number, line in enumerate(now.desk.lines)
        if line.says.is_told and _is_new(number, held.read_lines, line.device_id, viewer)
    )
    return Unread(tuple(entries), tuple(lines))


def _grant(now: Snapshot, viewer: Viewer) -> Grant | None:
    if not viewer.takes_part:
        return None
    return next((grant for grant in now.people.party if grant.device_id == viewer.device_id), None)


def _is_new(number: int, read: int, device_id: int | None, viewer: Viewer) -> bool:
    return number >= read and device_id is not None and device_id != viewer.device_id


@dataclass(frozen=True)
class Decision:
    """A decision as a viewer reads it; `is_new`: this device has not read it yet."""

    now: Snapshot
    viewer: Viewer
    item: Item
    is_new: bool = False

    @property
    def by(self) -> str:
        """The name of the decider, or of the device."""
        return self.item.by or device_name(self.now, self.item.device)

    @property
    def ended(self) -> str:
        """The end of a decision that no longer holds, in words."""
        return _("Taken back.") if self.item.kind == "adjust" and self.item.ended else self.item.ended

    @property
    def about(self) -> Markup | str:
        if self.item.kind != "ruling":
            return next(iter(self.item.notes), "")
        if (whole := about_of_ruling(self.now, self.viewer, self.item.place)) is not None:
            return whole
        about = None if self.item.about is None else entry_at(self.now, self.item.about)
        return _(ENTRY_TAKEN_BACK) if about is None else placed(self.now, self.viewer, about)

    @cached_property
    def appeal_url(self) -> str | None:
        """Where this device appeals against a ruling, None where it may not."""
        return appeal_url(self.now, self.viewer, self.item.place) if self.item.kind == "ruling" else None

    @cached_property
    def url(self) -> str | None:
        """The address of a ruling's case; of a change of another decision, that one in this list."""
        if self.item.kind != "ruling":
            return f"#{self.item.earlier}" if self.item.earlier else None
        case = of_ruling(self.now, self.viewer, self.item.place)
        return None if case is None else case.url


def decisions(now: Snapshot, viewer: Viewer) -> list[Decision]:
    """Returns all decisions of a table, the newest first."""
    return _listed(now, viewer, unread(now, viewer))


def new_decisions(now: Snapshot, viewer: Viewer) -> list[Decision]:
    """Returns those that this device has not read yet and that still hold, the newest first."""
    new = unread(now, viewer)
    if not (new.entries or new.lines):
        return []
    listed = _listed(now, viewer, new, since=min(new.entries, default=now.fold.seq))
    return [one for one in listed if one.is_new and not one.item.ended]


def _listed(now: Snapshot, viewer: Viewer, new: Unread, since: int = 0) -> list[Decision]:
    found = sorted(_items(Telling(now, viewer, since)), key=lambda one: one.at, reverse=True)
    return [Decision(now, viewer, one, one.place in (new.lines if one.is_of_desk else new.entries)) for one in found]


def _items(told: Telling) -> Iterator[Item]:
    yield from sorted((*told.rulings(), *told.adjustments(), *told.corrected_hands()), key=lambda one: one.place)
    yield from told.told_of_desk()
    yield from told.penalties()


def mark_read(now: Snapshot, viewer: Viewer, events: int, lines: int) -> None:
    """Advances a device's read marks to these numbers of events and desk lines, at most to the newest."""
    assert viewer.device_id is not None  # every device that takes part has one
    events, lines = min(events, now.fold.seq), min(lines, len(now.desk.lines))
    services().store.mark_read(now.table.id, viewer.device_id, events=events, lines=lines)
    services().tables.refresh(now.table.id)
