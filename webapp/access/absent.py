"""The player whose phone is away while the table waits for it, and the seat that a phone has lost."""

from dataclasses import dataclass

from webapp.http.durations import AWAY_AFTER
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.services import services
from webapp.table.entry_rights import held
from webapp.table.secret_hands import secret_seats
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class Absent:
    """A phone that is away: its seat, its player, and for how many full minutes."""

    seat: int
    name: str
    minutes: int

    @property
    def text(self) -> str:
        """Says it, in the language of this request."""
        if not self.minutes:
            return _("%(name)s’s phone is not here.", name=self.name)
        return ngettext(
            "%(name)s’s phone has not been here for %(num)s minute.",
            "%(name)s’s phone has not been here for %(num)s minutes.",
            self.minutes,
            name=self.name,
        )


def absent(now: Snapshot, viewer: Viewer) -> Absent | None:
    """Returns the disconnected phone that blocks play, to those who take part; None where there is none."""
    if not viewer.takes_part or all(grant.seat in (None, viewer.seat) for grant in now.people.party):
        return None
    alone = secret_seats(now.fold) | (held(now) if now.table.entry == "own" else frozenset())
    due = alone.intersection(now.fold.game.to_act(now.fold.state)) - {viewer.seat}
    for grant in now.people.party:
        if grant.seat in due and grant.seat is not None:
            away = services().hub.away_for(now.table.id, grant.device_id)
            if away >= AWAY_AFTER:
                return Absent(grant.seat, now.table.players[grant.seat], int(away // 60))
    return None


def lost_seat(now: Snapshot, viewer: Viewer) -> tuple[int, ...]:
    """Returns the seat that this phone held last, while nobody has taken it since; nothing where it holds one."""
    if viewer.device_id is None or viewer.seat is not None or not viewer.may_sit:
        return ()
    grants = [grant for grant in services().store.all_grants(now.table.id) if grant.device_id == viewer.device_id]
    seats = [grant.seat for grant in grants if grant.seat is not None]
    return (seats[-1],) if seats and seats[-1] not in held(now) else ()
