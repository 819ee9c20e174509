"""Referees who rule: what they see, where they sit, and how they go."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.web.support.desk import call, invite, kinds, referee
from tests.web.support.hall import Hall
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.ruling import grant_of, proven, rule
from tests.web.support.site import Site
from webapp.evening import lines
from webapp.evening.plan import Kind, Plan
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.evening_models import EveningChange
from webapp.store.models import Table
from webapp.store.roles import Role

# Going


def test_the_host_dismisses_a_referee(site: Site, host: FlaskClient, table: Table) -> None:
    eva = referee(site, host, table)
    url = f"/tables/{table.id}/referees/{grant_of(site, table, eva).id}/dismiss"
    for asked in (host.get(url), host.post(url)):
        assert "Eva rules no longer?" in asked.text
    assert eva.get(f"/tables/{table.id}").status_code == 200, "the host is asked once more"
    answer = host.post(url, data={"sure": "yes"})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/share?role=referee")
    assert eva.get(f"/tables/{table.id}").status_code == 404
    assert kinds(site, table)[-1] == ("dismissed", {"name": "Eva", "last": True})


def test_the_seated_referee_invites_the_second_one_not_the_host(site: Site, host: FlaskClient, table: Table) -> None:
    old = invite(site, host, table)
    eva = site.phone()
    site.accepts(eva, old, name="Eva")
    codes, share = f"/tables/{table.id}/codes", f"/tables/{table.id}/share?role=referee"
    for path in (codes, f"{codes}/fresh"):
        assert host.post(path, data={"role": "referee"}).status_code == 403
    assert "A referee is here, and invites any other one." in host.get(share).text
    link = invite(site, eva, table)
    assert link in eva.get(share).text
    assert link not in host.get(share).text
    assert site.accepts(site.phone(), link, name="Fay").status_code == 303
    assert [grant.name for grant in site.store.grants(table.id) if grant.is_referee] == ["Eva", "Fay"]


def test_an_invite_that_is_older_than_the_seated_referee_lets_nobody_rule(
    site: Site, host: FlaskClient, table: Table
) -> None:
    link, eva, hall = invite(site, host, table), site.phone(), Hall(services_in(site.app), Plan(Kind.OPEN), ())
    hall.admit(site.device(eva), Role.REFEREE, name="Eva")
    joined = lines.Joined(1, table.id, table.game, ("Ann", "Ben", "Cat"))
    hall.add(joined, who=EveningViewer(site.device(host)), change=EveningChange(joins={table.id: 1}))
    site.tables.refresh(table.id)
    assert site.accepts(site.phone(), link, name="Fay").status_code == 410
    assert [grant.name for grant in site.store.grants(table.id) if grant.is_referee] == ["Eva"]


def test_no_referee_is_sent_away_while_a_case_is_open(site: Site, host: FlaskClient, table: Table) -> None:
    eva = referee(site, host, table)
    grant = grant_of(site, table, eva).id
    assert call(host, table).status_code == 303
    url = f"/tables/{table.id}/referees/{grant}/dismiss"
    answer = host.post(url, data={"sure": "yes"})
    assert answer.status_code == 409
    assert "1 case is open" in answer.text
    assert host.post(f"/tables/{table.id}/grants/{grant}/remove").status_code == 409, "nor as one of the phones"
    assert eva.get(f"/tables/{table.id}").status_code == 200
    assert eva.post(url).status_code == 303, "who rules may leave"


def test_a_host_who_lets_a_referee_go_reads_and_confirms_what_waits_for_her(
    site: Site, host: FlaskClient, table: Table
) -> None:
    eva, phone = referee(site, host, table), proven(host, table)
    assert rule(eva, table, f"{phone.url}/revokes/2", "stands").status_code == 303
    url = f"/tables/{table.id}/referees/{grant_of(site, table, eva).id}/dismiss"
    before = host.get(url).text
    assert "waits for an answer" not in before
    plus = {"points-0": "3", "points-1": "0", "points-2": "0", "shown": "3,0,0", "reason": "Three tricks", "ask": "yes"}
    asked = host.post(f"{phone.url}/adjustments", data={**plus, "op": "0" * 16, "seen": "8"})
    assert "/changes/" in asked.location
    answer = host.post(url, data={"sure": "yes"})
    assert answer.status_code == 422, "the page that was confirmed said nothing of it"
    assert "1 request waits for an answer." in answer.text
    assert "asks to adjust: Ann +3" in answer.text
    assert eva.get(f"/tables/{table.id}").status_code == 200
    assert host.post(url, data={"sure": "waiting"}).status_code == 303
    page = eva.get(f"/tables/{table.id}/desk")
    assert page.status_code == 404
    assert "This phone rules here no longer." in page.text
    assert 'id="live"' not in page.text


def test_a_proven_breach_that_nobody_ruled_on_is_a_case(site: Site, host: FlaskClient, table: Table) -> None:
    eva, phone = referee(site, host, table), proven(host, table)
    url = f"/tables/{table.id}/referees/{grant_of(site, table, eva).id}/dismiss"
    page = host.get(url).text
    assert re.search(rf'href="{phone.url}/revokes/2[^"]*"><span class="grow">Cat had a club in trick 1<', page), page
    assert "1 case is open" in page
    assert host.post(url, data={"sure": "yes"}).status_code == 409
    assert rule(eva, table, f"{phone.url}/revokes/2", "stands").status_code == 303
    assert host.post(url, data={"sure": "yes"}).status_code == 303


def test_a_referee_leaves(site: Site, host: FlaskClient, table: Table) -> None:
    eva = referee(site, host, table)
    answer = eva.post(f"/tables/{table.id}/referees/{grant_of(site, table, eva).id}/dismiss")
    assert (answer.status_code, answer.location) == (303, "/")
    assert [grant.role for grant in site.store.grants(table.id)] == ["host"]


def test_a_player_who_ruled_plays_on(site: Site, host: FlaskClient, table: Table) -> None:
    url, ben = invite(site, host, table, agreed="yes"), site.seat(table, 1)
    site.accepts(ben, url, name="Ben", agreed="yes")
    answer = ben.post(f"/tables/{table.id}/referees/{grant_of(site, table, ben).id}/dismiss")
    assert answer.location == f"/tables/{table.id}/share?role=referee"
    grant = grant_of(site, table, ben)
    assert (grant.role, grant.seat, grant.agreed) == ("player", 1, False)


def test_only_who_rules_is_dismissed(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    url = f"/tables/{table.id}/referees/%s/dismiss"
    assert host.post(url % grant_of(site, table, ben).id).status_code == 404
    assert host.post(url % 9999).status_code == 404


# Where they sit


def test_a_referee_takes_no_seat(site: Site, host: FlaskClient, table: Table) -> None:
    eva = referee(site, host, table)
    by_list = eva.post(f"/tables/{table.id}/seat", data={"seat": "1"})
    by_code = site.accepts(eva, site.link(table), "1")
    for answer in (by_list, by_code):
        assert answer.status_code == 409
        assert "This phone rules here, and who rules does not play." in unescape(answer.text)
    assert (grant_of(site, table, eva).role, grant_of(site, table, eva).seat) == ("referee", None)


def test_a_host_who_rules_takes_no_seat_either(site: Site, host: FlaskClient, table: Table) -> None:
    site.accepts(host, invite(site, host, table), name="Eva")
    assert host.post(f"/tables/{table.id}/seat", data={"seat": "1"}).status_code == 409
    assert grant_of(site, table, host).seat is None


def test_who_rules_and_plays_may_change_the_seat(site: Site, host: FlaskClient, table: Table) -> None:
    url, ben = invite(site, host, table, agreed="yes"), site.seat(table, 1)
    site.accepts(ben, url, name="Ben", agreed="yes")
    assert ben.post(f"/tables/{table.id}/seat", data={"seat": "2"}).status_code == 303
    assert (grant_of(site, table, ben).seat, grant_of(site, table, ben).agreed) == (2, True)
    ben.post(f"/tables/{table.id}/seat/leave")
    assert ben.post(f"/tables/{table.id}/seat", data={"seat": "0"}).status_code == 409


def test_a_host_who_rules_without_a_seat_takes_none_by_a_code_either(
    site: Site, host: FlaskClient, table: Table
) -> None:
    assert site.accepts(host, invite(site, host, table), name="Eva").status_code == 303
    answer = site.accepts(host, site.link(table), "0")
    assert answer.status_code == 409
    assert grant_of(site, table, host).seat is None


# The table as a referee sees it


def test_a_referee_has_no_pad_but_the_way_to_the_desk(site: Site, host: FlaskClient, table: Table) -> None:
    phone, eva = Phone(host, table), referee(site, host, table)
    phone.enter({"type": "deal", "dealer": 0})
    page = eva.get(f"/tables/{table.id}").text
    assert 'id="entry"' not in page
    assert f'href="/tables/{table.id}/desk"' in page
    assert "To the desk" in page
    assert eva.post(f"/tables/{table.id}/events", data={"event": "{}"}).status_code == 403


@pytest.mark.rule("GEN-5")
def test_what_is_closed_to_players_is_marked(site: Site, host: FlaskClient, table: Table) -> None:
    phone, eva, ann = Phone(host, table), referee(site, host, table), site.seat(table, 0)
    phone.enter({"type": "deal", "dealer": 0})
    assert "Closed to players" not in eva.get(f"/tables/{table.id}").text
    assert declare(Phone(ann, table), HAND).status_code == 303
    page = eva.get(f"/tables/{table.id}").text
    assert "Closed to players" in page
    assert "Hands that were entered" in page
    assert 'aria-label="King of diamonds"' in page
    for other in (host, site.watcher(table)):
        page = other.get(f"/tables/{table.id}").text
        assert "Closed to players" not in page
        assert "Hands that were entered" not in page


@pytest.mark.rule("GEN-5")
def test_a_referee_sees_the_older_tricks(site: Site, host: FlaskClient, table: Table) -> None:
    phone, eva = Phone(host, table), referee(site, host, table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in [(1, "7C"), (2, "2C"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5D")]:
        assert phone.play(seat, card) == 303
    page = eva.get(f"/tables/{table.id}").text
    assert "1 older trick" in page
    assert 'aria-label="2 of clubs"' in page
    assert 'aria-label="2 of clubs"' not in site.watcher(table).get(f"/tables/{table.id}").text
