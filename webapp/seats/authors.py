"""Who made an entry or a line of the desk, by the plain name that holds in every language and in a file."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.store.logged_events import LoggedEvent
from webapp.store.models import DeskLine, Grant
from webapp.table.snapshot import Snapshot


class Authors:
    """The authors at one table."""

    def __init__(self, now: Snapshot) -> None:
        self._now = now

    def of_entry(self, line: LoggedEvent) -> str:
        """Returns who made a line of the log, "" where nobody is named: a host without a seat, or the server."""
        if self._now.desk.source(line.seq - 1) is not None:
            return str(self._from_files.get(str(line.seq - 1), ""))
        return self._name(line.device_id, line.made_at)

    def of_desk_line(self, line: DeskLine) -> str:
        """Returns the same of a line of the desk."""
        return str(line.body["who"]) if "who" in line.body else self._name(line.device_id, line.made_at)

    @cached_property
    def _grants(self) -> list[Grant]:
        return services().store.all_grants(self._now.table.id)

    @cached_property
    def _from_files(self) -> Mapping[str, Any]:
        """The names that came with the file; the last one has those of the files before it."""
        opened = (line.body for line in reversed(self._now.desk.lines) if line.kind == DeskKind.OPENED)
        found: Mapping[str, Any] = next(opened, {}).get("by", {})
        return found

    def _name(self, device_id: int | None, at: datetime) -> str:
        """The name of a device by what it was at that time: a seat may change hands afterwards."""
        if device_id is None:
            return ""
        held = [grant for grant in self._grants if grant.device_id == device_id and grant.since <= at]
        for grant in reversed(held):
            if grant.name:
                return grant.name
            if grant.seat is not None:
                return self._now.table.players[grant.seat]
        return ""
