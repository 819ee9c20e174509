"""What stood at a place of the log before it was corrected, and on whose phone that was done."""

from dataclasses import dataclass

from markupsafe import Markup

from rules_core.replay import Node
from webapp.access import seating
from webapp.games.common import entries
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.told import Telling


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
    line = Telling(now, Viewer()).book.lines[node.entered]
    before = [mention.event for change in line.changes if change.target == node.index for mention in change.was]
    if node.event in before:  # another event was put in next to it
        return None
    said = [entries.entry(event, now.table.players) for event in before]
    return Amended(said, seating.device_name(now, line.device_id), str(line.raw.get("reason", "")))
