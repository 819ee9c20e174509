"""Finished hands of Deep Six in words: heads, cells and goals of the score sheet, results, figures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from rules_core.findings import Goal, ScoreLine
from rules_core.games.deep_six.events import CardMeld
from rules_core.games.deep_six.hand import Opening, State
from webapp.games.deep_six import melds as meld_names
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import SUITS, suit_name
from webapp.words.hand_kit import (
    NOT_YET,
    Audit,
    FigureWords,
    FinishedHand,
    GoalWords,
    HandFacts,
    LineWords,
    Names,
    Told,
    furthest,
    in_one_line,
    suit_said,
    who,
)
from webapp.words.phrases import number
from webapp.words.rulebook import Cited
from webapp.words.turn import side_names

FIGURES = {
    "contracts": FigureWords(_l("Bids made"), _l("Of the bids that won the auction, those that were made.")),
    "lowest-contract": FigureWords(_l("Lowest bid made"), _l("The lowest bid that won the auction and was made.")),
    "sunk-contracts": FigureWords(
        _l("Bids brought down"), _l("Of the bids with which the other side won the auction, those that failed.")
    ),
    "meld": FigureWords(_l("Points melded"), _l("They count below zero: the lower, the better.")),
    "melds": FigureWords(_l("Melds"), _l("Melds laid with their cards.")),
    "grand-runs": FigureWords(_l("Grand runs"), _l("4 to 8 of one suit.")),
    "best-meld": FigureWords(_l("Best meld in a hand"), _l("The lowest points that one player melded in a hand.")),
    "taken": FigureWords(_l("Points taken"), _l("Of the 250 points in each hand: the fewer, the better.")),
    "last-tricks": FigureWords(_l("Last tricks"), _l("Hands in which this player took the last trick.")),
}


def cell(done: Any, side: int) -> list[str]:
    """Returns the points taken and melded; for the bidder's side the result of the bid."""
    came = in_one_line(
        [_("%(points)s taken", points=done.taken[side]), _("%(points)s melded", points=number(done.meld[side]))]
    )
    if side != done.bidder % len(done.points):
        return [came]
    bid = number(done.bid)
    return [came, _("bid %(bid)s, made", bid=bid) if done.made else _("bid %(bid)s, failed", bid=bid)]


def head(hand: FinishedHand) -> Iterator[Cited]:
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
    """Yields that the melds were not seen, where only their points were entered."""
    melds = [event for event in audit.events if isinstance(event, CardMeld)]
    if any(meld.melds is UNSET and meld.points != 0 for meld in melds):
        yield _("Melds were entered by their points.")


def match_said(state: State, names: Sequence[str]) -> str:
    """Returns how many bids of a match were made."""
    hands = state.finished
    made = sum(done.made for done in hands)
    return ngettext("%(made)s of %(num)s bid was made.", "%(made)s of %(num)s bids were made.", len(hands), made=made)


def _settled(hand: Any, done: Any, names: Names) -> Told:
    opening = hand.opening if hand is not None else Opening()
    yield _("Bidder"), who(opening.bidder, names)
    yield _("Bid"), NOT_YET if opening.bid is None else number(opening.bid)
    yield _("Sunk suit"), suit_said(opening.sunk)
    for seat, melded in enumerate(opening.melded):
        yield _("%(name)s melds", name=names[seat]), NOT_YET if melded is None else number(melded.points)


def _outcome(done: Any, names: Names) -> Told:
    for name, net in zip(side_names(names, len(done.net)), done.net, strict=True):
        yield _("Net of %(name)s", name=name), number(net)
    yield _("The bid"), _("made") if done.made else _("failed")


HAND_FACTS = HandFacts(settled=_settled, outcome=_outcome)


def _of_suit(line: ScoreLine) -> str:
    name = meld_names.meld_name(line.what)
    cards: Any = line.facts.get("cards") or ("",)
    suit = str(cards[0])[1:]
    return _("%(meld)s, %(suit)s", meld=name, suit=suit_name(suit)) if suit in SUITS else name


def _net(line: ScoreLine) -> str:
    taken, meld = line.facts.get("taken"), line.facts.get("meld")
    if taken is None or meld is None:
        return _("Net %(net)s", net=_known(line, "net"))
    return _(
        "Net %(net)s: %(taken)s taken, %(meld)s melded",
        net=_known(line, "net"),
        taken=number(taken),
        meld=number(meld),
    )


def _failed(line: ScoreLine) -> str:
    if line.points is None:
        return _("Bid of %(bid)s failed: the net is worse", bid=_known(line, "bid"))
    return _("Bid of %(bid)s failed: 200 less the bid", bid=_known(line, "bid"))


def _known(line: ScoreLine, key: str) -> str:
    fact = line.facts.get(key)
    return number(fact) if isinstance(fact, int) else "?"


LINES: Mapping[str, LineWords] = {
    "cards": lambda line: _("Cards taken"),
    "taken": lambda line: _("Points taken"),
    "meld": lambda line: _("Melded nothing") if line.points == 0 else _("Melded"),
    **dict.fromkeys(meld_names.RUNS_AND_ECHOES, _of_suit),
    **dict.fromkeys(meld_names.WIDES, lambda line: meld_names.meld_name(line.what)),
    "made": lambda line: _("Bid of %(bid)s made", bid=_known(line, "bid")),
    "net": _net,
    "failed-bid": _failed,
    "raised": lambda line: _("Never below zero"),
}


def _over_target(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.at:
        return _("More than %(of)s ends the match", of=goal.of)
    return _("%(at)s, and more than %(of)s ends the match", at=furthest(goal, sides), of=goal.of)


GOALS: Mapping[str, GoalWords] = {"over-target": _over_target}
