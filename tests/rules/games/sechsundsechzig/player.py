"""Matches of Sechsundsechzig by chance: nobody closes or announces, 66 is called at a lead."""

import random

from _players import Match, shuffled

from rules_core.events import Deal, Event, Settle
from rules_core.games.sechsundsechzig import GAME
from rules_core.games.sechsundsechzig.events import Call, MarriagePlay, TurnUp
from rules_core.games.sechsundsechzig.packs import PACKS

AGAINST_SCHNAPSEN = 2.0
"""The least ratio of the entries a second to the moves of a second of Schnapsen, its closest relative."""


def play(chance: random.Random, players: int = 2) -> list[Event]:
    match, pack = Match(GAME, players), PACKS[players]
    while not match.state.winners:
        talon = shuffled(chance, pack.cards * pack.copies)
        hands = [[talon.pop() for _ in range(pack.size)] for _ in range(players)]
        match.enter(Deal())
        match.enter(TurnUp(talon[0]))
        draws = pack.draws
        while (hand := match.state.hand) is not None and len(hand.tricks) < pack.tricks:
            seat = hand.to_act
            if not hand.trick and sum(hand.captured[seat::2]) >= 66:
                match.enter(Call(seat))
                break
            card = chance.choice(GAME.legal(match.state, seat, tuple(hands[seat])))
            hands[seat].remove(card)
            match.enter(MarriagePlay(seat, card))
            hand = match.state.hand
            if draws and not hand.trick:
                draws -= 1
                for step in range(players):
                    hands[(hand.to_act + step) % players].append(talon.pop())
        if match.state.hand is not None:
            match.enter(Settle())
    return match.events
