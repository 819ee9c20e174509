"""Names that a phone is offered when it types who plays: those of its own circles, and of nobody else's."""

from collections.abc import Iterable

from webapp.http.limits import MOST_CIRCLES
from webapp.services import services
from webapp.store.people import name_key


def names_of_circles(device_id: int, without: Iterable[str] = ()) -> list[str]:
    """Returns the names of the players of all circles of a phone, without those that are there already."""
    store, there = services().store, {name_key(name) for name in without}
    circles = store.circles_of(device_id, MOST_CIRCLES)
    known = {player.name for one in circles for player in store.circle_players(one.id).values() if player.is_standing}
    return sorted((name for name in known if name_key(name) not in there), key=name_key)
