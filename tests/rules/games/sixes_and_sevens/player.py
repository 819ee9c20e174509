"""Matches of Sixes and Sevens by chance."""

import random

from _players import Match, play_out, shuffled

from rules_core.events import Deal, Event
from rules_core.games.sixes_and_sevens import GAME


def play(chance: random.Random, players: int = 4) -> list[Event]:
    match, size = Match(GAME, players), GAME.hand_size(players)
    while not match.state.winners:
        pack = shuffled(chance, GAME.pack)
        hands = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
        match.enter(Deal())
        play_out(chance, match, hands)
    return match.events
