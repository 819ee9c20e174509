"""What follows an entry by itself: where nobody has anything to decide, the server makes the next one."""

from rules_core.events import Amend, Undo, encode
from webapp.table.entry import Entry, Newest, entry_of
from webapp.table.play import Made, Play
from webapp.table.viewer import Viewer

SERVER = Viewer()


def key_of_what_follows(seq: int) -> str:
    """Returns the key of the entry that the server makes behind this one."""
    return f"follows-{seq}"


def followed(play: Play, made: Made, entry: Entry) -> Made:
    """Returns how the table stands once what follows this entry is made, too; it is an entry of its own in the log.

    Behind what takes something back nothing follows: else nobody could go back further.
    """
    now = made.now
    event = now.fold.game.by_itself(now.fold.state)
    if event is None or entry.kind in (Undo, Amend):
        return made
    seen = Newest(now.fold.seq)
    entry = entry_of(now.fold, encode(event), seen=seen)
    outcome = play.make(now.table.id, SERVER, entry, op=key_of_what_follows(seen))
    return outcome if isinstance(outcome, Made) else made
