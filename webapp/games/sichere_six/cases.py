"""Cases of Sichere Six in words: the Joker, what Fate's Mercy leaves open, points for a revoke; its refusals."""

from collections.abc import Mapping

from msgspec import UNSET

from rules_core.cards import Card
from rules_core.events import Play
from rules_core.games.sichere_six.events import JokerPlay
from rules_core.replay import Fold, Node, state_before
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.table.closed_questions import broken_duty
from webapp.table.hand_span import HandSpan, cards_left, hand_tricks
from webapp.words.case_kit import Revoke, Suggestion
from webapp.words.cases import CallReason
from webapp.words.phrases import number
from webapp.words.refusal_kit import Facts, Names, OwnWords, plain, seat_named, whole, wrong_numbers
from webapp.words.rulebook import Cited


def play_said(play: JokerPlay) -> str | None:
    """Returns the Joker's declaration (SIC-10)."""
    if play.joker is UNSET:
        return None
    return _("The Joker wins.") if play.joker == "win" else _("The Joker loses.")


def doubt(fold: Fold, hand: HandSpan, node: Node) -> Cited | None:
    """Returns that a card may be Fate's Mercy, which came in after the play: one proves nothing then (SIC-14)."""
    play, before = node.event, state_before(fold, node).hand
    if not isinstance(play, Play) or before.mercy:
        return None
    chosen, name = hand.last_state.hand.chosen, fold.header.players[play.seat]
    if chosen is None and hand.under_way:
        text = _(
            "%(name)s may still become The Chosen: then one card comes in, and only two that contradict prove.",
            name=name,
        )
        return Cited(text, "SIC-14")
    if chosen != play.seat or not (cards_left(fold, hand, play.seat) or _is_contradicted(fold, hand, node, play)):
        return None
    text = _("Fate’s Mercy came into the hand of %(name)s later: one card proves nothing, two do.", name=name)
    return Cited(text, "SIC-14")


def _is_contradicted(fold: Fold, hand: HandSpan, node: Node, play: Play) -> bool:
    buried: Card | None = None if hand.under_way else fold.state.finished[hand.number - 1].buried
    later = [n.event for n in hand.nodes if n.index > node.index and isinstance(n.event, Play)]
    cards = [*(event.card for event in later if event.seat == play.seat), *([buried] if buried else [])]
    return any(broken_duty(fold, node, card) is not None for card in cards)


def revoke_points(revoke: Revoke) -> Suggestion:
    """Returns the usual points in Skat, where the offender loses the hand: here the round's tricks count nothing."""
    hand = next(hand for hand in hand_tricks(revoke.fold) if hand.number == revoke.hand.number)
    taken = [trick.winner for trick in hand.tricks].count(revoke.seat)
    said = _("Common in Skat: whoever does not follow suit loses the hand.")
    if not taken:
        return Suggestion(_("%(common)s Here %(name)s has taken no trick.", common=said, name=revoke.name))
    here = ngettext(
        "%(common)s Carried over: the %(num)s trick that %(name)s has taken in this round counts nothing; nines count "
        "as ever.",
        "%(common)s Carried over: the %(num)s tricks that %(name)s has taken in this round count nothing; nines count "
        "as ever.",
        taken,
        common=said,
        name=revoke.name,
    )
    return Suggestion(here, revoke.charged(-taken))


CALL_REASONS: Mapping[str, CallReason] = {
    "revoke": CallReason(rules=("SIC-6", "SIC-9", "SIC-10")),
    "turn": CallReason(rules=("SIC-4", "SIC-5")),
    "trump": CallReason(_l("When trump was made"), ("SIC-8", "SIC-9", "SIC-12", "SIC-6")),
    "spits": CallReason(_l("The Spits"), ("SIC-9", "SIC-8", "SIC-12")),
    "joker": CallReason(_l("What was said with the Joker"), ("SIC-10", "SIC-11", "SIC-12"), ("joker-undeclared",)),
    "chosen": CallReason(
        _l("The Chosen, Fate’s Mercy or the nines"),
        ("SIC-14", "SIC-15", "SIC-18"),
        ready={
            "sic-mercy-owed": _l(
                "Who captures the first 9 takes Fate’s Mercy and lays a card face down: it is compulsory."
            )
        },
    ),
    "score": CallReason(rules=("SIC-17", "SIC-18", "SIC-16", "SIC-22")),
}


def _mercy_first(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("phase") != "mercy" or "to_act" not in facts:
        return None
    who = seat_named(facts, names, "to_act")
    return _("Not now"), _("%(name)s first takes Fate’s Mercy and buries a card.", name=who)


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("field") == "nines" and whole(facts, "due", "sum"):
        text = _(
            "A round has %(due)s nines, the buried card counted, but %(sum)s were entered.",
            due=facts["due"],
            sum=number(facts["sum"]),
        )
        return _("The nines do not add up"), text
    if whole(facts, "nines", "tricks"):
        name = seat_named(facts, names)
        text = ngettext(
            "%(name)s has a nine but no trick to hold it.",
            "%(name)s has %(num)s nines but no trick to hold them.",
            facts["nines"],
            name=name,
        )
        return wrong_numbers(text)
    if whole(facts, "nines", "sum"):
        return wrong_numbers(
            _(
                "All four nines of a round are captured, one of them perhaps buried. This number does not fit: "
                "count again, or take back or correct an earlier trick."
            )
        )
    return None


REFUSALS: Mapping[str, OwnWords] = {
    "joker-undeclared": plain(
        _l("Does the Joker win or lose?"), _l("Its player says so at once. Choose one of the two.")
    ),
    "wrong-phase": _mercy_first,
    "bad-tally": _bad_tally,
}
