"""Idempotency keys of forms and programs: each belongs to one request of one device at one table, with any answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec import Struct, structs

from rules_core.events import Amend
from rules_core.findings import Refusal
from webapp.journal.lines import USED, Key, body_of, digest
from webapp.store import Store
from webapp.store.used_keys import KeyedQuestion, question
from webapp.table.desk import Line
from webapp.table.entry import Entry, stored
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

_AMENDS = f'"type":"{Amend.__struct_config__.tag}"'


class EntryAnswer(Struct, frozen=True, omit_defaults=True):
    """How a question was answered: accepted, or refused with `refusal`.

    `told`: the table was told of it. Of several entries `place` is the refused one.
    """

    refusal: Refusal | None = None
    told: bool = False
    place: int = 0


@dataclass(frozen=True)
class KeyedRequest:
    """A request under an idempotency key: entries with lines of the desk, or a line alone."""

    op: str
    entries: tuple[Entry, ...] = ()
    desk: Sequence[Line] = ()

    @property
    def bodies(self) -> list[str]:
        """The events as the log would hold them."""
        return [entry.stored for entry in self.entries]

    @cached_property
    def digest(self) -> str:
        if isinstance(self.op, Key):
            return self.op.asked
        return digest(*self.bodies, *(f"{kind} {stored(body)}" for kind, body in map(body_of, self.desk)))


class TableKeys:
    """Looks up and keeps the answers that keys have had at tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def question(
        self, now: Snapshot, who: Viewer, asked: KeyedRequest, *, compared: bool = True
    ) -> KeyedQuestion | None:
        """Returns the request as the store keeps it, None for the server, which never repeats one."""
        if who.device_id is None or not asked.op:
            return None
        return question(f"table {now.table.id}", who.device_id, asked.op, asked.digest if compared else "")

    def answer(self, now: Snapshot, who: Viewer, asked: KeyedRequest) -> EntryAnswer | None:
        """Returns how this question was answered, None for a new key. Refused with `USED`: the key was another's."""
        if not asked.op:
            return None
        entered = self._store.bodies_of_key(now.table.id, op=asked.op, device_id=who.device_id)
        one = self.question(now, who, asked)
        kept = None if one is None else self._store.kept_answer(one)
        if entered:
            is_form = one is not None and kept is not None and kept.asked == one.asked
            is_same = is_form or (bool(asked.entries) and _are_alike(entered, asked.bodies))
            return EntryAnswer() if is_same else EntryAnswer(USED)
        if one is not None and kept is not None:
            if kept.asked != one.asked:
                return EntryAnswer(USED)
            return msgspec.json.decode(kept.answer, type=EntryAnswer) if kept.answer else EntryAnswer()
        # A line's key is kept with it, longer than the row that knows all that was asked.
        of_key = (one for one in now.desk.lines if one.says.op == asked.op and one.device_id == who.device_id)
        noted = next(of_key, None)
        if noted is None:
            return None
        return EntryAnswer() if not asked.entries and type(noted.says) is type(asked.desk[0]) else EntryAnswer(USED)


def written(answer: EntryAnswer) -> str:
    """Returns an answer as it is kept: without names, which may have to be forgotten."""
    if answer.refusal is not None:
        facts = {name: fact for name, fact in answer.refusal.facts.items() if name != "name"}
        answer = structs.replace(answer, refusal=structs.replace(answer.refusal, facts=facts))
    return msgspec.json.encode(answer).decode()


def _are_alike(entered: Sequence[str], sent: Sequence[str]) -> bool:
    own, other = ([body for body in bodies[:-1] if _AMENDS not in body] for bodies in (entered, sent))
    return (entered[-1], own) == (sent[-1], other)


def is_kept(refusal: Refusal) -> bool:
    """Tells whether a refusal is the answer to the question: not where it may be asked again as it is."""
    return refusal.code not in ("moved-on", "asked-often")
