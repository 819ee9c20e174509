"""The war: its variant, its four battles of five skirmishes, and how it ends.

WAR-1  `Options`     WAR-4  `BATTLES`, `RESERVE`     WAR-12  `weighed`
WAR-6, 10  `with_fought`     WAR-7  `fresh`
"""

from typing import cast

from msgspec import Struct, structs

from rules_core.cards import Card, pack
from rules_core.games.sichermans_war.dice import DICE
from rules_core.games.sichermans_war.events import Spoils
from rules_core.games.sichermans_war.skirmish import Fought, Skirmish
from rules_core.games.sichermans_war.spoils import COPIES, JOKER, PILE, PILES, Laid, packs, points_of, spoils_of, worth
from rules_core.match import Match, leaders

BATTLES = PILES - 1  # WAR-4
RESERVE = PILE  # WAR-4


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variant: two Jokers in each pack (WAR-1)."""

    jokers: bool = False


class Battle(Struct, frozen=True, gc=False):
    """The battle under way. `dice` are those each seat has left, sorted; no skirmish: the next cards are due."""

    dice: tuple[tuple[str, ...], ...]
    skirmish: Skirmish | None = None
    fought: tuple[Fought, ...] = ()


class BattleSummary(Struct, frozen=True, gc=False):
    """A battle that is over, or the whole war where it was tallied: then nobody knows what was thrown out.

    `spoils` are the cards that each seat won. Nobody deals.
    """

    points: tuple[int, ...]
    thrown_out: int | None
    spoils: tuple[Spoils, ...]
    fought: tuple[Fought, ...] = ()
    dealer: int | None = None


class War(Match[Options, Battle], frozen=True):
    """The state of a war. `totals` hold what the battle under way has won, too; `hand` is that battle, None at the end.

    `reserve` are the reinforcements that each seat has left, `laid` all cards turned so far.
    """

    reserve: tuple[int, ...] = ()
    laid: Laid = Laid()


def in_play(players: int, options: Options) -> tuple[Card, ...]:
    """Returns the cards of all packs, each copy (WAR-1)."""
    jokers = COPIES["joker"] if options.jokers else 0
    return (*pack(), *(JOKER,) * jokers) * packs(players)


def start(players: int, options: Options) -> War:
    """Returns a war before the first cards are turned."""
    return War(players, options, (0,) * players, fresh(players), reserve=(RESERVE,) * players)


def fresh(players: int) -> Battle:
    """Returns the next battle: everybody has all dice (WAR-7)."""
    return Battle((DICE,) * players)


def lying(war: War) -> Skirmish | None:
    """Returns the skirmish that lies on the battlefield, None between two."""
    return None if war.hand is None else war.hand.skirmish


def phase(war: War) -> str:
    """Returns `reveal`, `dice`, `reinforce` or `over`."""
    if war.hand is None:
        return "over"
    skirmish = war.hand.skirmish
    if skirmish is None:
        return "reveal"
    return "reinforce" if skirmish.drawing else "dice"


def to_act(war: War) -> tuple[int, ...]:
    """Returns the seats that may act now: all turn a card, those with dice may roll, the tied must draw."""
    if war.hand is None:
        return ()
    skirmish = war.hand.skirmish
    if skirmish is None:
        return tuple(range(war.players))
    dice = war.hand.dice
    return skirmish.drawing or tuple([s for s in range(war.players) if dice[s] and s not in skirmish.out])


def dice_left(war: War) -> tuple[tuple[str, ...], ...]:
    """Returns the dice that each seat has left, sorted; after the end all of them."""
    return war.hand.dice if war.hand is not None else fresh(war.players).dice


def fought(war: War) -> tuple[Fought, ...]:
    """Returns the skirmishes of the battle under way that are over."""
    return () if war.hand is None else war.hand.fought


def fought_in(done: BattleSummary) -> tuple[Fought, ...]:
    """Returns the skirmishes of a battle that is over."""
    return done.fought


def battles_in(done: BattleSummary) -> int:
    """Returns how many battles a summary stands for: a war that was tallied is all of them."""
    return BATTLES if done.thrown_out is None else 1


def skirmish_number(war: War) -> int:
    """Returns the number of the skirmish that lies, or for which cards are turned next; 0 after the end."""
    return 0 if war.hand is None else len(war.hand.fought) + 1


def is_between_battles(war: War) -> bool:
    """Tells whether no card of the next battle is turned yet; it begins as soon as the last one ends."""
    return war.hand is None or (war.hand.skirmish is None and not war.hand.fought)


def tricks_taken(war: War) -> tuple[int, ...]:
    """Returns the skirmishes that each seat has won in the battle under way, after the end in the last one."""
    fought = war.finished[-1].fought if war.hand is None else war.hand.fought
    return tuple(sum(f.winner == seat for f in fought) for seat in range(war.players))


def with_battle(war: War, battle: Battle, laid: Laid, reserve: tuple[int, ...], totals: tuple[int, ...]) -> War:
    """Returns the war with this battle under way, and the parts of the war that change with it."""
    return structs.replace(war, totals=totals, hand=battle, reserve=reserve, laid=laid)


def with_fought(war: War, battle: Battle, fought: Fought) -> War:
    """Returns the war once a skirmish is over: all its cards are the winner's (WAR-6), or thrown out (WAR-10)."""
    totals, winner = war.totals, fought.winner
    if winner is not None:
        totals = (*totals[:winner], totals[winner] + points_of(fought.cards), *totals[winner + 1 :])
    battle = Battle(battle.dice, None, (*battle.fought, fought))
    after = with_battle(war, battle, war.laid, war.reserve, totals)
    return after if len(battle.fought) < PILE else _end_battle(after, battle.fought)


def _end_battle(war: War, fought: tuple[Fought, ...]) -> War:
    """Five skirmishes are a battle (WAR-4); the dice come back with the next one (WAR-7)."""
    won = tuple([_won(fought, seat) for seat in range(war.players)])
    thrown_out = sum([len(f.cards) for f in fought if f.winner is None])
    finished = (*war.finished, BattleSummary(tuple(map(worth, won)), thrown_out, won, fought))
    hand = fresh(war.players) if len(finished) < BATTLES else None
    return cast("War", weighed(structs.replace(war, hand=hand, finished=finished)))


def pot(war: War, seat: int) -> int:
    """Returns the points in a seat's pot: those won in the battle under way. The totals include them."""
    return 0 if war.hand is None else worth(_won(war.hand.fought, seat))


def _won(fought: tuple[Fought, ...], seat: int) -> Spoils:
    return spoils_of([card for f in fought if f.winner == seat for card in f.cards])


def tallied(war: War, spoils: tuple[Spoils, ...]) -> War:
    """Returns the war ended with the spoils of each seat (WAR-11)."""
    points = tuple(map(worth, spoils))
    totals = tuple(t + p for t, p in zip(war.totals, points, strict=True))
    told = BattleSummary(points, None, spoils)
    return cast("War", weighed(structs.replace(war, hand=None, totals=totals, finished=(told,))))


def weighed(war: Match[Options, Battle]) -> Match[Options, Battle]:
    """Returns the war with its winners once no battle is left; several: a stalemate (WAR-12)."""
    return war if war.hand is not None else structs.replace(war, winners=leaders(war))
