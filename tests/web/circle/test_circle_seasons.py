"""Seasons of a circle: the best evenings of each player, and the pages on which they are made and read."""

from datetime import UTC, date, datetime, time, timedelta
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.cases import each
from tests.web.support.circle_tables import Tables, began, number
from webapp.circle import seasons
from webapp.circle.match_days import today
from webapp.circle.seasons import standing_of
from webapp.history.picture_layout import MARGIN, WIDTH, PictureRow, StandingFacts, height, texts
from webapp.history.result_picture import png
from webapp.http.steps import TURN_KEY
from webapp.store.circle_models import CircleSeason
from webapp.store.evening_models import EveningChange, NewLine

FIRST = date(2026, 9, 1)


def noon(day: date) -> datetime:
    """Returns a moment that is on this day in every house near ours."""
    return datetime.combine(day, time(14), UTC)


def three_evenings(tables: Tables) -> None:
    """Ann wins twice on the first day and loses on the two later ones; the last match lies before the season."""
    for days, names, winner in (
        (0, ("Ann", "Ben"), 0),
        (0, ("Ann", "Cat"), 0),
        (7, ("Ann", "Ben"), 1),
        (14, ("Ann", "Ben"), 1),
        (-1, ("Cat", "Ben"), 0),
    ):
        began(tables, tables.play(tables.open(*names), winner), noon(FIRST + timedelta(days=days)))


def season_of(tables: Tables, **values: Any) -> CircleSeason:
    given = {"name": "Autumn", "game": "", "first_day": FIRST, "last_day": None, "best": 1, **values}
    return tables.site.store.make_season(tables.circle.id, given, op=f"season {given}")


def standing(tables: Tables, season: CircleSeason) -> list[tuple[int, str, int, list[tuple[int, bool]]]]:
    with tables.site.app.app_context():
        rows = standing_of(season)
    return [(row.place, row.name, row.total, [(one.points, one.counts) for one in row.evenings]) for row in rows]


def test_the_best_evenings_of_each_player_count(tables: Tables) -> None:
    three_evenings(tables)
    assert standing(tables, season_of(tables)) == [
        (1, "Ann", 4, [(4, True), (0, False), (0, False)]),
        (2, "Ben", 2, [(0, False), (2, True), (2, False)]),
        (3, "Cat", 0, [(0, True)]),
    ]
    assert [row[:3] for row in standing(tables, season_of(tables, best=3))] == [
        (1, "Ann", 4),
        (1, "Ben", 4),
        (3, "Cat", 0),
    ]


def test_only_matches_of_its_days_and_its_game_count(tables: Tables) -> None:
    three_evenings(tables)
    first = season_of(tables, last_day=FIRST)
    assert [row[1:3] for row in standing(tables, first)] == [("Ann", 4), ("Ben", 0), ("Cat", 0)]
    assert standing(tables, season_of(tables, game="deep-six")) == []
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    assert tables.site.store.match_places(other.id, [1]) == {}


def test_every_number_opens_where_it_comes_from(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    three_evenings(tables)
    season = season_of(tables)
    here = f"/circles/{tables.circle.id}/seasons/{season.id}"
    people = {one.name: number for number, one in tables.site.store.circle_players(tables.circle.id).items()}
    first = unescape(tables.host.get(here).get_data(as_text=True))
    of_ben = unescape(tables.host.get(f"{here}?player={people['Ben']}").get_data(as_text=True))
    of_nobody = unescape(tables.host.get(f"{here}?player=none").get_data(as_text=True))
    counted = [(page.count(f'href="{here}/evenings/'), page.count("left out")) for page in (first, of_ben, of_nobody)]
    assert counted == [(3, 2), (3, 2), (0, 0)]
    monkeypatch.setattr("webapp.circle.seasons.MOST_OPENED_EVENINGS", 2)  # of many evenings none stands open
    assert f'href="{here}/evenings/' not in tables.host.get(here).get_data(as_text=True)
    evening = unescape(tables.host.get(f"{here}/evenings/{FIRST}").get_data(as_text=True))
    assert (evening.count("2 points"), evening.count("0 points"), evening.count('class="match"')) == (2, 2, 2)
    for wrong in (FIRST - timedelta(days=1), "2026-13-01", "x"):
        assert tables.host.get(f"{here}/evenings/{wrong}").status_code == 404


def test_a_season_is_made_once_changed_ended_and_removed(tables: Tables) -> None:
    seasons, day = f"/circles/{tables.circle.id}/seasons", today()
    sent = {"op": "a" * 22, "name": " Autumn ", "game": "deep-six", "first_day": str(day), "last_day": "", "best": "3"}
    first, again = (tables.host.post(seasons, data=sent) for _ in range(2))
    assert (first.status_code, first.location) == (303, again.location)
    assert "Autumn" in tables.host.get(seasons).get_data(as_text=True)
    assert "Autumn" in tables.host.get(f"/circles/{tables.circle.id}").get_data(as_text=True), "named while it runs"
    assert tables.host.post(first.location, data={**sent, "name": "Fall", "best": "4"}).location == first.location
    tables.host.post(f"{first.location}/end")
    (season,) = tables.site.store.circle_seasons(tables.circle.id)
    assert (season.name, season.game, season.best, season.last_day) == ("Fall", "deep-six", 4, day)
    earlier = {**sent, "first_day": "2020-01-01", "last_day": "2020-02-01"}
    tables.host.post(first.location, data=earlier)
    tables.host.post(f"{first.location}/end")
    (season,) = tables.site.store.circle_seasons(tables.circle.id)
    assert season.last_day == date(2020, 2, 1), "what is over stays as it is"
    assert "Autumn" not in tables.host.get(f"/circles/{tables.circle.id}").get_data(as_text=True)
    assert tables.host.post(f"{first.location}/remove").location == seasons
    assert tables.site.store.circle_seasons(tables.circle.id) == []
    assert tables.host.post(first.location, data=sent).status_code == 404


@each(
    "field, typed, said",
    [
        ("name", "", "Give it a name."),
        ("name", "x" * 41, "At most 40 characters"),
        ("game", "no-game", "Choose a game."),
        ("first_day", "2026-02-30", "Say on which day it begins."),
        ("last_day", "2020-01-01", "The last day lies before the first one."),
        ("last_day", "soon", "Say a day, or leave it empty"),
        ("best", "0", "A number from 1 to 99."),
        ("best", "1e3", "A number from 1 to 99."),
    ],
)
def test_what_is_not_taken_is_said_and_kept(tables: Tables, field: str, typed: str, said: str) -> None:
    sent = {"op": "a" * 22, "name": "Autumn", "game": "", "first_day": "2026-09-01", "last_day": "", "best": "3"}
    answer = tables.host.post(f"/circles/{tables.circle.id}/seasons", data={**sent, field: typed})
    page = unescape(answer.get_data(as_text=True))
    assert (answer.status_code, said in page) == (422, True)
    assert field == "game" or f'value="{typed}"' in page
    assert tables.site.store.circle_seasons(tables.circle.id) == []


def test_a_season_of_another_circle_is_not_here(tables: Tables) -> None:
    season = season_of(tables)
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    there = f"/circles/{other.id}/seasons/{season.id}"
    assert tables.host.get(there).status_code == tables.host.post(f"{there}/end").status_code == 404
    tables.host.post(f"{there}/remove")
    assert len(tables.site.store.circle_seasons(tables.circle.id)) == 1


def test_a_standing_is_worked_out_once_until_something_changes(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    three_evenings(tables)
    store, season, first = tables.site.store, season_of(tables), tables.open("Ann", "Ben")
    monkeypatch.setattr(seasons, "MATCHES_A_TURN", 1)

    def looked() -> tuple[int, int]:
        turns = list[int]()
        path, environment = f"/circles/{tables.circle.id}/seasons/{season.id}", {TURN_KEY: lambda: turns.append(1)}
        assert tables.host.get(path, environ_overrides=environment).status_code == 200
        return len(turns), standing(tables, season)[0][2]

    worked_out, kept = looked(), looked()
    assert worked_out[0] > kept[0] + 2
    tables.play(first, 0)
    assert looked()[0] > worked_out[0]
    tables.correct(first, 1)
    assert (looked()[0] > worked_out[0], looked()) == (True, kept)
    store.rename_player(tables.circle.id, number(tables, "Ann"), "Anne")
    assert standing(tables, season)[0][1] == "Anne"
    state = store.circle_state(tables.circle.id)
    line = NewLine("joined", {})
    evening = store.open_evening("", [line], device_id=tables.site.device(tables.host))
    store.add_to_evening(evening.id, [line], after=1, device_id=None, change=EveningChange(joins={first.id: 1}))
    assert store.circle_state(tables.circle.id) != state, "its match counts to the day of the evening"


def test_the_standing_goes_out_as_a_picture_in_which_every_text_fits() -> None:
    names = [f"{'Friedrich-Wilhelm ' * 2}{place}" for place in range(1, 13)]
    rows = [PictureRow(str(place), name, "5 of 12 evenings", "1234") for place, name in enumerate(names, 1)]
    cloth = ("#111111", "#222222")
    facts = StandingFacts("Autumn " * 9, "Tuesdays " * 9, rows, "… and 3 more", "Sixes and Sevens", cloth)
    assert all(MARGIN <= end <= WIDTH - MARGIN for line in texts(facts) for end in line.ends)
    assert Image.open(BytesIO(png(facts))).size == (WIDTH, height(facts))
