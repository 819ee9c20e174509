"""Reads uploaded files in a process of its own, one a device at a time: whoever sends them is trusted with nothing."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Condition, Lock, Timer

from flask import request
from msgspec import msgpack
from werkzeug.exceptions import RequestEntityTooLarge

from rules_core.record import MAX_BYTES
from webapp.access.device import current_device
from webapp.files.frames import (
    FileAnswer,
    FileRequest,
    Message,
    SentForm,
    Tag,
    TooMuch,
    answered,
    framed,
    received,
    text_before_file,
)
from webapp.files.kinds import (
    PHOTOS,
    Busy,
    FileKind,
    NotRead,
    ReaderEnded,
    TookTooLong,
    TookTooMuch,
    TooLarge,
    largest,
)
from webapp.games.registry import found
from webapp.http.durations import PHOTO_WAIT, READER_KEPT, READER_STARTS, UPLOAD_GIVEN_UP, UPLOAD_WAIT
from webapp.http.language import language
from webapp.http.limits import LARGEST_FILE_ANSWER, LARGEST_UNKNOWN_UPLOAD, UPLOAD_ENVELOPE
from webapp.http.network import network_of_device
from webapp.http.rate_limits import UPLOAD_REST
from webapp.services import Services, services


class Turns:
    """Turns by name, one at a time each: of a device, a network, the reader of files."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._given_back = Condition()

    @contextmanager
    def of(self, *who: str, rest: float = 0.0, wait: float | None = None) -> Iterator[None]:
        """Waits until none of these has a turn, and is their turn then. Raises Busy.

        `rest`: seconds after it until the next of these has a turn; `wait`: seconds, UPLOAD_WAIT where none are said.
        """
        wait = UPLOAD_WAIT if wait is None else wait
        with self._given_back:
            if not self._given_back.wait_for(lambda: self._taken.isdisjoint(who), wait):
                raise Busy
            self._taken.update(who)
        try:
            yield
        finally:
            if rest:
                later = Timer(rest, self._give_back, who)
                later.daemon = True
                later.start()
            else:
                self._give_back(*who)

    def _give_back(self, *who: str) -> None:
        with self._given_back:
            self._taken.difference_update(who)
            self._given_back.notify_all()


@dataclass(frozen=True)
class Sender:
    """The device of a file. `is_known`: it may send more; `names`: of its turns; `length`: of the upload."""

    is_known: bool
    names: tuple[str, ...]
    length: int = 0

    @property
    def rest(self) -> float:
        """The seconds until it may send the next one: none after a match as people play it."""
        return UPLOAD_REST * min(1.0, max(0, self.length - LARGEST_UNKNOWN_UPLOAD - UPLOAD_ENVELOPE) / MAX_BYTES)


OF_CIRCLES = (FileKind.CIRCLE, FileKind.PICTURE)
"""Files that need no table here: a circle comes to a new server first, and its photos from its members."""


def sender(kind: FileKind) -> Sender:
    """Returns the device of this request. That it may send much, what it has here tells, or the kind of the file."""
    device, network = current_device(), network_of_device(request.remote_addr)
    names = [] if device is None else [f"device {device.id}"]
    if network is not None:
        names.append(f"network {network}")
    is_known = kind in OF_CIRCLES or (device is not None and _is_known(device.id))
    return Sender(is_known, tuple(names), request.content_length or 0)


def _is_known(device_id: int) -> bool:
    """Tells whether a device has a table, an evening or a circle here."""
    store = services().store
    return bool(store.tables_of(device_id, limit=1) or store.evenings_of(device_id, 1) or store.circles_of(device_id))


COMMAND = (sys.executable, "-m", "webapp.server.file_worker")
READER = "reader"
"""The sender whose file is being read."""
UNNEEDED = ("SIXFOLD_", "DATABASE_URL", "PROMETHEUS_")
"""How settings begin that are none of its business: passwords are among them."""
NO_FORM = "application/octet-stream"
"""Content type of a body that names none."""


class UploadReader:
    """Has files read one after the other. `turns` are those of the senders, and of the process itself."""

    def __init__(self) -> None:
        self.turns = Turns()
        self._guard = Lock()
        self._is_started = False
        self._process: subprocess.Popen[bytes] | None = None
        self._idle: Timer | None = None

    def start(self) -> None:
        """From now on a process of its own reads; it begins with the first file."""
        self._is_started = True

    def stop(self) -> None:
        self._is_started = False
        self._wake()
        self._end()

    def read(self, asked: FileRequest) -> FileAnswer:
        """Has a file read and returns the result. Raises NotRead."""
        with self.turns.of(READER):
            form, *parts = self._read(asked) if self._is_started else _read_here(asked)
        return FileAnswer(msgpack.decode(form, type=SentForm), tuple(parts))

    def _read(self, asked: FileRequest) -> list[bytes]:
        self._wake()
        try:
            return self._answered(asked)
        finally:
            self._rest()

    def _rest(self) -> None:
        """Has the process end if it is not needed for a while: it keeps the memory of its longest file."""
        self._idle = Timer(READER_KEPT, self._end_idle)
        self._idle.daemon = True
        self._idle.start()

    def _wake(self) -> None:
        if self._idle is not None:
            self._idle.cancel()

    def _end_idle(self) -> None:
        with suppress(Busy), self.turns.of(READER):
            self._end()

    def _answered(self, asked: FileRequest) -> list[bytes]:
        sent, process = framed(Tag.FILE, msgpack.encode(asked)), self._running()
        with self._within(process, UPLOAD_GIVEN_UP) as overdue:
            parts, last = _exchanged(process, sent)
        if last is not None and last.tag is Tag.END:
            return parts
        if last is not None and last.tag is Tag.TOO_LARGE:
            raise TooLarge(asked.kind, is_known=asked.is_known)
        self._end()
        if overdue() or (last is not None and last.tag is Tag.TOO_LONG):
            raise TookTooLong
        raise TookTooMuch if last is not None else ReaderEnded

    @contextmanager
    def _within(self, process: "subprocess.Popen[bytes]", seconds: float) -> Iterator[Callable[[], bool]]:
        """Ends the process after this many seconds; yields a function that tells whether that happened."""
        overdue: list[bool] = []

        def end() -> None:
            overdue.append(True)
            process.kill()

        timer = Timer(seconds, end)
        timer.start()
        try:
            yield lambda: bool(overdue)
        except BaseException:  # the request is gone: the next one must not get this answer
            self._end()
            raise
        finally:
            timer.cancel()

    def _running(self) -> "subprocess.Popen[bytes]":
        """Returns the process, a new one where the last has ended. Raises ReaderEnded where none is ready in time."""
        with self._guard:
            if self._process is not None and self._process.poll() is None:
                return self._process
            self._close()
            try:
                self._process = process = subprocess.Popen(  # noqa: S603  # nothing of a file is in it
                    COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
                )
            except OSError:  # no memory for one more
                raise ReaderEnded from None
        with self._within(process, READER_STARTS):
            assert process.stdout is not None
            first = received(process.stdout, 0)
        if first is None or first.tag is not Tag.READY:
            self._end()
            raise ReaderEnded
        return process

    def _end(self) -> None:
        with self._guard:
            if self._process is not None:
                self._process.kill()
            self._close()

    def _close(self) -> None:
        if self._process is not None:
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):  # unwritten data
                    pipe.close()  # type: ignore[union-attr]
        self._process = None


def _exchanged(process: "subprocess.Popen[bytes]", sent: bytes) -> tuple[list[bytes], Message | None]:
    """Sends a file. Returns the parts that come back, and the message behind them: None where there is none."""
    assert process.stdin is not None
    assert process.stdout is not None
    parts: list[bytes] = []
    left = LARGEST_FILE_ANSWER + UPLOAD_ENVELOPE + len(sent)  # with the typed values, for the form
    try:
        process.stdin.write(sent)
        process.stdin.flush()
        while (message := received(process.stdout, left)) is not None and message.tag is Tag.PART:
            parts.append(message.said)
            left -= len(message.said)
    except OSError:
        return parts, None
    return parts, message


def _read_here(asked: FileRequest) -> list[bytes]:
    try:
        return list(answered(asked))
    except (TooMuch, MemoryError):
        raise TookTooMuch from None


def environment() -> dict[str, str]:
    """Returns the environment variables of the process: ours without settings that it does not need.

    Photos are read on one processor: each thread of numpy would reserve memory of its own.
    """
    needed = {name: value for name, value in os.environ.items() if not name.startswith(UNNEEDED)}
    return {"OPENBLAS_NUM_THREADS": "1", **needed}


def read_request(
    kind: FileKind, pack: Mapping[str, int] | None = None, taught_packs: tuple[bytes, ...] = ()
) -> FileAnswer:
    """Has the form of this request read, and the file in it; its body is taken when its sender has a turn.

    `pack` and `taught_packs`: as FileRequest takes them.

    Raises NotRead.
    """
    who = sender(kind)
    request.max_content_length = largest(kind, is_known=who.is_known) + UPLOAD_ENVELOPE
    body, content_type = b"", request.headers.get("Content-Type") or NO_FORM
    try:
        with _turn(who, kind):
            body = _whole_body(kind, is_known=who.is_known)
            return _read_by(who, kind, body, content_type, pack, taught_packs)
    except NotRead as problem:
        problem.typed = text_before_file(content_type, body[:UPLOAD_ENVELOPE]) if body else text_of_unread_body()
        raise


def _whole_body(kind: FileKind, *, is_known: bool) -> bytes:
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        raise TooLarge(kind, is_known=is_known) from None


def text_of_unread_body() -> str:
    """Returns the field `text` in front of the file of a request of which nothing was read.

    Empty where nobody has said how long its body is.
    """
    if request.content_length is None:
        return ""
    request.max_content_length = request.content_length
    return text_before_file(request.headers.get("Content-Type", ""), request.stream.read(UPLOAD_ENVELOPE))


def read_body(
    kind: FileKind,
    body: Callable[[Sender], bytes],
    pack: Mapping[str, int] | None = None,
    taught_packs: tuple[bytes, ...] = (),
) -> FileAnswer:
    """Reads a body that is the file itself, once its sender has a turn. Raises NotRead, and as `body` does."""
    who = sender(kind)
    with _turn(who, kind):
        return _read_by(who, kind, body(who), pack=pack, taught_packs=taught_packs)


@contextmanager
def _turn(who: Sender, kind: FileKind) -> Iterator[None]:
    # Next to nothing of these photos goes into the database.
    rest = 0.0 if kind in (FileKind.PHOTO, FileKind.ROWS, FileKind.CODES) else who.rest
    wait = PHOTO_WAIT if kind in PHOTOS else UPLOAD_WAIT
    with services().part(UploadReader).turns.of(*who.names, rest=rest, wait=wait):
        yield


def _read_by(
    who: Sender,
    kind: FileKind,
    body: bytes,
    content_type: str = "",
    pack: Mapping[str, int] | None = None,
    taught_packs: tuple[bytes, ...] = (),
) -> FileAnswer:
    if not content_type and len(body) > largest(kind, is_known=who.is_known):
        raise TooLarge(kind, is_known=who.is_known)
    left_out = tuple(found().incomplete)
    asked = FileRequest(kind, body, who.is_known, language(), content_type, left_out, pack, taught_packs)
    return services().part(UploadReader).read(asked)


def register(services: Services) -> None:
    services.add(UploadReader())
