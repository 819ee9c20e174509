"""The plays of a case that may be corrected: a wrong tap is likelier than a wrong card (GEN-2)."""

from collections.abc import Sequence

from flask import url_for

from rules_core import replay
from rules_core.events import Adjust, Play, Ruling
from rules_core.findings import Contradiction, Infraction
from rules_core.view import TrickView
from webapp.games.common.proofs import Case, case_of
from webapp.http.language import gettext as _
from webapp.referee.amending.draft import UNTOLD
from webapp.referee.cases.plays import tricks_of
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.visibility import is_shown
from webapp.table.entry import entry_of
from webapp.table.permissions import ASKABLE, refusal_of
from webapp.table.secret_hands import sayable
from webapp.table.snapshot import Snapshot
from webapp.table.tricks_played import trick_at
from webapp.table.viewer import Viewer
from webapp.words.cards import card_said


def corrections(subject: Subject) -> list[tuple[str, str]]:
    """Returns the pages that correct the plays of a case, as far as this phone may: address and key."""
    table, dispute = subject.now.table.id, subject.dispute
    if dispute is not None and dispute.about is None and dispute.trick is None:
        entries = url_for("amendments.entries", table_id=table, hand=dispute.hand, back=subject.url)
        return [(entries, _("Correct an entry"))]
    return [
        (url_for("corrections.amend", table_id=table, index=index, back=subject.url), label)
        for index, label in _labels(subject).items()
        if may_be_corrected(subject.now, subject.viewer, index)
    ]


def may_be_corrected(now: Snapshot, viewer: Viewer, index: int) -> bool:
    """Tells whether this phone may correct what stands at this place of the log; a ruling is reopened instead."""
    event = next((node.event for node in replay.nodes(now.fold) if node.index == index), None)
    if event is None or isinstance(event, Ruling) or not viewer.takes_part:
        return False
    as_it_is = {"type": "amend", "changes": [{"target": index, "with": [sayable(event)]}], "reason": UNTOLD}
    barred = refusal_of(now, viewer, entry_of(now.fold, as_it_is))
    return barred is None or barred.code in ASKABLE


def _labels(subject: Subject) -> dict[int, str]:
    """What the keys say, by the places of the plays in the log."""
    fold, point = subject.now.fold, subject.begins
    match subject.matter:
        case Infraction() as found:
            return _of_proof(case_of(fold, found))
        case Contradiction(plays=plays):
            return correcting(tricks_of(fold, plays), plays)
    if point is None or not is_shown(subject.now, subject.viewer, point):
        return {}
    if not isinstance(point.event, Play):
        return {} if isinstance(point.event, (Adjust, Ruling)) else {point.index: _("Correct this entry")}
    trick = trick_at(fold, point.index)
    return correcting([trick], [played.event for played in trick.cards]) if trick is not None else {}


def _of_proof(case: Case) -> dict[int, str]:
    where = [(case.infraction.event, case.broke)]
    if case.in_trick is not None and case.found is not None:
        where.append((case.found.event, case.in_trick))
    return {index: _("Correct trick %(number)s", number=trick.number) for index, trick in where}


def correcting(tricks: Sequence[TrickView], plays: Sequence[int]) -> dict[int, str]:
    """Returns what the keys say that correct these plays, by their places in the log.

    That is the card; of identical ones the trick, too, and within one trick which of them it was.
    """
    named = [(p.event, p.card, trick.number) for trick in tricks for p in trick.cards if p.event in plays]
    labels: dict[int, str] = {}
    for event, card, number in named:
        here = [at for at, other, trick in named if (other, trick) == (card, number)]
        facts = {"card": card_said(card), "trick": number, "place": here.index(event) + 1, "of": len(here)}
        if sum(other == card for _at, other, _trick in named) == 1:
            labels[event] = _("Correct %(card)s", **facts)
        elif len(here) == 1:
            labels[event] = _("Correct %(card)s in trick %(trick)s", **facts)
        else:
            labels[event] = _("Correct %(card)s in trick %(trick)s, %(place)s of %(of)s", **facts)
    return labels
