"""What is asked about an upload and what is answered: plain data, so that a process of its own can do the work.

Nothing of what was sent is parsed elsewhere: neither the form around the record nor its JSON.
"""

import json
from io import BytesIO
from typing import Any

from flask import g
from msgspec import Struct, msgpack, to_builtins
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from rules_core.findings import Malformed
from rules_core.record import Header
from rules_core.result import error
from webapp.games.common import refusals
from webapp.games.registry import leave_out
from webapp.history.records import upload
from webapp.history.records.beside_reader import Beside
from webapp.history.records.download import fingerprint_of
from webapp.history.records.record_page import LookedAt, looked_at
from webapp.http.limits import LONGEST_SHOWN_EVENT, MOST_FORM_PARTS
from webapp.words.malformed import problem_said


class Asked(Struct, frozen=True):
    """An upload as it came; of a device that is known more is taken.

    Without `content_type` the body is the record itself, else the form around it. `left_out` are games that are not
    offered here. Sentences are in `language`.
    """

    body: bytes
    is_known: bool
    language: str
    content_type: str = ""
    left_out: tuple[str, ...] = ()


class Nothing(Struct, frozen=True, tag=True):
    """The form has no record in it."""


class Fault(Struct, frozen=True, tag=True):
    """It is no record: what is wrong, and the sentence for it."""

    fault: str
    said: str


class StoppedAt(Struct, frozen=True, tag=True):
    """The rules do not take the event at this `place` of so many; `event` is what it says, cut short.

    `found` is how the record writes a refusal.
    """

    place: int
    of: int
    event: str
    game: str
    title: str
    text: str
    rule: str | None
    found: dict[str, Any]


class Taken(Struct, frozen=True, tag=True):
    """A record that folds to its end: its header as JSON, how many events it has, and its fingerprint.

    `bodies` are the log of the table to be opened; where the record is only looked at there are none, and `page` says
    how it stands. `beside` is what it says beside its events.
    """

    header_json: str
    events: int
    digits: str
    beside: Beside = Beside()
    bodies: tuple[str, ...] = ()
    page: LookedAt | None = None

    @property
    def header(self) -> Header:
        """The header of the record."""
        said = json.loads(self.header_json)
        return Header(said["game"], tuple(said["players"]), said["options"], said["edition"])


class Answer(Struct, frozen=True):
    """What came of an upload. Of its form: the text that was `typed`, the key `op`, and whether a table is `opened`."""

    outcome: Nothing | Fault | StoppedAt | Taken
    typed: str = ""
    op: str = ""
    opens: bool = True


def answered(sent: bytes) -> bytes:
    """Returns the answer to what is asked, both as they go over a pipe. Needs a context of a request."""
    asked = msgpack.decode(sent, type=Asked)
    for game in asked.left_out:
        leave_out(game, "the server leaves it out")
    g.language = asked.language
    return msgpack.encode(answer(asked))


def answer(asked: Asked) -> Answer:
    """Reads, checks and folds an upload. Texts are in the language of this moment."""
    if not asked.content_type:
        return Answer(_outcome(asked.body, asked, opens=True))
    mimetype, options = parse_options_header(asked.content_type)
    parser = FormDataParser(
        stream_factory=lambda *_args, **_more: BytesIO(),
        max_form_memory_size=None,  # the body is bounded already
        max_form_parts=MOST_FORM_PARTS,
    )
    try:
        _, form, files = parser.parse(BytesIO(asked.body), mimetype, len(asked.body), options)
    except RequestEntityTooLarge:  # of too many parts: none of our forms
        return Answer(Nothing())
    typed, file, opens = form.get("text", ""), files.get("file"), "open" in form
    sent = file.read() if file else typed.encode()
    outcome = _outcome(sent, asked, opens=opens) if sent.strip() else Nothing()
    return Answer(outcome, "" if isinstance(outcome, Taken) else typed, form.get("op", ""), opens)


def _outcome(sent: bytes, asked: Asked, *, opens: bool) -> Fault | StoppedAt | Taken:
    try:
        found = upload.read(sent, is_known=asked.is_known)
    except Malformed as problem:
        # It may quote half of a surrogate pair, which no page can hold.
        return Fault(problem.fault, problem_said(problem).encode("utf-8", "replace").decode())
    except upload.Stopped as stopped:
        return _stopped(stopped)
    header = json.dumps(to_builtins(found.header))  # as text: an option may be wider than 64 bits
    mark = fingerprint_of(found.data, len(found.events))
    if opens:
        return Taken(header, mark.events, mark.digits, found.beside.kept, bodies=tuple(found.bodies))
    return Taken(header, mark.events, mark.digits, found.beside.kept, page=looked_at(found))


def _stopped(stopped: upload.Stopped) -> StoppedAt:
    why, text = refusals.reason(stopped.refusal, stopped.names), json.dumps(stopped.event, ensure_ascii=False)
    return StoppedAt(
        place=stopped.place,
        of=stopped.of,
        event=text if len(text) <= LONGEST_SHOWN_EVENT else text[: LONGEST_SHOWN_EVENT - 1] + "…",
        game=stopped.game,
        title=str(why.title),
        text=str(why.text),
        rule=why.rule,
        found=error(stopped.refusal, None),
    )
