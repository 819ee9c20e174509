"""What can be said of a play: legal, proven illegal, or not to be decided yet, and why not (GEN-4)."""

from dataclasses import dataclass
from typing import Literal

from rules_core.events import Play
from rules_core.findings import Infraction
from rules_core.replay import Fold, Node
from webapp.games.common.proofs import case_of, proof_text
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.referee.cases.hand_span import Stretch, stretch_of
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.unseen_cards import could_break
from webapp.table import tricks_played
from webapp.table.hypothesis import broken_duty
from webapp.table.table_view import seen_by


@dataclass(frozen=True)
class Said:
    """A sentence, and the rule behind it."""

    text: str
    rule: str = "GEN-4"


@dataclass(frozen=True)
class Verdict:
    """One of the four words, and the sentences that go with it; `breach` is the play's place where it is proven."""

    word: Literal["legal", "proven", "undecided"]
    said: list[Said]
    breach: int | None = None


def verdict(subject: Subject, node: Node) -> Verdict:
    """Returns what can be said of this play, as far as this viewer may know it."""
    view, fold = seen_by(subject.now, subject.viewer, desk=True), subject.now.fold
    found = next((i for i in view.infractions if i.event == node.index), None)
    if found is not None:
        return _proven(subject, found)
    if view.contradiction is not None and node.index in view.contradiction.plays:
        return Verdict(
            "undecided", [Said(_("This play and others cannot all be right; which one is wrong cannot be said."))]
        )
    if not could_break(fold, node):
        return Verdict("legal", [_free(fold, node)])
    hand = stretch_of(fold, node.index)
    assert hand is not None
    assert isinstance(node.event, Play)
    return _by_what_is_unseen(fold, hand, node, node.event)


def _proven(subject: Subject, found: Infraction) -> Verdict:
    text = proof_text(case_of(subject.now.fold, found), subject.now.table.players)
    return Verdict("proven", [Said(text, found.rule)], found.event)


def _free(fold: Fold, node: Node) -> Said:
    hand = tricks_played.before(fold, node).hand
    if getattr(hand, "draws", 0):
        return Said(_("With the talon open any card may be played."), "SU-7")
    if not hand.trick:
        return Said(_("Whoever leads may lead any card."))
    return Said(_("Whatever else the hand held, this card could be played."))


def _by_what_is_unseen(fold: Fold, hand: Stretch, node: Node, play: Play) -> Verdict:
    if hand.scrapped:
        return Verdict("undecided", [Said(_("The hand was scrapped: nothing more comes to light."), "GEN-6")])
    why = [*_entered_without_cards(hand), *_mercy(fold, hand, node, play), *_unseen(fold, hand, play)]
    if not why:
        return Verdict(
            "legal", [Said(_("All cards of this hand have come to light, and none speaks against the play."))]
        )
    unknown = Said(_("Whether the hand held a card that had to be played is not known."))
    return Verdict("undecided", [unknown, *why])


def cards_left(fold: Fold, hand: Stretch, seat: int) -> int:
    """Returns how many cards of this seat have not been seen in this hand."""
    if not hand.under_way and isinstance(hand.nodes[-1].event, Play):
        return 0  # a card that ends a hand is the last of all
    return fold.game.cards_held(hand.last_state, seat)


def by_tricks(hand: Stretch) -> bool:
    """Tells whether the hand went on without its cards: by tricks, or as totals."""
    last = hand.last_state.hand
    tally = not hand.under_way and hand.nodes[-1].event.__struct_config__.tag == "tally"
    return tally or (last is not None and getattr(last, "by_tricks", False))


def _entered_without_cards(hand: Stretch) -> list[Said]:
    if not by_tricks(hand):
        return []
    return [Said(_("The hand went on without its cards, by tricks or totals: nothing more comes to light."), "LOG-6")]


def _unseen(fold: Fold, hand: Stretch, play: Play) -> list[Said]:
    left, name = cards_left(fold, hand, play.seat), fold.header.players[play.seat]
    if by_tricks(hand) or not left:
        return []
    if hand.under_way:
        said = ngettext("%(num)s card of %(name)s is unseen.", "%(num)s cards of %(name)s are unseen.", left, name=name)
    else:
        said = ngettext(
            "The hand ended with %(num)s card of %(name)s unseen.",
            "The hand ended with %(num)s cards of %(name)s unseen.",
            left,
            name=name,
        )
    return [Said(said)]


def needs_two(fold: Fold, hand: Stretch, node: Node, play: Play) -> bool:
    """Tells whether a single card proves nothing against this play, since it may be Fate’s Mercy (SIC-14)."""
    return bool(_mercy(fold, hand, node, play))


def _mercy(fold: Fold, hand: Stretch, node: Node, play: Play) -> list[Said]:
    """Fate's Mercy may be the card that speaks against a play made before it came in: one proves nothing (SIC-14)."""
    if fold.game.name != "sichere-six" or tricks_played.before(fold, node).hand.mercy or by_tricks(hand):
        return []
    chosen, name = hand.last_state.hand.chosen, fold.header.players[play.seat]
    if chosen is None and hand.under_way:
        said = _(
            "%(name)s may still become The Chosen: then one card comes in, and only two that contradict prove.",
            name=name,
        )
        return [Said(said, "SIC-14")]
    if chosen != play.seat or not (cards_left(fold, hand, play.seat) or _against(fold, hand, node, play)):
        return []
    said = _("Fate’s Mercy came into the hand of %(name)s later: one card proves nothing, two do.", name=name)
    return [Said(said, "SIC-14")]


def _against(fold: Fold, hand: Stretch, node: Node, play: Play) -> bool:
    """Tells whether a card that was played later, or buried, speaks against this play."""
    later = [
        n.event.card
        for n in hand.nodes
        if n.index > node.index and isinstance(n.event, Play) and n.event.seat == play.seat
    ]
    buried = getattr(fold.state.finished[hand.number - 1], "buried", None) if not hand.under_way else None
    cards = [*later, buried] if buried else later
    return any(broken_duty(fold, node, card) is not None for card in cards)
