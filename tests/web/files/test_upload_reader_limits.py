"""Uploaded files of every kind that are refused: nothing is half written, and the next honest file is taken."""

import io
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from threading import Timer
from typing import Any

import grimp
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import text
from werkzeug.test import TestResponse

from tests import databases
from tests.paths import ROOT
from tests.web.support.circle_tables import finished
from tests.web.support.hall import Hall
from tests.web.support.phone import Phone
from tests.web.support.processes import Process
from tests.web.support.records import DEAL, a_record
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.files import frames, upload_reader
from webapp.files.kinds import FileKind
from webapp.files.photos import PhotoReader
from webapp.files.upload_reader import UploadReader
from webapp.http.durations import UPLOAD_LASTS
from webapp.http.limits import (
    LARGEST_REQUEST,
    LARGEST_UNKNOWN_UPLOAD,
    MOST_LINES_A_KIND,
    MOST_LIST_LINES,
    MOST_PHOTO_PIXELS,
    MOST_UNKNOWN_EVENTS,
    ROOM_OF_UNKNOWN_ARCHIVES,
)
from webapp.services import services_in

REAL = ROOT / "tests/web/photo/real"
"""Photos of cards."""
Send = Callable[[bytes], TestResponse]


class House:
    """A site whose files are read by a process of their own, with an evening that can be sent as an archive."""

    def __init__(self, site: Site) -> None:
        self.site, self.store = site, site.store
        self.organiser = site.phone()
        self.hall = Hall(services_in(site.app), organiser=site.device(self.organiser))
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()
        self.hall.add(kinds.Confirmed(1, 1, (1, 2, 3, 4)))
        answer = self.organiser.get(f"/evenings/{self.hall.id}/archive.zip")
        self.files = {name: data for name, data in _unzipped(answer.data).items() if not name.endswith(".csv")}
        self.evening: dict[str, Any] = json.loads(self.files["evening.json"])
        circle = self.store.open_circle("Tuesdays", device_id=site.device(self.organiser))
        self.circle = self.organiser.get(f"/circles/{circle.id}/files/circle-1.zip").data
        services_in(site.app).add(PhotoReader(is_on=True))
        self.phone = Phone(self.organiser, site.open_table(self.organiser))
        self.phone.enter({"type": "deal", "dealer": 0})
        self.match = f"/circles/{circle.id}/matches/{finished(site, self.organiser, circle.id)}"

    def archive(self, evening: bytes | None = None, **files: bytes) -> bytes:
        """Returns the archive, with something else as its evening or one of its files."""
        return _zipped({**self.files, "evening.json": evening or self.files["evening.json"], **files})

    def with_lines(self, *lines: dict[str, Any]) -> bytes:
        """Returns the archive with more lines."""
        return self.archive(json.dumps({**self.evening, "lines": [*self.evening["lines"], *lines]}).encode())

    def send(self, kind: FileKind, data: bytes) -> TestResponse:
        """Sends a file as a phone without a table does; a list and photos as the organiser."""
        own = FileKind.LINES, FileKind.PHOTO, FileKind.ROWS, FileKind.PICTURE
        phone = self.organiser if kind in own else self.site.phone()
        where = {
            FileKind.RECORD: "/records",
            FileKind.ARCHIVE: "/evenings/archives",
            FileKind.LINES: f"/evenings/{self.hall.id}/people",
            FileKind.CIRCLE: "/circles/bring",
            FileKind.PHOTO: f"{self.phone.url}/photo",
            FileKind.ROWS: f"{self.phone.url}/photo/packs",
            FileKind.CODES: "/scan",
            FileKind.PICTURE: f"{self.match}/posts",
        }
        fields = {"op": "1234567890" * 4, "open": "yes", "file": (io.BytesIO(data), "file")}
        return phone.post(where[kind], data=fields, content_type="multipart/form-data")

    def honest(self, kind: FileKind) -> bytes:
        """Returns a file of this kind that is taken."""
        honest = {
            FileKind.RECORD: json.dumps(a_record(DEAL)).encode(),
            FileKind.ARCHIVE: self.archive(),
            FileKind.LINES: f"Name;Team\nNew {len(self.hall.now.state.people)};Red".encode(),
            FileKind.CIRCLE: self.circle,
            FileKind.PHOTO: (REAL / "images__test__cam_image2.jpg").read_bytes(),
            FileKind.ROWS: (REAL / "images__test__cam_image2.jpg").read_bytes(),
            FileKind.PICTURE: _photo(),
            FileKind.CODES: _photo(),
        }
        return honest[kind]

    def counted(self) -> tuple[int, ...]:
        """How much is kept."""
        with databases.reading(self.store) as session:
            names = ("tables", "events", "evenings", "evening_lines", "invites", "grants")
            return tuple(session.scalar(text(f"SELECT count(*) FROM {name}")) for name in names)


def _photo() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (64, 64)).save(made, "JPEG")
    return made.getvalue()


def _picture_for_much_memory() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (8000, MOST_PHOTO_PIXELS // 8000)).save(made, "PNG")
    return made.getvalue()


def _zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return made.getvalue()


def _unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        return {name: found.read(name) for name in found.namelist()}


@pytest.fixture(scope="module")
def started(processes: list[Process]) -> Iterator[UploadReader]:
    """A reader with a process of its own, for all tests of this file."""
    made = UploadReader()
    made.start()
    yield made
    made.stop()


@pytest.fixture
def house(site: Site, app: Flask, started: UploadReader, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house where nothing of a file can be decoded in the process that serves."""
    services_in(app).add(started)
    monkeypatch.setattr(frames, "READERS", {})
    return House(site)


def _deep(depth: int = 100_000) -> bytes:
    return b'{"lines":' + b"[" * depth + b"]" * depth + b"}"


def _line(house: House, kind: str, **body: Any) -> dict[str, Any]:
    return {"kind": kind, "body": body, "at": house.evening["at"]}


ANNOUNCED = {"text": "Soup", "by": "Karin"}
ROOM = ROOM_OF_UNKNOWN_ARCHIVES
BAD: dict[str, tuple[FileKind, Callable[[House], bytes], int, str]] = {
    "large record": (FileKind.RECORD, lambda _: b" " * LARGEST_UNKNOWN_UPLOAD + b"{}", 413, "longer than 256 kB"),
    "large archive": (FileKind.ARCHIVE, lambda _: bytes(LARGEST_UNKNOWN_UPLOAD + 1), 413, "longer than 256 kB"),
    "large list": (FileKind.LINES, lambda _: b"x" * LARGEST_REQUEST, 413, ""),
    "bomb": (FileKind.ARCHIVE, lambda house: house.archive(b" " * 60_000_000), 422, "Unpacked it is longer"),
    "bomb of a record": (
        FileKind.ARCHIVE,
        lambda house: house.archive(**{house.evening["tables"][0]["file"]: b" " * 60_000_000}),
        422,
        "Unpacked it is longer",
    ),
    "deep record": (FileKind.RECORD, lambda _: _deep(), 422, "nested"),
    "deep archive": (FileKind.ARCHIVE, lambda house: house.archive(_deep()), 422, "no archive"),
    "many entries": (
        FileKind.RECORD,
        lambda _: json.dumps(a_record(*[DEAL] * (MOST_UNKNOWN_EVENTS + 1))).encode(),
        422,
        "",
    ),
    "many lines": (
        FileKind.ARCHIVE,
        lambda house: house.with_lines(*[_line(house, "announced", **ANNOUNCED)] * ROOM.lines),
        422,
        "A phone that has a table here may send more",
    ),
    "many tables": (
        FileKind.ARCHIVE,
        lambda house: house.archive(
            json.dumps(
                {
                    **house.evening,
                    "tables": [
                        {**house.evening["tables"][0], "table": number, "file": f"tables/{number}.json"}
                        for number in range(1, ROOM.tables + 2)
                    ],
                }
            ).encode()
        ),
        422,
        "It has more than 60 tables",
    ),
    "many files": (
        FileKind.ARCHIVE,
        lambda house: house.archive(**{f"{number}": b"" for number in range(1_100)}),
        422,
        "more lines, tables or entries",
    ),
    "many people": (
        FileKind.LINES,
        lambda _: b"A\n" * (MOST_LIST_LINES + 1),
        422,
        f"more than {MOST_LIST_LINES} lines",
    ),
    "no zip": (FileKind.ARCHIVE, lambda _: b"PK\x03\x04 no archive", 422, "no archive of an evening"),
    "no record": (FileKind.RECORD, lambda _: b"\0\1\2", 422, "no JSON"),
    "archive within": (FileKind.ARCHIVE, lambda house: _zipped({"evening.zip": house.archive()}), 422, "not in it"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_no_file_of_people_is_is_refused_and_the_next_is_taken(house: House, name: str) -> None:
    kind, made, status, said = BAD[name]
    data, before = made(house), house.counted()
    answer = house.send(kind, data)
    assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert house.counted() == before
    assert house.send(kind, house.honest(kind)).status_code == 303


def test_a_picture_for_which_there_is_no_memory_is_told_as_one(house: House) -> None:
    answer = house.send(FileKind.PHOTO, _picture_for_much_memory())
    assert answer.status_code == 422
    assert re.search(r'role="alert"[^>]*>This picture is larger than a photo of a phone', answer.text), answer.text
    assert house.send(FileKind.PHOTO, house.honest(FileKind.PHOTO)).status_code == 200


def test_every_kind_is_taken_once_a_process_has_ended(house: House, processes: list[Process]) -> None:
    assert house.send(FileKind.LINES, house.honest(FileKind.LINES)).status_code == 303
    processes[-1].kill()
    processes[-1].wait()
    taken = {kind: house.send(kind, house.honest(kind)).status_code for kind in FileKind}
    assert taken == {
        **dict.fromkeys(FileKind, 303),
        FileKind.CIRCLE: 200,  # the page says what has come in
        FileKind.PHOTO: 200,  # and what lies there
        FileKind.ROWS: 422,  # and why that are no rows
        FileKind.CODES: 422,  # and why nobody joins by it
    }


def test_lines_of_a_kind_have_a_limit(site: Site, house: House) -> None:
    phone: FlaskClient = site.phone()
    site.open_table(phone)
    lines = [_line(house, "announced", **ANNOUNCED)] * (MOST_LINES_A_KIND + 1)
    fields = {"op": "1234567890" * 4, "file": (io.BytesIO(house.with_lines(*lines)), "file")}
    answer = phone.post("/evenings/archives", data=fields, content_type="multipart/form-data")
    assert (answer.status_code, "more lines, tables or entries" in answer.text) == (422, True)


# The process itself

# It imports no reader: that is what takes its start so long.
WITHOUT = """
import sys
from types import SimpleNamespace
sys.modules["webapp.site.file_readers"] = SimpleNamespace()
from webapp.files import frames, upload_reader
from webapp.files.kinds import FileKind
from webapp.server import file_worker
file_worker.UPLOAD_LASTS = {lasts}
def read(sent, *, is_known, opens, **more):
    {does}
    yield
frames.READERS = dict.fromkeys(FileKind, read)
file_worker.main()
"""


@pytest.fixture
def other(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., House]]:
    """Returns the house with a process whose readers do something else, for so many seconds of a processor."""
    made = UploadReader()
    made.start()
    services_in(house.site.app).add(made)

    def of(does: str, lasts: float = UPLOAD_LASTS) -> House:
        monkeypatch.setattr(upload_reader, "COMMAND", (sys.executable, "-c", WITHOUT.format(does=does, lasts=lasts)))
        return house

    yield of
    made.stop()


ENDINGS = {
    "needs too much memory": ("bytearray(2**29)", 422, "so much memory"),
    "says too much": ("yield from (bytes(2**22) for _ in range(100))", 422, "so much memory"),
    "takes too long": ("while True: pass", 422, "took so long"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", 503, "Send this one again"),
    "breaks": ("raise KeyError", 503, "Send this one again"),
}


OTHERS = [kind for kind in FileKind if kind is not FileKind.ARCHIVE]
KINDS = {"needs too much memory": OTHERS, "is killed": [FileKind.ARCHIVE] * 2}
"""Of what kinds files are sent, one after the other, to a process and to the next ones; elsewhere one archive."""

LASTS = {"takes too long": 0.1}
"""Seconds of a processor for a file, where they are not those of a server."""


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_process_that_fails_is_said_and_replaced(other: Callable[..., House], ending: str) -> None:
    does, status, said = ENDINGS[ending]
    house = other(does, LASTS.get(ending, UPLOAD_LASTS))
    before = house.counted()
    for kind in KINDS.get(ending, [FileKind.ARCHIVE]):
        answer = house.send(kind, house.honest(kind))
        assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert house.counted() == before


def test_what_takes_too_long_is_given_up(other: Callable[..., House], monkeypatch: pytest.MonkeyPatch) -> None:
    house = other("import threading; threading.Event().wait()")
    monkeypatch.setattr(upload_reader, "UPLOAD_GIVEN_UP", 0)
    before = house.counted()
    answer = house.send(FileKind.ARCHIVE, house.honest(FileKind.ARCHIVE))
    assert (answer.status_code, "took so long" in answer.text, house.counted()) == (422, True, before)


class AtOnce(Timer):
    """One that does not wait for a thread where its time is over as it begins."""

    def start(self) -> None:
        if self.interval:
            super().start()
        else:
            self.function()


def test_a_process_that_does_not_start_is_no_fault_of_the_file(
    other: Callable[[str], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what the process does once it is ready is counted as the time of the file."""
    house = other("")
    monkeypatch.setattr(upload_reader, "READER_STARTS", 0)
    monkeypatch.setattr(upload_reader, "Timer", AtOnce)
    answer = house.send(FileKind.RECORD, house.honest(FileKind.RECORD))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Send this one again" in answer.text


def test_what_decodes_files_is_imported_by_the_door_alone() -> None:
    readers = {reader.__module__ for reader in frames.READERS.values()} - {"webapp.evening.typed_people"}
    graph = grimp.build_graph("webapp", cache_dir=None)
    assert len(readers) == 4
    readers.add("webapp.history.archive.reader")  # what the readers of archives share is theirs alone
    allowed = readers | {"webapp.site.file_readers"}
    assert [
        f"{one} imports {reader}"
        for reader in readers
        for one in graph.find_modules_that_directly_import(reader)
        if one not in allowed
    ] == []
