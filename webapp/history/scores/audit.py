"""Audit of a finished hand: completeness, breaches, remarks."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flask import url_for

from rules_core import replay
from rules_core.events import Event, Play, Trick, VoidHand
from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Fold, Node, state_before
from webapp.games.common.proofs import proof_title
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.table.desk import ruling_on
from webapp.table.snapshot import Snapshot
from webapp.words.cases import contradiction_title
from webapp.words.hand_kit import Audit


def audit_said(game: str, audit: Audit) -> str:
    """Returns how far the hand is known, and that it is consistent where nothing speaks against it."""
    own = look_of(game).audit_line
    return (own(audit) if own is not None else None) or _line(audit)


def _line(audit: Audit) -> str:
    match audit.entered:
        case "totals":
            return _("Entered by totals: nothing can be said about play.")
        case "winners":
            return ngettext(
                "%(num)s trick, entered by its winner: nothing can be said about the cards.",
                "%(num)s tricks, entered by their winners: nothing can be said about the cards.",
                audit.tricks,
            )
        case "partly":
            if audit.is_clean:
                return _(
                    "Cards known up to trick %(known)s: consistent so far. From there only winners were entered.",
                    known=audit.known,
                )
            return _("Cards known up to trick %(known)s. From there only winners were entered.", known=audit.known)
    return _played(audit)


def _played(audit: Audit) -> str:
    if not audit.is_clean:
        return ngettext("%(num)s trick, known card by card.", "%(num)s tricks, known card by card.", audit.tricks)
    if audit.played_out:
        return ngettext("%(num)s trick, everything consistent.", "%(num)s tricks, everything consistent.", audit.tricks)
    return ngettext(
        "%(num)s trick, consistent as far as cards were played.",
        "%(num)s tricks, consistent as far as cards were played.",
        audit.tricks,
    )


def finding_said(fold: Fold, found: Infraction, names: Sequence[str]) -> str:
    """Returns *Proven: Jonas had a heart in trick 3.*"""
    return _("Proven: %(what)s.", what=proof_title(fold, found, names))


def contradiction_said(found: Contradiction) -> str:
    """Returns the contradiction in words, without names."""
    return f"{contradiction_title(found)}."


def count_said(game: str, audit: Audit, ruled: int = 0) -> list[str]:
    """Returns the number of proven breaches in few words, and remarks.

    So many of the breaches as are `ruled` on are settled.
    """
    said = []
    if proven := len(audit.infractions) - ruled:
        said.append(ngettext("%(num)s breach is proven.", "%(num)s breaches are proven.", proven))
    if ruled:
        said.append(ngettext("%(num)s breach is settled.", "%(num)s breaches are settled.", ruled))
    if audit.contradiction is not None:
        said.append(contradiction_said(audit.contradiction))
    return [*said, *notes_said(game, audit)]


def notes_said(game: str, audit: Audit) -> list[str]:
    """Returns the other remarks: irregular plays, corrections, the game's own notes."""
    said, own = [], look_of(game).audit_notes
    if audit.irregular:
        said.append(ngettext("%(num)s irregular play.", "%(num)s irregular plays.", audit.irregular))
    if own is not None:
        said += own(audit)
    if audit.corrected:
        said.append(ngettext("%(num)s entry corrected.", "%(num)s entries corrected.", audit.corrected))
    return said


def audit_of(fold: Fold, number: int) -> Audit | None:
    """Returns the audit of a hand by its number; None where it is not over."""
    return _audit(fold, replay.nodes(fold), number) if 1 <= number <= len(fold.state.finished) else None


def _audit(fold: Fold, standing: list[Node], number: int) -> Audit:
    nodes = _of_the_hand(fold, standing, number)
    tricks, proven = _tricks(fold, number), _proven(fold, nodes)
    events = tuple(node.event for node in nodes)
    known = next((at for at, trick in enumerate(tricks) if not trick.cards), len(tricks))
    return Audit(
        _entered(events),
        len(tricks),
        known,
        _is_played_out(fold, nodes[-1]),
        len(fold.header.players),
        events,
        proven,
        _contradicted(fold, nodes),
        sum(_is_irregular(node, proven) for node in nodes),
        # A withdrawal when a seat changes hands is no correction.
        sum(node.entered != node.index and not node.event.secret for node in nodes),
    )


def doubtful(fold: Fold) -> frozenset[int]:
    """Returns the numbers of the hands that are over and in which something is proven or contradicted."""
    numbers, nodes = range(1, len(fold.state.finished) + 1), replay.nodes(fold)
    return frozenset(number for number in numbers if not _audit(fold, nodes, number).is_clean)


def line_of(fold: Fold, number: int, names: Sequence[str]) -> str | None:
    """Returns that in one line, with everything that is proven: for a page that is printed. None: it is not over."""
    audit = audit_of(fold, number)
    if audit is None:
        return None
    game = fold.game.name
    proven = [f"{finding_said(fold, found, names)} ({found.rule})" for found in audit.infractions]
    contradicted = [] if audit.contradiction is None else [contradiction_said(audit.contradiction)]
    return " ".join((audit_said(game, audit), *proven, *contradicted, *notes_said(game, audit)))


def _of_the_hand(fold: Fold, standing: list[Node], number: int) -> list[Node]:
    """Returns the events of a hand among those that stand; of a long match no others are gone through."""

    def first_after(hands: int) -> int:
        return bisect_left(standing, hands, key=lambda node: len(state_before(fold, node).finished))

    nodes = standing[first_after(number - 1) : first_after(number)]
    ends = next(at for at, node in enumerate(nodes) if len(node.state.finished) == number)
    voided = [at for at, node in enumerate(nodes[:ends]) if isinstance(node.event, VoidHand)]
    return nodes[voided[-1] + 1 if voided else 0 : ends + 1]


def _tricks(fold: Fold, number: int) -> tuple[Any, ...]:
    """Returns the audited tricks: of this hand, and where hands are not dealt again also of those before it."""
    hands = fold.state.finished[number - 1 if "deal" in fold.events else 0 : number]
    return tuple(trick for done in hands for trick in fold.game.tricks_of(done))


def _entered(events: Sequence[Event]) -> Literal["cards", "partly", "winners", "totals"]:
    if events[-1].__struct_config__.tag == "tally":
        return "totals"
    if any(isinstance(event, Trick) for event in events):
        return "partly" if any(isinstance(event, Play) for event in events) else "winners"
    return "cards"


def _is_played_out(fold: Fold, last: Node) -> bool:
    """Tells whether no hand had a card left: a call ends a hand earlier."""
    state = state_before(fold, last)
    held = (fold.game.cards_held(state, seat) for seat in range(len(fold.header.players)))
    return isinstance(last.event, (Play, Trick)) or not any(held)


def _proven(fold: Fold, nodes: list[Node]) -> tuple[Infraction, ...]:
    places = {node.index for node in nodes if isinstance(node.event, Play)}
    return tuple(found for found in fold.game.infractions(fold.state) if found.event in places)


def _is_irregular(node: Node, proven: Sequence[Infraction]) -> bool:
    return isinstance(node.event, Play) and node.event.irregular and node.index in [found.event for found in proven]


def _contradicted(fold: Fold, nodes: list[Node]) -> Contradiction | None:
    left: Contradiction | None = fold.game.contradiction(nodes[-1].state)
    down = next((node for node in nodes if isinstance(node.event, Trick)), None)
    if left is not None or down is None:
        return left
    found: Contradiction | None = fold.game.contradiction(state_before(fold, down))
    return found


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
    notes: tuple[str, ...]


def audit_text(now: Snapshot, number: int) -> AuditText | None:
    """Returns the audit of a hand in words, by its number; None as long as it is not over."""
    audit = audit_of(now.fold, number)
    if audit is None:
        return None
    game = now.table.game
    text, proven = audit_said(game, audit), _audit_page_proven(now, audit)
    settled = sum(found.settled for found in proven)
    return AuditText(
        number,
        text,
        " ".join((text, *count_said(game, audit, settled))),
        _sign(audit),
        (*proven, *_audit_page_contradicted(now, audit)),
        tuple(notes_said(game, audit)),
    )


def _sign(audit: Audit) -> str:
    """Returns the icon: something is proven, nothing can be said, or all is well."""
    if not audit.is_clean:
        return "whistle"
    return "minus" if audit.is_blind else "yes"


def last_audit(now: Snapshot) -> AuditText | None:
    """Returns the audit of the last hand, for a table between two hands or at its end; None while one is played."""
    state = now.fold.state
    if not state.finished or not now.fold.game.is_between_hands(state):
        return None
    return audit_text(now, len(state.finished))


def _audit_page_proven(now: Snapshot, audit: Audit) -> list[Finding]:
    table = now.table
    return [
        Finding(
            finding_said(now.fold, found, table.players),
            found.rule,
            rule_url(table.game, found.rule, table.id),
            url_for("cases.revoke", table_id=table.id, event=found.event),
            ruling_on(now.fold, now.desk, found) is not None,
        )
        for found in audit.infractions
    ]


def _audit_page_contradicted(now: Snapshot, audit: Audit) -> list[Finding]:
    """Links only the contradiction of the hand under way, or of the last one: others have no page."""
    found, table = audit.contradiction, now.table
    if found is None:
        return []
    stands = now.fold.game.contradiction(now.fold.state) == found
    case = url_for("cases.contradiction", table_id=table.id) if stands else None
    return [Finding(contradiction_said(found), "GEN-4", rule_url(table.game, "GEN-4", table.id), case)]
