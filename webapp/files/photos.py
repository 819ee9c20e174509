"""Photos of cards: read by the process for files, within its limits, and thrown away."""

from collections.abc import Callable, Mapping

from rules_core.cards import Card
from webapp.files.door import read_request
from webapp.files.refusals import FileKind
from webapp.photo import reading
from webapp.photo.seen import Reading
from webapp.services import Services


def sent_photo(pack: Mapping[Card, int]) -> Reading | None:
    """Returns what lies on the photo in the form of this request, None where there is none. Raises NotRead."""
    found: Reading | None = next(read_request(FileKind.PHOTO, pack).each(Reading), None)
    return found


class PhotoReader:
    """Whether this house reads photos of cards, and how."""

    def __init__(self, *, is_on: bool, read: Callable[[Mapping[Card, int]], Reading | None] = sent_photo) -> None:
        self.is_on = is_on
        self.read = read


def register(services: Services) -> None:
    services.add(PhotoReader(is_on=services.config.photo and reading.can_read()))
