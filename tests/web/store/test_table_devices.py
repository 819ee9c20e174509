"""Devices, grants, seats and invites."""

from base64 import urlsafe_b64decode
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from math import log2

import pytest

from webapp.store import Store
from webapp.store.attempts import CodeBudget
from webapp.store.errors import InviteSpent, NotAdmitted, SeatHeld, SeatTaken
from webapp.store.grants import DeviceGrant
from webapp.store.models import DeskLine, Table

HOME = [CodeBudget("home", 100, timedelta(hours=1))]
"""Who types codes here, and how many wrong ones are free."""


@pytest.fixture
def host(store: Store) -> int:
    return store.add_device("host").id


@pytest.fixture
def guest(store: Store) -> int:
    return store.add_device("guest").id


@pytest.fixture
def table(store: Store, host: int) -> Table:
    return store.create_table(game="sixes-and-sevens", players=("Ann", "Ben", "Cat"), options={}, device_id=host)


def _seats(store: Store, table: Table) -> dict[int, int | None]:
    return {grant.device_id: grant.seat for grant in store.grants(table.id)}


def test_an_unknown_token_stands_nowhere(store: Store, table: Table) -> None:
    assert store.device_grant("nobody", table.id) is None
    assert store.device("nobody") is None


def test_a_known_device_is_a_stranger_at_other_tables(store: Store, host: int, guest: int, table: Table) -> None:
    assert store.device_grant("host", table.id) == DeviceGrant(host, "host", None)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, None, None)
    assert store.device_grant("host", table.id + 1) == DeviceGrant(host, None, None)


def test_names_are_remembered(store: Store, host: int) -> None:
    store.remember_names(host, ["Ann", "Ben"])
    device = store.device("host")
    assert device is not None
    assert device.names == ["Ann", "Ben"]


def test_tables_are_listed_newest_first(store: Store, host: int, guest: int, table: Table) -> None:
    newer = store.create_table(game="sixes-and-sevens", players=("A", "B", "C"), options={}, device_id=host)
    store.admit(newer.id, guest, role="watcher")
    assert [found.id for found in store.tables_of(host)] == [newer.id, table.id]
    assert [found.id for found in store.tables_of(guest)] == [newer.id]
    assert [found.id for found in store.tables_of(host, limit=1)] == [newer.id]


def test_a_seat_is_taken_changed_and_left(store: Store, guest: int, table: Table) -> None:
    store.admit(table.id, guest, role="player", seat=1)
    assert store.admit(table.id, guest, role="player", seat=2).seat == 2
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "player", 2)
    store.leave_seat(table.id, guest)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "player", None)


def test_a_taken_seat_stays_taken(store: Store, host: int, guest: int, table: Table) -> None:
    store.admit(table.id, host, role="player", seat=1)
    with pytest.raises(SeatTaken):
        store.admit(table.id, guest, role="player", seat=1)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, None, None)
    store.admit(table.id, guest, role="player", seat=0)
    with pytest.raises(SeatTaken):
        store.admit(table.id, guest, role="player", seat=1)
    assert _seats(store, table) == {host: 1, guest: 0}


def test_ones_own_seat_can_be_taken_again(store: Store, host: int, table: Table) -> None:
    first = store.admit(table.id, host, role="player", seat=1)
    assert store.admit(table.id, host, role="player", seat=1).id == first.id


def test_the_host_frees_a_seat_and_its_player_stays(store: Store, guest: int, table: Table) -> None:
    store.admit(table.id, guest, role="player", seat=1)
    store.free_seat(table.id, 1)
    store.free_seat(table.id, 2)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "player", None)


def test_what_two_send_at_the_same_moment_is_noted_once(store: Store, host: int, guest: int, table: Table) -> None:
    """Both have seen the table as it was before."""

    def line(kind: str) -> DeskLine:
        return DeskLine(table_id=table.id, seq=0, kind=kind, body={}, device_id=host)

    store.admit(table.id, guest, role="player", seat=1)
    store.admit(table.id, host, role="player", seat=2)
    for _time in range(2):
        store.free_seat(table.id, 1, line("freed"))
        store.change_choices(table.id, {"door": "closed", "title": "Fridays"}, line("chosen"))
    store.free_seat(table.id, 2, line("freed"))
    assert _seats(store, table) == {host: None, guest: None}
    assert [one.kind for one in store.desk(table.id)] == ["freed", "chosen"], "nor is who gives up the own seat"


@pytest.mark.parametrize(
    ("held", "offered", "then"),
    [
        ("watcher", "player", "player"),
        ("player", "watcher", "player"),
        ("watcher", "watcher", "watcher"),
        ("player", "player", "player"),
    ],
)
def test_a_second_invite_never_takes_away(
    store: Store, table: Table, guest: int, held: str, offered: str, then: str
) -> None:
    store.admit(table.id, guest, role=held)
    assert store.admit(table.id, guest, role=offered).role == then


def test_the_host_stays_host_and_keeps_the_seat(store: Store, table: Table, host: int) -> None:
    store.admit(table.id, host, role="player", seat=0)
    store.admit(table.id, host, role="watcher")
    assert store.device_grant("host", table.id) == DeviceGrant(host, "host", 0)
    store.admit(table.id, host, role="player", seat=2)
    assert store.device_grant("host", table.id) == DeviceGrant(host, "host", 2)


def test_a_revoked_grant_is_gone_and_can_be_given_anew(store: Store, guest: int, table: Table) -> None:
    store.admit(table.id, guest, role="player", seat=1)
    store.end_grant(table.id, guest)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, None, None)
    assert store.tables_of(guest) == []
    store.admit(table.id, guest, role="watcher")
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "watcher", None)


def test_a_new_invitation_revokes_the_old_one_of_its_role(store: Store, table: Table) -> None:
    before = store.invites(table.id)
    renewed = store.renew_invite(table.id, "player")
    for old, stands in ((before["player"], False), (renewed, True), (before["watcher"], True)):
        assert (store.try_code(old.code, HOME) is not None) == stands
        found = store.invite_of(old.token)
        assert found is not None
        assert found.is_valid == stands
    assert store.invites(table.id)["player"].token == renewed.token


def test_links_and_recovery_codes_are_too_long_to_be_guessed(store: Store, table: Table) -> None:
    invites = store.invites(table.id)
    assert set(invites) == {"player", "watcher", "host"}
    assert all(len(urlsafe_b64decode(invite.token + "==")) * 8 == 128 for invite in invites.values())
    assert {role: len(invite.code) for role, invite in invites.items()} == {"player": 7, "watcher": 7, "host": 15}
    assert log2(31**15) > 70


# Referees


def test_a_referees_invitation_is_spent_by_the_first(store: Store, guest: int, table: Table) -> None:
    invite = store.renew_invite(table.id, "referee")
    store.appoint(invite, guest, "Eva")
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "referee", None, name="Eva")
    assert store.try_code(invite.code, HOME) is None
    assert not store.invite_with_code(invite.code).is_valid
    with pytest.raises(InviteSpent):
        store.appoint(invite, store.add_device("late").id, "Max")


def test_a_new_invitation_revokes_the_old(store: Store, guest: int, table: Table) -> None:
    old = store.renew_invite(table.id, "referee")
    store.renew_invite(table.id, "referee")
    with pytest.raises(InviteSpent):
        store.appoint(old, guest, "Eva")
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, None, None)


def test_who_sits_rules_only_where_the_table_agreed(store: Store, guest: int, table: Table) -> None:
    store.admit(table.id, guest, role="player", seat=1)
    invite = store.renew_invite(table.id, "referee")
    with pytest.raises(SeatHeld):
        store.appoint(invite, guest, "Ben")
    assert store.try_code(invite.code, HOME) is not None, "the invitation is not lost by it"
    store.appoint(store.renew_invite(table.id, "referee", agreed=True), guest, "Ben")
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "player", 1, agreed=True, name="Ben")
    assert store.admit(table.id, guest, role="player", seat=2).agreed, "also on another seat"
    store.dismiss(table.id, guest)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "player", 2)


def test_a_host_who_rules_stays_the_host(store: Store, host: int, table: Table) -> None:
    store.appoint(store.renew_invite(table.id, "referee"), host, "Hanna")
    assert store.device_grant("host", table.id) == DeviceGrant(host, "host", None, agreed=True, name="Hanna")
    with pytest.raises(NotAdmitted):
        store.admit(table.id, host, role="player", seat=0)
    store.dismiss(table.id, host)
    assert store.admit(table.id, host, role="player", seat=0).seat == 0


def test_a_referee_goes_only_together_with_the_line_that_says_so(store: Store, guest: int, table: Table) -> None:
    store.appoint(store.renew_invite(table.id, "referee"), guest, "Eva")
    with pytest.raises(TypeError):
        store.dismiss(table.id, guest, DeskLine(table_id=table.id, seq=0, kind="dismissed", body={"name": object()}))
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, "referee", None, name="Eva")
    line = DeskLine(table_id=table.id, seq=0, kind="dismissed", body={"name": "Eva"})
    store.dismiss(table.id, guest, line)
    store.dismiss(table.id, guest, line)
    assert [said.kind for said in store.desk(table.id)] == ["dismissed"], "once"


def test_of_two_referees_who_go_at_once_one_is_the_last(store: Store, host: int, guest: int, table: Table) -> None:
    devices = {"Hanna": host, "Eva": guest}
    for name, device in devices.items():
        store.appoint(store.renew_invite(table.id, "referee"), device, name)
    lines = [DeskLine(table_id=table.id, seq=0, kind="dismissed", body={"name": name}) for name in devices]
    there = Store(store.url, store.chain)  # of another process
    with ThreadPoolExecutor(2) as pool:
        for at, device, line in zip((store, there), devices.values(), lines, strict=True):
            pool.submit(at.dismiss, table.id, device, line)
    there.close()
    said = store.desk(table.id)
    assert [line.body.get("last", False) for line in said] == [False, True], said


def test_a_referee_sits_nowhere_until_let_out(store: Store, guest: int, table: Table) -> None:
    store.appoint(store.renew_invite(table.id, "referee"), guest, "Eva")
    with pytest.raises(NotAdmitted):
        store.admit(table.id, guest, role="player", seat=1)
    assert store.admit(table.id, guest, role="watcher").role == "referee", "a code takes nothing away"
    store.dismiss(table.id, guest)
    assert store.device_grant("guest", table.id) == DeviceGrant(guest, None, None)
    assert [grant.role for grant in store.all_grants(table.id)] == ["host", "referee"]
