"""What was worked out of all matches of a circle, kept until one of them, or one of its people, changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from webapp.http.limits import LOOKS_KEPT
from webapp.http.process_limits import keep_newest
from webapp.store import Store

T = TypeVar("T")


class Unchanged:
    """The newest results, each with the state of its circle when it was begun."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: OrderedDict[Hashable, tuple[Hashable, object]] = OrderedDict()

    def of(self, circle_id: int, what: Hashable, make: Callable[[dict[int, str]], T]) -> T:
        """Returns what `make` makes of a circle, which is told the names of its people by number."""
        state = self._store.circle_state(circle_id)
        kept = self._made.get((circle_id, what))
        if kept is None or kept[0] != state:
            kept = state, make(state.names)
            keep_newest(self._made, (circle_id, what), kept, LOOKS_KEPT)
        return cast("T", kept[1])
