"""How many points the closest relatives of a game take for a revoke: a suggestion with its source, never more (GEN-3).

None of the five texts has a penalty. Where nothing well known fits, nothing is suggested.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules_core.replay import Fold
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.referee.cases.hand_span import Stretch, stretch_of
from webapp.table.tricks_played import laid_hands
from webapp.words.sides import changes_said


@dataclass(frozen=True)
class Suggestion:
    """Points a side, and where they come from. `points` None: only what is common can be told."""

    text: str
    points: tuple[int, ...] | None = None

    def said(self, sides: Sequence[str]) -> str:
        """Returns *Ann −2, Ben +1*."""
        return changes_said(sides, self.points or (0,) * len(sides))


@dataclass(frozen=True)
class Offence:
    """Whose play it was, at which place of the log, and in which hand."""

    fold: Fold
    seat: int
    event: int
    hand: Stretch

    @property
    def name(self) -> str:
        """The player's name."""
        return self.fold.header.players[self.seat]

    @property
    def side(self) -> int:
        """The side that this seat scores for."""
        return self.seat % len(self.fold.state.totals)

    def charged(self, points: int) -> tuple[int, ...]:
        """Returns these points for the own side, none for the others."""
        return tuple(points if side == self.side else 0 for side in range(len(self.fold.state.totals)))


def suggestion(fold: Fold, seat: int, event: int) -> Suggestion | None:
    """Returns what is common for a revoke by this seat in the play at this place of the log."""
    hand, known = stretch_of(fold, event), _COMMON.get(fold.game.name)
    return known(Offence(fold, seat, event, hand)) if hand is not None and known is not None else None


# Game by game


def _bridge(offence: Offence) -> Suggestion:
    """Law 64: a trick goes over if one was taken later. A card off the suit never takes its own trick here (ODD-8)."""
    said = _("Common in Bridge (Law 64): a trick taken after the revoke goes from whoever revoked to the other side.")
    if not _taken_after(offence):
        return Suggestion(_("%(common)s Here no trick was taken from there on, so none.", common=said))
    here = _(
        "%(common)s Here it would be one trick of %(name)s. Who gets it is set by hand: Bridge has only two sides.",
        common=said,
        name=offence.name,
    )
    return Suggestion(here, offence.charged(1 if offence.fold.state.options.fewest_wins else -1))


def _taken_after(offence: Offence) -> bool:
    """Tells whether the offender has taken a trick after that of the play."""
    hand = next(hand for hand in laid_hands(offence.fold) if hand.number == offence.hand.number)
    broke = hand.trick_of(offence.event)
    return broke is not None and any(trick.winner == offence.seat for trick in hand.tricks[broke.number :])


def _skat(offence: Offence) -> Suggestion:
    """Who revokes in Skat loses the hand: here the tricks of the round count nothing."""
    hand = next(hand for hand in laid_hands(offence.fold) if hand.number == offence.hand.number)
    taken = [trick.winner for trick in hand.tricks].count(offence.seat)
    said = _("Common in Skat: whoever does not follow suit loses the hand.")
    if not taken:
        return Suggestion(_("%(common)s Here %(name)s has taken no trick.", common=said, name=offence.name))
    here = ngettext(
        "%(common)s Carried over: the %(num)s trick that %(name)s has taken in this round counts nothing; nines count "
        "as ever.",
        "%(common)s Carried over: the %(num)s tricks that %(name)s has taken in this round count nothing; nines count "
        "as ever.",
        taken,
        common=said,
        name=offence.name,
    )
    return Suggestion(here, offence.charged(-taken))


def _pinochle(offence: Offence) -> Suggestion:
    """In Pinochle the bidding side goes set, the other side scores nothing for itself: here that is losing the meld."""
    said = _("Common in Pinochle: who reneges goes set as the bidding side, and loses the meld as the other side.")
    if offence.hand.under_way:
        return Suggestion(_("%(common)s The amount can be told when the hand is over.", common=said))
    done = offence.fold.state.finished[offence.hand.number - 1]
    if done.bidder is None:
        return Suggestion(said)
    if done.bidder % 2 == offence.side:
        if not done.made:
            return Suggestion(_("%(common)s Here the bid has failed anyway.", common=said))
        failed, scored = 200 - done.bid, done.points[offence.side]
        if failed <= scored:
            return Suggestion(_("%(common)s Here a failed bid would score no more than was scored.", common=said))
        here = _(
            "%(common)s Here the bid would have failed: %(points)s points in this hand.", common=said, points=failed
        )
        return Suggestion(here, offence.charged(failed - scored))
    more = done.taken[offence.side] - done.points[offence.side]
    here = _(
        "%(common)s Here %(points)s points would count without the meld.", common=said, points=done.taken[offence.side]
    )
    return Suggestion(here, offence.charged(more) if more else None)


def _schnapsen(offence: Offence) -> Suggestion:
    """At prize tournaments of Schnapsen the other side writes three points."""
    said = _("Common at Schnapsen tournaments: three points for the other side when a duty of play is broken.")
    points = tuple(0 if side == offence.side else 3 for side in range(len(offence.fold.state.totals)))
    return Suggestion(said, points)


_COMMON: Mapping[str, Callable[[Offence], Suggestion]] = {
    "sixes-and-sevens": _bridge,
    "sichere-six": _skat,
    "deep-six": _pinochle,
    "sechsundsechzig": _schnapsen,
}
"""Sicherman's War has no duties of play."""
