"""Evidence of a case, and the cards that nobody has seen."""

from dataclasses import dataclass
from typing import Any

from rules_core.cards import Card
from rules_core.case_evidence import HandCount, Question
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, state_before
from rules_core.tricks import TrickHand, unseen
from webapp.games.common.hand_counts import count_said
from webapp.games.registry import look_of
from webapp.referee.cases.story import moment_url
from webapp.referee.cases.subject import Subject, is_shown
from webapp.table.closed_questions import broken_duty
from webapp.table.hand_span import HandSpan, span_numbered, span_of, trick_at
from webapp.table.snapshot import may_look_at
from webapp.words.case_kit import EvidenceTable


@dataclass(frozen=True)
class Evidence:
    """The table, and where the film shows each trick, by its number."""

    table: EvidenceTable
    moments: dict[int, str]

    @property
    def tricks(self) -> frozenset[int]:
        return frozenset(line.trick for line in self.table.lines) - {0}


def evidence(subject: Subject) -> Evidence | None:
    """Returns what the entries tell of the claim of a dispute; None where they tell nothing, or it is closed."""
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
    """Returns what the rules offer as evidence about an entry of this hand, or about the whole hand."""
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
    """Returns the cards of the pack that nobody has seen in this hand, suit by suit, each once."""
    state = hand.last_state.hand
    pack = fold.game.cards[len(fold.header.players)]
    if not isinstance(state, TrickHand) or not pack:
        return []
    each = tuple(dict.fromkeys(pack))
    left = set(unseen(state, each, len(pack) // len(each)))
    return [card for card in each if card in left]


def could_break(fold: Fold, node: Node) -> list[Refusal]:
    """Returns every duty that this play could have broken, whatever the hand held."""
    pack = dict.fromkeys(fold.game.cards[len(fold.header.players)])
    found = (broken_duty(fold, node, card) for card in pack)
    return list({refusal.code: refusal for refusal in found if refusal is not None}.values())


def _breaches_first(item: tuple[tuple[str | None, str | None], list[Card]]) -> tuple[bool, str]:
    (code, _rule), _cards = item
    return code is None, code or ""
