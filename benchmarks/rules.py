"""Check-and-apply of each game's events per CPU second, against `is_legal` and `push` of the package chess."""

import random
import statistics
import sys
from collections.abc import Callable

import chess
from _ratio import ratio, say

from rules_core.events import Event, decode
from rules_core.game import Refusal
from tests.rules.evenings import EVENINGS, Evening

LIMIT = 2.0
MATCHES = 20
Log = tuple[int, list[Event]]


def logs(kind: type[Evening]) -> list[Log]:
    """Returns matches of a game, played honestly with real cards by chance, as decoded events with their players."""
    tables = kind.game.PLAYERS
    played = []
    for seed in range(MATCHES):
        evening = kind(random.Random(seed), tables[seed % len(tables)], {})
        evening.match(400)
        played.append((evening.players, [read(kind, raw) for raw in evening.log]))
    return played


def read(kind: type[Evening], raw: dict[str, object]) -> Event:
    event = decode(raw, kind.game.EVENTS)
    if isinstance(event, Refusal):
        raise RuntimeError(event)
    return event


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


def folding(kind: type[Evening], played: list[Log]) -> Callable[[], None]:
    game = kind.game
    judge, apply = game.judge, game.apply
    # A game may have other defaults for another number of players, so each match opens as it did when it was played.
    opened = [kind(random.Random(0), players, {}).state for players, _ in played]

    def work() -> None:
        for state, (_, log) in zip(opened, played, strict=True):
            for index, event in enumerate(log):
                if judge(state, event, index) is not None:
                    raise RuntimeError(event)
                state = apply(state, event, index)  # noqa: PLW2901  (the state goes on)

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
    for kind in EVENINGS:
        played = logs(kind)
        count = sum(len(log) for _, log in played)
        a, b, quotient = ratio(folding(kind, played), theirs)
        values.append(count / theirs_count / quotient)
        speed = f"{count / a:,.0f} events, chess {theirs_count / b:,.0f} moves per CPU second"
        print(f"{kind.game.NAME}: {speed}, {values[-1]:.2f} times chess")
    return 0 if say("median game against chess", statistics.median(values), LIMIT, at_least=True) else 1


if __name__ == "__main__":
    sys.exit(main())
