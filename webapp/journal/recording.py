"""How something is added to a journal that several processes may write."""

from collections.abc import Callable
from typing import TypeVar

from webapp.http.limits import ENTRY_ATTEMPTS
from webapp.store import KeyUsed, OpUsed, SeqTaken

Now = TypeVar("Now")
Outcome = TypeVar("Outcome")


def record(
    now: Now,
    once: Callable[[Now], Outcome],
    *,
    again: Callable[[Now], Now],
    answered: Callable[[Now], Outcome | None],
    moved: Callable[[Now], Outcome],
) -> Outcome:
    """Returns what comes of a question, which is asked again as things stand where another process was faster.

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
