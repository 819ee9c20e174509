"""Messages between the server and the process that reads files."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import IO, Any, NamedTuple

from msgspec import Struct, msgpack

from webapp.files.refusals import FileKind
from webapp.http.rate_limits import FOLD_PAUSE

WIDTH = 8


class Tag(Enum):
    """What a message is."""

    FILE = b"f"
    READY = b"r"
    PART = b"p"
    END = b"e"
    TOO_LONG = b"t"
    """The file takes longer to read than it may; the process ends."""
    TOO_LARGE = b"l"
    """The file within its form is longer than its device may send."""
    TOO_MUCH = b"m"
    """The file takes more memory than the process has, or comes to more than the server takes; the process ends."""


class Message(NamedTuple):
    """A message as it was read."""

    tag: Tag
    said: bytes = b""


def framed(tag: Tag, said: bytes = b"") -> bytes:
    return tag.value + len(said).to_bytes(WIDTH) + said


def received(source: IO[bytes], most: int) -> Message | None:
    """Returns the next message, None where the other side ended before it was whole or says more than `most` bytes."""
    head = source.read(1 + WIDTH)
    if len(head) < 1 + WIDTH:
        return None
    wanted = int.from_bytes(head[1:])
    said = source.read(wanted) if wanted <= most else b""
    return Message(Tag(head[:1]), said) if len(said) == wanted else None


class FileRequest(Struct, frozen=True):
    """A file as it came; of a device that is known more is taken.

    Without `content_type` the body is the file itself, else the form around it. `left_out` are games that are not
    offered here. Sentences are in `language`.
    """

    kind: FileKind
    body: bytes
    is_known: bool
    language: str
    content_type: str = ""
    left_out: tuple[str, ...] = ()


class SentForm(Struct, frozen=True):
    """The form around a file: the text that was `typed` instead, the key `op`, and whether something is `opened`."""

    has_file: bool = True
    typed: str = ""
    op: str = ""
    opens: bool = True


@dataclass(frozen=True)
class Told:
    """Result of a file: its form, and the parts that its reader yielded, still encoded. Checked and bounded."""

    form: SentForm
    parts: tuple[bytes, ...]

    def each(self, kind: Any) -> Iterator[Any]:
        """Yields the parts; others have a turn between two."""
        for number, part in enumerate(self.parts):
            if number:
                time.sleep(FOLD_PAUSE)
            yield msgpack.decode(part, type=kind)
