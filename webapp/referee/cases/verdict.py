"""What can be said of a play: legal, proven illegal, or not to be decided yet, and why not (GEN-4)."""

from dataclasses import dataclass
from typing import Literal

from rules_core.events import Play
from rules_core.findings import Infraction
from rules_core.replay import Fold, Node, state_before
from webapp.games.common.proofs import case_of, proof_text
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.unseen_cards import could_break
from webapp.table.hand_span import HandSpan, cards_left, span_of
from webapp.table.table_view import seen_by
from webapp.words.cited import Cited
from webapp.words.unseen import cards_unseen


@dataclass(frozen=True)
class Verdict:
    """One of the four words, and the sentences that go with it; `breach` is the play's place where it is proven."""

    word: Literal["legal", "proven", "undecided"]
    said: list[Cited]
    breach: int | None = None


def verdict(subject: Subject, node: Node) -> Verdict:
    """Returns what can be said of this play, as far as this viewer may know it."""
    view, fold = seen_by(subject.now, subject.viewer, desk=True), subject.now.fold
    found = next((i for i in view.infractions if i.event == node.index), None)
    if found is not None:
        return _proven(subject, found)
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
    """A sentence that rests on what can be told from cards at all."""
    return Cited(text, "GEN-4")


def _proven(subject: Subject, found: Infraction) -> Verdict:
    text = proof_text(case_of(subject.now.fold, found), subject.now.table.players)
    return Verdict("proven", [Cited(text, found.rule)], found.event)


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
