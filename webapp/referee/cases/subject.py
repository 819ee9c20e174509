"""Subject of a case, and its visibility."""

from dataclasses import dataclass

from flask import url_for

from rules_core import replay
from rules_core.events import Ruling
from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Node
from webapp.access.device import or_404
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.pages.entry_location import entry_at, is_closed_entry
from webapp.referee.pointing import first_of_trick
from webapp.store.roles import Role
from webapp.table.desk import Dispute, earlier_rulings_on, ruling_on, rulings_on, rulings_on_contradiction
from webapp.table.hand_span import span_of
from webapp.table.secret_hands import is_before_open_tricks
from webapp.table.snapshot import Snapshot, may_look_at, seen_by, sees_all
from webapp.table.viewer import Viewer
from webapp.words.phrases import NO_RULING

NO_CASE = _l("Nothing of the kind stands here now. It may have been corrected meanwhile.")
NO_DISPUTE = _l("There is no dispute of this number at this table.")
SETTLED_MEANWHILE = _l("This was settled meanwhile. Reopen the ruling first.")
Matter = Infraction | Contradiction | Dispute


def code_of(matter: Matter | None) -> str:
    """Returns the code of a matter in a form."""
    match matter:
        case Infraction(event=event):
            return f"revoke-{event}"
        case Dispute(number=number):
            return f"dispute-{number}"
    return "contradiction"


@dataclass(frozen=True)
class Subject:
    """The matter of a case, at a table as of now, for a viewer who may see it."""

    now: Snapshot
    viewer: Viewer
    matter: Matter

    @property
    def code(self) -> str:
        """The code in a form: *revoke-12*, *contradiction*, *dispute-3*."""
        return code_of(self.matter)

    @property
    def dispute(self) -> Dispute | None:
        return self.matter if isinstance(self.matter, Dispute) else None

    @property
    def is_appeal(self) -> bool:
        return self.dispute is not None and self.dispute.appeals is not None

    @property
    def url(self) -> str:
        table = self.now.table.id
        match self.matter:
            case Infraction(event=event):
                return url_for("cases.revoke", table_id=table, event=event)
            case Dispute(number=number):
                return url_for("cases.dispute", table_id=table, number=number)
        return url_for("cases.contradiction", table_id=table)

    @property
    def point(self) -> Node | None:
        """The single entry that is in question, as far as it still stands; None where it is no single one."""
        place = self.matter.event if isinstance(self.matter, Infraction) else None
        place = self.matter.about if isinstance(self.matter, Dispute) else place
        return None if place is None else entry_at(self.now, place)

    @property
    def begins(self) -> Node | None:
        """Where that begins which is in question: the entry itself, or the first one of its trick."""
        dispute = self.dispute
        if dispute is None or dispute.trick is None or dispute.hand is None:
            return self.point
        return first_of_trick(self.now, dispute.hand, dispute.trick)

    @property
    def rulings(self) -> list[Node]:
        """The rulings on it so far, the newest last, with those that were reopened or rest on a corrected proof."""
        match self.matter:
            case Infraction() as found:
                fold, desk = self.now.fold, self.now.desk
                return [*earlier_rulings_on(fold, desk, found), *rulings_on(fold, desk, found)]
            case Contradiction() as found:
                return rulings_on_contradiction(self.now.fold, found)
        nodes = replay.nodes(self.now.fold)
        return [node for node in nodes if node.index in self.matter.rulings and isinstance(node.event, Ruling)]

    @property
    def settled(self) -> bool:
        """Tells whether nothing is left to rule: a ruling stands, or the dispute was withdrawn."""
        if isinstance(self.matter, Dispute):
            return not self.matter.is_open
        if isinstance(self.matter, Infraction):
            return ruling_on(self.now.fold, self.now.desk, self.matter) is not None
        return any(node.index not in self.now.desk.reopened for node in self.rulings)

    @property
    def is_ruled(self) -> bool:
        """Tells whether a ruling settles it, which can be reopened: nothing brings a withdrawn dispute back."""
        return self.settled and not (self.dispute is not None and self.dispute.withdrawn)


def breach_at(now: Snapshot, viewer: Viewer, event: int) -> Subject | None:
    """Returns the proven breach of the play at this place of the log, as far as this viewer may see it."""
    found = next((i for i in seen_by(now, viewer, desk=True).infractions if i.event == event), None)
    return Subject(now, viewer, found) if found else None


def contradiction_of(now: Snapshot, viewer: Viewer) -> Subject | None:
    """Returns the contradiction at this table, None without one."""
    found = seen_by(now, viewer, desk=True).contradiction
    return Subject(now, viewer, found) if found else None


def dispute_of(now: Snapshot, viewer: Viewer, number: int) -> Subject | None:
    found = now.desk.dispute(number)
    return Subject(now, viewer, found) if found else None


def subject_of(now: Snapshot, viewer: Viewer, code: str) -> Subject | None:
    kind, _dash, digits = code.partition("-")
    if kind == "contradiction":
        return contradiction_of(now, viewer)
    number = parse_integer(digits)
    if number is None:
        return None
    if kind == "revoke":
        return breach_at(now, viewer, number)
    return dispute_of(now, viewer, number) if kind == "dispute" else None


def is_gone(now: Snapshot, code: str) -> bool:
    """Tells whether there is nothing with this code for any viewer: a case closed to some still exists."""
    return subject_of(now, Viewer(role=Role.REFEREE), code) is None


def ruling_at(now: Snapshot, place: int | None) -> Node | None:
    found = None if place is None else entry_at(now, place)
    return found if found is not None and isinstance(found.event, Ruling) else None


def ruling_or_404(now: Snapshot, place: int) -> Node:
    """Returns the same; aborts with 404."""
    return or_404(ruling_at(now, place), _(NO_RULING))


def of_ruling(now: Snapshot, viewer: Viewer, place: int) -> Subject | None:
    """Returns the subject of the ruling at this place of the log, None where it no longer exists."""
    if (dispute := now.desk.of_ruling(place)) is not None:
        return Subject(now, viewer, dispute)
    ruling = ruling_at(now, place)
    if ruling is None:
        return None
    assert isinstance(ruling.event, Ruling)
    found = breach_at(now, viewer, ruling.event.event) or contradiction_of(now, viewer)
    return found if found is not None and any(node.index == place for node in found.rulings) else None


def is_shown(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may read this entry. A hand that was scrapped stays closed: an undo brings it back."""
    if not viewer.may_see or is_closed_entry(now, viewer, node):
        return False
    hand = span_of(now.fold, node.index)
    return hand is None or not hand.is_void or node is hand.nodes[-1] or sees_all(now, viewer)


def may_compare(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may know how the table stood around this entry: not where a closed trick lay."""
    return may_look_at(now, viewer, node) or not is_before_open_tricks(now.fold, node.index)


def is_closed_to_players(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer sees, as a referee, what players may not."""
    player = Viewer(viewer.device_id, Role.WATCHER)
    return viewer.is_referee and now.table.book != "open" and not is_shown(now, player, node)


def unseen_is_closed(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether the unseen cards in the hand of this entry are for players to remember."""
    hand = span_of(now.fold, node.index)
    return hand is not None and hand.under_way and not sees_all(now, viewer)
