"""Which moment a photo is of: it follows from where the table stands."""

from webapp.files.photos import PhotoReader
from webapp.live.photos.at_once import AtOnce
from webapp.live.photos.laid import Laid
from webapp.live.photos.moment import Moment
from webapp.live.photos.trick import Trick
from webapp.services import services
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

MOMENTS: tuple[type[Moment], ...] = (Trick, AtOnce, Laid)


def reads_photos() -> bool:
    """Tells whether this house reads photos of cards."""
    return services().part(PhotoReader).is_on


def moment_of(now: Snapshot, viewer: Viewer) -> Moment | None:
    """Returns what a photo may show at a table now, None where no cards are due."""
    return next((one for kind in MOMENTS if (one := kind(now, viewer)).is_due), None)
