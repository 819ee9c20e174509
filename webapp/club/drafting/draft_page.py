"""The page of a seating that is worked on: its tables, who sits out or waits, what is not ideal, what gets worse."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.club.drafting.drawback_words import drawbacks_said
from webapp.club.drafting.seating_draft import Draft, next_number
from webapp.club.drafting.seating_requests import request_of, sizes_of
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Round
from webapp.club.seating.drawbacks import Drawback, drawbacks
from webapp.seats.device import KEY_BYTES
from webapp.services import services


@dataclass(frozen=True)
class Asked:
    """A change by hand that makes something worse, and waits to be confirmed: the key that was tapped, and why."""

    does: str
    problems: Sequence[str]


@dataclass(frozen=True)
class DraftView:
    """What is beside the draft: who was picked, a change that is asked about, what was typed and why not taken."""

    picked: int | None = None
    asked: Asked | None = None
    problems: Sequence[str] = ()
    news: Sequence[str] = ()
    text: str = ""


@dataclass(frozen=True)
class DraftTable:
    """A table of the draft; `fixed`: somebody has played there, so that nobody is moved any more."""

    number: int
    people: tuple[int, ...]
    fixed: bool = False
    has_room: bool = False


@dataclass(frozen=True)
class DraftScreen:
    """What the draft shows."""

    tables: Sequence[DraftTable]
    byes: Sequence[int]
    waiting: Sequence[int]
    drawbacks: Sequence[str]
    marked: Mapping[int, bool] = field(default_factory=dict)


def draft_context(now: EveningNow, draft: Draft, shown: DraftView, here: Round | None) -> dict[str, Any]:
    """Returns what the page shows; `here` is the round that is changed, None where the next one is seated."""
    found = drawbacks_of(now, draft, here)
    return {
        "evening": now.state,
        "evening_id": now.row.id,
        "draft": draft,
        "screen": _screen(now, draft, here, found),
        "shown": shown,
        "round": len(now.state.rounds) + 1 if here is None else here.number,
        "changes": here is not None,
        "stage": stage_of(now, here),
        "new_number": next_number(draft),
        "op": secrets.token_urlsafe(KEY_BYTES),
    }


def stage_of(now: EveningNow, here: Round | None) -> str:
    """Returns what a draft belongs to: the round that comes next, or the change of one that is seated."""
    return f"next-{len(now.state.rounds) + 1}" if here is None else f"change-{here.number}"


def drawbacks_of(now: EveningNow, draft: Draft, here: Round | None) -> tuple[Drawback, ...]:
    """Returns what is not ideal in a draft; who waits in a round that runs is no drawback of it."""
    request = request_of(now, draft.draw, before=None if here is None else here.number)
    found = drawbacks(request, draft.seating)
    return found if here is None else tuple(one for one in found if one.kind != "not seated")


def played_at(now: EveningNow, here: Round | None) -> frozenset[int]:
    """Returns the numbers of the tables of a round where somebody has played, or a result was told."""
    if here is None:
        return frozenset()
    tables = services().part(EveningTables).at(now.row.id)
    begun = {table_id for table_id, table in tables.items() if table.started}
    return frozenset(
        one.number for one in here.sittings.values() if one.is_in or one.reported is not None or one.table in begun
    )


def _screen(now: EveningNow, draft: Draft, here: Round | None, found: Sequence[Drawback]) -> DraftScreen:
    played, most = played_at(now, here), max(sizes_of(now.state.plan))
    held = set(draft.seating.people)
    return DraftScreen(
        tables=[
            DraftTable(number, people, number in played, number not in played and len(people) < most)
            for number, people in sorted(draft.tables)
        ],
        byes=draft.seating.byes,
        waiting=[one.number for one in now.state.present if one.number not in held],
        drawbacks=drawbacks_said(found, now.state),
        marked={person: True for one in found if one.kind != "same seat" for person in one.people},
    )
