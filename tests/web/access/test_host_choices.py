"""What the host changes while the game goes on: who enters, who may sit, the door, who keeps the score, who is in."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.read_elsewhere import read_elsewhere
from tests.web.support.site import Site
from webapp.access.seats import choose, choose_scorekeeper
from webapp.access.visit import Visit
from webapp.store.errors import InviteSpent, NotAdmitted
from webapp.store.models import Grant, Table
from webapp.table.viewer import Viewer


def url(table: Table, path: str) -> str:
    return f"/tables/{table.id}/{path}"


def grant_of(site: Site, table: Table, phone: FlaskClient) -> Grant:
    return next(g for g in site.store.grants(table.id) if g.device_id == site.device(phone))


def log(phone: FlaskClient, table: Table) -> str:
    return phone.get(url(table, "log")).text


# The choices


def test_the_host_reads_what_is_chosen_and_changes_it(site: Site, host: FlaskClient, table: Table) -> None:
    page = host.get(url(table, "choices")).text
    for choice, answer in (("entry", "everyone"), ("seats", "free"), ("door", "open")):
        assert f'name="{choice}" value="{answer}" checked' in page
    sent = {"entry": "own", "seats": "approved", "door": "open"}
    answer = host.post(url(table, "choices"), data=sent)
    assert (answer.status_code, answer.location) == (303, f"{url(table, 'choices')}?changed=1")
    assert "All phones at the table know it." in host.get(answer.location).text
    assert host.post(url(table, "choices"), data=sent).location == url(table, "choices"), "nothing to say"
    changed = site.store.table(table.id)
    assert changed is not None
    assert (changed.entry, changed.seats, changed.door) == ("own", "approved", "open")
    assert 'name="entry" value="own" checked' in host.get(url(table, "choices")).text
    assert "Each the own seat" in site.seat(table, 1).get(url(table, "share")).text


def test_each_change_stands_in_the_log_and_nothing_else(site: Site, host: FlaskClient, table: Table) -> None:
    host.post(url(table, "choices"), data={"entry": "everyone", "seats": "free", "door": "open"})
    assert site.store.desk(table.id) == []
    host.post(url(table, "choices"), data={"entry": "keeper", "door": "closed"})
    (line,) = site.store.desk(table.id)
    assert (line.kind, line.body) == ("chosen", {"entry": "keeper", "door": "closed"})
    assert "Who enters the cards: The scorekeeper. The door: Closed for new phones" in log(host, table)
    german = site.seat(table, 0, site.phone("de"))
    assert "Die Tür: Geschlossen für neue Handys" in log(german, table)


def test_other_phones_hear_of_a_change(site: Site, host: FlaskClient, table: Table) -> None:
    with site.hub.watch(table.id, None) as watch:
        host.post(url(table, "choices"), data={"entry": "own"})
        assert watch.wait(0)


@pytest.mark.parametrize("sent", [{"entry": "nobody"}, {"seats": ""}, {"door": "ajar"}, {"entry": "own", "door": "x"}])
def test_what_is_no_answer_changes_nothing(site: Site, host: FlaskClient, table: Table, sent: dict[str, str]) -> None:
    assert host.post(url(table, "choices"), data=sent).status_code == 400
    assert site.tables.at(table.id).table.entry == "everyone"


def test_only_the_host_chooses(site: Site, host: FlaskClient, table: Table) -> None:
    keeper = site.phone()
    site.store.admit(table.id, site.device(keeper), role="scorekeeper")
    for phone in (site.phone(), site.watcher(table), site.seat(table, 1), site.referee(table), keeper):
        assert phone.get(url(table, "choices")).status_code == site.denied(table, phone)
        assert phone.post(url(table, "choices"), data={"entry": "own"}).status_code == site.denied(table, phone)
        assert "/choices" not in phone.get(url(table, "share")).text
        assert "/choices" not in phone.get(url(table, "").rstrip("/")).text
    for page in ("share", ""):
        assert url(table, "choices") in host.get(url(table, page).rstrip("/")).text


def test_the_next_game_is_played_as_this_one(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, entry="own", seats="approved", door="closed")
    after = site.store.create_successor(table.id, first_dealer=None)
    assert after is not None
    assert (after.entry, after.seats, after.door) == ("own", "approved", "closed")


# Who is in


def test_a_phone_that_is_let_out_sees_nothing_from_then_on(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    page = host.get(url(table, "choices")).text
    assert "Let out: Ben" in page
    answer = host.post(url(table, f"grants/{grant_of(site, table, ben).id}/remove"))
    assert (answer.status_code, answer.location) == (303, url(table, "choices#phones"))
    refused = ben.get(f"/tables/{table.id}")
    assert (refused.status_code, "The host has let this phone out of the table." in refused.text) == (404, True)
    assert ben.post(url(table, "events"), data={"event": '{"type":"deal"}'}).status_code == 404
    assert "The phone of Ben was let out" in log(host, table)
    assert "Ben" not in host.get(url(table, "choices")).text


def test_a_phone_that_has_just_changed_its_seat_is_let_out_as_well(site: Site, host: FlaskClient, table: Table) -> None:
    """The page of the host is older than its seat."""
    ben = site.seat(table, 1)
    older = grant_of(site, table, ben)
    ben.post(url(table, "seat"), data={"seat": "2"})
    assert grant_of(site, table, ben).id != older.id
    host.post(url(table, f"grants/{older.id}/remove"))
    assert ben.get(f"/tables/{table.id}").status_code == 404
    assert host.post(url(table, f"grants/{older.id}/remove")).status_code == 303, "it has left already"


@pytest.mark.parametrize("door", ["open", "closed"])
def test_who_is_let_out_while_sitting_down_stays_out(
    site: Site, host: FlaskClient, table: Table, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben, come_in = site.seat(table, 1), site.store.join

    def faster(*given: Any, **more: Any) -> Any:
        host.post(url(table, f"grants/{grant.id}/remove"))
        return come_in(*given, **more)

    grant = grant_of(site, table, ben)
    host.post(url(table, "choices"), data={"door": door})
    monkeypatch.setattr(site.store, "join", faster)
    assert ben.post(url(table, "seat"), data={"seat": "2"}).status_code == 403
    assert ben.get(f"/tables/{table.id}").status_code == 404


def test_who_is_let_out_waits_for_no_seat(site: Site, host: FlaskClient, table: Table) -> None:
    host.post(url(table, "choices"), data={"seats": "approved"})
    ben = site.seat(table, 1)
    assert ben.post(url(table, "seat"), data={"seat": "2"}).location == url(table, "request")
    host.post(url(table, f"grants/{grant_of(site, table, ben).id}/remove"))
    assert site.tables.at(table.id).people.requests == ()
    assert ben.get(url(table, "request")).status_code == 404


def test_all_that_are_in_are_listed(site: Site, host: FlaskClient, table: Table) -> None:
    site.seat(table, 0, host)
    site.seat(table, 2)
    site.watcher(table)
    site.referee(table, "Eva")
    site.store.admit(table.id, site.device(site.phone()), role="scorekeeper")
    site.tables.refresh(table.id)
    page = host.get(url(table, "choices")).text
    places = [page.index(f">{name}</b>") for name in ("Ann", "Cat", "Watcher", "Eva", "Scorekeeper")]
    assert places == sorted(places)
    assert page.count("/remove") == 3, "not the host’s own, nor the referee’s, who is let go elsewhere"


def test_what_was_secret_goes_with_its_phone(site: Site, host: FlaskClient, table: Table) -> None:
    ben, middle = Phone(site.seat(table, 1), table), Phone(host, table)
    middle.enter({"type": "deal", "dealer": 0})
    declare(ben, HAND)
    host.post(url(table, f"grants/{grant_of(site, table, ben.client).id}/remove"))
    middle.look()
    assert middle.play(1, "KS") == 303, "the hand binds no longer"


def test_the_host_is_not_let_out(site: Site, host: FlaskClient, table: Table) -> None:
    assert host.post(url(table, f"grants/{grant_of(site, table, host).id}/remove")).status_code == 400
    assert host.get(f"/tables/{table.id}").status_code == 200


def test_only_the_host_lets_out_and_only_here(site: Site, host: FlaskClient, table: Table) -> None:
    ben, ann = site.seat(table, 1), site.seat(table, 0)
    grant = grant_of(site, table, ben).id
    for phone in (ann, ben, site.phone(), site.watcher(table), site.referee(table)):
        assert phone.post(url(table, f"grants/{grant}/remove")).status_code == site.denied(table, phone)
    other = site.phone()
    elsewhere = site.open_table(other)
    assert other.post(url(elsewhere, f"grants/{grant}/remove")).status_code == 303
    assert ben.get(f"/tables/{table.id}").status_code == 200


# The door


def test_a_closed_door_ends_the_invitations_for_one(site: Site, host: FlaskClient, table: Table) -> None:
    for role in ("referee", "scorekeeper"):
        host.post(url(table, "codes"), data={"role": role})
    assert {"referee", "scorekeeper"} < set(site.store.invites(table.id))
    host.post(url(table, "choices"), data={"door": "closed"})
    assert {"referee", "scorekeeper"}.isdisjoint(site.store.invites(table.id))
    host.post(url(table, "codes"), data={"role": "scorekeeper"})
    invited = site.device(site.phone())
    assert site.store.join(table.id, invited, role="scorekeeper").role == "scorekeeper", "made on purpose"
    assert "this code lets no other phone in" in host.get(url(table, "share")).text


# Who keeps the score


def test_the_host_hands_the_score_over_and_takes_it_back(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, entry="keeper")
    ben, cat = site.seat(table, 1), site.seat(table, 2)
    assert "Hand over: Ben" in host.get(url(table, "share?role=scorekeeper")).text
    answer = host.post(url(table, "scorekeeper"), data={"seat": "1"})
    assert (answer.status_code, answer.location) == (303, url(table, "share?role=scorekeeper"))
    assert Phone(ben, table).enter({"type": "deal", "dealer": 0}) == 303
    assert "keeps the score" in cat.get(url(table, "share")).text
    for _time in range(2):  # the answer to the first was lost
        assert host.post(url(table, "scorekeeper"), data={"seat": "2"}).status_code == 303
    assert (grant_of(site, table, ben).role, grant_of(site, table, cat).role) == ("player", "scorekeeper")
    assert host.post(url(table, "scorekeeper/end")).status_code == 303
    assert (grant_of(site, table, cat).role, grant_of(site, table, cat).seat) == ("player", 2)
    said = log(host, table)
    places = [said.index(words) for words in ("The host keeps the score again", "Cat keeps", "Ben keeps the score")]
    assert places == sorted(places)
    assert said.count("Cat keeps the score") == 1


def test_nobody_gets_the_score_who_has_no_phone_on_a_seat(site: Site, host: FlaskClient, table: Table) -> None:
    site.seat(table, 0, host)
    for seat, status in (("0", 409), ("1", 409), ("9", 400), ("", 400)):
        assert host.post(url(table, "scorekeeper"), data={"seat": seat}).status_code == status
    assert host.post(url(table, "scorekeeper/end")).status_code == 303
    assert site.store.desk(table.id) == [], "nobody had it"


def test_what_the_host_saw_is_another_by_the_time_it_is_done(site: Site, host: FlaskClient, table: Table) -> None:
    """Nobody who was let out gets the score; a line stands behind those that came meanwhile, as in its record."""
    ben = grant_of(site, table, site.seat(table, 1))
    here = Visit(site.tables.at(table.id), Viewer.of(grant_of(site, table, host)))
    Phone(host, table).enter({"type": "deal", "dealer": 0})
    host.post(url(table, f"grants/{ben.id}/remove"))
    with site.app.test_request_context():
        with pytest.raises(LookupError):
            choose_scorekeeper(here, 1)
        assert choose(here, "", {"entry": "own"})
    assert ben.device_id not in {grant.device_id for grant in site.store.grants(table.id)}
    assert [(line.kind, line.seq) for line in site.store.desk(table.id)] == [("let-out", 1), ("chosen", 1)]
    read_elsewhere(site, tables=[table.id])


def test_only_the_host_hands_the_score_over(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    for phone in (ben, site.watcher(table), site.phone(), site.referee(table)):
        for path in ("scorekeeper", "scorekeeper/end"):
            assert phone.post(url(table, path), data={"seat": "1"}).status_code == site.denied(table, phone)
    assert "Scorekeeper" not in ben.get(url(table, "share?role=scorekeeper")).text


def test_the_invitation_to_keep_the_score_is_for_one_phone(site: Site, host: FlaskClient, table: Table) -> None:
    first, second = site.device(site.phone()), site.device(site.phone())
    with pytest.raises(InviteSpent):
        site.store.join(table.id, first, role="scorekeeper")
    host.post(url(table, "codes"), data={"role": "scorekeeper"})
    assert site.store.invites(table.id)["scorekeeper"].code
    with pytest.raises(NotAdmitted):
        site.store.join(table.id, site.device(host), role="scorekeeper")
    assert site.store.join(table.id, first, role="scorekeeper").role == "scorekeeper"
    with pytest.raises(InviteSpent):
        site.store.join(table.id, second, role="scorekeeper")
    host.post(url(table, "codes"), data={"role": "scorekeeper"})
    site.store.join(table.id, second, role="scorekeeper", seat=1)
    assert [g.role for g in site.store.grants(table.id) if g.device_id == first] == ["watcher"], "one keeps the score"


def test_a_scorekeeper_without_a_seat_is_in_the_list_of_who_is_here(site: Site, host: FlaskClient) -> None:
    table, keeper = site.open_table(host, entry="keeper"), site.phone()
    site.store.admit(table.id, site.device(keeper), role="scorekeeper")
    site.tables.refresh(table.id)
    assert "<b>Scorekeeper</b>" in host.get(url(table, "share")).text
    assert "Take back" in host.get(url(table, "share?role=scorekeeper")).text
    assert Phone(keeper, table).enter({"type": "deal", "dealer": 0}) == 303
    assert "the scorekeeper’s phone" in log(host, table)


@pytest.mark.parametrize("role", ["referee", "scorekeeper"])
def test_an_invitation_that_is_asked_for_twice_is_one(site: Site, host: FlaskClient, table: Table, role: str) -> None:
    first = '<input type="hidden" name="first" value="yes">'
    assert first in host.get(url(table, f"share?role={role}")).text
    made = set()
    for _tap in range(2):
        assert host.post(url(table, "codes"), data={"role": role, "first": "yes"}).status_code == 303
        made.add(site.store.invites(table.id)[role].token)
    assert len(made) == 1
    assert first not in host.get(url(table, f"share?role={role}")).text, "a new code ends the one that is shown"


def test_a_host_who_takes_the_invitation_to_keep_the_score_is_told_why_not(
    site: Site, host: FlaskClient, table: Table
) -> None:
    invite = site.store.renew_invite(table.id, "scorekeeper")
    answer = site.accepts(host, invite.token, "keep")
    assert answer.status_code == 409
    assert "This phone hosts the table. The invitation is for another phone." in answer.text
    assert "rules here" not in answer.text
    assert site.store.invites(table.id)["scorekeeper"].is_valid, "it waits for somebody else"


# By the code


def test_a_closed_door_is_a_page_that_says_whom_to_ask(site: Site, host: FlaskClient, table: Table) -> None:
    read, ben, link = site.phone(), site.seat(table, 1), site.link(table)
    read.get(link)
    assert "Who are you?" in read.get("/join").text
    host.post(url(table, "choices"), data={"door": "closed"})
    for answer in (read.get("/join"), site.accepts(read, link, "2")):
        assert (answer.status_code, "Ask the host" in answer.text) == (403, True)
        assert "Cat" not in answer.text
    assert len(site.store.grants(table.id)) == 2
    ben.get(link)
    assert ben.get("/join").location == f"/tables/{table.id}", "whoever is in stays"


def test_a_code_asks_where_the_host_gives_the_seats(site: Site, host: FlaskClient) -> None:
    table, phone = site.open_table(host, seats="approved"), site.phone()
    answer = site.accepts(phone, site.link(table), "2")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/request")
    (asked,) = site.store.seat_requests(table.id)
    assert asked.word in phone.get(answer.location).text
    assert asked.word in host.get(f"/tables/{table.id}").text


def test_a_scorekeeper_comes_by_the_code(site: Site, host: FlaskClient, table: Table) -> None:
    host.post(url(table, "codes"), data={"role": "scorekeeper"})
    link = site.link(table, "scorekeeper")
    assert site.accepts(site.phone(), link, "keep").location == f"/tables/{table.id}"
    assert "The scorekeeper came" in log(host, table)
    late = site.accepts(site.phone(), link, "keep")
    assert (late.status_code, "one scorekeeper" in late.text) == (410, True)


# What the table is called


def test_a_table_is_called_what_its_host_says(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, title="Table 7")
    ben = site.seat(table, 1)
    host.post(url(table, "choices"), data={"title": "  Thursdays   at Ann’s "})
    for page in ("", "/scores", "/protocol", "/share"):
        assert "Thursdays at Ann’s" in ben.get(f"/tables/{table.id}{page}").text
    assert "Thursdays at Ann’s" in site.opens(site.phone(), site.link(table)).text
    assert "Name of the table: Thursdays at Ann’s" in log(ben, table)
    successor = site.store.create_successor(table.id, first_dealer=None)
    assert successor is not None
    assert successor.title == "Thursdays at Ann’s"
    host.post(url(table, "choices"), data={"title": ""})
    assert "Name of the table: none" in log(ben, table)
    assert "Thursdays" not in ben.get(f"/tables/{table.id}").text


@pytest.mark.parametrize("title", ["x" * 41, "\u202ekcab", "\u2800"])
def test_what_cannot_be_read_is_no_title(site: Site, host: FlaskClient, table: Table, title: str) -> None:
    answer = host.post(url(table, "choices"), data={"title": title, "door": "closed"})
    assert answer.status_code == 422
    assert "title-fault" in answer.text
    changed = site.store.table(table.id)
    assert changed is not None
    assert (changed.title, changed.door) == ("", "open")
