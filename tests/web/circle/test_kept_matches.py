"""What is kept of a circle's matches: written with the entry that ends or changes one, and the same when rebuilt."""

import random
from datetime import timedelta

import pytest

from tests.databases import changing
from tests.web.support.circle_tables import Tables, circle_matches, pausing
from tests.web.support.clock import Clock
from webapp.store import log as store_log
from webapp.store import match_keeping
from webapp.store.match_keeping import KeptMatch


@pytest.mark.both_databases
def test_a_match_is_kept_with_the_entry_that_ends_it(tables: Tables) -> None:
    table = tables.open()
    tables.enter(table, type="deal")
    assert tables.kept() == []
    tables.enter(table, type="tally", points=[1, 0])
    assert tables.kept() == [(table.id, [0])]
    ann, ben = tables.strengths()
    assert (ann[1], ben[1]) == ("Ann", "Ben")
    assert ann[2] > ben[2]


def test_wins_are_counted_from_match_to_match(tables: Tables) -> None:
    first, *_later = (tables.play(tables.open(), winner) for winner in (0, 1, 0))
    assert tables.wins() == [("Ann", 1), ("Ben", 0), ("Ann", 1), ("Ben", 1), ("Ann", 2), ("Ben", 1)]
    tables.correct(first, 1)
    assert tables.wins() == [("Ann", 0), ("Ben", 1), ("Ann", 0), ("Ben", 2), ("Ann", 1), ("Ben", 2)]
    assert tables.rebuilt() == []


@pytest.mark.both_databases
def test_a_match_that_goes_on_again_is_not_kept(tables: Tables) -> None:
    table = tables.play(tables.open(), 0)
    later = tables.play(tables.open(), 1)
    with_both = tables.strengths()
    tables.undo(table)
    assert tables.kept() == [(later.id, [1])]
    assert [row[0] for row in tables.strengths()] == [later.id] * 2
    assert tables.strengths() != with_both[2:], "the later match was rated anew"
    assert tables.rebuilt() == []


def test_a_correction_of_an_old_match_moves_all_ratings_after_it(tables: Tables) -> None:
    first, second = (tables.play(tables.open(), 0) for _ in range(2))
    before = tables.strengths()
    tables.correct(first, 1)
    assert tables.kept() == [(first.id, [1]), (second.id, [0])], "it stays where it was"
    assert [old[2] == new[2] for old, new in zip(before, tables.strengths(), strict=True)] == [False] * 4
    assert tables.rebuilt() == []


@pytest.mark.both_databases
def test_many_ratings_are_made_in_steps_and_go_on_after_a_kill(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_others = (tables.play(tables.open(), place % 2) for place in range(7))
    store, keeper, other = tables.site.store, tables.site.tables, tables.open("Cat", "Dan")
    monkeypatch.setattr(match_keeping, "RATED_A_TURN", 2)
    monkeypatch.setattr(keeper, "match_kept", lambda _circle: None)  # killed with the entry, and once more after a step
    tables.correct(first, 1)
    assert store.circles_due() == [tables.circle.id]

    def killed() -> None:
        tables.play(other, 0)  # others enter between two steps
        raise InterruptedError

    with pytest.raises(InterruptedError), pausing(store, killed):
        store.rate_due(tables.circle.id)
    assert store.circles_due() == [tables.circle.id]
    store.rate_anew()
    assert (store.circles_due(), other.id in {row[0] for row in tables.strengths()}) == ([], True)
    assert tables.rebuilt() == []


def test_what_is_entered_after_the_end_ends_it_no_later(tables: Tables) -> None:
    table = tables.play(tables.open(), 0)
    ended = circle_matches(tables.site.store, tables.circle.id)[0].ended_at
    tables.enter(table, type="adjust", points=[0, 1], reason="for the beer")
    (match,) = circle_matches(tables.site.store, tables.circle.id)
    assert (match.ended_at, match.summary["scores"]) == (ended, [1, 1])
    assert tables.rebuilt() == []


DAY = timedelta(days=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(store_log, "utc_now", clock)
    return clock


def test_an_end_that_is_entered_again_later_is_as_old_as_it_was(tables: Tables, clock: Clock) -> None:
    table = tables.open()
    tables.enter(table, type="deal")
    clock.on(20 * 60)
    tables.enter(table, type="tally", points=[1, 0])
    (before,) = circle_matches(tables.site.store, tables.circle.id)
    clock.on(90 * DAY.total_seconds())
    tables.undo(table)
    tables.enter(table, type="tally", points=[0, 1])
    (match,) = circle_matches(tables.site.store, tables.circle.id)
    assert (match.ended_at, match.summary["winners"], match.minutes) == (before.ended_at, [1], 20)
    assert "20 minutes" in tables.host.get(f"/tables/{table.id}").text
    assert tables.rebuilt() == []


def test_a_match_that_goes_on_after_its_end_ends_later(tables: Tables, clock: Clock) -> None:
    table = tables.open(options={"target": 2})
    tables.enter(table, type="deal")
    tables.enter(table, type="tally", points=[2, 0])
    clock.on(DAY.total_seconds())
    tables.undo(table)
    tables.enter(table, type="tally", points=[1, 0])
    tables.enter(table, type="deal")
    tables.enter(table, type="tally", points=[1, 0])
    (match,) = circle_matches(tables.site.store, tables.circle.id)
    assert match.ended_at - match.began_at == DAY
    assert tables.rebuilt() == []


def test_a_match_is_as_long_as_it_was_played(tables: Tables, clock: Clock) -> None:
    table = tables.open(options={"target": 2})
    for wait, points in ((10, [1, 0]), (24 * 60, [1, 0])):
        tables.enter(table, type="deal")
        clock.on(60 * wait)
        tables.enter(table, type="tally", points=points)
        clock.on(60 * 5)
    (match,) = circle_matches(tables.site.store, tables.circle.id)
    assert match.minutes == 15, "nobody played through the night"
    assert "15 minutes" in tables.host.get(f"/tables/{table.id}").text
    assert "15 minutes" in tables.host.get(f"/circles/{tables.circle.id}/games/sechsundsechzig").text


@pytest.mark.both_databases
def test_a_merge_leaves_the_bytes_that_rebuilding_writes(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    tables.play(tables.open("Benni", "Cat"), 1)
    store = tables.site.store
    numbers = {player.name: number for number, player in store.circle_players(tables.circle.id).items()}
    assert store.merge_players(tables.circle.id, numbers["Benni"], numbers["Ben"])
    merged = _texts(tables)
    assert tables.rebuilt() == []
    assert _texts(tables) == merged


def _texts(tables: Tables) -> list[tuple[str, str]]:
    found = tables.site.store.matches_of_game(tables.circle.id, "sechsundsechzig", limit=9, offset=0)
    return [(row.players, row.summary) for row in found]


def test_a_match_that_is_over_is_kept_when_its_table_is_given(tables: Tables) -> None:
    table = tables.play(tables.open(belongs=False), 0)
    assert tables.kept() == []
    tables.site.circle_tables.give(table.id, tables.circle.id)
    assert tables.kept() == [(table.id, [0])]


@pytest.mark.both_databases
def test_an_entry_ends_the_match_of_a_table_that_another_process_has_just_given(tables: Tables) -> None:
    table = tables.open(belongs=False)
    tables.enter(table, type="deal")
    now = tables.site.tables.at(table.id)
    match = KeptMatch(None)
    tables.site.store.give_table(tables.circle.id, table.id, match, seq=now.fold.seq)
    assert tables.site.tables.at(table.id).table.circle_id is None or tables.site.store.is_shared
    tables.enter(table, type="tally", points=[1, 0])
    assert tables.kept() == [(table.id, [0])]


def test_a_table_stays_in_the_circle_that_has_it(tables: Tables) -> None:
    table = tables.play(tables.open(), 0)
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    tables.site.circle_tables.give(table.id, other.id)
    assert circle_matches(tables.site.store, other.id) == []
    assert tables.kept() == [(table.id, [0])]


@pytest.mark.both_databases
def test_names_that_differ_in_case_alone_are_one_player(tables: Tables) -> None:
    tables.open("Ann", "Ben")
    tables.open("ANN", "Zoë")
    assert [player.name for player in tables.site.store.circle_players(tables.circle.id).values()] == [
        "Ann",
        "Ben",
        "Zoë",
    ]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_happens_rebuilding_comes_to_what_is_kept(tables: Tables, seed: int) -> None:
    """Matches end, are corrected and go on again in any order."""
    chance = random.Random(seed)
    open_, over = [tables.open(*chance.sample(("Ann", "Ben", "Cat", "Dan"), 2)) for _ in range(5)], []
    for _ in range(14):
        if open_ and (not over or chance.random() < 0.5):
            over.append(tables.play(open_.pop(), chance.randrange(2)))
        elif chance.random() < 0.6:
            tables.correct(chance.choice(over), chance.randrange(2))
        else:
            again = over.pop(chance.randrange(len(over)))
            tables.undo(again)
            if chance.random() < 0.5:
                tables.enter(again, type="tally", points=[0, 1])
                over.append(again)
    before = tables.site.store.circle_ratings(tables.circle.id)
    assert tables.rebuilt() == []
    assert tables.site.store.circle_ratings(tables.circle.id) == before


@pytest.mark.both_databases
def test_rebuilding_says_what_differed_and_puts_it_right(tables: Tables) -> None:
    first, second = (tables.play(tables.open(), 0) for _ in range(2))
    right = tables.strengths()
    with changing(tables.site.store) as session:
        session.connection().exec_driver_sql(
            f"UPDATE circle_ratings SET strength = strength + 1 WHERE table_id = {second.id}"
        )
    assert tables.strengths() != right
    assert (tables.rebuilt(), tables.rebuilt()) == ([second.id], [])
    assert tables.strengths() == right
    assert tables.kept() == [(first.id, [0]), (second.id, [0])]
