"""Breaches as they were proven when a ruling was made, kept for the newest tables."""

import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from rules_core import replay
from rules_core.events import Play, Ruling
from rules_core.findings import Infraction, Observer
from rules_core.replay import Fold
from webapp.games.common import entries
from webapp.games.common.proofs import case_of, proof_text, proof_title
from webapp.http.limits import PAST_PROOFS_KEPT
from webapp.http.newest import keep_newest
from webapp.services import services
from webapp.table.snapshot import Snapshot


@dataclass(frozen=True)
class PastProof:
    """A breach proven at an earlier time; `cards` are the one played and the one that showed."""

    fold: Fold
    found: Infraction

    @property
    def title(self) -> str:
        """Returns *Jonas had a heart in trick 3*."""
        return proof_title(self.fold, self.found, self.fold.header.players)

    @property
    def text(self) -> str:
        """The play, and the card that proved the breach."""
        names = self.fold.header.players
        played = (node.event for node in replay.nodes(self.fold) if node.index == self.found.event)
        card = next(entries.spoken(event, list(names)) for event in played if isinstance(event, Play))
        return f"{card}. {proof_text(case_of(self.fold, self.found), names)}"

    @property
    def said(self) -> str:
        """Returns the same in one sentence, without its rule."""
        text = str(proof_text(case_of(self.fold, self.found), self.fold.header.players))
        return text.removesuffix(f" ({self.found.rule})")

    @property
    def cards(self) -> tuple[str, ...]:
        """Returns both cards as a record writes them; one alone where the player said that it really happened."""
        case = case_of(self.fold, self.found)
        return (case.played,) if case.shown is None else (case.played, case.shown)


class PastProofs:
    """Cache of the breaches proven when rulings were made. A log only grows, so they stay the same."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[int, int], PastProof | None] = OrderedDict()

    def of(self, now: Snapshot, place: int) -> PastProof | None:
        """Returns the breach proven by the play that the ruling at this place of the log is about, if any."""
        key = now.table.id, place
        with self._lock:
            if key in self._known:
                return self._known[key]
        found = _found(now, place)
        with self._lock:
            keep_newest(self._known, key, found, PAST_PROOFS_KEPT)
        return found


def past_proof(now: Snapshot, place: int) -> PastProof | None:
    """Returns the public proof when the ruling at this place of the log was made."""
    return services().part(PastProofs).of(now, place)


def _found(now: Snapshot, place: int) -> PastProof | None:
    log = [json.loads(line.body) for line in services().store.events(now.table.id)[: place + 1]]
    if not log or log[-1]["type"] != Ruling.__struct_config__.tag:
        return None
    about = log.pop()["event"]
    if log and log[-1]["type"] == "amend":  # made together with the ruling: the entries it took out stood before it
        log.pop()
    fold = replay.replay(now.fold.header, log).fold
    proven = fold.game.view(fold.state, Observer()).infractions
    found = next((one for one in proven if one.event == about), None)
    return None if found is None else PastProof(fold, found)
