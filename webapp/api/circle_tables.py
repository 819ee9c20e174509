"""Tables and evenings that programs give to circles and take back."""

from flask import Response

from webapp.access.device import require
from webapp.api.circles import CIRCLE, Circle, done, own_table, show, visit_circle_by_token
from webapp.api.endpoints import ApiBlueprint, Body, Id, body
from webapp.api.evenings import visit_evening_by_token
from webapp.circle import acts
from webapp.circle.tables import CircleTables
from webapp.services import services


class GiveTable(Body, frozen=True):
    """A table of the token."""

    table: Id


class GiveEvening(Body, frozen=True):
    """An evening that the token runs."""

    evening: Id


class CountFiles(Body, frozen=True):
    """Whether matches at tables that were opened from a file count."""

    count: bool


bp = ApiBlueprint("api_circle_tables", __name__)


@bp.address(f"POST {CIRCLE}/tables", "giveTable", {200: Circle}, GiveTable)
def give(circle_id: int) -> Response:
    """Gives a table of the token to the circle, at any point of its match."""
    visit_circle_by_token(circle_id)
    table = own_table(body(GiveTable).table)
    done(lambda: acts.give_table(circle_id, table.id))
    return show(circle_id)


@bp.address(f"POST {CIRCLE}/tables/back", "takeTableBack", {200: Circle}, GiveTable)
def take_back(circle_id: int) -> Response:
    """Takes a table of the token back from the circle: nothing of it stays there."""
    visit_circle_by_token(circle_id)
    services().part(CircleTables).take_back(own_table(body(GiveTable).table).id, circle_id)
    return show(circle_id)


@bp.address(f"POST {CIRCLE}/evenings", "giveEvening", {200: Circle}, GiveEvening)
def give_evening(circle_id: int) -> Response:
    """Gives an evening that the token runs to the circle, with all its tables."""
    visit_circle_by_token(circle_id)
    evening = _own_evening(body(GiveEvening).evening)
    done(lambda: acts.give_evening(circle_id, evening))
    return show(circle_id)


@bp.address(f"POST {CIRCLE}/evenings/back", "takeEveningBack", {200: Circle}, GiveEvening)
def take_evening_back(circle_id: int) -> Response:
    """Takes an evening that the token runs back from the circle, with all its tables."""
    visit_circle_by_token(circle_id)
    services().part(CircleTables).take_evening_back(_own_evening(body(GiveEvening).evening), circle_id)
    return show(circle_id)


@bp.address(f"POST {CIRCLE}/from-files", "countFiles", {200: Circle}, CountFiles)
def count_files(circle_id: int) -> Response:
    """Leaves matches from files out, or makes them count again."""
    visit_circle_by_token(circle_id)
    services().part(CircleTables).count_files(circle_id, counted=body(CountFiles).count)
    return show(circle_id)


def _own_evening(evening_id: int) -> int:
    _now, viewer = visit_evening_by_token(evening_id)
    require(viewer.runs)
    return evening_id
