"""Problems of the API as problem+json (RFC 9457), and their texts."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from flask import Response, g, request
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError, default_exceptions

from rules_core.codes import CODES as RULES
from rules_core.findings import Refusal
from rules_core.result import error
from webapp.evening.refusal_words import SENTENCES, STATUS
from webapp.files.kinds import NotRead
from webapp.games.common import refusals
from webapp.history.records.uploaded import StoppedAt
from webapp.http.language import LANGUAGES
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.security import API
from webapp.journal.lines import USED
from webapp.table.permissions import ASKABLE, FORMER, TAKEN_BACK
from webapp.words.phrases import (
    BAD_TEXT,
    FAULT_IS_OURS,
    GAME_NOT_OFFERED,
    GAME_NOT_WHOLE,
    NO_INVITATION,
    NO_MERGE,
    NO_PENALTY,
    NO_RULING,
    NO_SEASON,
    NO_SUCH_PLAYER,
    NOT_ASKED_FOR,
    NOT_OVER_YET,
    WAITS_NO_LONGER,
)

T = TypeVar("T")


class Text(NamedTuple):
    """The problem, in a few words, and its remedy."""

    title: str
    message: str


TEXTS: Mapping[str, Text] = {
    "bad-request": Text(_l("Not readable"), _l("This request cannot be read. Its description stands in openapi.json.")),
    "not-read": Text(
        _l("Not how far it was read"),
        _l("Send back `read` of the list of rulings as it is: two integers, events and lines."),
    ),
    "decided-here": Text(
        _l("Not after another referee"),
        _l("A referee is here, or something was decided here already: who plays or hosts does not rule after that."),
    ),
    "evening-refused": Text(_l("Not at this evening"), _l("The evening does not take this as it stands.")),
    "no-evening": Text(_l("No such evening"), _l("There is no such evening, or this token has not joined it.")),
    "no-circle": Text(_l("No such circle"), _l("There is no such circle, or this token does not belong to it.")),
    "circle-refused": Text(_l("Not in this circle"), _l("The circle does not take this as it stands.")),
    "no-meeting": Text(_l("No such invitation"), NO_INVITATION),
    "no-such-player": Text(_l("No such player"), NO_SUCH_PLAYER),
    "no-season": Text(_l("No such season"), NO_SEASON),
    "no-match": Text(
        _l("No such match"), _l("This circle has no finished match of this number, or the match no such comment.")
    ),
    "no-merge": Text(_l("Nothing to take back"), NO_MERGE),
    "no-join": Text(
        _l("Nothing to take back"),
        _l("Nothing of this number was brought in here by this token, or it was taken back."),
    ),
    "nobody-here": Text(_l("Nobody of the circle"), _l("This token does not stand for a player of the circle.")),
    "not-an-evening": Text(
        _l("Not an evening"), _l("An evening has a “title”, a “plan”, and “people”: the names on its list.")
    ),
    "not-a-line": Text(
        _l("Not a line"),
        _l("A line has a “type” and the fields of that type; openapi.json lists those that programs add."),
    ),
    "not-a-seating": Text(
        _l("Not a seating"),
        _l("A seating has “tables”, lists of people on the list by seat, as many as the game allows, and “byes”."),
    ),
    "person-taken": Text(
        _l("Has a phone"), _l("Another phone stands for this person. It, or the organiser, must agree.")
    ),
    "no-ruling": Text(_l("No ruling"), NO_RULING),
    "not-a-ruling": Text(
        _l("Not a ruling"),
        _l("A ruling has a “case”, a “remedy”, a rule, and points a side; to reopen one a “reason” is enough."),
    ),
    "no-call": Text(_l("No such call"), _l("There is no call of this number at this table.")),
    "not-a-call": Text(
        _l("Not a call"),
        _l("A call says what it is “about”, and “why” or a “text”; openapi.json has the words for both."),
    ),
    "no-case": Text(
        _l("No such case"), _l("This table has no such case, or no photo of this number is kept with one.")
    ),
    "photo-refused": Text(_l("Not this photo"), _l("The case does not take this photo as it stands.")),
    "no-appeal": Text(_l("No appeal"), _l("There is no appeal of this number at this table.")),
    "not-an-appeal": Text(
        _l("Not an appeal"),
        _l("An appeal says what is wrong with the ruling; a decision names its remedy, a rule, and points a side."),
    ),
    "no-change": Text(_l("Nothing asked for"), NOT_ASKED_FOR),
    "not-an-answer": Text(
        _l("No answer"),
        _l("The answer is “allow”, “refuse”, “agree” or “withdraw”; “side” is the number of a side, “reason” a text."),
    ),
    "not-a-penalty": Text(
        _l("Not a penalty"),
        _l(
            "A penalty has a “seat”, a “step” (“caution”, “warning”, “points” or “hand”) and a “reason”; “points” is a "
            "number a side, “rule” the number of a rule. To lift one a “reason” is enough."
        ),
    ),
    "no-penalty": Text(_l("Not as a penalty"), _l("This penalty cannot be given as it is.")),
    "no-such-penalty": Text(_l("No such penalty"), NO_PENALTY),
    "not-an-object": Text(
        _l("No JSON object"),
        _l("The body must be one JSON object in UTF-8: no key twice, no NaN, no NUL, no number beyond 64 bits."),
    ),
    "not-an-event": Text(_l("Not an event"), _l("An event is a JSON object with the name of its kind as “type”.")),
    "bad-key": Text(
        _l("No key"), _l("An Idempotency-Key has 1 to %(most)s visible characters. Take a new UUID for each entry.")
    ),
    "bad-if-match": Text(
        _l("No number of an event"),
        _l(
            "If-Match names the newest event that was seen, written as in the ETag. Without it any event may be newest."
        ),
    ),
    "unauthorized": Text(
        _l("No token"),
        _l("Send “Authorization: Bearer” with the token that came with the table or with joining it."),
    ),
    "unknown-token": Text(
        _l("Unknown token"), _l("Nobody here has this token. Open a table or join one for a new one.")
    ),
    "forbidden": Text(
        _l("Not with this token"),
        _l("This token may not do this here."),
    ),
    "not-found": Text(
        _l("Nothing lies here"), _l("There is nothing at this address; openapi.json lists what there is.")
    ),
    "no-table": Text(
        _l("No such table"),
        _l("No table of this number has let this token in. Join the table with its code."),
    ),
    "no-code": Text(_l("No such code"), _l("No table has this code. Ask for the one it shows now.")),
    "method-not-allowed": Text(
        _l("Not in this way"), _l("This address takes no request of this kind; the header Allow names those it takes.")
    ),
    "moved-on": Text(
        _l("The table moved on"), _l("Event %(seq)s is the newest one now. Read the table again, then decide anew.")
    ),
    "not-a-wish": Text(
        _l("Not a wish"),
        _l("Joining takes a “code”, and “as” the number of a seat, “watch” or “keep”; a referee also gives a “name”."),
    ),
    "no-seat": Text(_l("No such seat"), _l("Choose a seat as “as”: 0 to %(most)s, or “watch” to look on.")),
    "not-by-this-code": Text(
        _l("Not with this code"), _l("This code opens something else. Ask the host for the one that is meant for this.")
    ),
    "over": Text(_l("Taken or replaced"), _l("This invitation lets nobody in any more. Ask the host for a new one.")),
    "already-here": Text(
        _l("A place of its own"), _l("This token has a place at the table itself, so it does not take another one.")
    ),
    "waiting": Text(
        _l("The host has to say yes"), _l("The host sees this request. Ask for the table again in a while.")
    ),
    "turned-away": Text(
        _l("Not let in"), _l("The host has not let this token in, or did not answer. Joining again asks once more.")
    ),
    "opened-before": Text(
        _l("Opened before"),
        _l("This Idempotency-Key has opened something, and its token was told then. Take a new key to open more."),
    ),
    "no-name": Text(_l("No name"), _l("A referee signs with a name that no player has.")),
    "alike-names": Text(
        _l("Two names look alike"), _l("Change one of them, or add “?alike=yes” to the address where both are right.")
    ),
    "seat-held": Text(
        _l("Who plays does not rule"),
        _l("This token holds a seat. Join with another one, or take an invitation that the whole table agreed to."),
    ),
    "nobody-sits": Text(_l("Nobody sits there"), _l("Nobody sits there who could keep the score.")),
    "request-gone": Text(
        _l("Waits no longer"),
        WAITS_NO_LONGER,
    ),
    "no-device": Text(_l("No such device"), _l("No device of this kind and number is here now.")),
    "no-invite": Text(_l("No invitation"), _l("No invitation for this role was made yet, or it was taken.")),
    "of-evening": Text(
        _l("A referee of the evening"),
        _l("Whoever runs the evening lets this referee go, not the host of a table."),
    ),
    "case-open": Text(_l("A case is open"), _l("Until there is a ruling, or it is withdrawn, the referee stays.")),
    "not-sure": Text(
        _l("Not confirmed"),
        _l("Send “sure” as “yes”, or as “waiting” where requests wait for an answer."),
    ),
    "not-over": Text(_l("Not over yet"), NOT_OVER_YET),
    "seat-taken": Text(_l("The seat is taken"), _l("Somebody else holds this seat. Choose another one.")),
    "not-admitted": Text(
        _l("Not on this seat"), _l("Who rules or watches here takes no seat. Who hosts keeps the score anyway.")
    ),
    "door-closed": Text(_l("The door is closed"), _l("This table lets nobody else in. The host can open the door.")),
    "too-large": Text(_l("That was too much"), _l("At most %(most)s bytes are read here, so nothing was done.")),
    "not-json": Text(_l("Not JSON"), _l("The body must be sent as application/json.")),
    "key-used": Text(
        _l("The key is used"),
        _l("Something else was sent with this Idempotency-Key before. Take a new key for each new entry."),
    ),
    "too-slow": Text(_l("Too slow"), _l("The request did not come whole in time, so nothing was done. Send it again.")),
    "no-length": Text(
        _l("Its length is missing"), _l("A body is sent with its Content-Length, not in chunks, so nothing was done.")
    ),
    "long-address": Text(_l("The address is too long"), _l("No address here is so long, so nothing was done.")),
    "large-head": Text(_l("Too many fields"), _l("The fields before the body are too long, so nothing was done.")),
    "malformed": Text(_l("No record"), _l("This breaks the format of a record.")),
    "no-title": Text(_l("No name for a table"), BAD_TEXT),
    "no-choice": Text(_l("No such choice"), _l("“%(name)s” is one of: %(choices)s.")),
    "has-events": Text(
        _l("It has events already"),
        _l("A new table begins without events. Send a record with events to /api/v1/records."),
    ),
    "too-many": Text(_l("Too many tries"), _l("There were too many tries in a short time. Wait, then try again.")),
    "busy": Text(_l("Another record is being read"), _l("Send this one again in a moment.")),
    "broken": Text(_l("Something broke"), FAULT_IS_OURS),
    "not-offered": Text(
        GAME_NOT_OFFERED,
        GAME_NOT_WHOLE,
    ),
    "unavailable": Text(
        _l("Not saved"), _l("The database cannot be used now, so nothing was written. Try again soon.")
    ),
}


def codes() -> list[str]:
    """Returns every code of a problem: those of the API, of the rules of all games, of a table, and of an evening."""
    return sorted({*TEXTS, *RULES, *refusals.SHARED, *SENTENCES, *STATUS})


def problem_text(code: str, facts: Mapping[str, Any]) -> Text:
    """Returns the words of a code of the API, in the language of the request."""
    found = TEXTS[code]
    return Text(_(found.title), _(found.message, **facts))


MIMETYPE = "application/problem+json"
TYPE = "urn:sixfold:problem:"
CODES = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    409: "moved-on",
    410: "over",
    411: "no-length",
    413: "too-large",
    414: "long-address",
    415: "not-json",
    422: "malformed",
    429: "too-many",
    431: "large-head",
    500: "broken",
    503: "unavailable",
}
"""Default codes by status."""
APPEALED = frozenset({"appealed-before", "appeal-decided", "ruled-elsewhere", "too-late-to-appeal"})
CONFLICTS = frozenset(
    {
        *ASKABLE,
        FORMER,
        TAKEN_BACK,
        "stale-request",
        "not-waiting",
        "agreed-before",
        "not-standing",
        "not-open",
        "not-settled",
    }
    | APPEALED
)
"""Refusals by the state of the table: the event may be valid, and is requested, or sent again."""
OF_THE_JSON = frozenset({"unknown-event", "bad-value"})


class Problem(Exception):
    """Error of an API request. `facts` fill in the text of its code; a `message` replaces that text."""

    def __init__(
        self,
        status: int,
        code: str = "",
        /,
        *,
        message: str = "",
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.message, self.facts = status, code or CODES[status], message, facts
        self.headers, self.more = headers or {}, more or {}


def need(found: T | None, code: str) -> T:
    """Returns what a request is about. Raises `Problem` 404 with this code where there is no such thing."""
    if found is None:
        raise Problem(404, code)
    return found


def not_read(problem: NotRead, code: str) -> Problem:
    """Returns the problem for a file of a request that was not read."""
    headers = {"Retry-After": str(problem.retry_after)} if problem.retry_after else {}
    return Problem(problem.status, code, message=problem.said, headers=headers)


def unread_problem(status: int) -> bytes:
    """Returns the body for a request that was not read whole, which no view and no language has reached: in English."""
    code = CODES[status]
    return _body(status, code, {**TEXTS[code]._asdict(), "rule": None})


def is_api_request() -> bool:
    """Tells whether this request is for the API, also at an unknown address."""
    return request.path.startswith(API)


def answer(problem: Problem) -> Response:
    title, usual = problem_text(problem.code, problem.facts)
    members = {"title": title, "message": problem.message or usual, "rule": None, **problem.more}
    return _written(problem.status, problem.code, members, problem.headers)


def refused(refusal: Refusal, names: Sequence[str]) -> Response:
    """Returns the answer for a refused event; faults in the JSON itself come with a detail."""
    if refusal == USED:
        return answer(Problem(422, refusal.code))
    why = refusals.refusal_said(refusal, names)
    return _refused(why.title, why.text, why.rule, error(refusal, None))


def stopped_at(stopped: StoppedAt) -> Response:
    """Returns the answer for a record of which an event is refused, with its place."""
    return _refused(stopped.title, stopped.text, stopped.rule, stopped.found, index=stopped.place)


def _refused(title: str, text: str, rule: str | None, found: Mapping[str, Any], **more: Any) -> Response:
    members = {"title": title, "message": text, "rule": rule, **more}
    members |= {name: found[name] for name in ("at", "cause") if name in found}
    if found["code"] in OF_THE_JSON:
        members["detail"] = found["message"]
    return _written(409 if found["code"] in CONFLICTS else 422, found["code"], members, {})


def choose_language() -> None:
    """Sets the language by the header alone, without the cookie of a browser."""
    g.pop("catalogue", None)
    g.language = request.accept_languages.best_match(LANGUAGES, "en")


def _written(status: int, code: str, members: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    return Response(_body(status, code, members), status, headers, content_type=MIMETYPE)


def _body(status: int, code: str, members: Mapping[str, Any]) -> bytes:
    body = {"type": TYPE + code, "status": status, "code": code, "detail": members["message"], **members}
    return json.dumps(body, ensure_ascii=False).encode()


def answer_http(error: HTTPException) -> Response:
    """Returns the answer for an HTTP error from outside the API: an unknown address, a long body."""
    choose_language()
    status = 400 if isinstance(error, SecurityError) else error.code or 500
    usual = default_exceptions.get(status, InternalServerError).description
    said = "" if error.description in (None, usual) else str(error.description)
    code = CODES.get(status, CODES[400 if status < 500 else 500])
    made = answer(Problem(status, code, message=said))
    for name, value in error.get_headers():
        if name != "Content-Type":
            made.headers[name] = value
    return made
