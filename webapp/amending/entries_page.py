"""The entries of a hand as their page shows them, each leading to where it is amended if this phone may do that."""

from typing import Any

from flask import url_for

from rules_core.events import Hand, Play, Ruling
from rules_core.game import Refusal
from webapp.amending.cards import as_played, said_of
from webapp.amending.draft import Draft
from webapp.amending.entries import Block, Entry, blocks, entered, located, seen_entries
from webapp.amending.preview import Desk
from webapp.amending.repairs import barred
from webapp.past import RULED
from webapp.play import TableNow
from webapp.words import entries as words
from webapp.words.refusals import reason
from webapp.words.stages import hand_number, older_open_later


def entries_context(desk: Desk, wanted: int | None) -> dict[str, Any]:
    """Returns what the page of a hand's entries shows: the one asked for, else the newest."""
    now, viewer = desk.now, desk.viewer
    found = seen_entries(now, viewer)
    hands = sorted({entry.hand for entry in found})
    hand = wanted if wanted in hands else (hands[-1] if hands else 0)
    here = [entry for entry in found if entry.hand == hand]
    made = entered(now, {entry.node.entered for entry in here})
    rows = [Entry(e.node, e.nth, e.hand, e.trick, made.get(e.node.entered)) for e in here]
    return {
        "hands": [(_url(now, number), hand_number(now.table.game, number), number == hand) for number in hands],
        "hand": hand_number(now.table.game, hand) if hands else "",
        "blocks": [_block(desk, block) for block in blocks(rows)],
        "why_not": _why_not(desk, here),
        "closed": _closed(desk, hand, here),
        "call": url_for("disputes.form", table_id=now.table.id, hand=hand or None),
    }


def _closed(desk: Desk, hand: int, here: list[Entry]) -> str | None:
    """Until when some entries of this hand are not shown, None where all are. Declared hands are nobody's business."""
    told = [entry for entry in located(desk.now.fold) if entry.hand == hand and not isinstance(entry.event, Hand)]
    shown = sum(not isinstance(entry.event, Hand) for entry in here)
    return older_open_later(desk.now.table.game) if shown < len(told) else None


def _url(now: TableNow, hand: int) -> str:
    return url_for("amendments.entries", table_id=now.table.id, hand=hand)


def _block(desk: Desk, block: Block) -> dict[str, Any]:
    return {
        "trick": block.trick,
        "entered": block.entered,
        "entries": [_row(desk, entry) for entry in block.entries],
    }


def _row(desk: Desk, entry: Entry) -> dict[str, Any]:
    event = entry.event
    return {
        "said": words.entry(event, desk.names),
        "spoken": words.spoken(event, desk.names),
        "name": desk.names[event.seat] if isinstance(event, Play) else "",
        "card": event.card if isinstance(event, Play) else None,
        "joker": said_of(as_played(event).joker) if isinstance(event, Play) else None,
        "entered": entry.entered,
        "corrected": entry.node.entered != entry.place,
        "url": desk.change_url(entry.place, entry.nth, Draft()) if may_amend(desk, entry) else None,
    }


def may_amend(desk: Desk, entry: Entry) -> bool:
    """Tells whether this phone may amend an entry at all: whether it could be put there again as it is."""
    return (desk.viewer.may_enter or desk.viewer.is_referee) and _refusal(desk, entry) is None


def _refusal(desk: Desk, entry: Entry) -> Refusal | None:
    if isinstance(entry.event, Ruling):
        return RULED
    return barred(desk.now, desk.viewer, Draft().as_it_is(desk.now.fold, entry.place))


def _why_not(desk: Desk, here: list[Entry]) -> str | None:
    """Why none of these entries may be amended on this phone, if none may."""
    refusals = [_refusal(desk, entry) for entry in here]
    first = refusals[0] if refusals and all(refusals) else None
    return reason(first, desk.names).text if first else None
