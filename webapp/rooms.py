"""What the pages of one application share: its store, its hub, the games under way and its configuration."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import current_app

from webapp.arrivals import Arrivals
from webapp.backups.at_hands_end import AtHandsEnd
from webapp.config import Config
from webapp.live import Hub
from webapp.news import News
from webapp.play import Play
from webapp.store import Store

if TYPE_CHECKING:
    from webapp.broadcast import Broadcasts
    from webapp.fragments import Fragments
    from webapp.pulse import Pulse
    from webapp.records.going_out import Fingerprints


@dataclass(frozen=True)
class Rooms:
    """The rooms of the house that the pages walk into."""

    store: Store
    hub: Hub
    play: Play
    fragments: "Fragments"
    fingerprints: "Fingerprints"
    broadcasts: "Broadcasts"
    pulse: "Pulse"
    config: Config
    backups: AtHandsEnd
    news: News | None = None
    """Hears what other processes change, where several share a database."""
    arrivals: Arrivals = field(default_factory=Arrivals)

    def begin(self) -> None:
        """Begins what runs beside the requests of this process: call it after the fork."""
        self.backups.start()
        if self.news is not None:
            self.news.start()
        self.pulse.start()

    def end(self) -> None:
        """Ends what runs beside the requests, and closes the database."""
        self.backups.stop()
        if self.news is not None:
            self.news.stop()
        self.pulse.stop()
        self.store.close()


def rooms() -> Rooms:
    """Returns the rooms of the current application."""
    return cast("Rooms", current_app.extensions["sixfold"])
