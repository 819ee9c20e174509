"""JSON API, version 1: the same tables for other programs (record, section 7)."""

from flask import Response

from webapp.access.visit import light
from webapp.api import changes_json, joining, opening, penalties_json, table_json
from webapp.api.bodies import json_response, visit_by_token
from webapp.api.calls import (
    ETAG,
    IF_MATCH,
    IF_NONE_MATCH,
    LOCATION,
    Event,
    Events,
    NewTable,
    Programs,
    Record,
    Told,
)
from webapp.history.records.download import copy_for
from webapp.live import streams
from webapp.services import services

bp = Programs("api", __name__)
TABLE = "/tables/<int:table_id>"


@bp.call("POST /tables", "openTable", {201: Told(opening.Opened, LOCATION)}, NewTable, once=True, needs_token=None)
def create() -> Response:
    """Opens an empty table; its host is who asks."""
    return opening.open_table()


@bp.call("POST /records", "openRecord", {201: Told(opening.Opened, LOCATION)}, Record, once=True, needs_token=None)
def take_in() -> Response:
    """Opens a table with the whole log of a record."""
    return opening.open_record()


@bp.call(
    "POST /join",
    "join",
    {201: Told(joining.Joined, LOCATION), 202: joining.Waiting},
    joining.Join,
    fails=(403, 404, 410),
    needs_token=None,
)
def join() -> Response:
    """Lets the caller in with a code or a link; 202: the host has to say yes first, then send it again."""
    return joining.join()


@bp.call(
    f"GET {TABLE}",
    "readTable",
    {200: Told(table_json.Table, ETAG), 304: Told(None, ETAG)},
    asks=[IF_NONE_MATCH],
)
@light
def table(table_id: int) -> Response:
    """The table as the caller may see it."""
    now, viewer = visit_by_token(table_id)
    return json_response(table_json.table(now, viewer), seq=now.fold.seq)


@bp.call(
    f"POST {TABLE}/events",
    "enter",
    {201: Told(table_json.Made, ETAG)},
    Event,
    once=True,
    asks=[IF_MATCH],
)
@light
def enter(table_id: int) -> Response:
    """Makes an event; without a key each request is a new one."""
    return table_json.enter(*visit_by_token(table_id))


@bp.call(f"GET {TABLE}/record", "readRecord", {200: Record})
def record(table_id: int) -> Response:
    """The record as the caller may read it: up to the hand under way where something in it is closed."""
    now, viewer = visit_by_token(table_id)
    return Response(copy_for(now, viewer).signed(services().store.chain), content_type="application/json")


@bp.call(f"GET {TABLE}/stream", "stream", {200: Events}, fails=[429])
@light
def stream(table_id: int) -> Response:
    """The table live."""
    visit_by_token(table_id)
    return streams.open_stream(table_id, kind="json", render=table_json.stream_data)


@bp.call(f"POST {TABLE}/changes", "askForChange", {201: changes_json.Asked}, changes_json.Ask, once=True)
def ask(table_id: int) -> Response:
    """Asks for an event that the table does not take without leave: of the referee, else of all sides."""
    return changes_json.ask(*visit_by_token(table_id))


@bp.call(
    f"POST {TABLE}/changes/<int:number>",
    "decideOnChange",
    {200: table_json.ChangeRequest},
    changes_json.Answer,
    once=True,
)
def decide(table_id: int, number: int) -> Response:
    """The referee allows or refuses it, a side agrees, or who asked takes it back."""
    return changes_json.decide(*visit_by_token(table_id), number)


@bp.call(f"POST {TABLE}/penalties", "givePenalty", {201: penalties_json.Penalty}, penalties_json.NewPenalty, once=True)
def penalise(table_id: int) -> Response:
    """The referee gives a penalty; its points, if it costs any, are adjusted in the same entry."""
    return penalties_json.give(*visit_by_token(table_id))


@bp.call(
    f"POST {TABLE}/penalties/<int:number>/lift",
    "liftPenalty",
    {200: penalties_json.Penalty},
    penalties_json.Lift,
    once=True,
)
def lift(table_id: int, number: int) -> Response:
    """The referee lifts a penalty and gives its points back; it stays in the list."""
    return penalties_json.lift(*visit_by_token(table_id), number)


@bp.call(f"GET {TABLE}/rulings", "readRulings", {200: changes_json.Rulings})
def rulings(table_id: int) -> Response:
    """What was ruled, adjusted or given as a penalty, the newest first; nothing leaves this list."""
    return json_response(changes_json.listed(*visit_by_token(table_id)))


@bp.call(f"POST {TABLE}/rulings/read", "markRead", {200: changes_json.Rulings}, changes_json.Read)
def read(table_id: int) -> Response:
    """Notes that the caller has read them so far: what is newer is told as new. Who only watches may not."""
    return changes_json.read(*visit_by_token(table_id))
