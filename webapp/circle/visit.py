"""Visit of a circle: a device that belongs to it, after a check that it does."""

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypeVar

from flask import abort, render_template

from webapp.access.device import grant_here, new_form_key, question_of
from webapp.access.visit import count_look, not_here
from webapp.http.language import gettext as _
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.circle_models import Circle
from webapp.store.roles import Scope
from webapp.store.used_keys import KeyedQuestion
from webapp.words.phrases import NO_SUCH_PLAYER

D = TypeVar("D")


class CircleVisit(NamedTuple):
    """A circle, a device that belongs to it, and that device's player."""

    circle: Circle
    device_id: int
    player_id: int | None

    def page(self, template: str, **shown: Any) -> str:
        return render_template(template, **{"circle": self.circle, "op": new_form_key(), **shown})

    def question(self, key: Key | None) -> KeyedQuestion | None:
        """Returns the key of a form of this device as the store keeps it."""
        return None if key is None else question_of(Scope.CIRCLE, self.circle.id, self.device_id, key)


def visit_circle(circle_id: int) -> CircleVisit:
    """Returns the circle for a device that belongs to it; else ends the request with 404."""
    found = circle_here(circle_id)
    if found is None:
        not_here(circle_id, Scope.CIRCLE)
    return found


def visit_all_matches(circle_id: int) -> CircleVisit:
    """Returns the visit for a page over all matches. Raises `TooFast` where they are many, and asked for often."""
    found = visit_circle(circle_id)
    count_look(sum(services().store.games_played(circle_id).values()), found.device_id)
    return found


def circle_here(circle_id: int) -> CircleVisit | None:
    """Returns the circle if the device of the request belongs to it."""
    held = grant_here(circle_id, Scope.CIRCLE)
    circle = services().store.circle(circle_id) if held is not None and held.role is not None else None
    return None if circle is None or held is None else CircleVisit(circle, held.device_id, held.player_id)


def circles_here(device_id: int) -> list[CircleVisit]:
    """Returns the circles of the request's device, the one joined last first."""
    found = services().store.circles_of(device_id)
    return [here for circle in found if (here := circle_here(circle.id)) is not None]


def if_there(act: Callable[[], D], why: str | None = None, code: int = 404) -> D:
    """Returns what an act comes to; ends the request where what it is about is not there, or not any more."""
    try:
        return act()
    except LookupError:
        abort(code, description=why)


def no_such_player() -> NoReturn:
    """Ends the request: the circle has no such player, or not any more."""
    abort(404, description=_(NO_SUCH_PLAYER))
