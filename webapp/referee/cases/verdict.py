"""Verdicts on plays, and admitted breaches."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from flask import url_for

from rules_core import replay
from rules_core.cards import Card
from rules_core.events import Play
from rules_core.findings import Infraction
from rules_core.replay import Fold, Node, state_before
from webapp.access.authors import signature
from webapp.games.common.proofs import case_of, proof_text, proof_title
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.pages.entry_location import trick_of
from webapp.referee.cases.story import could_break
from webapp.referee.cases.subject import Subject, is_shown
from webapp.services import services
from webapp.table.closed_questions import broken_duty
from webapp.table.desk import Dispute, ruling_on, says_nothing_was_wrong
from webapp.table.hand_span import HandSpan, cards_left, span_of, tricks_around
from webapp.table.keeper import Made, Refused
from webapp.table.lines.matters import Admitted
from webapp.table.permissions import may_rule
from webapp.table.snapshot import may_look_at, seen_by
from webapp.words.cards import SentencePart, card_said, cards_unseen
from webapp.words.phrases import by_name, moment
from webapp.words.rulebook import Cited


@dataclass(frozen=True)
class Verdict:
    """One of the four words, and the sentences that go with it; `breach` is the play's place where it is proven."""

    word: Literal["legal", "proven", "undecided"]
    said: list[Cited]
    breach: int | None = None


def verdict(subject: Subject, node: Node) -> Verdict:
    """Returns the verdict on this play, as far as this viewer may know it."""
    view, fold = seen_by(subject.now, subject.viewer, desk=True), subject.now.fold
    found = next((i for i in view.infractions if i.event == node.index), None)
    if found is not None:
        text = proof_text(case_of(subject.now.fold, found), subject.now.table.players)
        return Verdict("proven", [Cited(text, found.rule)], found.event)
    if view.contradiction is not None and node.index in view.contradiction.plays:
        return Verdict(
            "undecided", [_judged(_("This play and others cannot all be right; which one is wrong cannot be said."))]
        )
    if not could_break(fold, node):
        return Verdict("legal", [_free(fold, node)])
    hand = span_of(fold, node.index)
    assert hand is not None
    assert isinstance(node.event, Play)
    return _by_what_is_unseen(fold, hand, node, node.event)


def _judged(text: str) -> Cited:
    return Cited(text, "GEN-4")


def _free(fold: Fold, node: Node) -> Cited:
    hand, own = state_before(fold, node).hand, look_of(fold.game.name).free_play
    if own is not None and (free := own(hand)) is not None:
        return free
    if not hand.trick:
        return _judged(_("Whoever leads may lead any card."))
    return _judged(_("Whatever else the hand held, this card could be played."))


def _by_what_is_unseen(fold: Fold, hand: HandSpan, node: Node, play: Play) -> Verdict:
    if hand.is_void:
        return Verdict("undecided", [Cited(_("The hand was scrapped: nothing more comes to light."), "GEN-6")])
    told = (_without_cards(hand), doubt(fold, hand, node), _unseen(fold, hand, play))
    why = [said for said in told if said is not None]
    if not why:
        return Verdict(
            "legal", [_judged(_("All cards of this hand have come to light, and none speaks against the play."))]
        )
    return Verdict("undecided", [_judged(_("Whether the hand held a card that had to be played is not known.")), *why])


def _without_cards(hand: HandSpan) -> Cited | None:
    if not hand.without_cards:
        return None
    return Cited(_("The hand went on without its cards, by tricks or totals: nothing more comes to light."), "LOG-6")


def _unseen(fold: Fold, hand: HandSpan, play: Play) -> Cited | None:
    left, name = cards_left(fold, hand, play.seat), fold.header.players[play.seat]
    if hand.without_cards or not left:
        return None
    if hand.under_way:
        said = cards_unseen(left, name)
    else:
        said = ngettext(
            "The hand ended with %(num)s card of %(name)s unseen.",
            "The hand ended with %(num)s cards of %(name)s unseen.",
            left,
            name=name,
        )
    return _judged(said)


def doubt(fold: Fold, hand: HandSpan, node: Node) -> Cited | None:
    """Returns why a single card that came to light later proves nothing against this play, None where it does."""
    own = look_of(fold.game.name).doubt
    return None if own is None or hand.without_cards else own(fold, hand, node)


@dataclass(frozen=True)
class AdmissionSaid:
    """An admission, and the evidence of the cards since: `against` contradicts it."""

    text: str
    rule: str
    noted: str
    against: str | None = None


class Against(NamedTuple):
    """A sentence that contradicts an admission, and the entry that has brought it to light."""

    text: str
    node: Node


@dataclass(frozen=True)
class Admissible:
    """Possible admissions about a play: duties by their codes, each in words with its rule and the cards due by it."""

    name: str
    action: str
    duties: tuple[tuple[str, str, str, tuple[Card, ...]], ...]


def breach_of(subject: Subject, code: str) -> Infraction | None:
    """Returns the breach of this duty by the play in question, None where the play cannot have broken it."""
    point = subject.point
    if point is None or not isinstance(point.event, Play):
        return None
    rule = next((duty.rule for duty in could_break(subject.now.fold, point) if duty.code == code), None)
    return None if rule is None else Infraction(code, point.event.seat, point.index, point.index, rule)


def admissible(subject: Subject) -> Admissible | None:
    """Returns the admissions that this viewer may note: the referee, and the player on the own phone; None: none."""
    dispute, point = subject.dispute, subject.point
    if dispute is None or not dispute.is_open or dispute.admitted is not None or not may_note(subject):
        return None
    if dispute.appeals is not None:  # it was noted with the first case, or was not
        return None
    if point is None or not is_shown(subject.now, subject.viewer, point) or verdict(subject, point).word == "proven":
        return None
    names, cards = subject.now.table.players, _due(subject, point)
    found = [(code, breach_of(subject, code), due) for code, due in cards.items()]
    duties = tuple(
        (code, proof_title(subject.now.fold, breach, names), breach.rule, due)
        for code, breach, due in found
        if breach is not None
    )
    action = url_for("disputes.admit", table_id=subject.now.table.id, number=dispute.number)
    return Admissible(_player(subject, point), action, duties) if duties else None


def note_admission(subject: Subject, code: str, card: str) -> Made | Refused | str:
    """Notes that a duty was broken, by a `card` that was owed if one is named; the same again is noted already."""
    now, viewer, found = subject.now, subject.viewer, admissible(subject)
    place, noted = subject.point.index if subject.point else 0, subject.dispute and subject.dispute.admitted
    if noted and (noted.event, noted.code, noted.card or "") == (place, code, card):
        return Made(now)
    due = next((cards for duty, _title, _rule, cards in found.duties if duty == code), None) if found else None
    if subject.dispute is None or due is None or (card and card not in due):
        return _("Choose what is admitted.")
    line = Admitted(subject.dispute.number, place, code, signature(now, viewer), card or None)
    return services().tables.add(now.table.id, viewer, line)


def may_note(subject: Subject) -> bool:
    """Tells whether this viewer rules, or has made the play in question."""
    now, viewer, point = subject.now, subject.viewer, subject.point
    if point is None or not isinstance(point.event, Play):
        return False
    return may_rule(now, viewer) or (viewer.takes_part and viewer.seat == point.event.seat)


def _player(subject: Subject, point: Node) -> str:
    assert isinstance(point.event, Play)
    return subject.now.table.players[point.event.seat]


def _due(subject: Subject, point: Node) -> Mapping[str, tuple[Card, ...]]:
    """The cards that should have been played, by the code of the duty.

    All of the pack, so that none is told gone, but for those that lie in that very trick.
    """
    found: dict[str, list[Card]] = {}
    trick = tricks_around(subject.now.fold, point.index).trick_of(point.index)
    left = Counter(subject.now.fold.game.cards[len(subject.now.table.players)])
    left.subtract([played.card for played in trick.cards] if trick is not None else [])
    for card in (card for card, copies in left.items() if copies > 0):
        duty = broken_duty(subject.now.fold, point, card)
        if duty is not None:
            found.setdefault(duty.code, []).append(card)
    return {code: tuple(cards) for code, cards in found.items()}


# Admissions


def admitted(subject: Subject) -> AdmissionSaid | None:
    """Returns the admission in this dispute, as far as this viewer may read of the play; None without one."""
    dispute, point = subject.dispute, subject.point
    if dispute is None or dispute.admitted is None or point is None or not is_shown(subject.now, subject.viewer, point):
        return None
    told, breach = dispute.admitted, breach_of(subject, dispute.admitted.code)
    if breach is None:
        return None
    text = _("Admitted: %(what)s.", what=proof_title(subject.now.fold, breach, subject.now.table.players))
    if told.card is not None:
        card = _("It was %(card)s.", card=card_said(told.card))
        text = f"{text} {card}"
    noted = _("Noted by %(name)s, %(when)s", name=by_name(told.by), when=moment(told.noted_at))
    found = against(subject, dispute)
    return AdmissionSaid(text, breach.rule, noted, found.text if found else None)


def against(subject: Subject, dispute: Dispute) -> Against | None:
    """Returns the evidence against the admission, as far as this viewer may look at it."""
    now, point, told = subject.now, subject.point, dispute.admitted
    hand = span_of(now.fold, point.index) if point is not None else None
    if told is None or point is None or hand is None or not isinstance(point.event, Play):
        return None
    found = _played_elsewhere(subject, point, hand.nodes, told.card) if told.card is not None else None
    if found is None and not hand.under_way and verdict(subject, point).word == "legal":
        found = Against(_("All cards of the hand have come to light, and none of them is such a card."), hand.nodes[-1])
    if found is None or not may_look_at(now, subject.viewer, found.node):
        return None
    contradicted = _("The cards contradict what was admitted.")
    return found._replace(text=f"{contradicted} {found.text}")


def refuted(subject: Subject, dispute: Dispute) -> Against | None:
    """Returns the proof that came after it was ruled that nothing was wrong, until it is ruled on itself."""
    now, nodes = subject.now, {node.index: node for node in replay.nodes(subject.now.fold)}
    ruled = [nodes[at] for at in dispute.rulings if at in nodes and at not in now.desk.reopened]
    if dispute.is_open or not ruled or not says_nothing_was_wrong(ruled[-1]):
        return None
    view = seen_by(now, subject.viewer, desk=True)
    found = next((one for one in view.infractions if one.event == dispute.about), None)
    if found is None or found.proof not in nodes or ruling_on(now.fold, now.desk, found) is not None:
        return None
    text = _("A card refutes that nothing was wrong: %(what)s.", what=proof_title(now.fold, found, now.table.players))
    return Against(text, nodes[found.proof])


def _played_elsewhere(subject: Subject, point: Node, nodes: tuple[Node, ...], card: Card) -> Against | None:
    """Returns the evidence that every copy of the card was played by another seat, or before."""
    now = subject.now
    assert isinstance(point.event, Play)
    plays = [node for node in nodes if isinstance(node.event, Play) and node.event.card == card]
    gone = [
        n for n in plays if isinstance(n.event, Play) and (n.event.seat != point.event.seat or n.index < point.index)
    ]
    if not gone or len(gone) < now.fold.game.cards[len(now.table.players)].count(card):
        return None
    newest = gone[-1]
    said = card_said(card, SentencePart.OBJECT)
    facts = {"card": said, "name": _player(subject, newest), "number": trick_of(now, newest)}
    return Against(_("But %(name)s played %(card)s in trick %(number)s.", **facts), newest)
