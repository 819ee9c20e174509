"""Rulings and proofs of the past that concern a case."""

import json
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from flask import url_for

from rules_core import replay
from rules_core.events import Play, Ruling
from rules_core.findings import Infraction, Viewer
from rules_core.replay import Fold, Node
from webapp.access.seating import may_rule
from webapp.games.common import entries
from webapp.games.common.proofs import case_of, proof_text, proof_title
from webapp.games.common.rulebook import rule_url
from webapp.http.language import gettext as _
from webapp.http.limits import PAST_PROOFS_KEPT
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.taking_back import adjusted_by, points_of
from webapp.services import Services, services
from webapp.table.lines.matters import reopenings
from webapp.table.snapshot import Snapshot
from webapp.words.dates import moment
from webapp.words.disputes import (
    reopened,
    rule_of,
    ruled,
    signature,
)
from webapp.words.malformed import tag
from webapp.words.turn import changes_said, side_names


@dataclass(frozen=True)
class PastRuling:
    """A ruling: what it says, who signed it and when.

    `again` tells by whom, when and why it was reopened; `source` that it came from a file, where it did.
    """

    text: str
    by: str
    at: str
    rule: str | None
    rule_url: str | None
    points: str | None
    again: tuple[str, str] | None
    reopen: str | None
    source: str = ""


def past_rulings(subject: Subject) -> list[PastRuling]:
    """Returns the rulings about this so far, the oldest first."""
    nodes = subject.rulings
    if not nodes:
        return []
    lines = services().store.events(subject.now.table.id, min(node.index for node in nodes))
    times = {line.seq - 1: line.made_at for line in lines}
    return [_given(subject, node, times[node.index]) for node in nodes]


def _given(subject: Subject, node: Node, made_at: datetime) -> PastRuling:
    ruling, now = node.event, subject.now
    assert isinstance(ruling, Ruling)
    rule, again = rule_of(ruling), node.index in now.desk.reopened
    address = url_for("rulings.reopen", table_id=now.table.id, place=node.index)
    return PastRuling(
        ruled(ruling) or _("Ruled without words."),
        signature(ruling),
        moment(made_at),
        rule,
        rule_url(now.table.game, rule, now.table.id) if rule else None,
        _points(subject, node),
        _reopened(subject, node.index) if again else None,
        address if may_rule(now, subject.viewer) and not again else None,
        tag(now.desk.source(node.index)),
    )


def points_so_far(subject: Subject) -> tuple[int, ...]:
    """Returns what the rulings about this have added to the totals, those that were reopened among them."""
    added = [points for node in subject.rulings if (points := adjusted_by(node)) is not None]
    return tuple(sum(each) for each in zip(*added, strict=True))


def _points(subject: Subject, node: Node) -> str | None:
    points = points_of(subject.now, node)
    if points is None:
        return None
    return changes_said(side_names(subject.now.table.players, len(points)), points)


def _reopened(subject: Subject, place: int) -> tuple[str, str]:
    line, at = reopenings(subject.now.desk)[place]
    return reopened(line), moment(at.made_at)


@dataclass(frozen=True)
class PastProof:
    """A breach that was proven then, in the table as it stood; `cards` are the one played and the one that showed."""

    fold: Fold
    found: Infraction

    @property
    def title(self) -> str:
        """Returns *Jonas had a heart in trick 3*."""
        return proof_title(self.fold, self.found, self.fold.header.players)

    @property
    def text(self) -> str:
        """Returns who played what, and what came to light."""
        names = self.fold.header.players
        played = (node.event for node in replay.nodes(self.fold) if node.index == self.found.event)
        card = next(entries.spoken(event, list(names)) for event in played if isinstance(event, Play))
        return f"{card}. {proof_text(case_of(self.fold, self.found), names)}"

    @property
    def cards(self) -> tuple[str, ...]:
        """Returns both cards as a record writes them; one alone where the player said that it really happened."""
        case = case_of(self.fold, self.found)
        return (case.played,) if case.shown is None else (case.played, case.shown)


class PastProofs:
    """What was proven when the rulings of the newest tables were made. A log only grows, so it stays the same."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[int, int], PastProof | None] = OrderedDict()

    def of(self, now: Snapshot, place: int) -> PastProof | None:
        """Returns what was proven of the play that the ruling at this place of the log is about, if anything was."""
        key = now.table.id, place
        with self._lock:
            if key in self._known:
                return self._known[key]
        found = _found(now, place)
        with self._lock:
            self._known[key] = found
            while len(self._known) > PAST_PROOFS_KEPT:
                self._known.popitem(last=False)
        return found


def past_proof(now: Snapshot, place: int) -> PastProof | None:
    """Returns what was proven when the ruling at this place of the log was made, as everybody could see it."""
    return services().part(PastProofs).of(now, place)


def _found(now: Snapshot, place: int) -> PastProof | None:
    log = [json.loads(line.body) for line in services().store.events(now.table.id)[: place + 1]]
    if not log or log[-1]["type"] != Ruling.__struct_config__.tag:
        return None
    about = log.pop()["event"]
    if log and log[-1]["type"] == "amend":  # made together with the ruling: what it took out stood before it
        log.pop()
    fold = replay.replay(now.fold.header, log).fold
    proven = fold.game.view(fold.state, Viewer()).infractions
    found = next((one for one in proven if one.event == about), None)
    return None if found is None else PastProof(fold, found)


def register(services: Services) -> None:
    """Adds the proofs that this process knows."""
    services.add(PastProofs())
