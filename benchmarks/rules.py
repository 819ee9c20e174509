"""Check-and-apply of Sixes and Sevens events per CPU second, against `is_legal` and `push` of the package chess."""

import random
import sys

import chess
from _matches import match
from _ratio import ratio, say

from rules_core.events import Event, decode
from rules_core.game import Refusal
from rules_core.games import sixes_and_sevens as game

LIMIT = 2.0


def events() -> list[tuple[int, list[Event]]]:
    """Returns twenty matches as decoded events."""
    return [(players, [read(raw) for raw in match(players, seed)]) for players in game.PLAYERS for seed in range(5)]


def read(raw: dict[str, object]) -> Event:
    event = decode(raw, game.EVENTS)
    if isinstance(event, Refusal):
        raise RuntimeError(event)
    return event


def moves() -> list[list[chess.Move]]:
    """Returns twenty random games of chess."""
    chance = random.Random(1)
    games = []
    for _ in range(20):
        board, played = chess.Board(), []
        while not board.is_game_over() and len(played) < 120:
            played.append(chance.choice(list(board.legal_moves)))
            board.push(played[-1])
        games.append(played)
    return games


def main() -> int:
    matches, games = events(), moves()
    ours_count, theirs_count = sum(len(log) for _, log in matches), sum(map(len, games))

    def ours() -> None:
        for players, log in matches:
            state = game.start(players, game.Options())
            for index, event in enumerate(log):
                if game.judge(state, event, index) is not None:
                    raise RuntimeError(event)
                state = game.apply(state, event, index)

    def theirs() -> None:
        for played in games:
            board = chess.Board()
            for move in played:
                if not board.is_legal(move):
                    raise RuntimeError(move)
                board.push(move)

    a, b, quotient = ratio(ours, theirs)
    print(f"Sixes and Sevens {ours_count / a:,.0f} events, chess {theirs_count / b:,.0f} moves per CPU second")
    value = ours_count / theirs_count / quotient
    return 0 if say("events per CPU second against chess", value, LIMIT, at_least=True) else 1


if __name__ == "__main__":
    sys.exit(main())
