"""Sicherman's War (WAR), in the order of its rule book.

WAR-1, 3, 5, 11   `spoils`: the packs, the cards' values and points     WAR-8, 15  `_reinforce`, `skirmish.after_cards`
WAR-2             `dice.FACES`                                          WAR-9, 16  `_settle`, `skirmish.after_dice`
WAR-4, 12         `war`: the battles, and how it ends                   WAR-10     `_settle`, `war.with_fought`
WAR-6, 13, 14     `_reveal`, `skirmish.ahead`                           WAR-17     `skirmish._called_up`
WAR-7             `_judge_roll`, `_roll`, `war.fresh`

A battle is what other games call a hand. Nothing is dealt and no cards are held, so nobody can break a duty.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, cast

from rules_core import match as matches
from rules_core.cards import Card, without
from rules_core.events import Adjust, Event, Ruling, Settle, types
from rules_core.findings import Observer, Query, Refusal
from rules_core.forecast import Contests
from rules_core.game import Game
from rules_core.games.sichermans_war import skirmish, spoils, table_view
from rules_core.games.sichermans_war.case_evidence import evidence
from rules_core.games.sichermans_war.dice import DICE, FACES
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll, SpoilsTally
from rules_core.games.sichermans_war.figures import FIGURE_TYPES, figures_of
from rules_core.games.sichermans_war.score import explain, goals, hand_points, piles
from rules_core.games.sichermans_war.skirmish import Fought, Skirmish
from rules_core.games.sichermans_war.spoils import PACK, PILE, VALUE
from rules_core.games.sichermans_war.war import (
    BATTLES,
    Battle,
    BattleSummary,
    Options,
    War,
    battles_in,
    dice_left,
    fought,
    fought_in,
    in_play,
    is_between_battles,
    lying,
    phase,
    skirmish_number,
    start,
    tallied,
    to_act,
    tricks_taken,
    weighed,
    with_battle,
    with_fought,
)
from rules_core.match import bad_seat, fields_told, told_of, wrong_phase
from rules_core.view import TableView

QUERIES: Mapping[str, Query] = {"dice": table_view.answer}
CODES: Mapping[str, str] = {"die-already-used": "WAR-7", "bad-roll": "WAR-2", "out-of-skirmish": "WAR-17"}

# Is it allowed?


def judge(war: War, event: Event, index: int) -> Refusal | None:
    """Returns why the rules do not take this event, None where they do."""
    match event:
        case Reveal():
            return _judge_reveal(war, event)
        case Roll():
            return _judge_roll(war, event)
        case Settle():
            return None if phase(war) == "dice" else _not_now(war)
        case Reinforce():
            return _judge_reinforce(war, event)
        case SpoilsTally():
            return _judge_tally(war, event)
    return matches.judge_between(war, event, index)


def _not_now(war: War) -> Refusal:
    now = phase(war)
    fight = lying(war)
    if fight is None:
        return Refusal("wrong-phase", "WAR-6", {"phase": now})
    if not fight.drawing:
        return Refusal("wrong-phase", "WAR-7", {"phase": now})
    return Refusal(
        "wrong-phase", "WAR-8" if fight.tie == "natural" else "WAR-9", {"phase": now, "to_act": fight.drawing}
    )


def _judge_reveal(war: War, event: Reveal) -> Refusal | None:
    if len(event.cards) != war.players:
        return Refusal("bad-value", "WAR-6", {"field": "cards", "sides": war.players})
    if phase(war) != "reveal":
        return _not_now(war)
    return _judge_turned(war, dict(enumerate(event.cards)))


def _judge_turned(war: War, cards: Mapping[int, Card]) -> Refusal | None:
    return spoils.judge_turned(war.laid, cards, spoils.packs(war.players), jokers=war.options.jokers)


def _judge_roll(war: War, event: Roll) -> Refusal | None:
    seat, die, battle = event.seat, event.die, war.hand
    if battle is None or battle.skirmish is None or battle.skirmish.drawing:
        return _not_now(war)
    if not 0 <= seat < war.players:
        return bad_seat(seat)
    if seat in battle.skirmish.out:
        return Refusal("out-of-skirmish", "WAR-17", {"seat": seat})
    if die not in battle.dice[seat]:
        return Refusal("die-already-used", "WAR-7", {"seat": seat, "die": die})
    if event.value not in FACES[die]:
        return Refusal("bad-roll", "WAR-2", {"seat": seat, "die": die, "value": event.value})
    return None


def _judge_reinforce(war: War, event: Reinforce) -> Refusal | None:
    if phase(war) != "reinforce":
        return _not_now(war)
    due = to_act(war)
    if event.cards.keys() != {str(seat) for seat in due}:
        return Refusal("bad-seat", "WAR-15" if war.players > 2 else "WAR-8", {"to_act": due})
    return _judge_turned(war, _drawn(event))


def _drawn(event: Reinforce) -> dict[int, Card]:
    return {seat: event.cards[str(seat)] for seat in sorted(map(int, event.cards))}


def _judge_tally(war: War, event: SpoilsTally) -> Refusal | None:
    if war.laid.ranks:
        return wrong_phase(phase(war))
    return spoils.judge_tally(event.spoils, war.players, jokers=war.options.jokers)


# Effects


def apply(war: War, event: Event, index: int) -> War:
    """Returns the war after an event that `judge` took."""
    match event:
        case Reveal():
            return _reveal(war, event)
        case Roll():
            return _roll(war, event)
        case Settle():
            return _settle(war)
        case Reinforce():
            return _reinforce(war, event)
        case SpoilsTally():
            return tallied(war, event.spoils)
    return cast("War", matches.apply_between(war, event, weighed))


def _of(war: War) -> tuple[Battle, Skirmish]:
    battle = war.hand
    assert battle is not None  # `judge` has seen to both
    assert battle.skirmish is not None
    return battle, battle.skirmish


def _reveal(war: War, event: Reveal) -> War:
    """All turn a card (WAR-6)."""
    battle = war.hand
    assert battle is not None  # `judge` has seen to it
    fight = skirmish.after_cards(skirmish.turned(event.cards), war.reserve)
    laid = spoils.laid_with(war.laid, event.cards)
    return with_battle(war, Battle(battle.dice, fight, battle.fought), laid, war.reserve, war.totals)


def _roll(war: War, event: Roll) -> War:
    """A rolled die counts and is spent (WAR-7)."""
    (battle, fight), seat = _of(war), event.seat
    left = without(battle.dice[seat], event.die)
    dice = (*battle.dice[:seat], left, *battle.dice[seat + 1 :])
    fight = skirmish.rolled(fight, seat, event.die, event.value)
    return with_battle(war, Battle(dice, fight, battle.fought), war.laid, war.reserve, war.totals)


def _settle(war: War) -> War:
    """Settles a skirmish without more dice: a tie is drawn for (WAR-9) or thrown out (WAR-10), else it is won."""
    battle, fight = _of(war)
    best = skirmish.ahead(fight)
    if len(best) > 1:
        fight = skirmish.after_dice(fight, war.reserve)
        if fight.drawing:
            return with_battle(war, Battle(battle.dice, fight, battle.fought), war.laid, war.reserve, war.totals)
        best = skirmish.ahead(fight)
    return with_fought(war, battle, Fought(fight, best[0] if len(best) == 1 else None))


def _reinforce(war: War, event: Reinforce) -> War:
    """Adds the drawn cards (WAR-8); the dice left may be used afterwards (WAR-9)."""
    (battle, fight), drawn = _of(war), _drawn(event)
    reserve = tuple(left - (seat in drawn) for seat, left in enumerate(war.reserve))
    fight = skirmish.after_cards(skirmish.reinforced(fight, drawn), reserve)
    laid = spoils.laid_with(war.laid, drawn.values())
    return with_battle(war, Battle(battle.dice, fight, battle.fought), laid, reserve, war.totals)


# Queries


def candidates(war: War) -> Iterator[Event]:
    """Yields the events that a pad may offer now, each of them taken by `judge`; cards by their ranks alone.

    Where four turn a card those are tens of thousands: take as many as needed.
    """
    battle = war.hand
    if battle is None:
        return
    if battle.skirmish is not None and not battle.skirmish.drawing:
        yield Settle()
        yield from _rolls(war, battle)
        return
    seats = to_act(war)
    ranks = [rank for rank in spoils.RANKS_OF_PACK if _judge_turned(war, {0: rank}) is None]
    for cards in product(ranks, repeat=len(seats)):
        turned = dict(zip(seats, cards, strict=True))
        if _judge_turned(war, turned) is None:
            yield Reinforce({str(s): c for s, c in turned.items()}) if battle.skirmish else Reveal(cards)


def _rolls(war: War, battle: Battle) -> Iterator[Roll]:
    for seat in to_act(war):
        for die in battle.dice[seat]:
            for face in dict.fromkeys(FACES[die]):
                yield Roll(seat, cast("Any", die), face)


def by_itself(war: War) -> Event | None:
    """Returns the settling once no seat in the skirmish has a die left to add (WAR-7)."""
    return Settle() if phase(war) == "dice" and not to_act(war) else None


def cards_held(war: War, seat: int) -> int:
    """Returns how many cards of the battle's pile a seat has not turned yet; each has as many (WAR-4)."""
    battle = war.hand
    return 0 if battle is None else PILE - len(battle.fought) - (battle.skirmish is not None)


HAND = fields_told(BattleSummary, "points", "thrown_out")
"""What a result tells of a finished hand."""


def summary(war: War) -> dict[str, Any]:
    """Returns the game's part of a result: battles, reinforcements and dice left (record, section 4.5)."""
    return {
        "hands": [told_of(battle, HAND) for battle in war.finished],
        "reserve": list(war.reserve),
        "dice": [list(dice) for dice in dice_left(war)],
    }


def view(war: War, observer: Observer) -> TableView:
    """Returns the table as this observer may see it: everything but the pots of this battle (GEN-5)."""
    return table_view.view(war, observer, tricks_taken(war))


class SichermansWar(Game[War]):
    """Sicherman's War. Nobody plays a card from a hand, so there is no infraction, and no contradiction either."""

    name = "sichermans-war"
    prefix = "WAR"
    players = (2, 4)  # WAR-1
    pack = PACK
    cards = dict.fromkeys(players, ())
    options = Options
    events = types(Adjust, Ruling, Reveal, Roll, Settle, Reinforce, SpoilsTally)
    queries = QUERIES
    codes = CODES
    open_codes = frozenset({"bad-roll", "die-already-used", "out-of-skirmish"})

    figure_types = FIGURE_TYPES

    hand_points = staticmethod(hand_points)
    piles = staticmethod(piles)
    start = staticmethod(start)
    judge = staticmethod(judge)
    apply = staticmethod(apply)
    phase = staticmethod(phase)
    to_act = staticmethod(to_act)
    view = staticmethod(view)
    explain = staticmethod(explain)
    goals = staticmethod(goals)
    hand_told = HAND
    summary = staticmethod(summary)
    evidence = staticmethod(evidence)
    cards_held = staticmethod(cards_held)
    figures_of = staticmethod(figures_of)
    tricks_taken = staticmethod(tricks_taken)
    tricks = staticmethod(fought)
    tricks_of = staticmethod(fought_in)
    hands_in = staticmethod(battles_in)
    trick_number = staticmethod(skirmish_number)
    is_between_hands = staticmethod(is_between_battles)
    candidates = staticmethod(candidates)
    by_itself = staticmethod(by_itself)
    in_force = staticmethod(table_view.standing)
    on_table = staticmethod(table_view.on_table)
    in_play = staticmethod(in_play)

    def forecast(self, players: int, options: Options, /) -> Contests:
        return Contests(
            values=VALUE,
            dice=DICE,
            rounds=PILE,
            hands=BATTLES,
            entries={"reveal": ("reveal",), "dice": ("roll", "settle"), "reinforce": ("reinforce",)},
            outcomes=skirmish.outcomes(players),
        )


GAME = SichermansWar()
