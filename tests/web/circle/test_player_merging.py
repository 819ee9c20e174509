"""Two players made one: in steps between which others are answered, and right whatever happens meanwhile."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from tests.databases import changing
from tests.web.support.circle_phones import is_now, joined, shown
from tests.web.support.circle_tables import Tables, circle_matches, number, pausing
from tests.web.support.site import Site
from webapp.http.limits import MERGE_ATTEMPTS
from webapp.http.steps import TURN_KEY
from webapp.store import kept_rows, match_keeping, steps
from webapp.store.engines import StoreBusy
from webapp.store.kept_rows import MatchRow, RatingRow

MATCHES = (("Ann", "Cat"), ("Anne", "Cat"), ("Ann", "Dan"), ("Anne", "Dan"), ("Cat", "Dan"))


class Circle(Tables):
    """A circle in which Ann has played as Anne, too."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.played = [self.play(self.open(*names), place % 2) for place, names in enumerate(MATCHES)]
        self.numbers = {one.name: number for number, one in site.store.circle_players(self.circle.id).items()}

    def merge(self, pause: Callable[[], None]) -> bool:
        gone, into = self.numbers["Anne"], self.numbers["Ann"]
        with pausing(self.site.store, pause):
            return self.site.store.merge_players(self.circle.id, gone, into)

    def at(self, path: str) -> str:
        return f"/circles/{self.circle.id}/{path}".rstrip("/")

    def parts(self, merge: int | None = None) -> int:
        """Takes this merge back, or the last one."""
        found = merge or self.site.store.player_merges(self.circle.id)[0].id
        return self.host.post(self.at(f"players/merged/{found}/undo")).status_code

    @property
    def names(self) -> set[str]:
        return {one.name for one in self.site.store.circle_players(self.circle.id).values()}


@pytest.fixture
def circle(site: Site) -> Circle:
    return Circle(site)


@pytest.mark.both_databases
def test_others_are_answered_after_each_part(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []
    rate = circle.site.store.rate_players

    def rated(rows: Sequence[MatchRow], *more: Any) -> list[RatingRow]:
        turns.append(f"rated {len(rows)}")
        return rate(rows, *more)

    monkeypatch.setattr(circle.site.store, "rate_players", rated)
    monkeypatch.setattr(steps, "time", SimpleNamespace(sleep=lambda _seconds: turns.append("writing")))
    for module, name in (
        (match_keeping, "RATED_A_TURN"),
        (steps, "ROWS_A_TURN"),
        (kept_rows, "ROWS_A_TURN"),
    ):
        monkeypatch.setattr(module, name, 1)
    path, numbers = f"/circles/{circle.circle.id}/players/merge", circle.numbers
    form = {"gone": numbers["Anne"], "into": numbers["Ann"]}
    answer = circle.host.post(path, data=form, environ_overrides={TURN_KEY: lambda: turns.append("turn")})
    assert answer.status_code == 303
    tables, changed = len(MATCHES), sum("Anne" in names for names in MATCHES)
    since = len(MATCHES) - 1
    assert turns[: turns.index("writing")] == ["turn"] * 2 * tables, "each table and each match is looked at"
    assert turns.count("writing") == 2 * changed, "matches, who left them"
    assert turns[-2 * since :] == ["rated 1", "turn"] * since
    assert circle.rebuilt() == []


@pytest.mark.both_databases
def test_what_happens_meanwhile_is_not_lost(circle: Circle) -> None:
    happens: list[Callable[[], object]] = [
        lambda: circle.correct(circle.played[1], 0),  # has been read by then
        lambda: circle.play(circle.open("Anne", "Dan"), 1),
        lambda: circle.play(circle.open("Eve", "Cat"), 0),
        lambda: circle.site.store.rename_player(circle.circle.id, circle.numbers["Cat"], "Kate"),
    ]

    def pause() -> None:
        if happens:
            happens.pop()()

    assert circle.merge(pause)
    assert circle.names == {"Ann", "Kate", "Dan", "Eve"}
    assert circle.rebuilt() == []


def test_two_who_sit_down_together_meanwhile_are_two(circle: Circle) -> None:
    pauses: list[int] = []

    def pause() -> None:
        pauses.append(1)
        if len(pauses) == 2:  # the tables have been read by then
            circle.open("Ann", "Anne")

    assert not circle.merge(pause)
    assert circle.names == {"Ann", "Anne", "Cat", "Dan"}


def test_where_something_happens_each_time_nothing_is_changed(circle: Circle) -> None:
    happened: list[str] = []

    def pause() -> None:
        happened.append(f"Cat {len(happened)}")
        circle.site.store.rename_player(circle.circle.id, circle.numbers["Cat"], happened[-1])

    before = circle.site.store.circle_ratings(circle.circle.id)
    with pytest.raises(StoreBusy):
        circle.merge(pause)
    assert len(happened) >= MERGE_ATTEMPTS
    assert circle.site.store.circle_ratings(circle.circle.id) == before
    assert {"Ann", "Anne"} <= circle.names
    assert circle.rebuilt() == []


@pytest.mark.both_databases
def test_taken_back_within_a_day_all_is_what_it_was(circle: Circle) -> None:
    before = (circle_matches(circle.site.store, circle.circle.id), sorted(circle.strengths()), circle.names)
    phone = joined(circle)
    assert is_now(circle, phone, circle.numbers["Anne"]) == 303
    assert circle.merge(lambda: None)
    assert "Anne was made one with Ann" in shown(phone, circle.at("players"))
    assert "This phone is Ann<" in shown(phone, circle.at(""))
    assert circle.parts() == 303
    assert (circle_matches(circle.site.store, circle.circle.id), sorted(circle.strengths()), circle.names) == before
    assert "This phone is Anne" in shown(phone, circle.at(""))
    assert circle.rebuilt() == []
    assert "was made one" not in shown(phone, circle.at("players"))


def test_what_was_played_since_goes_by_the_name_at_the_table(circle: Circle) -> None:
    assert circle.merge(lambda: None)
    circle.play(circle.open("Anne", "Dan"), 0)
    both = circle.play(circle.open("Ann", "Anne"), 1)
    assert circle.parts() == 303
    assert circle.rebuilt() == []
    rated = [name for table, name, _strength in circle.strengths() if table == both.id]
    assert sorted(rated) == ["Ann", "Anne"], "they sat at one table, which one player cannot"


def test_of_merges_behind_each_other_the_last_is_taken_back_first(circle: Circle) -> None:
    before = circle.strengths()
    assert circle.merge(lambda: None)
    first = circle.site.store.player_merges(circle.circle.id)[0].id
    circle.open("Eve", "Cat")
    eve = number(circle, "Eve")
    assert circle.site.store.merge_players(circle.circle.id, circle.numbers["Ann"], eve)
    assert circle.parts(first) == 409, "Ann is Eve since"
    assert circle.parts() == 303
    assert circle.parts(first) == 303
    assert circle.strengths() == before


@pytest.mark.both_databases
def test_after_a_day_they_stay_one(circle: Circle) -> None:
    assert circle.merge(lambda: None)
    with changing(circle.site.store) as session:
        session.connection().exec_driver_sql("UPDATE circle_merges SET made_at = '2026-01-01 20:00:00.000000'")
    merge = 1
    assert circle.parts(merge) == 409
    assert "was made one" not in shown(circle.host, circle.at("players"))
