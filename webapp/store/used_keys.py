"""Keys of refused entries and of lines, each with a digest of what was asked under it and the answer.

What a log has taken keeps its key there. Rows are deleted by age and number, which is safe: no row is needed for the
table to be told of a question. It only saves telling the same one twice, so a key without its row is as a new one.
"""

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, text
from sqlmodel import col

from webapp.http.limits import KEPT_KEYS
from webapp.http.rate_limits import CLOCK_SKEW, KEYS_KEPT_FOR
from webapp.store.chain.links import add_desk_line
from webapp.store.database import Database
from webapp.store.errors import KeyUsed, SeqTaken
from webapp.store.models import DeskLine, UsedKey, now

KNOWN_SQLITE = "SELECT 1 FROM used_keys WHERE who = ? AND key = ?"
_LOCK = text("SELECT pg_advisory_xact_lock(hashtext(:who))")
_TURN_TO_DELETE = text("SELECT pg_try_advisory_xact_lock(6300008)")
"""Old rows are deleted by one process at a time: two that delete the same might wait for each other."""


class Question(NamedTuple):
    """What a device asks under a key. `who` names the device and where it asks, `asked` is a digest of the question."""

    who: str
    key: str
    asked: str


class KeptAnswer(NamedTuple):
    """What was asked under a key, as a digest, and the answer; an empty one: a log has it."""

    asked: str
    answer: str


def question(scope: str, device_id: int, key: str, asked: str) -> Question:
    """Returns a question at a table or an evening, of which `scope` is the name."""
    return Question(f"{scope} {device_id}", hashlib.sha256(key.encode()).hexdigest(), asked)


class UsedKeys(Database):
    """Answers by the key under which something was asked."""

    def kept_answer(self, one: Question) -> KeptAnswer | None:
        """Returns what was asked under the key of this question and how it was answered, None where it is new."""
        wanted = select(UsedKey).where(col(UsedKey.who) == one.who, col(UsedKey.key) == one.key)
        with self._read() as session:
            found = session.scalars(wanted).one_or_none()
        return None if found is None else KeptAnswer(found.question, found.answer)

    def keep_answer(self, one: Question, answer: str, line: DeskLine | None = None, version: int = 0) -> int:
        """Keeps the answer to a question; `line` tells the table of it, which stood at this version.

        Returns the version with the line. Raises KeyUsed where the key is used, SeqTaken as `Log.note`.
        """
        newest = version
        with self._write() as session:
            connection = session.connection()
            if line is not None:
                newest = self._lock_table(connection, line.table_id)
                if self.is_shared and newest != version + 1:
                    raise SeqTaken
            self._keep_key(connection, one, answer)
            if line is not None:
                add_desk_line(connection, self.chain, line)
        return newest

    def _keep_key(self, connection: Connection, one: Question, answer: str = "") -> None:
        """Keeps a key within a transaction, and deletes old ones. Raises KeyUsed."""
        moment, used_at, of_device = now(), col(UsedKey.used_at), col(UsedKey.who) == one.who
        if self.is_shared:  # two requests of a device may reach two processes
            connection.execute(_LOCK, {"who": one.who})
        if connection.scalar(select(col(UsedKey.who)).where(of_device, col(UsedKey.key) == one.key)) is not None:
            raise KeyUsed
        if not self.is_shared or connection.scalar(_TURN_TO_DELETE):
            old = or_(used_at < moment - KEYS_KEPT_FOR, used_at > moment + CLOCK_SKEW)
            connection.execute(delete(UsedKey).where(old))
        oldest = select(col(UsedKey.key)).where(of_device).order_by(used_at.desc()).offset(KEPT_KEYS - 1)
        for key in connection.scalars(oldest).all():
            connection.execute(delete(UsedKey).where(of_device, col(UsedKey.key) == key))
        values = {"who": one.who, "key": one.key, "question": one.asked, "answer": answer, "used_at": moment}
        connection.execute(insert(UsedKey).values(**values))
