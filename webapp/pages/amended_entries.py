"""What stood at a place of the log before it was corrected, and on whose phone that was done."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core import events
from rules_core.events import Event
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node
from webapp.access import seating
from webapp.games.common import entries
from webapp.services import services
from webapp.table.snapshot import Snapshot


@dataclass(frozen=True)
class Amended:
    """A correction of an entry: what stood there before, on which phone it was corrected, and the reason given."""

    before: list[Markup]
    phone: str
    reason: str


def is_amended(node: Node) -> bool:
    """Tells whether a correction has made an entry what it is."""
    return node.entered != node.index


def amended(now: Snapshot, node: Node) -> Amended | None:
    """Returns how an entry was corrected, None where it stands as it was entered."""
    if not is_amended(node):
        return None
    lines = services().store.events(now.table.id)
    log = [json.loads(line.body) for line in lines]
    before = stood_before(now.fold, log, node)
    if node.event in before:  # another event was put in next to it
        return None
    return Amended(
        [entries.entry(event, now.table.players) for event in before],
        seating.device_name(now, lines[node.entered].device_id),
        str(log[node.entered].get("reason", "")),
    )


def stood_before(fold: Fold, log: Sequence[dict[str, Any]], node: Node) -> list[Event]:
    """Returns the events that stood at an entry's place before its newest correction; none: it was put in there."""
    raws = [log[node.index]]
    for raw in log[node.index + 1 : node.entered]:
        changes = raw["changes"] if raw.get("type") == "amend" else ()
        raws = next((change["with"] for change in changes if change["target"] == node.index), raws)
    decoded = (events.decode(raw, fold.events) for raw in raws)
    return [event for event in decoded if not isinstance(event, Refusal)]
