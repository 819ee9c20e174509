"""What has been looked at: of what one worker of a run has found whole the others look at nothing again."""

import json
from collections.abc import Iterable
from pathlib import Path


class LookedAt:
    """Texts that only become more; once shared, with those of all who share the same file."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._file: Path | None = None
        self._read = 0

    def share(self, file: Path) -> None:
        """From now on they are those of the file."""
        self._known, self._file, self._read = set(), file, 0
        file.touch()

    def known(self) -> set[str]:
        """Returns all of them."""
        if self._file is not None and self._file.stat().st_size > self._read:
            with self._file.open("rb") as file:
                file.seek(self._read)
                whole = file.read().rpartition(b"\n")[0]  # another one may be in the middle of a line
            self._read += len(whole) + 1 if whole else 0
            self._known.update(map(json.loads, whole.splitlines()))
        return self._known

    def update(self, texts: Iterable[str]) -> None:
        new = set(texts) - self.known()
        self._known |= new
        if self._file is not None and new:
            with self._file.open("ab", buffering=0) as file:
                file.write("".join(f"{json.dumps(text)}\n" for text in new).encode())
