"""Addresses of cards by a photo: the photo, what is seen on it, the cards once they are confirmed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.replay import Raw
from webapp.files.photos import PhotoReader
from webapp.files.refusals import NotRead
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PHOTO, MOST_CARDS_SENT
from webapp.live.photos.confirming import NOTHING, Asked, confirming
from webapp.live.photos.moment import Draft, Moment, Slot
from webapp.live.photos.moments import moment_of, to_table, visit_with_photo
from webapp.live.refusal_sheet import RefusalSheet, refusal_sheet
from webapp.live.tables import enter
from webapp.pages.table_page import form_key, page_of
from webapp.photo.seen import Reading, can_lie_on_a_photo
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entries_of
from webapp.table.play import Made, Refused
from webapp.words.cards import nothing_said

bp = Blueprint("photos", __name__)
PHOTO = "/tables/<int:table_id>/photo"


@bp.get(PHOTO)
def show(table_id: int) -> str | Response:
    """Asks for a photo; leads back to the table while no cards are due that a photo can show."""
    moment = _visit(table_id)
    return to_table(table_id) if moment is None else _page(moment)


@bp.post(PHOTO)
def read(table_id: int) -> str | Response | tuple[str, int]:
    """Has a photo read and shows what is seen on it: 422 where that is nothing."""
    moment = _visit(table_id)
    if moment is None:
        return to_table(table_id)
    try:
        found = services().part(PhotoReader).read(moment.pack)
    except NotRead as problem:
        return _page(moment, error=problem.said), problem.status
    if found is None:
        return _page(moment, error=nothing_said(("no-file",))), 422
    if not found.cards:
        return _page(moment, error=nothing_said(found.problems)), 422
    if moment.is_entered([one.card for one in found.cards if one.is_sure]):
        return _page(moment, error=_("This is the last trick: it is entered already.")), 422
    return _page(moment, draft=moment.begun(found))


@bp.post(f"{PHOTO}/cards")
def confirm(table_id: int) -> str | Response | tuple[str, int]:
    """Changes what was read as the people say, or enters the cards: 303, 422 where the rules refuse them, 409."""
    moment = _visit(table_id)
    if moment is None:
        return to_table(table_id)
    try:
        op, seen, tap, draft = form_key(), forms.seen_in(request.form), _tap(moment), _sent(moment)
    except (forms.NotAnEvent, msgspec.ValidationError, msgspec.DecodeError):
        abort(400, description=_("What was sent is no entry of this table."))
    if services().store.event_of_key(table_id, op=op, device_id=moment.viewer.device_id) is not None:
        return to_table(table_id)  # sent twice, counted once
    if seen != moment.now.fold.seq or not moment.fits(draft):
        was_entered = tap.enters is not None and moment.is_entered(draft.cards)  # another phone was quicker
        return to_table(table_id) if was_entered else _moved(moment, draft.reading)
    if tap.card is not None:
        return _put(moment, draft, tap.card)
    if tap.swaps:
        if tap.first is None or tap.other is None:
            return _page(moment, draft=draft, swaps=True, first=tap.other)
        return _page(moment, draft=draft.swapped(tap.first, tap.other))
    if tap.adds or tap.drop is not None:
        changed = moment.counted(draft, tap.drop)
        return _page(moment, draft=changed, asked=Asked(changed.slots[-1].at) if tap.adds else NOTHING)
    choices = moment.choices(draft)
    if tap.enters is not None and tap.enters < len(choices) and (events := choices[tap.enters].events):
        return _enter(moment, draft, events, op)
    return _page(moment, draft=draft, asked=Asked(tap.asked, tap.whole))


def _put(moment: Moment, draft: Draft, said: Raw) -> str:
    """Shows the draft with a card; where something has to be said with it, that is asked first."""
    at, card = said["seat"], said["card"]
    if draft.of(at) is None:
        return _page(moment, draft=draft)
    ways = moment.ways(at, card)
    if len(ways) > 1 and said.keys() <= {"type", "seat", "card"}:
        return _page(moment, draft=draft, asked=Asked(at, of=card))
    return _page(moment, draft=draft.put(at, said))


def _enter(moment: Moment, draft: Draft, events: Sequence[Raw], op: str) -> Response | tuple[str, int]:
    """Enters all cards as one entry, as taps are entered."""
    now = moment.now
    made = entries_of(now.fold, *events, seen=now.fold.seq)
    outcome = enter(now.table.id, moment.viewer, made, op)
    after = moment_of(outcome.now, moment.viewer)
    if isinstance(outcome, Made) or after is None:
        return to_table(now.table.id)
    if isinstance(outcome, Refused):
        about = made[outcome.place]
        sheet = refusal_sheet(outcome.refusal, about.raw, outcome.now)
        return _page(after, draft=draft, asked=Asked(about.seat) if after.by_seat else NOTHING, refusal=sheet), 422
    return _moved(after, draft.reading)


def _moved(moment: Moment, reading: Reading) -> tuple[str, int]:
    text = _("The table has moved on meanwhile. Look again.")
    return _page(moment, draft=moment.begun(reading), error=text), 409


def _visit(table_id: int) -> Moment | None:
    """Returns what a photo may show at the table now, None where no cards are due."""
    return moment_of(*visit_with_photo(table_id))


# What was sent


class Tap(NamedTuple):
    """The key that was tapped: a card, a slot that is asked about (`whole`: by all cards), a swap, or *Enter*.

    `enters` is the place of what was chosen; of cards that one seat lays down one is left out (`drop`) or added.
    """

    card: Raw | None
    asked: int | None
    whole: bool
    swaps: bool
    first: int | None
    other: int | None
    enters: int | None
    drop: int | None
    adds: bool


def _tap(moment: Moment) -> Tap:
    form = request.form
    card = moment.checked(forms.events_in(form, moment.now.fold.events)[0]) if "event" in form else None
    swap, whole = form.get("swap"), _number(form.get("whole"))
    other = None if swap == "on" else _number(swap)
    asked = _number(form.get("ask")) if whole is None else whole
    return Tap(
        card=card,
        asked=asked,
        whole=whole is not None,
        swaps=swap is not None,
        first=_number(form.get("first")),
        other=other,
        enters=0 if "enter" in form else _number(form.get("choice")),
        drop=_number(form.get("drop")),
        adds="add" in form,
    )


def _sent(moment: Moment) -> Draft:
    """Returns the draft as the page had it. Raises NotAnEvent and msgspec's errors for what no page sends."""
    form = request.form
    reading = _reading(moment, form.get("reading", ""))
    sent = list(zip(form.getlist("place"), form.getlist("card"), strict=False))
    if len(sent) > MOST_CARDS_SENT:
        raise forms.NotAnEvent("more cards than anybody lays down")
    slots = []
    for at, (place, card) in zip(moment.slots(len(sent)), sent, strict=False):
        seen = _number(place)
        if seen is not None and seen >= len(reading.cards):
            raise forms.NotAnEvent("no such place")
        said = moment.checked(msgspec.json.decode(card, type=dict[str, Any])) if card else None
        slots.append(Slot(at, said and {**said, "seat": at}, seen))
    whose = _number(form.get("whose") or form.get("before"))
    return Draft(reading, tuple(slots), whose=whose)


def _reading(moment: Moment, sent: str) -> Reading:
    reading = msgspec.json.decode(sent, type=Reading)
    spots = [spot for one in reading.cards for spot in (*one.outline, one.centre)]
    pixels = [reading.width, reading.height, *(at for spot in spots for at in spot)]
    if not 0 < len(reading.cards) <= MOST_CARDS_SENT or not can_lie_on_a_photo(pixels):
        raise forms.NotAnEvent("no photo shows that")
    if (
        not {card for one in reading.cards for card in (one.card, *(it.card for it in one.likeliest))}
        <= moment.pack.keys()
    ):
        raise forms.NotAnEvent("no such card")
    return reading


def _number(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise forms.NotAnEvent("no number of a seat")
    return int(text)


# What is shown


def _page(
    moment: Moment,
    *,
    draft: Draft | None = None,
    asked: Asked = NOTHING,
    swaps: bool = False,
    first: int | None = None,
    error: str = "",
    refusal: RefusalSheet | None = None,
) -> str:
    page = page_of(moment.now, moment.viewer)
    here = {"page": page, "moment": moment, "error": error, "most": LARGEST_PHOTO, "draft": draft}
    here["reads"] = url_for("photos.read", table_id=moment.now.table.id)
    if draft is not None:
        here |= confirming(moment, draft, NOTHING if swaps else asked)
        here |= {"swaps": swaps, "first": first, "refusal": refusal}
    return render_template("tables/photo.html", **here)
