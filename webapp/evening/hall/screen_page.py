"""A hall screen, whole: its head, pages of tables and of the standing, the line below. It is the same for everybody.

Everybody in the room reads it, so it shows what a stranger to every table may know, also on an organiser's device.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from webapp.evening.hall.screen import (
    CallShown,
    Head,
    Tables,
    TableShown,
    head_of,
    longest_call,
    seats_shown,
    still_playing,
    tables_shown,
)
from webapp.evening.keeper import EveningNow
from webapp.evening.standing.rows import Standing
from webapp.evening.standing_of import EveningStanding, standing_of
from webapp.evening.standing_page import after_said
from webapp.evening.standing_words import groups_said, points_said
from webapp.games.registry import look_of
from webapp.http.language import gettext as _

T = TypeVar("T")
TABLES_A_PAGE, PLACES_A_PAGE = 12, 24
"""So many are read from eight metres at once."""


@dataclass(frozen=True)
class PlaceShown:
    """A row of the standing. `waits`: a result of this player's round is not in."""

    place: int
    name: str
    second: str
    total: str
    waits: bool = False


@dataclass(frozen=True)
class StandingSide:
    """One page of the right side: places, or who sits where while the standing is hidden."""

    title: str
    second: str = ""
    places: tuple[PlaceShown, ...] = ()
    seats: tuple[TableShown, ...] = ()


@dataclass(frozen=True)
class Screen:
    """What hangs on the wall. `open_round`: a round of which results are missing counts in the standing."""

    head: Head
    tables: tuple[tuple[TableShown, ...], ...]
    sides: tuple[StandingSide, ...]
    call: CallShown | None
    still: str
    open_round: str
    byes: str
    at: datetime = field(compare=False)


def screen_of(now: EveningNow, tables: Tables, at: datetime) -> Screen:
    """Returns the screen as of this moment."""
    sides = tuple(_sides(now))
    waits = any(place.waits for side in sides for place in side.places)
    here = now.state.round
    byes = [] if here is None or here.ended else [now.state.name(person) for person in here.byes]
    return Screen(
        head_of(now, at),
        tuple(pages(tables_shown(now, tables, at), TABLES_A_PAGE)),
        sides,
        None if now.state.is_closed else longest_call(now, tables, at),
        still_playing(now),
        _("Round %(round)s is still open", round=here.number) if waits and here is not None else "",
        _("Sit out: %(names)s", names=", ".join(byes)) if byes else "",
        at,
    )


def pages(found: Sequence[T], most: int) -> list[tuple[T, ...]]:
    """Returns these in pages of so many."""
    return [tuple(found[at : at + most]) for at in range(0, len(found), most)]


def _sides(now: EveningNow) -> list[StandingSide]:
    found = standing_of(now, sees_all=False)
    if found.hidden and not now.state.is_closed:
        title = _("The last round is hidden until the end.")
        return [StandingSide(title, seats=page) for page in pages(seats_shown(now.state), TABLES_A_PAGE)]
    if found.whole is None:
        return [side for game, one in found.by_game.items() for side in _side(one, found, look_of(game).name)]
    final = now.state.is_closed and not found.hidden
    said = after_said(now, found)
    if not found.whole.has_begun:
        return [StandingSide(said)]
    singly = _side(found.whole, found, _("Final standing") if final else said, _open_round(now))
    groups = list(_groups(found.whole, found))
    return [*groups, *singly] if found.whole.pairs else [*singly, *groups]


def _open_round(now: EveningNow) -> int | None:
    here = now.state.round
    some = here is not None and not here.ended and here.missing and len(here.missing) < len(here.sittings)
    return here.number if here is not None and some else None


def _side(one: Standing, found: EveningStanding, title: str, open_round: int | None = None) -> list[StandingSide]:
    scoring = one.scoring
    second = scoring.game_points_next
    places = [
        PlaceShown(
            row.place,
            found.names[row.person],
            points_said(scoring.shown_game_points(row.game_points)) if second else "",
            points_said(scoring.shown_total(row.total)),
            any(cell.waits and cell.round == open_round for cell in row.by_round),
        )
        for row in one.rows
    ]
    words = _("the game’s own points") if second else ""
    return [StandingSide(title, words, page) for page in pages(places, PLACES_A_PAGE)]


def _groups(one: Standing, found: EveningStanding) -> Iterator[StandingSide]:
    """Yields the pages of pairs and of teams."""
    for title, rows, names in groups_said(one, found.names):
        places = [
            PlaceShown(row.place, names[row.group], "", points_said(one.scoring.shown_total(row.total))) for row in rows
        ]
        yield from (StandingSide(title, "", page) for page in pages(places, PLACES_A_PAGE))
