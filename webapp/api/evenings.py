"""JSON API of evenings, version 1: the same evenings for other programs."""

import json

from flask import Blueprint, Response, request

from webapp.api import evening_actions, evening_json, problems, table_json
from webapp.api.evening_actions import visit_evening_by_token
from webapp.api.problems import Problem
from webapp.evening.keeper import EveningNow
from webapp.evening.stream import (
    EveningPage,
    Shown,
    Tables,
    open_evening_stream,
)
from webapp.evening.viewer import EveningViewer
from webapp.http.integers import parse_integer

bp = Blueprint("api_evenings", __name__, url_prefix="/api/v1")
EVENING = "/evenings/<int:evening_id>"
bp.before_request(problems.choose_language)
bp.register_error_handler(Problem, problems.answer)


@bp.post("/evenings")
def create() -> Response:
    """Opens an evening."""
    return evening_actions.open_evening()


@bp.post("/evenings/join")
def join() -> Response:
    """Lets the caller in at an evening."""
    return evening_actions.join()


@bp.get(EVENING)
def show(evening_id: int) -> Response:
    """Sends the evening as this caller may see it."""
    return evening_actions.shown(*visit_evening_by_token(evening_id))


@bp.get(f"{EVENING}/lines")
def lines(evening_id: int) -> Response:
    """Sends what happened after the line `after` to those who help to run the evening."""
    now, viewer = visit_evening_by_token(evening_id)
    if not viewer.helps:
        raise Problem(403)
    after = parse_integer(request.args.get("after", "0"))
    if after is None:
        raise Problem(400)
    return table_json.json_response({"lines": evening_json.lines(now, after)})


@bp.post(f"{EVENING}/lines")
def add(evening_id: int) -> Response:
    """Adds a line."""
    return evening_actions.add(*visit_evening_by_token(evening_id))


@bp.post(f"{EVENING}/rounds")
def seat(evening_id: int) -> Response:
    """Seats the next round."""
    return evening_actions.seat(*visit_evening_by_token(evening_id))


@bp.get(f"{EVENING}/standing")
def standing(evening_id: int) -> Response:
    """Sends the standing."""
    return table_json.json_response(evening_json.standing(*visit_evening_by_token(evening_id)))


@bp.get(f"{EVENING}/stream")
def stream(evening_id: int) -> Response:
    """Sends the evening now and after every change."""
    _now, viewer = visit_evening_by_token(evening_id)
    return open_evening_stream(evening_id, viewer, JSON_PAGE)


def _told(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Shown:
    """The seconds of clocks go on by themselves: they alone are no news."""
    told = evening_json.evening(now, tables, viewer)
    seconds = tuple(one.pop("seconds") for one in told["rounds"])
    return {"told": told, "seconds": seconds}


def _written(shown: Shown) -> str:
    rounds = [{**one, "seconds": it} for one, it in zip(shown["told"]["rounds"], shown["seconds"], strict=True)]
    return json.dumps({**shown["told"], "rounds": rounds})


JSON_PAGE = EveningPage("json", _told, _written)
