"""JSON API of evenings, version 1: the same evenings for other programs."""

from flask import Response, request

from webapp.api import evening_actions, evening_json
from webapp.api.bodies import json_response, plain, written
from webapp.api.calls import LOCATION, Events, NewLine, Programs, Told, asked
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

bp = Programs("api_evenings", __name__)
EVENING = "/evenings/<int:evening_id>"


@bp.call(
    "POST /evenings",
    "openEvening",
    {201: Told(evening_actions.OpenedEvening, LOCATION)},
    evening_actions.NewEvening,
    once=True,
    needs_token=None,
)
def create() -> Response:
    """Opens an evening; its organiser is who asks."""
    return evening_actions.open_evening()


@bp.call(
    "POST /evenings/join",
    "joinEvening",
    {201: evening_actions.JoinedEvening},
    evening_actions.JoinEvening,
    fails=[403, 404],
    needs_token=None,
)
def join() -> Response:
    """Lets the caller in at an evening by the code of its check-in: as somebody on the list, new, or to watch."""
    return evening_actions.join()


@bp.call(f"GET {EVENING}", "readEvening", {200: evening_json.Evening})
def show(evening_id: int) -> Response:
    """The evening."""
    return evening_actions.shown(*visit_evening_by_token(evening_id))


@bp.call(
    f"GET {EVENING}/lines",
    "readLines",
    {200: evening_json.Lines},
    asks=[asked("after", type="integer", minimum=0)],
    fails=[400],
)
def lines(evening_id: int) -> Response:
    """What happened at the evening, to those who run it and to its referees."""
    now, viewer = visit_evening_by_token(evening_id)
    if not viewer.helps:
        raise Problem(403)
    after = parse_integer(request.args.get("after", "0"))
    if after is None:
        raise Problem(400)
    return json_response({"lines": evening_json.lines(now, after)})


@bp.call(
    f"POST {EVENING}/lines",
    "addLine",
    {201: evening_json.Evening},
    NewLine,
    once=True,
)
def add(evening_id: int) -> Response:
    """Adds a line: who may add which is docs/api.md's."""
    return evening_actions.add(*visit_evening_by_token(evening_id))


@bp.call(
    f"POST {EVENING}/rounds",
    "seatRound",
    {201: evening_json.Evening},
    evening_actions.NewRound,
    once=True,
)
def seat(evening_id: int) -> Response:
    """Seats the next round."""
    return evening_actions.seat(*visit_evening_by_token(evening_id))


@bp.call(f"GET {EVENING}/standing", "readStanding", {200: evening_json.Standing})
def standing(evening_id: int) -> Response:
    """The standing."""
    return json_response(evening_json.standing(*visit_evening_by_token(evening_id)))


@bp.call(f"GET {EVENING}/stream", "streamEvening", {200: Events}, fails=[429])
def stream(evening_id: int) -> Response:
    """The evening live."""
    _now, viewer = visit_evening_by_token(evening_id)
    return open_evening_stream(evening_id, viewer, JSON_PAGE)


def _told(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Shown:
    """The seconds of clocks go on by themselves: they alone are no news."""
    told = plain(evening_json.evening(now, tables, viewer))
    seconds = tuple(one.pop("seconds") for one in told["rounds"])
    return {"told": told, "seconds": seconds}


def _written(shown: Shown) -> str:
    rounds = [{**one, "seconds": it} for one, it in zip(shown["told"]["rounds"], shown["seconds"], strict=True)]
    return written({**shown["told"], "rounds": rounds})


JSON_PAGE = EveningPage("json", _told, _written)
