"""Slips: entries just mistyped, repaired in one step; and of closed tricks, corrected by the player's own word."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flask import url_for
from markupsafe import Markup

from rules_core.events import Hand, Play, Ruling
from rules_core.replay import nodes, state_before
from webapp.access.visit import Visit
from webapp.games.registry import look_of
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LOOKED_BACK_A_TURN, NEWEST_ENTRIES_OFFERED
from webapp.http.steps import in_steps
from webapp.pages.entry_location import told_event
from webapp.referee.amending.cards import Instead, pad_of_cards, played
from webapp.referee.amending.draft import Draft, barred, changed, inserted, moved_on, unpacked
from webapp.referee.amending.entry_list import ListedEntry, deal_of, in_view, placed_entries, said, trick_of
from webapp.referee.amending.visit import Picked, change_url, entries_url, preview_url
from webapp.table.closed_questions import is_closed_to
from webapp.table.permissions import has_referee, is_own


@dataclass(frozen=True, order=True)
class ClosedEntry:
    """A card that this device entered: the number of its trick, its player, its place in the log, and the entry."""

    trick: int
    seat: int
    place: int
    play: Play


def closed_entries(here: Visit) -> list[ClosedEntry]:
    """Returns the entries that may be corrected here, by trick and seat: the order of the log would reveal who led.

    None where a referee is seated, who sees them and corrects them.
    """
    if not here.viewer.takes_part or has_referee(here.now) or not is_closed_to(here.now, here.viewer):
        return []
    return sorted(_closed(here))


def _closed(here: Visit) -> Iterator[ClosedEntry]:
    now, viewer, fold = here.now, here.viewer, here.now.fold
    deal = deal_of(fold, fold.top.index) if fold.top else []
    places = [node.index for node in nodes(fold)]
    for node in deal:
        trick = trick_of(state_before(fold, node), node)
        if not isinstance(node.event, Play) or trick is None or places.count(node.index) > 1:
            continue
        if in_view(now, viewer, node) or not is_own(now, viewer, node):
            continue
        if barred(now, viewer, Draft().as_it_is(fold, node.index)) is None:
            yield ClosedEntry(trick, node.event.seat, node.index, node.event)


def chosen_closed(here: Visit, sent: Mapping[str, str]) -> ClosedEntry | None:
    """Returns the entry named by its trick and seat, None where there is none to be corrected."""
    trick, seat = (parse_integer(sent.get(name)) for name in ("trick", "seat"))
    return next((one for one in closed_entries(here) if (one.trick, one.seat) == (trick, seat)), None)


def closed_context(here: Visit, chosen: ClosedEntry | None) -> dict[str, Any]:
    """Returns the context of the page that asks for a card in a closed trick, then for the right one."""
    found, names = closed_entries(here), here.table.players
    tricks = [
        (trick, [(one.seat, names[one.seat]) for one in found if one.trick == trick])
        for trick in sorted({one.trick for one in found})
    ]
    picked = {"trick": chosen.trick, "seat": chosen.seat, "name": names[chosen.seat]} if chosen else None
    return {"tricks": tricks, "picked": picked, **pad_of_cards(here)}


Rows = list[tuple[Markup, str]]
"""Entries in words, each with the address that it leads to."""


@dataclass(frozen=True)
class Mend:
    """A repair of a slip in one step: the label of its key, and the draft of the amendment.

    `previewed` is the address where it is shown first what follows; None: it is made at once.
    """

    text: str
    draft: str
    previewed: str | None = None


def newest_entries(here: Visit) -> list[ListedEntry]:
    """Returns the newest entries that may be looked at and changed here, the newest first."""
    newest_first = list(in_steps(placed_entries(here.now.fold)))[::-1]
    newest = islice(_in_view(here, newest_first), NEWEST_ENTRIES_OFFERED)
    return [entry for entry in newest if _may_change(here, entry)]


def _in_view(here: Visit, entries: Iterable[ListedEntry]) -> Iterator[ListedEntry]:
    """Yields those that may be looked at here, but for rulings and hands that were declared."""
    for entry in in_steps(entries, LOOKED_BACK_A_TURN):
        if not isinstance(entry.event, (Hand, Ruling)) and in_view(here.now, here.viewer, entry.node):
            yield entry


def _may_change(here: Visit, entry: ListedEntry) -> bool:
    return barred(here.now, here.viewer, Draft().as_it_is(here.now.fold, entry.place)) is None


def slips_context(here: Visit) -> dict[str, Any]:
    """Returns the context of the page of the newest entries."""
    newest, table = newest_entries(here), here.table.id
    named = tuple(look_of(here.table.game).repaired)
    return {
        "repaired": _repaired(here),
        "entries": _rows(here, [entry for entry in newest if not isinstance(entry.event, named)]),
        "forgotten": _rows(here, [entry for entry in newest if isinstance(entry.event, Play)], part="forgotten"),
        "mends": list(_mends(here, newest)),
        "older": url_for("amendments.closed", table_id=table) if closed_entries(here) else None,
        "all": entries_url(here, Draft()),
    }


def _repaired(here: Visit) -> list[tuple[str, Rows]]:
    titles, fold = look_of(here.table.game).repaired, here.now.fold
    if not titles or fold.top is None or fold.state.hand is None:
        return []
    deal = {node.index for node in deal_of(fold, fold.top.index)}
    placed = in_steps(placed_entries(fold))
    named = [entry for entry in placed if entry.place in deal and isinstance(entry.event, tuple(titles))]
    found = [entry for entry in _in_view(here, named) if _may_change(here, entry)]
    kinds = ((title, [entry for entry in found if isinstance(entry.event, kind)]) for kind, title in titles.items())
    return [(_(title), _rows(here, entries)) for title, entries in kinds if entries]


def _rows(here: Visit, entries: Iterable[ListedEntry], **part: str) -> Rows:
    told = ((entry, said(here.now, told_event(here.now, entry.node))) for entry in entries)
    return [(text, change_url(here, entry.place, entry.nth, Draft(), **part)) for entry, text in told]


def _mends(here: Visit, newest: Sequence[ListedEntry]) -> Iterator[Mend]:
    """Yields the repairs of the game. They are not tried out: that could reveal closed cards."""
    slips = look_of(here.table.game).slips
    for slip in slips([entry.node for entry in newest], here.table.players) if slips else ():
        draft = Draft()
        for at, instead in slip.instead.items():
            draft = changed(here.now.fold, draft, newest[at].place, newest[at].nth, instead)
        if barred(here.now, here.viewer, draft) is None:
            yield Mend(slip.text, draft.packed, preview_url(here, draft) if slip.previewed else None)


def offered_about(asked: Picked) -> list[tuple[str, str]]:
    """Returns the repairs of the game that change this entry: labels and preview addresses."""
    if asked.draft.changes or look_of(asked.here.table.game).slips is None:
        return []
    entries = list(_in_view(asked.here, placed_entries(asked.here.now.fold)))
    found = dict[str, str]()
    own = [at for at, entry in enumerate(entries) if (entry.place, entry.nth) == (asked.place, asked.nth)]
    for newest in (at + more for at in own for more in range(min(NEWEST_ENTRIES_OFFERED, len(entries) - at))):
        behind = entries[max(0, newest - NEWEST_ENTRIES_OFFERED) : newest + 1][::-1]
        for mend in _mends(asked.here, behind):
            if asked.place in unpacked(mend.draft).changes:
                found[mend.text] = preview_url(asked.here, unpacked(mend.draft))
    return list(found.items())


# A forgotten card


def with_forgotten(entry: Picked, play: Play, other: Instead) -> Draft:
    """Returns the draft with a card put in before this play; the cards behind it go to the seats that then follow.

    Raises `TooLong`.
    """
    now = entry.here.now
    return moved_on(now, inserted(now.fold, entry.draft, entry.place, entry.nth, played(play, other)))
