"""Messages between the server and the process that reads records: the length as eight bytes, then the message."""

from typing import IO

WIDTH = 8


def framed(message: bytes) -> bytes:
    """Returns a message as it goes over a pipe."""
    return len(message).to_bytes(WIDTH) + message


def received(source: IO[bytes]) -> bytes | None:
    """Returns the next message, None where the other side has ended before it was whole."""
    length = source.read(WIDTH)
    if len(length) < WIDTH:
        return None
    wanted = int.from_bytes(length)
    message = source.read(wanted)
    return message if len(message) == wanted else None
