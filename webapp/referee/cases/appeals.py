"""Appeals against rulings: rights, period, deciders, the table with the ruling taken back; and their page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from flask import Blueprint, redirect, render_template, request, url_for
from msgspec import UNSET, structs
from werkzeug.wrappers import Response

from rules_core.events import Ruling
from rules_core.findings import Contradiction, Infraction, Refusal
from rules_core.replay import Node, Raw
from webapp.access.authors import signature, signs_as
from webapp.access.visit import visit_to_enter
from webapp.games.common.call_reasons import REVOKE
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_DISPUTE_TEXT
from webapp.journal.lines import USED
from webapp.pages.table_page import form_key, page_of
from webapp.referee.cases.subject import Subject, of_ruling, ruling_at, ruling_or_404
from webapp.referee.cases.taking_back import TakingBack, reopened_line, taking_back
from webapp.referee.filing import entries_from
from webapp.services import services
from webapp.table.desk import Dispute, Line, Remedy
from webapp.table.keeper import Made, Refused
from webapp.table.lines.matters import Disputed, Reopened, Ruled, not_appealed
from webapp.table.permissions import rules_as
from webapp.table.player_names import kept_text
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.told import Telling
from webapp.words.cases import OTHER
from webapp.words.phrases import by_name as name_or_host


@dataclass(frozen=True)
class AppealPeriod:
    """The end of the period for appeals at a table, in words, and whether it is still open."""

    is_open: bool
    until: str


class AppealsAtEvenings:
    """Hook for an evening's rules of appeals at its tables; without one there are none.

    `organisers` are the devices that run it and do not play at that table, with the names by which they sign.
    """

    def __init__(self) -> None:
        self.period: Callable[[Snapshot], AppealPeriod | None] = lambda now: None
        self.organisers: Callable[[Snapshot], Mapping[int, str]] = lambda now: {}


class Decider(StrEnum):
    REFEREE = "referee"
    """A referee other than the one who ruled."""
    ORGANISER = "organiser"
    ALL = "all"
    """All sides of the table together."""


def period(now: Snapshot) -> AppealPeriod:
    """Returns until when the rulings of this table can be appealed against."""
    at_evening = services().part(AppealsAtEvenings).period(now)
    return at_evening or AppealPeriod(now.table.successor_id is None, _("until the next match begins"))


def not_appealing(now: Snapshot, viewer: Viewer, place: int) -> Refusal | None:
    """Returns why this device does not appeal against the ruling at this place, None where it may."""
    if not viewer.may_enter or viewer.device_id == _ruler(now, place):
        return Refusal("no-side", "GEN-1")
    if now.desk.source(place) is not None:
        return Refusal("ruled-elsewhere", "GEN-1")
    if not (ends := period(now)).is_open:
        return Refusal("too-late-to-appeal", "GEN-1", {"until": ends.until})
    return not_appealed(now.desk, place)


def appeal_url(now: Snapshot, viewer: Viewer, place: int) -> str | None:
    """Returns where this device appeals against the ruling at this place, None where it may not."""
    if not_appealing(now, viewer, place) is not None:
        return None
    return url_for("appeals.form", table_id=now.table.id, place=place)


def appeal(now: Snapshot, viewer: Viewer, ruling: Node, reason: str, *, op: str) -> Made | Refused | str:
    """Appeals against a ruling with this reason, or returns what is missing."""
    if not (why := typed_words(reason)):
        return _("Say what is wrong with the ruling: who decides reads it.")
    if (refusal := not_appealing(now, viewer, ruling.index)) is not None:
        own = [one for one in now.desk.appeals_against(ruling.index) if one.device_id == viewer.device_id]
        return Made(now) if own and own[-1].is_open and own[-1].text == why else Refused(now, refusal)
    return services().tables.add(now.table.id, viewer, _line(now, viewer, ruling, why), op=op)


def _line(now: Snapshot, viewer: Viewer, ruling: Node, why: str) -> Disputed:
    first, by = of_ruling(now, viewer, ruling.index), signature(now, viewer)
    assert isinstance(ruling.event, Ruling)
    match first.matter if first is not None else None:
        case Dispute(about=about, hand=hand, trick=trick) as matter:
            return Disputed(matter.why, why, by, about=about, hand=hand, trick=trick, appeals=ruling.index)
        case Infraction():
            return Disputed(REVOKE, why, by, about=ruling.event.event, appeals=ruling.index)
        case Contradiction(plays=plays):
            return Disputed(OTHER, why, by, about=plays[-1], appeals=ruling.index)
    return Disputed(
        OTHER, why, by, about=now.desk.restored.get(ruling.event.event, ruling.event.event), appeals=ruling.index
    )


# Deciders


def decider(now: Snapshot, appeal: Dispute) -> Decider:
    if _other_referees(now, appeal):
        return Decider.REFEREE
    return Decider.ORGANISER if _organisers(now, appeal) else Decider.ALL


def deciders(now: Snapshot, appeal: Dispute) -> list[str]:
    """Returns the names of those who decide it, none where all sides do."""
    return [name_or_host(name) for name in (_other_referees(now, appeal) or _organisers(now, appeal)).values()]


def may_decide(now: Snapshot, viewer: Viewer, appeal: Dispute) -> bool:
    """Tells whether this device decides on it; where all sides do, whether it proposes to them how."""
    match decider(now, appeal):
        case Decider.REFEREE:
            return viewer.is_referee and viewer.device_id in _other_referees(now, appeal)
        case Decider.ORGANISER:
            return viewer.device_id in _organisers(now, appeal)
    return viewer.may_enter


def acts_as(now: Snapshot, viewer: Viewer, appeal: Dispute) -> Viewer:
    """Returns the viewer that decides: the organiser and all sides together may, also while a referee is there."""
    is_referee = decider(now, appeal) is Decider.REFEREE
    return viewer if is_referee else replace(viewer, for_all=True, on_appeal=True)


def decision_signature(now: Snapshot, viewer: Viewer) -> str:
    """Returns the name that a decision of this device is signed with."""
    return services().part(AppealsAtEvenings).organisers(now).get(viewer.device_id or 0) or signature(now, viewer)


def _ruler(now: Snapshot, place: int | None) -> int | None:
    """The device that has ruled, None where all sides did."""
    node = ruling_at(now, place)
    if node is None or not isinstance(node.event, Ruling) or node.event.agreed is not UNSET:
        return None
    return now.desk.answerable(now.log.maker_at(node.index), node.index)


def _other_referees(now: Snapshot, appeal: Dispute) -> Mapping[int, str]:
    ruler = _ruler(now, appeal.appeals)
    found = (one for one in now.people.party if one.is_referee and one.device_id not in (ruler, appeal.device_id))
    return {one.device_id: one.name or "" for one in found}


def _organisers(now: Snapshot, appeal: Dispute) -> Mapping[int, str]:
    ruler = _ruler(now, appeal.appeals)
    found = services().part(AppealsAtEvenings).organisers(now)
    return {device: name for device, name in found.items() if device != ruler}


# The ruling taken back


@dataclass(frozen=True)
class WithoutRuling:
    """A case with the ruling that is appealed against taken back, by these entries and this line of the desk."""

    subject: Subject
    did: TakingBack | None = None
    entries: tuple[Raw, ...] = ()
    line: Reopened | None = None


def without_ruling(subject: Subject, why: str = "?") -> WithoutRuling:
    """Returns the case of an appeal as it would be without its ruling; any other case as it is.

    What the ruling did and cannot be taken back any more stays.
    """
    now, appeal = subject.now, subject.dispute
    ruling = None if appeal is None else ruling_at(now, appeal.appeals)
    if appeal is None or ruling is None or ruling.index in now.desk.reopened:
        return WithoutRuling(subject)
    who = acts_as(now, subject.viewer, appeal)
    if not who.decides:  # whoever looks at it sees what those would do who decide
        who = replace(who, for_all=True, on_appeal=True)
    did = taking_back(now, who, ruling)
    raws = () if did is None or did.problem else did.entries
    line = reopened_line(ruling.index, why, signature(now, subject.viewer), did if raws else None)
    line = structs.replace(line, appeal=appeal.number)
    raws = tuple({**raw, "reason": why} if raw["type"] == "amend" else raw for raw in raws)
    after = services().tables.would(now, rules_as(now, who), *entries_from(now, raws), desk=[line])
    if isinstance(after, Refusal):
        return WithoutRuling(subject)
    return WithoutRuling(Subject(after, who, after.desk.disputes[appeal.number - 1]), did, raws, line)


def lines_of_ruling(subject: Subject, remedy: str, why: str) -> tuple[tuple[Raw, ...], list[Line]]:
    """Returns the entries that go before those of a ruling, and the lines of the desk that go with it."""
    dispute = subject.dispute
    if dispute is None:
        return (), []
    if dispute.appeals is None or remedy == Remedy.UPHELD:
        return (), [Ruled(dispute.number)]
    taken, first = without_ruling(subject, why), subject.now.desk.of_ruling(dispute.appeals)
    if taken.line is None:
        return (), [Ruled(dispute.number)]
    ended = [] if first is None else [Ruled(first.number)]
    return taken.entries, [taken.line, *ended, Ruled(dispute.number)]


bp = Blueprint("appeals", __name__, url_prefix="/tables/<int:table_id>/rulings/<int:place>/appeal")


@bp.get("")
def form(table_id: int, place: int) -> str:
    now, viewer = visit_to_enter(table_id)
    return _form(now, viewer, ruling_or_404(now, place))


@bp.post("")
def make(table_id: int, place: int) -> Response | Page:
    """Appeals; typed values are kept where it is refused."""
    now, viewer = visit_to_enter(table_id)
    ruling, why = ruling_or_404(now, place), request.form.get("reason", "")
    outcome = appeal(now, viewer, ruling, why, op=form_key())
    if isinstance(outcome, str):
        return _form(now, viewer, ruling, outcome), 422
    if isinstance(outcome, Refused):
        refusal = outcome.refusal
        status = 403 if refusal.code == "no-side" else 422 if refusal == USED else 409
        error = refusal_said(refusal, now.table.players).said
        return _form(outcome.now, viewer, ruling, error, typed_words(why)), status
    # Where the newest appeal against this ruling is read.
    newest = outcome.now.desk.appeals_against(place)[-1]
    return redirect(url_for("cases.dispute", table_id=outcome.now.table.id, number=newest.number), 303)


def typed_words(text: str) -> str:
    """Returns the words of a dispute or an appeal as they are kept."""
    return kept_text(text)[:LONGEST_DISPUTE_TEXT]


def _form(now: Snapshot, viewer: Viewer, ruling: Node, error: str | None = None, why: str = "") -> str:
    assert isinstance(ruling.event, Ruling)
    barred = not_appealing(now, viewer, ruling.index)
    if barred is not None and error is None:
        error = refusal_said(barred, now.table.players).said
    shown = {
        "ruling": Telling(now, viewer, since=ruling.index).ruling(ruling),
        "until": period(now).until,
        "may": barred is None,
        "signs_as": signs_as(now, viewer),
        "reason": why,
        "error": error,
    }
    return render_template("referee/cases/appeal.html", page=page_of(now, viewer), appeal=shown)
