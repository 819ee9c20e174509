"""The entries of a hand as their page shows them, each leading to where it is amended if this phone may do that."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import url_for

from rules_core.events import Hand, Play, Ruling
from rules_core.findings import Refusal
from webapp.access.visit import Visit
from webapp.games.common import entries as words
from webapp.games.common.names import hand_number, older_open_later
from webapp.games.common.refusals import refusal_said
from webapp.http.limits import ENTRIES_A_PAGE, LOOKED_BACK_A_TURN
from webapp.http.steps import in_steps, let_others_after
from webapp.pages.entry_location import told_event
from webapp.referee.amending.cards import as_played, said_of
from webapp.referee.amending.draft import Draft, barred, may_amend_freely
from webapp.referee.amending.entry_list import Block, ListedEntry, blocks, entered, in_view, placed_entries
from webapp.referee.amending.visit import change_url, preview_url
from webapp.table.entry_rights import RULED
from webapp.table.snapshot import Snapshot

Refusals = Mapping[int, Refusal | None]


def entries_context(here: Visit, draft: Draft, wanted: int | None, page: int) -> dict[str, Any]:
    """Returns the context of the entries of a hand: the one asked for, else the newest; page 1 ends with now.

    What is picked joins the changes of the `draft`.
    """
    now, viewer = here.now, here.viewer
    found = list(in_steps(placed_entries(now.fold)))
    hands = sorted({entry.hand for entry in found})
    hand = wanted if wanted in hands else (hands[-1] if hands else 0)
    part, older = _page([entry for entry in found if entry.hand == hand], page)
    listed = [entry for entry in in_steps(part, LOOKED_BACK_A_TURN) if in_view(now, viewer, entry.node)]
    made = entered(now, {entry.node.entered for entry in listed})
    rows = [replace(entry, entered=made.get(entry.node.entered)) for entry in listed]
    let_others_after(now.fold.seq)
    refused = _refusals(here, draft, listed)
    return {
        "hands": [(_url(now, draft, number), hand_number(now.table.game, number), number == hand) for number in hands],
        "hand": hand_number(now.table.game, hand) if hands else "",
        "blocks": [_block(here, draft, block, refused) for block in blocks(rows)],
        "why_not": _why_not(here, list(refused.values())),
        "closed": _closed(here, part, listed),
        "older": _url(now, draft, hand, page + 1) if older else None,
        "newer": _url(now, draft, hand, page - 1) if page > 1 else None,
        "call": url_for("disputes.form", table_id=now.table.id, hand=hand or None) if viewer.takes_part else None,
        "drafting": preview_url(here, draft) if draft.changes else None,
    }


def _page(entries: list[ListedEntry], page: int) -> tuple[list[ListedEntry], bool]:
    end = max(0, len(entries) - (page - 1) * ENTRIES_A_PAGE)
    start = max(0, end - ENTRIES_A_PAGE)
    return entries[start:end], start > 0


def _closed(here: Visit, part: list[ListedEntry], listed: list[ListedEntry]) -> str | None:
    """Returns until when some entries of this hand are hidden, None where none are. Declared hands are never shown."""
    told, shown = (sum(not isinstance(entry.event, Hand) for entry in entries) for entries in (part, listed))
    return older_open_later(here.table.game) if shown < told else None


def _url(now: Snapshot, draft: Draft, hand: int, page: int = 1) -> str:
    kept, shown = draft.packed or None, page if page > 1 else None
    return url_for("amendments.entries", table_id=now.table.id, hand=hand, draft=kept, page=shown)


def _block(here: Visit, draft: Draft, block: Block, refused: Refusals) -> dict[str, Any]:
    return {
        "trick": block.trick,
        "entered": block.entered,
        "entries": [_row(here, draft, entry, refused) for entry in block.entries],
    }


def _row(here: Visit, draft: Draft, entry: ListedEntry, refused: Refusals) -> dict[str, Any]:
    event, may = entry.event, here.viewer.takes_part and refused[entry.place] is None
    address = change_url(here, entry.place, entry.nth, draft)
    return {
        "said": words.entry(told_event(here.now, entry.node), here.table.players),
        "name": here.table.players[event.seat] if isinstance(event, Play) else "",
        "card": event.card if isinstance(event, Play) else None,
        "answer": said_of(here.table.game, as_played(event)) if isinstance(event, Play) else None,
        "entered": entry.entered,
        "corrected": entry.node.entered != entry.place,
        "url": None if not may else preview_url(here, draft) if entry.place in draft.changes else address,
    }


def _refusals(here: Visit, draft: Draft, entries: list[ListedEntry]) -> dict[int, Refusal | None]:
    """Why this phone may not amend these entries at all, by place: whether they could be put there again as they are.

    It is asked once for all of them. Only where they may not be amended together is each asked about by itself.
    """
    ruled = {entry.place for entry in entries if isinstance(entry.event, Ruling)}
    places = sorted({entry.place for entry in entries} - ruled)
    if places and may_amend_freely(here.now, here.viewer, _unchanged(here, draft, places)):
        return dict.fromkeys(places, None) | dict.fromkeys(ruled, RULED)
    return {place: barred(here.now, here.viewer, _unchanged(here, draft, [place])) for place in places} | dict.fromkeys(
        ruled, RULED
    )


def _unchanged(here: Visit, draft: Draft, places: list[int]) -> Draft:
    for place in places:
        draft = draft.as_it_is(here.now.fold, place)
    return draft


def _why_not(here: Visit, refusals: list[Refusal | None]) -> str | None:
    """Why none of these entries may be amended on this phone, if none may."""
    first = refusals[0] if refusals and all(refusals) else None
    return refusal_said(first, here.table.players).text if first else None
