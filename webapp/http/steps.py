"""Long work in steps: between two of them others have their turn."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from flask import has_request_context, request

from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import EVENTS_A_TURN

T = TypeVar("T")
TURN_KEY = "sixfold.turn"
"""Key of the environment under which the server puts the function that waits for the device's next turn."""

END_KEY = "sixfold.end"
"""The same, of the function that waits until an ended stream may clean up: one after the other, of all devices."""


def let_others() -> None:
    """Yields to other requests: this one goes on when its device has its turn again."""
    wait = request.environ.get(TURN_KEY) if has_request_context() else None
    if wait is None:  # a command, a test, or another server
        time.sleep(FOLD_PAUSE)
    else:
        wait()


def let_others_after(length: int) -> None:
    """Yields to other requests after work on more than a few events or items."""
    if length > EVENTS_A_TURN:
        let_others()


def in_steps(found: Iterable[T], size: int = EVENTS_A_TURN) -> Iterator[T]:
    """Yields these, and lets other requests run after every `size` of them."""
    for number, one in enumerate(found):
        if number and number % size == 0:
            let_others()
        yield one


def in_turns(found: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yields these in lists of `size`; other requests run in between."""
    rest = iter(found)
    while part := list(islice(rest, size)):
        yield part
        let_others()
