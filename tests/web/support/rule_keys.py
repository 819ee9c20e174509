"""Numbers of rules that a page shows and that are no key: they open nothing."""

import re
from html.parser import HTMLParser

from webapp.games.common.rulebook import EVERY_TABLE, chapters

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "use", "path", "rect", "circle", "wbr"})
ELSEWHERE = frozenset({"script", "style", "title", "textarea", "option", "button", "a"})
"""Where a number is part of what is no text, or of a key that leads elsewhere: no key stands within a key."""
NUMBER = re.compile(r"\b[A-Z]{2,}-V?\d+\b")


class PlainNumbers(HTMLParser):
    """Reads a page; `found` are the numbers of known rules that stand there as plain text, each with its sentence."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._known = {rule.number for rules in (EVERY_TABLE, *chapters().values()) for rule in rules}
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((tag, tag in ELSEWHERE or dict(attrs).get("id") == "rule-sheet"))

    def handle_endtag(self, tag: str) -> None:
        if any(opened == tag for opened, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not any(elsewhere for _, elsewhere in self._open):
            self.found += [" ".join(data.split()) for number in NUMBER.findall(data) if number in self._known]
