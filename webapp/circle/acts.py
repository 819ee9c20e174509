"""Acts of a circle: opened, its players renamed and made one, its seasons; each is done, or says why not."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

from flask import url_for

from webapp.access.device import network_here
from webapp.access.new_tables import Opener
from webapp.circle.match_days import today
from webapp.circle.tables import CircleTables
from webapp.circle.visit import CircleVisit, circle_here
from webapp.games.registry import looks
from webapp.http.durations import JOIN_UNDONE_WITHIN
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import MOST_CIRCLES, MOST_COUNTED_EVENINGS, MOST_SEASONS
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.circle_models import Circle, CircleJoin, CircleMerge, CirclePlayer, CircleSeason
from webapp.store.errors import PersonTaken, TableTaken
from webapp.store.evening_models import Evening
from webapp.store.models import Grant, Invite, Table, utc_now
from webapp.store.name_keys import name_key
from webapp.store.player_merging import NotJoined
from webapp.store.roles import Role
from webapp.table.player_names import fault_of, is_title, tidy
from webapp.words.invite_words import fault_said
from webapp.words.phrases import NO_SUCH_PLAYER, joined
from webapp.words.table_choices import title_fault

D = TypeVar("D")


class Refused(NamedTuple):
    """The refusal of an act, in words; `is_form`: the input is wrong, not the state of the circle.

    `first`: the page of what is to be done first, empty without one.
    """

    said: str
    is_form: bool = False
    faults: Mapping[str, str] = {}
    status_of: int = 409
    first: str = ""

    @property
    def status(self) -> int:
        return 422 if self.is_form else self.status_of


def open_circle(name: str, by: Callable[[], Opener], table: Table | None = None) -> Circle | Refused:
    """Opens a circle, to which this table belongs then, unless another circle has it.

    The same key opens the same circle. Raises TooManyOpened.
    """
    name = tidy(name)
    if not name or not is_title(name):
        return Refused(title_fault() if name else _("Give it a name."), is_form=True)
    store, opener = services().store, by()
    if len(store.circles_of(opener.device_id)) == MOST_CIRCLES:
        full = _("This phone belongs to %(most)s circles, and more are not listed. Leave one first.", most=MOST_CIRCLES)
        return Refused(full)
    given = None if table is None else table.id
    try:
        circle = store.open_circle(
            name, device_id=opener.device_id, network=network_here(), op=opener.op, table_id=given
        )
    except TableTaken:
        return _of_another(store.table(given or 0))
    if given is not None:
        services().part(CircleTables).give(given, circle.id)
    return circle


def give_table(circle_id: int, table_id: int) -> Refused | None:
    """Gives a table to a circle, unless another circle has it."""
    if services().part(CircleTables).give(table_id, circle_id):
        return None
    return _of_another(services().store.table(table_id))


def give_evening(circle_id: int, evening_id: int) -> Refused | None:
    """Gives an evening with its tables to a circle, unless another circle has it."""
    if services().part(CircleTables).give_evening(evening_id, circle_id):
        return None
    return _of_another(services().store.evening(evening_id))


def _of_another(given: Table | Evening | None) -> Refused:
    """Refuses what belongs to another circle, which is named to a phone that belongs to it."""
    here = None if given is None else circle_here(given.circle_id or 0)
    if here is not None:
        first = url_for("circles.more", circle_id=here.circle.id)
        if isinstance(given, Evening):
            said = _("This evening belongs to the circle %(name)s. Take it back there first.", name=here.circle.name)
        else:
            said = _("This table belongs to the circle %(name)s. Take it back there first.", name=here.circle.name)
        return Refused(said, first=first)
    if isinstance(given, Evening):
        return Refused(
            _("This evening belongs to another circle. Whoever runs it and is in that circle takes it back first.")
        )
    return Refused(
        _("This table belongs to another circle. Whoever plays at it and is in that circle takes it back first.")
    )


def rename_player(circle_id: int, player: int, name: str) -> Refused | None:
    """Renames a player; the old name stays an alias. Raises LookupError for no such player."""
    name = tidy(name)
    if fault := fault_of(name):
        return Refused(fault_said(fault, name), is_form=True)
    if services().store.rename_player(circle_id, player, name):
        return None
    return Refused(_("Another player of the circle has this name. If both are one, make them one below."))


def merge_players(circle_id: int, gone: int, into: int) -> Refused | None:
    """Makes two players one, unless they sat at one table. Raises LookupError for no such players."""
    if gone == into:
        return Refused(_("Choose two different names."), is_form=True)
    try:
        if services().store.merge_players(circle_id, gone, into):
            return None
    except PersonTaken:
        return Refused(_("Each of them has a phone. If they are one, one of the phones lets go of its name first."))
    return Refused(_("They sat at one table in a match: they are two."))


def part_players(circle_id: int, merge_id: int) -> Refused | None:
    """Takes back that two players were made one. Raises LookupError for no such two."""
    return _unless_apart(lambda: services().store.part_players(circle_id, merge_id))


def merges_to_undo(circle_id: int) -> list[tuple[CircleMerge, CirclePlayer, CirclePlayer]]:
    """Returns the merges that can be undone: the row, the alias, and the player."""
    store, found = services().store, list[tuple[CircleMerge, CirclePlayer, CirclePlayer]]()
    for line in store.player_merges(circle_id):
        gone, into = (store.circle_player(circle_id, one) for one in (line.gone_id, line.into_id))
        if gone is not None and into is not None and into.is_standing and gone.merged_into == into.id:
            found.append((line, gone, into))
    return found


def hold_player(circle_id: int, device_id: int, player: int | None) -> Refused | None:
    """Makes a device stand for a player, None: for nobody. Raises LookupError for no such player."""
    store = services().store
    if player is None:
        store.let_player_go(circle_id, device_id)
        return None
    try:
        store.hold_player(circle_id, device_id, player)
    except PersonTaken:
        return _another_phone(store.circle_players(circle_id)[player].name)
    return None


def leave_circle(here: CircleVisit, key: Key | None) -> None:
    """Ends that a device belongs to the circle. Raises KeyUsed."""
    services().store.leave_circle(here.circle.id, here.device_id, here.question(key))
    services().hub.publish_to([here.device_id])


def put_out(here: CircleVisit, grant: Grant, key: Key | None) -> None:
    """Puts another device out of the circle; the code to join is a new one. Raises KeyUsed."""
    services().store.put_out(here.circle.id, grant.device_id, here.question(key))
    services().hub.publish_to([grant.device_id])


def changes_nothing(invite: Invite) -> bool:
    """Tells whether an invite would change nothing here; the recovery code makes all phones choose a player again."""
    return invite.role == Role.MEMBER and circle_here(invite.owner) is not None


def join_circle(invite: Invite, device: Callable[[], int], name: str, *, is_new: bool) -> Refused | None:
    """Admits a device by an invite: as the player of this name, as a new one, or without a name as nobody yet.

    Raises InviteSpent.
    """
    if changes_nothing(invite):
        return None
    name, store = tidy(name), services().store
    if name and is_new and (refused := _not_new(invite.owner, name)):
        return refused
    found = store.players_called(invite.owner, [name]) if name else []
    standing = [player for player in found if player in store.circle_players(invite.owner, forgotten=False)]
    if name and not is_new and not standing:
        return Refused(_(NO_SUCH_PLAYER), is_form=True)
    try:
        store.join_circle(invite.id, joins := device(), name)
    except PersonTaken:
        return _another_phone(name)
    services().hub.publish_to([joins])
    return None


def hold_new_player(circle_id: int, device_id: int, name: str) -> Refused | None:
    """Makes a device stand for a new player, unless it does so. Raises LookupError for no device of the circle."""
    name = tidy(name)
    named = services().store.players_called(circle_id, [name])
    if named and services().store.held_players(circle_id).get(named[0]) == device_id:
        return None
    if refused := _not_new(circle_id, name):
        return refused
    try:
        services().store.hold_named(circle_id, device_id, name)
    except PersonTaken:  # the name came in by another phone meanwhile
        return _another_phone(name)
    return None


def _not_new(circle_id: int, name: str) -> Refused | None:
    """Returns why this name cannot be that of a new player."""
    if fault := fault_of(name):
        return Refused(fault_said(fault, name), is_form=True)
    if not services().store.players_called(circle_id, [name]):
        return None
    return Refused(
        _("%(name)s belongs to the circle already. Choose that name, or say who is new by another one.", name=name)
    )


def _another_phone(name: str) -> Refused:
    return Refused(
        _(
            "Another phone is %(name)s. It can say on its page of the circle that it is not, or leave the circle. If "
            "it is lost, any phone of the circle puts it out, or the recovery code of the circle asks all phones anew.",
            name=name,
        )
    )


def make_season(circle_id: int, values: Mapping[str, Any], op: str) -> CircleSeason | Refused:
    """Makes a season of a circle; the same key makes the same one."""
    values = _tidied(values)
    if faults := season_faults(values):
        return Refused("", is_form=True, faults=faults)
    store = services().store
    if store.count_seasons(circle_id) >= MOST_SEASONS:
        full = _("The circle has %(most)s seasons, and no more are kept. Remove one first.", most=MOST_SEASONS)
        return Refused(full, faults={"name": full})
    return store.make_season(circle_id, values, op=op)


def change_season(season: CircleSeason, values: Mapping[str, Any]) -> Refused | None:
    """Changes a season. Raises LookupError where it was removed meanwhile."""
    values = _tidied(values)
    if faults := season_faults(values, season.game):
        return Refused("", is_form=True, faults=faults)
    services().store.change_season(season.circle_id, season.id, values)
    return None


def end_season(season: CircleSeason) -> None:
    """Ends a season with today; one that has not begun yet, or is over, stays as it is. Raises LookupError."""
    if season.runs_on(today()):
        services().store.change_season(season.circle_id, season.id, {"last_day": today()})


def season_faults(values: Mapping[str, Any], game: str = "") -> dict[str, str]:
    """Returns the faults of a season by field; None stands for an invalid day or number. `game` is its current game."""
    name, first, last, best = tidy(values["name"]), *(values[field] for field in ("first_day", "last_day", "best"))
    faults = {
        "name": _("Give it a name.") if not name else "" if is_title(name) else title_fault(),
        "game": "" if values["game"] in {"", *looks(), game} else _("Choose a game."),
        "first_day": "" if first else _("Say on which day it begins."),
        "last_day": _("The last day lies before the first one.") if first and last and last < first else "",
        "best": ""
        if best is not None and 1 <= best <= MOST_COUNTED_EVENINGS
        else _("A number from 1 to %(most)s.", most=MOST_COUNTED_EVENINGS),
    }
    return {field: fault for field, fault in faults.items() if fault}


def _tidied(values: Mapping[str, Any]) -> dict[str, Any]:
    return {**values, "name": tidy(values["name"])}


WITHOUT_FILES = _l("This circle leaves out matches from files. Have them count first.")
OTHER_CIRCLE = _l("Choose another circle to which this phone belongs.")
_APART: Mapping[str, str] = {
    "not-here": OTHER_CIRCLE,
    "two-here": _l("%(names)s would be two players of this circle at once. Make these one first."),
    "two-gone": _l("Two players of the other circle would be %(names)s. Make these one there first."),
    "too-late": _l(
        "It can be taken back for a day only, and not once somebody was forgotten or another circle came over since."
    ),
    "people-changed": _l("Since then players were made one, or two again, and it cannot be taken back any more."),
    "merged-since": _l(
        "It can be taken back for a day only, and not once one of them was forgotten or made one with somebody else."
    ),
    "played-together": _l("Since then people of both have a table together, and it cannot be taken back any more."),
}
"""Why two circles are not joined, and why these or two players are not parted."""


def join_circles(here: CircleVisit, gone: int, same: Collection[str]) -> Refused | None:
    """Has another circle of a phone come over to one; `same`: the names that both have and that are one person."""
    store = services().store
    if gone == here.circle.id or gone not in {one.id for one in store.circles_of(here.device_id)}:
        return Refused(_(OTHER_CIRCLE), is_form=True)
    said = {name_key(name) for name in same}
    open_ = [name for key, name in store.same_names(here.circle.id, gone).items() if key not in said]
    if open_:
        names = joined(open_)
        return Refused(
            _(
                "In one circle a name is one person, and both have %(names)s. If those are two, leave the circles "
                "apart.",
                names=names,
            )
        )
    return _unless_apart(lambda: services().part(CircleTables).join(here.circle.id, gone, here.device_id))


def part_circles(here: CircleVisit, join_id: int) -> int | Refused:
    """Takes back that a circle came over, and returns it. Raises LookupError for none that the phone brought in."""
    return _unless_apart(lambda: services().part(CircleTables).part(here.circle.id, join_id, here.device_id))


def joins_to_undo(here: CircleVisit) -> list[tuple[CircleJoin, str, int]]:
    """Returns the joins that this phone can undo: the row, the name of the circle, the number of its tables."""
    store = services().store
    found = [
        line
        for line in store.circle_joins(here.circle.id)
        if line.moved and line.device_id == here.device_id and utc_now() - line.made_at <= JOIN_UNDONE_WITHIN
    ]
    named = [(line, store.circle(line.gone_id)) for line in found]
    return [(line, circle.name, len(line.moved["tables"])) for line, circle in named if circle is not None]


def _unless_apart(act: Callable[[], D]) -> D | Refused:
    try:
        return act()
    except NotJoined as problem:
        return Refused(_(_APART[problem.why], names=joined(problem.same)))
