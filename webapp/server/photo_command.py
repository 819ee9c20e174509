"""The commands that read photos, a line for each file, for people or as JSON; and that learn a pack from them."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from rules_core.cards import RANKS, Card
from rules_core.games import GAMES
from webapp.config import Config
from webapp.http.limits import LARGEST_PHOTO, MOST_TAUGHT_PACKS
from webapp.photo.reader import JOKER, PACKS, CannotRead, cards_left, most_of, read, teach
from webapp.photo.reading import LearnedRows, Reading
from webapp.server.commands import CannotDo, CannotShow, store_to_read
from webapp.server.gevent_server import CannotStart, lock_instance
from webapp.store import Store, open_store
from webapp.store.engines import StoreError
from webapp.store.house import require_house

SAID = {
    "no-picture": "it is no picture of JPEG, PNG or WebP that can be opened",
    "too-large": "it is larger than a photo of a phone",
    "nothing-seen": "no card is seen on it",
    "too-dark": "it is dark",
    "glare": "light is reflected",
    "from-the-side": "it is taken from the side",
    "too-small": "the cards are small",
    "not-there": "there is no such file, or it cannot be read",
}
UNSEEN = frozenset({"no-picture", "too-large", "not-there"})
"""Problems of files that were not looked at."""


def read_photos(files: Iterable[Path], pack: str, config: Config | None = None, *, as_json: bool) -> bool:
    """Prints the cards on each photo. Returns whether all could be read. Raises CannotDo.

    `config`: of the house whose own packs it is read by, too.
    """
    cards, well = _pack(pack), True
    taught_packs = () if config is None else _taught_packs(config)
    for file in files:
        reading = _read(file, cards, taught_packs)
        well = well and UNSEEN.isdisjoint(reading.problems)
        click.echo(_as_json(file, reading) if as_json else f"{file}: {_told(reading)}")
    return well


def _pack(name: str) -> Mapping[Card, int]:
    if name in PACKS:
        return PACKS[name]
    if name not in GAMES:
        raise CannotDo(f"There is no pack {name}. There are those of {', '.join(GAMES)}; and {', '.join(PACKS)}.")
    return most_of(GAMES[name].cards)


def _read(file: Path, pack: Mapping[Card, int], taught_packs: Sequence[bytes]) -> Reading:
    photo = _photo(file)
    if photo is None:
        return Reading(0, 0, (), ("not-there",))
    try:
        return read(photo, pack, taught_packs)
    except CannotRead as problem:
        raise CannotDo(str(problem)) from problem


def _photo(file: Path) -> bytes | None:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST_PHOTO + 1)
    except OSError:
        return None


def _as_json(file: Path, reading: Reading) -> str:
    return json.dumps({"file": str(file), **msgspec.to_builtins(reading)}, ensure_ascii=False)


def _told(reading: Reading) -> str:
    cards = " ".join(card.card if card.is_sure else f"{card.card}?" for card in reading.cards)
    why = "; ".join(SAID[problem] for problem in reading.problems)
    return f"{cards} ({why})" if cards and why else cards or why


def _taught_packs(config: Config) -> tuple[bytes, ...]:
    require_house(config)
    with store_to_read(config) as store:
        return store.taught_packs_at(None)


# Packs of the house


def teach_pack(config: Config, files: Sequence[Path], name: str, pack: str) -> None:
    """Learns a pack from photos of its rows, for all tables of the house. Raises CannotDo."""
    there = {card[0] for card in _pack(pack) if card != JOKER}
    ranks, known, taught_packs = "".join(rank for rank in reversed(RANKS) if rank in there), "", tuple[bytes, ...]()
    for file in files:
        left = cards_left(ranks, known)
        if not left:
            raise CannotDo(f"{file}: all rows are known already from the photos before it.")
        learned = _learned(file, left, taught_packs)
        known, taught_packs = known + learned.suits, (learned.traits,)
        read = f"{learned.known} of {learned.indices} corners were read before"
        click.echo(f"{file}: {len(learned.suits)} rows are known; {read}")
    with _to_write(config) as store:
        kept = store.teach(None, name=name, ranks=ranks, suits=known, traits=taught_packs[0])
    if kept is None:
        raise CannotDo(
            f"At most {MOST_TAUGHT_PACKS} packs are kept. sixfold photo packs --forget NUMBER takes one out."
        )
    click.echo(f"Pack {kept}, {name}, is read at all tables of this house from now on.")


def _learned(file: Path, left: Sequence[Card], taught_packs: tuple[bytes, ...]) -> LearnedRows:
    photo = _photo(file)
    try:
        learned = LearnedRows(problem="not-there") if photo is None else teach(photo, left, taught_packs)
    except CannotRead as problem:
        raise CannotDo(str(problem)) from problem
    suits = len({card[1] for card in left})
    said = {
        **SAID,
        "rows": f"{learned.seen} rows are seen, where at most {suits} should lie",
        "cards": f"row {learned.row} shows {learned.seen} cards, where {len(left) // suits} should lie",
        "too-much": "more of this pack cannot be kept; fewer photos will do",
        "order": f"where {learned.card} should lie {learned.read} is read",
    }
    if learned.problem:
        raise CannotDo(f"{file}: {said[learned.problem]}. Nothing is kept. The rows are: {' '.join(left)}.")
    return learned


def show_packs(config: Config, forget: int | None) -> None:
    """Lists all packs that were taught, or forgets one. Raises CannotDo and CannotShow."""
    if forget is not None:
        with _to_write(config) as store:
            found = next((one for one in store.taught_packs() if one.id == forget), None)
            if found is None:
                raise CannotDo(f"There is no pack {forget}. sixfold photo packs lists them all.")
            store.remove_pack(forget, found.device_id)
        return
    with store_to_read(config) as store:
        if not (packs := store.taught_packs()):
            raise CannotShow("No pack has been taught yet.")
        for one in packs:
            whose = "the house" if one.device_id is None else f"phone {one.device_id}"
            click.echo(f"{one.id:>6}  {one.name}: {len(one.suits)} rows of {' '.join(one.ranks)}, taught by {whose}")


@contextmanager
def _to_write(config: Config) -> Iterator[Store]:
    try:
        with lock_instance(config.instance):
            store = open_store(config.database)
            try:
                yield store
            finally:
                store.close()
    except (CannotStart, StoreError) as problem:
        raise CannotDo(str(problem)) from problem
