"""Cases of Deep Six in words: the sunk suit, the lowest bid, points for a revoke as Pinochle has them."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from rules_core.cards import Card
from rules_core.games.deep_six.auction import HIGHEST
from rules_core.games.deep_six.case_evidence import MeldEvidence
from rules_core.games.deep_six.hand import Meld, State
from rules_core.games.deep_six.table_view import DeepView
from rules_core.replay import Raw
from webapp.games.deep_six.melds import meld_title
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import cards_unseen
from webapp.words.case_kit import (
    EvidenceLine,
    EvidenceTable,
    Revoke,
    Suggestion,
    SuitInForce,
)
from webapp.words.disputes import Reason
from webapp.words.duties import DutyWords
from webapp.words.entry_kit import card_mark, cards_said
from webapp.words.phrases import number
from webapp.words.rulebook import Cited

SUNK = SuitInForce(lambda hand: hand.opening.sunk, _l("Sunk: %(suit)s."))


def passed(beside: DeepView) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yields who passed which cards, as far as it is seen (DEEP-8)."""
    yield from ((one.seat, one.cards) for one in beside.given if one.cards)


def thinkable(state: State) -> Iterator[Raw]:
    """Yields the highest bid, which is the first that anybody would ask about."""
    if state.hand is not None and state.hand.phase == "auction":
        yield {"type": "bid", "seat": state.hand.to_act, "amount": HIGHEST}


def state_rows(state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
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


DISPUTES: Mapping[str, Reason] = {
    "revoke": Reason(rules=("DEEP-13", "DEEP-14")),
    "turn": Reason(rules=("DEEP-12", "DEEP-4")),
    "bid": Reason(_l("The auction"), ("DEEP-4", "DEEP-5", "DEEP-6"), ("bad-bid",)),
    "exchange": Reason(_l("The cards passed over"), ("DEEP-8", "DEEP-7")),
    "meld": Reason(_l("A meld"), ("DEEP-9", "DEEP-10", "DEEP-11"), ("bad-meld", "sunk-run", "meld-reuse")),
    "sunk": Reason(_l("The sunk suit"), ("DEEP-6", "DEEP-16", "DEEP-15", "DEEP-9")),
    "score": Reason(rules=("DEEP-18", "DEEP-19", "DEEP-20", "DEEP-21")),
}


DUTIES: Mapping[str, DutyWords] = {
    "must-play-over": DutyWords(
        _l("%(name)s could have played over in trick %(number)s"),
        _l("%(name)s did not play over in trick %(first)s"),
    )
}


def meld_said(found: MeldEvidence, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns the best melds of the cards that a player has shown, with what they come to."""
    lists = (
        (_("Cards shown so far"), (cards_said(found.shown, card_mark),) if found.shown else (_("none"),)),
        (_("The cards still unseen could make these"), _named(found.possible)),
        (_("Impossible, since cards of them lay elsewhere"), _named(found.impossible)),
    )
    return EvidenceTable(
        _("The best melds of the cards that %(name)s has shown", name=names[found.seat]),
        (_("Points"),),
        tuple(EvidenceLine(meld_title(meld), (number(meld.points),), cards=meld.cards) for meld in found.best),
        (number(found.points),),
        tuple(_follows(found, names[found.seat])),
        tuple((title, told) for title, told in lists if told),
    )


def _named(melds: Sequence[Meld]) -> tuple[Markup, ...]:
    """Melds by their cards: a name serves in every suit."""
    return tuple(cards_said(meld.cards, card_mark) for meld in melds)


def _follows(found: MeldEvidence, name: str) -> Iterator[Cited]:
    facts, left = {"name": name, "said": number(found.said), "best": number(found.points)}, found.unseen
    if found.points <= found.said:
        said = _("%(name)s melded %(said)s. The cards shown so far hold %(best)s.", **facts)
    elif left:
        said = _("%(name)s melded %(said)s. So far only %(best)s are shown.", **facts)
    else:
        said = _("%(name)s melded %(said)s. All cards are shown, and hold no more than %(best)s.", **facts)
    yield Cited(said, "DEEP-10")
    if left:
        yield Cited(cards_unseen(left, name))
