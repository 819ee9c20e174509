"""Reopening a ruling takes back what it did, all or nothing, or keeps it; where that is too late it says so."""

import pytest
from flask.testing import FlaskClient

from rules_core import findings
from tests.web.support.german_pages import visible
from tests.web.support.phone import OP, Phone
from tests.web.support.proven import POINTS, newest_ruling, remedies, reopen, totals
from tests.web.support.ruling import agreed, call, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


@pytest.mark.rule("GEN-1")
def test_its_points_are_taken_back_after_their_effect_was_shown(
    site: Site, phone: Phone, eva: FlaskClient, case: str
) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    again, before = newest_ruling(site, phone), site.tables.at(phone.table.id).fold.seq
    page = eva.get(again).text
    assert 'value="true" checked' in page
    shown = visible(page)
    assert "Take back the points" in shown
    assert "Cat −2 changes to 0" in " ".join(shown.split())
    assert reopen(eva, again).location == case
    now = site.tables.at(phone.table.id)
    assert (totals(site, phone.table), now.fold.seq) == ((0, 0, 0), before + 1)
    told = visible(eva.get(case).text)
    assert "heard wrong. What it did was taken back." in told
    assert "Ben +1, Cat −2" in told
    assert "still counts" not in told
    assert reopen(eva, again, "again").status_code == 409
    assert totals(site, phone.table) == (0, 0, 0)


@pytest.mark.parametrize("undo", ["true", "false"])
def test_a_second_referee_reads_that_it_was_reopened_meanwhile(
    site: Site, phone: Phone, eva: FlaskClient, case: str, undo: str
) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    rita, again = site.referee(phone.table, "Rita"), newest_ruling(site, phone)
    assert reopen(eva, again).status_code == 303
    answer = reopen(rita, again, "I think so too", undo)
    assert answer.status_code == 409
    for page in (answer.text, rita.get(again).text):
        assert "The ruling was reopened meanwhile." in page
        assert "It has changed nothing" not in page
        assert "What it changed stays" not in page
    assert "I think so too" in answer.text
    assert totals(site, phone.table) == (0, 0, 0)


def test_its_points_may_be_kept(site: Site, phone: Phone, eva: FlaskClient, case: str) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    assert reopen(eva, newest_ruling(site, phone), undo="false").status_code == 303
    assert totals(site, phone.table) == (0, 1, -2)
    page = eva.get(case).text
    assert "was taken back" not in page
    assert "What it changed stays until a new ruling changes it. · " in visible(page)
    assert 'class="box given again"' not in page, "nothing is struck out that stands"
    assert 'class="ruling no-more"' not in eva.get(f"{phone.url}/desk").text


def test_a_ruling_is_reopened_once_where_the_form_is_sent_twice(
    site: Site, phone: Phone, eva: FlaskClient, case: str
) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    again = newest_ruling(site, phone)
    key = OP.search(eva.get(again).text)
    assert key is not None
    sent = {"op": key[1], "reason": "heard wrong", "undo": "false"}
    assert [eva.post(again, data=sent).status_code for _time in range(2)] == [303, 303]
    assert [line.kind for line in site.tables.at(phone.table.id).desk.lines].count("reopen") == 1


def test_who_rules_without_a_referee_takes_it_back_as_well(site: Site, phone: Phone, case: str) -> None:
    assert rule(phone.client, phone.table, case, "adjusted", shown="0,1,-2", **POINTS).status_code == 303
    answer = reopen(phone.client, newest_ruling(site, phone))
    assert totals(site, phone.table) == (0, 1, -2), "all sides reopen it together"
    assert agreed(phone.client, answer, case).status_code == 303
    assert totals(site, phone.table) == (0, 0, 0)


def test_nothing_happens_where_the_page_is_older_than_the_table(
    site: Site, phone: Phone, eva: FlaskClient, case: str
) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    again, place = newest_ruling(site, phone), site.tables.at(phone.table.id).fold.seq - 1
    stamps = {"op": "1" * 16, "seen": "2", "undo": "true"}
    assert eva.post(again, data={**stamps, "reason": "no"}).status_code == 409
    assert place not in site.tables.at(phone.table.id).desk.reopened
    assert eva.post(again, data={**stamps, "reason": " "}).status_code == 422
    assert eva.post(again, data={"undo": "true", "reason": "no"}).status_code == 400
    sent = {**stamps, "seen": str(place + 1), "reason": "no"}
    assert [eva.post(again, data=sent).status_code for _time in range(2)] == [303, 303]
    assert totals(site, phone.table) == (0, 0, 0)


@pytest.mark.rule("GEN-1")
def test_entries_that_it_took_out_stand_again(site: Site, phone: Phone, eva: FlaskClient, case: str) -> None:
    dispute = call(site, phone.table, phone.client, "revoke", about=2)
    assert rule(eva, phone.table, case, "taken-back", rule="ODD-7").status_code == 303
    again = newest_ruling(site, phone)
    assert "5 entries stand again." in eva.get(again).text
    assert reopen(eva, again).status_code == 303
    now = site.tables.at(phone.table.id)
    place = now.desk.restored[2]
    view = now.fold.game.view(now.fold.state, findings.Observer("referee"))
    assert [found.event for found in view.infractions] == [place]
    assert [each.about for each in now.desk.disputes] == [place]
    assert "Proven now" in eva.get(dispute).text
    assert "reopened" in visible(eva.get(f"{phone.url}/desk").text)
    assert "Nothing was corrected since." in remedies(eva.get(dispute).text)["The entry is corrected"]


def test_entries_are_not_put_back_over_later_ones(site: Site, phone: Phone, eva: FlaskClient, case: str) -> None:
    assert rule(eva, phone.table, case, "taken-back", rule="ODD-7").status_code == 303
    again = newest_ruling(site, phone)
    phone.look()
    assert phone.enter({"type": "play", "seat": 2, "card": "6C"}) == 303
    page = visible(eva.get(again).text)
    assert "Not possible any more: Cards were entered after it." in page
    assert "then correct the entries, or adjust the score" in page
    assert reopen(eva, again).status_code == 409
    assert reopen(eva, again, undo="").status_code == 303


def test_a_scrapped_hand_goes_on_until_the_next_one_is_dealt(
    site: Site, phone: Phone, eva: FlaskClient, case: str
) -> None:
    assert rule(eva, phone.table, case, "void", rule="GEN-6").status_code == 303
    again = newest_ruling(site, phone)
    assert "Then: Ben leads." in visible(eva.get(again).text)
    phone.look()
    assert phone.enter({"type": "deal", "dealer": 0}) == 303
    assert "Not possible any more" in visible(eva.get(again).text)
    assert phone.enter({"type": "undo"}) == 303
    assert reopen(eva, again).status_code == 303
    assert site.tables.at(phone.table.id).fold.state.hand is not None


def test_a_ruling_that_changed_nothing_has_nothing_to_take_back(
    site: Site, phone: Phone, eva: FlaskClient, case: str
) -> None:
    assert rule(eva, phone.table, case, "stands", rule="ODD-7").status_code == 303
    page = eva.get(newest_ruling(site, phone)).text
    assert 'name="undo"' not in page
    assert "It has changed nothing that could be taken back." in page


def test_the_table_reads_of_a_ruling_that_was_reopened_and_of_no_correction(
    site: Site, phone: Phone, eva: FlaskClient, case: str
) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    assert reopen(eva, newest_ruling(site, phone)).status_code == 303
    page = phone.look()
    assert "reopened a ruling" in page
    assert "corrected an earlier entry" not in page


@pytest.mark.parametrize("undo", ["yes", ""])
def test_the_last_line_does_not_say_a_ruling_that_was_reopened(
    site: Site, phone: Phone, eva: FlaskClient, case: str, undo: str
) -> None:
    assert rule(eva, phone.table, case, "adjusted", shown="0,1,-2", rule="ODD-7", **POINTS).status_code == 303
    assert "<b>Eva</b> ruled" in phone.look()
    assert reopen(eva, newest_ruling(site, phone), undo=undo).status_code == 303
    page = phone.look()
    assert "<b>Eva</b> reopened a ruling" in page
    assert "ruled: " not in page
