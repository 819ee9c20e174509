"""Names of the authors of entries and desk lines, and the name that a device signs with."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property

from msgspec import UnsetType

from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.store.models import Grant
from webapp.store.roles import Role
from webapp.table.desk import Noted
from webapp.table.lines.people import Opened
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cases import signers_said
from webapp.words.phrases import by_name


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


def signs_as(now: Snapshot, viewer: Viewer) -> str:
    """Returns the name that a ruling or dispute of this viewer is signed with, in words."""
    return by_name(signature(now, viewer))


def signature(now: Snapshot, viewer: Viewer) -> str:
    """Returns the name that is stored with it: the referee's or the player's; a host without a seat has none."""
    grant = next((grant for grant in now.people.party if grant.device_id == viewer.device_id), None)
    if grant is None:
        return ""
    if grant.name:
        return grant.name
    return "" if grant.seat is None else now.table.players[grant.seat]


def device_name(now: Snapshot, device_id: int | None) -> str:
    """Returns the name of a device, also of one that has left: by the seat it held last, or its role."""
    if device_id is None:
        return _("the record") if now.desk.origins else _("the app")
    held = [grant for grant in services().store.all_grants(now.table.id) if grant.device_id == device_id]
    if not held and now.table.evening_id is not None:  # who runs the evening signs without a place here
        return _("the organiser’s phone")
    return _named(now, held[::-1])


def _named(now: Snapshot, held: list[Grant]) -> str:
    for grant in held:
        if grant.role == Role.REFEREE:
            return _("the referee’s phone (%(name)s)", name=grant.name)
        if grant.seat is not None:
            return _("%(name)s’s phone", name=now.table.players[grant.seat])
        if grant.keeps_score:
            return _("the scorekeeper’s phone")
    return _("the host’s phone") if any(grant.role == Role.HOST for grant in held) else _("a phone that has left")
