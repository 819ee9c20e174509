"""Texts of a case: a proven breach, a contradiction, or a dispute."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.events import Play
from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Node, nodes_at
from webapp.games.common import entries
from webapp.games.common.call_reasons import NOT_IN_LOG, REVOKE
from webapp.games.common.names import closed_to_players, hand_number
from webapp.games.common.proofs import between, case_of, proof_text, proof_title
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import MOST_CASE_ENTRIES
from webapp.pages.entry_location import trick_of
from webapp.referee.amending.preview import Comparison
from webapp.referee.cases.plays import ShownTrick, nameless_step, play_step, proof_steps, tricks_of, whole_step
from webapp.referee.cases.story import (
    Evidence,
    Meaning,
    StoryLine,
    changed_rows,
    evidence,
    hand_lines,
    meanings,
    newest_lines,
)
from webapp.referee.cases.subject import Subject, is_shown, of_ruling, unseen_is_closed
from webapp.referee.cases.verdict import AdmissionSaid, Verdict, admitted, doubt, verdict
from webapp.table.desk import Dispute
from webapp.table.hand_span import cards_left, span_numbered, span_of, trick_at
from webapp.telling.decided import about, quote_of, title_of
from webapp.words.cases import contradiction_text, contradiction_title
from webapp.words.origins import tagged
from webapp.words.phrases import by_name, moment
from webapp.words.rulebook import Cited


@dataclass(frozen=True)
class Unseen:
    """The meaning of each unseen card for the play of this player; `closed`: it is not told now.

    `two`: one card proves nothing, only two that contradict.
    """

    name: str
    closed: bool
    two: bool = False
    meanings: list[Meaning] = field(default_factory=list)


@dataclass(frozen=True)
class CaseText:
    """Text of a case. `story` are entries in words, `rows` the state before and after the one in question.

    `entries` are those that the case concerns; `rules` further numbers that its sentences name.
    """

    stamp: str
    title: str
    text: Markup | str
    where: str
    steps: list[ShownTrick] = field(default_factory=list)
    note: str | None = None
    quote: str = ""
    by: str = ""
    story: list[StoryLine] = field(default_factory=list)
    evidence: Evidence | None = None
    admitted: AdmissionSaid | None = None
    rows: list[Comparison] = field(default_factory=list)
    verdict: Verdict | None = None
    open_questions: list[Cited] = field(default_factory=list)
    unseen: Unseen | None = None
    entries: list[Node] = field(default_factory=list)
    rules: tuple[str, ...] = ()
    calm: bool = False


def case_text(subject: Subject) -> CaseText:
    match subject.matter:
        case Infraction() as found:
            return _breach(subject, found)
        case Contradiction() as found:
            return _contradiction(subject, found)
        case Dispute(appeals=int() as ruling) as appeal:
            return _appeal(subject, appeal, of_ruling(subject.now, subject.viewer, ruling))
        case dispute:
            return _dispute(subject, dispute)


# A proven breach


def _breach(subject: Subject, found: Infraction) -> CaseText:
    now, names = subject.now, subject.now.table.players
    case = case_of(now.fold, found)
    asked = Cited(_("Whether a card was entered wrongly, or one was played wrongly, the cards cannot tell."), "GEN-2")
    return CaseText(
        stamp=_("Proven now"),
        title=proof_title(now.fold, found, names),
        text=proof_text(case, names),
        where=hand_number(now.table.game, case.hand),
        steps=proof_steps(case, names),
        note=between(case),
        open_questions=[asked],
        entries=nodes_at(now.fold, (found.event, found.proof)),
        rules=(case.brought.rule,) if case.brought else (),
    )


# Contradictions


def _contradiction(subject: Subject, found: Contradiction) -> CaseText:
    now = subject.now
    hands = len(now.fold.state.finished) + (now.fold.state.hand is not None)
    asked = Cited(_("Each of these plays may be the wrong one: nothing is proven against anybody."), "GEN-4")
    return CaseText(
        stamp=_("This cannot be"),
        title=contradiction_title(found),
        text=contradiction_text(found),
        where=hand_number(now.table.game, hands),
        steps=[nameless_step(now.fold, trick, found.plays) for trick in tricks_of(now.fold, found.plays)],
        note=_("One of all the cards so far was entered wrongly, or one of these plays was a revoke."),
        open_questions=[asked],
        entries=nodes_at(now.fold, found.plays),
    )


# A dispute


def _dispute(subject: Subject, dispute: Dispute) -> CaseText:
    facts = {"name": dispute.by or _("The host"), "when": tagged(moment(dispute.opened_at), dispute.source)}
    told = evidence(subject)
    common: dict[str, Any] = {
        "stamp": _("Dispute %(number)s", number=dispute.number),
        "title": title_of(subject.now, dispute),
        "text": about(subject.now, subject.viewer, dispute),
        "quote": quote_of(subject.now, dispute),
        "by": " ".join([_("%(name)s has asked for a ruling, %(when)s.", **facts), *_withdrawn(dispute)]),
        "calm": not dispute.is_open,
        "evidence": told,
        "admitted": admitted(subject),
    }
    own = _of_dispute(subject, dispute, told)
    common["open_questions"] = _not_seen(dispute, told, own)
    return CaseText(**common, **own)


def _appeal(subject: Subject, appeal: Dispute, first: Subject | None) -> CaseText:
    """Returns the text of the first case, below it the appellant and the reason."""
    told = _dispute(subject, appeal) if first is None or first.dispute == appeal else case_text(first)
    when = tagged(moment(appeal.opened_at), appeal.source)
    return replace(
        told,
        stamp=_("Appeal"),
        title=title_of(subject.now, appeal),
        text=told.title if first is not None else told.text,
        quote=appeal.text,
        by=" ".join([f"{by_name(appeal.by)}, {when}", *_withdrawn(appeal)]),
        calm=not appeal.is_open,
    )


def _of_dispute(subject: Subject, dispute: Dispute, told: Evidence | None) -> dict[str, Any]:
    point = subject.begins
    if point is None or not is_shown(subject.now, subject.viewer, point):
        return _in_words(subject, dispute, point, told)
    if dispute.trick is not None:
        return _about_a_trick(subject, dispute.trick, point)
    if isinstance(point.event, Play):
        return _about_a_play(subject, point)
    rows = changed_rows(subject.now, subject.viewer, point)
    return {"where": _where(subject, point), "rows": rows, "entries": [point]}


def _not_seen(dispute: Dispute, told: Evidence | None, own: Mapping[str, Any]) -> list[Cited]:
    """Returns the sentence that people decide, where the entries hold no evidence."""
    is_seen = told is not None or (dispute.why == REVOKE and bool(own.get("verdict") or own.get("steps")))
    if is_seen and dispute.why not in NOT_IN_LOG:
        return []
    said = _("What was said or done at the table beside the entries, the app has not seen: people decide.")
    return [Cited(said, "GEN-1")]


def _withdrawn(dispute: Dispute) -> list[str]:
    return [_("It was withdrawn.")] if dispute.withdrawn else []


def _in_words(subject: Subject, dispute: Dispute, point: Node | None, told: Evidence | None) -> dict[str, Any]:
    """A dispute about a hand, or in general; or about an entry that this viewer may not read, or that is gone."""
    now, viewer = subject.now, subject.viewer
    if dispute.about is not None or dispute.trick is not None:
        gone = _("The entry was taken back or deleted since.")
        closed = closed_to_players(now.table.game)
        return {"where": "", "note": gone if point is None else closed}
    hand = span_numbered(now.fold, dispute.hand) if dispute.hand is not None else None
    if hand is None:
        newest = replay.nodes(now.fold)[-MOST_CASE_ENTRIES:]
        return {"where": "", "story": newest_lines(now, viewer), "entries": newest}
    shown = [node for node in hand.nodes if is_shown(now, viewer, node)]
    return {
        "where": hand_number(now.table.game, hand.number),
        "story": hand_lines(now, viewer, hand, subject.url, told.tricks if told else ()),
        "entries": shown,
    }


def _about_a_play(subject: Subject, node: Node) -> dict[str, Any]:
    found = verdict(subject, node)
    step = play_step(subject.now.fold, node, subject.now.table.players)
    return {
        "where": _where(subject, node),
        "steps": [step] if step else [],
        "rows": changed_rows(subject.now, subject.viewer, node),
        "note": _since(subject, node),
        "verdict": found,
        "unseen": _unseen(subject, node, found),
        "entries": [node],
        "rules": tuple(said.rule for said in found.said if said.rule),
    }


def _about_a_trick(subject: Subject, number: int, first: Node) -> dict[str, Any]:
    """A trick as it lay, none of its cards in question yet; where no cards were entered, in words."""
    now, hand = subject.now, span_of(subject.now.fold, first.index)
    assert hand is not None
    entered = [node for node in hand.nodes if trick_of(now, node) == number]
    trick = trick_at(now.fold, first.index)
    told: dict[str, Any] = {"where": _where(subject, first), "entries": entered}
    if trick is not None:
        return {**told, "steps": [whole_step(trick, now.table.players)]}
    return {**told, "story": [StoryLine(entries.entry(node.event, now.table.players)) for node in entered]}


def _where(subject: Subject, node: Node) -> str:
    hand = span_of(subject.now.fold, node.index)
    return hand_number(subject.now.table.game, hand.number) if hand else ""


def _since(subject: Subject, node: Node) -> str | None:
    later = sum(other.index > node.index for other in replay.nodes(subject.now.fold))
    return ngettext("%(num)s entry was made since.", "%(num)s entries were made since.", later) if later else None


def _unseen(subject: Subject, node: Node, found: Verdict) -> Unseen | None:
    """Returns the meaning of each unseen card, where the verdict depends on it."""
    fold, hand, event = subject.now.fold, span_of(subject.now.fold, node.index), node.event
    if found.word != "undecided" or hand is None or hand.is_void or hand.without_cards:
        return None
    if not isinstance(event, Play) or not cards_left(fold, hand, event.seat):
        return None
    name = subject.now.table.players[event.seat]
    if unseen_is_closed(subject.now, subject.viewer, node):
        return Unseen(name, closed=True)
    return Unseen(name, False, doubt(fold, hand, node) is not None, meanings(fold, hand, node))
