"""Rulings that settle a breach or a contradiction, as long as it is still the same."""

from collections.abc import Sequence
from enum import StrEnum

from rules_core import replay
from rules_core.events import Ruling
from rules_core.findings import Contradiction, Infraction
from webapp.table.desk import Desk


class Remedy(StrEnum):
    """What a ruling does, as the record writes it."""

    NONE = "none"
    STANDS = "stands"
    CORRECTED = "corrected"
    TAKEN_BACK = "taken-back"
    ADJUSTED = "adjusted"
    VOID = "void"
    UPHELD = "upheld"
    """An appeal changes nothing."""


Reopened = frozenset[int]
"""The places of rulings that were reopened: they settle nothing any more."""


def ruling_on_contradiction(
    fold: replay.Fold, found: Contradiction, reopened: Reopened = frozenset()
) -> replay.Node | None:
    """Returns the ruling that settled a contradiction. One from before there was one was about something else."""
    return _newest(rulings_on_contradiction(fold, found), reopened)


def rulings_on_contradiction(fold: replay.Fold, found: Contradiction) -> list[replay.Node]:
    """Returns all rulings about a contradiction, those that were reopened among them, the newest last."""
    return [
        node
        for node in _rulings(fold, found.plays, found.plays[-1])
        if node.before is not None and fold.game.contradiction(node.before.state) is not None
    ]


def unsettled(fold: replay.Fold, found: Contradiction | None, reopened: Reopened = frozenset()) -> Contradiction | None:
    return None if found is None or ruling_on_contradiction(fold, found, reopened) is not None else found


def ruling_on(fold: replay.Fold, desk: Desk, found: Infraction) -> replay.Node | None:
    """Returns the ruling that settled a breach; one from before the card was changed settled another breach."""
    return _newest(rulings_on(fold, desk, found), desk.reopened)


def rulings_on(fold: replay.Fold, desk: Desk, found: Infraction) -> list[replay.Node]:
    """Returns all rulings about a breach, those that were reopened among them, the newest last.

    What was ruled about it when it was only admitted holds once a card proves it.
    """
    admitted = {
        place
        for dispute in desk.disputes
        if dispute.admitted is not None and (dispute.admitted.event, dispute.admitted.code) == (found.event, found.code)
        for place in dispute.rulings
    }
    since = _rulings(fold, (found.event, found.proof), found.event)
    before = [
        node
        for node in _rulings(fold, (found.event,), found.event)
        if node.index in admitted and not says_nothing_was_wrong(node)
    ]
    return sorted({node.index: node for node in (*before, *since)}.values(), key=lambda node: node.index)


def says_nothing_was_wrong(node: replay.Node) -> bool:
    return isinstance(node.event, Ruling) and node.event.remedy == Remedy.NONE


def _newest(rulings: Sequence[replay.Node], reopened: Reopened) -> replay.Node | None:
    return next((node for node in reversed(rulings) if node.index not in reopened), None)


def _rulings(fold: replay.Fold, places: Sequence[int], about: int) -> list[replay.Node]:
    nodes = replay.nodes(fold)
    since = max((node.entered for node in nodes if node.index in places), default=0)
    return [
        node for node in nodes if isinstance(node.event, Ruling) and node.event.event == about and node.index > since
    ]
