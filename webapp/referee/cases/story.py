"""The story of a case: its entries, its evidence, and the unseen cards."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from flask import url_for
from markupsafe import Markup

from rules_core import replay
from rules_core.cards import Card
from rules_core.case_evidence import HandCount, Question
from rules_core.events import Play
from rules_core.findings import Contradiction, Refusal
from rules_core.replay import Fold, Node, nodes_at, state_before
from rules_core.tricks import TrickHand, unseen
from webapp.access.authors import device_name
from webapp.games.common import entries
from webapp.games.common.hand_counts import count_said
from webapp.games.common.names import stage, tricks_title, turn
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import MOST_CASE_ENTRIES
from webapp.http.steps import in_steps
from webapp.pages.entry_location import entry_with_source, told_event, trick_of
from webapp.referee.amending.preview import Comparison
from webapp.referee.cases.subject import Subject, is_shown, may_compare
from webapp.table.closed_questions import broken_duty
from webapp.table.hand_span import HandSpan, span_numbered, span_of, trick_at
from webapp.table.snapshot import Snapshot, looking, may_look_at
from webapp.table.viewer import Viewer
from webapp.telling.log_lines import LogLine
from webapp.telling.told import Telling
from webapp.words.cards import suit_name
from webapp.words.case_kit import EvidenceTable
from webapp.words.entry_kit import each_said
from webapp.words.phrases import bold, marked, moment
from webapp.words.turn import side_names, totals_said


@dataclass(frozen=True)
class StoryLine:
    """A line: of a trick, by its number, with where the film shows it, as far as it is open; else `trick` is 0."""

    text: Markup
    trick: int = 0
    url: str | None = None


def hand_lines(now: Snapshot, viewer: Viewer, hand: HandSpan, back: str, listed: Container[int]) -> list[StoryLine]:
    """Returns the entries of a hand that this viewer may read, a trick in one line; less those `listed` elsewhere."""
    shown = [node for node in hand.nodes if is_shown(now, viewer, node)]
    lines = [line for line in _lines(now, viewer, shown, back) if line.trick not in listed]
    if hidden := len(hand.nodes) - len(shown):
        closed = ngettext("%(num)s entry is still closed. (GEN-5)", "%(num)s entries are still closed. (GEN-5)", hidden)
        lines.insert(0, StoryLine(Markup("%s") % closed))
    return lines


def newest_lines(now: Snapshot, viewer: Viewer) -> list[StoryLine]:
    newest = replay.nodes(now.fold)[-MOST_CASE_ENTRIES:]
    return [StoryLine(entry_with_source(now, node)) for node in newest if is_shown(now, viewer, node)]


def _lines(now: Snapshot, viewer: Viewer, nodes: Sequence[Node], back: str) -> Iterator[StoryLine]:
    for trick, run in groupby(nodes, key=lambda node: trick_of(now, node)):
        if trick:
            yield _trick_line(now, viewer, trick, list(run), back)
        else:
            yield from (StoryLine(entry_with_source(now, node)) for node in run)


def _trick_line(now: Snapshot, viewer: Viewer, trick: int, nodes: Sequence[Node], back: str) -> StoryLine:
    names = now.table.players
    cards = [(names[node.event.seat], node.event.card) for node in nodes if isinstance(node.event, Play)]
    others = [entries.entry(node.event, names) for node in nodes if not isinstance(node.event, Play)]
    said = [*([each_said(cards, entries.card_mark)] if cards else []), *others]
    winner = _winner(now, nodes[-1])
    if winner is not None and cards:
        said.append(marked(_("%(name)s took it"), name=bold(names[winner])))
    url = moment_url(now, nodes[-1].index, back) if may_look_at(now, viewer, nodes[-1]) else None
    return StoryLine(Markup(" · ").join(said), trick, url)


def moment_url(now: Snapshot, place: int, back: str) -> str:
    """Returns the address of an entry in the film, with a link back to a case."""
    return url_for("film.moment", table_id=now.table.id, m=str(place), back=back)


def _winner(now: Snapshot, node: Node) -> int | None:
    """Returns the winner of the trick that this entry ended, None where it still lies."""
    number, hand = trick_of(now, node), len(state_before(now.fold, node).finished) + 1
    tricks = now.fold.game.tricks_in(node.state, hand)
    winner: int | None = tricks[number - 1].winner if 0 < number <= len(tricks) else None
    return winner


# Before and after an entry


def changed_rows(now: Snapshot, viewer: Viewer, node: Node) -> list[Comparison]:
    """Returns the changes that this entry made to the state, as far as the viewer may know them."""
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
        (tricks_title(now.table.game), [totals_said(names, game.tricks_taken(state)) for state in states]),
        (_("Totals"), [totals_said(sides, view.totals) for view in views]),
    ]
    return [Comparison(what, said[0], said[1]) for what, said in told if said[0] != said[1]]


def _own_rows(game: str, states: Sequence[Any], names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Further fields of a state that an entry of this game may change."""
    own = look_of(game).state_rows
    rows = [list(own(state, names)) for state in states] if own is not None else []
    return [(row[0][0], [value for _title, value in row]) for row in zip(*rows, strict=True)]


def _suit(game: str, state: Any) -> str:
    own = look_of(game).suit_in_force
    suit = own.of(state.hand) if own is not None and state.hand is not None else None
    return suit_name(suit) if suit else "–"


@dataclass(frozen=True)
class HistoryLine:
    """An entry of the log: its number from 1, its words, the entry before it, device and time."""

    number: int
    text: Markup
    before: Markup | None
    phone: str
    at: str
    reason: str = ""


def entry_history(subject: Subject, places: Iterable[int]) -> list[HistoryLine]:
    """Returns the entries at these places of the log, each with its changes, as far as they may be read."""
    now, wanted = subject.now, set(places)
    shown = {node.index for node in nodes_at(now.fold, wanted) if is_shown(now, subject.viewer, node)}
    if not shown:
        return []
    lines, phone = Telling(now, subject.viewer).readable.lines, cache(lambda device: device_name(now, device))
    found, before = [], dict[int, Markup]()
    for place, line, put in sorted(_of_places(lines, shown), key=lambda one: one[0]):
        text, reason = _said(subject, put), str(line.raw.get("reason", "")) if line.changes else ""
        at = moment(line.made_at)
        found.append(HistoryLine(line.place + 1, text, before.get(place), phone(line.device_id), at, reason))
        before[place] = text
    return found


def _of_places(lines: Sequence[LogLine], places: Container[int]) -> Iterator[tuple[int, LogLine, list[Node]]]:
    """Yields the lines that have put an entry at one of these places of the log, with that entry."""
    for line in in_steps(lines):
        if line.says is not None and line.place in places:
            yield line.place, line, [line.says.node]
        for change in line.changes:
            if change.target in places:
                yield change.target, line, [mention.node for mention in change.instead]


def _said(subject: Subject, put: Sequence[Node]) -> Markup:
    if not put:
        return Markup("%s") % _("deleted")
    if isinstance(subject.matter, Contradiction):  # there is no name in it
        return Markup(" · ").join(entries.card_mark(one.event.card) for one in put if isinstance(one.event, Play))
    return Markup(" · ").join(entries.entry(told_event(subject.now, one), subject.now.table.players) for one in put)


@dataclass(frozen=True)
class Evidence:
    """The table, and where the film shows each trick, by its number."""

    table: EvidenceTable
    moments: dict[int, str]

    @property
    def tricks(self) -> frozenset[int]:
        return frozenset(line.trick for line in self.table.lines) - {0}


def evidence(subject: Subject) -> Evidence | None:
    """Returns the entries' evidence of the claim of a dispute; None where there is none, or it is closed."""
    hand, point = _hand_of(subject), subject.begins
    if hand is None or hand.is_void or not _may_see(subject, hand, point):
        return None
    found = found_in(subject.now.fold, hand, point)
    if found is None:
        return None
    game, names = subject.now.table.game, subject.now.table.players
    words = count_said if isinstance(found, HandCount) else look_of(game).evidence[type(found)]
    return Evidence(words(found, game, names), trick_moments(subject, hand))


def found_in(fold: Fold, hand: HandSpan, node: Node | None) -> Any:
    """Returns the rules' evidence about an entry of this hand, or about the whole hand."""
    last = hand.last_state
    if hand.under_way:
        tricks, lying = fold.game.tricks(fold.state), getattr(fold.state.hand, "trick", ())
    else:
        done = fold.state.finished[hand.number - 1]
        tricks, lying = fold.game.tricks_of(done), getattr(done, "lying", ())
    before = last if node is None else state_before(fold, node)
    return fold.game.evidence(Question(None if node is None else node.event, before, last, tricks, lying))


def _hand_of(subject: Subject) -> HandSpan | None:
    dispute, fold = subject.dispute, subject.now.fold
    if dispute is None:
        return None
    begins = subject.begins
    if dispute.trick is not None and begins is not None and trick_at(fold, begins.index) is not None:
        return None  # its cards lie there as they fell
    if dispute.about is not None or dispute.trick is not None:
        return span_of(fold, begins.index) if begins is not None else None
    return None if dispute.hand is None else span_numbered(fold, dispute.hand)


def _may_see(subject: Subject, hand: HandSpan, point: Node | None) -> bool:
    """Tells whether this viewer may see all cards that the evidence rests on."""
    now, viewer = subject.now, subject.viewer
    if point is not None and not is_shown(now, viewer, point):
        return False
    return may_look_at(now, viewer, hand.nodes[-1])


def moments_of_tricks(subject: Subject) -> dict[int, str]:
    """Returns where the film shows the tricks of the hand in question, by number; nothing where that is closed."""
    begins, fold = subject.begins, subject.now.fold
    hand = span_of(fold, begins.index) if begins else span_numbered(fold, len(fold.state.finished) + 1)
    if hand is None or not may_look_at(subject.now, subject.viewer, hand.nodes[-1]):
        return {}
    return trick_moments(subject, hand)


def trick_moments(subject: Subject, hand: HandSpan) -> dict[int, str]:
    game = subject.now.fold.game
    last = {game.trick_number(state_before(subject.now.fold, node)): node for node in hand.nodes}
    places = {number: node.index for number, node in last.items() if number}
    return {number: moment_url(subject.now, place, subject.url) for number, place in places.items()}


@dataclass(frozen=True)
class Meaning:
    """Cards that would mean the same: a breach of the duty `code`, or none."""

    code: str | None
    rule: str | None
    cards: tuple[Card, ...]

    @property
    def suits(self) -> list[list[Card]]:
        """The cards suit by suit, a Joker by itself."""
        suits: dict[str, list[Card]] = {}
        for card in self.cards:
            suits.setdefault(card[1:], []).append(card)
        return list(suits.values())


def meanings(fold: Fold, hand: HandSpan, node: Node) -> list[Meaning]:
    """Returns the cards that the seat of this play might still hold, by what they would prove; breaches first."""
    by_duty: dict[tuple[str | None, str | None], list[Card]] = {}
    for card in still_unseen(fold, hand):
        refusal = broken_duty(fold, node, card)
        duty = (None, None) if refusal is None else (refusal.code, refusal.rule)
        by_duty.setdefault(duty, []).append(card)
    return [Meaning(code, rule, tuple(held)) for (code, rule), held in sorted(by_duty.items(), key=_breaches_first)]


def still_unseen(fold: Fold, hand: HandSpan) -> list[Card]:
    """Returns the unseen cards of the pack in this hand, suit by suit, each once."""
    state = hand.last_state.hand
    pack = fold.game.cards[len(fold.header.players)]
    if not isinstance(state, TrickHand) or not pack:
        return []
    each = tuple(dict.fromkeys(pack))
    left = set(unseen(state, each, len(pack) // len(each)))
    return [card for card in each if card in left]


def could_break(fold: Fold, node: Node) -> list[Refusal]:
    """Returns every duty that this play could have broken, with any hand."""
    pack = dict.fromkeys(fold.game.cards[len(fold.header.players)])
    found = (broken_duty(fold, node, card) for card in pack)
    return list({refusal.code: refusal for refusal in found if refusal is not None}.values())


def _breaches_first(item: tuple[tuple[str | None, str | None], list[Card]]) -> tuple[bool, str]:
    (code, _rule), _cards = item
    return code is None, code or ""
