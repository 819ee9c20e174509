"""What one stream was told last, and what it is to be sent next."""

from webapp.http.sse import Message, state_event
from webapp.live.blocks import Blocks, Told


class StreamState:
    """`told` is what the device knows of a page of blocks, also from before this stream."""

    __slots__ = ("_sent", "_told")

    def __init__(self, told: Told | None = None) -> None:
        self._told = told
        self._sent: Message | None = None

    def news(self, content: Message | Blocks, *, unheard: bool = False) -> Message | None:
        """Returns what is to be sent of the table as it is now, None where the device has heard it on this stream.

        `unheard`: a message may still wait, and this one will be sent in its place, so it tells everything.
        """
        if isinstance(content, Blocks):
            told = content.after(None if unheard else self._told)
            if not told.is_news and self._sent is not None:
                return None
            self._told, content = told, told.message
        if self._sent is content:
            return None
        self._sent = content
        return content


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
