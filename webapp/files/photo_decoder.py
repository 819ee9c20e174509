"""What the process for files makes of a photo of cards."""

from collections.abc import Iterator, Mapping

from rules_core.cards import Card
from webapp.photo.reading import read
from webapp.photo.seen import Reading


def read_photo(photo: bytes, *, is_known: bool, opens: bool, pack: Mapping[Card, int]) -> Iterator[Reading]:
    """Yields what lies on a photo, all at once."""
    yield read(photo, pack)
