"""The page of an evening's announcements: what was said to whom, who has read it, and the form for a new one."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webapp.club.evening.announcements import readers
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Announcement, EveningState
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.lists import joined


@dataclass(frozen=True)
class ListedAnnouncement:
    """An announcement as the list shows it; `to` says for which tables it is, `missing` who has not read it."""

    text: str
    by: str
    to: str
    at: datetime
    read: int
    asked: int
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Draft:
    """An announcement as it was typed: its text, and for which tables; none: for all."""

    text: str = ""
    tables: tuple[int, ...] = ()


def announcement_context(now: EveningNow, draft: Draft, error: str = "") -> Mapping[str, Any]:
    """Returns what the page shows."""
    return {
        "evening": now.state,
        "evening_id": now.row.id,
        "announcements": [_listed(now, one) for one in reversed(now.state.announcements)],
        "numbers": table_numbers(now.state),
        "draft": draft,
        "error": error,
        "op": secrets.token_hex(8),
    }


def table_numbers(state: EveningState) -> list[int]:
    """Returns the numbers of the tables that play now."""
    seated = () if state.round is None else state.round.sittings
    return sorted({*seated, *state.guests})


def _listed(now: EveningNow, said: Announcement) -> ListedAnnouncement:
    found = readers(now, said)
    return ListedAnnouncement(
        said.text,
        said.by or _("The organiser"),
        _tables(said),
        said.at,
        len(found.read),
        found.asked,
        tuple(now.state.name(person) for person in found.missing),
    )


def _tables(said: Announcement) -> str:
    if not said.tables:
        return _("All tables")
    numbers = joined([str(number) for number in said.tables])
    return ngettext("Table %(numbers)s", "Tables %(numbers)s", len(said.tables), numbers=numbers)
