"""The command that reads photos: a line for each file, for people or as JSON."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import click
import msgspec

from rules_core.cards import Card
from rules_core.games import GAMES
from webapp.http.limits import LARGEST_PHOTO
from webapp.photo.packs import PACKS, most_of
from webapp.photo.reading import CannotRead, read
from webapp.photo.seen import Reading
from webapp.server.commands import CannotDo

SAID = {
    "no-picture": "it is no picture of JPEG, PNG or WebP that can be opened",
    "too-large": "it is larger than a photo of a phone",
    "nothing-seen": "no card is seen on it",
    "too-dark": "it is dark",
    "glare": "light is reflected",
    "from-the-side": "it is taken from the side",
    "too-small": "the cards are small",
    "not-there": "it cannot be read",
}
UNSEEN = frozenset({"no-picture", "too-large", "not-there"})
"""Problems of files that were not looked at."""


def read_photos(files: Iterable[Path], pack: str, *, as_json: bool) -> bool:
    """Prints what lies on each photo. Returns whether all could be looked at. Raises CannotDo."""
    cards, well = _pack(pack), True
    for file in files:
        reading = _read(file, cards)
        well = well and UNSEEN.isdisjoint(reading.problems)
        click.echo(_as_json(file, reading) if as_json else f"{file}: {_told(reading)}")
    return well


def _pack(name: str) -> Mapping[Card, int]:
    if name in PACKS:
        return PACKS[name]
    if name not in GAMES:
        raise CannotDo(f"There is no pack {name}. There are those of {', '.join(GAMES)}; and {', '.join(PACKS)}.")
    return most_of(GAMES[name].cards)


def _read(file: Path, pack: Mapping[Card, int]) -> Reading:
    try:
        with file.open("rb") as opened:
            photo = opened.read(LARGEST_PHOTO + 1)
    except OSError:
        return Reading(0, 0, (), ("not-there",))
    try:
        return read(photo, pack)
    except CannotRead as problem:
        raise CannotDo(str(problem)) from problem


def _as_json(file: Path, reading: Reading) -> str:
    return json.dumps({"file": str(file), **msgspec.to_builtins(reading)}, ensure_ascii=False)


def _told(reading: Reading) -> str:
    cards = " ".join(card.card if card.is_sure else f"{card.card}?" for card in reading.cards)
    why = "; ".join(SAID[problem] for problem in reading.problems)
    return f"{cards} ({why})" if cards and why else cards or why
