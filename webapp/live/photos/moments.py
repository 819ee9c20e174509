"""Which moment a photo is of: it follows from where the table stands."""

from webapp.live.photos.moment import Moment
from webapp.live.photos.trick import Trick
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

MOMENTS: tuple[type[Moment], ...] = (Trick,)


def moment_of(now: Snapshot, viewer: Viewer) -> Moment | None:
    """Returns what a photo may show at a table now, None where no cards are due."""
    return next((one for kind in MOMENTS if (one := kind(now, viewer)).is_due), None)
