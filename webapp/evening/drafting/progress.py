"""How far a seating has come that is being drawn or published, asked by the page that waits for it."""

from collections import OrderedDict
from dataclasses import dataclass
from time import sleep

from flask import Blueprint, jsonify, request
from werkzeug.wrappers import Response

from webapp.access.device import current_device
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LONGEST_PROGRESS_KEY, PROGRESS_KEPT
from webapp.http.newest import keep_newest
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.services import services

NO_NEWS = 204


@dataclass(frozen=True)
class Share:
    """How much of something is done, from 0 to 1, and that in words."""

    done: float
    said: str


@dataclass(frozen=True)
class Working:
    """Work that tells how far it has come, under the key of the page that waits for it, if that has one."""

    kept: OrderedDict[str, Share]
    key: str | None

    def drawn(self, share: float) -> None:
        """Notes the progress of a draw, and yields to other requests."""
        self._note(share, "%(share)s %%", share=int(100 * share))
        sleep(0)

    def opened(self, done: int, of: int) -> None:
        """Notes how many tables are open, and yields to requests that only read."""
        self._note(done / of, _l("%(done)s of %(of)s tables"), done=done, of=of)
        sleep(FOLD_PAUSE)

    def _note(self, far: float, sentence: str, /, **facts: int) -> None:
        if self.key is not None:
            keep_newest(self.kept, self.key, Share(far, _(sentence, **facts)), PROGRESS_KEPT)


class SeatingProgress:
    """Seatings under way in this process. Others do not know of them, and show no percentage."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Share] = OrderedDict()

    def of_request(self) -> Working:
        return Working(self._kept, _key())

    def now(self) -> Share | None:
        """Returns how far that has come which this request asks about; it waits for nothing that the work holds."""
        return self._kept.get(_key() or "")


bp = Blueprint("seating_progress", __name__, url_prefix="/evenings")


@bp.get("/progress")
def show() -> Response:
    """Sends the share that is done, in words too; nothing where it is not known."""
    found = services().part(SeatingProgress).now()
    return Response(status=NO_NEWS) if found is None else jsonify(done=found.done, said=found.said)


def _key() -> str | None:
    key = request.values.get("takes", "")
    device = current_device() if 0 < len(key) <= LONGEST_PROGRESS_KEY else None
    return None if device is None else f"{device.id} {key}"
