"""Matches of Sichere Six by chance; the Joker wins."""

import random

from _players import Match, shuffled

from rules_core.events import Deal, Event
from rules_core.games.sichere_six import GAME
from rules_core.games.sichere_six.events import JokerPlay, Mercy


def play(chance: random.Random, players: int = 3) -> list[Event]:
    match = Match(GAME, players)
    while not match.state.winners:
        *pack, mercy = shuffled(chance, GAME.pack)
        hands = [pack[seat * 8 : (seat + 1) * 8] for seat in range(players)]
        match.enter(Deal())
        while (hand := match.state.hand) is not None:
            seat = hand.to_act
            if hand.chosen is not None and not hand.mercy:
                hands[seat].append(mercy)
                hands[seat].remove(chance.choice(hands[seat]))
                match.enter(Mercy(seat))
                continue
            card = chance.choice(GAME.legal(match.state, seat, tuple(hands[seat])))
            hands[seat].remove(card)
            match.enter(JokerPlay(seat, card, joker="win") if card == "X" else JokerPlay(seat, card))
    return match.events
