"""Seasons of a circle: form, standing, pages, addresses."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import new_form_key, or_404, sent_form_key
from webapp.circle import acts
from webapp.circle.match_days import all_played, days_of, tables_between, today
from webapp.circle.matches import CircleCache, day_in
from webapp.circle.statistics import beaten
from webapp.circle.visit import CircleVisit, if_there, visit_all_matches, visit_circle
from webapp.games.common.names import game_name
from webapp.games.registry import looks
from webapp.history import picture_layout
from webapp.history.result_picture import PLAIN_CLOTH, Pictures, cloth_of, picture_answer
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import (
    LONGEST_TITLE,
    MATCHES_A_TURN,
    MOST_COUNTED_EVENINGS,
    MOST_OPENED_EVENINGS,
    PEOPLE_A_TURN,
    STANDING_PICTURED,
)
from webapp.http.steps import in_turns
from webapp.services import services
from webapp.store.circle_history import MatchFilter
from webapp.store.circle_models import Circle, CircleMatch, CirclePlayer, CircleSeason
from webapp.store.circle_seasons import MatchPlaces
from webapp.store.name_keys import alphabetical
from webapp.table.forms import op_in
from webapp.words.phrases import NO_SEASON, date_said


@dataclass(frozen=True)
class SeasonDay:
    """A player's points in all matches of a day; `counts` in the season."""

    day: date
    points: int
    counts: bool


@dataclass(frozen=True)
class PlayerSeason:
    """A player in a season: `evenings` in the order of their days."""

    place: int
    person: int
    name: str
    total: int
    evenings: list[SeasonDay]

    @cached_property
    def counted(self) -> int:
        return sum(one.counts for one in self.evenings)

    @property
    def evenings_said(self) -> str:
        """How many evenings count of how many: *3 of 5 evenings*."""
        return ngettext(
            "%(counted)s of %(num)s evening",
            "%(counted)s of %(num)s evenings",
            len(self.evenings),
            counted=self.counted,
        )


@dataclass(frozen=True)
class Scored:
    """A player's points in a match of a season, and the day to which they count."""

    table: int
    day: date
    player: int
    points: int


def scored_in(of: CircleSeason, only: date | None = None) -> Iterator[Scored]:
    """Yields the points of all players in the matches of a season, or of one day of it.

    None in which somebody sat twice. Guests score nothing, and a side of guests alone is beaten by nobody. Others are
    answered in between.
    """
    store, guests = services().store, services().store.guests(of.circle_id)
    played = all_played(of.circle_id)
    days = days_of(played)
    first, last = (of.first_day, of.last_day) if only is None else (only, only)
    within = set(tables_between(days, of.first_day, of.last_day)).intersection(tables_between(days, first, last))
    tables = [match.table_id for match in played if match.table_id in within and of.game in ("", match.game)]
    for some in in_turns(tables, MATCHES_A_TURN):
        for table, match in store.match_places(of.circle_id, some).items():
            if len(set(match.players)) == len(match.players):
                yield from _scored(table, days[table], match, guests)


def _scored(table: int, day: date, match: MatchPlaces, guests: Collection[int]) -> Iterator[Scored]:
    sides = [[one for seat in seats if (one := match.players[seat]) not in guests] for seats in match.sides]
    places = [place for place, players in zip(match.places, sides, strict=True) if players]
    if len(places) > 1:
        for place, players in zip(match.places, sides, strict=True):
            yield from (Scored(table, day, one, beaten(places, place)) for one in players)


def standing_of(of: CircleSeason) -> Sequence[PlayerSeason]:
    """Returns the standing of a season: by place, then by name."""

    def made(names: Mapping[int, str]) -> Sequence[PlayerSeason]:
        by_player: dict[int, Counter[date]] = defaultdict(Counter)
        for one in scored_in(of):
            by_player[one.player][one.day] += one.points
        return standing(by_player, of.best, names)

    what = "standing", of.game, of.first_day, of.last_day, of.best
    return services().part(CircleCache).of(of.circle_id, what, made)


def standing(by_player: Mapping[int, Mapping[date, int]], best: int, names: Mapping[int, str]) -> list[PlayerSeason]:
    """Returns the standing by the best evenings of each player, given the points by day: place, then name.

    Raises `ValueError` where none would count.
    """
    if best < 1:
        raise ValueError("at least one evening counts")
    found: dict[int, list[SeasonDay]] = {}
    for some in in_turns(by_player.items(), PEOPLE_A_TURN):
        for player, days in some:
            counted = {day for day, _points in sorted(days.items(), key=lambda one: (-one[1], one[0]))[:best]}
            found[player] = [SeasonDay(day, days[day], counts=day in counted) for day in sorted(days)]
    totals = {player: sum(one.points for one in evenings if one.counts) for player, evenings in found.items()}
    places: dict[int, int] = {}
    for place, total in enumerate(sorted(totals.values(), reverse=True), 1):
        places.setdefault(total, place)
    rows = [
        PlayerSeason(places[totals[player]], player, names.get(player, ""), totals[player], evenings)
        for player, evenings in found.items()
    ]
    return sorted(rows, key=lambda row: (row.place, alphabetical(row.name)))


def points_of_day(of: CircleSeason, day: date) -> dict[int, dict[int, int]]:
    """Returns the points of each player in each match of this day of a season, by table."""
    points: dict[int, dict[int, int]] = {}
    for one in scored_in(of, day):
        points.setdefault(one.table, {})[one.player] = one.points
    return points


FIELDS = ("name", "game", "first_day", "last_day", "best")
USUALLY_COUNTED = 5
"""The default number of evenings that count."""


@dataclass(frozen=True)
class SeasonForm:
    """Typed fields and their faults, by name; `values` are the parsed values."""

    typed: Mapping[str, str]
    faults: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)


def blank_season() -> SeasonForm:
    typed = dict.fromkeys(FIELDS, "")
    return SeasonForm({**typed, "first_day": today().isoformat(), "best": str(USUALLY_COUNTED)})


def form_of(season: CircleSeason) -> SeasonForm:
    return SeasonForm({name: "" if (value := getattr(season, name)) is None else str(value) for name in FIELDS})


def read_season(sent: Mapping[str, str]) -> SeasonForm:
    """Returns the parsed form, with its faults."""
    typed = {name: sent.get(name, "")[: 2 * LONGEST_TITLE] for name in FIELDS}
    first, last = day_in(typed["first_day"]), day_in(typed["last_day"])
    unread = bool(typed["last_day"]) and last is None
    faults = {"last_day": _("Say a day, or leave it empty while the season goes on.")} if unread else {}
    days = {"first_day": first, "last_day": last}
    return SeasonForm(typed, faults, {**typed, **days, "best": parse_integer(typed["best"])})


def _sides(
    row: CircleMatch, points: Mapping[int, int], players: Mapping[int, CirclePlayer]
) -> list[tuple[int, list[str], int | None]]:
    """Returns the sides of a match, the best first: the place, the names, the points of each, None for guests alone.

    `points` are those of each player in this match.
    """
    sides = [
        (
            place,
            [players[row.players[seat]].name for seat in seats],
            next((points[row.players[seat]] for seat in seats if row.players[seat] in points), None),
        )
        for place, seats in zip(row.summary["places"], row.summary["sides"], strict=True)
    ]
    return sorted(sides, key=lambda side: side[0])


def season_picture(circle: Circle, season: CircleSeason, rows: Sequence[PlayerSeason]) -> bytes:
    """Returns the picture of a standing: its first rows, and how many are left out."""
    shown = [
        picture_layout.PictureRow(
            str(row.place), picture_layout.drawable(row.name, _("Somebody")), row.evenings_said, str(row.total)
        )
        for row in rows[:STANDING_PICTURED]
    ]
    more, game = len(rows) - len(shown), game_name(season.game) if season.game else _("All games")
    facts = picture_layout.StandingFacts(
        title=picture_layout.drawable(season.name),
        under=", ".join(filter(None, (picture_layout.drawable(circle.name), season_span(season)))),
        rows=shown,
        more=_("… and %(num)s more", num=more) if more else "",
        foot=f"{game}, {ngettext('the best evening counts', 'the best %(num)s evenings count', season.best)}",
        cloth=cloth_of(season.game) if season.game in looks() else PLAIN_CLOTH,
    )
    drawn = services().part(Pictures).drawn(("season", repr(facts)), lambda: facts)
    assert drawn is not None  # there is always something to tell
    return drawn


bp = Blueprint("circle_seasons", __name__, url_prefix="/circles/<int:circle_id>/seasons")


@bp.app_template_global()
def season_span(season: CircleSeason) -> str:
    """Returns from when to when a season goes: *since 1 September 2026*, *1 September to 30 November 2026*."""
    first = date_said(season.first_day)
    if season.last_day is None:
        return _("since %(day)s", day=first)
    return _("%(first)s to %(last)s", first=first, last=date_said(season.last_day))


@bp.get("")
def index(circle_id: int) -> str:
    """Shows the seasons, the one that began last first."""
    here = visit_circle(circle_id)
    seasons = services().store.circle_seasons(circle_id)
    return here.page("circle/seasons.html", seasons=seasons, today=today())


@bp.get("/new")
def new(circle_id: int) -> str:
    return _form(visit_circle(circle_id), blank_season(), new_form_key())


@bp.post("")
def create(circle_id: int) -> Response | Page:
    """Makes a season and leads to it; a form that was sent twice has made one."""
    here = visit_circle(circle_id)
    op = op_in(request.form)
    form = read_season(request.form)
    made = _unread(form) or acts.make_season(circle_id, form.values, sent_form_key(op))
    if isinstance(made, acts.Refused):
        return _form(here, replace(form, faults={**made.faults, **form.faults}), op), made.status
    return _to(made)


@bp.get("/<int:season_id>")
def show(circle_id: int, season_id: int) -> str:
    """Shows the standing, with the evenings of one player: the one asked for, else the first if they are few."""
    here, season = _season(visit_all_matches(circle_id), season_id)
    rows = standing_of(season)
    if "player" in request.args:
        shown = parse_integer(request.args["player"])
    else:
        shown = next((row.person for row in rows[:1] if len(row.evenings) <= MOST_OPENED_EVENINGS), None)
    return here.page("circle/season.html", season=season, rows=rows, shown=shown, today=today())


@bp.get("/<int:season_id>/standing.png")
def picture(circle_id: int, season_id: int) -> Response:
    here, season = _season(visit_all_matches(circle_id), season_id)
    rows = standing_of(season)
    if not rows:
        abort(404, description=_("No match of this season is over yet."))
    return picture_answer(season_picture(here.circle, season, rows))


@bp.get("/<int:season_id>/evenings/<day>")
def evening(circle_id: int, season_id: int, day: str) -> str:
    """Shows the sources of a day's points: its matches, with the points of each."""
    here, season = _season(visit_all_matches(circle_id), season_id)
    asked = day_in(day)
    points = points_of_day(season, asked) if asked is not None else {}
    if asked is None or not points:
        abort(404, description=_("No match of this season counts to that day."))
    store = services().store
    wanted = MatchFilter(circle_id, list(store.games_played(circle_id)), tables=list(points))
    matches = store.find_matches(wanted, limit=len(points))
    players = store.circle_players(circle_id)
    return here.page(
        "circle/season_evening.html",
        season=season,
        day=asked,
        matches=[(row, _sides(row, points[row.table_id], players)) for row in matches],
    )


@bp.get("/<int:season_id>/edit")
def edit(circle_id: int, season_id: int) -> str:
    """Shows the form of a season, with a key to remove it."""
    here, season = _season(visit_circle(circle_id), season_id)
    return _form(here, form_of(season), season=season)


@bp.post("/<int:season_id>")
def change(circle_id: int, season_id: int) -> Response | Page:
    here, season = _season(visit_circle(circle_id), season_id)
    form = read_season(request.form)
    refused = _unread(form) or if_there(lambda: acts.change_season(season, form.values), _no_season())
    if refused is not None:
        return _form(here, replace(form, faults={**refused.faults, **form.faults}), season=season), refused.status
    return _to(season)


@bp.post("/<int:season_id>/end")
def end(circle_id: int, season_id: int) -> Response:
    """Ends a season with today; one that has not begun yet, or is over, stays as it is."""
    _here, season = _season(visit_circle(circle_id), season_id)
    if_there(lambda: acts.end_season(season), _no_season())
    return _to(season)


@bp.post("/<int:season_id>/remove")
def remove(circle_id: int, season_id: int) -> Response:
    """Removes a season; one that is gone stays so."""
    visit_circle(circle_id)
    services().store.remove_season(circle_id, season_id)
    return redirect(url_for("circle_seasons.index", circle_id=circle_id), 303)


def _season(here: CircleVisit, season_id: int) -> tuple[CircleVisit, CircleSeason]:
    return here, or_404(services().store.circle_season(here.circle.id, season_id), _no_season())


def _unread(form: SeasonForm) -> acts.Refused | None:
    """Returns all that is wrong with a form where a field cannot be read, which no act can tell."""
    return acts.Refused("", is_form=True, faults=acts.season_faults(form.values)) if form.faults else None


def _no_season() -> str:
    return _(NO_SEASON)


def _to(season: CircleSeason) -> Response:
    return redirect(url_for("circle_seasons.show", circle_id=season.circle_id, season_id=season.id), 303)


def _form(here: CircleVisit, form: SeasonForm, op: str = "", season: CircleSeason | None = None) -> str:
    return here.page(
        "circle/season_form.html",
        form=form,
        season=season,
        op=op,
        games=[*looks(), *([season.game] if season and season.game not in {"", *looks()} else [])],
        most=MOST_COUNTED_EVENINGS,
    )
