"""Access log: one line of JSON a request, without codes, tokens and typed texts."""

import json
import logging
import os
import re
import sys
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from typing import Any

from gevent.monkey import get_original
from gevent.pywsgi import WSGIHandler

from webapp.config import Config
from webapp.http.limits import ACCESS_LOG_BYTES, ACCESS_LOGS_KEPT
from webapp.store.engines import is_shared
from webapp.store.invites import parse_code

WORD_OR_NUMBER = re.compile(r"[a-z][a-z_-]{0,30}|[0-9]{1,16}|v1|openapi\.json", re.ASCII)
METHOD = re.compile(r"[A-Z]{1,10}", re.ASCII)


def mask_path(path: str) -> str:
    """Returns a path with everything masked but our own words, numbers of tables and names of assets.

    >>> mask("/tables/7/events"), mask("/join/KQ7M3XP"), mask("/static/app.css")
    ('/tables/7/events', '/join/*', '/static/app.css')
    """
    if re.fullmatch(r"/static/[A-Za-z0-9._/-]{1,80}", path, re.ASCII):
        return path
    parts = path.removeprefix("/").split("/", 8)
    return "/" + "/".join(_mask_segment(part, before) for part, before in zip(parts, ["", *parts], strict=False))


def _mask_segment(text: str, before: str) -> str:
    # A code or a token of letters alone looks like one of our words.
    ours = WORD_OR_NUMBER.fullmatch(text) and not parse_code(text) and before != "join"
    return text if ours or not text else "*"


def goes_to_file(config: Config) -> bool:
    """Tells whether requests are logged to the instance folder: by default where they would flood a terminal.

    Several processes, which share a database, would rotate one file under each other.
    """
    by_itself = config.log == "auto" and sys.stderr.isatty() and not is_shared(config.database)
    return config.log == "file" or by_itself


_ready = get_original("select", "select")
_PIECE = 512
"""Bytes that a pipe which is ready takes without waiting, on every system (PIPE_BUF)."""


class ErrorOutput:
    """Standard error, for which nobody waits: what its reader does not take at once is lost.

    A pipe that nobody reads is full after some hundred requests.
    """

    def __init__(self) -> None:
        self._file = sys.stderr.fileno()

    def write(self, text: str) -> None:
        data = text.encode(errors="backslashreplace")
        with suppress(OSError):
            for start in range(0, len(data), _PIECE):
                if sys.platform != "win32" and not _ready([], [self._file], [], 0)[1]:
                    break
                os.write(self._file, data[start : start + _PIECE])

    def flush(self) -> None:
        """Does nothing: nothing is held back."""


def open_log(config: Config) -> ErrorOutput | logging.Logger | None:
    """Returns where lines about requests are written to, None: nowhere."""
    if config.log == "quiet":
        return None
    return _rotating(config) if goes_to_file(config) else error_output()


def error_output() -> ErrorOutput | None:
    """Returns where errors are written to, None where standard error is closed."""
    return None if sys.stderr is None else ErrorOutput()


def _rotating(config: Config) -> logging.Logger:
    handler = RotatingFileHandler(
        config.access_log, maxBytes=ACCESS_LOG_BYTES, backupCount=ACCESS_LOGS_KEPT, encoding="utf-8", delay=True
    )
    # Its own handler: other loggers do not write there.
    log = logging.Logger("access", logging.INFO)  # noqa: LOG001
    log.addHandler(handler)
    return log


class MaskedErrorFilter(logging.Filter):
    """Masks the path that Flask names above the traceback of an unexpected error."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Accepts every record."""
        message = record.getMessage()
        if found := re.fullmatch(r"Exception on (.*) \[(.*)\]", message, re.DOTALL):
            record.msg, record.args = f"Exception on {mask_path(found[1])} [{_method(found[2])}]", None
        return True


class LoggedHandler(WSGIHandler):  # type: ignore[misc]  # gevent has no types
    """Logs each request without address, query and cookie."""

    environ: dict[str, Any] | None

    def log_request(self) -> None:
        """Notes the request that has just been answered, where requests are noted at all."""
        if self.server.notes_requests:
            super().log_request()

    def format_request(self) -> str:
        """Returns the line about the request that has just been answered."""
        environ = self.environ or {}
        finish = self.time_finish or self.time_start
        return _json_line(
            method=_method(environ.get("REQUEST_METHOD", "")),
            path=mask_path(environ.get("PATH_INFO", "*")),
            status=_status(self.status),
            ms=round((finish - self.time_start) * 1000, 1),
            bytes=self.response_length,
        )

    def log_error(self, msg: str, *args: object) -> None:
        """Logs nothing: malformed requests have their line like any request, and their text could be anything."""


def _status(status: object) -> int:
    # gevent keeps it as text or as bytes, depending on how far it came.
    found = re.search(r"[0-9]{3}", str(status))
    return int(found[0]) if found else 0


def _method(text: str) -> str:
    return text if METHOD.fullmatch(text) else "*"


def _json_line(**facts: Any) -> str:
    time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"time": time, **facts})
