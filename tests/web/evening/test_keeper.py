"""Evenings as the keeper keeps them: lines, rounds, referees at every table, results that follow corrections."""

from dataclasses import replace

import pytest
from flask import Flask

from tests.web.support.hall import EIGHT, GAME, Hall
from webapp.evening import lines as kinds
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import (
    EveningHub,
    EveningKeeper,
    undoable,
)
from webapp.evening.lines import EveningRefusal
from webapp.evening.plan import Kind, Plan
from webapp.evening.viewer import SERVER, EveningViewer
from webapp.services import services_in
from webapp.store.errors import PersonTaken
from webapp.store.evening_models import EveningChange
from webapp.store.roles import Role
from webapp.table.entry import entry_of
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer


def _device(hall: Hall, token: str) -> int:
    return hall.services.store.add_device(token).id


def test_a_round_opens_its_tables_with_the_phones_of_who_sits_there(hall: Hall) -> None:
    ben, karin = _device(hall, "ben"), _device(hall, "karin")
    hall.admit(ben, Role.PLAYER, 2)
    hall.admit(karin, Role.REFEREE, name="Karin")
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))

    first, second = hall.services.tables.at(hall.table(1)), hall.services.tables.at(hall.table(2))
    assert list(first.table.players) == list(EIGHT[:4])
    assert (first.table.evening_id, first.table.evening_number) == (hall.id, 1)
    held = {(grant.device_id, grant.role, grant.seat) for grant in first.people.grants}
    assert held == {(ben, Role.HOST, 1), (karin, Role.REFEREE, None)}
    assert [(grant.device_id, grant.role) for grant in second.people.grants] == [(karin, Role.REFEREE)]


def test_a_referee_let_in_later_rules_at_every_table_until_let_out(hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    karin = _device(hall, "karin")
    hall.admit(karin, Role.REFEREE, name="Karin")
    for number in (1, 2):
        assert [grant.name for grant in hall.services.store.grants(hall.table(number))] == ["Karin"]
    hall.add(kinds.Helper("referee", "Karin", gone=True), change=EveningChange(expelled=[karin]))
    assert hall.services.store.grants(hall.table(1)) == []


def test_a_referee_let_out_by_two_at_the_same_moment_goes_once(hall: Hall) -> None:
    """Else one of the same name would be missing at the desk."""
    one, other = _device(hall, "one"), _device(hall, "other")
    for device in (one, other):
        hall.admit(device, Role.REFEREE, name="Karin")
    gone = kinds.Helper("referee", "Karin", gone=True), EveningChange(expelled=[one])
    hall.add(gone[0], change=gone[1])
    lines = len(hall.now.lines)
    assert hall.keeper.add(hall.id, hall.organiser, gone[0], change=gone[1]) == EveningRefusal("moved-on")
    assert (len(hall.now.lines), hall.now.state.referees) == (lines, ("Karin",))


def test_who_plays_at_a_table_never_rules_there(hall: Hall) -> None:
    ann = _device(hall, "ann")
    hall.admit(ann, Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Left(1), change=EveningChange(freed=[1]))
    hall.admit(ann, Role.REFEREE, name="Ann")
    roles = {grant.role for grant in hall.services.store.grants(hall.table(1)) if grant.device_id == ann}
    assert Role.REFEREE not in roles
    assert [grant.role for grant in hall.services.store.grants(hall.table(2))] == [Role.REFEREE]


def test_one_phone_stands_for_a_person(hall: Hall) -> None:
    hall.admit(_device(hall, "ben"), Role.PLAYER, 2)
    with pytest.raises(PersonTaken):
        hall.admit(_device(hall, "other"), Role.PLAYER, 2)
    assert len(hall.now.devices) == 1


def test_only_tables_of_evenings_are_looked_at(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    store = hall.services.store
    alone = store.create_table(game="sixes-and-sevens", players=("A", "B", "C"), options={}, device_id=1).id
    looked_at: list[int] = []
    monkeypatch.setattr(hall.tables, "summary", looked_at.append)
    for table in (alone, hall.table(1)):
        hall.tables.note(table)
    hall.tables.follow()
    assert hall.table(1) in looked_at
    assert alone not in looked_at


def adjust(hall: Hall, device: int, points: tuple[int, ...]) -> None:
    """Adjusts the score of the first table, from this phone as its host."""
    table = hall.table(1)
    raw = {"type": "adjust", "points": list(points), "reason": "late"}
    entry = entry_of(hall.services.tables.at(table).fold, raw)
    made = hall.services.tables.make(table, Viewer(device, Role.HOST, 0), entry, op=f"adjust {points}")
    assert isinstance(made, Made), made


def test_a_result_follows_a_correction_at_its_table(hall: Hall) -> None:
    ann = _device(hall, "ann")
    hall.admit(ann, Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    table = hall.table(1)
    adjust(hall, ann, (1, 0, 0, 0))
    hall.add(kinds.Confirmed(1, 1, (1, 0, 0, 0)))
    hall.tables.note(table)
    hall.tables.follow()
    assert hall.now.state.rounds[0].sittings[1].corrected is None

    adjust(hall, ann, (2, 0, 0, 0))
    hall.tables.follow()
    sitting = hall.now.state.rounds[0].sittings[1]
    assert sitting.result is not None
    assert (sitting.result.scores, sitting.corrected) == ((3, 0, 0, 0), (1, 0, 0, 0))
    before = hall.now.state.seq
    hall.tables.note(table)
    hall.tables.follow()
    assert hall.now.state.seq == before


def test_the_same_form_twice_adds_its_lines_once(hall: Hall) -> None:
    for _ in range(2):
        hall.keeper.add(hall.id, hall.organiser, kinds.Listed(9, "Jon"), op="form")
    assert len(hall.now.state.people) == 9


def test_another_keeper_sees_what_the_first_has_added(hall: Hall) -> None:
    other = EveningKeeper(hall.services.store, EveningHub())
    assert other.at(hall.id).state.people.keys() == hall.now.state.people.keys()
    hall.add(kinds.Listed(9, "Jon"))
    assert other.at(hall.id).state == hall.now.state


def test_undo_takes_back_the_newest_line(hall: Hall) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Extra(1, 300))
    row = undoable(hall.now, hall.organiser)
    assert row is not None
    hall.add(kinds.Undone(row.seq))
    here = hall.now.state.round
    assert here is not None
    assert here.extra == 0
    hall.add(kinds.Extra(1, 60))
    assert hall.now.state.rounds[0].extra == 60


@pytest.mark.parametrize(
    ("who", "line", "code"),
    [
        (EveningViewer(99, Role.PLAYER, 1), kinds.LastHand(1), "not-yours"),
        (EveningViewer(99, Role.WATCHER), kinds.Announced("x", "y"), "not-yours"),
        (EveningViewer(99, Role.PLAYER, 5), kinds.Reported(1, 1, (1, 2, 3, 4), 5), "not-yours"),
        (EveningViewer(99, Role.PLAYER, 1), kinds.Penalised(2, "warning", "x", "GEN-1", "Karin"), "not-yours"),
        (EveningViewer(99, Role.PLAYER, 1), kinds.Corrected(1, 1, (1,), (2,)), "not-yours"),
    ],
)
def test_nobody_adds_what_is_not_theirs(hall: Hall, who: EveningViewer, line: kinds.Line, code: str) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    outcome = hall.keeper.add(hall.id, who, line)
    assert isinstance(outcome, EveningRefusal)
    assert outcome == EveningRefusal(code)


def test_the_other_side_confirms_a_result_and_not_the_own_one(hall: Hall) -> None:
    phones = {person: _device(hall, f"p{person}") for person in (1, 2)}
    viewers = {person: hall.admit(device, Role.PLAYER, person) for person, device in phones.items()}
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Reported(1, 1, (4, 3, 2, 1), 1), who=viewers[1])
    again = hall.keeper.add(hall.id, viewers[1], kinds.Confirmed(1, 1, (4, 3, 2, 1), 1))
    assert isinstance(again, EveningRefusal)
    hall.add(kinds.Confirmed(1, 1, (4, 3, 2, 1), 2), who=viewers[2])
    assert hall.now.state.rounds[0].sittings[1].is_in


def test_a_match_of_a_guest_table_counts_when_it_ends(app: Flask) -> None:
    services = services_in(app)
    hall = Hall(services, Plan(Kind.OPEN), names=())
    host = _device(hall, "host")
    table = services.store.create_table(game=GAME, players=["Ann", "Ben", "Cat"], options={}, device_id=host)
    joined = kinds.Joined(1, table.id, table.game, tuple(table.players))
    hall.add(joined, who=EveningViewer(host), change=EveningChange(joins={table.id: 1}))
    hall.tables.note(table.id)
    hall.tables.follow()
    assert hall.now.state.matches == {}
    summary = hall.tables.summary(table.id)
    assert summary is not None
    hall.tables.note_result(replace(summary, winners=(0,), scores=(9, 5, 4)))
    assert hall.now.state.matches[table.id].scores == (9, 5, 4)


def test_the_server_alone_follows_results(hall: Hall) -> None:
    assert isinstance(hall.keeper.add(hall.id, SERVER, kinds.Closed()), EveningRefusal)


def test_a_correction_made_while_nobody_followed_is_noted_when_a_process_starts(hall: Hall) -> None:
    ann = _device(hall, "ann")
    hall.admit(ann, Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    adjust(hall, ann, (1, 0, 0, 0))
    hall.add(kinds.Confirmed(1, 1, (1, 0, 0, 0)))
    adjust(hall, ann, (2, 0, 0, 0))
    fresh = EveningTables(hall.services.store, hall.services.tables, hall.keeper, EveningHub())
    fresh.start()
    fresh.stop()
    fresh.follow()
    assert hall.now.state.rounds[0].sittings[1].corrected == (1, 0, 0, 0)


def test_what_is_seen_of_tables_is_as_of_now(hall: Hall) -> None:
    ann = _device(hall, "ann")
    hall.admit(ann, Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    table = hall.table(1)
    assert not hall.tables.at(hall.id)[table].started
    now = hall.services.tables.at(table)
    hall.services.tables.make(
        table, Viewer(ann, Role.HOST, 0), entry_of(now.fold, {"type": "deal", "dealer": 0}), op="one"
    )
    assert hall.tables.at(hall.id)[table].started
    hall.add(kinds.Reseated(1, (), (), (1,)), change=EveningChange(leaves=[table]))
    assert table not in hall.tables.at(hall.id)


def test_every_watcher_is_told_also_after_another_one_has_looked(hall: Hall) -> None:
    ann = _device(hall, "ann")
    hall.admit(ann, Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    table = hall.table(1)
    hall.tables.follow()
    deal = entry_of(hall.services.tables.at(table).fold, {"type": "deal", "dealer": 0})
    with hall.services.part(EveningHub).watch(hall.id, None) as watch:
        hall.services.tables.make(table, Viewer(ann, Role.HOST, 0), deal, op="one")
        hall.tables.at(hall.id)
        assert not watch.wait(0)
        hall.tables.follow()
        assert watch.wait(0)
