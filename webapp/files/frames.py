"""Messages between the server and the process that reads files."""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import IO, Any, NamedTuple

from flask import g
from msgspec import Struct, msgpack
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header
from werkzeug.sansio.multipart import Data, Field, MultipartDecoder, Preamble

from webapp.files.kinds import FileKind, TooLarge, largest
from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import LARGEST_FILE_ANSWER, MOST_FORM_PARTS

WIDTH = 8
Reader = Callable[..., Iterator[Struct]]
READERS: dict[FileKind, Reader] = {}
"""How each kind is read: from its bytes, whether its device is known, and whether something is opened with it.

The features add theirs (site/file_readers.py).
"""


class Tag(Enum):
    FILE = b"f"
    READY = b"r"
    PART = b"p"
    END = b"e"
    TOO_LONG = b"t"
    """The file takes longer to read than it may; the process ends."""
    TOO_LARGE = b"l"
    """The file within its form is longer than its device may send."""
    TOO_MUCH = b"m"
    """The file takes more memory than the process has, or its result is too large; the process ends."""


class Message(NamedTuple):
    tag: Tag
    said: bytes = b""


def framed(tag: Tag, said: bytes = b"") -> bytes:
    return tag.value + len(said).to_bytes(WIDTH) + said


def received(source: IO[bytes], most: int) -> Message | None:
    """Returns the next message, None where the other side ended before it was whole or says more than `most` bytes."""
    head = source.read(1 + WIDTH)
    if len(head) < 1 + WIDTH:
        return None
    wanted = int.from_bytes(head[1:])
    said = source.read(wanted) if wanted <= most else b""
    return Message(Tag(head[:1]), said) if len(said) == wanted else None


class FileRequest(Struct, frozen=True):
    """A file as sent; a known device may send more.

    Without `content_type` the body is the file itself, else the form around it. `left_out` are games that are not
    offered here. Sentences are in `language`. `pack`: how often each card can lie on a photo;
    `taught_packs`: what was kept of packs that were taught.
    """

    kind: FileKind
    body: bytes
    is_known: bool
    language: str
    content_type: str = ""
    left_out: tuple[str, ...] = ()
    pack: Mapping[str, int] | None = None
    taught_packs: tuple[bytes, ...] = ()


class SentForm(Struct, frozen=True):
    """The form with a file: the text `typed` instead, the key `op`, and whether something is `opened`.

    `into`: the number of what is there already and takes it. `is_typed`: the text came without a file. `keeps`: the
    file itself is kept, not only what is read in it. `digest` is that of the file.
    """

    typed: str = ""
    op: str = ""
    opens: bool = True
    into: str = ""
    is_typed: bool = False
    keeps: bool = False
    digest: str = ""


@dataclass(frozen=True)
class FileAnswer:
    """Result of a file: its form, and the parts that its reader yielded, still encoded. Checked and bounded."""

    form: SentForm
    parts: tuple[bytes, ...]

    @property
    def asked(self) -> str:
        """A digest of the form and of the file: a browser never writes two bodies alike.

        What is read in a file may hang on what was read before.
        """
        return hashlib.sha256(repr(self.form).encode()).hexdigest()

    def each(self, kind: Any) -> Iterator[Any]:
        """Yields the parts; others have a turn between two."""
        for number, part in enumerate(self.parts):
            if number:
                time.sleep(FOLD_PAUSE)
            yield msgpack.decode(part, type=kind)


class TooMuch(Exception):
    """The result of a file is larger than the server takes."""


def answered(asked: FileRequest) -> Iterator[bytes]:
    """Yields the form around a file, then the parts that its reader makes of it. Needs a context of a request.

    Raises TooMuch and TooLarge.
    """
    g.language = asked.language
    form, data = _opened(asked)
    yield msgpack.encode(form)
    said = 0
    if data is not None:
        if len(data) > largest(asked.kind, is_known=asked.is_known):
            raise TooLarge(asked.kind, is_known=asked.is_known)
        more = {} if asked.pack is None else {"pack": asked.pack, "taught_packs": asked.taught_packs}
        for part in READERS[asked.kind](data, is_known=asked.is_known, opens=form.opens, **more):
            encoded = msgpack.encode(part)
            said += len(encoded)
            if said > LARGEST_FILE_ANSWER:
                raise TooMuch
            yield encoded


def text_before_file(content_type: str, head: bytes) -> str:
    """Returns the field `text` of a form with a file, as far as it stands in front of the file, of its first bytes."""
    boundary = parse_options_header(content_type)[1].get("boundary", "")
    decoder, said, name = MultipartDecoder(boundary.encode()), bytearray(), ""
    with suppress(ValueError):  # no such form
        decoder.receive_data(head)
        while isinstance(event := decoder.next_event(), Preamble | Field | Data):
            if isinstance(event, Field):
                name = event.name
            elif isinstance(event, Data) and name == "text":
                said += event.data
    return said.decode(errors="replace")


def _opened(asked: FileRequest) -> tuple[SentForm, bytes | None]:
    if not asked.content_type:
        return SentForm(), asked.body
    mimetype, options = parse_options_header(asked.content_type)
    parser = FormDataParser(
        stream_factory=lambda *_args, **_more: BytesIO(),
        max_form_memory_size=None,  # the body is bounded already
        max_form_parts=MOST_FORM_PARTS,
    )
    try:
        _, form, files = parser.parse(BytesIO(asked.body), mimetype, len(asked.body), options)
    except RequestEntityTooLarge:  # of too many parts: none of our forms
        return SentForm(), None
    typed, file = form.get("text", ""), files.get("file")
    sent = file.read() if file else typed.encode("utf-8", "replace")
    digest, opens, keeps = hashlib.sha256(sent).hexdigest(), "open" in form, "keep" in form
    told = SentForm(typed, form.get("op", ""), opens, form.get("into", ""), not file, keeps, digest)
    return told, sent if sent.strip() else None
