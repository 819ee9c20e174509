"""Visit of a draft of amendments, and where it leads when it is made."""

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from flask import abort, request, url_for

from rules_core.events import Event, Ruling
from rules_core.findings import Refusal
from rules_core.replay import (
    Node,
    Raw,
    nodes,
    nodes_at,
)
from webapp.access.visit import visit_to_take_part
from webapp.games.common.refusals import reason
from webapp.games.common.stages import older_open_later
from webapp.http.answers import back_link
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PAGE_NUMBER
from webapp.referee.amending.draft import Draft, Garbled, unpacked
from webapp.referee.amending.entry_list import in_view, read
from webapp.referee.amending.preview import Desk
from webapp.referee.amending.repairs import barred
from webapp.referee.cases.subject import subject_of
from webapp.table.closed_questions import is_closed_at
from webapp.table.entry_rights import RULED
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class Picked:
    """An entry that somebody wants to amend, as the draft so far leaves it: the `nth` at its place of the log.

    `event` is None where the draft put something there that cannot be read.
    """

    desk: Desk
    draft: Draft
    place: int
    nth: int
    raw: Raw
    event: Event | None
    node: Node

    @property
    def is_closed(self) -> bool:
        """Tells whether the rules' answers to what is put in here would tell what closed tricks hold."""
        return is_closed_at(self.desk.now, self.desk.viewer, self.place)


def at_the_desk(table_id: int) -> Desk:
    """Returns who asks at which table; ends the request for those who may not amend anything there."""
    return Desk(*visit_to_take_part(table_id))


def draft_asked_for(desk: Desk) -> Draft:
    """Returns the draft of this request; ends it where that is none, or changes what may not be looked at."""
    try:
        draft = unpacked(request.values.get("draft", ""))
    except Garbled:
        abort(
            400, description=_("What was sent is no draft of an amendment. Begin again with the entry to be changed.")
        )
    for node in nodes(desk.now.fold):
        if node.index in draft.changes:
            _look(desk, node)
    return draft


def picked(table_id: int, place: int) -> Picked:
    """Returns the entry that this request is about; ends it where there is none or it may not be amended here."""
    desk = at_the_desk(table_id)
    draft, nth = draft_asked_for(desk), parse_integer(request.args.get("nth"), LARGEST_PAGE_NUMBER) or 0
    standing = nodes_at(desk.now.fold, {place})
    there = draft.at(desk.now.fold, place) if standing else []
    if nth >= len(there):
        abort(404, description=_("Nothing stands at this entry. It may have been taken back meanwhile."))
    for node in standing:
        _look(desk, node)
    event = read(there[nth], desk.now.fold)
    if isinstance(event, Ruling):
        _refuse(desk, RULED)
    allowed(desk, draft.as_it_is(desk.now.fold, place))
    return Picked(desk, draft, place, nth, there[nth], event, standing[0])


def _look(desk: Desk, node: Node) -> None:
    if not in_view(desk.now, desk.viewer, node):
        abort(403, description=older_open_later(desk.now.table.game))


def allowed(desk: Desk, draft: Draft) -> None:
    """Ends the request where this phone may not make such an amendment, with the reason."""
    refusal = barred(desk.now, desk.viewer, draft)
    if refusal is not None:
        _refuse(desk, refusal)


def _refuse(desk: Desk, refusal: Refusal) -> NoReturn:
    abort(403, description=reason(refusal, desk.names).text)


def kept(picked: Picked) -> dict[str, Any]:
    """Returns what the next address about the same entry takes along."""
    return {"draft": picked.draft.packed or None, "nth": picked.nth or None}


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
