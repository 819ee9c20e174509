"""What was entered, in words and in order: a hand, the newest entries, or one entry with what stood around it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.events import Play
from rules_core.replay import Node, state_before
from webapp.games.common import entries
from webapp.games.common.stages import stage
from webapp.games.common.turns import turn
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import MOST_CASE_ENTRIES
from webapp.pages.entry_source import entry_with_source
from webapp.referee.cases.visibility import is_shown, may_compare
from webapp.table.hand_span import HandSpan
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import looking
from webapp.table.viewer import Viewer
from webapp.words.cards import suit_name
from webapp.words.entry_kit import each_said
from webapp.words.sides import side_names, totals_said


@dataclass(frozen=True)
class Row:
    """Something that an entry has changed."""

    what: str
    before: Markup | str
    after: Markup | str


def hand_lines(now: Snapshot, viewer: Viewer, hand: HandSpan) -> list[Markup]:
    """Returns the entries of a hand that this viewer may read, the cards of a trick in one line."""
    shown = [node for node in hand.nodes if is_shown(now, viewer, node)]
    lines = list(_lines(now, shown))
    if hidden := len(hand.nodes) - len(shown):
        closed = ngettext(
            "%(num)s entry is still closed. (GEN-5)",
            "%(num)s entries are still closed. (GEN-5)",
            hidden,
        )
        lines.insert(0, Markup("%s") % closed)
    return lines


def newest_lines(now: Snapshot, viewer: Viewer) -> list[Markup]:
    """Returns the newest entries that this viewer may read."""
    newest = replay.nodes(now.fold)[-MOST_CASE_ENTRIES:]
    return [entry_with_source(now, node) for node in newest if is_shown(now, viewer, node)]


def _lines(now: Snapshot, nodes: Sequence[Node]) -> Iterator[Markup]:
    lying: list[tuple[str, str]] = []
    names = now.table.players
    for node in nodes:
        if isinstance(node.event, Play):
            lying.append((names[node.event.seat], node.event.card))
            if _is_full(now, node):
                yield each_said(lying, entries.card_mark)
                lying = []
        else:
            yield entry_with_source(now, node)
    if lying:
        yield each_said(lying, entries.card_mark)


def _is_full(now: Snapshot, node: Node) -> bool:
    """Tells whether this card ended its trick, wild aces or not."""
    hand = node.state.hand
    return hand is None or not hand.trick or len(hand.trick) == len(now.table.players)


# Before and after an entry


def changed_rows(now: Snapshot, viewer: Viewer, node: Node) -> list[Row]:
    """Returns what stood before this entry and what after it, as far as it has changed and may be known."""
    if not may_compare(now, viewer, node):
        return []
    states, game, names = (state_before(now.fold, node), node.state), now.fold.game, now.table.players
    views = [game.view(state, looking(now, viewer, desk=True)) for state in states]
    sides = side_names(names, len(views[0].totals))
    told: list[tuple[str, list[Markup] | list[str]]] = [
        (_("Where"), [stage(now.table.game, view) for view in views]),
        (_("Turn"), [turn(now.table.game, view, names).line for view in views]),
        (_("Suit"), [_suit(game.name, state) for state in states]),
        *_own_rows(game.name, states, names),
        (_("Tricks"), [totals_said(names, game.tricks_taken(state)) for state in states]),
        (_("Totals"), [totals_said(sides, view.totals) for view in views]),
    ]
    return [Row(what, said[0], said[1]) for what, said in told if said[0] != said[1]]


def _own_rows(game: str, states: Sequence[Any], names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """What else of a state an entry of this game may change."""
    own = look_of(game).state_rows
    rows = [list(own(state, names)) for state in states] if own is not None else []
    return [(row[0][0], [value for _title, value in row]) for row in zip(*rows, strict=True)]


def _suit(game: str, state: Any) -> str:
    own = look_of(game).suit_in_force
    suit = own.of(state.hand) if own is not None and state.hand is not None else None
    return suit_name(suit) if suit else "–"
