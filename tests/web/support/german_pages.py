"""What a page shows, and that none of it was left in English."""

import re
from functools import cache
from html.parser import HTMLParser

from tests.web.support.catalogue import MESSAGES, PART, forms
from tests.web.support.phone import REVOKE

UNSENT = (
    "data-waits-one",
    "data-waits-more",
    "data-held-one",
    "data-held-more",
    "data-taken-back",
    "data-lies",
    "data-waits",
)


LONG = 12
"""Shorter texts may be the same word by chance; longer ones would be a sentence that was forgotten."""


class _Reader(HTMLParser):
    """Reads what a page shows, and what it says to a screen reader or keeps for its script."""

    SPOKEN = ("alt", "aria-label", "placeholder", "title", "data-rest-text", "data-unsent", *UNSENT)

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def visible(page: str) -> str:
    """Returns the texts of a page, one a line, with single spaces."""
    reader = _Reader()
    reader.feed(page)
    return "\n".join(" ".join(text.split()) for text in reader.texts)


def _pieces(text: str) -> set[str]:
    return {piece.strip() for piece in PART.split(text) if len(piece.strip()) > LONG}


@cache
def _english() -> set[str]:
    """Returns the stretches of English text that no German text holds."""
    translated = "\n".join(text for message in MESSAGES for text in forms(message.string))
    pieces = {piece for message in MESSAGES for text in forms(message.id) for piece in _pieces(text)}
    return {piece for piece in pieces if piece not in translated}


def speaks_german(page: str, *texts: str) -> None:
    """Asserts that a page shows these texts and nothing of the English ones."""
    shown = visible(page)
    assert (left := [piece for piece in _english() if piece in shown]) == [], left
    assert not re.search(r"\b(of|the|to|has|is|it)\b", shown, re.IGNORECASE)
    for text in texts:
        assert text in shown, text


DEAL = {"type": "deal", "dealer": 0}


REVOKED = [DEAL, *({"type": "play", "seat": seat, "card": card} for seat, card in REVOKE)]
