"""Request context of the editor: the draft, the entry picked, and addresses of its pages."""

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from flask import abort, request, url_for

from rules_core.events import Adjust, Event, Ruling, encode
from rules_core.findings import Refusal
from rules_core.replay import Node, Raw, nodes, nodes_at
from webapp.access.visit import Visit, visit_to_take_part
from webapp.games.common.names import older_open_later
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import back_link
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PAGE_NUMBER
from webapp.pages.entry_location import event_told, where
from webapp.referee.amending.draft import Draft, Garbled, TooLong, barred, deleted, unpacked
from webapp.referee.amending.entry_list import entered, in_view, read, said
from webapp.referee.cases.subject import subject_of
from webapp.table.closed_questions import is_closed_at
from webapp.table.entry_rights import RULED
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.told import amended


def entries_url(here: Visit, draft: Draft) -> str:
    """Returns the address of the entries, of which one is picked that a draft changes, too."""
    return url_for("amendments.entries", table_id=here.table.id, draft=draft.packed or None)


def preview_url(here: Visit, draft: Draft) -> str:
    return url_for("amendments.preview", table_id=here.table.id, draft=draft.packed or None)


def change_url(here: Visit, place: int, nth: int, draft: Draft, **more: Any) -> str:
    """Returns the address at which an entry is changed, or one is put in on a `side` of it."""
    query = {"draft": draft.packed or None, "nth": nth or None, **more}
    return url_for("amendments.entry", table_id=here.table.id, index=place, **query)


@dataclass(frozen=True)
class Picked:
    """An entry to amend, as the draft leaves it: the `nth` at its place of the log.

    `event` is None where the draft put something there that cannot be read.
    """

    here: Visit
    draft: Draft
    place: int
    nth: int
    raw: Raw
    event: Event | None
    node: Node

    @property
    def is_closed(self) -> bool:
        """Tells whether the rules' answers about this entry could reveal what closed tricks hold."""
        return is_closed_at(self.here.now, self.here.viewer, self.place)

    def kept(self, raw: Raw) -> Raw:
        """Returns the new entry; a ready reason that was not edited keeps its code."""
        if isinstance(self.event, Adjust) and raw.get("reason") == self.raw["reason"]:
            return {**raw, "reason": self.event.reason}
        return raw

    def url(self, **query: Any) -> str:
        """Returns the address at which this entry is changed in this draft."""
        return change_url(self.here, self.place, self.nth, self.draft, **query)

    def about(self) -> dict[str, Any]:
        """Returns the heading: the entry, its place, its author and time, the entry that stood there before."""
        now, place = self.here.now, self.node.entered
        back = preview_url(self.here, self.draft) if self.draft.changes else back_link()
        return {
            "said": said(now, self.event),
            "where": where(now, self.node),
            "number": self.place + 1,
            "entered": entered(now, {place}).get(place),
            "corrected": amended(now, self.node),
            "back": back or entries_url(self.here, self.draft),
        }

    def actions(self) -> list[tuple[str, str]]:
        """Returns the other actions: deleting the entry, and inserting one before or after it."""
        found = [
            (_("Put one in before it"), self.url(side="before")),
            (_("Put one in after it"), self.url(side="after")),
        ]
        try:
            gone = deleted(self.here.now.fold, self.draft, self.place, self.nth)
        except TooLong:
            return found
        return [(_("Delete it"), preview_url(self.here, gone)), *found]


def draft_asked_for(here: Visit) -> Draft:
    """Returns the draft of this request; aborts where it is invalid, or changes entries that the viewer may not see."""
    try:
        draft = unpacked(request.values.get("draft", ""))
    except Garbled:
        abort(
            400, description=_("What was sent is no draft of an amendment. Begin again with the entry to be changed.")
        )
    for node in nodes(here.now.fold):
        if node.index in draft.changes:
            _look(here, node)
    return draft


def picked(table_id: int, place: int) -> Picked:
    """Returns the entry that this request is about; ends it where there is none or it may not be amended here."""
    return picked_at(
        visit_to_take_part(table_id), place, parse_integer(request.args.get("nth"), LARGEST_PAGE_NUMBER) or 0
    )


def picked_at(here: Visit, place: int, nth: int) -> Picked:
    """Returns the same of the entry at this place."""
    draft = draft_asked_for(here)
    standing = nodes_at(here.now.fold, {place})
    there = draft.at(here.now.fold, place) if standing else []
    if nth >= len(there):
        abort(404, description=_("Nothing stands at this entry. It may have been taken back meanwhile."))
    for node in standing:
        _look(here, node)
    event, raw = read(there[nth], here.now.fold), there[nth]
    if isinstance(event, Ruling):
        _refuse(here, RULED)
    refusal = barred(here.now, here.viewer, draft.as_it_is(here.now.fold, place))
    if refusal is not None:
        _refuse(here, refusal)
    if isinstance(event, Adjust):
        raw = encode(event_told(here.now, event))
    return Picked(here, draft, place, nth, raw, event, standing[0])


def _look(here: Visit, node: Node) -> None:
    if not in_view(here.now, here.viewer, node):
        abort(403, description=older_open_later(here.table.game))


def _refuse(here: Visit, refusal: Refusal) -> NoReturn:
    abort(403, description=refusal_said(refusal, here.table.players).text)


_CASE = re.compile(r"/(?:(revoke|dispute)s/([0-9]{1,9})|(contradiction))$")


def landing(now: Snapshot, viewer: Viewer) -> str:
    """Returns the page that the address names as `back`; without one the table.

    From a case that is no more a referee goes on to the desk, everybody else to the table.
    """
    back = back_link()
    if not back:
        return url_for("tables.show", table_id=now.table.id)
    case = _CASE.search(back)
    if case is not None and subject_of(now, viewer, case[3] or f"{case[1]}-{case[2]}") is None:
        return url_for("desk.show" if viewer.is_referee else "tables.show", table_id=now.table.id)
    return back
