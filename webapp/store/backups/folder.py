"""Folder of backups. Its files are numbered, so that a clock that was set back does not mix up their order."""

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
_HAND_BEGUN = "hand-began"
_NAMED = re.compile(r"(\d{6,})-([a-z-]+)-\d{8}-\d{6}\.sqlite", re.ASCII)


class Backup(NamedTuple):
    """A backup in the folder: its number, why it was made, and its file."""

    number: int
    why: str
    file: Path


class BackupFolder:
    """Folder of backups, locked by the process that writes to it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def backups(self) -> list[Backup]:
        """Returns the backups in the order in which they were made. A folder that is not there has none."""
        found = [_NAMED.fullmatch(file.name) for file in _files(self.path)]
        return sorted(Backup(int(name[1]), name[2], self.path / name[0]) for name in found if name)

    def add(self, why: str, make: Callable[[Path], object], *, keep: int | None = None) -> Path:
        """Makes a backup by `make`, and keeps only the newest `keep` of those that were made for the same reason."""
        with self._locked():
            return self._add(why, make, keep)

    def add_at_hands_end(self, ended: float, make: Callable[[Path], object], *, keep: int) -> Path | None:
        """Makes the backup of a hand that ended at this monotonic time, unless another process has since."""
        with self._locked():
            if self.last_hand() > ended:
                return None
            (self.path / _HAND_BEGUN).write_text(str(monotonic()))
            return self._add(HAND, make, keep)

    def last_hand(self) -> float:
        """Returns when the newest backup of a hand was begun, by the monotonic clock."""
        try:
            began = float((self.path / _HAND_BEGUN).read_text())
        except (OSError, ValueError):
            return -inf
        return began if began <= monotonic() else -inf  # the machine has started anew since

    def _add(self, why: str, make: Callable[[Path], object], keep: int | None) -> Path:
        self._remove_partial()
        number = max((one.number for one in self.backups()), default=0) + 1
        file = self.path / f"{number:06}-{why}-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
        make(file)
        if keep is not None:
            self._keep_only(why, keep)
        return file

    def _keep_only(self, why: str, keep: int) -> None:
        same = [one.file for one in self.backups() if one.why == why]
        for file in same[: max(0, len(same) - keep)]:
            file.unlink()

    def _remove_partial(self) -> None:
        """Deletes partial copies of processes that were killed."""
        for file in _files(self.path):
            if file.name.endswith(PARTIAL):
                file.unlink()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Holds the lock of the folder, so that one process at a time writes to it."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.path / "lock").open("a") as lock:
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
