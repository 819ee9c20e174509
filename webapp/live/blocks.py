"""The live part of a table's page as named blocks, and the difference between two versions of it.

A block is a text. Names of other blocks may stand in it, each between two `HERE`; the page is the block `TABLE` with
all of them put in. So a phone that has one version is sent the few texts that differ in the next one, and puts the same
page together that is drawn whole (webapp/assets/computed/message.js).

A message is parts between `PART`: the version that it goes on from (none: it tells everything), its own version, and
the texts that differ. A text has fields between `FIELD`: its name, and either the new text, or how many UTF-16 units of
the known one stay at its beginning and at its end, and what comes between them. `LINE` is the end of a line, for which
a stream would need six bytes.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import count
from typing import Any, Literal, cast

from flask import Flask, g
from flask.ctx import RequestContext
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from webapp.http.answers import Message, named_event, state_event
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import CHANGES_KEPT
from webapp.store.models import Grant
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.phrases import joined

PART, HERE, FIELD, LINE = "\x01", "\x02", "\x03", "\x04"
"""Control characters, which stand in no text of a page: names and texts with such are refused."""
TABLE = ""
NAMED = re.compile(f"{HERE}([^{HERE}]*){HERE}")
STATE = "."
"""Prefix of names whose blocks are empty where they are absent: a key has one only while it is dimmed."""
SHORT = 40
"""A text up to this length is sent whole: a difference would not be shorter."""

UNSENT = re.compile(f"\r\n?|[{PART}{FIELD}{LINE}]")
"""Characters that a stream does not carry as they are; a page shows blanks for all of them."""
_process, _numbers = secrets.token_hex(3), count()


def init_app(app: Flask) -> None:
    app.add_template_filter(named)


@cache
def place(name: str) -> Markup:
    """Returns the placeholder of a block within a text."""
    return Markup(HERE + name + HERE)  # noqa: S704  (names of blocks stand in templates and are cards and seats)


def collected(context: Context) -> dict[str, str] | None:
    """Returns where a template leaves its blocks; None where the page is drawn whole."""
    return cast("dict[str, str] | None", context.parent.get("blocks"))


@pass_context
def named(context: Context, content: Any, name: str) -> Any:
    """Makes the content a block and returns its place, or the content itself where the page is drawn whole."""
    texts = context.parent.get("blocks")  # as `collected`, which is called dozens of times a page otherwise
    if texts is None:
        return content
    texts[name] = content if type(content) is Markup or content == "" else escape(content)
    return place(name)


def with_blocks(html: Markup, blocks: Mapping[str, str], texts: dict[str, str] | None) -> Markup:
    """Returns a text in which places of these blocks stand; they are put in where the page is drawn whole."""
    if texts is None:
        return Markup(whole({**blocks, TABLE: html}))  # noqa: S704  (both are escaped)
    texts.update(blocks)
    return html


def clean(texts: dict[str, str]) -> dict[str, str]:
    """Returns texts as a phone receives them over a stream, so that both count the same letters."""
    everything = "".join(texts.values())
    # A search by the expression takes a hundred times as long to find none.
    if any(sign in everything for sign in ("\r", PART, FIELD, LINE)):
        return {name: UNSENT.sub("\n", text) for name, text in texts.items()}
    return texts


class ToldBlocks:
    """Texts that a phone knows, and the message with the newest of them.

    `seen_by`: whom that was drawn for.
    """

    def __init__(self, page: "Blocks", before: "ToldBlocks | None") -> None:
        known = before.texts if before else {}
        ended = [name for name in known if name not in page.texts and name.startswith(STATE)]
        # A device that enters keeps a pad that has gone, and is not sent it again. Of the many who only watch, all
        # are to know the same.
        goes_on = before is not None and page.remembered
        self.texts: Mapping[str, str] = page.texts
        if goes_on:
            self.texts = {**known, **dict.fromkeys(ended, ""), **page.texts}
        self.version = _new_version() if goes_on else page.version
        self.seq, self.seen_by = page.seq, page.seen_by
        parts = [
            FIELD.join((name, _change(known.get(name, ""), text)))  # the text of a format is asked of Markup slowly
            for name, text in page.texts.items()
            if known.get(name) != text
        ]
        parts += [name + FIELD for name in ended if known[name]]
        self.is_news = bool(parts)
        self.text = PART.join((before.version if before else "", self.version, *parts)).replace("\n", LINE)

    @cached_property
    def message(self) -> Message:
        """The event of a stream."""
        return state_event(self.seq, self.text)


class Blocks:
    """A version of a table's page. `seen_by`: whom it was drawn for; nobody else is told what differs from it.

    `remembered`: phones go on knowing the blocks of it that are gone in later ones; `keep` is given whatever is told.
    """

    def __init__(
        self,
        seq: int,
        seen_by: tuple[object, ...],
        texts: Mapping[str, str],
        *,
        remembered: bool = False,
        keep: Callable[[ToldBlocks], None] = lambda told: None,
    ) -> None:
        self.seq, self.seen_by, self.texts, self.remembered, self._keep = seq, seen_by, texts, remembered, keep
        self.version = _new_version()
        self._told: dict[str, ToldBlocks] = {}

    @cached_property
    def html(self) -> str:
        return whole(self.texts)

    def after(self, before: ToldBlocks | None) -> ToldBlocks:
        """Returns the delta to a version that a device has, or the full page where there is none in common."""
        if before is not None and before.seen_by != self.seen_by:
            before = None
        base = before.version if before else ""
        if (told := self._told.get(base)) is None:
            told = self._told[base] = ToldBlocks(self, before)
            self._keep(told)
        return told


def _new_version() -> str:
    return f"{_process}{next(_numbers):x}"


def whole(texts: Mapping[str, str], name: str = TABLE) -> str:
    """Returns a block with all that stand in it; one that is not there is empty."""
    return NAMED.sub(lambda named: whole(texts, named[1]), texts.get(name, ""))


@lru_cache(CHANGES_KEPT)
def _change(old: str, new: str) -> str:
    if len(new) <= SHORT or not old:
        return new
    old, new = str(old), str(new)  # a slice of Markup is made by slow code
    start = _alike(old, new)
    end = _alike(old[start:], new[start:], at_end=True)
    return f"{_units(new[:start])}{FIELD}{_units(new[len(new) - end :])}{FIELD}{new[start : len(new) - end]}"


def _alike(one: str, other: str, *, at_end: bool = False) -> int:
    """Counts the common letters at the beginning or end of two texts.

    Both are read as one long number: what they differ in is found without a look at each letter.
    """
    size = min(len(one), len(other))
    if not size:
        return 0
    one, other = (one[-size:], other[-size:]) if at_end else (one[:size], other[:size])
    # The letter that is to differ last is the highest one, so the bits of the difference end with it.
    order: Literal["big", "little"] = "little" if at_end else "big"
    code, bits = ("ascii", 8) if one.isascii() and other.isascii() else (f"utf-32-{order[0]}e", 32)
    differ = int.from_bytes(one.encode(code), order) ^ int.from_bytes(other.encode(code), order)
    return size - -(-differ.bit_length() // bits)


def _units(text: str) -> int:
    """Counts UTF-16 code units, as scripts do."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


Render = Callable[[Snapshot, Viewer], str | Blocks]
KEPT_OF_REQUEST = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "SERVER_NAME",
    "SERVER_PORT",
    "HTTP_HOST",
    "wsgi.url_scheme",
)
"""Keys of the WSGI environment that pages are rendered from: the server's address, nothing of the client."""


@dataclass(frozen=True, eq=False)
class Rendition:
    """How streams show a table: those of the same kind of viewer that share a rendition show the same text."""

    app: Flask
    environ: dict[str, Any]
    language: str
    kind: str
    render: Render
    announces_arrivals: bool
    contexts: list[RequestContext] = field(default_factory=list)
    """Request environments that are free; they cache parts of the address, which are the same each time."""

    @classmethod
    def of(
        cls, app: Flask, environ: Mapping[str, Any], *, kind: str, render: Render, announces_arrivals: bool
    ) -> "Rendition":
        """Returns the rendition of the current request by `render`, which is always the same for this kind."""
        kept = {name: environ[name] for name in KEPT_OF_REQUEST if name in environ}
        return cls(app, kept, language(), kind, render, announces_arrivals)

    @property
    def key(self) -> tuple[object, ...]:
        """The key that equal renditions share."""
        return (self.kind, self.language, *self.environ.values())

    @contextmanager
    def request(self) -> Iterator[None]:
        """A request context equal to that of the stream, for rendering."""
        context = self.contexts.pop() if self.contexts else self.app.request_context(dict(self.environ))
        with context:
            g.language = self.language
            yield
        self.contexts.append(context)

    def of_table(self, now: Snapshot, viewer: Viewer) -> str | Blocks:
        with self.request():
            return self.render(now, viewer)

    def arrival_toast(self, names: Iterable[str]) -> Message:
        """Returns the event that shows on other devices for a moment who has sat down."""
        with self.request():
            return named_event("toast", _("%(name)s has joined", name=joined(sorted(names))))


def seated_names(now: Snapshot) -> frozenset[str]:
    """Returns the names of the players whose devices hold a seat."""
    return frozenset(now.table.players[grant.seat] for grant in now.people.party if grant.seat is not None)


def shared_by(viewer: Viewer) -> tuple[str, int | None]:
    """Returns the key of viewers that are shown the same page: who takes part has read marks of the own device."""
    return viewer.kind, viewer.device_id if viewer.takes_part else None


def viewers_by_device(grants: Iterable[Grant]) -> dict[int | None, Viewer]:
    return {grant.device_id: Viewer.of(grant) for grant in grants}
