"""The score sheet, and the next game of the same people."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.site import Site
from webapp.history.scores.score_sheet import sheet
from webapp.store.models import Table

WHOLE_MATCH = [[9, 4, 4], [3, 9, 5], [5, 5, 7]]


def _enter(site: Site, table: Table, *events: dict[str, Any]) -> None:
    who = site.store.grants(table.id)[0]
    for event in events:
        seq = site.store.last_seq(table.id)
        made = site.make(table.id, who, event, op=f"operation-{seq}", seen=None)
        assert made.now.fold.seq == seq + 1, made


def _hands(first: int, *hands: list[int]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for number, tricks in enumerate(hands):
        dealer = (first + number) % len(tricks)
        events += [{"type": "deal", "dealer": dealer}, {"type": "tally", "tricks": tricks}]
    return events


@pytest.fixture
def over(site: Site, table: Table) -> Table:
    """The table after its match; Ben has dealt first, Ben has won."""
    _enter(site, table, *_hands(1, *WHOLE_MATCH))
    return table


def test_before_the_first_hand(host: FlaskClient, table: Table) -> None:
    answer = host.get(f"/tables/{table.id}/scores")
    assert answer.status_code == 200
    assert "0 of 3 hands played" in answer.text
    assert "ODD-11" in answer.text
    assert "Who deals first?" in answer.text


def test_hands_totals_and_what_is_left(site: Site, host: FlaskClient, table: Table) -> None:
    _enter(site, table, *_hands(0, *WHOLE_MATCH[:2]), {"type": "deal", "dealer": 2})
    page = host.get(f"/tables/{table.id}/scores").text
    numbers = re.findall(r'<b class="num">(\d+)</b>', page)
    assert numbers == ["12", "13", "9", "9", "4", "4", "3", "9", "5"]
    assert "2 of 3 hands played" in page
    assert "Ben leads." in page
    assert "Trick 1 of 17 lies on the table" in page
    assert 'action="' not in page


@pytest.mark.rule("ODD-11")
def test_every_hand_says_why_it_scored_what_it_did(site: Site, host: FlaskClient, over: Table) -> None:
    sheet_url = f"/tables/{over.id}/scores"
    assert f'href="{sheet_url}/2"' in host.get(sheet_url).text
    page = host.get(f"{sheet_url}/2").text
    assert re.findall(r'dir="auto">(\w+)</span><b class="num">(\d+)</b>', page) == [
        ("Ann", "3"),
        ("Ben", "9"),
        ("Cat", "5"),
    ]
    assert "9 tricks +9" in page
    assert '#ODD-11"' in page
    assert f'href="{sheet_url}/1"' in page
    assert f'href="{sheet_url}/3"' in page
    assert "9 tricks +9" in site.watcher(over).get(f"{sheet_url}/2").text


def test_only_finished_hands_are_explained(site: Site, host: FlaskClient, over: Table) -> None:
    url = f"/tables/{over.id}/scores"
    assert [host.get(f"{url}/{number}").status_code for number in (0, 4, 10**12)] == [404, 404, 404]
    assert site.phone().get(f"{url}/1").status_code == 404


def test_equal_leaders_are_named_together(site: Site, host: FlaskClient, table: Table) -> None:
    _enter(site, table, *_hands(0, [7, 7, 3]))
    assert "Ann and Ben are level." in host.get(f"/tables/{table.id}/scores").text


def test_where_fewest_wins_the_lowest_leads(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, options={"fewest_wins": True})
    _enter(site, table, *_hands(0, [7, 7, 3]))
    assert "Cat leads." in host.get(f"/tables/{table.id}/scores").text


def test_the_chart_has_the_numbers_of_the_table(site: Site, table: Table) -> None:
    correction = {"type": "adjust", "points": [0, 0, -2], "reason": "Revoke"}
    _enter(site, table, *_hands(0, WHOLE_MATCH[0]), correction, *_hands(1, WHOLE_MATCH[1]))
    found = sheet(site.tables.at(table.id).fold)
    assert found.lines == [[0, 9, 12], [0, 4, 13], [0, 2, 7]]
    assert [line[-1] for line in found.lines] == list(found.totals)


def test_adjustments_are_marked_with_their_reason(site: Site, host: FlaskClient, table: Table) -> None:
    adjust = {"type": "adjust", "points": [2, 0, -2], "reason": "A <revoke> in hand 1"}
    _enter(site, table, *_hands(0, WHOLE_MATCH[0]), adjust)
    page = host.get(f"/tables/{table.id}/scores").text
    assert "A &lt;revoke&gt; in hand 1" in page
    assert "+2" in page
    assert "−2" in page


def test_an_undone_hand_is_gone(site: Site, host: FlaskClient, table: Table) -> None:
    _enter(site, table, *_hands(0, WHOLE_MATCH[0]), {"type": "undo"})
    assert sheet(site.tables.at(table.id).fold).hands == []


def test_at_the_end_the_winner_is_told_and_another_match_offered(host: FlaskClient, over: Table) -> None:
    page = host.get(f"/tables/{over.id}/scores").text
    assert "wins" in page
    assert "left to play" not in page
    assert f'action="/tables/{over.id}/again"' in page


def test_equals_share_the_win(site: Site, host: FlaskClient, table: Table) -> None:
    _enter(site, table, *_hands(0, [7, 7, 3], [5, 5, 7], [6, 6, 5]))
    assert "share" in host.get(f"/tables/{table.id}/scores").text


def test_an_extra_hand_is_still_to_be_played(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, options={"final_tie": "extra-hand"})
    _enter(site, table, *_hands(0, [7, 7, 3], [5, 5, 7], [6, 6, 5]))
    page = host.get(f"/tables/{table.id}/scores").text
    assert "Level: Ann and Ben. Play goes on until one leads alone" in page
    assert "ODD-12" in page


@pytest.mark.both_databases
@pytest.mark.parametrize(("deal", "first"), [("same", 1), ("moved", 2)])
def test_another_game_of_the_same_people(site: Site, host: FlaskClient, over: Table, deal: str, first: int) -> None:
    ben, watcher = site.seat(over, 1), site.watcher(over)
    answer = host.post(f"/tables/{over.id}/again", data={"deal": deal})
    old = site.store.table(over.id)
    assert old is not None
    assert old.successor_id is not None
    new = site.store.table(old.successor_id)
    assert new is not None
    assert (answer.status_code, answer.location) == (303, f"/tables/{new.id}")
    assert new.first_dealer == first
    kept = [(t.players, t.options, t.book, t.entry) for t in (old, new)]
    assert kept[0] == kept[1]
    assert {(g.device_id, g.role, g.seat) for g in site.store.grants(new.id)} == {
        (site.device(host), "host", None),
        (site.device(ben), "player", 1),
        (site.device(watcher), "watcher", None),
    }


@pytest.mark.both_databases
def test_who_rules_goes_along_and_the_new_log_says_so(site: Site, host: FlaskClient, over: Table) -> None:
    site.referee(over)
    invite = site.store.renew_invite(over.id, "referee", agreed=True)
    site.store.appoint(invite, site.device(site.seat(over, 1)), "Ben")
    location = host.post(f"/tables/{over.id}/again", data={"deal": "same"}).location
    log = host.get(f"{location}/log").text
    assert "Eva came as referee" in log
    assert "Ben plays and rules: everybody at the table agreed" in log


@pytest.mark.both_databases
def test_a_double_tap_opens_one_table(site: Site, host: FlaskClient, over: Table) -> None:
    phones = [host, host, site.seat(over, 0)]
    opened = {phone.post(f"/tables/{over.id}/again", data={"deal": "same"}).location for phone in phones}
    assert len(opened) == 1


@pytest.mark.both_databases
def test_other_phones_are_led_to_it(site: Site, host: FlaskClient, over: Table) -> None:
    watcher = site.watcher(over)
    with site.hub.watch(over.id, None) as watch:
        location = host.post(f"/tables/{over.id}/again", data={"deal": "moved"}).location
        assert watch.wait(0)
    assert f'href="{location}"' in watcher.get(f"/tables/{over.id}/scores").text
    assert site.tables.at(over.id).table.successor_id is not None


def test_the_deal_moves_around_the_table(site: Site, host: FlaskClient, table: Table) -> None:
    _enter(site, table, *_hands(2, *WHOLE_MATCH))
    host.post(f"/tables/{table.id}/again", data={"deal": "moved"})
    assert site.store.tables_of(site.device(host))[0].first_dealer == 0


def test_not_before_the_match_is_over(site: Site, host: FlaskClient, table: Table) -> None:
    answer = host.post(f"/tables/{table.id}/again", data={"deal": "same"})
    assert answer.status_code == 409
    assert "This match is not over yet." in answer.text
    assert len(site.store.tables_of(site.device(host))) == 1


@pytest.mark.parametrize("deal", ["", "other", "\x00"])
def test_a_deal_that_does_not_exist_is_refused(site: Site, host: FlaskClient, over: Table, deal: str) -> None:
    assert host.post(f"/tables/{over.id}/again", data={"deal": deal}).status_code == 400
    assert len(site.store.tables_of(site.device(host))) == 1


def test_whoever_reads_the_sheet_is_still_at_the_table(site: Site) -> None:
    host = site.phone()
    table = site.open_table(host)
    for path, phones in (("", 0), ("/scores", 1)):
        assert host.get(f"/tables/{table.id}{path}").status_code == 200
        assert site.hub.devices(table.id) == phones
