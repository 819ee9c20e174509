"""Figures of a battle of Sicherman's War: skirmishes, ties, dice and cards won (WAR-6 to 11)."""

from collections.abc import Iterator, Sequence

from rules_core.figures import OF_POINTS, Figure, FigureType
from rules_core.games.sichermans_war.skirmish import Fought
from rules_core.games.sichermans_war.spoils import points_of
from rules_core.games.sichermans_war.war import BattleSummary, War, battles_in

SKIRMISHES = FigureType("skirmishes", "share", "WAR-6")
TIES_WON = FigureType("ties-won", "rate", "WAR-8")
DICE = FigureType("dice", "count", "WAR-7")
WON_WITH_DICE = FigureType("won-with-dice", "rate", "WAR-7")
CARDS_WON = FigureType("cards-won", "count", "WAR-6")
LARGEST_SKIRMISH = FigureType("largest-skirmish", "most", "WAR-11")
FIGURE_TYPES = (*OF_POINTS, SKIRMISHES, TIES_WON, DICE, WON_WITH_DICE, CARDS_WON, LARGEST_SKIRMISH)


def figures_of(war: War, battle: int) -> Iterator[Figure]:
    """Yields the figures of a finished battle's seats; of a war that was tallied only the cards won."""
    done: BattleSummary = war.finished[battle]
    for seat, spoils in enumerate(done.spoils):
        yield CARDS_WON.figure(spoils.low + spoils.ten + spoils.face + spoils.joker, battles_in(done), seat=seat)
    for seat in range(war.players) if done.fought else ():
        yield from _fighting(done.fought, seat)


def _fighting(fought: Sequence[Fought], seat: int) -> Iterator[Figure]:
    won = [each for each in fought if each.winner == seat]
    rolled = [each for each in fought if each.skirmish.rolls[seat]]
    drew = [each for each in fought if len(each.skirmish.cards[seat]) > 1]
    yield SKIRMISHES.figure(len(won), len(fought), seat=seat)
    yield TIES_WON.figure(sum(each in won for each in drew), len(drew), seat=seat)
    yield DICE.figure(sum(len(each.skirmish.rolls[seat]) for each in rolled), seat=seat)
    yield WON_WITH_DICE.figure(sum(each in won for each in rolled), len(rolled), seat=seat)
    if won:
        yield LARGEST_SKIRMISH.figure(max(points_of(each.cards) for each in won), seat=seat)
