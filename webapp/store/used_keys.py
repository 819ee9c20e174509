"""Keys of refused entries and of lines, each with a digest of the request and the answer.

What a log has taken keeps its key there. Rows are deleted by age and number, which is safe: no row is needed for the
table to be told of a question. It only saves telling the same one twice, so a key without its row is as a new one.
"""

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, text
from sqlmodel import Session, col

from webapp.http.durations import CLOCK_SKEW, KEYS_KEPT_FOR
from webapp.http.limits import KEPT_KEYS
from webapp.store.chain.links import add_desk_line
from webapp.store.database import Database
from webapp.store.errors import KeyUsed, SeqTaken
from webapp.store.models import DeskLine, UsedKey, utc_now

KNOWN_SQLITE = "SELECT 1 FROM used_keys WHERE who = ? AND key = ?"
_KEPT = "SELECT question, answer FROM used_keys WHERE who = ? AND key = ?"
# Built once: each act of a device does these.
_OF_DEVICE = col(UsedKey.who) == bindparam("who_is")
_USED = select(col(UsedKey.who)).where(_OF_DEVICE, col(UsedKey.key) == bindparam("key_is"))
_TOO_MANY = select(col(UsedKey.key)).where(_OF_DEVICE).order_by(col(UsedKey.used_at).desc()).offset(KEPT_KEYS - 1)
_DELETE = delete(UsedKey).where(_OF_DEVICE, col(UsedKey.key) == bindparam("key_is"))
_DELETE_OLD = delete(UsedKey).where(
    or_(col(UsedKey.used_at) < bindparam("from"), col(UsedKey.used_at) > bindparam("until"))
)
_KEEP = insert(UsedKey)
_LOCK = text("SELECT pg_advisory_xact_lock(hashtext(:who))")
_TURN_TO_DELETE = text("SELECT pg_try_advisory_xact_lock(6300008)")
"""Old rows are deleted by one process at a time: two that delete the same might wait for each other."""


class KeyedQuestion(NamedTuple):
    """A request with a key. `who` names the device and the scope, `asked` is a digest of the request."""

    who: str
    key: str
    asked: str


class KeptAnswer(NamedTuple):
    """The digest of an earlier request with a key, and the answer; an empty one: it is in a log."""

    asked: str
    answer: str


def question(scope: str, device_id: int, key: str, asked: str) -> KeyedQuestion:
    """Returns a question at a table or an evening, of which `scope` is the name."""
    return KeyedQuestion(f"{scope} {device_id}", hashlib.sha256(key.encode()).hexdigest(), asked)


class UsedKeys(Database):
    """Answers by the key under which something was asked."""

    def kept_answer(self, one: KeyedQuestion) -> KeptAnswer | None:
        """Returns the earlier request with this key and its answer, None for a new one."""
        return next((KeptAnswer(*row) for row in self._rows(_KEPT, (one.who, one.key))), None)

    def keep_answer(self, one: KeyedQuestion, answer: str, line: DeskLine | None = None, version: int = 0) -> int:
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

    def _keep_key_of(self, session: Session, one: KeyedQuestion | None) -> None:
        """Keeps the key of what has one within a transaction. Raises KeyUsed."""
        if one is not None:
            self._keep_key(session.connection(), one)

    def _keep_key(self, connection: Connection, one: KeyedQuestion, answer: str = "") -> None:
        """Keeps a key within a transaction, and deletes old ones. Raises KeyUsed."""
        moment, names = utc_now(), {"who_is": one.who, "key_is": one.key}
        if self.is_shared:  # two requests of a device may reach two processes
            connection.execute(_LOCK, {"who": one.who})
        if connection.scalar(_USED, names) is not None:
            raise KeyUsed
        if not self.is_shared or connection.scalar(_TURN_TO_DELETE):
            connection.execute(_DELETE_OLD, {"from": moment - KEYS_KEPT_FOR, "until": moment + CLOCK_SKEW})
        for key in connection.scalars(_TOO_MANY, names).all():
            connection.execute(_DELETE, {"who_is": one.who, "key_is": key})
        values = {"who": one.who, "key": one.key, "question": one.asked, "answer": answer, "used_at": moment}
        connection.execute(_KEEP, values)
