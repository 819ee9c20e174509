"""Explanation of a battle's score (WAR-10, WAR-11), and how far the war is (WAR-12)."""

from collections.abc import Iterator
from typing import Any

from rules_core.cards import pack
from rules_core.findings import Goal, ScoreLine
from rules_core.games.sichermans_war import spoils
from rules_core.games.sichermans_war.events import SpoilsTally
from rules_core.games.sichermans_war.war import BATTLES, BattleSummary, Options, War
from rules_core.hand_points import HandPoints
from rules_core.piles import PileRules, Piles


def hand_points(_players: int, _options: Options) -> HandPoints:
    """Returns the possible points of a battle: spoils in fives (WAR-11)."""
    return HandPoints(steps=min(spoils.POINTS.values()))


def piles(war: War) -> PileRules:
    """Returns the possible piles of a whole war: at least the undealt cards of each pack are nobody's (WAR-3)."""
    jokers = (spoils.JOKER,) * spoils.COPIES["joker"] if war.options.jokers else ()
    cards = (*pack(), *jokers) * spoils.packs(war.players)
    dealt = spoils.PILES * spoils.PILE * war.players
    return PileRules(rule="WAR-11", tally=_tally, cards=cards, spare=range(len(cards) - dealt, len(cards)))


def _tally(won: Piles, _told: Any) -> SpoilsTally:
    return SpoilsTally(tuple(map(spoils.spoils_of, won)))


def explain(war: War, hand: int) -> tuple[ScoreLine, ...]:
    """Returns the explanation of a battle's score: the spoils by kind (WAR-11), and the cards that were thrown out."""
    battle = war.finished[hand]
    return (*_spoils_lines(battle), *_thrown_out_lines(battle))


def _spoils_lines(battle: BattleSummary) -> Iterator[ScoreLine]:
    for seat, won in enumerate(battle.spoils):
        for kind, points in spoils.POINTS.items():
            if count := spoils.count(won, kind):
                yield ScoreLine(seat, kind, "WAR-11", count * points, {"count": count})


def _thrown_out_lines(battle: BattleSummary) -> Iterator[ScoreLine]:
    for seat in range(len(battle.points)):
        if lost := sum(len(f.skirmish.cards[seat]) for f in battle.fought if f.winner is None):
            yield ScoreLine(seat, "thrown-out", "WAR-10", None, {"count": lost})


def goals(war: War) -> tuple[Goal, ...]:
    """Returns how many of the four battles are fought (WAR-12). A tally is all of them."""
    return (Goal("battles", "WAR-12", BATTLES if war.hand is None else len(war.finished), BATTLES),)
