"""Doing once what a form asks for, however often it is sent."""

from collections import OrderedDict
from collections.abc import Callable
from threading import RLock
from typing import Generic, TypeVar

T = TypeVar("T")
KEPT = 1000


class Once(Generic[T]):
    """What each key has brought, for the newest keys. One at a time: the second tap waits for the first."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._brought: OrderedDict[str, T] = OrderedDict()

    def do(self, key: str, make: Callable[[], T]) -> T:
        """Returns what `make` brings for this key; asked again it returns the same and makes nothing."""
        with self._lock:
            if key not in self._brought:
                self._brought[key] = make()
                while len(self._brought) > KEPT:
                    self._brought.popitem(last=False)
            return self._brought[key]
