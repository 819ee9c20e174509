"""Long work on the database in steps, so that no request waits for all of it."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from webapp.http.durations import FOLD_PAUSE, WRITTEN_AT_ONCE
from webapp.http.limits import ROWS_A_TURN

T = TypeVar("T")
Pause = Callable[[], None]
"""Yields to other requests."""


def in_turns(found: Iterable[T], size: int | None = None) -> Iterator[list[T]]:
    """Yields these in parts; requests that only read are answered in between."""
    rest = iter(found)
    while some := list(islice(rest, size or ROWS_A_TURN)):
        yield some
        let_readers()


def in_steps(found: Iterable[T]) -> Iterator[T]:
    """Yields these; requests that only read are answered in between."""
    return chain.from_iterable(in_turns(found))


def briefly(waiting: deque[T]) -> Iterator[T]:
    """Takes items from the queue and yields them, at least one, until other writers must have their turn."""
    until = time.monotonic() + WRITTEN_AT_ONCE
    while waiting:
        yield waiting.popleft()
        if time.monotonic() >= until:
            return


def let_readers() -> None:
    """Lets requests that only read be answered within a transaction."""
    time.sleep(FOLD_PAUSE)
