"""Notices of a table for one viewer: the foremost in one line, the others folded."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from rules_core.view import TableView
from webapp.access import seating
from webapp.access.authors import absent
from webapp.access.seats import waiting_devices
from webapp.games.common.proofs import proof_of_hand
from webapp.http.language import gettext as _
from webapp.http.limits import ANSWER_TOLD_FOR
from webapp.live.surroundings import around
from webapp.referee.asking.request_page import title_of, waiting_title
from webapp.referee.decisions import new_decisions
from webapp.table.closed_questions import newest_question
from webapp.table.rulings import ruling_on, unsettled
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.disputes import Banner
from webapp.words.questions import put_back, question_said
from webapp.words.refusal_facts import contradiction_title


def told_question(now: Snapshot) -> Markup | None:
    """Returns the line about the newest such question, until the next entry is made."""
    asked = newest_question(now)
    return None if asked is None else question_said(seating.device_name(now, asked[1]), asked[0])


@dataclass(frozen=True)
class Proof:
    """A proven breach that nobody has settled yet."""

    event: int
    title: str
    rule: str
    url: str


def open_proofs(now: Snapshot, view: TableView, names: list[str]) -> list[Proof]:
    """Returns the proven breaches that this viewer may see and that no ruling has settled."""
    if not view.infractions:
        return []
    return [
        Proof(
            found.event,
            proof_of_hand(now.fold, found, names),
            found.rule,
            url_for("cases.revoke", table_id=now.table.id, event=found.event),
        )
        for found in view.infractions
        if ruling_on(now.fold, now.desk, found) is None
    ]


class Notice(NamedTuple):
    """One notice: the macro of `templates/tables/_notices.html` that draws it, and what it is given."""

    macro: str
    about: Any


def notices(now: Snapshot, viewer: Viewer, view: TableView, banner: Banner | None) -> list[Notice]:
    """Returns the notices, the foremost first; none in an ordinary hand."""
    return [Notice(macro, about) for macro, about in _told(now, viewer, view, banner) if about]


def _told(now: Snapshot, viewer: Viewer, view: TableView, banner: Banner | None) -> Iterator[tuple[str, Any]]:
    beside = around(now, viewer).notes
    yield from (("around", note) for note in beside if note.urgent)
    if now.people.requests and (asking := waiting_devices(now, viewer)):
        yield "asked", asking[0]
        yield "others", len(asking) - 1
    yield "away", absent(now, viewer)
    yield "lost", _put_back(now)
    yield "banner", _waiting(now, viewer)
    yield "banner", banner
    for decision in new_decisions(now, viewer):
        yield "decided", decision
    yield "next_game", now.table.successor_id is not None and view.phase != "over"
    yield "banner", _refused(now)
    yield "question", told_question(now)
    for proof in open_proofs(now, view, now.table.players):
        yield "proven", proof
    if (found := unsettled(now.fold, view.contradiction, now.desk.reopened)) is not None:
        yield "contradiction", contradiction_title(found)
    yield from (("around", note) for note in beside if not note.urgent)


def _waiting(now: Snapshot, viewer: Viewer) -> Banner | None:
    return Banner(*told) if (told := waiting_title(now, viewer)) is not None else None


def _refused(now: Snapshot) -> Banner | None:
    """Tells for some entries that the referee refused a request: the log has nothing of it."""
    newest = now.desk.changes[-1] if now.desk.changes else None
    if newest is None or newest.state != "denied" or now.fold.seq >= (newest.answered_seq or 0) + ANSWER_TOLD_FOR:
        return None
    text = " ".join((_("%(name)s refused it.", name=newest.answered_by), newest.answer)).strip()
    return Banner(title_of(now, newest), text, url_for("changes.show", table_id=now.table.id, number=newest.number))


def _put_back(now: Snapshot) -> str:
    known = now.desk.put_back
    return put_back(*known) if known is not None and now.fold.seq < known[0] else ""
