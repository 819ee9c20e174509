"""Process that reads uploaded files for the server: `python -m webapp.server.file_worker`.

Its standard input brings one file after the other, its standard output what comes of each; it ends with its input, and
so with the process that started it, however that ended.
"""

import faulthandler
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from flask import Flask
from msgspec import msgpack

from webapp.files.frames import FileRequest, Tag, TooMuch, answered, framed, received
from webapp.files.kinds import TookTooLong, TooLarge
from webapp.http import language
from webapp.http.durations import UPLOAD_GIVEN_UP, UPLOAD_LASTS
from webapp.http.limits import LARGEST_FILE_ASKED, READER_MEMORY
from webapp.site import file_readers  # adds the readers

NICE = 10
"""Niceness of the process: requests of tables go first where both want the same processor."""


def main() -> None:
    """Answers until the input ends, or a file takes more memory than there is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which ends this one
    with suppress(AttributeError, OSError):  # not on every system, and not everybody may
        os.nice(NICE)
    app = Flask("webapp")
    language.init_app(app)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # other output must not come between two answers
    limit_memory()
    with suppress(OSError), open(os.devnull, "w") as nowhere:  # noqa: PTH123  # nobody is there to hear it
        _say(target, Tag.READY)
        while (sent := received(source, LARGEST_FILE_ASKED)) is not None:
            # The request that waits for the answer has given up by then, or is gone.
            faulthandler.dump_traceback_later(2 * UPLOAD_GIVEN_UP, exit=True, file=nowhere)
            last = _answer(app, target, sent.said)
            faulthandler.cancel_dump_traceback_later()
            _say(target, last)
            if last in (Tag.TOO_MUCH, Tag.TOO_LONG):  # not all of the memory is given back
                return


def limit_memory() -> None:
    """Has the system refuse this process more memory than files take that people send."""
    try:
        import resource  # not on every system
    except ImportError:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (READER_MEMORY, READER_MEMORY))


@contextmanager
def limited_time() -> Iterator[None]:
    """Raises TookTooLong after this many seconds of CPU time; a slow machine is no fault of the file."""
    if not hasattr(signal, "setitimer"):  # not on every system; the server gives up all the same
        yield
        return
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, UPLOAD_LASTS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _give_up(_signal: int, _frame: object) -> None:
    raise TookTooLong


def _answer(app: Flask, target: IO[bytes], sent: bytes) -> Tag:
    try:
        with app.test_request_context(), limited_time():
            asked = msgpack.decode(sent, type=FileRequest)
            if asked.left_out:
                file_readers.leave_out_games(asked.left_out)
            for part in answered(asked):
                _say(target, Tag.PART, part)
    except (MemoryError, TooMuch):
        return Tag.TOO_MUCH
    except TookTooLong:
        return Tag.TOO_LONG
    except TooLarge:
        return Tag.TOO_LARGE
    return Tag.END


def _say(target: IO[bytes], tag: Tag, said: bytes = b"") -> None:
    target.write(framed(tag, said))
    target.flush()


if __name__ == "__main__":
    main()
