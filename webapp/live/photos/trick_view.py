"""What a page shows of a trick to be confirmed: its seats, keys for a card that is asked for, tags on the photo."""

from dataclasses import dataclass
from typing import Any

import msgspec
from markupsafe import Markup

from rules_core.cards import Card
from rules_core.events import Play
from webapp.games.common import entries
from webapp.http.language import gettext as _
from webapp.live.photos.trick import Draft, Slot, pack_of, plays_of, taker
from webapp.photo.seen import Reading
from webapp.table.entry import entry_of
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.words.cards import card_name
from webapp.words.photo_words import spoiled_said
from webapp.words.phrases import marked
from webapp.words.turn import named

ROOM = 0.12
"""So much of a photo is shown around its cards."""
SHOWN = 1.7
"""How many times as wide as high a photo is shown."""


@dataclass(frozen=True)
class Key:
    """A key for a card that may lie there: what it enters, what is said with it, what would follow."""

    card: Card
    event: str
    said: str
    gone: bool


@dataclass(frozen=True)
class Place:
    """A seat of the trick. `due`: its card is still to be entered; `doubt`: the card that may lie there."""

    name: str
    seat: int
    order: int
    due: bool
    card: Card | None
    doubt: Card | None
    takes: bool


def confirming(
    now: Snapshot, viewer: Viewer, draft: Draft, asked: int | None, *, whole: bool, of: Card | None
) -> dict[str, Any]:
    """Returns what the page needs beside the trick. `of`: the card of which it is asked how it was played."""
    slot = draft.of(asked) or draft.missing
    takes = taker(now, draft.events) if draft.missing is None else None
    keys = [] if slot is None or whole else _keys(now, viewer, draft, slot, of)
    view = seen_by(now, viewer)
    return {
        "places": _places(now, draft, takes),
        "slot": slot,
        "keys": keys,
        "pad": None if slot is None or keys else msgspec.structs.replace(view, to_act=(slot.seat,), may_tally=False),
        "line": _line(now, slot, takes),
        "why": spoiled_said(draft.reading.problems) if slot is not None and slot.event is None else "",
        "tags": {one.place: one for one in draft.slots if one.place is not None},
        "box": _box(draft.reading),
        "texts": {
            "reading": msgspec.json.encode(draft.reading).decode(),
            "cards": [msgspec.json.encode(one.event).decode() if one.event else "" for one in draft.slots],
        },
    }


def _line(now: Snapshot, slot: Slot | None, takes: int | None) -> Markup:
    if slot is not None:
        return named(_("What did %(name)s play?"), now.table.players[slot.seat])
    if takes is not None:
        return named(_("%(name)s takes it"), now.table.players[takes])
    return marked(_("Is this what was played?"))


def _places(now: Snapshot, draft: Draft, takes: int | None) -> list[Place]:
    names, state = now.table.players, now.fold.state
    lying = {played.seat: played.card for played in state.hand.trick}
    order = [*lying, *(slot.seat for slot in draft.slots)]
    found = []
    for seat, name in enumerate(names):
        slot = draft.of(seat)
        card = lying.get(seat) if slot is None else slot.card
        doubt = draft.reading.cards[slot.place].card if slot and slot.place is not None and not card else None
        found.append(Place(name, seat, order.index(seat) + 1, slot is not None, card, doubt, takes == seat))
    return found


def _keys(now: Snapshot, viewer: Viewer, draft: Draft, slot: Slot, of: Card | None) -> list[Key]:
    """Returns a key for each card that was read there, or each way to play one; those that cannot be come last."""
    read = [] if slot.place is None else [guess.card for guess in draft.reading.cards[slot.place].likeliest]
    pack, others = pack_of(now), [one.card for one in draft.slots if one.seat != slot.seat]
    gone = seen_by(now, viewer).dimmed | {card for card in others if card and pack[card] == 1}
    found = []
    for card in read if of is None else [of]:
        plays = plays_of(now, slot.seat, card)
        for event in plays:
            said = _follows(now, draft.put(slot.seat, event))
            if card in gone:
                said = _("%(card)s is already played", card=card_name(card))
            elif len(plays) > 1 and isinstance(play := entry_of(now.fold, event).event, Play):
                said = entries.spoken(play, now.table.players)
            found.append(Key(card, msgspec.json.encode(event).decode(), said, card in gone))
    return sorted(found, key=lambda key: key.gone)


def _follows(now: Snapshot, draft: Draft) -> str:
    """Returns who would take the trick, nothing where that is not known yet."""
    takes = taker(now, draft.events) if draft.missing is None else None
    return "" if takes is None else _("%(name)s takes it", name=now.table.players[takes])


def _box(reading: Reading) -> tuple[int, int, int, int]:
    """Returns the part of a photo that shows all its cards: left, top, width and height, in its pixels."""
    across, down = zip(*(spot for one in reading.cards for spot in (*one.outline, one.centre)), strict=True)
    room = ROOM * max(max(across) - min(across), max(down) - min(down))
    left, right, top, foot = min(across) - room, max(across) + room, min(down) - room, max(down) + 2 * room
    width, height = max(right - left, (foot - top) * SHOWN, 1), max(foot - top, (right - left) / SHOWN, 1)
    return (round((left + right - width) / 2), round((top + foot - height) / 2), round(width), round(height))
