"""Visit of a circle: the circle and the device of the request, after a check that this device belongs to it."""

from typing import NamedTuple, NoReturn

from flask import abort

from webapp.http.language import gettext as _
from webapp.seats.device import token_hash
from webapp.seats.long_tables import count_look
from webapp.services import services
from webapp.store.circle_models import Circle


class CircleVisit(NamedTuple):
    """A circle, a device that belongs to it, and the player for whom that stands."""

    circle: Circle
    device_id: int
    player_id: int | None


def visit_circle(circle_id: int) -> CircleVisit:
    """Returns the circle for a device that belongs to it; else ends the request with 404."""
    found = circle_here(circle_id)
    if found is None:
        not_in_circle()
    return found


def visit_all_matches(circle_id: int) -> CircleVisit:
    """Returns the same for what goes through all matches. Raises `TooFast` where they are many, and asked for often."""
    found = visit_circle(circle_id)
    count_look(sum(services().store.games_played(circle_id).values()), found.device_id)
    return found


def circle_here(circle_id: int) -> CircleVisit | None:
    """Returns the circle if the device of the request belongs to it."""
    token = token_hash()
    rights = services().store.circle_rights(token, circle_id) if token else None
    circle = services().store.circle(circle_id) if rights is not None and rights.belongs else None
    return None if circle is None or rights is None else CircleVisit(circle, rights.device_id, rights.player_id)


def not_in_circle() -> NoReturn:
    """Ends the request: there is no such circle, or not for this device, which is not told which."""
    abort(404, description=_("There is no circle here that this phone belongs to."))


def no_such_player() -> NoReturn:
    """Ends the request: the circle has no such player, or not any more."""
    abort(404, description=_("This circle has no such player."))
