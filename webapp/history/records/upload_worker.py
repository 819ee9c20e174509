"""Process that reads uploaded records beside the server: `python -m webapp.history.records.upload_worker`.

Its standard input brings one upload after the other, its standard output an answer to each; it ends with its input, and
so with the process that started it, however that ended.
"""

import faulthandler
import os
import signal
import sys
from contextlib import suppress

from flask import Flask

from webapp.history.records.upload_answer import answered
from webapp.history.records.upload_frames import framed, received
from webapp.http import language
from webapp.http.rate_limits import UPLOAD_LASTS

NICE = 10
"""Whoever plays goes first where both want the same processor."""


def main() -> None:
    """Answers until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which ends this one
    with suppress(AttributeError, OSError):  # not on every system, and not everybody may
        os.nice(NICE)
    app = Flask("webapp")
    language.init_app(app)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever else is printed must not stand between two answers
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        while (sent := received(source)) is not None:
            # Whoever waits for the answer has given up by then, or is gone.
            faulthandler.dump_traceback_later(2 * UPLOAD_LASTS, exit=True, file=nowhere)
            message = framed(_answered(app, sent))
            faulthandler.cancel_dump_traceback_later()
            try:
                target.write(message)
                target.flush()
            except OSError:  # nobody is there to hear it
                return


def _answered(app: Flask, sent: bytes) -> bytes:
    with app.test_request_context():
        return answered(sent)


if __name__ == "__main__":
    main()
