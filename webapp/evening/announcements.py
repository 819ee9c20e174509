"""Announcements of an evening: whom each is for, who has read it, what a phone at a table has not read yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from webapp.evening.keeper import EveningNow
from webapp.evening.state import Announcement, EveningState
from webapp.http.rate_limits import ANNOUNCED_FOR
from webapp.store.models import Grant


@dataclass(frozen=True)
class Readers:
    """Who has read an announcement, and who has not, by the numbers of the people on the list who have a phone."""

    read: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def asked(self) -> int:
        """How many were to read it."""
        return len(self.read) + len(self.missing)


def unread_at_table(state: EveningState, number: int | None, grant: Grant | None, at: datetime) -> Announcement | None:
    """Returns the newest announcement that concerns a table and that the device with this grant has not read.

    Who came later has been told nothing of what was said before. A device without a grant cannot say that it
    was read: it stands there for a while.
    """
    found = (one for one in reversed(state.announcements) if not one.tables or number in one.tables)
    said = next(found, None)
    if said is None:
        return None
    if grant is None:
        return said if at - said.at <= timedelta(seconds=ANNOUNCED_FOR) else None
    return said if said.line > grant.read_lines and said.at >= grant.since else None


def concerns(state: EveningState, said: Announcement, person: int | None) -> bool:
    """Tells whether an announcement is for somebody: for all, or for the table at which they sit in this round."""
    if not said.tables:
        return True
    sitting = None if person is None or state.round is None else state.round.sitting_of(person)
    return sitting is not None and sitting.number in said.tables


def readers(now: EveningNow, said: Announcement) -> Readers:
    """Returns who of those for whom an announcement is has read it: of players, since these are to act on it."""
    asked = [one for one in now.grants if one.person is not None and concerns(now.state, said, one.person)]
    return Readers(
        _people(one for one in asked if one.read_lines >= said.line),
        _people(one for one in asked if one.read_lines < said.line),
    )


def _people(grants: Iterable[Grant]) -> tuple[int, ...]:
    return tuple(sorted(grant.person for grant in grants if grant.person is not None))
