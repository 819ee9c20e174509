"""Devices of a circle: which belong to it, and how one of them is put out."""

from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.circle.tables import CircleVisit, visit_circle
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.roles import Scope

bp = Blueprint("circle_devices", __name__, url_prefix="/circles/<int:circle_id>/phones")


class DeviceRow(NamedTuple):
    """A device by the number of its grant; `name` is that of the player for whom it stands, None for nobody."""

    grant: int
    device_id: int
    name: str | None
    since: datetime
    mine: bool


def device_rows(here: CircleVisit) -> list[DeviceRow]:
    """Returns the devices that belong to a circle, the own one first, then the oldest grant first."""
    store, circle_id = services().store, here.circle.id
    players = store.circle_players(circle_id, forgotten=False)
    rows = [
        DeviceRow(
            grant.id,
            grant.device_id,
            players[grant.player_id].name if grant.player_id in players else None,
            grant.since,
            grant.device_id == here.device_id,
        )
        for grant in store.grants(circle_id, Scope.CIRCLE)
    ]
    return sorted(rows, key=lambda row: not row.mine)


@bp.get("")
def show(circle_id: int) -> str:
    """Shows which devices belong to the circle."""
    here = visit_circle(circle_id)
    return render_template("circle/phones.html", circle=here.circle, rows=device_rows(here))


@bp.get("/<int:number>/out")
def asking(circle_id: int, number: int) -> str:
    """Asks once more before a device is put out."""
    here, row = _other(circle_id, number)
    return render_template("circle/put_out.html", circle=here.circle, row=row)


@bp.post("/<int:number>/out")
def put_out(circle_id: int, number: int) -> Response:
    """Puts a device out; the code to join is a new one."""
    _here, row = _other(circle_id, number)
    services().store.put_out(circle_id, row.device_id)
    return redirect(url_for("circle_devices.show", circle_id=circle_id), 303)


def _other(circle_id: int, number: int) -> tuple[CircleVisit, DeviceRow]:
    """Returns another device of the circle by the number of its grant; else ends the request with 404."""
    here = visit_circle(circle_id)
    row = next((row for row in device_rows(here) if row.grant == number and not row.mine), None)
    if row is None:
        abort(404, description=_("This phone belongs to the circle no longer."))
    return here, row
