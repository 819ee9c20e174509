"""Desk of a table's referee."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from flask import Blueprint, render_template, url_for
from markupsafe import Markup

from rules_core import replay
from rules_core.events import Ruling
from rules_core.findings import Infraction
from rules_core.replay import Node
from rules_core.view import TableView
from webapp.access.visit import visit
from webapp.games.common.proofs import case_of, proof_text, proof_title
from webapp.http.language import gettext as _
from webapp.pages.entry_location import entry_at, is_closed_entry, placed
from webapp.pages.table_page import page_of
from webapp.referee.cases.appeals import appeal_url
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.verdict import against, refuted
from webapp.referee.penalty_list import listed_penalties
from webapp.referee.request_page import shown_change
from webapp.store.roles import Role
from webapp.table.desk import Dispute, ruling_on, ruling_on_contradiction
from webapp.table.permissions import may_correct, may_rule
from webapp.table.snapshot import Snapshot, may_look_at, seen_by
from webapp.table.viewer import Viewer
from webapp.telling.decided import PastProof, about, meanwhile_said, past_proof, quote_of, title_of
from webapp.telling.item import Item
from webapp.telling.told import Telling
from webapp.words.cases import contradiction_text, contradiction_title
from webapp.words.origins import tag
from webapp.words.phrases import ENTRY_TAKEN_BACK, by_name

State = Literal["open", "reopened", "settled", "withdrawn"]
ORDER: tuple[State, ...] = ("reopened", "open", "settled", "withdrawn")
"""Open matters first, of these the reopened ones: they have waited longest."""


@dataclass(frozen=True)
class DeskItem:
    """An item of the list, its rulings with the addresses to reopen and to appeal.

    `quote` are own words; `closed`: it rests on what is closed to players.
    """

    state: State
    stamp: str
    title: str
    text: Markup | str
    url: str | None
    rulings: tuple[tuple[Item, str | None, str | None], ...] = ()
    quote: str = ""
    by: str = ""
    opened_at: datetime | None = None
    source: str = ""
    withdraw: str | None = None
    closed: bool = False
    against: str = ""


def desk_context(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the list, and the actions of this viewer."""
    matters = sorted(_matters(now, viewer), key=lambda matter: ORDER.index(matter.state))
    return {
        "open": [matter for matter in matters if matter.state in ("open", "reopened")],
        "settled": [matter for matter in matters if matter.state == "settled"],
        "withdrawn": [matter for matter in matters if matter.state == "withdrawn"],
        "waiting": [shown_change(now, viewer, change) for change in now.desk.waiting],
        "decided": [shown_change(now, viewer, change) for change in now.desk.changes[::-1] if not change.is_open],
        "paused": now.desk.paused,
        "held": now.desk.held,
        "meanwhile": meanwhile_said(now),
        "may_pause": viewer.is_referee or (bool(now.desk.open) and viewer.takes_part and not now.desk.held),
        "pause_url": url_for("disputes.pause", table_id=now.table.id),
        "may_call": viewer.takes_part and not viewer.is_referee,
        "may_amend": may_correct(now, viewer),
        "newest": _newest_open(now, viewer),
        "penalties": listed_penalties(now, viewer),
        "may_penalise": viewer.is_referee,
    }


def _newest_open(now: Snapshot, viewer: Viewer) -> int | None:
    """The place of the newest moment that this viewer may look at, None where all of them are closed."""
    node = now.fold.top
    while node is not None and not may_look_at(now, viewer, node):
        node = node.before
    return None if node is None else node.index


def open_matters(now: Snapshot, viewer: Viewer) -> int:
    """Returns how many matters wait, as far as this viewer may know of them."""
    return len(open_cases(now, viewer)) + len(now.desk.waiting)


def open_cases(now: Snapshot, viewer: Viewer, back: str = "") -> list[DeskItem]:
    """Returns the cases that wait for a ruling, as far as this viewer may know of them.

    They lead back to the desk of the table, or to another page of this site.
    """
    return [matter for matter in _matters(now, viewer, back) if matter.state in ("open", "reopened")]


def _matters(now: Snapshot, viewer: Viewer, back: str = "") -> Iterator[DeskItem]:
    table = _Table(now, viewer, back)
    yield from (table.dispute(dispute) for dispute in now.desk.disputes)
    yield from (table.breach(found) for found in table.view.infractions)
    yield from table.contradiction()
    yield from table.rulings_left()


class _Table:
    """A table whose matters are gathered; `_shown` are the rulings that stand with one of them."""

    def __init__(self, now: Snapshot, viewer: Viewer, back: str) -> None:
        self.now, self.viewer, self.back = now, viewer, back
        self.view: TableView = seen_by(now, viewer, desk=True)
        self._rules = may_rule(now, viewer)
        self._rulings = {at: event for at, event in replay.standing(now.fold) if isinstance(event, Ruling)}
        self._shown: set[int] = set()

    def dispute(self, dispute: Dispute) -> DeskItem:
        table_id = self.now.table.id
        mine = dispute.is_open and dispute.device_id == self.viewer.device_id
        subject = Subject(self.now, self.viewer, dispute)
        found = against(subject, dispute) or refuted(subject, dispute)
        return DeskItem(
            _state_of(dispute) if found is None or _knows(dispute, found.node) else "open",
            _("Dispute %(number)s", number=dispute.number) if dispute.appeals is None else _("Appeal"),
            title_of(self.now, dispute),
            about(self.now, self.viewer, dispute),
            url_for("cases.dispute", table_id=table_id, number=dispute.number, back=self._here),
            tuple(self._decisions(dispute.rulings)),
            quote_of(self.now, dispute),
            by_name(dispute.by),
            dispute.opened_at,
            tag(dispute.source),
            url_for("disputes.withdraw", table_id=table_id, number=dispute.number) if mine else None,
            self._is_closed(dispute),
            "" if found is None else found.text,
        )

    @property
    def _here(self) -> str:
        return self.back or url_for("desk.show", table_id=self.now.table.id)

    def _is_closed(self, dispute: Dispute) -> bool:
        node = None if dispute.about is None else entry_at(self.now, dispute.about)
        return (
            node is not None and self.viewer.is_referee and is_closed_entry(self.now, Viewer(role=Role.WATCHER), node)
        )

    def breach(self, found: Infraction) -> DeskItem:
        """A proven breach, settled as long as a ruling on it holds."""
        names, settled = self.now.table.players, ruling_on(self.now.fold, self.now.desk, found)
        return DeskItem(
            self._state(found.event, settled),
            _("Proven"),
            proof_title(self.now.fold, found, names),
            proof_text(case_of(self.now.fold, found), names),
            url_for("cases.revoke", table_id=self.now.table.id, event=found.event, back=self._here),
            tuple(self._decisions(self._on(found.event))),
            closed=found.private and self.viewer.seat != found.seat,
        )

    def contradiction(self) -> Iterator[DeskItem]:
        """Yields the contradiction at the table, if there is one."""
        found = self.view.contradiction
        if found is None:
            return
        settled = ruling_on_contradiction(self.now.fold, found, self.now.desk.reopened)
        yield DeskItem(
            self._state(found.plays[-1], settled),
            _("This cannot be"),
            contradiction_title(found),
            contradiction_text(found),
            url_for("cases.contradiction", table_id=self.now.table.id, back=self._here),
            tuple(self._decisions(self._on(found.plays[-1]))),
        )

    def rulings_left(self) -> Iterator[DeskItem]:
        """Rulings whose breach stands no more, since the entry was corrected or taken back: they stay on the list."""
        left = {ruling.event for place, ruling in self._rulings.items() if place not in self._shown}
        yield from (self._ruled(event) for event in sorted(left))

    def _ruled(self, event: int) -> DeskItem:
        places, node = self._on(event), entry_at(self.now, event)
        proof = past_proof(self.now, places[-1]) if places and node is None else None
        holds = any(place not in self.now.desk.reopened for place in places)
        return DeskItem(
            "settled" if holds else "reopened",
            _("Ruling"),
            proof.title if proof else _("A ruling was made") if holds else _("A ruling was reopened"),
            _taken_back(proof) if node is None else placed(self.now, self.viewer, node),
            None if holds else url_for("disputes.form", table_id=self.now.table.id, event=event),
            tuple(self._decisions(places)),
        )

    def _on(self, event: int) -> list[int]:
        restored = self.now.desk.restored
        return [at for at, ruling in self._rulings.items() if event in (ruling.event, restored.get(ruling.event))]

    def _state(self, event: int, settled: Node | None) -> State:
        if settled is not None:
            return "settled"
        return "reopened" if any(place in self.now.desk.reopened for place in self._on(event)) else "open"

    def _decisions(self, places: Iterable[int]) -> Iterator[tuple[Item, str | None, str | None]]:
        for place in places:
            if place in self._rulings:
                self._shown.add(place)
                may = self._rules and place not in self.now.desk.reopened
                url = url_for("rulings.reopening", table_id=self.now.table.id, place=place) if may else None
                yield self._told[place], url, appeal_url(self.now, self.viewer, place)

    @cached_property
    def _told(self) -> dict[int, Item]:
        told = Telling(self.now, self.viewer, since=min(self._rulings))
        return {item.place: item for item in told.rulings()}


def _taken_back(proof: PastProof | None) -> str:
    said = _(ENTRY_TAKEN_BACK)
    return said if proof is None else f"{said}: {proof.text}"


def _knows(dispute: Dispute, node: Node) -> bool:
    return dispute.is_open or dispute.withdrawn or max(dispute.rulings, default=-1) > max(node.index, node.entered)


def _state_of(dispute: Dispute) -> State:
    if dispute.withdrawn:
        return "withdrawn"
    if dispute.is_open:
        return "reopened" if dispute.rulings else "open"
    return "settled"


bp = Blueprint("desk", __name__)


@bp.get("/tables/<int:table_id>/desk")
def show(table_id: int) -> str:
    """Shows the list to everybody at the table, with the actions that the viewer may take."""
    now, viewer = visit(table_id)
    return render_template("referee/desk/show.html", page=page_of(now, viewer), desk=desk_context(now, viewer))
