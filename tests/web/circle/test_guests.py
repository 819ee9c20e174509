"""Guests of a circle: their matches stay, they count in nothing, and the others count among themselves."""

from datetime import UTC, datetime

import pytest

from tests.web.support.circle_phones import sent, shown
from tests.web.support.circle_tables import Tables, number
from tests.web.support.site import Site
from webapp.circle.match_days import today
from webapp.circle.ratings import RatedMatch, Rating, changes

DAY = datetime(2026, 11, 1, tzinfo=UTC)
SEASON = {"name": "Autumn", "game": "", "first_day": today(), "last_day": None, "best": 5}
WAR = {"game": "sichermans-war", "options": {}}


def after(*teams: tuple[str, ...], places: tuple[int, ...], guests: tuple[str, ...] = ()) -> dict[str, Rating]:
    """Returns the ratings that count after one match."""
    found = changes([RatedMatch("1", "any", DAY, teams, places)], guests=guests)
    return {change.person: change.after for change in found if change.counts}


def test_the_others_are_rated_as_if_a_side_of_guests_had_not_been_there() -> None:
    three = after(("ann",), ("gus",), ("ben",), places=(1, 2, 3), guests=("gus",))
    assert three == after(("ann",), ("ben",), places=(1, 2))


def test_a_partner_who_is_a_guest_is_somebody_of_whom_nothing_is_known() -> None:
    four = after(("ann", "gus"), ("ben", "cat"), places=(1, 2), guests=("gus",))
    whole = after(("ann", "gus"), ("ben", "cat"), places=(1, 2))
    assert four == {name: rating for name, rating in whole.items() if name != "gus"}


def test_against_guests_alone_nothing_changes() -> None:
    assert after(("ann",), ("gus",), places=(1, 2), guests=("gus",)) == {}


@pytest.fixture
def tables(site: Site) -> Tables:
    tables = Tables(site)
    for names, winner in ((("Ann", "Gus"), 1), (("Ann", "Ben"), 0), (("Gus", "Ben"), 0), (("Ben", "Ann"), 0)):
        tables.play(tables.open(*names), winner)
    site.store.make_season(tables.circle.id, SEASON, op="season")
    return tables


def pages(tables: Tables) -> dict[str, str]:
    at, (season,) = f"/circles/{tables.circle.id}", tables.site.store.circle_seasons(tables.circle.id)
    found = {
        "circle": at,
        "season": f"{at}/seasons/{season.id}",
        "evening": f"{at}/seasons/{season.id}/evenings/{today()}",
        "marks": f"{at}/games/sechsundsechzig",
        "rating": f"{at}/games/sechsundsechzig/rating",
        "matches": f"{at}/matches",
        "player": f"{at}/players/{number(tables, 'Gus')}",
    }
    return {name: shown(tables.host, path).partition("<main")[2] for name, path in found.items()}


def test_a_guest_stands_in_no_rating_season_or_list_of_the_best_and_the_matches_stay(tables: Tables) -> None:
    before = pages(tables)
    assert all("Gus" in page for name, page in before.items() if name not in ("rating", "evening"))
    assert sent(tables, "guest", player=number(tables, "Gus"), guest="yes") == 303
    after = pages(tables)
    told = {name for name, page in after.items() if "Gus" in page}
    assert told == {"matches", "player"}, "and so the others’ evenings count alone"
    assert after["matches"].count('<span dir="auto">Gus') == 2
    assert "Gus is a guest" in after["player"]
    assert {name for _table, name, _strength in tables.strengths()} == {"Ann", "Ben"}
    assert tables.wins()[-2:] == [("Ann", 1), ("Ben", 1)]
    assert tables.rebuilt() == []


def test_turned_back_all_is_what_it_was(tables: Tables) -> None:
    before = (tables.strengths(), tables.wins(), pages(tables))
    gus = number(tables, "Gus")
    for guest in ("yes", "no"):
        assert sent(tables, "guest", player=gus, guest=guest) == 303
    assert (tables.strengths(), tables.wins(), pages(tables)) == before
    assert tables.rebuilt() == []
    assert (sent(tables, "guest", player=987654, guest="yes"), sent(tables, "guest", player=gus)) == (400, 400)
