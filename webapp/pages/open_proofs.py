"""Proven breaches that nobody has settled yet."""

from dataclasses import dataclass

from flask import url_for

from rules_core.view import TableView
from webapp.games.common.proofs import proof_of_hand
from webapp.table.rulings import ruling_on
from webapp.table.snapshot import Snapshot


@dataclass(frozen=True)
class Proof:
    """A proven breach that nobody has settled yet."""

    event: int
    title: str
    rule: str
    url: str


def open_proofs(now: Snapshot, view: TableView, names: list[str]) -> list[Proof]:
    """Returns the proven breaches that this viewer may see and that no ruling has settled."""
    if not view.infractions:
        return []
    return [
        Proof(
            found.event,
            proof_of_hand(now.fold, found, names),
            found.rule,
            url_for("cases.revoke", table_id=now.table.id, event=found.event),
        )
        for found in view.infractions
        if ruling_on(now.fold, found, now.desk.reopened) is None
    ]
