"""The calendar of a circle: to which day a match counts, and finding matches by day and by name."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from html import unescape

import pytest

from tests.cases import each
from tests.web.support.circle_tables import Tables, began
from webapp.circle.match_days import calendar_of, day_of, days_of
from webapp.circle.meetings import time_in
from webapp.store.circle_history import MatchDate


@pytest.fixture(autouse=True)
def house_in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@each(
    "at day",
    [
        ("2026-07-03T20:00", "2026-07-03"),
        ("2026-07-03T23:30", "2026-07-03"),  # half past one at night in Berlin
        ("2026-07-04T02:59", "2026-07-03"),
        ("2026-07-04T03:00", "2026-07-04"),
        ("2026-12-04T03:59", "2026-12-03"),
        ("2026-12-04T04:00", "2026-12-04"),
        ("2026-10-25T03:30", "2026-10-24"),  # the night in which the clocks go back
    ],
)
def test_a_night_counts_to_the_day_on_which_it_began(at: str, day: str) -> None:
    assert day_of(utc(at)) == date.fromisoformat(day)


def test_all_tables_of_an_evening_count_to_the_day_of_its_first() -> None:
    played = [
        MatchDate(1, "war", utc("2026-07-03T18:00"), 7),
        MatchDate(2, "war", utc("2026-07-04T18:00"), 7),
        MatchDate(3, "other", utc("2026-07-04T19:00"), None),
    ]
    days = days_of(played)
    assert [days[table].day for table in (1, 2, 3)] == [3, 3, 4]
    calendar = calendar_of(played, days, "war", 1999)
    assert calendar is not None
    assert calendar.months == {date(2026, 7, 1): {date(2026, 7, 3): {"war": 2}}}


def test_a_day_opens_its_matches(tables: Tables) -> None:
    first, second, third = (tables.play(tables.open(), 0) for _ in range(3))
    for table, at in ((first, "2025-07-03T20:00"), (second, "2025-07-03T23:30"), (third, "2026-07-09T18:00")):
        began(tables, table, utc(at))
    here = f"/circles/{tables.circle.id}"
    newest = unescape(tables.host.get(f"{here}/calendar").get_data(as_text=True))
    assert ("July 2026" in newest, "July 2025" in newest) == (True, False)
    page = unescape(tables.host.get(f"{here}/calendar?year=2025").get_data(as_text=True))
    assert all(said in page for said in (f'href="{here}/matches?day=2025-07-03"', "Thu, 3 Jul 2025", "2 matches"))
    found = tables.host.get(f"{here}/matches?day=2025-07-03").get_data(as_text=True)
    assert ([f"matches/{table.id}" in found for table in (first, second, third)]) == [True, True, False]
    assert 'value="2025-07-03"' in found
    for wrong in ("2025-13-01", "x" * 500, "20250703"):
        assert "3 matches<" in tables.host.get(f"{here}/matches?day={wrong}").get_data(as_text=True)


def test_matches_are_found_by_table_player_and_note(tables: Tables) -> None:
    titled = tables.open("Ann", "Änne", title="Garden party")
    noted, plain = tables.open("Ann", "Ben"), tables.open("Ann", "Cat")
    for table in (titled, noted, plain):
        tables.play(table, 0)
    tables.site.store.write_note(tables.circle.id, noted.id, "100 % rain", before="")
    people = {one.name: number for number, one in tables.site.store.circle_players(tables.circle.id).items()}
    tables.site.store.rename_player(tables.circle.id, people["Cat"], "Catherine")

    def found(text: str) -> set[int]:
        page = tables.host.get(f"/circles/{tables.circle.id}/matches", query_string={"text": text})
        return {one.id for one in (titled, noted, plain) if f"matches/{one.id}" in page.get_data(as_text=True)}

    assert found("GARDEN") == found("ÄNN") == {titled.id}
    assert found("0 % r") == {noted.id}
    assert found("herine") == found(" cat ") == {plain.id}, "the old name leads there, too"
    assert (found("%"), found("nothing of this"), len(found("ann"))) == ({noted.id}, set(), 3)


def test_a_time_that_the_clock_skips_is_none() -> None:
    assert time_in("2027-03-28T02:30") is None
    assert time_in("2027-03-28T03:30") == utc("2027-03-28T01:30")
    assert time_in("2027-10-31T02:30") == utc("2027-10-31T00:30")
    assert time_in("2027-03-28T02:30+01:00") == utc("2027-03-28T01:30")
