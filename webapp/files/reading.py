"""Reads a file by its kind, in the process that reads files (server/file_worker.py), not in the one that serves."""

from collections.abc import Callable, Iterator
from io import BytesIO

from flask import g
from msgspec import Struct, msgpack
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from webapp.files.frames import FileRequest, SentForm
from webapp.files.refusals import FileKind, TooLarge, largest
from webapp.games.registry import leave_out
from webapp.http.limits import LARGEST_FILE_ANSWER, MOST_FORM_PARTS

Reader = Callable[..., Iterator[Struct]]
READERS: dict[FileKind, Reader] = {}
"""How each kind is read: from its bytes, whether its device is known, and whether something is opened with it.

The features add theirs (site/file_readers.py).
"""


class TooMuch(Exception):
    """The result of a file is larger than the server takes."""


def answered(asked: FileRequest) -> Iterator[bytes]:
    """Yields the form around a file, then the parts that its reader makes of it. Needs a context of a request.

    Raises TooMuch and TooLarge.
    """
    for game in asked.left_out:
        leave_out(game, "the server leaves it out")
    g.language = asked.language
    form, data = _opened(asked)
    yield msgpack.encode(form)
    said = 0
    if data is not None:
        if len(data) > largest(asked.kind, is_known=asked.is_known):
            raise TooLarge(asked.kind, is_known=asked.is_known)
        for part in READERS[asked.kind](data, is_known=asked.is_known, opens=form.opens):
            encoded = msgpack.encode(part)
            said += len(encoded)
            if said > LARGEST_FILE_ANSWER:
                raise TooMuch
            yield encoded


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
        return SentForm(has_file=False), None
    typed, file = form.get("text", ""), files.get("file")
    sent = file.read() if file else typed.encode("utf-8", "replace")
    has_file = bool(sent.strip())
    return SentForm(has_file, typed, form.get("op", ""), "open" in form), sent if has_file else None
