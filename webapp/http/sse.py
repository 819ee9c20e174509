"""Server-sent events as bytes, framed once for all streams that send them."""

from typing import NamedTuple


class Message(NamedTuple):
    """Bytes of a stream: as WSGI takes them, and as a chunk for the socket of a connection that speaks HTTP/1.1."""

    plain: bytes
    chunk: bytes


def framed_message(text: str) -> Message:
    plain = text.encode()
    return Message(plain, b"%x\r\n%b\r\n" % (len(plain), plain))


def state_event(seq: int, content: str) -> Message:
    """Returns an unnamed event with the state of a table after its event number `seq`."""
    return framed_message(f"id: {seq}\n{_data(content)}\n")


def named_event(name: str, content: str = "") -> Message:
    """Returns a named event, which htmx does not swap into the page."""
    return framed_message(f"event: {name}\n{_data(content)}\n")


def _data(content: str) -> str:
    """Returns the lines of data. Whatever any program takes for the end of a line ends one here: to HTML it is a blank.

    JSON must come with such characters escaped, or it would be torn.
    """
    return "".join(f"data: {line}\n" for line in content.splitlines() or [""])


CONNECTED = framed_message(": connected\n\n")
"""Comment sent at once: the browser learns that it is connected."""
GONE = named_event("gone")
HEARTBEAT = named_event("beat")
"""Unlike a comment it reaches the browser's script, which takes silence for a lost connection."""
