"""A phone that puts a table's page together from messages, by its own reading of what webapp/assets/blocks.js reads."""

import re

NAMES = re.compile("\x02([^\x02]*)\x02")


class Lost(Exception):
    """A message goes on from a version that this phone does not have."""


class BlockReader:
    """What a phone knows of a page, and the version that it is."""

    def __init__(self) -> None:
        self.version = ""
        self.texts: dict[str, bytes] = {}

    def read(self, message: str) -> str:
        """Takes a message and returns the page as it is then. Raises `Lost`."""
        base, version, *parts = message.replace("\x04", "\n").split("\x01")
        if base not in ("", self.version):
            raise Lost
        texts = dict(self.texts) if base else {}
        for part in parts:
            name, *fields = part.split("\x03")
            texts[name] = _changed(texts.get(name, b""), *fields)
        self.version, self.texts = version, texts
        return self._whole("")

    def _whole(self, name: str) -> str:
        text = self.texts.get(name, b"").decode("utf-16-le")
        return NAMES.sub(lambda inner: self._whole(inner[1]), text)


def _changed(old: bytes, first: str, end: str = "", text: str | None = None) -> bytes:
    """Scripts count units of two bytes."""
    if text is None:
        return first.encode("utf-16-le")
    return old[: 2 * int(first)] + text.encode("utf-16-le") + old[len(old) - 2 * int(end) :]


def event_data(event: str) -> str:
    """Returns the data of an event of a stream, as browsers read it."""
    return "\n".join(line[6:] for line in event.split("\n") if line.startswith("data: "))
