"""Making a ruling: what is missing, its entries, its author. It also decides an appeal."""

import json
from typing import Any

from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.games.common.rulebook import is_rule_of
from webapp.http.language import gettext as _
from webapp.referee.amending import adjustments
from webapp.referee.cases import appeals
from webapp.referee.cases.remedies import TypedRuling, place_of, remedies
from webapp.referee.cases.subject import Subject
from webapp.referee.filing import Filed, FiledOrSaid, file, made_or_filed
from webapp.services import services
from webapp.table.desk import Remedy
from webapp.table.entry import entries_of
from webapp.table.keeper import Made, MovedOn, Refused
from webapp.table.permissions import may_rule, rules_as
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cases import is_ready_ruling


def may_decide(subject: Subject) -> bool:
    """Tells whether this viewer rules on a case, or proposes a ruling on it to all sides."""
    dispute = subject.dispute
    if dispute is not None and dispute.appeals is not None:
        return appeals.may_decide(subject.now, subject.viewer, dispute)
    return may_rule(subject.now, subject.viewer)


def by_all(subject: Subject) -> bool:
    """Tells whether a ruling on it waits for all sides."""
    dispute = subject.dispute
    if dispute is not None and dispute.appeals is not None:
        return appeals.decider(subject.now, dispute) is appeals.Decider.ALL
    return not subject.viewer.is_referee


def missing(subject: Subject, typed: TypedRuling) -> str | None:
    """Returns what a ruling lacks, None where it is complete."""
    if place_of(subject) is None:
        return _("Nothing was entered yet: there is nothing to rule on. The dispute can be withdrawn.")
    chosen = next((remedy for remedy in remedies(subject) if remedy.code == typed.remedy), None)
    if chosen is None:
        return _("Choose what is to be done.")
    if not chosen.possible:
        return " ".join(str(line) for line in chosen.effect)
    if not is_rule_of(subject.now.table.game, typed.rule):
        return _("Choose the rule that the ruling rests on.")
    if typed.ready and not is_ready_ruling(typed.ready):
        return _("There is no such ready ruling. Choose one that is offered, or none.")
    return _points_missing(subject, typed) if typed.remedy == Remedy.ADJUSTED else None


def _points_missing(subject: Subject, typed: TypedRuling) -> str | None:
    if problem := adjustments.points_problem(subject.now, typed.points):
        return problem
    now = appeals.without_ruling(subject).subject.now
    return adjustments.unconfirmed(typed.points, typed.shown, adjustments.totals_seen(now, subject.viewer, desk=True))


def events_of(subject: Subject, typed: TypedRuling) -> list[Raw]:
    """Returns the events of the ruling, itself the last one. The rule's number serves as a reason without words."""
    why = typed.text or typed.rule
    if typed.remedy == Remedy.ADJUSTED:
        return [adjustments.adjustment(typed.points, why), _itself(subject, typed)]
    chosen = next(remedy for remedy in remedies(subject) if remedy.code == typed.remedy)
    return [*chosen.entries(why), _itself(subject, typed)]


def _itself(subject: Subject, typed: TypedRuling) -> dict[str, Any]:
    changes = typed.remedy != Remedy.UPHELD
    place = place_of(appeals.without_ruling(subject).subject if changes else subject)
    ruling = {"type": "ruling", "event": place, "text": typed.text}
    ruling |= {"rule": typed.rule, "remedy": typed.remedy}
    ruling |= {"ready": typed.ready} if typed.ready else {}
    by = appeals.decision_signature(subject.now, subject.viewer)
    return {**ruling, "by": by} if by else ruling


def is_made(now: Snapshot, viewer: Viewer, typed: TypedRuling, *, op: str) -> bool:
    """Tells whether this very ruling was made with this key: a device that did not hear the answer asks again."""
    entered = services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)
    made = json.loads(entered.body) if entered is not None else {}
    said = (made.get("remedy"), made.get("rule"), made.get("text"), made.get("ready", ""))
    return said == (typed.remedy, typed.rule, typed.text, typed.ready)


def make(subject: Subject, typed: TypedRuling, *, op: str, seen: int | None) -> FiledOrSaid:
    """Makes a ruling on a case, with its remedy; where all sides decide, it is proposed to them."""
    now, viewer, dispute = subject.now, subject.viewer, subject.dispute
    if not may_decide(subject):
        return Refused(now, Refusal("not-referee", "GEN-1"))
    if subject.settled:
        if is_made(now, viewer, typed, op=op):
            return Made(now)
        return Refused(now, Refusal("not-open", "GEN-1"))
    if problem := missing(subject, typed):
        return problem
    before, lines = appeals.lines_of_ruling(subject, typed.remedy, typed.text or typed.rule)
    entries = entries_of(now.fold, *before, *events_of(subject, typed), seen=typed.shown.seen(now, seen))
    is_appeal = dispute is not None and dispute.appeals is not None
    who = appeals.acts_as(now, viewer, dispute) if dispute is not None and is_appeal else viewer
    if not by_all(subject):
        return made_or_filed(now, who, entries, lines, op=op, case=subject.code)
    outcome = services().tables.would(now, rules_as(now, who), *entries, desk=lines)
    if not isinstance(outcome, Refusal):
        raws = [entry.raw for entry in entries]
        filed = file(now, viewer, raws, op=op, case=subject.code, lines=lines, on_appeal=is_appeal)
        if isinstance(filed, Filed):
            return filed
        outcome = filed.refusal
    return MovedOn(now) if outcome.code == "moved-on" else Refused(now, outcome)
