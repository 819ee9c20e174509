"""Messages of the process that reads files: a byte that says what it is, the length as eight bytes, then what it says.

A file is answered with parts and an end. What is longer than its reader takes is not read.
"""

from enum import Enum
from typing import IO, NamedTuple

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
    """Returns a message as it goes over a pipe."""
    return tag.value + len(said).to_bytes(WIDTH) + said


def received(source: IO[bytes], most: int) -> Message | None:
    """Returns the next message, None where the other side ended before it was whole or says more than `most` bytes."""
    head = source.read(1 + WIDTH)
    if len(head) < 1 + WIDTH:
        return None
    wanted = int.from_bytes(head[1:])
    said = source.read(wanted) if wanted <= most else b""
    return Message(Tag(head[:1]), said) if len(said) == wanted else None
