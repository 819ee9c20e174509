"""Check-and-apply of each game's events per CPU second, against `is_legal` and `push` of the package chess."""

import random
import statistics
import sys
from collections.abc import Callable
from typing import Any

import _players
import chess
from _ratio import ratio, say

from rules_core.events import Event
from rules_core.game import Game
from rules_core.games import GAMES

LIMIT = 2.0
MATCHES = 20
Log = tuple[int, list[Event]]


def logs(game: Game[Any]) -> list[Log]:
    """Returns matches of a game entered card by card, with their players."""
    tables, play = game.players, _players.found()[game.name]
    seats = [tables[seed % len(tables)] for seed in range(MATCHES)]
    return [(players, play(random.Random(seed), players)) for seed, players in enumerate(seats)]


def moves() -> list[list[chess.Move]]:
    """Returns random games of chess."""
    chance = random.Random(1)
    games = []
    for _ in range(MATCHES):
        board, played = chess.Board(), []
        while not board.is_game_over() and len(played) < 120:
            played.append(chance.choice(list(board.legal_moves)))
            board.push(played[-1])
        games.append(played)
    return games


def folding(game: Game[Any], played: list[Log]) -> Callable[[], None]:
    judge, apply = game.judge, game.apply

    def work() -> None:
        for players, log in played:
            state = game.start(players, game.options())
            for index, event in enumerate(log):
                if judge(state, event, index) is not None:
                    raise RuntimeError(event)
                state = apply(state, event, index)

    return work


def main() -> int:
    games = moves()

    def theirs() -> None:
        for played in games:
            board = chess.Board()
            for move in played:
                if not board.is_legal(move):
                    raise RuntimeError(move)
                board.push(move)

    values, theirs_count = [], sum(map(len, games))
    for game in GAMES.values():
        played = logs(game)
        count = sum(len(log) for _, log in played)
        a, b, quotient = ratio(folding(game, played), theirs)
        values.append(count / theirs_count / quotient)
        speed = f"{count / a:,.0f} events, chess {theirs_count / b:,.0f} moves per CPU second"
        print(f"{game.name}: {speed}, {values[-1]:.2f} times chess")
    return 0 if say("median game against chess", statistics.median(values), LIMIT, at_least=True) else 1


if __name__ == "__main__":
    sys.exit(main())
