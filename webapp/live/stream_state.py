"""What one stream was told last, and what it is to be sent next. Streams that know the same have equal states."""

from typing import NamedTuple

from webapp.http.sse import Message, state_event
from webapp.live.blocks import Blocks, Told


class StreamState(NamedTuple):
    """`told`: what the device knows of a page of blocks, also from before this stream. `sent`: its newest message."""

    told: Told | None = None
    sent: Message | None = None

    def after(self, content: Message | Blocks, *, unheard: bool = False) -> "StreamState":
        """Returns the state that has been sent the table as it is now: itself where the device has heard it already.

        `unheard`: a message may still wait, and the new one will be sent in its place, so that tells everything.
        """
        if not isinstance(content, Blocks):
            return self if self.sent is content else StreamState(self.told, content)
        told = content.after(None if unheard else self.told)
        if self.sent is not None and (not told.is_news or self.sent is told.message):
            return self
        return StreamState(told, told.message)


class NewestText:
    """The message of what is always sent whole: the same one as long as the text is the same."""

    __slots__ = ("_message", "_text")

    def __init__(self) -> None:
        self._text: str | None = None
        self._message: Message | None = None

    def message(self, seq: int, text: str) -> Message:
        """Returns the message of this text."""
        if self._message is None or text != self._text:
            self._text, self._message = text, state_event(seq, text)
        return self._message
