"""What is to be told of one hand when two tables are compared: dealer, bid, trump, melds, tricks, points."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from rules_core.games.deep_six.hand import Opening
from webapp.http.language import gettext as _
from webapp.words.cards import suit_name
from webapp.words.numbers import number
from webapp.words.sides import side_names

Key = tuple[int, int, str]
"""The group of a fact, its number there (a trick, a seat, a side), and which of several it is."""
DEALER, CALLED, TRICKS, OUTCOME, POINTS, BREACHES, TURN, TOTALS, END = range(9)
Names = Sequence[str]


class Fact(NamedTuple):
    """What it is about, and how it stands; `absent_before` and `absent_after` stand for it where there is none."""

    what: str
    said: Markup | str
    absent_before: str = "–"
    absent_after: str = "–"


Facts = dict[Key, Fact]
Told = Iterator[tuple[str, str]]


def hand_facts(game: str, hand: Any, done: Any, names: Names) -> Facts:
    """Returns the facts of a hand: `hand` is its state while it was played, `done` its summary; either may be None."""
    facts: Facts = {}
    dealer = getattr(done or hand, "dealer", None)
    if dealer is not None:
        facts[(DEALER, 0, "")] = Fact(_("Dealer"), names[dealer])
    for at, (what, said) in enumerate(_CALLED[game](hand, done, names)):
        facts[(CALLED, at, "")] = Fact(what, said)
    facts |= _battle(hand, done, names) if game == "sichermans-war" else _tricks(hand, done, names)
    if done is not None:
        for at, (what, said) in enumerate(_OUTCOME[game](done, names)):
            facts[(OUTCOME, at, "")] = Fact(what, said)
        sides = side_names(names, len(done.points))
        for side, points in enumerate(done.points):
            facts[(POINTS, side, "")] = Fact(_("%(name)s scores", name=sides[side]), number(points))
    return facts


def _tricks(hand: Any, done: Any, names: Names) -> Facts:
    """Who led and who took each trick."""
    tricks = getattr(done, "played", ()) if done is not None else getattr(hand, "tricks", ())
    winners = done.trick_winners if done is not None else [trick.winner for trick in tricks]
    facts: Facts = {}
    for at, trick in enumerate(tricks, 1):
        if trick.cards:
            facts[(TRICKS, at, "led")] = Fact(_("Trick %(number)s is led by", number=at), names[trick.cards[0].seat])
    for at, winner in enumerate(winners, 1):
        facts[(TRICKS, at, "won")] = Fact(_("Trick %(number)s goes to", number=at), names[winner])
    return facts


def _battle(hand: Any, done: Any, names: Names) -> Facts:
    """Who took each skirmish; nobody, where its cards were thrown out."""
    fought = (done or hand).fought if done or hand else ()
    return {
        (TRICKS, at, "won"): Fact(
            _("Skirmish %(number)s goes to", number=at), _("nobody") if one.winner is None else names[one.winner]
        )
        for at, one in enumerate(fought, 1)
    }


# What is settled before and while the cards are played


def _nothing(hand: Any, done: Any, names: Names) -> Told:
    yield from ()


def _who(seat: int | None, names: Names) -> str:
    return "–" if seat is None else names[seat]


def _suit(suit: str | None) -> str:
    return suit_name(suit) if suit else "–"


def _sichere_six(hand: Any, done: Any, names: Names) -> Told:
    yield _("Trump"), _suit(getattr(hand, "trump", None))
    yield _("The Chosen"), _who(getattr(done or hand, "chosen", None), names)


def _deep_six(hand: Any, done: Any, names: Names) -> Told:
    opening = hand.opening if hand is not None else Opening()
    yield _("Bidder"), _who(opening.bidder, names)
    yield _("Bid"), "–" if opening.bid is None else number(opening.bid)
    yield _("Sunk suit"), _suit(opening.sunk)
    for seat, melded in enumerate(opening.melded):
        yield _("%(name)s melds", name=names[seat]), "–" if melded is None else number(melded.points)


def _sechsundsechzig(hand: Any, done: Any, names: Names) -> Told:
    there = done or hand
    yield _("Trump"), _suit(getattr(there, "trump", None))
    yield _("Closed the talon"), _who(getattr(there, "closed_by", None), names)
    announced = [f"{names[marriage.seat]} {marriage.points}" for marriage in getattr(there, "marriages", ())]
    yield _("Marriages"), ", ".join(announced) or "–"


_CALLED: Mapping[str, Callable[[Any, Any, Names], Told]] = {
    "sixes-and-sevens": _nothing,
    "sichere-six": _sichere_six,
    "deep-six": _deep_six,
    "sechsundsechzig": _sechsundsechzig,
    "sichermans-war": _nothing,
}


# What a finished hand came to


def _nothing_more(done: Any, names: Names) -> Told:
    yield from ()


def _nines(done: Any, names: Names) -> Told:
    for name, nines in zip(names, done.nines, strict=True):
        yield _("Nines of %(name)s", name=name), str(nines)
    yield _("Fate’s Mirth"), _("yes") if done.mirth else _("no")


def _net(done: Any, names: Names) -> Told:
    for name, net in zip(side_names(names, len(done.net)), done.net, strict=True):
        yield _("Net of %(name)s", name=name), number(net)
    yield _("The bid"), _("made") if done.made else _("failed")


def _call(done: Any, names: Names) -> Told:
    yield _("Called"), _who(done.claimed_by, names)
    said = {True: _("right"), False: _("wrong"), None: "–"}
    yield _("The call"), said[done.claim_good]
    for name, augen in zip(names, done.augen or ("–",) * len(names), strict=True):
        yield _("Augen of %(name)s", name=name), str(augen)


def _thrown_out(done: Any, names: Names) -> Told:
    yield _("Cards thrown out"), "–" if done.thrown_out is None else str(done.thrown_out)


_OUTCOME: Mapping[str, Callable[[Any, Names], Told]] = {
    "sixes-and-sevens": _nothing_more,
    "sichere-six": _nines,
    "deep-six": _net,
    "sechsundsechzig": _call,
    "sichermans-war": _thrown_out,
}
