"""Entry point: reads the cards on a photo, or a lesson from it."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from rules_core.cards import Card
from webapp.photo import WEIGHTS
from webapp.photo.picture import NoPhoto, opened
from webapp.photo.seen import Lesson, Reading


class CannotRead(Exception):
    """Photos cannot be read here; the text says what to install."""


def can_read() -> bool:
    """Tells whether photos are read here: the extra is installed, and the weights lie in the package."""
    return find_spec("numpy") is not None and WEIGHTS.is_file()


def read(photo: bytes, pack: Mapping[Card, int], lessons: Sequence[bytes] = ()) -> Reading:
    """Returns the cards on a photo. `pack`: how often each card is there; jokers are `X`. Raises CannotRead.

    `lessons`: what was kept of packs that were taught.
    """
    try:
        seen = opened(photo)
    except NoPhoto as problem:
        return Reading(0, 0, (), (problem.problem,))
    _require()
    from webapp.photo.looking import look

    return look(seen, pack, lessons)


def teach(photo: bytes, cards: Sequence[Card], lessons: Sequence[bytes] = ()) -> Lesson:
    """Returns the lesson from a photo with these cards in rows, suit by suit, or those of the first suits.

    `lessons`: what was kept of photos before it, with which it is kept. Raises CannotRead.
    """
    try:
        seen = opened(photo)
    except NoPhoto as problem:
        return Lesson(problem=problem.problem)
    _require()
    from webapp.photo.teaching import lesson

    return lesson(seen, cards, lessons)


def _require() -> None:
    if not can_read():
        raise CannotRead("Photos are read by sixfold[photo], which is not installed: pip install 'sixfold[photo]'")
