"""Two circles of one phone become one, in one act, which is taken back within a day."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count, groupby
from typing import Any

import pytest
from flask.testing import FlaskClient
from gevent.threadpool import ThreadPool

from tests.databases import changing
from tests.web.support.circle_phones import shown
from tests.web.support.circle_tables import Tables, circle_matches, pausing
from tests.web.support.records import opened
from tests.web.support.site import Site
from webapp.circle.match_days import today
from webapp.store import steps
from webapp.store.engines import StoreBusy
from webapp.store.roles import Scope

KEPT = ("circle_matches", "circle_ratings", "circle_players", "circle_notes", "circle_seasons")


class Two(Tables):
    """Tuesdays of Ann, Ben and Benni, and Fridays of Ben and Cat, whose other phone is Cat."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.fridays = site.store.open_circle("Fridays", device_id=site.device(self.host))
        self.first = self.play(self.open("Ann", "Ben"), 0)
        self.second = self.play(self.of_fridays("Ben", "Cat"), 1)
        self.play(self.open("Ann", "Benni"), 1)
        self.third = self.play(self.of_fridays("Cat", "Dan"), 0)
        site.store.write_note(self.fridays.id, self.second.id, "Rain", before="")
        season = {"name": "Autumn", "game": "", "first_day": today(), "last_day": None, "best": 5}
        site.store.make_season(self.fridays.id, season, op="season")
        self.cat = site.phone()
        invite = site.store.invites(self.fridays.id, Scope.CIRCLE)["member"]
        site.store.join_circle(invite.id, site.device(self.cat), "Cat")

    def of_fridays(self, *names: str) -> Any:
        table = self.open(*names, belongs=False)
        self.site.circle_tables.give(table.id, self.fridays.id)
        return table

    def joins(self, *same: str, phone: FlaskClient | None = None) -> tuple[int, str]:
        form = {"circle": self.fridays.id, "same": list(same)}
        answer = (phone or self.host).post(f"/circles/{self.circle.id}/joined", data=form)
        return answer.status_code, answer.text

    def undoes(self, phone: FlaskClient | None = None) -> tuple[int, str]:
        (line,) = self.site.store.circle_joins(self.circle.id)
        answer = (phone or self.host).post(f"/circles/{self.circle.id}/joined/{line.id}/undo")
        return answer.status_code, answer.text

    def kept(self) -> Mapping[str, list[str]]:  # type: ignore[override]
        """All rows that are kept of circles, as the database has them."""
        with changing(self.site.store) as session:
            found = {
                name: session.connection().exec_driver_sql(f"SELECT * FROM {name}").mappings().all() for name in KEPT
            }
        return {name: sorted(json.dumps(dict(row), default=str) for row in rows) for name, rows in found.items()}

    def all_rebuilt(self) -> list[int]:
        return [table for circle in (self.circle, self.fridays) for table in self.site.circle_tables.rebuild(circle.id)]


@pytest.fixture
def two(site: Site) -> Two:
    return Two(site)


@pytest.mark.both_databases
def test_all_of_it_comes_over_and_rebuild_finds_nothing_to_do(two: Two) -> None:
    page = shown(two.host, f"/circles/{two.circle.id}/joined?circle={two.fridays.id}")
    assert ("Ben is one person" in page, "Cat is one person" in page) == (True, False)
    assert two.joins("Ben")[0] == 303
    players = two.site.store.circle_players(two.circle.id)
    assert [one.name for one in players.values()] == ["Ann", "Ben", "Benni", "Cat", "Dan"]
    matches = circle_matches(two.site.store, two.circle.id)
    assert len(matches) == 4
    assert [players[one].name for row in matches if row.table_id == two.second.id for one in row.players] == [
        "Ben",
        "Cat",
    ]
    assert two.all_rebuilt() == []
    assert two.site.store.circle_notes(two.circle.id) == {two.second.id: "Rain"}
    assert [one.name for one in two.site.store.circle_seasons(two.circle.id)] == ["Autumn"]
    assert "This phone is Cat" in shown(two.cat, f"/circles/{two.circle.id}")
    assert two.host.get(f"/circles/{two.fridays.id}").status_code == 404
    assert "Fridays" not in shown(two.host, "/")


@pytest.mark.both_databases
def test_taken_back_every_row_is_what_it_was(two: Two) -> None:
    before = two.kept()
    assert two.joins("Ben")[0] == 303
    assert two.kept() != before
    assert two.undoes(two.cat)[0] == 404, "another phone takes nothing back"
    assert "Fridays came over" in shown(two.host, f"/circles/{two.circle.id}/joined")
    assert two.undoes()[0] == 303
    assert two.kept() == before
    assert two.all_rebuilt() == []
    assert "This phone is Cat" in shown(two.cat, f"/circles/{two.fridays.id}")
    assert two.cat.get(f"/circles/{two.circle.id}").status_code == 404
    assert two.joins("Ben")[0] == 303, "and it may come over again"


@pytest.mark.sqlite
def test_a_house_that_ends_while_they_are_written_has_both_as_they_were(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_given: object) -> None:
        raise KeyboardInterrupt

    before = two.kept()
    with monkeypatch.context() as patched:
        patched.setattr(ThreadPool, "spawn", killed)
        with pytest.raises(KeyboardInterrupt):
            two.joins("Ben")
    assert two.kept() == before
    assert two.joins("Ben")[0] == 303


def killed_at(number: int) -> Callable[[], None]:
    """Returns a pause at whose nth time the house ends."""
    left = iter(range(number))

    def pause() -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return pause


def test_a_house_that_ends_between_two_steps_finishes_or_has_begun_nothing(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "WRITTEN_AT_ONCE", 0)
    store, before, seen = two.site.store, two.kept(), set[tuple[bool, bool]]()
    assert two.joins("Ben")[0] == 303
    joined = two.kept()
    assert two.undoes()[0] == 303
    device = two.site.device(two.host)
    for parts in (False, True):
        ended, number = True, 0
        while ended:
            if parts:
                assert two.joins("Ben")[0] == 303
            lines = store.circle_joins(two.circle.id)
            try:
                with pausing(store, killed_at(number)):
                    if parts:
                        store.part_circles(two.circle.id, lines[0].id, device)
                    else:
                        store.join_circles(two.circle.id, two.fridays.id, device)
                ended = False
            except KeyboardInterrupt:
                number += 1
            is_joined = bool(store.circle_joins(two.circle.id))
            seen.add((parts, two.kept() in (before, joined)))
            store.rate_anew()
            assert two.kept() == (joined if is_joined else before)
            assert not is_joined or two.undoes()[0] == 303
    assert seen == {(False, True), (False, False), (True, True), (True, False)}, "some kills come in the midst"


def test_what_went_ahead_comes_back_where_circles_are_not_parted(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "WRITTEN_AT_ONCE", 0)
    store = two.site.store
    assert two.joins("Ben")[0] == 303
    joined, (line,) = two.kept(), store.circle_joins(two.circle.id)
    for number in count():
        turns = count()

        def pause() -> None:
            if next(turns) == number:  # noqa: B023 - called before the next number comes
                raise StoreBusy("too much is written")

        with suppress(StoreBusy), pausing(store, pause):
            store.part_circles(two.circle.id, line.id, two.site.device(two.host))
        if not store.circle_joins(two.circle.id):
            break
        assert two.kept() == joined
    assert number > 2, "some refusals come in the midst"


@pytest.mark.parametrize("what", ["corrected", "forgotten", "taken back", "merged"])
def test_what_happens_while_matches_come_over_finds_them(two: Two, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(steps, "WRITTEN_AT_ONCE", 0)
    long_ago(two)
    store, circle, acts = two.site.store, two.circle.id, two.site.circle_tables
    numbers = {one.name: number for number, one in store.circle_players(circle).items()}
    done: list[int] = []

    def pause() -> None:
        if done or not store.circle_joins(circle):
            return
        done.append(len(circle_matches(store, circle)))
        if what == "corrected":
            two.correct(two.second, 0)
        elif what == "taken back":
            acts.take_back(two.second.id, circle)
        elif what == "merged":
            assert store.merge_players(circle, numbers["Ben"], numbers["Benni"])
        else:
            forgets(two, numbers["Ben"])

    with pausing(store, pause):
        store.join_circles(circle, two.fridays.id, two.site.device(two.host))
    assert done == [2], "those of the other circle are on their way"
    assert len(circle_matches(store, circle)) == (3 if what == "taken back" else 4)
    assert {one for row in circle_matches(store, circle) for one in row.players} <= store.circle_players(circle).keys()
    assert two.all_rebuilt() == []
    assert 'Ben"' not in "".join(two.kept()["circle_players"]) or what != "forgotten"


def test_a_circle_that_comes_over_twice_at_the_same_moment_comes_over_once(two: Two) -> None:
    others: list[int] = []

    def pause() -> None:
        if not others:
            others.append(0)
            others.append(two.joins("Ben")[0])

    with pausing(two.site.store, pause):
        status, said = two.joins("Ben")
    assert (others[1], status) == (303, 409)
    assert "Choose another circle to which this phone belongs." in said
    assert two.undoes()[0] == 303, "the one that has come over is still taken back"
    assert two.all_rebuilt() == []


def test_pages_that_count_say_that_more_is_still_to_come(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "WRITTEN_AT_ONCE", 0)
    store, circle, device = two.site.store, two.circle.id, two.site.device(two.host)
    ann = min(store.circle_players(circle))
    game = f"/circles/{circle}/games/sechsundsechzig"
    pages = [f"/circles/{circle}{page}" for page in ("", "/matches", f"/players/{ann}")] + [game, f"{game}/rating"]
    told: list[set[bool]] = []

    def tell() -> None:
        told.append({"Not everything is counted here yet" in shown(two.host, page) for page in pages})

    tell()
    with pausing(store, tell):
        store.join_circles(circle, two.fridays.id, device)
        tell()
        (line,) = store.circle_joins(circle)
        store.part_circles(circle, line.id, device)
    tell()
    assert all(len(one) == 1 for one in told), "all pages say the same"
    assert [said for said, _again in groupby(map(min, told))] == [False, True, False, True, False]


def forgets(two: Two, player: int) -> None:
    two.host.post(f"/circles/{two.circle.id}/phone", data={"player": str(player)})
    form = {"player": str(player), "sure": "yes"}
    assert two.host.post(f"/circles/{two.circle.id}/players/forget", data=form).status_code in (200, 303)


def long_ago(two: Two) -> None:
    with changing(two.site.store) as session:
        for kind in ("tables SET created_at", "events SET made_at"):
            session.connection().exec_driver_sql(f"UPDATE {kind} = '2026-01-01 20:00:00.000000'")
    two.all_rebuilt()


def test_what_was_played_since_stays_where_its_table_belongs(two: Two) -> None:
    going_on = two.of_fridays("Dan", "Ben")
    assert two.joins("Ben")[0] == 303
    two.play(going_on, 1)
    two.correct(two.third, 1)
    two.play(two.open("Ben", "Ann"), 0)
    assert two.undoes()[0] == 303
    assert two.all_rebuilt() == []
    counted = [len(circle_matches(two.site.store, circle.id)) for circle in (two.circle, two.fridays)]
    assert counted == [3, 3]


def test_people_of_both_at_one_table_or_made_one_keep_them_together(two: Two) -> None:
    assert two.joins("Ben")[0] == 303
    table = two.open("Ann", "Cat")
    status, page = two.undoes()
    assert (status, "people of both have a table together" in page) == (409, True)
    two.site.circle_tables.take_back(table.id, two.circle.id)
    numbers = {one.name: number for number, one in two.site.store.circle_players(two.circle.id).items()}
    assert two.site.store.merge_players(two.circle.id, numbers["Benni"], numbers["Dan"])
    status, page = two.undoes()
    assert (status, "players were made one" in page) == (409, True)


def test_a_name_in_both_is_asked_for(two: Two) -> None:
    before = two.kept()
    status, page = two.joins()
    assert (status, "both have Ben" in page) == (409, True)
    assert two.kept() == before
    stranger = two.site.phone()
    assert two.joins("Ben", phone=stranger)[0] == 404


def test_two_who_would_become_one_keep_the_circles_apart(two: Two) -> None:
    two.of_fridays("Ben", "Benni")
    numbers = {one.name: number for number, one in two.site.store.circle_players(two.circle.id).items()}
    assert two.site.store.merge_players(two.circle.id, numbers["Benni"], numbers["Ben"])
    status, page = two.joins("Ben", "Benni")
    assert (status, "Make these one there first" in page) == (409, True)


def test_a_join_is_not_undone_after_a_day(two: Two) -> None:
    assert two.joins("Ben")[0] == 303
    with changing(two.site.store) as session:
        session.connection().exec_driver_sql("UPDATE circle_joins SET made_at = '2026-01-01 20:00:00.000000'")
    status, page = two.undoes()
    assert (status, "for a day only" in page) == (409, True)
    assert "came over" not in shown(two.host, f"/circles/{two.circle.id}/joined")


def test_who_is_forgotten_leaves_no_name_in_the_circle_that_came_over(two: Two) -> None:
    assert two.joins("Ben")[0] == 303
    numbers = {one.name: number for number, one in two.site.store.circle_players(two.circle.id).items()}
    long_ago(two)
    forgets(two, numbers["Ben"])
    assert 'Ben"' not in "".join(two.kept()["circle_players"])
    assert two.undoes()[0] == 409


@pytest.mark.both_databases
def test_a_match_that_both_have_counts_once(two: Two) -> None:
    record = two.host.get(f"/tables/{two.first.id}/record.json").text
    copy = opened(two.site, two.host, record, "file-0001")
    two.site.circle_tables.give(copy.id, two.fridays.id)
    before = two.kept()
    assert two.joins("Ann", "Ben")[0] == 303
    assert copy.id not in {row.table_id for row in circle_matches(two.site.store, two.circle.id)}
    assert two.all_rebuilt() == []
    assert two.undoes()[0] == 303
    assert two.kept() == before
