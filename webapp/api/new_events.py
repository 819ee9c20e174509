"""New events through the API: once for each idempotency key, and conditional on the newest event by If-Match."""

import hashlib
import re
import secrets
from dataclasses import replace
from typing import Any

from flask import Response, request

from rules_core.events import Adjust, Amend, Ruling, VoidHand, types
from rules_core.findings import Refusal
from webapp.api import table_json
from webapp.api.bodies import body_object
from webapp.api.problems import Problem, refused
from webapp.http.limits import LONGEST_IDEMPOTENCY_KEY
from webapp.seats.long_tables import count_fold
from webapp.services import services
from webapp.table.entry import Entry, Newest, entry_of
from webapp.table.entry_pace import PROGRAM
from webapp.table.hidden_tricks import without_counts
from webapp.table.keys import Key, digest
from webapp.table.play import Made, Moved, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

KEY = "Idempotency-Key"
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_IDEMPOTENCY_KEY}}}")
_SEQ = re.compile(r"[0-9]{1,9}")
RULES = types(Amend, Ruling, Adjust, VoidHand)
"""What somebody enters who only rules."""


def enter(now: Snapshot, viewer: Viewer) -> Response:
    """Makes the event of this request, or says why it is not made."""
    entry = entry_of(now.fold, _event(body_object()))
    if not (viewer.may_enter or (viewer.is_referee and entry.raw["type"] in RULES)):
        raise Problem(403)
    key, seen = idempotency_key(), _seen(now)
    op = PROGRAM + hashlib.sha256((key or secrets.token_hex()).encode()).hexdigest()
    if key and (again := _entered_before(now, viewer, entry, op)) is not None:
        return again
    match services().play.make(now.table.id, viewer, replace(entry, seen=seen), op=op):
        case Made(now=after):
            # A twin of this request may have been faster, and others since.
            return (key and _entered_before(after, viewer, entry, op)) or _made(after, viewer, after.fold.seq)
        case Moved(now=after):
            newest = after.fold.seq
            raise Problem(409, headers={"ETag": f'"{newest}"'}, more={"seq": newest}, seq=newest)
        case Refused(now=after, refusal=refusal):
            return _refused(after, refusal)


def key_of_request() -> str:
    """Returns the key of a line of the desk: the caller's, or one that comes once. Raises `Problem` 400."""
    key = idempotency_key()
    if key is None:
        return PROGRAM + secrets.token_hex()
    asked = digest(request.path, request.get_data(as_text=True))
    return Key(PROGRAM + hashlib.sha256(key.encode()).hexdigest(), asked)


def idempotency_key() -> str | None:
    """Returns the key that makes this request count once, None without one. Raises `Problem` 400."""
    key = request.headers.get(KEY)
    if key is not None and not _KEY.fullmatch(key):
        raise Problem(400, "bad-key", most=LONGEST_IDEMPOTENCY_KEY)
    return key


def _event(found: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(found.get("type"), str):
        raise Problem(400, "not-an-event")
    return found


def _seen(now: Snapshot) -> Newest | None:
    """The event that must be the newest still; None where nothing is said about it."""
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    tags = request.if_match.as_set()
    if not tags or not all(_SEQ.fullmatch(tag) for tag in tags):
        raise Problem(400, "bad-if-match")
    named = {int(tag) for tag in tags}
    return Newest(now.fold.seq if now.fold.seq in named else max(named))


def _entered_before(now: Snapshot, viewer: Viewer, entry: Entry, op: str) -> Response | None:
    """Returns the answer that this event has had with this key, None where it has had none."""
    entered = services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)
    if entered is None or entered.body != entry.stored:
        return None
    if entered.seq < now.fold.seq:  # the answer tells how the table stood then
        count_fold(now, viewer)
    return _made(now if entered.seq <= now.fold.seq else services().play.at(now.table.id), viewer, entered.seq)


def _made(now: Snapshot, viewer: Viewer, seq: int) -> Response:
    answer = table_json.json_response({"seq": seq, "result": table_json.result_json_at(now, viewer, seq)}, 201)
    answer.set_etag(str(seq))
    return answer


def _refused(now: Snapshot, refusal: Refusal) -> Response:
    """The refusal without what it would tell of closed tricks, as on a device."""
    open_book = now.table.book == "open"
    return refused(refusal if open_book else without_counts(now.fold, refusal), now.table.players)
