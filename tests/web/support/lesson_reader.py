"""How long a lesson takes: the words that each of its steps shows for the first time, and the taps to the end.

What is printed on cards is looked at, and the number of a rule is a key: neither is read as a word. The keys of the
cloth are not shown there.
"""

from html.parser import HTMLParser

WORDS_A_MINUTE = 200
SECONDS_A_TAP = 1
VOID = frozenset({"br", "img", "input", "use", "path", "rect", "circle", "link", "meta", "hr"})


class LessonReader(HTMLParser):
    """Reads the steps of a lesson in their order; what an earlier step has shown already is not read again."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.steps, self.taps = 0, 0
        self.words: list[str] = []
        self._known: set[tuple[str, ...]] = set()
        self._open: list[str] = []
        self._depth: int | None = None
        self._unread: int | None = None
        self.feed(page)

    @property
    def seconds(self) -> float:
        return len(self.words) * 60 / WORDS_A_MINUTE + self.taps * SECONDS_A_TAP

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        self._open.append(tag)
        has = {name: value or "" for name, value in attrs}
        if self._unread is None and (tag == "button" or has.get("role") == "img" or "rule" in has.get("class", "")):
            self._unread = len(self._open)
        if "data-step" in has:
            self.steps += 1
            self.taps = self.steps - 1
            self._depth = len(self._open)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or tag not in self._open:
            return
        while self._open.pop() != tag:
            pass
        if self._unread is not None and len(self._open) < self._unread:
            self._unread = None
        if self._depth is not None and len(self._open) < self._depth:
            self._depth = None

    def handle_data(self, data: str) -> None:
        said = tuple(word for word in data.split() if any(letter.isalnum() for letter in word))
        if self._depth is None or self._unread is not None or not said or said in self._known:
            return
        self._known.add(said)
        self.words += said
