"""What somebody looks for in a record: breaches, contradictions, disputes, rulings, corrections, each at its moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from flask import request
from markupsafe import Markup

from rules_core import replay
from rules_core.events import Ruling
from rules_core.findings import Contradiction
from rules_core.game import Game
from rules_core.replay import Fold, Node
from webapp.games.common import entries
from webapp.games.common.proofs import proof_title
from webapp.history.film.moments import start_of
from webapp.http.language import gettext as _
from webapp.pages.entry_location import entry_with_source
from webapp.pages.table_page import links
from webapp.table.desk import Dispute
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import seen_by
from webapp.table.viewer import Viewer
from webapp.telling.amended import is_amended
from webapp.words.disputes import by_name
from webapp.words.refusal_facts import contradiction_title

Kind = Literal["revoke", "proof", "contradiction", "dispute", "ruling", "amended"]


@dataclass(frozen=True)
class Mark:
    """Something that happened at a place of the log; `case` is the page about it, if there is one."""

    kind: Kind
    place: int
    text: str | Markup
    case: str | None = None


def marks(now: Snapshot, viewer: Viewer) -> list[Mark]:
    """Returns what this viewer may know of, in the order of the log."""
    found = (*_proven(now, viewer), *_contradictions(now), *_disputes(now), *_of_entries(now))
    return sorted(found, key=lambda mark: mark.place)


def _proven(now: Snapshot, viewer: Viewer) -> Iterator[Mark]:
    for found in seen_by(now, viewer, desk=True).infractions:
        title, case = proof_title(now.fold, found, now.table.players), f"{_table(now)}/revokes/{found.event}"
        yield Mark("revoke", found.event, title, case)
        if found.proof != found.event:
            yield Mark("proof", found.proof, _("Proven here: %(what)s", what=title), case)


def _contradictions(now: Snapshot) -> Iterator[Mark]:
    for found in dict.fromkeys(_found(now.fold)):
        yield Mark("contradiction", found.plays[-1], contradiction_title(found))


def _found(fold: Fold) -> Iterator[Contradiction]:
    proven = {found.event for found in fold.game.infractions(fold.state)}
    ends = [node for node in replay.nodes(fold) if _ends_a_hand(node)]
    left = [_left_open(fold.game, node) for node in ends]
    yield from (found for found in left if found is not None and proven.isdisjoint(found.plays))
    if (found := fold.game.contradiction(fold.state)) is not None:
        yield found


def _left_open(game: Game[Any], end: Node) -> Contradiction | None:
    """What the hand that ended here left open: as it stands now, or stood before its last card."""
    left = game.contradiction(end.state)
    return left or (None if end.before is None else game.contradiction(end.before.state))


def _ends_a_hand(node: Node) -> bool:
    return node.before is not None and len(node.state.finished) > len(node.before.state.finished)


def _disputes(now: Snapshot) -> Iterator[Mark]:
    for dispute in now.desk.disputes:
        place = _place_of(now, dispute)
        if place is not None:
            text = _("Dispute %(number)s, opened by %(name)s", number=dispute.number, name=by_name(dispute.by))
            yield Mark("dispute", place, text, f"{_table(now)}/disputes/{dispute.number}")


def _place_of(now: Snapshot, dispute: Dispute) -> int | None:
    """Where it stands: with its entry, or where its hand begins."""
    if dispute.about is not None or dispute.hand is None:
        return dispute.about
    begins = start_of(now.fold, dispute.hand)
    return None if begins is None else begins.place


def _of_entries(now: Snapshot) -> Iterator[Mark]:
    names, seen = now.table.players, set()
    for node in replay.nodes(now.fold):
        if isinstance(node.event, Ruling):
            # It is looked for where the play is that it was about; where it was made, the entry itself says it.
            yield Mark("ruling", node.event.event, entry_with_source(now, node))
        elif is_amended(node) and node.index not in seen:
            seen.add(node.index)
            text = Markup("%s: %s") % (_("Corrected"), entries.entry(node.event, names))
            yield Mark("amended", node.index, text)


def _table(now: Snapshot) -> str:
    return links(now.table.id, now.table.game, request.script_root)["table"]
