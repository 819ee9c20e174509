"""Programs and circles: which of them a token belongs to, and joining one by its code."""

from typing import Any

from flask import Response

from webapp.api import table_json
from webapp.api.bodies import body_object
from webapp.api.callers import caller_or_new_device, unauthorized
from webapp.api.problems import Problem
from webapp.api.typed_codes import invite_of_typed
from webapp.club.circle.circle_visit import CircleVisit, circle_here
from webapp.http.limits import MOST_CIRCLES
from webapp.seats.device import current_device
from webapp.services import services
from webapp.store import InviteSpent
from webapp.store.circle_models import CircleInvite


def visit_circle_by_token(circle_id: int) -> CircleVisit:
    """Returns a circle for a caller that belongs to it. Raises `Problem` 401, or 404 for who does not."""
    if current_device() is None:
        raise unauthorized()
    found = circle_here(circle_id)
    if found is None:
        raise Problem(404, "no-circle")
    return found


def circles_of_caller() -> list[dict[str, Any]]:
    """Returns the circles that the caller belongs to. Raises `Problem` 401."""
    device = current_device()
    if device is None:
        raise unauthorized()
    return [{"id": one.id, "name": one.name} for one in services().store.circles_of(device.id, MOST_CIRCLES)]


def join() -> Response:
    """Lets the caller in with the code of a circle; a caller without a token gets one."""
    code = body_object().get("code")
    if not isinstance(code, str):
        raise Problem(400)
    invite = _invite(code)
    caller = caller_or_new_device()
    try:
        services().store.join_circle(invite.id, caller.device_id)
    except InviteSpent:
        raise Problem(410, "over") from None
    return table_json.json_response({"id": invite.circle_id, "token": caller.token}, 201)


def _invite(code: str) -> CircleInvite:
    """Returns the invite of a circle. Raises `Problem` 404, or 429 after too many wrong codes."""
    found = invite_of_typed(code)
    if isinstance(found, CircleInvite):
        return found
    raise Problem(404, "no-code")
