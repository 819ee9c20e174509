"""Tables of a circle that are played at now: its phones see them first, and sit down or watch with one tap."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from webapp.access.device import new_form_key
from webapp.access.visit import NOT_LET_IN, admit
from webapp.circle.acts import Refused
from webapp.circle.visit import CircleVisit
from webapp.evening.joining.identity_requests import stand_for
from webapp.evening.keeper import EveningKeeper
from webapp.evening.state import table_in_round
from webapp.evening.visit import evening_viewer
from webapp.games.common.names import game_name
from webapp.http.durations import IN_PLAY
from webapp.http.language import gettext as _
from webapp.pages.table_page import table_entry
from webapp.services import services
from webapp.store.errors import PersonTaken
from webapp.store.models import Grant, SeatRequest, Table, utc_now
from webapp.store.name_keys import name_key
from webapp.store.roles import Role
from webapp.words.phrases import bold, joined, marked

SIT, WATCH = WISHES = ("sit", "watch")
"""Wishes of a phone at a table of its circle."""


class InPlay(NamedTuple):
    """A table of a circle in play: the hand under way, and since when the table is there.

    `seat`: that of the player for whom this phone stands, None where that one does not play; `is_free`: no phone holds
    it. `role`: what this phone is there already.
    """

    table: Table
    where: str
    since: datetime
    seat: int | None
    is_free: bool
    role: Role | None

    @property
    def may_sit(self) -> bool:
        """Tells whether one tap sits this phone down."""
        return self.seat is not None and self.is_free

    @property
    def title(self) -> Markup:
        """The match in words: *Table 12 is playing*."""
        if self.table.evening_number:
            return marked(
                _("%(table)s is playing"), table=bold(_("Table %(number)s", number=self.table.evening_number))
            )
        if self.table.title:
            return marked(_("%(table)s is playing"), table=bold(self.table.title))
        return marked(_("%(game)s is being played"), game=bold(game_name(self.table.game)))

    @property
    def people(self) -> str:
        """The people, in words; of the own player it says where the seat is free."""
        names = self.table.players
        if self.seat is None or not self.may_sit:
            return _("%(names)s.", names=joined(names))
        others = [name for seat, name in enumerate(names) if seat != self.seat]
        return _("%(names)s and your seat, %(name)s.", names=", ".join(others), name=names[self.seat])


def tables_in_play(visits: Sequence[CircleVisit]) -> list[InPlay]:
    """Returns the tables in play of a phone's circles, the one with the newest entry first."""
    by_circle = {here.circle.id: here for here in visits}
    found = services().store.tables_in_play(by_circle, utc_now() - IN_PLAY) if by_circle else []
    keys = {number: _keys(here) for number, here in by_circle.items()} if found else {}
    newest = sorted(found, key=lambda item: item[1], reverse=True)
    tables = [table for table, _last in newest]
    return [it for table in tables if (it := _in_play(by_circle, keys, table)) is not None]


def _keys(here: CircleVisit) -> set[str]:
    return set() if here.player_id is None else set(services().store.names_of_player(here.player_id))


def _in_play(by_circle: Mapping[int, CircleVisit], keys: Mapping[int, set[str]], table: Table) -> InPlay | None:
    assert table.circle_id is not None  # it was asked for by its circle
    entry, here = table_entry(table), by_circle[table.circle_id]
    if entry.over or _is_past(table):
        return None
    seat = _seat_of(table, keys[table.circle_id])
    grants = services().store.grants(table.id)
    role = next((grant.role for grant in grants if grant.device_id == here.device_id), None)
    return InPlay(table, entry.where, table.created_at, seat, seat not in {grant.seat for grant in grants}, role)


def _seat_of_evening(table: Table, seat: int, device_id: int) -> Grant | None:
    """Has a phone stand for who sits there at an evening of a circle, and returns what it may do at the table then."""
    if table.evening_id is None:
        return None
    now, who = services().part(EveningKeeper).at(table.evening_id), evening_viewer(table.evening_id)
    place = table_in_round(now.state, table.id)
    if now.row.circle_id is None or place is None or not who.may_check_in:
        return None
    person = place[1].people[seat]
    if person in place[1].stand_ins or now.device_of(person) is not None:
        return None
    with suppress(PersonTaken):
        stand_for(now, who, device_id, person, new_form_key())
    return next(
        (one for one in services().store.grants(table.id) if (one.device_id, one.seat) == (device_id, seat)), None
    )


def _is_past(table: Table) -> bool:
    """Tells whether the round of a table has ended or was not seated so, or its evening is over: nobody plays there."""
    if table.evening_id is None or table.taken_back_at is not None:
        return table.taken_back_at is not None
    state = services().part(EveningKeeper).at(table.evening_id).state
    place = table_in_round(state, table.id)
    return state.is_closed or (place is not None and place[0].ended)


def _seat_of(table: Table, keys: set[str]) -> int | None:
    return next((seat for seat, name in enumerate(table.players) if name_key(name) in keys), None)


def join_in_play(here: CircleVisit, table_id: int, *, sits: bool) -> Grant | SeatRequest | Refused:
    """Gives a phone of a circle the seat of its player at a table, or makes it a watcher there.

    It is let in as by the code of that table: the host's choices hold. At an evening of the circle it checks in as its
    player, if no phone stands for that one: there need be nobody yet who could let it in. Raises LookupError for no
    table of the circle.
    """
    table = services().store.table(table_id)
    if table is None or table.circle_id != here.circle.id:
        raise LookupError
    if table_entry(table).over or _is_past(table):
        return Refused(_("The match at this table is over."))
    seat = _seat_of(table, _keys(here)) if sits else None
    if sits and seat is None:
        return Refused(_("Nobody whom this phone is plays at this table. Say who this phone is, or watch."))
    if seat is not None and (held := _seat_of_evening(table, seat, here.device_id)) is not None:
        return held
    try:
        done = admit(table_id, here.device_id, role=Role.PLAYER if sits else Role.WATCHER, seat=seat)
    except tuple(NOT_LET_IN) as problem:
        status, said = NOT_LET_IN[type(problem)]
        return Refused(said(), status_of=status)
    services().tables.refresh(table_id)
    return done
