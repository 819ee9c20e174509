"""What the page of a case says of Deep Six: the sunk suit, the lowest bid, points for a revoke as Pinochle has them."""

from collections.abc import Iterator, Sequence

from rules_core.cards import Card
from rules_core.games.deep_six.auction import HIGHEST
from rules_core.games.deep_six.hand import State
from rules_core.games.deep_six.table_view import DeepView
from rules_core.replay import Raw
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.case_kit import Revoke, Suggestion, SuitInForce
from webapp.words.numbers import number

SUNK = SuitInForce(lambda hand: hand.opening.sunk, _l("Sunk: %(suit)s."))


def passed(beside: DeepView) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yields who passed which cards, as far as it is seen (DEEP-8)."""
    yield from ((one.seat, one.cards) for one in beside.given if one.cards)


def thinkable(state: State) -> Iterator[Raw]:
    """Yields the highest bid, which is the first that anybody would ask about."""
    if state.hand is not None and state.hand.phase == "auction":
        yield {"type": "bid", "seat": state.hand.to_act, "amount": HIGHEST}


def state_rows(state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields the lowest bid so far."""
    bid = None if state.hand is None else state.hand.opening.bid
    yield _("Lowest bid"), "–" if bid is None else number(bid)


def revoke_points(revoke: Revoke) -> Suggestion:
    """Returns what Pinochle takes: the bidding side goes set, the other side loses its meld."""
    said = _("Common in Pinochle: who reneges goes set as the bidding side, and loses the meld as the other side.")
    if revoke.hand.under_way:
        return Suggestion(_("%(common)s The amount can be told when the hand is over.", common=said))
    done = revoke.fold.state.finished[revoke.hand.number - 1]
    if done.bidder is None:
        return Suggestion(said)
    if done.bidder % 2 == revoke.side:
        if not done.made:
            return Suggestion(_("%(common)s Here the bid has failed anyway.", common=said))
        failed, scored = 200 - done.bid, done.points[revoke.side]
        if failed <= scored:
            return Suggestion(_("%(common)s Here a failed bid would score no more than was scored.", common=said))
        here = _(
            "%(common)s Here the bid would have failed: %(points)s points in this hand.", common=said, points=failed
        )
        return Suggestion(here, revoke.charged(failed - scored))
    more = done.taken[revoke.side] - done.points[revoke.side]
    here = _(
        "%(common)s Here %(points)s points would count without the meld.", common=said, points=done.taken[revoke.side]
    )
    return Suggestion(here, revoke.charged(more) if more else None)
