"""What people decided is told on every phone until it is read there, and stays in a list that everybody reaches."""

from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.german_pages import visible
from tests.web.support.phone import Phone
from tests.web.support.proven import POINTS, newest_ruling, notes, reopen
from tests.web.support.ruling import DEAL, grant_of, proven, rule
from tests.web.support.site import Site
from tests.web.support.stream import messages
from webapp.live.blocks import shared_by
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

TALLY = {"type": "tally", "tricks": [9, 4, 4]}
TOLD = "Ruling. Ben +1, Cat −2. The score was adjusted. Karo was led."


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


@pytest.fixture
def ben(site: Site, phone: Phone) -> Phone:
    return Phone(site.seat(phone.table, 1), phone.table)


@pytest.fixture
def eva(site: Site, phone: Phone) -> FlaskClient:
    """A referee who has adjusted the score."""
    eva = site.referee(phone.table)
    fields = {"shown": "0,1,-2", "rule": "ODD-7", "text": "Karo was led.", **POINTS}
    assert rule(eva, phone.table, f"{phone.url}/revokes/2", "adjusted", **fields).status_code == 303
    return eva


def read(phone: FlaskClient, table: Table, events: int, lines: int) -> int:
    return phone.post(f"/tables/{table.id}/rulings/read", data={"events": events, "lines": lines}).status_code


def test_a_ruling_is_told_on_each_phone_until_it_is_read_there(
    site: Site, phone: Phone, ben: Phone, eva: FlaskClient
) -> None:
    assert phone.enter({"type": "play", "seat": 1, "card": "6C"}) == 303
    for one in (phone, ben):
        assert TOLD in notes(one.client, phone.table)
    assert "Ruling." not in notes(eva, phone.table), "who ruled knows it"
    now = site.tables.at(phone.table.id)
    page = ben.client.get(f"{ben.url}/rulings").text
    assert f'name="events" value="{now.fold.seq}"' in page
    assert "Ruling, new" in visible(page)
    assert read(ben.client, phone.table, now.fold.seq, len(now.desk.lines)) == 303
    assert "Ruling." not in notes(ben.client, phone.table)
    assert TOLD in notes(phone.client, phone.table)
    listed = visible(ben.client.get(f"{ben.url}/rulings").text)
    for said in ("The score was adjusted. Karo was led.", "Ben +1, Cat −2", "Eva\n", "ODD-7"):
        assert said in listed
    assert ", new" not in listed
    assert "I have read it" not in listed


def test_who_watches_reads_the_list_and_is_told_nothing(site: Site, phone: Phone, eva: FlaskClient) -> None:
    watcher = site.watcher(phone.table)
    assert "Ruling." not in notes(watcher, phone.table)
    page = watcher.get(f"{phone.url}/rulings").text
    assert "Karo was led." in page
    assert "I have read it" not in page
    assert f'href="{phone.url}/rulings"' in watcher.get(phone.url).text


def test_the_list_of_a_table_without_entries_is_empty(host: FlaskClient, table: Table) -> None:
    assert "Nobody has ruled or adjusted anything" in host.get(f"/tables/{table.id}/rulings").text


def test_two_referees_read_each_for_themselves(site: Site, phone: Phone, eva: FlaskClient) -> None:
    """They are of one kind; what is rendered for one is not sent to the other."""
    max_, tom = (site.referee(phone.table, name) for name in ("Max", "Tom"))
    assert TOLD in notes(max_, phone.table)
    now = site.tables.at(phone.table.id)
    assert read(max_, phone.table, now.fold.seq, len(now.desk.lines)) == 303
    assert TOLD not in notes(max_, phone.table)
    assert TOLD in notes(tom, phone.table)
    sent = [next(islice(messages(one, phone.table), 1, None)) for one in (max_, tom)]
    assert ["<b>Ruling.</b> Ben +1" in text for text in sent] == [False, True]


def test_streams_share_what_is_rendered_only_where_nothing_is_read(site: Site, table: Table) -> None:
    """One that takes part has read what its own device has; all who watch are shown the same."""
    roles = [("referee", 1), ("referee", 2), ("watcher", 3), ("watcher", 4)]
    shared = [shared_by(Viewer(device, Role(role))) for role, device in roles]
    assert [shared.index(one) for one in shared] == [0, 1, 2, 2]


def test_nothing_is_read_before_it_is_there(site: Site, phone: Phone, ben: Phone) -> None:
    assert read(ben.client, phone.table, 10**6, 10**6) == 303
    assert phone.enter({"type": "adjust", "points": [3, 0, -1], "reason": "counting error"}) == 303
    assert "Adjusted. Ann +3, Cat −1. counting error" in notes(ben.client, phone.table)
    for bad in ({}, {"events": "-1", "lines": "0"}, {"events": "1"}):
        assert ben.client.post(f"{ben.url}/rulings/read", data=bad).status_code == 400


def test_an_adjustment_that_was_taken_back_stays_in_the_list(phone: Phone, ben: Phone) -> None:
    assert phone.enter({"type": "adjust", "points": [3, 0, -1], "reason": "counting error"}) == 303
    assert phone.enter({"type": "undo"}) == 303
    assert "Adjusted." not in notes(ben.client, phone.table)
    listed = visible(ben.client.get(f"{ben.url}/rulings").text)
    for said in ("Adjusted", "Ann +3, Cat −1", "counting error", "the host’s phone", "Taken back."):
        assert said in listed


def test_a_reopened_ruling_is_told_as_well(site: Site, phone: Phone, ben: Phone, eva: FlaskClient) -> None:
    assert reopen(eva, newest_ruling(site, phone)).status_code == 303
    assert "Ruling reopened. Ben −1, Cat +2. heard wrong" in notes(ben.client, phone.table)
    listed = visible(ben.client.get(f"{ben.url}/rulings").text)
    assert "Reopened by Eva: heard wrong. What it did was taken back." in listed


def test_what_a_place_has_read_goes_with_it_and_ends_with_the_match(site: Site, phone: Phone, ben: Phone) -> None:
    assert phone.enter({"type": "adjust", "points": [3, 0, -1], "reason": "counting error"}) == 303
    assert read(ben.client, phone.table, 9, 0) == 303
    ben.client.post(f"{ben.url}/seat/leave")
    site.seat(phone.table, 1, ben.client)
    assert "Adjusted." not in notes(ben.client, phone.table)
    invite = site.store.offer_move(phone.table.id, site.device(ben.client))
    other = site.phone()
    moved = site.store.move(invite, site.device(other))
    assert (moved.read_events, moved.seat) == (grant_of(site, phone.table, other).read_events, 1)
    assert moved.read_events > 0
    again = site.store.create_successor(phone.table.id, first_dealer=0)
    assert again is not None
    assert {grant.read_events for grant in site.store.grants(again.id)} == {0}


def test_an_amendment_of_an_earlier_hand_is_told_until_it_is_read(site: Site, host: FlaskClient, table: Table) -> None:
    ann, ben = Phone(host, table), Phone(site.seat(table, 1), table)
    for event in (DEAL, TALLY, {"type": "deal", "dealer": 1}, {"type": "play", "seat": 2, "card": "6C"}):
        assert ann.enter(event) == 303
    tom, eva = site.referee(table, "Tom"), site.referee(table)
    _amended(site, table, eva, 3, {"type": "play", "seat": 2, "card": "7C"})
    assert "corrected" not in notes(ben.client, table), "the hand is under way"
    _amended(site, table, eva, 1, {"type": "tally", "tricks": [8, 5, 4]}, reason="counted again")
    for client in (ben.client, host, tom):
        assert "Hand 1 corrected. counted again" in notes(client, table)
    assert "corrected" not in notes(eva, table), "who did it knows it"
    listed = visible(ben.client.get(f"{ben.url}/rulings").text)
    assert "Hand 1 corrected, new" in listed
    assert "counted again" in listed
    now = site.tables.at(table.id)
    assert read(ben.client, table, now.fold.seq, len(now.desk.lines)) == 303
    assert "corrected" not in notes(ben.client, table)
    assert "Hand 1 corrected. counted again" in notes(host, table)


def test_what_a_ruling_amends_is_told_by_the_ruling_alone(site: Site, host: FlaskClient, table: Table) -> None:
    phone = Phone(host, table)
    for event in (DEAL, TALLY):
        assert phone.enter(event) == 303
    eva = grant_of(site, table, site.referee(table))
    amend = {"type": "amend", "changes": [{"target": 1, "with": [{"type": "tally", "tricks": [8, 5, 4]}]}]}
    ruling = {"type": "ruling", "event": 1, "remedy": "corrected", "text": "Four.", "signed": "Eva"}
    assert isinstance(site.make(table.id, eva, amend, ruling, op="0" * 16, seen=None), Made)
    said = notes(host, table)
    assert "Four." in said
    assert "Hand 1 corrected" not in said


def _amended(site: Site, table: Table, phone: FlaskClient, target: int, instead: dict[str, Any], **more: str) -> None:
    amend = {"type": "amend", "changes": [{"target": target, "with": [instead]}], **more}
    made = site.make(table.id, grant_of(site, table, phone), amend, op=f"amend-{target:010}", seen=None)
    assert isinstance(made, Made), made
