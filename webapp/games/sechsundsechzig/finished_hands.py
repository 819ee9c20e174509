"""Finished hands of Sechsundsechzig on the score sheet."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cards import suit_name
from webapp.words.cited import Cited
from webapp.words.score_kit import FinishedHand


def cell(done: Any, side: int) -> list[str]:
    """Returns the Augen, and who called or closed; the Augen stay unknown after a tally."""
    if done.augen is None:
        return [""]
    sides = len(done.points)
    augen = ngettext("%(num)s Auge", "%(num)s Augen", sum(done.augen[side::sides]))
    return [augen, _called(done, side), _closed(done, side)]


def _called(done: Any, side: int) -> str:
    if done.claimed_by is None or done.claimed_by % len(done.points) != side:
        return ""
    return _("called") if done.claim_good else _("wrong call")


def _closed(done: Any, side: int) -> str:
    if done.closed_by is None or done.closed_by % len(done.points) != side:
        return ""
    return _("closed, fell short") if done.outcome == "closer-failed" else _("closed")


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields the trump, who closed and called, and why that was worth so much."""
    done = hand.done
    if done.trump is not None:
        yield Cited(_("Trump: %(suit)s.", suit=suit_name(done.trump)), "SU-3")
    if done.closed_by is not None:
        yield Cited(_("%(name)s closed the talon.", name=hand.names[done.closed_by]), "SU-14")
    if done.claimed_by is not None:
        yield _call(hand)
    if told := _WORTH.get(done.outcome):
        yield told(hand)


def _call(hand: FinishedHand) -> Cited:
    """Who called with how many Augen; partners count together (SU-16)."""
    done, sides = hand.done, len(hand.done.points)
    said = {
        "name": hand.names[done.claimed_by],
        "at": hand.options.call_at,
        "augen": sum(done.augen[done.claimed_by % sides :: sides]),
    }
    if done.claim_good:
        return Cited(_("%(name)s called %(at)s with %(augen)s Augen.", **said), "SU-19")
    return Cited(_("%(name)s called %(at)s with only %(augen)s Augen.", **said), "SU-23")


def _right(hand: FinishedHand) -> Cited:
    """Why a right call was worth so much."""
    points = max(hand.done.points)
    if points == 3:
        return Cited(_("The opponents have no trick: 3 points."), "SU-21")
    if points == 2:
        return Cited(_("The opponents have at most 32 Augen: 2 points."), "SU-21")
    return Cited(_("The opponents have a trick and more than 32 Augen: 1 point."), "SU-21")


def _wrong(hand: FinishedHand) -> Cited:
    worth = ngettext("%(num)s point", "%(num)s points", max(hand.done.points))
    return Cited(_("The opponents score what a right call would have won: %(worth)s.", worth=worth), "SU-23")


def _fell_short(hand: FinishedHand) -> Cited:
    if max(hand.done.points) == 3:
        return Cited(_("The talon was closed in vain, and the opponents had no trick then: 3 points."), "SU-22")
    return Cited(_("The talon was closed in vain, and the opponents had a trick then: 2 points."), "SU-22")


_WORTH: Mapping[str, Callable[[FinishedHand], Cited]] = {
    "call-right": _right,
    "call-wrong": _wrong,
    "closer-failed": _fell_short,
    "unclaimed": lambda hand: Cited(_("Nobody called, so nobody scores."), "SU-24"),
    "last-trick": lambda hand: Cited(_("Nobody called: the last trick scores 1 point."), "SU-24"),
    "tally": lambda hand: Cited(_("Only the points were entered.")),
}


def match_said(hands: Sequence[Any], names: Sequence[str]) -> str:
    """Returns how many calls of a match were right; empty where nobody called."""
    calls = [done.claim_good for done in hands if done.claimed_by is not None]
    if not calls:
        return ""
    return ngettext(
        "%(right)s of %(num)s call was right.", "%(right)s of %(num)s calls were right.", len(calls), right=sum(calls)
    )
