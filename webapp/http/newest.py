"""Values of which the newest are kept."""

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Kept = TypeVar("Kept")


def keep_newest(kept: OrderedDict[Key, Kept], key: Key, it: Kept, most: int) -> None:
    """Puts something in as the newest; the oldest go where there are more than `most`."""
    kept[key] = it
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
