"""Entries in words, those that people decided with where they came from: a file may say that anybody ruled anything."""

from markupsafe import Markup

from rules_core.events import Adjust, Ruling
from rules_core.replay import Node
from webapp.games.common import entries
from webapp.table.snapshot import Snapshot
from webapp.words.from_file import tag


def entry_with_source(now: Snapshot, node: Node) -> Markup:
    """Returns what an entry says, its cards as signs."""
    return with_source(now, node, entries.entry(node.event, now.table.players))


def with_source(now: Snapshot, node: Node, said: Markup) -> Markup:
    """Returns an entry that was put into words already, with where it came from."""
    source = now.desk.source(node.entered)
    if source is None or not isinstance(node.event, (Adjust, Ruling)):
        return said
    return Markup("%s (%s)") % (said, tag(source))
