"""Tables: the page, entries, and the live stream."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.replay import Raw
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.page_or_fragment import page_or_fragment, wants_fragment
from webapp.live import streams
from webapp.live.fragments import Fragments
from webapp.live.offline_queue import as_meant
from webapp.live.page import context
from webapp.live.phases import PhaseTags
from webapp.live.refusal_sheet import for_others_sheet, moved_note, refusal_sheet
from webapp.pages.form_key import form_key
from webapp.seats.absent import lost_seat
from webapp.seats.join_link import JoinLink, join_link
from webapp.seats.long_tables import light
from webapp.seats.visit import visit, visit_to_enter
from webapp.services import services
from webapp.store.roles import Role
from webapp.table import forms
from webapp.table.entry import Entry, entries_of
from webapp.table.follow_up import followed
from webapp.table.for_others import hand_number, other_holder
from webapp.table.play import Made, Moved, Outcome, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

bp = Blueprint("tables", __name__)
FOR_OTHERS = "others"
"""An answer in the address, then a cookie of the table: this phone enters for other phones' seats in this hand."""
SEVERAL = "several"
"""The type of a form that stands for several events of a game."""
SHOWS = "Shows"
"""The header of a page that puts blocks together (webapp/assets/blocks.js): the version that its stream has told it."""
STANDS = "Stands"
"""The header of an answer to an entry that stands in the log, whatever its page has come to."""
STATUS = {Refused: 422, Moved: 409}
TABLE = "/tables/<int:table_id>"


@bp.get(TABLE)
@light
def show(table_id: int) -> str:
    """Shows a table to a device that has been let in."""
    now, viewer = visit(table_id)
    more = {"watch": _watch(now, viewer), "lost": lost_seat(now, viewer)}
    return render_template("tables/table.html", **context(now, viewer), **more)


@bp.post(f"{TABLE}/events")
@light
def make(table_id: int) -> Response:
    """Makes an entry: 303 or the fragment, 422 where the rules refuse it, 409 where the table moved on."""
    now, viewer = visit_to_enter(table_id)
    try:
        events = _events_in_form(now)
        op, seen = form_key(), forms.seen_in(request.form)
        entries = as_meant(now, viewer, entries_of(now.fold, *events, seen=seen), request.form, op)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    if (seat := _asks_for(now, viewer, entries[-1])) is not None:
        return _asked(now, viewer, seat)
    outcome = services().play.make(table_id, viewer, *entries, op=op)
    if isinstance(outcome, Made):
        g.stands = True
        outcome = followed(services().play, outcome, entries[-1])
    about = outcome.place if isinstance(outcome, Refused) else -1
    answer = _answer(outcome, viewer, entries[about])
    if _says_for_others():
        _remember(now, answer)
    return answer


@bp.after_request
def say_that_it_stands(answer: Response) -> Response:
    """Tells the phone that its entry stands, also where the page after it could not be drawn: it is not sent again."""
    if g.get("stands"):
        answer.headers[STANDS] = "yes"
    return answer


@bp.get(f"{TABLE}/phases")
def show_phases(table_id: int) -> Response:
    """Shows the phases of a hand, for a device that goes on without a network; 304 to one that has them."""
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
    return forms.events_in(request.form, now.fold.events)


def _is_several() -> bool:
    return request.form.get("type") == SEVERAL


def _asks_for(now: Snapshot, viewer: Viewer, entry: Entry) -> int | None:
    """The seat with a phone of its own that must be asked about before this one enters for it."""
    seat = other_holder(now, viewer, entry)
    agreed = seat is None or _says_for_others() or request.cookies.get(FOR_OTHERS) == str(hand_number(now))
    return None if agreed else seat


def _says_for_others() -> bool:
    return bool(request.query_string) and FOR_OTHERS in request.args


def _asked(now: Snapshot, viewer: Viewer, seat: int) -> Response:
    here = context(now, viewer)
    here["refusal"] = for_others_sheet(now.table.players[seat], request.form)
    here["typed"] = {} if "event" in request.form else request.form
    answer = page_or_fragment("tables/table.html", "tables/_table.html", 422, **here)
    answer.headers["Asks"] = FOR_OTHERS  # a phone keeps what it is asked about, and what waits behind it
    return answer


def _remember(now: Snapshot, answer: Response) -> None:
    """Keeps on this phone, for the hand, that it enters for others, too."""
    path = url_for("tables.show", table_id=now.table.id)
    answer.set_cookie(
        FOR_OTHERS, str(hand_number(now)), path=path, secure=request.is_secure, httponly=True, samesite="Lax"
    )


def _made(now: Snapshot, viewer: Viewer) -> Response:
    """Returns what differs from what this phone shows where that is known here, else the whole table."""
    fragments = services().part(Fragments)
    page, told = fragments.of(now, viewer), fragments.version(request.headers.get(SHOWS, ""))
    if told is None:
        return Response(page.html, mimetype="text/html")
    return Response(page.after(told).text, mimetype="text/plain")


def _page(now: Snapshot, viewer: Viewer) -> str:
    return services().part(Fragments).of(now, viewer).html


def _watch(now: Snapshot, viewer: Viewer) -> JoinLink | None:
    """Returns the link for watchers, which a wall screen shows."""
    return join_link(services().store.invites(now.table.id)[Role.WATCHER]) if viewer.role == Role.WATCHER else None


def _answer(outcome: Outcome, viewer: Viewer, entry: Entry) -> Response:
    now = outcome.now
    if isinstance(outcome, Made) and not wants_fragment():
        return redirect(url_for("tables.show", table_id=now.table.id), 303)
    if isinstance(outcome, Made):
        return _made(now, viewer)
    here = context(now, viewer)
    match outcome:
        case Refused(refusal=refusal, before=before):
            within = (before or now) if _is_several() else None
            here["refusal"] = refusal_sheet(refusal, entry.raw, now, within)
            here["typed"] = {} if "event" in request.form else request.form
        case Moved():
            here["moved"] = moved_note(now, viewer, entry)
    return page_or_fragment("tables/table.html", "tables/_table.html", STATUS[type(outcome)], **here)
