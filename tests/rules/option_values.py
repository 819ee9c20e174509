"""The options of a game, each with its other values, as its own declaration has them."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal, get_args, get_origin

import msgspec

from rules_core.findings import Malformed
from rules_core.game import Game

NUMBER = 4
"""What an option is that takes any number; no game has it as its usual one."""


def one_at_a_time(game: Game, players: int) -> Iterator[dict[str, Any]]:
    """Yields the usual options, then each option at each of its other values, as far as so many players may have it."""
    yield {}
    for field in msgspec.structs.fields(game.options):
        for value in _values(field.type):
            chosen = {field.encode_name: value}
            with suppress(Malformed):
                game.start(players, msgspec.convert(chosen, game.options))
                if value != field.default:
                    yield chosen


def _values(kind: Any) -> tuple[Any, ...]:
    if kind is bool or bool in get_args(kind):
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else (NUMBER,)
