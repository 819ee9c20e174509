"""The turn lines of Sixes and Sevens."""

from collections.abc import Sequence

from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.words.cards import one_of, rank_name, suit_name
from webapp.words.turn import Turn, Turns, deal, leads_a_trick, named, over


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
    best = next(seat for seat in view.seats if seat.ahead)
    card = best.card or ""
    facts = {
        "one": one_of(card[1]),
        "suit": suit_name(card[1]),
        "rank": rank_name(card),
        "name": names[best.seat],
    }
    if view.beside.low and len(view.beside.odd) < len(view.beside.even):
        return _("More even than odd: the lowest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)
    if view.beside.low:
        return _("As many odd as even: the lowest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)
    if len(view.beside.odd) > len(view.beside.even):
        return _("More odd than even: the highest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)
    return _("As many odd as even: the highest %(one)s is ahead, %(name)s’s %(rank)s.", **facts)


def _aces(view: TableView, names: Sequence[str]) -> Turn:
    line = named(_("%(name)s, odd or even?"), names[view.to_act[0]])
    return Turn(line, _("The ace is wild: odd and lowest, or even and highest. (%(rule)s)", rule="ODD-V1"))


def _over(view: TableView, names: Sequence[str]) -> Turn:
    return over(view, names, _("Equal totals share the win. (%(rule)s)", rule="ODD-12"))


TURNS: Turns = {"deal": _deal, "play": _play, "aces": _aces, "over": _over}
