"""Names of the authors of entries and desk lines, and the absent players."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from msgspec import UnsetType

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.rate_limits import AWAY_AFTER
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.store.models import Grant
from webapp.table.desk import Noted
from webapp.table.entry_rights import held
from webapp.table.lines.people import Opened
from webapp.table.secret_hands import secret_seats
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name, signers_said


class Authors:
    def __init__(self, now: Snapshot) -> None:
        self._now = now

    def of_entry(self, line: LoggedEvent) -> str | None:
        """Returns the name of the author of an entry, "" for a host without a seat.

        None for the server, and where a file does not tell of the author.
        """
        if self._now.desk.source(line.seq - 1) is not None:
            return self._from_files.get(str(line.seq - 1))
        both = self._signed.get(line.seq - 1)
        if both is None and line.device_id is not None:
            return self.of_device(line.device_id, line.made_at)
        return both

    def said(self, line: LoggedEvent) -> str:
        """Returns the author of an entry in words; "" for one that was made here by somebody without a name.

        That one is told by its device, which a file does not tell of.
        """
        name = self.of_entry(line)
        return by_name("") if name == "" and line.device_id is None else name or ""

    @cached_property
    def _signed(self) -> Mapping[int, str]:
        """The names of the two who signed an entry of a closed round, by the place of the entry."""
        return {
            place: signers_said([one.name for one in change.signed])
            for change in self._now.desk.changes
            if change.state == "signed" and change.answered_seq is not None
            for place in range(change.answered_seq - len(change.entries), change.answered_seq)
        }

    def of_desk_line(self, line: Noted) -> str:
        who = line.says.who
        return self.of_device(line.device_id, line.made_at) if isinstance(who, UnsetType) else who

    @cached_property
    def _grants(self) -> list[Grant]:
        return services().store.all_grants(self._now.table.id)

    @cached_property
    def _from_files(self) -> Mapping[str, str]:
        """The names that came with the file; the last one has those of the files before it."""
        opened = (line.says for line in reversed(self._now.desk.lines) if isinstance(line.says, Opened))
        return next((one.by for one in opened), None) or {}

    def of_device(self, device_id: int | None, at: datetime) -> str:
        """Returns the name of a device as of that time: a seat may change hands afterwards."""
        if device_id is None:
            return ""
        held = [grant for grant in self._grants if grant.device_id == device_id and grant.since <= at]
        for grant in reversed(held):
            if grant.name:
                return grant.name
            if grant.seat is not None:
                return self._now.table.players[grant.seat]
        return ""


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
