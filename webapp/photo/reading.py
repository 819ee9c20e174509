"""The way in: a photo and a pack come to what lies on it."""

from collections.abc import Mapping
from importlib.util import find_spec

from rules_core.cards import Card
from webapp.photo import WEIGHTS
from webapp.photo.picture import NoPhoto, opened
from webapp.photo.seen import Reading


class CannotRead(Exception):
    """This house lacks what reads photos; its text says how that is installed."""


def can_read() -> bool:
    """Tells whether photos are read here: the extra is installed, and the weights lie in the package."""
    return find_spec("numpy") is not None and WEIGHTS.is_file()


def read(photo: bytes, pack: Mapping[Card, int]) -> Reading:
    """Returns the cards on a photo. `pack`: how often each card is there; jokers are `X`. Raises CannotRead."""
    try:
        seen = opened(photo)
    except NoPhoto as problem:
        return Reading(0, 0, (), (problem.problem,))
    if not can_read():
        raise CannotRead("Photos are read by sixfold[photo], which is not installed: pip install 'sixfold[photo]'")
    from webapp.photo.looking import look

    return look(seen, pack)
