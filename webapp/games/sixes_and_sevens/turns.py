"""The turn lines of Sixes and Sevens, and its figures and facts in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules_core.games.sixes_and_sevens import State
from rules_core.games.sixes_and_sevens.parity import went_low
from rules_core.view import SeatView, TableView
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import card_said, one_of, rank_name, suit_name
from webapp.words.entry_kit import Fact, Tag
from webapp.words.hand_kit import FigureWords
from webapp.words.phrases import named
from webapp.words.rulebook import Cited
from webapp.words.turn import Turn, Turns, deal, each_gets, leads_a_trick, over

FIGURES = {
    "taken-low": FigureWords(
        _l("Taken by the lowest card"),
        _l("Of the tricks taken, those in which the lowest card of the suit won."),
    ),
}


def _deal(view: TableView, names: Sequence[str]) -> Turn:
    asked = deal(view, names)
    if view.hand.dealer is None:
        return Turn(asked.line, _("Everybody cuts; the highest card deals, ace high. Equals cut again."))
    return asked


def _play(view: TableView, names: Sequence[str]) -> Turn:
    name = names[view.to_act[0]]
    if view.hand.by_tricks:
        return leads_a_trick(view, names)
    if view.led_suit is None:
        return Turn(named(_("%(name)s leads"), name), _("Any card: pick the suit, then the rank."))
    follow = _("Follow %(suit)s if possible.", suit=suit_name(view.led_suit))
    return Turn(named(_("%(name)s plays"), name), f"{follow} {_ahead(view, names)}")


def _ahead(view: TableView, names: Sequence[str]) -> str:
    if view.extra.open:
        return _("Each ace counts as its player says once the trick is full. (%(rule)s)", rule="ODD-V1")
    best = next(seat for seat in view.seats if seat.ahead)
    card = best.card or ""
    facts = {"one": one_of(card[1]), "suit": suit_name(card[1]), "rank": rank_name(card), "name": names[best.seat]}
    if view.extra.low and len(view.extra.odd) < len(view.extra.even):
        return _("More even than odd: the lowest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)
    if view.extra.low:
        return _("As many odd as even: the lowest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)
    if len(view.extra.odd) > len(view.extra.even):
        return _("More odd than even: the highest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)
    return _("As many odd as even: the highest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)


def _aces(view: TableView, names: Sequence[str]) -> Turn:
    line = named(_("%(name)s, odd or even?"), names[view.to_act[0]])
    return Turn(line, _("The ace is wild: odd and lowest, or even and highest. (%(rule)s)", rule="ODD-V1"))


def _over(view: TableView, names: Sequence[str]) -> Turn:
    return over(view, names, _("Equal totals share the win. (%(rule)s)", rule="ODD-12"))


def _counted(view: TableView, names: Sequence[str]) -> Cited | None:
    """How many of the cards are odd and even, and what that makes of the suit or has made of the last trick."""
    odd, even, low = len(view.extra.odd), len(view.extra.even), view.extra.low
    rule = "ODD-8" if not low else "ODD-9" if even > odd else "ODD-V2"
    if view.led_suit is not None:
        facts = {"odd": odd, "even": even, "open": len(view.extra.open), "suit": suit_name(view.led_suit)}
        if view.extra.open:
            said = _(
                "Odd: %(odd)s, even: %(even)s, open aces: %(open)s. Nobody is ahead yet; only %(suit)s can take it.",
                **facts,
            )
            return Cited(said, "ODD-V1")
        if low:
            return Cited(_("Odd: %(odd)s, even: %(even)s. So far low takes it, and only %(suit)s can.", **facts), rule)
        return Cited(_("Odd: %(odd)s, even: %(even)s. So far high takes it, and only %(suit)s can.", **facts), rule)
    last = view.last_trick
    if last is None or last.winner is None or not last.cards or any(seat.card for seat in view.seats):
        return None
    card = card_said(next(played.card for played in last.cards if played.seat == last.winner))
    taken = {"odd": odd, "even": even, "name": names[last.winner], "card": card}
    if low:
        took = _("Odd: %(odd)s, even: %(even)s. Low took it: %(name)s with %(card)s, who leads now.", **taken)
    else:
        took = _("Odd: %(odd)s, even: %(even)s. High took it: %(name)s with %(card)s, who leads now.", **taken)
    return Cited(took, rule)


EXPLAINED = {"deal": lambda view, names: each_gets(view.hand.tricks, "ODD-4"), "play": _counted}
TURNS: Turns = {"deal": _deal, "play": _play, "aces": _aces, "over": _over}


def match_said(state: State, names: Sequence[str]) -> str:
    """Returns how many tricks went to the lowest card of the suit that was led; empty where that is not known."""
    found = [went_low(trick.cards, state.options) for done in state.finished for trick in done.played]
    known = [low for low in found if low is not None]
    if not known:
        return ""
    facts = {"low": sum(known), "all": len(known)}
    if state.options.ace_wild:
        return _("%(low)s of %(all)s tricks without an ace went to the lowest card.", **facts)
    return _("%(low)s of %(all)s tricks went to the lowest card.", **facts)


def facts(view: TableView, options: Any) -> Iterator[Fact]:
    """Yields which card takes a trick of as many odd as even ones, and that few points win where they do."""
    if len(view.seats) % 2 == 0:
        yield Fact(_("Equal:"), _("lowest takes") if options.ties_low else _("highest takes"))
    if options.fewest_wins:
        yield Fact("", _("Fewest points win"))


def card_tag(view: TableView, seat: SeatView) -> Tag | None:
    """Returns the parity of a seat's wild ace, once the trick is full."""
    if view.phase != "aces" or not (seat.card or "").startswith("A"):
        return None
    said = {"odd": _("odd, 1"), "even": _("even, 14"), None: "?"}
    return Tag(said[seat.said], brass=seat.next)
