"""The turn line: whose turn it is, and one or two lines of help."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rules_core.view import TableView
from webapp.i18n import gettext as _
from webapp.words.cards import one_of, rank_name, suit_name
from webapp.words.lists import joined
from webapp.words.marked import bold, marked


@dataclass(frozen=True)
class Turn:
    """The turn line: `line` has the name in bold, `help` is plain text."""

    line: Markup
    help: str = ""


def turn(view: TableView, names: Sequence[str]) -> Turn:
    """Returns the turn line of a table."""
    return _TURNS[view.phase](view, names)


def plain_turn(view: TableView, names: Sequence[str]) -> str:
    """Returns the turn line as plain text, for lists and for screen readers."""
    return turn(view, names).line.striptags()


def _named(sentence: str, name: str) -> Markup:
    return marked(sentence, name=bold(name))


def _deal(view: TableView, names: Sequence[str]) -> Turn:
    if view.hand.dealer is None:
        return Turn(
            marked(_("Who deals first?")), _("Everybody cuts; the highest card deals, ace high. Equals cut again.")
        )
    return Turn(_named(_("%(name)s deals"), names[view.hand.dealer]), "")


def _play(view: TableView, names: Sequence[str]) -> Turn:
    name = names[view.to_act[0]]
    if view.hand.by_tricks:
        return Turn(_named(_("%(name)s leads"), name), _("This hand is entered by tricks: who took it?"))
    if view.led_suit is None:
        return Turn(_named(_("%(name)s leads"), name), _("Any card: pick the suit, then the rank."))
    follow = _("Follow %(suit)s if possible.", suit=suit_name(view.led_suit))
    return Turn(_named(_("%(name)s plays"), name), f"{follow} {_ahead(view, names)}")


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
    line = _named(_("%(name)s, odd or even?"), names[view.to_act[0]])
    return Turn(line, _("The ace is wild: odd and lowest, or even and highest. (%(rule)s)", rule="ODD-V1"))


def _over(view: TableView, names: Sequence[str]) -> Turn:
    who = joined([names[seat] for seat in view.winners])
    if len(view.winners) == 1:
        return Turn(_named(_("%(name)s wins"), who))
    return Turn(_named(_("%(name)s share the win"), who), _("Equal totals share the win. (%(rule)s)", rule="ODD-12"))


_TURNS: dict[str, Callable[[TableView, Sequence[str]], Turn]] = {
    "deal": _deal,
    "play": _play,
    "aces": _aces,
    "over": _over,
}
