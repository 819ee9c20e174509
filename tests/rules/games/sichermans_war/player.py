"""Matches of Sicherman's War by chance."""

import random

from _players import Match, shuffled

from rules_core.cards import RANKS
from rules_core.events import Event, Settle
from rules_core.games.sichermans_war import GAME
from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll
from rules_core.games.sichermans_war.war import dice_left


def play(chance: random.Random, players: int = 2) -> list[Event]:
    match = Match(GAME, players)
    cards = shuffled(chance, RANKS * 2 * players)
    while (phase := GAME.phase(match.state)) != "over":
        if phase == "reveal":
            match.enter(Reveal(tuple(cards.pop() for _ in range(players))))
        elif phase == "reinforce":
            match.enter(Reinforce({str(seat): cards.pop() for seat in GAME.to_act(match.state)}))
        else:
            match.enter(_rolled(chance, match))
    return match.events


def _rolled(chance: random.Random, match: Match) -> Event:
    rollers = GAME.to_act(match.state)
    if not rollers or chance.random() < 0.4:
        return Settle()
    seat = chance.choice(rollers)
    die = chance.choice(dice_left(match.state)[seat])
    return Roll(seat, die, chance.choice(FACES[die]))
