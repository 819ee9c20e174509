"""First hand explained: the last event, the legal plays and the reasons, for a table with beginners.

It uses only public facts, so that it reveals no hidden cards.
"""

from collections.abc import Sequence

from rules_core.findings import ScoreLine
from rules_core.view import TableView
from webapp.games.common.plain_lesson import lesson_of
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.cards import SentencePart, card_said, suit_name
from webapp.words.rulebook import Cited

CHOICE, GUIDED = "first-hand", "guided"


def explained(game: str, view: TableView, names: Sequence[str], scored: Sequence[ScoreLine]) -> Cited | None:
    """Returns the line for this moment of the first hand; None where there is nothing to explain, or that hand is over.

    `scored` says why that hand scored what it did, once it is over.
    """
    undealt = view.hand.dealer is None and view.hand.trick == 1 and not any(seat.card for seat in view.seats)
    if len(view.finished) == 1 and (view.phase == "deal" or undealt):
        return _scored(scored)
    if view.finished or view.phase == "over" or view.hand.by_tricks:
        return None
    own = look_of(game).explained.get(view.phase)
    said = own(view, names) if own is not None else None
    if said is not None:
        return said
    return _deal() if view.phase == "deal" else _trick(game, view, names)


def _deal() -> Cited:
    return Cited(_("Deal as you always do, then tap who dealt. Who got which cards is not entered."))


def _scored(lines: Sequence[ScoreLine]) -> Cited:
    said = _("Scored. The chart above tells where each number comes from. The explanations end here.")
    return Cited(said, lines[0].rule if lines else None)


def _trick(game: str, view: TableView, names: Sequence[str]) -> Cited | None:
    """Explains the winner of the last trick while no card of the next one lies; else the duty of the led suit."""
    lesson = lesson_of(game)
    refusal = lesson.refused()
    follow = refusal.rule if refusal is not None else None
    if view.phase != "play":
        return None
    if view.led_suit is not None:
        suit = suit_name(view.led_suit)
        return Cited(_("Whoever has %(suit)s plays %(suit)s. Whoever has none may play any card.", suit=suit), follow)
    last = view.last_trick
    if any(seat.card for seat in view.seats):
        return None
    if last is None or last.winner is None or not last.cards:
        return Cited(_("The first card of a trick is free. The others follow its suit."), follow)
    card = next(played.card for played in last.cards if played.seat == last.winner)
    said = card_said(card, SentencePart.WITH)
    won = _("%(name)s took the trick with %(card)s, and leads the next.", name=names[last.winner], card=said)
    return Cited(won, lesson.why.rule if lesson.why else None)
