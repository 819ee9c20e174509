"""The entries of a match to pick from: hand by hand, the cards trick by trick, with author and time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from markupsafe import Markup

from rules_core import events
from rules_core.events import Event, Hand, decode
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, Raw, nodes, state_before
from webapp.access.authors import device_name
from webapp.games.common import entries as words
from webapp.http.language import gettext as _
from webapp.pages.entry_location import event_told
from webapp.services import services
from webapp.table.secret_hands import sees_entry
from webapp.table.snapshot import Snapshot, may_look_at
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class Entered:
    """When an entry was made, and on whose phone."""

    by: str
    at: datetime

    @property
    def clock(self) -> str:
        """The time of day at the table, which is where the server stands."""
        return self.at.astimezone().strftime("%H:%M")


@dataclass(frozen=True)
class ListedEntry:
    """One entry that stands: its place in the log, which of the entries there it is, the hand it belongs to.

    `trick` is the number of the trick in which a card was played, None of any other entry.
    """

    node: Node
    nth: int
    hand: int
    trick: int | None
    entered: Entered | None = None

    @property
    def place(self) -> int:
        return self.node.index

    @property
    def event(self) -> Event:
        return self.node.event


@dataclass(frozen=True)
class Block:
    """Entries that stand together: the cards of a trick, or others that came one after the other."""

    trick: int | None
    entries: list[ListedEntry] = field(default_factory=list)

    @property
    def entered(self) -> list[str]:
        first: dict[str, str] = {}
        for entry in self.entries:
            if entry.entered:
                first.setdefault(entry.entered.by, entry.entered.clock)
        return [_("%(phone)s, %(time)s", phone=phone, time=time) for phone, time in first.items()]


def placed_entries(fold: Fold) -> Iterator[ListedEntry]:
    """Yields every entry that stands, with the hand and the trick that it belongs to."""
    before: Any = fold.opening
    for _place, there in groupby(nodes(fold), lambda node: node.index):
        for nth, node in enumerate(there):
            yield ListedEntry(node, nth, hand_of(before, node), trick_of(before, node))
            before = node.state


def deal_of(fold: Fold, place: int) -> list[Node]:
    """Returns the entries of the deal at this place: from where no hand was under way to where none is again."""
    deal: list[Node] = []
    for node in nodes(fold):
        if state_before(fold, node).hand is None:
            if any(before.index == place for before in deal):
                break
            deal = []
        deal.append(node)
    return deal


def hand_of(before: Any, node: Node) -> int:
    """Returns the number of the hand that an entry belongs to; entries between two hands belong to the first."""
    between = before.hand is None and node.state.hand is None
    return max(1, len(before.finished) + (0 if between and len(node.state.finished) == len(before.finished) else 1))


def trick_of(before: Any, node: Node) -> int | None:
    """Returns the number of the trick in which a card was played."""
    played = isinstance(node.event, events.Play) and before.hand is not None
    return len(before.hand.tricks) + 1 if played else None


def in_view(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may look at an entry: of the hand under way at what lies open (GEN-5)."""
    if may_look_at(now, viewer, node):
        return True
    if isinstance(node.event, Hand):
        return node.event.seat == viewer.seat
    return viewer.may_see and sees_entry(now.fold, viewer.seat, node)


def blocks(entries: Sequence[ListedEntry]) -> list[Block]:
    """Returns the entries of a hand as they stand together on the page."""
    return [Block(trick, list(there)) for trick, there in groupby(entries, lambda entry: entry.trick)]


def entered(now: Snapshot, places: set[int]) -> dict[int, Entered]:
    lines = {line.seq - 1: line for line in services().store.events(now.table.id) if line.seq - 1 in places}
    names = {device: device_name(now, device) for device in {line.device_id for line in lines.values()}}
    return {place: Entered(names[line.device_id], line.made_at) for place, line in lines.items()}


# Entries of a draft


def read(raw: Raw, fold: Fold) -> Event | None:
    """Returns the event that a draft says, None where it says none."""
    event = decode(raw, fold.events)
    return None if isinstance(event, Refusal) or _words(event, fold.header.players) is None else event


def said(now: Snapshot, event: Event | None) -> Markup:
    """Returns an entry in words; one of a seat or a card that there is none of has none."""
    told = None if event is None else _words(event_told(now, event), now.table.players)
    return Markup("%s") % _("An entry that cannot be read") if told is None else told


def _words(event: Event, names: Sequence[str]) -> Markup | None:
    try:
        return words.entry(event, names)
    except (IndexError, KeyError, ValueError):
        return None
