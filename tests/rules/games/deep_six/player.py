"""Matches of Deep Six by chance, with quick contracts and the best melds."""

import random

from _players import Match, play_out, shuffled

from rules_core.events import Deal, Event
from rules_core.games.deep_six import GAME
from rules_core.games.deep_six.events import CardMeld, Contract
from rules_core.games.deep_six.meld import best_melds


def play(chance: random.Random, players: int = 4) -> list[Event]:
    match = Match(GAME, players)
    while not match.state.winners:
        pack = shuffled(chance, GAME.pack * 2)
        hands = [pack[seat * 14 : (seat + 1) * 14] for seat in range(players)]
        match.enter(Deal())
        bidder = chance.randrange(players)
        match.enter(Contract(bidder, chance.choice((120, 100, 60)), chance.choice("CDHS")))
        for seat in range(players):
            laid = best_melds(hands[seat], match.state.hand.opening.sunk, "kinds")
            match.enter(CardMeld(seat, tuple(meld.cards for meld in laid)))
        play_out(chance, match, hands)
    return match.events
