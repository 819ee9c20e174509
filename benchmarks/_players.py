"""A match of each game entered card by card, by chance and with nothing around the rules: deal, ask, apply.

`judge` is not asked again for what `legal` has just named.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any

from rules_core.cards import RANKS
from rules_core.dice import FACES
from rules_core.events import (
    Call,
    CardMeld,
    Contract,
    Deal,
    Event,
    JokerPlay,
    MarriagePlay,
    Mercy,
    Play,
    Reinforce,
    Reveal,
    Roll,
    Settle,
    TurnUp,
)
from rules_core.game import Game
from rules_core.games import deep_six as deep
from rules_core.games import sechsundsechzig as su
from rules_core.games import sichere_six as six
from rules_core.games import sichermans_war as war
from rules_core.games import sixes_and_sevens as odd
from rules_core.games.deep_six.meld import best_melds


class Match:
    """A match as it is played: the state, and every event so far."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.apply, self.players, self.events = game, game.apply, players, []
        self.state: Any = game.start(players, game.Options())

    def enter(self, event: Event) -> None:
        self.state = self.apply(self.state, event, len(self.events))
        self.events.append(event)


def shuffled(chance: random.Random, cards: Iterable[str]) -> list[str]:
    """Returns the cards in an order by chance, each order as likely as any other."""
    return sorted(cards, key=lambda _card: chance.random())


def sixes_and_sevens(chance: random.Random, players: int = 4) -> list[Event]:
    match, size = Match(odd, players), odd.hand_size(players)
    while not match.state.winners:
        pack = shuffled(chance, odd.PACK)
        hands = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
        match.enter(Deal())
        _play_out(chance, match, hands)
    return match.events


def sechsundsechzig(chance: random.Random, players: int = 2) -> list[Event]:
    match, pack = Match(su, players), su.PACKS[players]
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
            card = chance.choice(su.legal(match.state, seat, tuple(hands[seat])))
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


def sichere_six(chance: random.Random, players: int = 3) -> list[Event]:
    match = Match(six, players)
    while not match.state.winners:
        *pack, mercy = shuffled(chance, six.PACK)
        hands = [pack[seat * 8 : (seat + 1) * 8] for seat in range(players)]
        match.enter(Deal())
        while (hand := match.state.hand) is not None:
            seat = hand.to_act
            if hand.chosen is not None and not hand.mercy:
                hands[seat].append(mercy)
                hands[seat].remove(chance.choice(hands[seat]))
                match.enter(Mercy(seat))
                continue
            card = chance.choice(six.legal(match.state, seat, tuple(hands[seat])))
            hands[seat].remove(card)
            match.enter(JokerPlay(seat, card, joker="win") if card == "X" else JokerPlay(seat, card))
    return match.events


def deep_six(chance: random.Random, players: int = 4) -> list[Event]:
    match = Match(deep, players)
    while not match.state.winners:
        pack = shuffled(chance, deep.PACK * 2)
        hands = [pack[seat * 14 : (seat + 1) * 14] for seat in range(players)]
        match.enter(Deal())
        bidder = chance.randrange(players)
        match.enter(Contract(bidder, chance.choice((120, 100, 60)), chance.choice("CDHS")))
        for seat in range(players):
            laid = best_melds(hands[seat], match.state.hand.opening.sunk, "kinds")
            match.enter(CardMeld(seat, tuple(meld.cards for meld in laid)))
        _play_out(chance, match, hands)
    return match.events


def _play_out(chance: random.Random, match: Match, hands: list[list[str]]) -> None:
    """Plays the cards of a hand in which nothing is asked between the tricks."""
    legal = match.game.legal
    while (hand := match.state.hand) is not None:
        seat = hand.to_act
        card = chance.choice(legal(match.state, seat, tuple(hands[seat])))
        hands[seat].remove(card)
        match.enter(Play(seat, card))


def sichermans_war(chance: random.Random, players: int = 2) -> list[Event]:
    match = Match(war, players)
    cards = shuffled(chance, RANKS * 2 * players)
    while (phase := war.phase(match.state)) != "over":
        if phase == "reveal":
            match.enter(Reveal(tuple(cards.pop() for _ in range(players))))
        elif phase == "reinforce":
            match.enter(Reinforce({str(seat): cards.pop() for seat in war.to_act(match.state)}))
        else:
            match.enter(_rolled(chance, match))
    return match.events


def _rolled(chance: random.Random, match: Match) -> Event:
    rollers = war.to_act(match.state)
    if not rollers or chance.random() < 0.4:
        return Settle()
    seat = chance.choice(rollers)
    die = chance.choice(war.dice_left(match.state)[seat])
    return Roll(seat, die, chance.choice(FACES[die]))


PLAYERS: dict[str, Callable[..., list[Event]]] = {
    six.NAME: sichere_six,
    deep.NAME: deep_six,
    odd.NAME: sixes_and_sevens,
    su.NAME: sechsundsechzig,
    war.NAME: sichermans_war,
}
