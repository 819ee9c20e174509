"""Seasons of a circle: form, pages, addresses."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from webapp.access.device import KEY_BYTES, hashed_form_key
from webapp.circle.evening_days import today
from webapp.circle.matches import day_in
from webapp.circle.season_standing import points_of_day, standing_of
from webapp.circle.tables import CircleVisit, visit_all_matches, visit_circle
from webapp.games.registry import looks
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_TITLE, MOST_COUNTED_EVENINGS, MOST_SEASONS
from webapp.services import services
from webapp.store.circle_history import MatchFilter
from webapp.store.circle_models import CircleMatch, CirclePlayer, CircleSeason
from webapp.table.forms import NotAnEvent, op_in
from webapp.table.player_names import tidy
from webapp.table.table_view import is_title
from webapp.words.table_choices import title_fault

FIELDS = ("name", "game", "first_day", "last_day", "best")
USUALLY_COUNTED = 5
"""How many evenings count where nobody says otherwise."""


@dataclass(frozen=True)
class SeasonForm:
    """The fields as they were typed, and why one is not taken, by its name; `values` are what they come to."""

    typed: Mapping[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)


def blank_season() -> SeasonForm:
    """Returns the form of a season that begins today."""
    typed = dict.fromkeys(FIELDS, "")
    return SeasonForm({**typed, "first_day": today().isoformat(), "best": str(USUALLY_COUNTED)})


def form_of(season: CircleSeason) -> SeasonForm:
    """Returns the form of a season as it stands."""
    return SeasonForm({name: "" if (value := getattr(season, name)) is None else str(value) for name in FIELDS})


def read_season(sent: Mapping[str, str], before: CircleSeason | None = None) -> SeasonForm:
    """Returns what was sent, with its faults; `before`: a game that this season has is taken, offered or not."""
    typed = {name: sent.get(name, "")[: 2 * LONGEST_TITLE] for name in FIELDS}
    name, game = tidy(typed["name"]), typed["game"]
    first, last, best = day_in(typed["first_day"]), day_in(typed["last_day"]), parse_integer(typed["best"])
    faults = {
        "name": _("Give it a name.") if not name else "" if is_title(name) else title_fault(),
        "game": "" if game in {"", *looks(), before.game if before else ""} else _("Choose a game."),
        "first_day": "" if first else _("Say on which day it begins."),
        "last_day": _last_day_fault(typed, first is not None and last is not None and last < first),
        "best": ""
        if best is not None and 1 <= best <= MOST_COUNTED_EVENINGS
        else _("A number from 1 to %(most)s.", most=MOST_COUNTED_EVENINGS),
    }
    found = {field: fault for field, fault in faults.items() if fault}
    return SeasonForm(typed, found, {"name": name, "game": game, "first_day": first, "last_day": last, "best": best})


def _last_day_fault(typed: Mapping[str, str], is_before: bool) -> str:
    if is_before:
        return _("The last day lies before the first one.")
    if typed["last_day"] and day_in(typed["last_day"]) is None:
        return _("Say a day, or leave it empty while the season goes on.")
    return ""


@dataclass(frozen=True)
class SideOfEvening:
    """A side in a match: its names, its place there, and the points that each of them got for it."""

    names: list[str]
    place: int
    points: int


@dataclass(frozen=True)
class MatchOfEvening:
    """A match of an evening with its sides, the best first."""

    match: CircleMatch
    sides: list[SideOfEvening]


def evening_matches(
    matches: Sequence[CircleMatch], points: Mapping[int, Mapping[int, int]], players: Mapping[int, CirclePlayer]
) -> list[MatchOfEvening]:
    """Returns these matches, given the points of each player by table and number; in their order."""
    return [
        MatchOfEvening(row, sorted(_sides(row, points[row.table_id], players), key=lambda side: side.place))
        for row in matches
    ]


def _sides(row: CircleMatch, points: Mapping[int, int], players: Mapping[int, CirclePlayer]) -> list[SideOfEvening]:
    sides: list[list[int]] = row.summary["sides"]
    return [
        SideOfEvening(
            [players[row.players[seat]].name for seat in seats],
            row.summary["places"][at],
            points[row.players[seats[0]]],
        )
        for at, seats in enumerate(sides)
    ]


bp = Blueprint("circle_seasons", __name__, url_prefix="/circles/<int:circle_id>/seasons")
Page = tuple[str, int]


@bp.get("")
def index(circle_id: int) -> str:
    """Shows the seasons, the one that began last first."""
    here = visit_circle(circle_id)
    seasons = services().store.circle_seasons(circle_id)
    return render_template("circle/seasons.html", circle=here.circle, seasons=seasons, today=today())


@bp.get("/new")
def new(circle_id: int) -> str:
    """Asks for what a season is made of."""
    return _form(visit_circle(circle_id), blank_season(), secrets.token_urlsafe(KEY_BYTES))


@bp.post("")
def create(circle_id: int) -> Response | Page:
    """Makes a season and leads to it; a form that was sent twice has made one."""
    here, store = visit_circle(circle_id), services().store
    try:
        op = op_in(request.form)
    except NotAnEvent:
        abort(400)
    form = read_season(request.form)
    if form.faults:
        return _form(here, form, op), 422
    if store.count_seasons(circle_id) >= MOST_SEASONS:
        full = _("The circle has %(most)s seasons, and no more are kept. Remove one first.", most=MOST_SEASONS)
        return _form(here, SeasonForm(form.typed, {"name": full}), op), 409
    season = store.make_season(circle_id, form.values, op=hashed_form_key(op))
    return _to(season)


@bp.get("/<int:season_id>")
def show(circle_id: int, season_id: int) -> str:
    """Shows the standing, with the evenings of one player: who is asked for, else of the first."""
    here, season = _season(visit_all_matches(circle_id), season_id)
    rows = standing_of(season, services().store.circle_players(circle_id))
    shown = parse_integer(request.args["player"]) if "player" in request.args else rows[0].person if rows else None
    return render_template(
        "circle/season.html", circle=here.circle, season=season, rows=rows, shown=shown, today=today()
    )


@bp.get("/<int:season_id>/evenings/<day>")
def evening(circle_id: int, season_id: int, day: str) -> str:
    """Shows where the points of a day come from: its matches, with what each brought."""
    here, season = _season(visit_all_matches(circle_id), season_id)
    asked = day_in(day)
    points = points_of_day(season, asked) if asked is not None else {}
    if asked is None or not points:
        abort(404, description=_("No match of this season counts to that day."))
    store = services().store
    wanted = MatchFilter(circle_id, list(store.games_played(circle_id)), tables=list(points))
    matches = store.find_matches(wanted, limit=len(points))
    return render_template(
        "circle/season_evening.html",
        circle=here.circle,
        season=season,
        day=asked,
        matches=evening_matches(matches, points, store.circle_players(circle_id)),
    )


@bp.get("/<int:season_id>/edit")
def edit(circle_id: int, season_id: int) -> str:
    """Asks for what shall be different, and offers to remove the season."""
    here, season = _season(visit_circle(circle_id), season_id)
    return _form(here, form_of(season), season=season)


@bp.post("/<int:season_id>")
def change(circle_id: int, season_id: int) -> Response | Page:
    """Changes a season."""
    here, season = _season(visit_circle(circle_id), season_id)
    form = read_season(request.form, season)
    if form.faults:
        return _form(here, form, season=season), 422
    return _changed(season, **form.values)


@bp.post("/<int:season_id>/end")
def end(circle_id: int, season_id: int) -> Response:
    """Ends a season with today; one that has not begun yet, or is over, stays as it is."""
    _here, season = _season(visit_circle(circle_id), season_id)
    return _changed(season, last_day=today()) if season.runs_on(today()) else _to(season)


@bp.post("/<int:season_id>/remove")
def remove(circle_id: int, season_id: int) -> Response:
    """Removes a season; one that is gone stays so."""
    visit_circle(circle_id)
    services().store.remove_season(circle_id, season_id)
    return redirect(url_for("circle_seasons.index", circle_id=circle_id), 303)


def _season(here: CircleVisit, season_id: int) -> tuple[CircleVisit, CircleSeason]:
    season = services().store.circle_season(here.circle.id, season_id)
    if season is None:
        abort(404, description=_no_season())
    return here, season


def _changed(season: CircleSeason, **values: object) -> Response:
    try:
        services().store.change_season(season.circle_id, season.id, values)
    except LookupError:  # removed meanwhile
        abort(404, description=_no_season())
    return _to(season)


def _no_season() -> str:
    return _("This circle has no season of this number.")


def _to(season: CircleSeason) -> Response:
    return redirect(url_for("circle_seasons.show", circle_id=season.circle_id, season_id=season.id), 303)


def _form(here: CircleVisit, form: SeasonForm, op: str = "", season: CircleSeason | None = None) -> str:
    return render_template(
        "circle/season_form.html",
        circle=here.circle,
        form=form,
        season=season,
        op=op,
        games=[*looks(), *([season.game] if season and season.game not in {"", *looks()} else [])],
        most=MOST_COUNTED_EVENINGS,
    )
