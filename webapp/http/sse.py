"""Server-sent events as bytes, framed once for all phones that get them."""

from typing import NamedTuple


class Message(NamedTuple):
    """A piece of a stream: as the server takes it, and as it goes to the socket of a phone that speaks HTTP/1.1."""

    plain: bytes
    chunk: bytes


def framed(text: str) -> Message:
    """Returns this text, ready for every socket."""
    plain = text.encode()
    return Message(plain, b"%x\r\n%b\r\n" % (len(plain), plain))


def state(seq: int, content: str) -> Message:
    """Returns an unnamed event: how the table stands after its event number `seq`."""
    return framed(f"id: {seq}\n{_data(content)}\n")


def event(name: str, content: str = "") -> Message:
    """Returns a named event, which the browser does not swap."""
    return framed(f"event: {name}\n{_data(content)}\n")


def _data(content: str) -> str:
    return "".join(f"data: {line}\n" for line in content.splitlines() or [""])


CONNECTED = framed(": connected\n\n")
"""A first line at once: the browser learns that it is connected."""
GONE = event("gone")
BEAT = event("beat")
"""Unlike a comment the browser's script hears it, and knows that silence means a lost connection."""
