"""The process that reads uploaded records: it answers as this one would, and is replaced when it ends."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from msgspec import msgpack

from tests.web.support.api_client import ApiClient, problem
from tests.web.support.processes import Process
from tests.web.support.records import DEAL, a_record, bad, canonical, over, play, send
from tests.web.support.site import Site
from webapp.files import frames, upload_reader
from webapp.files.frames import FileRequest, Message, SentForm, Tag, framed
from webapp.files.kinds import FileKind, ReaderEnded, TookTooLong
from webapp.files.upload_reader import UploadReader
from webapp.services import services_in

REVOKE = [DEAL, *(play(*laid) for laid in [(1, "7C"), (2, "2H"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5C")])]


@pytest.fixture(scope="module")
def started(processes: list[Process]) -> Iterator[UploadReader]:
    """A reader with a process of its own, for all tests of this file."""
    reader = UploadReader()
    reader.start()
    yield reader
    reader.stop()


@pytest.fixture
def reader(app: Flask, started: UploadReader) -> UploadReader:
    """The reader of the application, with the process."""
    services_in(app).add(started)
    return started


def asked(body: bytes, language: str = "en") -> FileRequest:
    return FileRequest(FileKind.RECORD, body, is_known=True, language=language)


def test_it_answers_as_this_process_would(app: Flask, reader: UploadReader) -> None:
    sent = [canonical(raw) for raw in over()[:3]] + [b"{", b'{"format":1e999}', canonical(a_record(*REVOKE))]
    sent += [canonical(raw) for raw, _done in bad()[:3]]
    for body in sent:
        with app.test_request_context():
            assert reader.read(asked(body)) == UploadReader().read(asked(body))


def test_pages_and_programs_are_told_by_it_in_their_language(
    site: Site, app: Flask, reader: UploadReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of what was sent is parsed or folded in the process that serves everybody."""
    monkeypatch.setattr(frames, "READERS", {})
    monkeypatch.setattr(frames, "FormDataParser", None)
    assert "Cat had a club in trick 1" in send(site.phone(), a_record(*REVOKE)).text
    assert "Cat hatte in Stich 1" in send(site.phone("de"), a_record(*REVOKE)).text
    assert "Entry 3 of 3 is not taken." in send(site.phone(), a_record(DEAL, play(1, "9H"), play(2, "9H"))).text
    assert send(site.phone(), a_record(*REVOKE), open="yes", op="a" * 16).status_code == 303
    assert problem(ApiClient(app).post("/records", a_record(DEAL, play(1, "7C"), play(1, "8C")))) == (
        422,
        "not-your-turn",
    )
    assert ApiClient(app).post("/records", a_record(*REVOKE)).status_code == 201


def test_it_ends_with_whoever_started_it(reader: UploadReader, processes: list[Process]) -> None:
    """Also where nobody told it to end: then its input ends."""
    reader.read(asked(b"{"))
    process = processes[-1]
    assert process.poll() is None
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait() == 0


# Processes that are no readers

SAYS_READY = f"import sys; sys.stdout.buffer.write({framed(Tag.READY)!r}); sys.stdout.buffer.flush()"
SAID = framed(Tag.PART, msgpack.encode(SentForm())) + framed(Tag.END)
ANSWERS = f"""{SAYS_READY}
sys.stdin.buffer.read(1)
sys.stdout.buffer.write({SAID!r})
sys.stdout.buffer.flush()
sys.stdin.buffer.read()"""


@pytest.fixture
def other(processes: list[Process], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], UploadReader]]:
    """Returns a reader whose process runs this script."""
    made = UploadReader()
    made.start()

    def of(script: str) -> UploadReader:
        monkeypatch.setattr(upload_reader, "COMMAND", (sys.executable, "-I", "-S", "-c", script))
        return made

    yield of
    made.stop()


def test_one_that_ends_while_it_reads_is_said(other: Callable[[str], UploadReader]) -> None:
    for script in ("", SAYS_READY):
        with pytest.raises(ReaderEnded):
            other(script).read(asked(b"{" * 100_000))


def test_one_that_cannot_be_started_is_said(
    other: Callable[[str], UploadReader], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = other("")
    monkeypatch.setattr(upload_reader, "COMMAND", ("/there/is/no/such/program",))
    with pytest.raises(ReaderEnded):
        reader.read(asked(b"{"))


def test_one_that_takes_too_long_is_ended(
    other: Callable[[str], UploadReader], processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_reader, "UPLOAD_GIVEN_UP", 0)
    reader = other(f"{SAYS_READY}; sys.stdin.buffer.read()")
    with pytest.raises(TookTooLong):
        reader.read(asked(b"{"))
    assert processes[-1].poll() is not None


def test_who_gives_up_waiting_leaves_no_answer_to_the_next(
    other: Callable[[str], UploadReader], processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = upload_reader.received

    def gives_up(source: Any, most: int) -> Message | None:
        message = heard(source, most)
        if message is None or message.tag is not Tag.READY:
            raise KeyboardInterrupt
        return message

    monkeypatch.setattr(upload_reader, "received", gives_up)
    with pytest.raises(KeyboardInterrupt):
        other(ANSWERS).read(asked(b"{"))
    assert processes[-1].poll() is not None


def test_one_that_is_not_needed_for_a_while_ends(
    other: Callable[[str], UploadReader], processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_reader, "READER_KEPT", 0)
    assert other(ANSWERS).read(asked(b"{")).parts == ()
    assert processes[-1].wait() != 0


def test_it_ends_with_the_server(other: Callable[[str], UploadReader], processes: list[Process]) -> None:
    reader = other(ANSWERS)
    reader.read(asked(b"{"))
    assert processes[-1].poll() is None
    reader.stop()
    assert processes[-1].poll() is not None


def test_it_knows_no_password_of_the_house(reader: UploadReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://sixfold:secret@db/sixfold")
    monkeypatch.setenv("SIXFOLD_METRICS_TOKEN", "secret")
    assert not {"DATABASE_URL", "SIXFOLD_METRICS_TOKEN"} & upload_reader.environment().keys()


def test_without_a_server_no_process_is_started(site: Site, processes: list[Process]) -> None:
    before = len(processes)
    assert send(site.phone(), a_record(DEAL)).status_code == 200
    assert len(processes) == before
