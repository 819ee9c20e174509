"""The place and source of an entry; the line above the pad: the last entry, and its undo."""

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup
from msgspec import structs

from rules_core import events, replay
from rules_core import findings as rules
from rules_core.events import Adjust, Event, Hand, Play, Ruling, Trick, VoidHand
from rules_core.findings import Refusal
from rules_core.game import Game
from rules_core.replay import Node, state_before
from webapp.access.authors import Authors
from webapp.games.common import entries
from webapp.games.common.names import hand_number
from webapp.games.common.penalty_words import why_adjusted
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.services import services
from webapp.table import permissions
from webapp.table.change_requests import bound
from webapp.table.entry import UNDO, Entry, entry_of
from webapp.table.entry_rights import made_elsewhere
from webapp.table.lines.matters import Reopened, reopenings
from webapp.table.secret_hands import is_before_open_tricks, newest_entry, sayable, sees_trick, tricks_complete
from webapp.table.snapshot import Snapshot, hand_is_over, sees_all
from webapp.table.viewer import Viewer
from webapp.words.cards import deck
from webapp.words.origins import tag


def entry_with_source(now: Snapshot, node: Node) -> Markup:
    """Returns an entry in words, its cards as signs."""
    return with_source(now, node, entries.entry(told_event(now, node), now.table.players))


def told_event(now: Snapshot, node: Node) -> Event:
    """Returns the event of an entry; an adjustment has the ready reason of its penalty in the reader's language."""
    return event_told(now, node.event, node.entered)


def event_told(now: Snapshot, event: Event, entered: int | None = None) -> Event:
    """Returns the same of an event, where it stands nowhere of one that was taken back or is in a draft."""
    if not isinstance(event, Adjust):
        return event
    return structs.replace(event, reason=why_adjusted(event.reason, entered, now.desk))


def with_source(now: Snapshot, node: Node, said: Markup) -> Markup:
    """Returns an entry that was put into words already, with where it came from."""
    source = now.desk.source(node.entered)
    if source is None or not isinstance(node.event, (Adjust, Ruling)):
        return said
    return Markup("%s (%s)") % (said, tag(source))


_OF_THE_MATCH = (Adjust, Ruling, VoidHand)


def entry_at(now: Snapshot, index: int) -> Node | None:
    """Returns the entry at this place of the log, if any."""
    return next((node for node in replay.nodes(now.fold) if node.index == index), None)


def placed(now: Snapshot, viewer: Viewer, node: Node) -> Markup:
    """Returns an entry with its hand and trick, its cards as signs."""
    return _told(now, viewer, node, entry_with_source(now, node))


def placed_plainly(now: Snapshot, viewer: Viewer, node: Node, *, hand: bool = True) -> str:
    """Returns the same as plain text, its cards by name; without the hand where the reader knows it."""
    said_plainly = entries.spoken(told_event(now, node), now.table.players)
    return str(_told(now, viewer, node, said_plainly, hand=hand).striptags())


def where(now: Snapshot, node: Node, *, hand: bool = True) -> str:
    """Returns *Hand 1, trick 3* for an entry of a trick, *Hand 1* for others; without `hand` *trick 3* or nothing."""
    number = len(state_before(now.fold, node).finished) + 1 if hand else 0
    return trick_said(now.table.game, number, trick_of(now, node))


def trick_said(game: str, hand: int, trick: int) -> str:
    """Returns *Hand 1, trick 3*; without a trick, 0, *Hand 1*, without a hand, 0, *trick 3*."""
    named = hand_number(game, hand) if hand else ""
    return ", ".join(filter(None, (named, _(look_of(game).trick_said, number=trick) if trick else "")))


def trick_of(now: Snapshot, node: Node) -> int:
    """Returns the number of the trick that an entry belongs to; 0 for all that is entered outside the tricks."""
    is_of_trick = isinstance(node.event, (Play, Trick, *look_of(now.table.game).in_tricks))
    return tricks_complete(now.fold, state_before(now.fold, node)) + 1 if is_of_trick else 0


def is_closed_entry(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether an entry shows cards closed to this viewer: an older trick of the hand under way (GEN-5)."""
    told = node.event.public or node.event.secret or not node.event.tells_trick
    if told or hand_is_over(now, node) or sees_all(now, viewer):
        return False
    told = isinstance(node.event, Play) and sees_trick(now.fold, viewer.seat, node.index)
    return is_before_open_tricks(now.fold, node.index) and not told


def _told(now: Snapshot, viewer: Viewer, node: Node, said: Markup | str, *, hand: bool = True) -> Markup:
    if isinstance(node.event, _OF_THE_MATCH):
        return Markup("%s") % said
    at = where(now, node, hand=hand)
    if is_closed_entry(now, viewer, node):
        return Markup("%s") % _("%(where)s, closed for now", where=at or where(now, node))
    return Markup("%s: %s") % (at, said) if at else Markup("%s") % said


@dataclass(frozen=True)
class LastEntry:
    """The newest standing entry, or the end of the one before; `undo` is the event that undoes it.

    `leave` tells whose leave that needs (webapp/table/permissions.py): then it is asked for.
    """

    text: Markup
    undo: str | None = None
    undo_label: str = ""
    redo: str | None = None
    leave: str | None = None


def last_entry(now: Snapshot, viewer: Viewer) -> LastEntry | None:
    """Returns the last entry, and its undo. Declared hands are private: they are skipped."""
    enters = viewer.may_enter and (viewer.is_referee or not now.desk.paused)

    def offered(entry: Entry) -> bool:
        return enters and made_elsewhere(now, viewer, entry) is None

    node, hands = newest_entry(now.fold)
    undone, redo = _undone(now, hands), None
    if undone is not None:
        again = entry_of(now.fold, sayable(undone))
        free = offered(again) and permissions.leave(now, viewer, again) is None
        redo = again.stored if free else None
    text, undo_label = _sentences(now, node, hands)
    if node is None:
        return LastEntry(text, redo=redo) if text else None
    shown = LastEntry(text, undo_label=undo_label, redo=redo)
    if not enters or isinstance(node.event, events.Ruling):  # a ruling is reopened, not taken back
        return shown
    undo = _undo(now.fold, node, hands)
    return _with_undo(now, viewer, shown, undo) if offered(undo) else shown


def _undone(now: Snapshot, hands: list[int]) -> Event | None:
    """The entry that was taken back last, where nothing was entered since and it may be said."""
    if now.log.newest_device is None or hands or isinstance(now.log.undone, Hand):
        return None
    return now.log.undone if now.log.newest is not None else None


def _sentences(now: Snapshot, node: replay.Node | None, hands: list[int]) -> tuple[Markup, str]:
    return now.once(("last entry", language(), deck()), lambda: (_entry_told(now, node, hands), _undo_label(now, node)))


def _undo_label(now: Snapshot, node: replay.Node | None) -> str:
    if node is None:
        return ""
    return _("Undo: %(entry)s", entry=entries.spoken(told_event(now, node), now.table.players))


def _entry_told(now: Snapshot, node: replay.Node | None, hands: list[int]) -> Markup:
    if (undone := _undone(now, hands)) is not None:
        return entries.taken_back(_entered_by(now), event_told(now, undone), now.table.players)
    if node is None:
        return Markup()
    if node.index in now.desk.reopened:
        return entries.reopened(_reopened_by(now, node.index))
    text = with_source(now, node, said(now, node))
    newest = now.log.newest if now.log.newest_device is not None and not hands else None
    if newest is not None and newest.kind is events.Amend:
        # Whether the newest entry took back the effects of a reopened ruling.
        took_ruling_back = any(line.undo and at.seq == now.fold.seq - 1 for line, at in reopenings(now.desk).values())
        told = entries.reopened if took_ruling_back else entries.changed
        return Markup("%s · %s") % (text, told(_entered_by(now)))
    return text


def _with_undo(now: Snapshot, viewer: Viewer, shown: LastEntry, undo: Entry) -> LastEntry:
    """Adds the undo of the entry; where it needs leave, the request for it, once."""
    leave = permissions.leave(now, viewer, undo)
    if leave is None:
        return replace(shown, undo=undo.stored)
    if leave not in permissions.ASKABLE:  # nobody gives it any more: the round is final
        return shown
    bound_undo = bound(now.fold, undo.raw)
    asked = entry_of(now.fold, bound_undo)
    waits = any(bound_undo in change.entries for change in now.desk.waiting)
    if waits or permissions.closed_to(now, viewer, asked) is not None:
        return shown
    return replace(shown, undo=asked.stored, leave=leave)


def said(now: Snapshot, node: replay.Node) -> Markup:
    """Returns an entry in words, and its result."""
    game, names = now.fold.game, now.table.players
    if (outcome := look_of(game.name).outcome) is not None:
        extra = game.view(node.state, rules.Observer()).extra
        if (came := outcome(node.event, extra, names)) is not None:
            return came
    text = entries.entry(told_event(now, node), names)
    of_tricks: tuple[type[Event], ...] = (events.Play, *look_of(game.name).in_tricks)
    if isinstance(node.event, of_tricks) and (done := _trick_done(game, node, names)):
        return Markup("%s · %s") % (text, done)
    return text


def _entered_by(now: Snapshot) -> str:
    newest = services().store.events(now.table.id, now.fold.seq - 1)
    return Authors(now).of_entry(newest[0]) or _("The host")


def _reopened_by(now: Snapshot, ruling: int) -> str:
    lines = (line for line in now.desk.lines if isinstance(line.says, Reopened) and line.says.ruling == ruling)
    return Authors(now).of_desk_line(next(lines)) or _("The host")


def _undo(fold: replay.Fold, node: replay.Node, hands: list[int]) -> Entry:
    if not hands:
        return UNDO
    alone = {"type": "amend", "changes": [{"target": node.index, "with": []}]}
    if not isinstance(replay.step(fold, alone), Refusal):
        return entry_of(fold, alone)
    return entry_of(fold, {"type": "amend", "changes": [{"target": at, "with": []} for at in (node.index, *hands)]})


def _trick_done(game: Game[Any], node: replay.Node, names: list[str]) -> Markup | None:
    """Returns in words who took the trick that this entry ended, None where it goes on."""
    if node.before is None:
        return None
    before = node.before.state
    tricks = game.tricks_in(node.state, len(before.finished) + 1)
    if len(tricks) <= len(game.tricks(before)) or tricks[-1].winner is None:
        return None
    return entries.taken(names[tricks[-1].winner], len(tricks))
