"""Records: the header of a table and its events, as a file holds them (record, section 1).

Whatever bytes come in, `read` answers with a record or with `Malformed`, in time and memory that these limits bound.
They lie far beyond any evening: a long match has some hundred events of some fifty bytes.
"""

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NoReturn

import msgspec
from msgspec import Struct

from rules_core.findings import Malformed
from rules_core.game import Game
from rules_core.games import GAMES

FORMAT = "sixfold-record/1"
EDITION = 1
"""The edition of the rules that records are written for; one that names none is of this one."""

MAX_BYTES = 4 * 2**20
"""Of one record, as UTF-8."""
MAX_EVENTS = 10_000
"""Of one record, those inside amendments included. A state of a match remembers every hand before it."""
MAX_REFOLDED = 250_000
"""How many events the amendments of one record may fold again, all together."""
MAX_DEPTH = 100
"""Of objects and lists within each other; the record itself needs nine."""
MAX_DIGITS = 100
"""Of one number, its sign, point and exponent included."""
MAX_NAME = 200
"""Characters of one player's name."""

_SHOW_NOTHING = "\u115f\u1160\u2800\u3164\uffa0"
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


class Header(Struct, frozen=True):
    """The settings before the first deal. `options` holds only those that differ from the defaults or were given."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = {}
    edition: int = EDITION


class Record(Struct, frozen=True):
    """A record as read: its format, header fields and raw events, not yet folded."""

    format: Literal["sixfold-record/1"]
    game: str
    players: tuple[str, ...]
    options: dict[str, Any] = {}
    events: tuple[dict[str, Any], ...] = ()
    edition: int = EDITION
    query: dict[str, Any] | None = None

    @property
    def header(self) -> Header:
        """The record less its events."""
        return Header(self.game, self.players, self.options, self.edition)


# Writing


def write(
    header: Header, events: Iterable[Mapping[str, Any]], metadata: Mapping[str, Any] = MappingProxyType({})
) -> bytes:
    """Returns the canonical record: one line of JSON in UTF-8, keys sorted, no spaces, a newline at its end.

    Equal tables have equal bytes. The header is always written whole and says its edition; an event is written with
    the fields that it has. `read` gives back the same header and events, without the `metadata`.
    """
    return b"".join(pieces(header, events, metadata))


def pieces(
    header: Header, events: Iterable[Mapping[str, Any]], metadata: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[bytes]:
    """Yields the same in pieces, of a long list one piece for each of its entries."""
    for number, (name, found) in enumerate(sorted(_whole(header, events, metadata).items())):
        yield f"{',' if number else '{'}{_text(name)}:".encode()
        if isinstance(found, list):
            yield b"["
            yield from (f"{',' if place else ''}{_text(one)}".encode() for place, one in enumerate(found))
            yield b"]"
        else:
            yield _text(found).encode()
    yield b"}\n"


def _whole(header: Header, events: Iterable[Mapping[str, Any]], metadata: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **metadata,
        "format": FORMAT,
        "edition": header.edition,
        "game": header.game,
        "players": header.players,
        "options": dict(header.options),
        "events": [dict(event) for event in events],
    }


_text = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode


# Reading


def read(text: bytes | str) -> Record:
    """Returns the record in a JSON text. Raises `Malformed` where it is none, or beyond the limits."""
    return record_of(read_json(text))


def record_of(found: Any) -> Record:
    """Returns the record that this JSON is. Raises `Malformed` where it is none, or beyond the limits."""
    try:
        record = msgspec.convert(found, Record)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), "shape", part=_part(error)) from None
    check_edition(record.edition)
    if (count := sum(map(entries, record.events))) > MAX_EVENTS:
        problem = f"{count} events, those inside amendments included; a record has at most {MAX_EVENTS}"
        raise Malformed(problem, "events", most=MAX_EVENTS)
    return record


def read_json(text: bytes | str) -> Any:
    """Returns the value of a JSON text. Raises `Malformed` where it is invalid or ambiguous."""
    try:
        data = text.encode() if isinstance(text, str) else text
        _check_text(data)
        return msgspec.json.decode(data)
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise Malformed(f"no UTF-8: {error.reason} (byte {error.start})", "utf-8") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"no JSON: {error}", "json", line=error.lineno, column=error.colno) from None
    except msgspec.DecodeError:
        # All that is left of faults in JSON that the check of the text has let pass.
        raise Malformed("a text holds half of a surrogate pair, which is no character", "surrogate") from None


def _check_text(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise Malformed(f"longer than the {MAX_BYTES} bytes of the longest record", "long", most=MAX_BYTES)
    _check_depth(data)
    json.loads(
        data.decode(), object_pairs_hook=_once, parse_int=_number, parse_float=_number, parse_constant=_no_number
    )


def _check_depth(data: bytes) -> None:
    depth = 0
    for bracket in _STRING.sub(b"", data).translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise Malformed(f"lists and objects nested more than {MAX_DEPTH} deep", "deep")


def _once(pairs: list[tuple[str, None]]) -> None:
    """Refuses an object with a key twice: which of the two counts, no two readers agree on."""
    if len(dict(pairs)) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Malformed(f"an object has the key {twice!r} twice", "twice", key=twice)


def _number(digits: str) -> None:
    if len(digits) > MAX_DIGITS:
        problem = f"the number {digits[:12]}… has {len(digits)} digits; at most {MAX_DIGITS} are read"
        raise Malformed(problem, "number", digits=f"{digits[:12]}…")
    if math.isinf(float(digits)):
        raise Malformed(f"the number {digits} is too large", "number", digits=digits)


def _no_number(name: str) -> NoReturn:
    raise Malformed(f"{name} is no number of JSON", "number", digits=name)


def _part(error: msgspec.ValidationError) -> str | None:
    """Returns where in the record an error is: `players`, `events[3]`; None where it is the record itself."""
    named = re.search(r"(?:at `\$\.?|field `)([^`]+)`", str(error))
    return named[1] if named else None


def entries(raw: Mapping[str, Any]) -> int:
    """Returns how many events this entry holds: itself, and those that an amendment puts in the place of others."""
    changes = raw.get("changes")
    if raw.get("type") != "amend" or not isinstance(changes, list):
        return 1
    lists = (change.get("with") for change in changes if isinstance(change, dict))
    return 1 + sum(len(events) for events in lists if isinstance(events, list))


# What a header must be


def check_edition(edition: int) -> None:
    """Raises `Malformed` unless these rules are of this edition."""
    if edition != EDITION:
        raise Malformed(f"edition {edition} of the rules is not known here; this is edition {EDITION}", "edition")


def game_of(header: Header) -> Game[Any]:
    """Returns the game's module. Raises `Malformed` for a game that is not built."""
    try:
        return GAMES[header.game]
    except KeyError:
        raise Malformed(f"no game is called {header.game!r}", "game", game=header.game) from None


def options_of(header: Header) -> Any:
    """Returns the game's options with its defaults. Raises `Malformed` for an unknown one or a wrong type."""
    try:
        return msgspec.convert(dict(header.options), game_of(header).options)
    except msgspec.ValidationError as error:
        raise Malformed(f"options: {error}", "options", part=_part(error)) from None


def check_players(header: Header) -> None:
    """Raises `Malformed` unless the players are as many as the game wants, with distinct names that show something."""
    names = header.players
    if len(names) not in game_of(header).players:
        raise Malformed(f"{len(names)} players cannot play {header.game}", "players", players=len(names))
    for seat, name in enumerate(names):
        if len(name) > MAX_NAME:
            problem = f"the name of seat {seat} has {len(name)} characters; at most {MAX_NAME} are read"
            raise Malformed(problem, "name", seat=seat)
        if not any(map(_shows, name)):
            raise Malformed(f"the name of seat {seat} is blank", "name", seat=seat)
        if name in names[:seat]:
            raise Malformed(f"seats {names.index(name)} and {seat} have the same name", "name", seat=seat)


def _shows(char: str) -> bool:
    return char not in _SHOW_NOTHING and unicodedata.category(char) not in {"Cc", "Cf", "Zl", "Zp", "Zs"}
