"""The folder of backups. Its files are numbered, so that a clock which was set back puts none of them out of order."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from time import monotonic
from typing import NamedTuple

HAND, UPGRADE, RESTORE, ASKED = "hand", "before-upgrade", "before-restore", "asked"
PARTIAL = ".partial"
"""How the name of a copy ends that is still being made."""
_BEGAN = "hand-began"
_NAMED = re.compile(r"(\d{6,})-([a-z-]+)-\d{8}-\d{6}\.sqlite", re.ASCII)


class Kept(NamedTuple):
    """A backup in the folder: its number, why it was made, and its file."""

    number: int
    why: str
    file: Path


class Folder:
    """Where backups lie. Processes that share it take turns."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def kept(self) -> list[Kept]:
        """Returns the backups in the order in which they were made. A folder that is not there has none."""
        found = [_NAMED.fullmatch(file.name) for file in _files(self.path)]
        return sorted(Kept(int(name[1]), name[2], self.path / name[0]) for name in found if name)

    def add(self, why: str, make: Callable[[Path], object], *, keep: int | None = None) -> Path:
        """Makes a backup by `make`, and keeps only the newest `keep` of those that were made for the same reason."""
        with self._alone():
            return self._add(why, make, keep)

    def add_at_hands_end(self, ended: float, make: Callable[[Path], object], *, keep: int) -> Path | None:
        """Makes the backup of a hand that ended at this moment of the machine, unless another process has since."""
        with self._alone():
            if self.last_hand() > ended:
                return None
            (self.path / _BEGAN).write_text(str(monotonic()))
            return self._add(HAND, make, keep)

    def last_hand(self) -> float:
        """Returns when the newest backup of a hand was begun, by the clock that nobody sets."""
        try:
            began = float((self.path / _BEGAN).read_text())
        except (OSError, ValueError):
            return -inf
        return began if began <= monotonic() else -inf  # the machine has started anew since

    def _add(self, why: str, make: Callable[[Path], object], keep: int | None) -> Path:
        self._sweep()
        number = max((one.number for one in self.kept()), default=0) + 1
        file = self.path / f"{number:06}-{why}-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
        make(file)
        if keep is not None:
            self._keep_only(why, keep)
        return file

    def _keep_only(self, why: str, keep: int) -> None:
        same = [one.file for one in self.kept() if one.why == why]
        for file in same[: max(0, len(same) - keep)]:
            file.unlink()

    def _sweep(self) -> None:
        """Takes away what a process left that was killed while it copied."""
        for file in _files(self.path):
            if file.name.endswith(PARTIAL):
                file.unlink()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Waits until no other process works in the folder, and keeps them waiting."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.path / "lock").open("a") as lock:
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
