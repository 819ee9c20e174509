"""Finished hands of Deep Six on the score sheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from rules_core.games.deep_six.events import CardMeld
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.audit_kit import Audit
from webapp.words.cards import suit_name
from webapp.words.cited import Cited
from webapp.words.numbers import number
from webapp.words.score_kit import FinishedHand, in_one_line


def cell(done: Any, side: int) -> list[str]:
    """Returns what was taken and melded; for the bidder's side what became of the bid."""
    came = in_one_line(
        [_("%(points)s taken", points=done.taken[side]), _("%(points)s melded", points=number(done.meld[side]))]
    )
    if side != done.bidder % len(done.points):
        return [came]
    bid = number(done.bid)
    return [came, _("bid %(bid)s, made", bid=bid) if done.made else _("bid %(bid)s, failed", bid=bid)]


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields the bid and what became of it."""
    done = hand.done
    bid = _(
        "%(name)s bid %(amount)s and sank %(suit)s.",
        name=hand.names[done.bidder],
        amount=number(done.bid),
        suit=suit_name(done.sunk),
    )
    yield Cited(bid, "DEEP-6")
    side = done.bidder % len(done.points)
    said = {"names": hand.sides[side], "net": number(done.net[side])}
    if done.made:
        yield Cited(_("%(names)s made it with %(net)s.", **said), "DEEP-19")
    else:
        yield Cited(_("%(names)s failed with %(net)s.", **said), "DEEP-20")
        cost = done.points[side]
        if cost < done.bid:
            # As the text has it, a high bid that fails costs less than it was.
            yield Cited(_("A failed bid of %(bid)s costs only %(cost)s.", bid=done.bid, cost=cost), "DEEP-20")


def audit_notes(audit: Audit) -> Iterator[str]:
    """Yields that nobody saw the melds, where only their points were entered."""
    melds = [event for event in audit.events if isinstance(event, CardMeld)]
    if any(meld.melds is UNSET and meld.points != 0 for meld in melds):
        yield _("Melds were entered by their points.")


def match_said(hands: Sequence[Any], names: Sequence[str]) -> str:
    """Returns how many bids of a match were made."""
    made = sum(done.made for done in hands)
    return ngettext("%(made)s of %(num)s bid was made.", "%(made)s of %(num)s bids were made.", len(hands), made=made)
