"""A match of each game entered card by card, by chance and with nothing around the rules: deal, ask, apply.

Each game's player is the function `play` of `player.py` in the folder of its tests. `judge` is not asked again for what
`legal` has just named.
"""

import random
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from rules_core.events import Event, Play
from rules_core.game import Game
from rules_core.games import GAMES

Player = Callable[..., list[Event]]


def module_of(game: str) -> Any:
    """Returns the module with the player of a game."""
    return import_module(f"tests.rules.games.{game.replace('-', '_')}.player")


def found() -> dict[str, Player]:
    """Returns the player of each game by the game's name."""
    return {name: module_of(name).play for name in GAMES}


class Match:
    """A match as it is played: the state, and every event so far."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self.game, self.apply, self.players, self.events = game, game.apply, players, []
        self.state: Any = game.start(players, game.options())

    def enter(self, event: Event) -> None:
        self.state = self.apply(self.state, event, len(self.events))
        self.events.append(event)


def shuffled(chance: random.Random, cards: Iterable[str]) -> list[str]:
    """Returns the cards in an order by chance, each order as likely as any other."""
    return sorted(cards, key=lambda _card: chance.random())


def play_out(chance: random.Random, match: Match, hands: list[list[str]]) -> None:
    """Plays the cards of a hand in which nothing is asked between the tricks."""
    legal = match.game.legal
    while (hand := match.state.hand) is not None:
        seat = hand.to_act
        card = chance.choice(legal(match.state, seat, tuple(hands[seat])))
        hands[seat].remove(card)
        match.enter(Play(seat, card))
