"""What is asked about a file, and how what comes of it is read: plain data, so that a process of its own can do it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, msgpack

from webapp.files.file_kinds import FileKind
from webapp.http.rate_limits import FOLD_PAUSE


class Asked(Struct, frozen=True):
    """A file as it came; of a device that is known more is taken.

    Without `content_type` the body is the file itself, else the form around it. `left_out` are games that are not
    offered here. Sentences are in `language`.
    """

    kind: FileKind
    body: bytes
    is_known: bool
    language: str
    content_type: str = ""
    left_out: tuple[str, ...] = ()


class SentForm(Struct, frozen=True):
    """The form around a file: the text that was `typed` instead, the key `op`, and whether something is `opened`."""

    has_file: bool = True
    typed: str = ""
    op: str = ""
    opens: bool = True


@dataclass(frozen=True)
class Told:
    """What came of a file: its form, and the parts that its reader yielded, still encoded. Checked and bounded."""

    form: SentForm
    parts: tuple[bytes, ...]

    def each(self, kind: Any) -> Iterator[Any]:
        """Yields the parts; others have a turn between two."""
        for number, part in enumerate(self.parts):
            if number:
                time.sleep(FOLD_PAUSE)
            yield msgpack.decode(part, type=kind)
