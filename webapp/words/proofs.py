"""A proven breach in words: what was played, what came to light, and where."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_core import replay
from rules_core.events import Hand, Play
from rules_core.game import Infraction
from rules_core.replay import Fold
from rules_core.view import TrickView, trick_of
from webapp.i18n import gettext as _
from webapp.words.cards import card_said, one_of, suit_name

Names = Sequence[str]


@dataclass(frozen=True)
class Case:
    """A proven breach with its evidence: the trick of the play, and the trick or the hand that proved it.

    `hand` is the number of the hand it happened in; `shown` is the card that came to light, None where the player
    said at once that it really happened; `in_trick` is None where a declared hand showed the card.
    """

    infraction: Infraction
    hand: int
    under_way: bool
    broke: TrickView
    played: str
    shown: str | None
    in_trick: TrickView | None

    @property
    def led_suit(self) -> str:
        """The suit that should have been followed."""
        return self.broke.cards[0].card[1]


def case_of(fold: Fold, found: Infraction) -> Case:
    """Returns the evidence of a breach, read from the tricks of the hand in which it happened."""
    for number, hand in enumerate((*fold.state.finished, fold.state.hand), 1):
        under_way = hand is fold.state.hand
        tricks, lying = (hand.tricks, hand.trick) if under_way else (hand.played, ())
        broke = trick_of(found.event, tricks, lying)
        if broke is not None:
            proven_in = trick_of(found.proof, tricks, lying) if found.proof != found.event else None
            played = next(p.card for p in broke.cards if p.event == found.event)
            return Case(found, number, under_way, broke, played, _shown(fold, found, broke), proven_in)
    raise LookupError(f"no trick holds event {found.event}")


def _shown(fold: Fold, found: Infraction, broke: TrickView) -> str | None:
    """The card that came to light. Of a declared hand one that has been played since, if there is one: all know it."""
    if found.proof == found.event:
        return None
    suit = broke.cards[0].card[1]
    later = [event for index, event in replay.standing(fold) if index >= found.proof]
    for event in later:
        if isinstance(event, Play) and event.seat == found.seat and event.card[1] == suit:
            return event.card
    declared = (event for event in later if isinstance(event, Hand) and event.seat == found.seat)
    return next((card for event in declared for card in event.cards if card[1] == suit), None)


def proof_title(fold: Fold, found: Infraction, names: Names) -> str:
    """Returns *Jonas had a heart in trick 3*."""
    case = case_of(fold, found)
    return _(
        "%(name)s had a %(one)s in trick %(number)s",
        name=names[found.seat],
        one=one_of(case.led_suit),
        suit=suit_name(case.led_suit),
        number=case.broke.number,
    )


def proof_text(case: Case, names: Names) -> str:
    """Returns the two facts that contradict each other, with the rule's number."""
    facts = {
        "name": names[case.infraction.seat],
        "one": one_of(case.led_suit),
        "suit": suit_name(case.led_suit),
        "first": case.broke.number,
        "rule": case.infraction.rule,
        "card": card_said(case.shown) if case.shown else "",
    }
    if case.shown is None:
        return _("%(name)s played no %(one)s in trick %(first)s though the hand held one. (%(rule)s)", **facts)
    if case.in_trick is None:
        return _("%(name)s played no %(one)s in trick %(first)s and held %(card)s. (%(rule)s)", **facts)
    return _(
        "%(name)s played no %(one)s in trick %(first)s and %(card)s in trick %(second)s. (%(rule)s)",
        second=case.in_trick.number,
        **facts,
    )
