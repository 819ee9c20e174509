"""Addresses of a trick by a photo: the photo, what is seen on it, the trick once it is confirmed."""

from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.cards import Card
from rules_core.events import Play
from rules_core.replay import Raw
from webapp.access.device import require
from webapp.access.visit import visit_to_enter
from webapp.files.photos import PhotoReader
from webapp.files.refusals import NotRead
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PHOTO, MOST_CARDS_SENT
from webapp.live.photos.trick import Draft, Slot, begun, pack_of, plays_of, seats_due, takes_photos
from webapp.live.photos.trick_view import confirming
from webapp.live.refusal_sheet import RefusalSheet, refusal_sheet
from webapp.live.tables import followed
from webapp.pages.table_page import form_key, page_of
from webapp.photo.seen import Reading
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entries_of, entry_of
from webapp.table.entry_rights import enters_all
from webapp.table.play import Made, Refused
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.words.photo_words import nothing_said

bp = Blueprint("photos", __name__)
PHOTO = "/tables/<int:table_id>/photo"
FARTHEST = 100_000
"""Pixels from the corner of a photo: no photo has as many."""


@bp.app_template_global("reads_photos")
def is_on() -> bool:
    """Tells whether this house reads photos of cards."""
    return services().part(PhotoReader).is_on


@bp.get(PHOTO)
def show(table_id: int) -> str | Response:
    """Asks for a photo; leads back to the table while no card of a trick is due."""
    now, viewer = _visit(table_id)
    return _page(now, viewer) if _is_due(now, viewer) else _to_table(table_id)


@bp.post(PHOTO)
def read(table_id: int) -> str | Response | tuple[str, int]:
    """Has a photo read and shows what is seen on it: 422 where that is nothing."""
    now, viewer = _visit(table_id)
    if not _is_due(now, viewer):
        return _to_table(table_id)
    try:
        found = services().part(PhotoReader).read(pack_of(now))
    except NotRead as problem:
        return _page(now, viewer, error=problem.said), problem.status
    if found is None:
        return _page(now, viewer, error=nothing_said(("no-file",))), 422
    if not found.cards:
        return _page(now, viewer, error=nothing_said(found.problems)), 422
    return _page(now, viewer, draft=begun(now, viewer, found))


@bp.post(f"{PHOTO}/trick")
def confirm(table_id: int) -> str | Response | tuple[str, int]:
    """Changes what was read as the people say, or enters the trick: 303, 422 where the rules refuse it, 409."""
    now, viewer = _visit(table_id)
    if not _is_due(now, viewer):
        return _to_table(table_id)
    try:
        op, seen, tap, draft = form_key(), forms.seen_in(request.form), _tap(now), _sent(now)
    except (forms.NotAnEvent, msgspec.ValidationError, msgspec.DecodeError):
        abort(400, description=_("What was sent is no entry of this table."))
    if services().store.event_of_key(table_id, op=op, device_id=viewer.device_id) is not None:
        return _to_table(table_id)  # sent twice, counted once
    if len(draft.slots) != len(seats_due(now)) or seen != now.fold.seq:
        return _moved(now, viewer, draft.reading)
    if tap.play is not None:
        return _played(now, viewer, draft, tap.play)
    if tap.swaps:
        if tap.first is None or tap.other is None:
            return _page(now, viewer, draft=draft, swaps=True, first=tap.other)
        return _page(now, viewer, draft=draft.swapped(tap.first, tap.other))
    if tap.enters and draft.missing is None:
        return _enter(now, viewer, draft, op)
    return _page(now, viewer, draft=draft, asked=tap.asked, whole=tap.whole)


def _played(now: Snapshot, viewer: Viewer, draft: Draft, play: Raw) -> str:
    """Shows the trick with a play; where something has to be said with its card, that is asked first."""
    if draft.of(play["seat"]) is None:
        return _page(now, viewer, draft=draft)
    plays = plays_of(now, play["seat"], play["card"])
    if len(plays) > 1 and len(play) == len(("type", "seat", "card")):
        return _page(now, viewer, draft=draft, asked=play["seat"], of=play["card"])
    return _page(now, viewer, draft=draft.put(play["seat"], play))


def _enter(now: Snapshot, viewer: Viewer, draft: Draft, op: str) -> Response | tuple[str, int]:
    """Enters all cards as one entry, as taps are entered."""
    made = entries_of(now.fold, *draft.events, seen=now.fold.seq)
    outcome = services().play.make(now.table.id, viewer, *made, op=op)
    if isinstance(outcome, Made):
        followed(services().play, outcome, made[-1])
        return _to_table(now.table.id)
    if isinstance(outcome, Refused):
        about = made[outcome.place]
        sheet = refusal_sheet(outcome.refusal, about.raw, outcome.now)
        return _page(outcome.now, viewer, draft=draft, asked=about.seat, refusal=sheet), 422
    return _moved(outcome.now, viewer, draft.reading)


def _moved(now: Snapshot, viewer: Viewer, reading: Reading) -> tuple[str, int]:
    text = _("The table has moved on meanwhile. Look again.")
    return _page(now, viewer, draft=begun(now, viewer, reading), error=text), 409


def _visit(table_id: int) -> tuple[Snapshot, Viewer]:
    now, viewer = visit_to_enter(table_id)
    if not is_on():
        abort(404)
    require(enters_all(now, viewer))
    return now, viewer


def _is_due(now: Snapshot, viewer: Viewer) -> bool:
    return takes_photos(now, seen_by(now, viewer))


def _to_table(table_id: int) -> Response:
    return redirect(url_for("tables.show", table_id=table_id), 303)


# What was sent


class Tap(NamedTuple):
    """The key that was tapped: a card, a seat that is asked about (`whole`: by all cards), a swap, or *Enter*."""

    play: Raw | None
    asked: int | None
    whole: bool
    swaps: bool
    first: int | None
    other: int | None
    enters: bool


def _tap(now: Snapshot) -> Tap:
    form = request.form
    play = _play(now, forms.events_in(form, now.fold.events)[0]) if "event" in form else None
    swap, whole = form.get("swap"), _seat(form.get("whole"))
    other = None if swap == "on" else _seat(swap)
    asked = _seat(form.get("ask")) if whole is None else whole
    return Tap(play, asked, whole is not None, swap is not None, _seat(form.get("first")), other, "enter" in form)


def _sent(now: Snapshot) -> Draft:
    """Returns the trick as the page had it. Raises NotAnEvent and msgspec's errors for what no page sends."""
    form = request.form
    reading = msgspec.json.decode(form.get("reading", ""), type=Reading)
    pixels = [reading.width, reading.height, *(at for one in reading.cards for spot in one.outline for at in spot)]
    if len(reading.cards) > MOST_CARDS_SENT or not all(-FARTHEST <= at <= FARTHEST for at in pixels):
        raise forms.NotAnEvent("no photo shows that")
    if not all(guess.card in pack_of(now) for one in reading.cards for guess in one.likeliest):
        raise forms.NotAnEvent("no such card")
    due = seats_due(now)
    sent = list(zip(form.getlist("place"), form.getlist("card"), strict=False))
    slots = []
    for seat, (place, card) in zip(due, sent, strict=False):
        at = _seat(place)
        if at is not None and at >= len(reading.cards):
            raise forms.NotAnEvent("no such place")
        event = _play(now, msgspec.json.decode(card, type=dict[str, Any])) if card else None
        slots.append(Slot(seat, event and {**event, "seat": seat}, at))
    return Draft(reading, tuple(slots) if len(sent) == len(due) else ())


def _play(now: Snapshot, raw: Raw) -> Raw:
    entry = entry_of(now.fold, raw)
    if not isinstance(entry.event, Play) or entry.event.card not in pack_of(now):
        raise forms.NotAnEvent("no card is played")
    return dict(entry.raw)


def _seat(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise forms.NotAnEvent("no number of a seat")
    return int(text)


# What is shown


def _page(
    now: Snapshot,
    viewer: Viewer,
    *,
    draft: Draft | None = None,
    asked: int | None = None,
    whole: bool = False,
    of: Card | None = None,
    swaps: bool = False,
    first: int | None = None,
    error: str = "",
    refusal: RefusalSheet | None = None,
) -> str:
    trick = _(look_of(now.table.game).trick_said, number=now.fold.game.trick_number(now.fold.state))
    here = {"page": page_of(now, viewer), "trick": trick, "error": error, "most": LARGEST_PHOTO, "draft": draft}
    if draft is not None:
        here |= confirming(now, viewer, draft, None if swaps else asked, whole=whole, of=of)
        here |= {"swaps": swaps, "first": first, "refusal": refusal}
    return render_template("tables/photo.html", **here)
