"""What a page shows of cards to be confirmed: their places, keys for a card that is asked for, tags on the photo."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from rules_core.cards import Card
from webapp.http.language import gettext as _
from webapp.live.photos.moment import Draft, Moment, Outcome, Slot
from webapp.words.cards import card_name, spoiled_said

ROOM = 0.12
"""So much of a photo is shown around its cards."""
SHOWN = 1.7
"""How many times as wide as high a photo is shown."""


class Asked(NamedTuple):
    """The slot that is asked about: by all cards (`whole`), or of which it is asked how its card was played (`of`)."""

    at: int | None = None
    whole: bool = False
    of: Card | None = None


NOTHING = Asked()


@dataclass(frozen=True)
class Key:
    """A key for a card that may lie there: what it enters, what is said with it, what would follow."""

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
    """Returns what the page needs beside the draft."""
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


def _keys(moment: Moment, draft: Draft, slot: Slot, of: Card | None) -> list[Key]:
    """Returns a key for each card that was read there, or each way to play one; those that cannot be come last."""
    read = [] if slot.place is None else [guess.card for guess in draft.reading.cards[slot.place].likeliest]
    gone, found = moment.gone(draft, slot.at), list[Key]()
    for card in read if of is None else [of]:
        ways = moment.ways(slot.at, card)
        for way in ways:
            outcome = moment.outcome(draft.put(slot.at, way))
            said = outcome.line.striptags() if outcome and outcome.seats else ""
            if card in gone:
                said = _("%(card)s is already played", card=card_name(card))
            elif len(ways) > 1:
                said = moment.way_said(way)
            found.append(Key(card, msgspec.json.encode(way).decode(), said, card in gone))
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
    """Returns a part of a photo in this shape that holds what lies there, beyond the photo only where it must be."""
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
