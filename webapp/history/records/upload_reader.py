"""The process that reads uploaded records, as the server sees it.

A record may take seconds to check, without a pause: the server would answer nobody meanwhile, in a thread of its own
neither, since one thread alone runs Python at a time. The process is started with the first record, goes on to the
next one, and ends after a while without any, and with the server. Where no server runs (a test, a command) records are
read in this process.
"""

import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock, Timer

from msgspec import msgpack

from webapp.games.registry import found
from webapp.history.records.upload_answer import Answer, Asked, answered
from webapp.history.records.upload_frames import framed, received
from webapp.history.records.upload_turns import Busy, Turns
from webapp.http.language import language
from webapp.http.rate_limits import READER_KEPT, UPLOAD_LASTS
from webapp.services import Services

COMMAND = (sys.executable, "-m", "webapp.history.records.upload_worker")
READER = "reader"
"""Whose turn it is while a record is read."""
UNNEEDED = ("SIXFOLD_", "DATABASE_URL", "PROMETHEUS_")
"""How settings begin that are none of its business: passwords are among them."""


class TookTooLong(Exception):
    """A record was not read within UPLOAD_LASTS."""


class ReaderEnded(Exception):
    """The process ended while it read a record."""


class UploadReader:
    """Reads uploads one after the other. `turns` are those of whoever sends them, and of the reader itself."""

    def __init__(self) -> None:
        self.turns = Turns()
        self._guard = Lock()
        self._is_started = False
        self._process: subprocess.Popen[bytes] | None = None
        self._idle: Timer | None = None

    def start(self) -> None:
        """From now on a process of its own reads; it begins with the first record."""
        self._is_started = True

    def stop(self) -> None:
        """Ends the process."""
        self._is_started = False
        self._wake()
        self._end()

    def read(self, asked: Asked) -> Answer:
        """Returns what came of an upload. Raises Busy, TookTooLong or ReaderEnded."""
        sent = msgpack.encode(asked)
        with self.turns.of(READER):
            found = self._read(framed(sent)) if self._is_started else answered(sent)
        return msgpack.decode(found, type=Answer)

    def _read(self, sent: bytes) -> bytes:
        self._wake()
        try:
            return self._answered(sent)
        finally:
            self._rest()

    def _rest(self) -> None:
        """Has the process end if it is not needed for a while: it keeps the memory of its longest record."""
        self._idle = Timer(READER_KEPT, self._end_idle)
        self._idle.daemon = True
        self._idle.start()

    def _wake(self) -> None:
        if self._idle is not None:
            self._idle.cancel()

    def _end_idle(self) -> None:
        with suppress(Busy), self.turns.of(READER):
            self._end()

    def _answered(self, sent: bytes) -> bytes:
        overdue: list[bool] = []
        try:
            process = self._running()
        except OSError:  # no memory for one more
            raise ReaderEnded from None
        assert process.stdin is not None
        assert process.stdout is not None

        def end() -> None:
            overdue.append(True)
            process.kill()

        timer = Timer(UPLOAD_LASTS, end)
        timer.start()
        try:
            process.stdin.write(sent)
            process.stdin.flush()
            found = received(process.stdout)
        except OSError:
            found = None
        except BaseException:  # whoever asked is gone: the next one must not be told this answer
            self._end()
            raise
        finally:
            timer.cancel()
        if found is None:
            self._end()
            raise TookTooLong if overdue else ReaderEnded
        return found

    def _running(self) -> "subprocess.Popen[bytes]":
        """Returns the process, a new one where the last has ended."""
        with self._guard:
            if self._process is None or self._process.poll() is not None:
                self._close()
                self._process = subprocess.Popen(  # noqa: S603  # nothing of an upload is in it
                    COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
                )
            return self._process

    def _end(self) -> None:
        with self._guard:
            if self._process is not None:
                self._process.kill()
            self._close()

    def _close(self) -> None:
        if self._process is not None:
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):  # what was not written yet
                    pipe.close()  # type: ignore[union-attr]
        self._process = None


def environment() -> dict[str, str]:
    """Returns the environment of the process: ours without what is none of its business."""
    return {name: value for name, value in os.environ.items() if not name.startswith(UNNEEDED)}


def asked(body: bytes, is_known: bool, content_type: str = "") -> Asked:
    """Returns what is asked about an upload, in the language of this request."""
    return Asked(body, is_known, language(), content_type, tuple(found().incomplete))


def register(services: Services) -> None:
    """Adds the reader of this process."""
    services.add(UploadReader())
