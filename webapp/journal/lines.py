"""Journals: rights and validity of a line, types of its fields, idempotency keys, appending."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec
from msgspec import Meta, Struct

from rules_core.findings import Refusal
from webapp.http.limits import (
    ENTRY_ATTEMPTS,
    LONGEST_DISPUTE_TEXT,
    LONGEST_NAME,
    LONGEST_REASON,
    LONGEST_RULING_CODE,
    LONGEST_RULING_TEXT,
    MOST_DESK_LINES,
    MOST_SEATS,
    MOST_UPLOADED_EVENTS,
)
from webapp.store.errors import KeyUsed, OpUsed, SeqTaken

USED = Refusal("key-used")
"""The answer to a key that was used for something else."""


class Key(str):
    """A key with a digest of the request that it came with. One without is compared by what the request comes to."""

    digest: Callable[[], str]

    __slots__ = ("digest",)

    def __new__(cls, key: str, digest: Callable[[], str]) -> Self:
        """Returns the key of a request; `digest` makes the digest of it, once a key is looked at that was used."""
        made = super().__new__(cls, key)
        made.digest = digest
        return made

    @property
    def asked(self) -> str:
        return self.digest()


def step_of(key: str, name: str) -> str:
    """Returns the key of a further step that the same request takes; no form can send such a one."""
    step = f"{key}.{name}"
    return Key(step, key.digest) if isinstance(key, Key) else step


def digest(*parts: str) -> str:
    """Returns a digest of texts, in this order."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def form_digest(path: str, fields: Iterable[tuple[str, str]], stamps: frozenset[str]) -> str:
    """Returns a digest of a form sent to an address, independent of the order of its fields and without its stamps."""
    sent = sorted((name, value) for name, value in fields if name not in stamps)
    return digest(path, *(part for field in sent for part in field))


Who = TypeVar("Who")
State = TypeVar("State")
Why = TypeVar("Why")
Now = TypeVar("Now")
Outcome = TypeVar("Outcome")


class At(NamedTuple):
    """Where and when a line was added, and by which device. `seq` is its place, at a desk how long the log was."""

    seq: int
    made_at: datetime
    device_id: int | None


class Line(Struct, Generic[Who, State, Why], frozen=True, omit_defaults=True):
    """A line of a journal. A kind of line is a subclass with a tag; kinds and fields are only ever added.

    The defaults deny.
    """

    right: ClassVar[str | None] = None
    """The right of a viewer that is enough to add it, however things stand."""

    def allowed(self, who: Who, state: State) -> bool:
        """Tells whether this viewer has the right to add it."""
        return self.right is not None and bool(getattr(who, self.right))

    def fits(self, who: Who, state: State) -> Why | None:
        """Returns why it makes no sense as things stand."""
        return None

    def apply(self, state: State, at: At) -> State:
        return state


L = TypeVar("L", bound=Struct)


def kinds_of(base: type[L]) -> Iterator[type[L]]:
    """Yields the kinds of lines below a class: those that have a tag."""
    for kind in base.__subclasses__():
        if kind.__struct_config__.tag is not None:
            yield kind
        yield from kinds_of(kind)


def tag_of(kind: type[Struct]) -> str:
    """Returns the tag of a kind of lines, as the database writes it."""
    return str(kind.__struct_config__.tag)


def body_of(line: Struct) -> tuple[str, dict[str, Any]]:
    """Returns the kind and the body of a line, as the database holds them."""
    body: dict[str, Any] = msgspec.to_builtins(line)
    return body.pop(str(line.__struct_config__.tag_field)), body


def read(kinds: Mapping[str, type[L]], kind: str, body: Mapping[str, Any]) -> L:
    """Returns the line with this kind and body, as stored. Raises ValueError for an invalid one."""
    if kind not in kinds:
        raise ValueError(f"no line is a {kind!r}")
    return msgspec.convert(dict(body), kinds[kind])


def record(
    now: Now,
    once: Callable[[Now], Outcome],
    *,
    again: Callable[[Now], Now],
    answered: Callable[[Now], Outcome | None],
    moved: Callable[[Now], Outcome],
) -> Outcome:
    """Judges a request and appends its lines; retries where another process has appended first.

    `once` judges it, and appends what was asked or keeps the answer with its key. It raises SeqTaken where the journal
    went on, as `again` reads it, OpUsed or KeyUsed where the key was used meanwhile: the answer is that of then.
    `moved` is the answer where it fits nowhere.
    """
    for _attempt in range(ENTRY_ATTEMPTS):
        try:
            return once(now)
        except SeqTaken:
            now = again(now)
        except (OpUsed, KeyUsed):
            now = again(now)
            return answered(now) or moved(now)
    return moved(now)


# Fields of lines as a file may say them; stored lines are trusted
Place = Annotated[int, Meta(ge=0, lt=MOST_UPLOADED_EVENTS)]
Places = Annotated[tuple[Place, ...], Meta(max_length=MOST_UPLOADED_EVENTS)]
Points = Annotated[tuple[Annotated[int, Meta(ge=-(2**53), le=2**53)], ...], Meta(max_length=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=MOST_UPLOADED_EVENTS)]
Number = Annotated[int, Meta(ge=1, le=MOST_DESK_LINES)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Code = Annotated[str, Meta(pattern=f"^[a-z0-9-]{{0,{2 * LONGEST_RULING_CODE}}}$")]
Words = Annotated[str, Meta(max_length=max(LONGEST_REASON, LONGEST_DISPUTE_TEXT))]
WordsOfRuling = Annotated[str, Meta(max_length=LONGEST_RULING_TEXT)]
Card = Annotated[str, Meta(pattern="^([2-9TJQKA][CDHS]|X)$")]
Rule = Annotated[str, Meta(max_length=LONGEST_RULING_CODE, pattern=r"^[A-Z]*(-V?\d+)?$")]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
House = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
