"""Possible subjects of a call: the match, a hand, a trick by its number, or any entry that the caller may look at."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from markupsafe import Markup

from rules_core.cards import Card
from rules_core.events import Hand, Play
from rules_core.replay import Node, state_before
from webapp.games.common import entries
from webapp.games.common.names import hand_number, trick_number
from webapp.http.steps import in_steps
from webapp.pages.entry_location import entry_at, is_closed_entry, told_event, trick_of
from webapp.table.hand_span import hand_spans, span_numbered
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

MATCH = "match"
"""The subject of a dispute about no entry and no hand."""
_ABOUT = re.compile(r"(event|hand)-([0-9]{1,9})|trick-([0-9]{1,9})\.([0-9]{1,9})")


@dataclass(frozen=True)
class EntryChoice:
    """An entry that may be pointed at; `card` and `name` of one that is a card, `text` of all."""

    about: str
    text: Markup
    name: str = ""
    card: Card | None = None


@dataclass(frozen=True)
class TrickChoice:
    """A trick that may be chosen, by its number; with its winner and entries where they lie open."""

    about: str
    number: int
    name: str
    taker: str = ""
    entries: tuple[EntryChoice, ...] = ()


@dataclass(frozen=True)
class Choices:
    """Possible subjects: the match, hands by number and name, and of one hand its tricks and other entries.

    `hand` is that one, 0 where none was dealt yet; `chosen` what is pointed at already.
    """

    chosen: str
    hand: int
    name: str
    hands: tuple[tuple[int, str], ...] = ()
    tricks: tuple[TrickChoice, ...] = ()
    others: tuple[EntryChoice, ...] = ()

    @property
    def holds(self) -> bool:
        """Tells whether the current subject is among them."""
        entries = (*self.others, *(entry for trick in self.tricks for entry in trick.entries))
        every = (*(entry.about for entry in entries), *(trick.about for trick in self.tricks))
        return self.chosen in (MATCH, f"hand-{self.hand}", *every)


def target(about: str) -> dict[str, Any] | None:
    """Returns the fields of a desk line about this: an entry, a hand, a trick of it; None for invalid input."""
    found = _ABOUT.fullmatch(about)
    if found is None:
        return {} if about == MATCH else None
    if found[1] is None:
        return {"hand": int(found[3]), "trick": int(found[4])}
    return {"about" if found[1] == "event" else "hand": int(found[2])}


def pointer(about: int | None, hand: int | None, trick: int | None) -> str:
    """Returns the same as a form names it."""
    if about is not None:
        return f"event-{about}"
    if trick is not None:
        return f"trick-{hand}.{trick}"
    return MATCH if hand is None else f"hand-{hand}"


def stands(now: Snapshot, about: str) -> bool:
    """Tells whether this is there: an entry that stands, a hand that was dealt, a trick that was begun."""
    found = target(about)
    if not found:
        return found is not None
    if "about" in found:
        node = entry_at(now, found["about"])
        return node is not None and not isinstance(node.event, Hand)
    if "trick" in found:
        return first_of_trick(now, found["hand"], found["trick"]) is not None
    hand: int = found["hand"]
    return 1 <= hand <= hands_dealt(now)


def first_of_trick(now: Snapshot, hand: int, trick: int) -> Node | None:
    """Returns the first entry of a trick, None where there is no such trick."""
    span = span_numbered(now.fold, hand)
    if span is None or trick < 1:
        return None
    return next((node for node in span.nodes if trick_of(now, node) == trick), None)


def hands_dealt(now: Snapshot) -> int:
    return len(now.fold.state.finished) + (now.fold.state.hand is not None)


def choices(now: Snapshot, viewer: Viewer, chosen: str, hand: int | None = None) -> Choices:
    """Returns the possible subjects in this hand, by default that of the one `chosen`, else the last one."""
    shown = hand or hand_of(now, chosen) or hands_dealt(now)
    span, game = span_numbered(now.fold, shown), now.table.game
    numbers = sorted({one.number for one in hand_spans(now.fold)})
    named = tuple((number, hand_number(game, number)) for number in numbers)
    if span is None:
        return Choices(chosen, 0, "", named)
    nodes = [node for node in span.nodes if not isinstance(node.event, Hand)]
    tricks = groupby((node for node in nodes if trick_of(now, node)), key=lambda node: trick_of(now, node))
    return Choices(
        chosen,
        shown,
        hand_number(game, shown),
        named,
        tuple(_trick(now, viewer, shown, number, list(run)) for number, run in tricks),
        tuple(_others(now, viewer, nodes)),
    )


def hand_of(now: Snapshot, about: str) -> int | None:
    """Returns the number of the hand of this subject, None for the match and for an unknown one."""
    found = target(about) or {}
    if "about" not in found:
        return found.get("hand")
    node = entry_at(now, found["about"])
    return None if node is None else len(state_before(now.fold, node).finished) + 1


def _trick(now: Snapshot, viewer: Viewer, hand: int, number: int, nodes: list[Node]) -> TrickChoice:
    choice = TrickChoice(f"trick-{hand}.{number}", number, trick_number(now.table.game, number))
    if any(is_closed_entry(now, viewer, node) for node in nodes):
        return choice
    return replace(choice, taker=_taker(now, nodes[-1], number), entries=tuple(_entry(now, node) for node in nodes))


def _taker(now: Snapshot, node: Node, number: int) -> str:
    tricks = now.fold.game.tricks_in(now.fold.state, len(state_before(now.fold, node).finished) + 1)
    winner = tricks[number - 1].winner if number <= len(tricks) else None
    return "" if winner is None else now.table.players[winner]


def _others(now: Snapshot, viewer: Viewer, nodes: list[Node]) -> Iterator[EntryChoice]:
    for node in in_steps(nodes):
        if not trick_of(now, node) and not is_closed_entry(now, viewer, node):
            yield _entry(now, node)


def _entry(now: Snapshot, node: Node) -> EntryChoice:
    names, event = now.table.players, node.event
    text = entries.entry(told_event(now, node), names)
    if isinstance(event, Play):
        return EntryChoice(f"event-{node.index}", text, names[event.seat], event.card)
    return EntryChoice(f"event-{node.index}", text)
