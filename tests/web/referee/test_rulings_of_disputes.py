"""Rulings that end a dispute, and what is settled by them."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.german_pages import visible
from tests.web.support.phone import Phone
from tests.web.support.proven import TRUMP, remedies
from tests.web.support.records import DEAL, a_record, opened, play
from tests.web.support.ruling import call, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


def test_a_ruling_ends_the_dispute_that_it_is_about(site: Site, host: FlaskClient) -> None:
    phone = Phone(host, site.open_table(host, game="sichere-six"))
    for event in TRUMP:
        assert phone.enter(event) == 303
    case = call(site, phone.table, host, "trump", about=5, pause=True)
    told = remedies(host.get(case).text)
    assert list(told)[:2] == ["Nothing was wrong", "The entry is corrected"]
    answer = rule(host, phone.table, case, "none", rule="SIC-8", text="The 8 was played to a trick.")
    assert answer.status_code == 303
    assert answer.location == case
    desk = site.tables.at(phone.table.id).desk
    assert not desk.open
    assert not desk.paused
    again = rule(host, phone.table, case, "none", rule="SIC-8", text="It was buried, so it is not.")
    assert again.status_code == 409
    assert "This was settled meanwhile." in again.text
    assert "It was buried, so it is not." in visible(again.text)
    assert "Nothing was wrong. The 8 was played to a trick." in visible(host.get(case).text)


def test_a_dispute_that_was_withdrawn_meanwhile_has_no_ruling_to_reopen(site: Site, phone: Phone) -> None:
    case = call(site, phone.table, phone.client, "trump", about=5)
    assert phone.client.post(f"{case}/withdraw").status_code == 303
    answer = rule(phone.client, phone.table, case, "none", rule="ODD-7", text="It was typed already.")
    assert answer.status_code == 409
    assert "It was settled or withdrawn meanwhile." in visible(answer.text)
    assert "It was typed already." in visible(answer.text)
    assert "Reopen the ruling first." not in visible(answer.text)


def test_it_is_corrected_and_says_so(site: Site, phone: Phone) -> None:
    case = call(site, phone.table, phone.client, "wrong-card", about=2)
    assert "Nothing was corrected since." in remedies(phone.client.get(case).text)["The entry is corrected"]
    changed = {"target": 2, "with": [{"type": "play", "seat": 2, "card": "6C"}]}
    phone.look()
    assert phone.enter({"type": "amend", "changes": [changed]}) == 303
    assert "1 correction was made since." in remedies(phone.client.get(case).text)["The entry is corrected"]
    assert rule(phone.client, phone.table, case, "corrected", rule="GEN-2").status_code == 303
    assert "The entry was corrected." in phone.client.get(case).text


def test_a_correction_that_came_with_a_file_counts_and_is_marked(site: Site, host: FlaskClient) -> None:
    plays = [play(1, "7C"), play(2, "2H")]
    amend = {"type": "amend", "changes": [{"target": 2, "with": [play(2, "6C")]}], "reason": "misread"}
    asked = {"why": "wrong-card", "text": "", "by": "Ann", "about": 2}
    line = {"kind": "dispute", "after": 3, "at": "2026-11-22T19:00:00Z", "says": asked}
    record = a_record(DEAL, *plays, amend, desk=[line])
    table = opened(site, host, record)
    said = remedies(host.get(f"/tables/{table.id}/disputes/1").text)["The entry is corrected"]
    assert "1 correction was made since." in said
    assert "1: from a file, not vouched for here." in said
    phone = Phone(host, table)
    phone.look()
    assert phone.enter({**amend, "changes": [{"target": 2, "with": [play(2, "8C")]}]}) == 303
    said = remedies(host.get(f"/tables/{table.id}/disputes/1").text)["The entry is corrected"]
    assert "2 corrections were made since." in said
    assert "1: from a file, not vouched for here." in said


@pytest.mark.parametrize("gone", [{"type": "undo"}, {"type": "amend", "changes": [{"target": 6, "with": []}]}])
def test_it_is_corrected_by_taking_the_entry_back(site: Site, phone: Phone, gone: dict[str, object]) -> None:
    case = call(site, phone.table, phone.client, "wrong-card", about=6)
    phone.look()
    assert phone.enter(gone) == 303
    assert "1 correction was made since." in remedies(phone.client.get(case).text)["The entry is corrected"]
    assert rule(phone.client, phone.table, case, "corrected", rule="GEN-2").status_code == 303


def test_what_a_ruling_took_back_is_no_correction(site: Site, phone: Phone) -> None:
    case = call(site, phone.table, phone.client, "wrong-card")
    eva = site.referee(phone.table)
    assert rule(eva, phone.table, f"{phone.url}/revokes/2", "taken-back", rule="ODD-7").status_code == 303
    assert "Nothing was corrected since." in remedies(eva.get(case).text)["The entry is corrected"]


def test_with_nothing_entered_there_is_nothing_to_rule_on(site: Site, host: FlaskClient, table: Table) -> None:
    case = call(site, table, host, text="Who sits where?")
    answer = rule(host, table, case, "none")
    assert answer.status_code == 422
    assert "Nothing was entered yet" in answer.text


def test_a_ruling_in_general_settles_nothing_else(site: Site, phone: Phone) -> None:
    case = call(site, phone.table, phone.client, text="Cat is slow")
    assert rule(phone.client, phone.table, case, "none").status_code == 303
    assert "Cat had a club in trick 1" in phone.look()
