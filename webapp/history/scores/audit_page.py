"""What the pages show of an audit: its line, what is proven with the way to its case, and what else is to be said."""

from dataclasses import dataclass

from flask import url_for

from webapp.games.common.rulebook.links import rule_url
from webapp.history.scores import audit_words
from webapp.history.scores.audit import audit_of
from webapp.table.rulings import ruling_on
from webapp.table.snapshot import Snapshot
from webapp.words.audit_kit import Audit


@dataclass(frozen=True)
class Finding:
    """A proven breach or a contradiction: its sentence, its rule, and its case, if it has one."""

    text: str
    rule: str
    rule_url: str | None
    case_url: str | None
    settled: bool = False


@dataclass(frozen=True)
class AuditText:
    """The audit of a hand in words; `short` is all that a table shows of it, in one line."""

    number: int
    text: str
    short: str
    sign: str
    findings: tuple[Finding, ...]
    beside: tuple[str, ...]


def audit_text(now: Snapshot, number: int) -> AuditText | None:
    """Returns what can be said about a hand by its number; None as long as it is not over."""
    audit = audit_of(now.fold, number)
    if audit is None:
        return None
    game = now.table.game
    text, proven = audit_words.main(game, audit), _proven(now, audit)
    settled = sum(found.settled for found in proven)
    return AuditText(
        number,
        text,
        " ".join((text, *audit_words.counted(game, audit, settled))),
        _sign(audit),
        (*proven, *_contradicted(now, audit)),
        tuple(audit_words.noted(game, audit)),
    )


def _sign(audit: Audit) -> str:
    """The picture beside the line: something is proven, nothing can be said, or all is well."""
    if not audit.is_clean:
        return "whistle"
    return "minus" if audit.is_blind else "yes"


def last_audit(now: Snapshot) -> AuditText | None:
    """Returns the audit of the last hand, for a table between two hands or at its end; None while one is played."""
    state = now.fold.state
    if not state.finished or not now.fold.game.is_between_hands(state):
        return None
    return audit_text(now, len(state.finished))


def _proven(now: Snapshot, audit: Audit) -> list[Finding]:
    table = now.table
    return [
        Finding(
            audit_words.finding(now.fold, found, table.players),
            found.rule,
            rule_url(table.game, found.rule, table.id),
            url_for("cases.revoke", table_id=table.id, event=found.event),
            ruling_on(now.fold, found, now.desk.reopened) is not None,
        )
        for found in audit.infractions
    ]


def _contradicted(now: Snapshot, audit: Audit) -> list[Finding]:
    """The page of a contradiction knows only the one of the hand under way, or of the last one."""
    found, table = audit.contradiction, now.table
    if found is None:
        return []
    stands = now.fold.game.contradiction(now.fold.state) == found
    case = url_for("cases.contradiction", table_id=table.id) if stands else None
    return [Finding(audit_words.contradicted(found), "GEN-4", rule_url(table.game, "GEN-4", table.id), case)]
