"""Page of a case: what happened, what is proven, the rules, what may be ruled."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template, request, url_for

from rules_core.events import Play, Ruling
from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Fold, Node, nodes_at
from webapp.access.device import or_404
from webapp.access.visit import visit
from webapp.games.common.call_reasons import REVOKE, SLOW, ready_rulings, rules_behind
from webapp.games.common.rulebook import RuleInFull, in_full, rule_url, rules_of
from webapp.games.registry import look_of
from webapp.http.answers import back_link, local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PAGE_NUMBER
from webapp.pages.table_page import page_of
from webapp.referee.amending import adjustments
from webapp.referee.cases import appeals, photos
from webapp.referee.cases.case_text import CaseText, case_text
from webapp.referee.cases.making import by_all, may_decide
from webapp.referee.cases.photos import NotTaken, Seen
from webapp.referee.cases.plays import corrections
from webapp.referee.cases.remedies import TypedRuling, after_ruling, remedies, typed_or_nothing
from webapp.referee.cases.story import entry_history, moment_url, moments_of_tricks
from webapp.referee.cases.subject import (
    NO_CASE,
    NO_DISPUTE,
    Subject,
    breach_at,
    contradiction_of,
    dispute_of,
    is_closed_to_players,
    is_shown,
    ruling_at,
)
from webapp.referee.cases.verdict import admissible
from webapp.referee.penalty_list import OfferedPenalty, offered
from webapp.referee.pointing import choices, pointer
from webapp.referee.request_page import shown_change
from webapp.table.desk import Dispute
from webapp.table.hand_span import span_of
from webapp.table.penalties import USUAL_RULE
from webapp.table.permissions import may_rule
from webapp.table.snapshot import may_look_at
from webapp.telling.decided import adjusted_by
from webapp.telling.item import Item
from webapp.telling.told import Telling
from webapp.words.case_kit import Revoke, Suggestion
from webapp.words.cases import rule_of
from webapp.words.phrases import by_name


def suggestion(fold: Fold, seat: int, event: int) -> Suggestion | None:
    """Returns the usual points for a revoke by this seat in the play at this place of the log, if any."""
    hand, common = span_of(fold, event), look_of(fold.game.name).revoke_points
    if hand is None or hand.is_void or common is None:
        return None
    return common(Revoke(fold, seat, event, hand))


def case_page(
    subject: Subject, typed: TypedRuling, error: str | None = None, *, photo: NotTaken | Seen | None = None
) -> str:
    """Returns the page of a case with the typed values, and the result of a photo."""
    page = page_of(subject.now, subject.viewer)
    # What came with a photo is read by the process for files alone.
    back = back_link() if photo is None else local_path(request.args.get("back", ""))
    usual = page.urls.desk if subject.viewer.is_referee else page.urls.table
    case = {**case_context(subject, typed, error), **photos.on_page(subject, photo)}
    return render_template("referee/cases/case.html", page=page, case=case, back=back or usual, kept_back=back)


def case_context(subject: Subject, typed: TypedRuling, error: str | None) -> dict[str, Any]:
    matter = case_text(subject)
    more = (*((matter.admitted.rule,) if matter.admitted else ()), *matter.rules)
    rules = _in_full(subject, _cited(subject, more))
    rules_here = may_decide(subject)
    return {
        "matter": matter,
        "closed": _rests_on_closed(subject),
        "untold": _is_untold(subject),
        "moment": _moment_url(subject),
        "moments": moments_of_tricks(subject),
        "rules": rules,
        "cited": [rule.number for rule, _url in rules],
        "entered": entry_history(subject, (node.index for node in matter.entries)),
        "rulings": list(_rulings(subject)),
        "appeal": _appeal(subject),
        "proposed": [
            shown_change(subject.now, subject.viewer, one)
            for one in subject.now.desk.waiting
            if one.case == subject.code
        ],
        "settled": subject.settled,
        "url": subject.url,
        "code": subject.code,
        "may_rule": rules_here,
        "ruled_by": subject.now.people.referees,
        "withdraw": _withdraw_url(subject),
        "admissible": admissible(subject),
        "penalties": list(_penalties(subject)),
        "call": None if rules_here and not subject.settled else _call_url(subject),
        "error": error,
        "asks": isinstance(error, adjustments.AsksAgain),
        "form": _form(subject, typed, matter, rules) if rules_here and not subject.settled else None,
        "unkept": typed.text if error and subject.settled else "",
    }


RULED_BY = ("GEN-1", "GEN-2", "GEN-3")
"""The rules behind every ruling."""


def _cited(subject: Subject, more: Iterable[str]) -> list[str]:
    """Returns the numbers of the rules that a case is about, each once: its own first, then those for every ruling."""
    dispute = subject.dispute
    if isinstance(subject.matter, Infraction):
        own: tuple[str, ...] = (subject.matter.rule,)
    else:
        own = rules_behind(subject.now.table.game, dispute.why) if dispute else ("GEN-4",)
    return list(dict.fromkeys((*own, *more, *RULED_BY)))


def _in_full(subject: Subject, cited: Sequence[str]) -> list[tuple[RuleInFull, str | None]]:
    """Returns these rules as they hold at this table, each with its place in the rule book."""
    now = subject.now
    options, players = now.fold.state.options, len(now.table.players)
    return [(in_full(number, options, players), rule_url(now.table.game, number, now.table.id)) for number in cited]


def _appeal(subject: Subject) -> dict[str, Any] | None:
    """Returns the parts of an appeal's page: the period, who decides, and what it takes back."""
    now, dispute = subject.now, subject.dispute
    if dispute is None or dispute.appeals is None:
        return None
    then = appeals.without_ruling(subject)
    effect = adjustments.effect_of(now, then.subject.now, subject.viewer, desk=True) if then.line is not None else None
    return {
        "deciders": appeals.deciders(now, dispute),
        "until": appeals.period(now).until,
        "did": then.did,
        "effect": effect if isinstance(effect, adjustments.Effect) else None,
    }


def _rests_on_closed(subject: Subject) -> bool:
    """Tells whether the page shows a referee cards that players may not see."""
    return _is_untold(subject) or any(
        is_closed_to_players(subject.now, subject.viewer, node) for node in _concerned(subject)
    )


def _is_untold(subject: Subject) -> bool:
    """Tells whether this rests on a hand that only its own seat, and a referee, may see: a ruling tells the others."""
    found = subject.matter
    return isinstance(found, Infraction) and found.private and subject.viewer.is_referee


def _moment_url(subject: Subject) -> str | None:
    """Returns the address of the entry in the film, for viewers who may look at it now."""
    point = subject.point
    if point is None or not may_look_at(subject.now, subject.viewer, point):
        return None
    return moment_url(subject.now, point.index, subject.url)


def _concerned(subject: Subject) -> list[Node]:
    match subject.matter:
        case Infraction(event=event, proof=proof):
            places: tuple[int, ...] = (event, proof)
        case Contradiction(plays=plays):
            places = plays
        case _:
            places = () if (begins := subject.begins) is None else (begins.index,)
    return nodes_at(subject.now.fold, places)


def _withdraw_url(subject: Subject) -> str | None:
    dispute = subject.dispute
    if dispute is None or not dispute.is_open or dispute.device_id != subject.viewer.device_id:
        return None
    return url_for("disputes.withdraw", table_id=subject.now.table.id, number=dispute.number)


def _penalties(subject: Subject) -> Iterator[OfferedPenalty]:
    """Yields the next penalty step of the player who broke a rule; for slow play of each player."""
    now, found = subject.now, subject.matter
    if not subject.viewer.is_referee:
        return
    if isinstance(found, Infraction):
        yield offered(now, found.seat, found.rule)
    elif isinstance(found, Dispute) and found.why == SLOW:
        yield from (offered(now, seat, USUAL_RULE, SLOW, found.text) for seat in range(len(now.table.players)))


def _call_url(subject: Subject) -> str | None:
    """Returns the address to call the referee, for a device that enters but may not rule on this now."""
    if not subject.viewer.may_enter or (subject.dispute is not None and subject.dispute.is_open):
        return None
    about = subject.point or next(reversed(_concerned(subject)), None)
    event, why = about.index if about else None, _topic(subject)
    return url_for("disputes.form", table_id=subject.now.table.id, event=event, why=why)


# Ruling


def _form(
    subject: Subject, typed: TypedRuling, matter: CaseText, rules: Sequence[tuple[RuleInFull, str | None]]
) -> dict[str, Any]:
    own = [rule.number for rule, _url in rules]
    due = matter.admitted.rule if matter.admitted else ""
    if subject.dispute is not None and (first := ruling_at(subject.now, subject.dispute.appeals)) is not None:
        assert isinstance(first.event, Ruling)
        due = rule_of(first.event) or due
    due = subject.matter.rule if isinstance(subject.matter, Infraction) else due
    slow = isinstance(subject.matter, Dispute) and subject.matter.why == SLOW  # no entry tells of it
    due = USUAL_RULE if slow else due
    typed = replace(typed, rule=typed.rule or due)
    others = [number for number in rules_of(subject.now.table.game) if number not in own]
    effect = _effect(subject, typed.points)
    return {
        "remedies": [one for one in remedies(subject) if one.possible or not slow],
        "disputed": subject.dispute is not None,
        "pointing": None if slow else _pointing(subject),
        "amends": [] if slow else corrections(subject),
        "typed": typed,
        "ready": ready_rulings(subject.now.table.game, _topic(subject)),
        "own_rules": [(rule.number, rule.title) for rule, _url in rules],
        "other_rules": others,
        "most": adjustments.most(subject.now),
        "sides": adjustments.sides(subject.now),
        "effect": effect if isinstance(effect, adjustments.Effect) else None,
        "problem": effect if isinstance(effect, str) else None,
        "suggestions": suggestions(appeals.without_ruling(subject).subject),
        "signs_as": by_name(appeals.decision_signature(subject.now, subject.viewer)),
        "proposes": by_all(subject),
    }


def _topic(subject: Subject) -> str:
    """The reason whose ready rulings are offered."""
    match subject.matter:
        case Infraction():
            return REVOKE
        case Contradiction():
            return "wrong-card"
        case dispute:
            return dispute.why


def _pointing(subject: Subject) -> dict[str, Any] | None:
    """Returns the other entries that a dispute may be about, and the address; the current one is selected."""
    dispute, now = subject.dispute, subject.now
    if dispute is None or dispute.appeals is not None:
        return None
    chosen = pointer(dispute.about, dispute.hand, dispute.trick)
    hand = parse_integer(request.args.get("hand"), LARGEST_PAGE_NUMBER)
    return {
        "choices": choices(now, subject.viewer, chosen, hand),
        "action": url_for("disputes.point", table_id=now.table.id, number=dispute.number),
        "open": dispute.about is None or hand is not None,
    }


def _effect(subject: Subject, points: Sequence[int]) -> adjustments.Effect | str | None:
    """Returns the effect of the points, or why they are refused; None while none are set."""
    if not any(points):
        return None
    if problem := adjustments.points_problem(subject.now, points):
        return problem
    then = appeals.without_ruling(subject).subject
    after = after_ruling(then, adjustments.adjustment(points, "?"))
    return adjustments.effect_of(then.now, after, subject.viewer, desk=True)


def suggestions(subject: Subject) -> list[Suggestion]:
    """Returns amounts with their sources: usual for a revoke, and those that take earlier adjustments back."""
    found = [_taken_back(subject), _common(subject)]
    return [one for one in found if one is not None]


def _rulings(subject: Subject) -> Iterator[tuple[Item, str | None, str | None]]:
    """Yields the rulings on this case, the oldest first, with addresses to reopen and to appeal.

    Of an appeal also the one that it is against.
    """
    now, dispute = subject.now, subject.dispute
    first = ruling_at(now, dispute.appeals) if dispute is not None else None
    nodes = [*([] if first is None else [first]), *subject.rulings]
    told = Telling(now, subject.viewer, since=min((node.index for node in nodes), default=0))
    for node in nodes:
        may = may_rule(now, subject.viewer) and node.index not in now.desk.reopened
        reopen = url_for("rulings.reopen", table_id=now.table.id, place=node.index) if may else None
        yield told.ruling(node), reopen, appeals.appeal_url(now, subject.viewer, node.index)


def _points_so_far(subject: Subject) -> tuple[int, ...]:
    """Returns the points that the rulings on this case have added to the totals, also reopened ones."""
    added = [points for node in subject.rulings if (points := adjusted_by(node)) is not None]
    return tuple(sum(each) for each in zip(*added, strict=True))


def _common(subject: Subject) -> Suggestion | None:
    point, dispute = subject.point, subject.dispute
    is_admitted = dispute is not None and dispute.admitted is not None
    is_revoke = isinstance(subject.matter, Infraction) or (dispute is not None and dispute.why == "revoke")
    if not (is_revoke or is_admitted) or point is None or not isinstance(point.event, Play):
        return None
    if not is_shown(subject.now, subject.viewer, point):
        return None
    return suggestion(subject.now.fold, point.event.seat, point.index)


def _taken_back(subject: Subject) -> Suggestion | None:
    points = _points_so_far(subject)
    if not any(points) or (subject.dispute is not None and subject.dispute.appeals is not None):
        return None
    text = _("What earlier rulings of this case have adjusted still counts; this takes it back.")
    return Suggestion(text, tuple(-each for each in points))


bp = Blueprint("cases", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/revokes/<int:event>")
def revoke(table_id: int, event: int) -> str:
    """Shows a proven breach: the evidence, whether it was entered wrongly, what may be ruled."""
    now, viewer = visit(table_id)
    found = breach_at(now, viewer, event)
    return _page(found, _("No proven revoke stands here. It may have been corrected meanwhile."))


@bp.get("/contradiction")
def contradiction(table_id: int) -> str:
    """Shows plays that cannot all be right, so that an entry can be corrected or something ruled."""
    now, viewer = visit(table_id)
    found = contradiction_of(now, viewer)
    return _page(found, _(NO_CASE))


@bp.get("/disputes/<int:number>")
def dispute(table_id: int, number: int) -> str:
    """Shows a dispute: the question, the evidence, what may be ruled."""
    now, viewer = visit(table_id)
    return _page(dispute_of(now, viewer, number), _(NO_DISPUTE))


def _page(subject: Subject | None, gone: str) -> str:
    """The page; points and words that stand in the address are those whose effect is asked for."""
    found = or_404(subject, gone)
    return case_page(found, typed_or_nothing(found.now, request.args))
