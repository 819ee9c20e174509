"""Seasons of circles for programs."""

from collections.abc import Callable, Mapping
from typing import Any, TypedDict, TypeVar

import msgspec
from flask import Response

from webapp.api.bodies import json_response, key_of_body
from webapp.api.circles import CIRCLE, done, refused, streamed, visit_circle_by_token
from webapp.api.endpoints import ApiBlueprint, Body, body
from webapp.api.problems import need
from webapp.circle import acts
from webapp.circle.circle_json import CircleExport, Season, SeasonHead, head_of
from webapp.circle.seasons import USUALLY_COUNTED, read_season
from webapp.services import services
from webapp.store.circle_models import CircleSeason


class SetSeason(Body, frozen=True):
    """A season: its name, a game or all, its days (“2026-11-21”), and how many of the best evenings count."""

    name: str
    first_day: str
    game: str = ""
    last_day: str | None = None
    best: int = USUALLY_COUNTED


class CircleSeasons(TypedDict):
    """The seasons with their standings."""

    seasons: list[Season]


D = TypeVar("D")
SEASON = f"{CIRCLE}/seasons/<int:number>"
bp = ApiBlueprint("api_circle_seasons", __name__)


@bp.address(f"GET {CIRCLE}/seasons", "readSeasons", {200: CircleSeasons})
def seasons(circle_id: int) -> Response:
    """Its seasons with their standings."""
    here = visit_circle_by_token(circle_id)
    told = CircleExport(here.circle)
    found = (told.told_season(one) for one in services().store.circle_seasons(circle_id))
    return streamed({"seasons": found})


@bp.address(f"POST {CIRCLE}/seasons", "makeSeason", {201: SeasonHead}, SetSeason, once=True)
def make_season(circle_id: int) -> Response:
    """Makes a season."""
    visit_circle_by_token(circle_id)
    sent = body(SetSeason)
    season = _read_season(sent, lambda values: acts.make_season(circle_id, values, key_of_body()))
    return json_response(head_of(season), 201)


@bp.address(f"POST {SEASON}", "changeSeason", {200: SeasonHead}, SetSeason)
def change_season(circle_id: int, number: int) -> Response:
    """Changes a season."""
    season, sent = _season(circle_id, number), body(SetSeason)
    _read_season(sent, lambda values: acts.change_season(season, values))
    return json_response(head_of(_season(circle_id, number)))


@bp.address(f"POST {SEASON}/end", "endSeason", {200: SeasonHead})
def end_season(circle_id: int, number: int) -> Response:
    """Ends a season with today; one that has not begun yet, or is over, stays as it is."""
    season = _season(circle_id, number)
    done(lambda: acts.end_season(season), "no-season")
    return json_response(head_of(_season(circle_id, number)))


@bp.address(f"POST {SEASON}/remove", "removeSeason", {204: None})
def remove_season(circle_id: int, number: int) -> Response:
    """Removes a season; one that is gone stays so."""
    visit_circle_by_token(circle_id)
    services().store.remove_season(circle_id, number)
    return Response(status=204)


def _season(circle_id: int, number: int) -> CircleSeason:
    visit_circle_by_token(circle_id)
    return need(services().store.circle_season(circle_id, number), "no-season")


def _read_season(sent: SetSeason, act: Callable[[Mapping[str, Any]], D | acts.Refused]) -> D:
    """Returns what an act with the season in the body comes to, as the form of a season is read. Raises `Problem`."""
    typed = {name: "" if it is None else str(it) for name, it in msgspec.structs.asdict(sent).items()}
    form = read_season(typed)
    if form.faults:
        faults = {**acts.season_faults(form.values), **form.faults}
        raise refused(acts.Refused("", is_form=True, faults=faults))
    return done(lambda: act(form.values), "no-season")
