"""Entering cards from a photo: upload, the cards read, confirming them one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from rules_core.cards import Card
from rules_core.replay import Raw
from webapp.files.kinds import NotRead
from webapp.files.photos import PhotoReader
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PHOTO, MOST_CARDS_SENT
from webapp.live.photos.photo_draft import Draft, Moment, Outcome, Slot
from webapp.live.photos.photo_kinds import moment_of, visit_with_photo
from webapp.live.refusal_sheet import RefusalSheet, refusal_sheet
from webapp.live.tables import enter
from webapp.pages.table_page import form_key, page_of, redirect_to_table
from webapp.photo.reading import Reading, can_lie_on_a_photo
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entries_of
from webapp.table.keeper import Made, Refused
from webapp.words.cards import card_name, nothing_said, spoiled_said
from webapp.words.phrases import moved_on

ROOM = 0.12
"""Margin around the cards, as a share of the photo."""
SHOWN = 1.7
"""How many times as wide as high a photo is shown."""


class Asked(NamedTuple):
    """The slot that is asked about: by all cards (`whole`), or of which it is asked how its card was played (`of`)."""

    at: int | None = None
    whole: bool = False
    of: Card | None = None


NOTHING = Asked()


@dataclass(frozen=True)
class PhotoKey:
    """A key for a possible card: the entry that it sends, the declaration in words, whether it is shown as gone."""

    card: Card
    event: str
    said: str
    gone: bool


@dataclass(frozen=True)
class Place:
    """A seat, or one of the cards of a seat. `due`: its card is still to be entered; `doubt`: what may lie there.

    `order` is its turn, 0 where there is none; `before` lies there already, `tag` is said of it, in brass where it
    stands out.
    """

    name: str
    at: int
    order: int
    due: bool
    before: Card | None
    card: Card | None
    doubt: Card | None
    tag: str
    brass: bool


def confirming(moment: Moment, draft: Draft, asked: Asked) -> dict[str, Any]:
    """Returns the context of the page in addition to the draft."""
    slot = draft.of(asked.at) or draft.missing
    outcome = moment.outcome(draft)
    keys = [] if slot is None or asked.whole else _keys(moment, draft, slot, asked.of)
    return {
        "choices": moment.choices(draft),
        "answer": moment.answer(draft),
        "places": _places(moment, draft, outcome),
        "slot": slot,
        "keys": keys,
        "pad": _pad(moment, draft, slot) if slot and not keys else None,
        "line": _line(moment, slot, outcome),
        "why": _why(moment, draft, slot) if slot is not None and slot.said is None else "",
        "tags": {one.place: one for one in draft.slots if one.place is not None},
        "box": _box(draft),
        "texts": {
            "reading": msgspec.json.encode(draft.reading).decode(),
            "cards": [msgspec.json.encode(one.said).decode() if one.said else "" for one in draft.slots],
        },
    }


def _why(moment: Moment, draft: Draft, slot: Slot) -> str:
    seen = None if slot.place is None else draft.reading.cards[slot.place]
    if seen is not None and seen.is_sure and seen.card in moment.view.dimmed:
        return _("%(card)s is read, which is already played. Look at it again.", card=card_name(seen.card))
    return spoiled_said(draft.reading.problems)


def _pad(moment: Moment, draft: Draft, slot: Slot) -> Any:
    gone = moment.gone(draft, slot.at)
    return msgspec.structs.replace(moment.view, to_act=(slot.at,), may_tally=False, dimmed=gone)


def _line(moment: Moment, slot: Slot | None, outcome: Outcome | None) -> Markup:
    if slot is not None:
        return moment.asks(slot)
    return moment.confirms() if outcome is None else outcome.line


def _places(moment: Moment, draft: Draft, outcome: Outcome | None) -> list[Place]:
    lying = dict(moment.lying()) if moment.by_seat else {}
    order = [*lying, *(slot.at for slot in draft.slots if slot.at not in lying)]
    found = []
    for at in sorted(order):
        slot = draft.of(at)
        card = lying.get(at) if slot is None else slot.card
        doubt = draft.reading.cards[slot.place].card if slot and slot.place is not None and not card else None
        name, turn = moment.names[at] if moment.by_seat else "", order.index(at) + 1
        brass = outcome is not None and at in outcome.seats
        tag = outcome.tag if outcome and brass else moment.first if turn == 1 else ""
        before = lying.get(at) if slot is not None else None
        found.append(Place(name, at, turn if moment.first else 0, slot is not None, before, card, doubt, tag, brass))
    return found


def _keys(moment: Moment, draft: Draft, slot: Slot, of: Card | None) -> list[PhotoKey]:
    """Returns a key for each card that was read there, or each way to play one; those that cannot be come last."""
    read = [] if slot.place is None else [guess.card for guess in draft.reading.cards[slot.place].likeliest]
    gone, found = moment.gone(draft, slot.at), list[PhotoKey]()
    for card in read if of is None else [of]:
        ways = moment.ways(slot.at, card)
        for way in ways:
            outcome = moment.outcome(draft.put(slot.at, way))
            said = outcome.line.striptags() if outcome and outcome.seats else ""
            if card in gone:
                said = _("%(card)s is already played", card=card_name(card))
            elif len(ways) > 1:
                said = moment.way_said(way)
            found.append(PhotoKey(card, msgspec.json.encode(way).decode(), said, card in gone))
    return sorted(found, key=lambda key: key.gone)


def _box(draft: Draft) -> tuple[int, int, int, int]:
    """Returns the part of a photo that shows all its cards: left, top, width and height, in its pixels.

    All of it while a card is missing of which nothing was seen: it may lie anywhere.
    """
    reading = draft.reading
    if any(slot.said is None and slot.place is None for slot in draft.slots):
        return (0, 0, reading.width, reading.height)
    across, down = zip(*(spot for one in reading.cards for spot in (*one.outline, one.centre)), strict=True)
    room = ROOM * max(max(across) - min(across), max(down) - min(down))
    left, right = max(0, min(across) - room), min(reading.width, max(across) + room)
    top, foot = max(0, min(down) - room), min(reading.height, max(down) + 2 * room)
    return frame((left, right), (top, foot), SHOWN, (reading.width, reading.height))


def frame(
    across: tuple[float, float], down: tuple[float, float], shape: float, size: tuple[int, int]
) -> tuple[int, int, int, int]:
    """Returns a part of the photo in this shape that contains all cards, beyond the photo only where it must be."""
    (left, right), (top, foot) = across, down
    width, height = max(right - left, (foot - top) * shape, 1), max(foot - top, (right - left) / shape, 1)
    return (
        round(min(left, _within((left + right - width) / 2, width, size[0]))),
        round(min(top, _within((top + foot - height) / 2, height, size[1]))),
        round(width),
        round(height),
    )


def _within(start: float, long: float, most: int) -> float:
    return max(0, min(start, most - long)) if long <= most else (most - long) / 2


bp = Blueprint("photos", __name__)
PHOTO = "/tables/<int:table_id>/photo"


@bp.get(PHOTO)
def show(table_id: int) -> str | Response:
    """Asks for a photo; leads back to the table while no cards are due that a photo can show."""
    moment = _visit(table_id)
    return redirect_to_table(table_id) if moment is None else _page(moment)


@bp.post(PHOTO)
def read(table_id: int) -> str | Response | tuple[str, int]:
    """Reads a photo and shows the cards on it: 422 where there are none."""
    moment = _visit(table_id)
    if moment is None:
        return redirect_to_table(table_id)
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
    """Changes the cards read as corrected by the people, or enters them: 303, 422 where the rules refuse them, 409."""
    moment = _visit(table_id)
    if moment is None:
        return redirect_to_table(table_id)
    op, seen, tap, draft = form_key(), forms.seen_in(request.form), _tap(moment), _sent(moment)
    if services().store.event_of_key(table_id, op=op, device_id=moment.viewer.device_id) is not None:
        return redirect_to_table(table_id)  # sent twice, counted once
    if seen != moment.now.fold.seq or not moment.fits(draft):
        was_entered = tap.enters is not None and moment.is_entered(draft.cards)  # another phone was quicker
        return redirect_to_table(table_id) if was_entered else _moved(moment, draft.reading)
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
        return redirect_to_table(now.table.id)
    if isinstance(outcome, Refused):
        about = made[outcome.place]
        sheet = refusal_sheet(outcome.refusal, about.raw, outcome.now)
        return _page(after, draft=draft, asked=Asked(about.seat) if after.by_seat else NOTHING, refusal=sheet), 422
    return _moved(after, draft.reading)


def _moved(moment: Moment, reading: Reading) -> tuple[str, int]:
    text = moved_on()
    return _page(moment, draft=moment.begun(reading), error=text), 409


def _visit(table_id: int) -> Moment | None:
    """Returns the moment that a photo can show now, None where no cards are due."""
    return moment_of(*visit_with_photo(table_id))


# Input


class PhotoTap(NamedTuple):
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


def _tap(moment: Moment) -> PhotoTap:
    form = request.form
    card = moment.checked(forms.events_in(form, moment.now.fold.events)[0]) if "event" in form else None
    swap, whole = form.get("swap"), _number(form.get("whole"))
    other = None if swap == "on" else _number(swap)
    asked = _number(form.get("ask")) if whole is None else whole
    return PhotoTap(
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
    """Returns the draft of the page. Raises NotAnEvent for forged input."""
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
        said = moment.checked(forms.decoded(card, dict[str, Any])) if card else None
        slots.append(Slot(at, said and {**said, "seat": at}, seen))
    whose = _number(form.get("whose") or form.get("before"))
    return Draft(reading, tuple(slots), whose=whose)


def _reading(moment: Moment, sent: str) -> Reading:
    reading = forms.decoded(sent, Reading)
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


# Output


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
