"""What is kept of matches does not depend on the order in which things happen, and is the same when worked out anew."""

from contextlib import suppress
from itertools import permutations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_core.record import Header
from tests.databases import changing
from tests.web.support.circle_tables import Tables, circle_matches
from tests.web.support.site import Site
from webapp.circle.forgetting import forget
from webapp.factory import services_of
from webapp.store.forgotten_player import StillPlaying
from webapp.store.models import Table
from webapp.store.player_merging import NotJoined

NAMES = ("Ann", "Ben", "Cat", "Dan")
PAIRS = tuple(permutations(NAMES, 2))
FEW = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(FEW, max_examples=8)
MATCHES = (("Ann", "Ben"), ("Dan", "Ann"), ("Danny", "Ben"), ("Cat", "Danny"), ("Ann", "Cat"))
MERGED = ("Danny", "Dan")
CHANGES = (MERGED, ("Cat", "Kate"))
ORDERS = st.permutations([*range(len(MATCHES)), *CHANGES])
HAPPENS = (
    *("play", "play", "correct", "reopen", "give", "take"),
    *("merge", "part", "guest", "rename", "forget"),
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(HAPPENS),
        st.integers(0, 99),
    ),
    min_size=8,
    max_size=16,
)


class History(Tables):
    """A circle to which anything happens in any order."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.running = [self.open(*names) for names in PAIRS[::3]]
        self.outside = [self.open(*names, belongs=False) for names in PAIRS[1::5]]
        self.over: list[Table] = []

    def happens(self, what: str, number: int) -> None:
        """Has one of the things of this kind happen, as far as it can."""
        with suppress(LookupError, StillPlaying, NotJoined):  # nobody is left, still plays, or was merged since
            getattr(self, f"_{what}")(number)

    def _play(self, number: int) -> None:
        if self.running:
            table = self.running.pop(number % len(self.running))
            if not self.site.store.last_seq(table.id):
                self.enter(table, type="deal")
            self.enter(table, type="tally", points=[number % 2, 1 - number % 2])
            self.over.append(table)

    def _correct(self, number: int) -> None:
        if self.over:
            self.correct(self.over[number % len(self.over)], number % 2)

    def _reopen(self, number: int) -> None:
        if self.over:
            table = self.over.pop(number % len(self.over))
            while self.site.tables.at(table.id).fold.seq and self.site.store.circle_match(self.circle.id, table.id):
                self.undo(table)
            self.running.append(table)

    def _give(self, number: int) -> None:
        if self.outside:
            table = self.outside.pop()
            if number % 2:
                self.play(table, 0)
            self.site.circle_tables.give(table.id, self.circle.id)
            (self.over if number % 2 else self.running).append(table)

    def _take(self, number: int) -> None:
        if self.over:
            table = self.over.pop(number % len(self.over))
            self.site.circle_tables.take_back(table.id, self.circle.id)

    def _merge(self, number: int) -> None:
        gone, into = self._two(number)
        if gone != into:
            self.site.store.merge_players(self.circle.id, gone, into)

    def _part(self, number: int) -> None:
        if merges := self.site.store.player_merges(self.circle.id):
            self.site.store.part_players(self.circle.id, merges[number % len(merges)].id)

    def _guest(self, number: int) -> None:
        self.site.store.set_guest(self.circle.id, self._two(number)[0], guest=bool(number % 3))

    def _rename(self, number: int) -> None:
        self.site.store.rename_player(self.circle.id, self._two(number)[0], f"Name {number}")

    def _forget(self, number: int) -> None:
        with self.site.app.app_context():
            forget(self.circle.id, self._two(number)[0], self.site.device(self.host))

    def _two(self, number: int) -> tuple[int, int]:
        players = sorted(self.site.store.circle_players(self.circle.id, forgotten=False)) or [0]
        return players[number % len(players)], players[number // 7 % len(players)]


@MANY
@given(steps=STEPS)
def test_whatever_happens_what_is_kept_is_the_same_worked_out_anew(site: Site, steps: list[tuple[str, int]]) -> None:
    history = History(site)
    for what, number in steps:
        history.happens(what, number)
    before = kept(history)
    assert history.rebuilt() == []
    assert kept(history) == before


def test_a_house_that_rated_in_another_way_rates_all_anew_when_it_starts(site: Site) -> None:
    played = Tables(site)
    for winner in (0, 1, 0):
        played.play(played.open(), winner)
    before = kept(played)
    with changing(site.store) as session:
        session.connection().exec_driver_sql("UPDATE circle_ratings SET strength = 1")
    services_of(site.app.extensions["sixfold"].config, site.store)
    assert kept(played) != before, "these were made in the way of today"
    with changing(site.store) as session:
        session.connection().exec_driver_sql("UPDATE circles SET rated_with = 1")
    services_of(site.app.extensions["sixfold"].config, site.store)
    assert kept(played) == before
    assert played.rebuilt() == []


@FEW
@given(orders=st.tuples(ORDERS, ORDERS))
def test_in_whichever_order_tables_are_given_and_names_change_it_comes_to_the_same(
    site: Site, orders: tuple[list[Any], list[Any]]
) -> None:
    played = Tables(site)
    matches = [played.play(played.open(*names, belongs=False), place % 2) for place, names in enumerate(MATCHES)]
    first, second = (told(given_in_order(site, matches, order)) for order in orders)
    assert first == second


def given_in_order(site: Site, matches: list[Table], order: list[Any]) -> Tables:
    """Returns a circle with these matches, as records that have their times; a name changes once there is one."""
    circle, done = Tables(site), set[tuple[str, str]]()
    for task in (*order, *CHANGES):
        if isinstance(task, int):
            site.circle_tables.give(as_record(circle, matches[task]).id, circle.circle.id)
        elif task not in done and change_name(circle, *task):
            done.add(task)
    assert done == {*CHANGES}
    return circle


def change_name(circle: Tables, old: str, new: str) -> bool:
    """Makes two players one where there are both; gives another name to one where it is new."""
    store, known = circle.site.store, circle.circle.id
    players = {one.name: number for number, one in store.circle_players(known).items()}
    if old not in players or ((old, new) == MERGED and new not in players):
        return False
    if (old, new) == MERGED:
        return circle.site.store.merge_players(known, players[old], players[new])
    return store.rename_player(known, players[old], new)


def as_record(circle: Tables, table: Table) -> Table:
    """Opens a table with the same log at the same times."""
    log, header = circle.site.store.events(table.id), Header(table.game, tuple(table.players), table.options)
    return circle.site.store.open_record(
        header,
        [event.body for event in log],
        device_id=circle.site.device(circle.host),
        note={"events": len(log), "fingerprint": f"{table.id:064}"},
        times=[event.made_at for event in log],
    )


def told(tables: Tables) -> list[Any]:
    """What is kept, with names in the place of numbers."""
    store, circle = tables.site.store, tables.circle.id
    names = {number: one.name for number, one in store.circle_players(circle).items()}
    matches = [
        (row.ended_at, [names[one] for one in row.players], row.summary) for row in circle_matches(store, circle)
    ]
    rated = [
        (row.ended_at, names[row.player_id], row.strength, row.uncertainty, row.matches)
        for row in store.circle_ratings(circle)
    ]
    assert tables.rebuilt() == []
    return [matches, sorted(rated)]


def kept(tables: Tables) -> list[Any]:
    store, circle = tables.site.store, tables.circle.id
    return [row.model_dump() for row in (*circle_matches(store, circle), *store.circle_ratings(circle))]
