"""What the desks of tables tell their evening, and what referees add there: penalties, being on the way, readers."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.web.support.hall import Hall
from webapp.evening import lines as kinds
from webapp.evening.announcements import readers, unread_at_table
from webapp.evening.lines import EveningRefusal
from webapp.evening.state import Announcement, Presence
from webapp.evening.viewer import EveningViewer
from webapp.http.durations import ANNOUNCED_FOR
from webapp.store.evening_models import EveningChange
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer


@pytest.fixture
def karin(hall: Hall) -> EveningViewer:
    return hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")


def _at_table(hall: Hall, who: EveningViewer, kind: str, body: dict[str, Any], number: int = 1) -> None:
    """Adds a line to the desk of a table as a referee, and lets the evening follow."""
    made = hall.services.tables.add(hall.table(number), Viewer(who.device_id, Role.REFEREE), line_of(kind, body))
    assert isinstance(made, Made)
    hall.tables.note(hall.table(number))
    hall.tables.follow()


def _refused(hall: Hall, who: EveningViewer, *lines: kinds.Line) -> str:
    outcome = hall.keeper.add(hall.id, who, *lines)
    assert isinstance(outcome, EveningRefusal)
    return outcome.code


def test_a_penalty_at_a_table_stands_in_the_evening_once_until_it_is_lifted_there(
    hall: Hall, karin: EveningViewer
) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    body = {"seat": 1, "step": "warning", "reason": "talks", "rule": "GEN-3", "by": "Karin"}
    for _ in range(2):
        _at_table(hall, karin, "penalty", body, number=2)
    given = list(hall.now.state.penalties.values())
    assert [(one.person, one.step, one.points, one.round, one.number) for one in given] == [
        (6, "warning", 0, 1, 2),
        (6, "warning", 0, 1, 2),
    ]
    assert _refused(hall, karin, kinds.Lifted(given[0].line, "a mistake", "Karin")) == "not-yours"

    _at_table(hall, karin, "revoked", {"penalty": 1, "why": "it was Gus", "by": "Karin"}, number=2)
    assert [one.lifted and one.lifted.why for one in hall.now.state.penalties.values()] == ["it was Gus", None]


def test_whoever_is_excluded_leaves_and_comes_back_only_when_it_is_lifted(hall: Hall, karin: EveningViewer) -> None:
    assert _refused(hall, karin, kinds.Left(3)) == "not-yours"
    out = kinds.Penalised(3, "exclusion", "hid a card", "GEN-3", "Karin")
    assert _refused(hall, karin, kinds.Penalised(3, "flogging", "late", "GEN-3", "Karin")) == "no-step"
    now = hall.add(out, kinds.Left(3), who=karin)
    assert now.state.people[3].presence == Presence.LEFT
    assert _refused(hall, hall.organiser, kinds.Back(3)) == "excluded"
    hall.add(kinds.Lifted(next(iter(now.state.penalties)), "found it", "Karin"), who=karin)
    assert hall.add(kinds.Back(3)).state.people[3].presence == Presence.HERE


def test_who_is_on_the_way_is_so_until_the_matter_is_settled(hall: Hall, karin: EveningViewer) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    called = {"about": None, "why": "other", "text": "look", "pause": False, "by": "Ann"}
    _at_table(hall, karin, "dispute", called)
    otto = hall.admit(hall.services.store.add_device("otto").id, Role.REFEREE, name="Otto")
    way = (hall.table(1), 1)
    hall.add(kinds.Coming(*way, "Karin"), who=karin)
    assert _refused(hall, otto, kinds.Coming(*way, "Otto")) == "another-comes"
    assert _refused(hall, otto, kinds.Coming(*way, "Otto", back=True)) == "is-so"
    _at_table(hall, karin, "withdraw", {"dispute": 1})
    assert hall.now.state.coming == {}


def test_a_referee_who_is_let_out_is_on_no_way(hall: Hall, karin: EveningViewer) -> None:
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Coming(hall.table(1), 1, "Karin"), who=karin)
    assert karin.device_id is not None
    hall.add(kinds.Helper("referee", "Karin", gone=True), change=EveningChange(expelled=[karin.device_id]))
    assert hall.now.state.coming == {}


def test_an_announcement_is_for_who_sits_there_and_is_unread_until_read(hall: Hall, karin: EveningViewer) -> None:
    devices = {person: hall.services.store.add_device(f"phone {person}").id for person in (1, 2, 5)}
    for person, device in devices.items():
        hall.admit(device, Role.PLAYER, person)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Announced("Lights off at eleven", "Karin", (1,)), who=karin)
    said = hall.now.state.announcements[0]
    assert (readers(hall.now, said).read, readers(hall.now, said).missing) == ((), (1, 2))

    def unread(device: int | None, table: int, at: datetime = said.at) -> Announcement | None:
        grant = next((one for one in hall.now.grants if one.device_id == device), None)
        return unread_at_table(hall.now.state, table, grant, at)

    assert [unread(devices[5], 2), unread(devices[2], 1), unread(None, 1)] == [None, said, said]
    assert unread(None, 1, said.at + timedelta(seconds=ANNOUNCED_FOR + 1)) is None
    hall.services.store.read_evening(hall.id, devices[2], said.line)
    assert unread(devices[2], 1) is None
    assert (readers(hall.now, said).read, readers(hall.now, said).missing) == ((2,), (1,))
