"""Records to be looked through: tables on which something was entered, by the referee's right and without a page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask.testing import FlaskClient

from rules_core.cards import Card
from tests.web.support.phone import REVOKE
from tests.web.support.site import Site
from webapp.history.film.moments import moments
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

Raw = Mapping[str, Any]
DEAL: Raw = {"type": "deal", "dealer": 0}


def plays(*played: tuple[int, str]) -> list[Raw]:
    """Returns plays, each a seat and a card."""
    return [{"type": "play", "seat": seat, "card": card} for seat, card in played]


REVOKED = [DEAL, *plays(*REVOKE)]
"""In trick 1, event 2, Cat plays a heart on clubs; event 6 shows a club."""
TALLY: Raw = {"type": "tally", "tricks": [9, 4, 4]}


class Filmed:
    """A table of three with a phone for the host, who holds no seat."""

    def __init__(self, site: Site, events: Iterable[Raw] = (), language: str = "en", **more: Any) -> None:
        self.site, self.host = site, site.phone(language)
        self.table: Table = site.open_table(self.host, **more)
        self._entries = 0
        for event in events:
            self.enter(event)

    @property
    def fold(self) -> Any:
        return self.site.tables.at(self.table.id).fold

    @property
    def names(self) -> list[str]:
        """The names of all moments."""
        return [moment.name for moment in moments(self.fold)]

    def enter(self, *events: Raw) -> None:
        """Enters what the rules must take, as somebody whom nothing is closed to."""
        self._entries += 1
        viewer = Viewer(self.site.device(self.host), "referee")
        made = self.site.make(self.table.id, viewer, *events, op=f"{self._entries:016}", seen=None)
        assert isinstance(made, Made), (events, made.refusal if hasattr(made, "refusal") else made)

    def amend(self, target: int, *instead: Raw, **more: Any) -> None:
        """Puts these events in the place of one."""
        self.enter({"type": "amend", "changes": [{"target": target, "with": list(instead)}], **more})

    def url(self, path: str = "") -> str:
        return f"/tables/{self.table.id}{path}"

    def get(self, path: str, phone: FlaskClient | None = None) -> Any:
        return (phone or self.host).get(self.url(path))

    def page(self, path: str, phone: FlaskClient | None = None) -> str:
        """Returns a page of the table that must open."""
        answer = self.get(path, phone)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return str(answer.text)


STEPS = re.compile(r'<a href="([^"]+)"[^>]* rel="(prev|next)"')


CARDS = re.compile(r'<span class="k [^>]*aria-label="([^"]+)"')


def legal_url(moment: str, seat: int, cards: Sequence[Card] = ()) -> str:
    return f"/moments/{moment}/legal?seat={seat}" + "".join(f"&cards={card}" for card in cards)
