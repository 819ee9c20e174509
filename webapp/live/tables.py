"""Addresses of a table: the page, entries, and the live stream."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Amend, Undo, encode
from rules_core.replay import Raw
from webapp.access.absent import lost_seat
from webapp.access.device import require
from webapp.access.join_links import join_link
from webapp.access.visit import light, visit, visit_to_enter
from webapp.games.common.entry_questions import boxes, own_hand
from webapp.games.common.refusals import refusal_said
from webapp.games.registry import look_of
from webapp.http.answers import of_request, page_or_fragment, this_request, wants_fragment
from webapp.http.durations import TAPPED_AT_ONCE
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CARDS_SENT
from webapp.live import streams
from webapp.live.page import Fragments, context
from webapp.live.phases import PhaseTags
from webapp.live.refusal_sheet import for_others_sheet, moved_note, refusal_sheet
from webapp.pages.table_page import form_key, may_declare, page_of, redirect_to_table
from webapp.services import services
from webapp.store.models import EventRow, utc_now
from webapp.store.roles import Role
from webapp.table import forms
from webapp.table.entry import Entry, Newest, entries_of, entry_of
from webapp.table.entry_rights import held
from webapp.table.forms import key_in
from webapp.table.keeper import Made, MovedOn, Outcome, Refused
from webapp.table.permissions import FORMER, TAKEN_BACK
from webapp.table.secret_hands import hands_in_log, secret_seats, withdrawal
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.words.phrases import NO_ENTRY, moved_on


def other_holder(now: Snapshot, who: Viewer, entry: Entry) -> int | None:
    """Returns the seat that this device would enter for though another device sits there; None: nothing to ask.

    A device without a seat is the one in the middle of the table, and a program knows what it does: neither is asked.
    """
    asks = now.table.entry == "everyone" and who.seat is not None and not (who.is_program or who.is_referee)
    seat, kind = entry.seat, entry.kind
    if not asks or seat is None or seat == who.seat or entry.event is None or kind is None:
        return None
    # The secret of another seat is refused, even if all agree to it (GEN-5).
    if any(name in entry.raw for name in kind.secret):
        return None
    # Of a card whose turn it is not the table says more than whose phone this is.
    return seat if seat in held(now).intersection(now.fold.game.to_act(now.fold.state)) else None


def hand_of_answer(now: Snapshot) -> int:
    """Returns the number of the hand for which the answer holds."""
    return len(now.fold.state.finished) + 1


SERVER = Viewer()


def key_of_what_follows(seq: int) -> str:
    """Returns the key of the entry that the server makes behind this one."""
    return f"follows-{seq}"


def enter(table_id: int, viewer: Viewer, entries: Sequence[Entry], op: str) -> Outcome:
    """Makes these as one entry. Automatic entries that follow are entries of their own in the log.

    Behind what takes something back nothing follows: else nobody could go back further.
    """
    tables = services().tables
    made = tables.make(table_id, viewer, *entries, op=op)
    if not isinstance(made, Made) or entries[-1].kind in (Undo, Amend):
        return made
    now = made.now
    event = now.fold.game.by_itself(now.fold.state)
    if event is None:
        return made
    seen = Newest(now.fold.seq)
    entry = entry_of(now.fold, encode(event), seen=seen)
    outcome = tables.make(now.table.id, SERVER, entry, op=key_of_what_follows(seen))
    return outcome if isinstance(outcome, Made) else made


NEVER = -1
"""The page that an entry was meant on never existed, since the entry before it was refused."""


def as_meant(
    now: Snapshot, viewer: Viewer, entries: tuple[Entry, ...], form: Mapping[str, str], op: str
) -> tuple[Entry, ...]:
    """Returns entries as they were meant on the page that the device would have shown.

    Where `after` names the entry tapped before them, that page would have shown that one last; an empty `after` says
    that somebody looked at the table since and sends them all the same. A card that two devices tap at once was meant
    on the page before it came. Raises `NotAnEvent`.
    """
    if "after" not in form:
        at_once = _is_tapped_at_once(now, viewer, entries[-1])
        return (replace(entries[0], seen=now.fold.seq - 1), *entries[1:]) if at_once else entries
    raws, last, seen = [entry.raw for entry in entries], entries[-1], entries[0].seen
    if (ahead := key_in(form, "after")) is not None:
        before = _entered(now, viewer, ahead)
        seen = NEVER if before is None else _shown_after(now, before)
    # Sent before, and its answer lost: then it is the same entry as then, no matter whose turn it is by now.
    again = _entered(now, viewer, op)
    seat = _next(now, viewer, last) if again is None else entry_of(now.fold, json.loads(again.body)).seat
    # The next card is the next player's, under any name that the page still showed.
    if seat is not None and last.kind is not None and last.kind.in_turn:
        raws[-1] = {**last.raw, "seat": seat}
    return entries_of(now.fold, *raws, seen=seen)


def _is_tapped_at_once(now: Snapshot, viewer: Viewer, entry: Entry) -> bool:
    """Tells whether another device has just entered the same: the page may have changed under the finger.

    Two players who each enter the own card mean two.
    """
    newest, device = now.log.newest, now.log.newest_device
    if device in (None, viewer.device_id) or newest is None or entry.kind is None or not entry.kind.in_turn:
        return False
    if _tapped(entry.raw) != _tapped(newest.raw):
        return False
    seats = {(one.device_id, one.seat) for one in now.people.party}
    if entry.seat == viewer.seat and (device, newest.seat) in seats:
        return False
    (made,) = services().store.events(now.table.id, now.fold.seq - 1)
    return utc_now() - made.made_at < TAPPED_AT_ONCE


def _tapped(raw: Raw) -> Raw:
    """Returns what a key says for whoever is next: a card, whatever else is said with it, or all but the seat."""
    kept = ("type", "card") if "card" in raw else raw.keys() - {"seat"}
    return {name: raw[name] for name in kept}


def _entered(now: Snapshot, viewer: Viewer, op: str) -> EventRow | None:
    return services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)


def _shown_after(now: Snapshot, before: EventRow) -> int:
    """Returns the event that a page shows last after this one: the automatic one that followed, or itself."""
    behind = services().store.event_of_key(now.table.id, op=key_of_what_follows(before.seq), device_id=None)
    return before.seq if behind is None else behind.seq


def _stands(made: Made, viewer: Viewer, op: str) -> int:
    """Returns the event that a page shows last once it has this entry; others may follow one that is sent again."""
    before = _entered(made.now, viewer, op) if made.repeats else None
    return made.now.fold.seq if before is None else _shown_after(made.now, before)


def _next(now: Snapshot, viewer: Viewer, entry: Entry) -> int | None:
    """The seat whose turn it is; none where a device enters its own cards alone, or several may act."""
    to_act = now.fold.game.to_act(now.fold.state)
    own = entry.seat == viewer.seat and (now.table.entry == "own" or viewer.seat in secret_seats(now.fold))
    return to_act[0] if len(to_act) == 1 and not own else None


bp = Blueprint("tables", __name__)
FOR_OTHERS = "others"
"""An answer in the address, then a cookie of the table: this phone enters for other phones' seats in this hand."""
SEVERAL = "several"
"""The type of a form that stands for several events of a game."""
SHOWS = "Shows"
"""The header of a page that puts blocks together (webapp/assets/blocks.js): the version that its stream has told it."""
STANDS = "Stands"
"""The header of an answer to an entry that stands in the log: the event that a page shows last once it has it."""
STATUS = {Refused: 422, MovedOn: 409}
TABLE = "/tables/<int:table_id>"


@bp.get(TABLE)
@light
def show(table_id: int) -> str:
    now, viewer = visit(table_id)
    watch = join_link(services().store.invites(now.table.id)[Role.WATCHER]) if viewer.role == Role.WATCHER else None
    more = {"watch": watch, "lost": lost_seat(now, viewer)}
    return render_template("tables/table.html", **context(now, viewer), **more)


@bp.post(f"{TABLE}/events")
@light
def make(table_id: int) -> Response:
    """Makes an entry: 303, the fragment, or 204 where the page's stream brings it; 422 where the rules refuse it, 409
    where the table moved on.
    """
    now, viewer = visit_to_enter(table_id)
    try:
        events = _events_in_form(now)
        form = this_request().form
        op, seen = form_key(), forms.seen_in(form)
        entries = as_meant(now, viewer, entries_of(now.fold, *events, seen=seen), form, op)
    except forms.NotAnEvent:
        abort(400, description=_(NO_ENTRY))
    if (seat := _asks_for(now, viewer, entries[-1])) is not None:
        return _asked(now, viewer, seat)
    outcome = enter(table_id, viewer, entries, op)
    if isinstance(outcome, Made):
        of_request().stands = _stands(outcome, viewer, op)
    about = outcome.place if isinstance(outcome, Refused) else -1
    answer = _answer(outcome, viewer, entries[about])
    if _says_for_others():
        path = url_for("tables.show", table_id=now.table.id)
        answer.set_cookie(
            FOR_OTHERS, str(hand_of_answer(now)), path=path, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    return answer


@bp.after_request
def say_that_it_stands(answer: Response) -> Response:
    """Tells the phone that its entry stands: it is not sent again where the page could not be drawn."""
    if (seq := of_request().get("stands")) is not None:
        answer.headers[STANDS] = str(seq)
    return answer


@bp.get(f"{TABLE}/phases")
def show_phases(table_id: int) -> Response:
    """Shows the phases of a hand, for a device without a network; 304 to one that has them."""
    return services().part(PhaseTags).answer(*visit_to_enter(table_id))


@bp.get(f"{TABLE}/stream")
@light
def stream(table_id: int) -> Response:
    """Sends this viewer's fragment now and after every change."""
    visit(table_id)
    fragments, version = services().part(Fragments), request.headers.get(SHOWS)
    if version is None:
        return streams.open_stream(table_id, kind="page", render=_page, announces_arrivals=True)
    told = fragments.version(version)
    return streams.open_stream(table_id, kind="blocks", render=fragments.of, announces_arrivals=True, told=told)


def _events_in_form(now: Snapshot) -> Sequence[Raw]:
    """Returns the events of one entry; those of a sheet of several are the game's own to read. Raises `NotAnEvent`."""
    several = look_of(now.table.game).several
    if several is not None and _is_several():
        return several(request.form, now.fold.state)
    return forms.events_in(this_request().form, now.fold.events)


def _is_several() -> bool:
    return request.form.get("type") == SEVERAL


def _asks_for(now: Snapshot, viewer: Viewer, entry: Entry) -> int | None:
    seat = other_holder(now, viewer, entry)
    agreed = seat is None or _says_for_others() or request.cookies.get(FOR_OTHERS) == str(hand_of_answer(now))
    return None if agreed else seat


def _says_for_others() -> bool:
    return bool(this_request().query_string) and FOR_OTHERS in request.args


def _asked(now: Snapshot, viewer: Viewer, seat: int) -> Response:
    here = context(now, viewer)
    here["refusal"] = for_others_sheet(now.table.game, now.table.players[seat], request.form)
    here["typed"] = {} if "event" in request.form else request.form
    answer = page_or_fragment("tables/table.html", "tables/_table.html", 422, **here)
    answer.headers["Asks"] = FOR_OTHERS  # a phone keeps the question, and the entries queued after it
    return answer


def _page(now: Snapshot, viewer: Viewer) -> str:
    return services().part(Fragments).of(now, viewer).html


def _answer(outcome: Outcome, viewer: Viewer, entry: Entry) -> Response:
    now = outcome.now
    if isinstance(outcome, Made) and not wants_fragment():
        return redirect_to_table(now.table.id)
    if isinstance(outcome, Made):
        fragments, shows = services().part(Fragments), this_request().headers.get(SHOWS, "")
        if fragments.has_told(shows, now, viewer):
            return Response(status=204)  # the stream brings this page the table, as all others
        return Response(fragments.of(now, viewer).html, mimetype="text/html")
    here = context(now, viewer)
    match outcome:
        case Refused(refusal=refusal, before=before):
            within = (before or now) if _is_several() else None
            here["refusal"] = refusal_sheet(refusal, entry.raw, now, within)
            here["typed"] = {} if "event" in request.form else request.form
        case MovedOn():
            here["moved"] = moved_note(now, viewer, entry)
    return page_or_fragment("tables/table.html", "tables/_table.html", _status(outcome), **here)


def _status(outcome: Outcome) -> int:
    gone = isinstance(outcome, Refused) and outcome.refusal.code in {FORMER, TAKEN_BACK}
    return 409 if gone else STATUS[type(outcome)]


HAND = "/tables/<int:table_id>/hand"


@bp.get(HAND)
def show_hand(table_id: int) -> str | Response:
    """Shows the own hand, or asks for it; leads back to the table while none can be entered."""
    now, viewer = _visit_hand(table_id)
    if not may_declare(seen_by(now, viewer)):
        return redirect_to_table(table_id)
    return _hand_page(now, viewer, own_hand(now.fold, viewer.seat or 0))


@bp.post(HAND)
def declare(table_id: int) -> Response | tuple[str, int]:
    """Enters the own hand. A hand that was entered before is replaced."""
    now, viewer = _visit_hand(table_id)
    if "hand" not in now.fold.events:
        abort(404)  # this game has no hands
    cards = request.form.getlist("cards")[:MOST_CARDS_SENT]
    places = hands_in_log(now.fold).get(viewer.seat or 0)
    before = [withdrawal(now.fold, places)] if places else []
    return _make_hand(now, viewer, [*before, {"type": "hand", "seat": viewer.seat, "cards": cards}], cards)


@bp.post(f"{HAND}/withdraw")
def withdraw(table_id: int) -> Response | tuple[str, int]:
    """Takes the own hand out of the log's judgement again."""
    now, viewer = _visit_hand(table_id)
    places = hands_in_log(now.fold).get(viewer.seat or 0)
    return _make_hand(now, viewer, [withdrawal(now.fold, places)], ()) if places else redirect_to_table(table_id)


def _visit_hand(table_id: int) -> tuple[Snapshot, Viewer]:
    now, viewer = visit_to_enter(table_id)
    require(viewer.seat is not None)
    return now, viewer


def _make_hand(
    now: Snapshot, viewer: Viewer, events: Sequence[dict[str, object]], cards: Sequence[str]
) -> Response | tuple[str, int]:
    op, seen = form_key(), forms.seen_in(request.form)
    match services().tables.make(now.table.id, viewer, *entries_of(now.fold, *events, seen=seen), op=op):
        case Made():
            return redirect_to_table(now.table.id)
        case Refused(now=later, refusal=refusal):
            return _hand_page(later, viewer, cards, refusal_said(refusal, now.table.players).said), 422
        case later:
            return _hand_page(later.now, viewer, cards, moved_on()), 409


def _hand_page(now: Snapshot, viewer: Viewer, picked: Sequence[str], error: str | None = None) -> str:
    seat = viewer.seat or 0
    hand = {
        "name": now.table.players[seat],
        "size": now.fold.game.cards_held(now.fold.state, seat),
        "boxes": boxes(now.fold.game.cards[len(now.table.players)], picked),
        "declared": seat in hands_in_log(now.fold),
        "error": error,
    }
    return render_template("tables/hands/enter.html", page=page_of(now, viewer), hand=hand)
