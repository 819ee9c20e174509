"""Records: the header of a table and its events, as a file holds them (record, section 1)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules_core.game import Game, Malformed
from rules_core.games import GAMES


class Header(Struct, frozen=True):
    """What is settled before the first deal. `options` holds only what differs from the game's defaults or was said."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = {}
    edition: Literal[1] = 1


class Record(Struct, frozen=True):
    """A record as read: its format, header fields and raw events, not yet folded."""

    format: Literal["sixfold-record/1"]
    game: str
    players: tuple[str, ...]
    options: dict[str, Any] = {}
    events: tuple[dict[str, Any], ...] = ()
    edition: Literal[1] = 1
    query: dict[str, Any] | None = None

    @property
    def header(self) -> Header:
        """The record less its events."""
        return Header(self.game, self.players, self.options, self.edition)


def read(text: bytes | str) -> Record:
    """Returns the record in a JSON text. Raises `Malformed` where it is none."""
    try:
        return msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Malformed(str(error)) from None


def game_of(header: Header) -> Game:
    """Returns the game's module. Raises `Malformed` for a game that is not built."""
    try:
        return GAMES[header.game]
    except KeyError:
        raise Malformed(f"no game is called {header.game!r}") from None


def options_of(header: Header) -> Any:
    """Returns the game's options with its defaults. Raises `Malformed` for an unknown one or a wrong type."""
    try:
        return msgspec.convert(dict(header.options), game_of(header).Options)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from None


def check_players(header: Header) -> None:
    """Raises `Malformed` unless the players are as many as the game wants, with distinct names that are not blank."""
    names = header.players
    if len(names) not in game_of(header).PLAYERS:
        raise Malformed(f"{len(names)} players cannot play {header.game}")
    if any(not name.strip() for name in names) or len(set(names)) != len(names):
        raise Malformed("players need distinct names")
