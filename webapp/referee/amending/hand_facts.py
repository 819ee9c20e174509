"""What is to be told of one hand when two tables are compared: dealer, tricks, points, and what its game has beside."""

from typing import Any, NamedTuple

from markupsafe import Markup

from rules_core.game import Game
from rules_core.tricks import Played
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.fact_kit import NOT_YET, Names
from webapp.words.numbers import number
from webapp.words.sides import side_names

Key = tuple[int, int, str]
"""The group of a fact, its number there (a trick, a seat, a side), and which of several it is."""
DEALER, SETTLED, TRICKS, OUTCOME, POINTS, BREACHES, TURN, TOTALS, END = range(9)


class Fact(NamedTuple):
    """What it is about, and how it stands; `absent_before` and `absent_after` stand for it where there is none."""

    what: str
    said: Markup | str
    absent_before: str = NOT_YET
    absent_after: str = NOT_YET


Facts = dict[Key, Fact]


def hand_facts(game: Game[Any], state: Any, done: Any, names: Names) -> Facts:
    """Returns the facts of a hand: of its newest state while it was played, and of its summary; either may be None."""
    facts, look, hand = Facts(), look_of(game.name).hand_facts, state.hand if state else None
    dealer = getattr(done or hand, "dealer", None)
    if dealer is not None:
        facts[(DEALER, 0, "")] = Fact(_("Dealer"), names[dealer])
    for at, (what, said) in enumerate(look.settled(hand, done, names)):
        facts[(SETTLED, at, "")] = Fact(what, said)
    facts |= _tricks(game, state, done, names, look.taken_by)
    if done is not None:
        for at, (what, said) in enumerate(look.outcome(done, names)):
            facts[(OUTCOME, at, "")] = Fact(what, said)
        sides = side_names(names, len(done.points))
        for side, points in enumerate(done.points):
            facts[(POINTS, side, "")] = Fact(_("%(name)s: points", name=sides[side]), number(points))
    return facts


def _tricks(game: Game[Any], state: Any, done: Any, names: Names, taken_by: str) -> Facts:
    """Who led and who took each trick, or what stands for one; nobody, where its cards were thrown out."""
    tricks = game.tricks(state) if done is None else game.tricks_of(done)
    facts: Facts = {}
    for at, trick in enumerate(tricks, 1):
        first = trick.cards[0] if trick.cards else None
        if isinstance(first, Played):
            facts[(TRICKS, at, "led")] = Fact(_("Trick %(number)s is led by", number=at), names[first.seat])
        winner = _("nobody") if trick.winner is None else names[trick.winner]
        facts[(TRICKS, at, "won")] = Fact(_(taken_by, number=at), winner)
    return facts
