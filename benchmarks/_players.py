"""A match of each game by chance, with nothing around the rules: deal, ask what is legal, apply.

Each returns how many entries it made. `judge` is not asked again for what `legal` has just named.
"""

import random
from collections.abc import Callable

from rules_core.cards import RANKS
from rules_core.dice import FACES
from rules_core.events import Deal, Play, Reinforce, Reveal, Roll, Settle
from rules_core.games import sichermans_war as war
from rules_core.games import sixes_and_sevens as odd


def sixes_and_sevens(chance: random.Random, players: int = 4) -> int:
    state, entries, size = odd.start(players, odd.Options()), 0, odd.hand_size(players)
    while not state.winners:
        pack = chance.sample(odd.PACK, size * players)
        hands = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
        state = odd.apply(state, Deal(), entries)
        entries += 1
        while (hand := state.hand) is not None:
            seat = hand.to_act
            card = chance.choice(odd.legal(state, seat, tuple(hands[seat])))
            hands[seat].remove(card)
            state = odd.apply(state, Play(seat, card), entries)
            entries += 1
    return entries


def sichermans_war(chance: random.Random) -> int:
    state, entries = war.start(2, war.Options()), 0
    cards = chance.sample(RANKS * 4, 50)
    while (phase := war.phase(state)) != "over":
        match phase:
            case "reveal":
                event = Reveal((cards.pop(), cards.pop()))
            case "reinforce":
                event = Reinforce({str(seat): cards.pop() for seat in war.to_act(state)})
            case _:
                rollers = war.to_act(state)
                event = Settle()
                if rollers and chance.random() < 0.6:
                    seat = chance.choice(rollers)
                    die = chance.choice(war.dice_left(state)[seat])
                    event = Roll(seat, die, chance.choice(FACES[die]))
        state = war.apply(state, event, entries)
        entries += 1
    return entries


PLAYERS: dict[str, Callable[[random.Random], int]] = {
    odd.NAME: sixes_and_sevens,
    war.NAME: sichermans_war,
}
