"""Referees: how they are invited, come in, and are told apart from players."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.cases import each
from tests.web.support.desk import invite, kinds, referee
from tests.web.support.german_pages import speaks_german
from tests.web.support.ruling import grant_of
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.store.invites import format_code
from webapp.store.models import Table

# The invitation


def test_there_is_no_invitation_before_the_host_makes_one(site: Site, host: FlaskClient, table: Table) -> None:
    page = host.get(f"/tables/{table.id}/share?role=referee").text
    assert "No invitation is open." in page
    assert 'class="code"' not in page
    assert "Invite a referee" in page
    assert "referee" not in site.store.invites(table.id)


def test_an_invitation_has_a_code_and_a_qr_of_its_own(site: Site, host: FlaskClient, table: Table) -> None:
    url = invite(site, host, table)
    page = host.get(f"/tables/{table.id}/share?role=referee").text
    assert f'<p class="code">{format_code(site.store.invites(table.id)["referee"].code)}</p>' in page
    assert f'{url}"' in page
    assert '<path d="M' in page
    assert "One invitation is open, for the phone that takes it first." in page
    assert "One of the players may take it." not in page


def test_a_new_code_revokes_the_old_one(site: Site, host: FlaskClient, table: Table) -> None:
    old, new = invite(site, host, table), invite(site, host, table, agreed="yes")
    assert site.opens(site.phone(), old).status_code == 410
    assert site.opens(site.phone(), new).status_code == 200
    page = host.get(f"/tables/{table.id}/share?role=referee").text
    assert "One of the players may take it." in page
    assert 'name="agreed" value="yes" checked' in page


def test_only_the_host_invites_and_sees_the_code(site: Site, host: FlaskClient, table: Table) -> None:
    link = invite(site, host, table)
    code = format_code(site.store.invites(table.id)["referee"].code)
    for phone in (site.seat(table, 0), site.watcher(table), referee(site, host, site.open_table(host))):
        assert phone.post(f"/tables/{table.id}/codes", data={"role": "referee"}).status_code == site.denied(
            table, phone
        )
        page = phone.get(f"/tables/{table.id}/share?role=referee").text
        assert code not in page
        assert link not in page
        assert "role=referee" not in page


# Coming in


def test_looking_at_an_invitation_spends_nothing(site: Site, host: FlaskClient, table: Table) -> None:
    url, stranger = invite(site, host, table), site.phone()
    for _ in range(2):
        page = site.opens(stranger, url)
        assert page.status_code == 200
        assert "sees everything, also what is closed to players" in page.text
        assert "Ann, Ben, Cat play Sixes and Sevens." in page.text
    assert stranger.get_cookie(COOKIE) is None
    assert "referee" in site.store.invites(table.id)


def test_who_takes_it_rules(site: Site, host: FlaskClient, table: Table) -> None:
    url, phone = invite(site, host, table), site.phone()
    answer = site.accepts(phone, url, name="  Eva   Maria ")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    grant = grant_of(site, table, phone)
    assert (grant.role, grant.seat, grant.name) == ("referee", None, "Eva Maria")
    assert kinds(site, table) == [("referee", {"name": "Eva Maria"})]


def test_a_referee_who_looks_like_a_player_is_asked_about(site: Site, host: FlaskClient, table: Table) -> None:
    url, phone, name = invite(site, host, table), site.phone(), "\u0410nn"
    answer = site.accepts(phone, url, name=name)
    assert (answer.status_code, f"There is Ann already: {name} is written" in answer.text) == (422, True)
    assert f'name="alike" value="{name}">' in answer.text
    assert site.accepts(phone, url, name=name, alike="Ann").status_code == 422
    assert site.accepts(phone, url, name=name, alike=name).status_code == 303


def test_nor_like_who_rules_already(site: Site, host: FlaskClient, table: Table) -> None:
    eva = site.referee(table, "Eva")
    for name, said in (
        ("Eva", "There is Eva already. Is it"),
        ("\u0415va", "There is Eva already: \u0415va is written"),
    ):
        url = invite(site, eva, table)
        answer = site.accepts(site.phone(), url, name=name)
        assert (answer.status_code, said in answer.text) == (422, True)
        assert site.accepts(site.phone(), url, name=name, alike=name).status_code == 303


def _comes(site: Site, phone: FlaskClient, link: str, method: str, name: str) -> TestResponse:
    return site.opens(phone, link) if method == "GET" else site.accepts(phone, link, name=name)


def test_a_spent_code_opens_nothing_but_for_who_took_it(site: Site, host: FlaskClient, table: Table) -> None:
    url, phone = invite(site, host, table), site.phone()
    site.accepts(phone, url, name="Eva")
    for method in ("GET", "POST"):
        late = _comes(site, site.phone(), url, method, "Zoe")
        assert late.status_code == 410
        assert 'name="code"' in late.text
        assert "is spent: it was for one referee, once" in late.text
        again = _comes(site, phone, url, method, "Eva")
        assert (again.status_code, again.location) == (303, f"/tables/{table.id}")
    assert [grant.role for grant in site.store.grants(table.id)] == ["host", "referee"]


@each(
    "name, said",
    [
        ("", "A name is missing here."),
        ("   ", "A name is missing here."),
        ("E" * 25, "At most 24 characters."),
        ("Eva\x07", "This name holds signs that cannot be read."),
        ("Ben", "Ben sits at this table already."),
        ("BEN", "BEN sits at this table already."),
    ],
)
def test_a_name_that_cannot_be_signed_with(site: Site, host: FlaskClient, table: Table, name: str, said: str) -> None:
    url, phone = invite(site, host, table), site.phone()
    answer = site.accepts(phone, url, name=name)
    assert answer.status_code == 422
    assert said in answer.text
    assert f'value="{" ".join(name.split())}"' in answer.text
    assert "referee" in site.store.invites(table.id)
    assert len(site.store.grants(table.id)) == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_who_plays_does_not_rule(site: Site, host: FlaskClient, table: Table, method: str) -> None:
    url, ben = invite(site, host, table), site.seat(table, 1)
    answer = _comes(site, ben, url, method, "Eva")
    assert answer.status_code == 409
    assert "This phone holds the seat of Ben, and who plays does not rule." in answer.text
    assert f'action="/tables/{table.id}/seat/leave"' in answer.text
    assert grant_of(site, table, ben).role == "player"
    assert "referee" in site.store.invites(table.id)


def test_a_player_who_leaves_the_seat_may_take_it(site: Site, host: FlaskClient, table: Table) -> None:
    url, ben = invite(site, host, table), site.seat(table, 1)
    assert 'name="back" value="/join"' in site.opens(ben, url).text
    answer = ben.post(f"/tables/{table.id}/seat/leave", data={"back": "/join"})
    assert (answer.status_code, answer.location) == (303, "/join")
    assert "Name that rulings are signed with" in ben.get("/join").text
    assert site.accepts(ben, url, name="Benno").status_code == 303
    assert (grant_of(site, table, ben).role, grant_of(site, table, ben).seat) == ("referee", None)


def test_leaving_a_seat_leads_to_no_other_site(site: Site, table: Table) -> None:
    answer = site.seat(table, 1).post(f"/tables/{table.id}/seat/leave", data={"back": "//evil.example"})
    assert answer.location == f"/tables/{table.id}/share"


def test_a_player_rules_as_well_if_everybody_agrees(site: Site, host: FlaskClient, table: Table) -> None:
    url, ben = invite(site, host, table, agreed="yes"), site.seat(table, 1)
    page = site.opens(ben, url)
    assert page.status_code == 200
    assert 'value="Ben"' in page.text
    assert "Everybody agrees that Ben plays and rules" in page.text
    untold = site.accepts(ben, url, name="Ben the Just")
    assert untold.status_code == 422
    assert "only if everybody at the table agrees" in untold.text
    assert 'value="Ben the Just"' in untold.text
    assert site.accepts(ben, url, name="Ben", agreed="yes").status_code == 303
    grant = grant_of(site, table, ben)
    assert (grant.role, grant.seat, grant.agreed, grant.name) == ("player", 1, True, "Ben")
    assert kinds(site, table) == [("referee", {"name": "Ben", "seat": 1, "agreed": True})]


def test_the_hosts_own_phone_may_rule(site: Site, host: FlaskClient, table: Table) -> None:
    url = invite(site, host, table)
    assert "This phone keeps the table and rules as well." in site.opens(host, url).text
    assert site.accepts(host, url, name="Eva").status_code == 303
    assert (grant_of(site, table, host).role, grant_of(site, table, host).agreed) == ("host", True)
    assert site.opens(host, url).status_code == 303


def test_a_watcher_may_become_the_referee(site: Site, host: FlaskClient, table: Table) -> None:
    url, phone = invite(site, host, table), site.watcher(table)
    assert site.opens(phone, url).status_code == 200
    site.accepts(phone, url, name="Eva")
    assert grant_of(site, table, phone).role == "referee"


def test_whoever_comes_is_seen_by_all_phones(site: Site, host: FlaskClient, table: Table) -> None:
    url, ben = invite(site, host, table), site.seat(table, 1)
    with site.hub.watch(table.id, None) as watch:
        eva = site.phone()
        site.accepts(eva, url, name="Eva")
        assert watch.wait(0)
    for phone in (eva, ben, host, site.watcher(table)):
        page = phone.get(f"/tables/{table.id}/share").text
        assert '<b dir="auto">Eva</b>' in page
        # Whoever reads is there: the referee does not look on, the host's phone without a seat does.
        assert ("1 phone here has no seat" in page) == (phone not in (eva, ben, host))


def test_an_invitation_in_german(site: Site, table: Table) -> None:
    host = site.phone("de")
    own = site.open_table(host)
    speaks_german(host.get(f"/tables/{own.id}/share?role=referee").text, "Keine Einladung ist offen.")
    url = invite(site, host, own, agreed="yes")
    speaks_german(host.get(f"/tables/{own.id}/share?role=referee").text, "Auch wer mitspielt, darf sie annehmen.")
    speaks_german(site.opens(site.phone("de"), url).text, "Was ein Schiedsrichter tut", "Name unter den Entscheidungen")
    speaks_german(site.opens(site.seat(own, 1, site.phone("de")), url).text, "spielt als Ben weiter")
    refused = site.seat(own, 2, site.phone("de"))
    speaks_german(site.opens(refused, invite(site, host, own)).text, "Dieses Handy hat den Platz von Cat")


def test_every_phone_is_told_who_plays_and_rules_until_it_is_read(site: Site, host: FlaskClient, table: Table) -> None:
    url, ben, cat = invite(site, host, table, agreed="yes"), site.seat(table, 1), site.seat(table, 2)
    site.accepts(ben, url, name="Ben", agreed="yes")
    said = "Ben plays and rules"
    told = [said in phone.get(f"/tables/{table.id}").text for phone in (host, ben, cat)]
    assert told == [True, False, True]
    assert "Everybody at the table agrees to it, Ben says." in cat.get(f"/tables/{table.id}/rulings").text
    assert cat.post(f"/tables/{table.id}/rulings/read", data={"events": 0, "lines": 1}).status_code == 303
    told = [said in phone.get(f"/tables/{table.id}").text for phone in (host, ben, cat)]
    assert told == [True, False, False]
    assert said in cat.get(f"/tables/{table.id}/rulings").text, "it stays in the list"


def test_who_played_or_hosts_does_not_rule_after_a_referee(site: Site, host: FlaskClient, table: Table) -> None:
    ben, eva = site.seat(table, 1), referee(site, host, table)
    rules = grant_of(site, table, eva)
    link = invite(site, eva, table, agreed="yes")
    assert site.accepts(ben, link, name="Ben", agreed="yes").status_code == 409, "beside another referee"
    adjust = {"type": "adjust", "points": [1, 0, 0], "reason": "late"}
    site.make(table.id, rules, adjust, op="adjusted-by-eva", seen=None)
    site.store.dismiss(table.id, rules.device_id)
    site.tables.refresh(table.id)
    ben.post(f"/tables/{table.id}/seat/leave")
    for phone in (host, ben):
        assert "neither plays nor hosts" in site.opens(phone, link).text
        assert site.accepts(phone, link, name="Bea", agreed="yes").status_code == 409
    assert site.accepts(site.phone(), link, name="Mia").status_code == 303
