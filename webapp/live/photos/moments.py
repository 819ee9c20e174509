"""Which moment a photo is of: it follows from where the table stands. Who may enter cards by a photo."""

from flask import abort, redirect, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.access.visit import Visit, visit_to_enter
from webapp.files.photos import PhotoReader
from webapp.live.photos.by_seats import AtOnce
from webapp.live.photos.laid import Laid
from webapp.live.photos.moment import Moment
from webapp.live.photos.trick import Trick
from webapp.services import services
from webapp.table.entry_rights import enters_all
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

MOMENTS: tuple[type[Moment], ...] = (Trick, AtOnce, Laid)


def reads_photos() -> bool:
    return services().part(PhotoReader).is_on


def visit_with_photo(table_id: int) -> Visit:
    """Returns a table and who enters all its cards; ends the request with 404 where no photos are read, with 403."""
    here = visit_to_enter(table_id)
    if not reads_photos():
        abort(404)
    require(enters_all(*here))
    return here


def to_table(table_id: int) -> Response:
    return redirect(url_for("tables.show", table_id=table_id), 303)


def moment_of(now: Snapshot, viewer: Viewer) -> Moment | None:
    """Returns what a photo may show at a table now, None where no cards are due."""
    return next((one for kind in MOMENTS if (one := kind(now, viewer)).is_due), None)
