"""Keys of forms and programs: each belongs to one question of one device, so that it counts once."""

import hashlib
import json
from collections.abc import Iterable
from typing import Self

from rules_core.findings import Refusal

USED = Refusal("key-used")
"""The answer to a key that was used for something else."""


class Key(str):
    """A key with a digest of the request that it came with. One without is compared by what the request comes to."""

    asked: str

    __slots__ = ("asked",)

    def __new__(cls, key: str, asked: str) -> Self:
        """Returns the key of a request, `asked` being its digest."""
        made = super().__new__(cls, key)
        made.asked = asked
        return made


def step_of(key: str, name: str) -> str:
    """Returns the key of a further step that the same request takes; no form can send such a one."""
    step = f"{key}.{name}"
    return Key(step, key.asked) if isinstance(key, Key) else step


def digest(*parts: str) -> str:
    """Returns a digest of texts, in this order."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def form_digest(path: str, fields: Iterable[tuple[str, str]], stamps: frozenset[str]) -> str:
    """Returns a digest of a form sent to an address, whatever the order of its fields and without its stamps."""
    sent = sorted((name, value) for name, value in fields if name not in stamps)
    return digest(path, *(part for field in sent for part in field))
