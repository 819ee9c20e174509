"""JSON API, version 1: the same tables for other programs (record, section 7)."""

from flask import Blueprint, Response, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from webapp.access.visit import light
from webapp.api import (
    changes_json,
    description,
    joining,
    opening,
    penalties_json,
    problems,
    table_json,
)
from webapp.api import (
    changes_json as rulings_json,
)
from webapp.api import (
    table_json as new_events,
)
from webapp.api.bodies import visit_by_token
from webapp.api.problems import Problem
from webapp.history.records.download import copy_for
from webapp.live import streams
from webapp.services import services

bp = Blueprint("api", __name__, url_prefix="/api/v1")
TABLE = "/tables/<int:table_id>"
bp.before_request(problems.choose_language)
bp.register_error_handler(Problem, problems.answer)


@bp.get("/")
def index() -> AnyResponse:
    """Leads to the description."""
    return redirect(url_for("api.openapi"))


@bp.get("/openapi.json")
def openapi() -> Response:
    """Sends the description of this API."""
    return Response(description.text(), content_type="application/json")


@bp.post("/tables")
def create() -> Response:
    """Opens a table from a record without events."""
    return opening.open_table()


@bp.post("/records")
def take_in() -> Response:
    """Opens a table with the whole log of a record."""
    return opening.open_record()


@bp.post("/join")
def join() -> Response:
    """Lets the caller in at a table."""
    return joining.join()


@bp.get(TABLE)
@light
def table(table_id: int) -> Response:
    """Sends the table as this viewer may see it."""
    now, viewer = visit_by_token(table_id)
    return table_json.json_response(table_json.table(now, viewer), seq=now.fold.seq)


@bp.post(f"{TABLE}/events")
@light
def enter(table_id: int) -> Response:
    """Makes an event."""
    return new_events.enter(*visit_by_token(table_id))


@bp.get(f"{TABLE}/record")
def record(table_id: int) -> Response:
    """Sends the record as this viewer may read it, signed by the house."""
    now, viewer = visit_by_token(table_id)
    return Response(copy_for(now, viewer).signed(services().store.chain), content_type="application/json")


@bp.get(f"{TABLE}/stream")
@light
def stream(table_id: int) -> Response:
    """Sends the table now and after every change."""
    visit_by_token(table_id)
    return streams.open_stream(table_id, kind="json", render=table_json.stream_data)


@bp.post(f"{TABLE}/changes")
def ask(table_id: int) -> Response:
    """Asks for an event that the table does not take without leave."""
    return changes_json.ask(*visit_by_token(table_id))


@bp.post(f"{TABLE}/changes/<int:number>")
def decide(table_id: int, number: int) -> Response:
    """Allows, refuses, agrees to or takes back what waits."""
    return changes_json.decide(*visit_by_token(table_id), number)


@bp.post(f"{TABLE}/penalties")
def penalise(table_id: int) -> Response:
    """Gives a penalty."""
    return penalties_json.give(*visit_by_token(table_id))


@bp.post(f"{TABLE}/penalties/<int:number>/lift")
def lift(table_id: int, number: int) -> Response:
    """Lifts a penalty."""
    return penalties_json.lift(*visit_by_token(table_id), number)


@bp.get(f"{TABLE}/rulings")
def rulings(table_id: int) -> Response:
    """Sends what was decided at the table, the newest first."""
    return table_json.json_response(rulings_json.listed(*visit_by_token(table_id)))


@bp.post(f"{TABLE}/rulings/read")
def read(table_id: int) -> Response:
    """Notes how far the caller has read what was decided."""
    return rulings_json.read(*visit_by_token(table_id))
