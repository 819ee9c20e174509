"""Disputes at the table: what all phones see of them, pausing, playing on, and withdrawing."""

from html import unescape

from flask.testing import FlaskClient

from tests.web.support.circle_tables import Tables
from tests.web.support.desk import call, invite, kinds, page_of, referee
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone, fresh_stamps
from tests.web.support.ruling import grant_of
from tests.web.support.site import Site
from webapp.referee.disputes import set_pause
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer
from webapp.words.cases import OTHER

# Who may


# What the table sees


def test_all_phones_see_it_and_play_goes_on(site: Site, host: FlaskClient, table: Table, trick: Phone) -> None:
    ben = site.seat(table, 1)
    with site.hub.watch(table.id, None) as watch:
        assert call(ben, table, about="event-2", why="revoke").location == f"/tables/{table.id}"
        assert watch.wait(0)
    for phone in (host, ben, site.watcher(table)):
        page = page_of(phone, table)
        assert "Ben asks for a ruling.</b> Revoke. Play goes on." in page
        assert f'href="/tables/{table.id}/disputes/1"' in page
    assert trick.play(1, "4D") == 303


def test_with_a_referee_it_says_what_is_looked_at(site: Site, host: FlaskClient, table: Table, trick: Phone) -> None:
    referee(site, host, table)
    call(host, table, about="event-4", why="turn")
    assert "Referee looks at trick 2.</b> Whose turn it is, or who leads. Play goes on." in page_of(host, table)


def test_several_lead_to_the_desk(host: FlaskClient, table: Table) -> None:
    for _ in range(2):
        call(host, table)
    page = page_of(host, table)
    assert "2 rulings are asked for.</b>" in page
    assert f'class="note warn call" href="/tables/{table.id}/desk"' in page


def test_own_words_end_once(host: FlaskClient, table: Table) -> None:
    call(host, table, why=OTHER, text="Who is right?")
    assert "Who is right? Play goes on." in page_of(host, table)


def test_a_table_without_a_dispute_carries_no_line(host: FlaskClient, table: Table) -> None:
    page = page_of(host, table)
    assert "note warn call" not in page
    assert 'id="resume"' not in page


# Pausing


def test_while_the_table_pauses_the_pad_says_why(site: Site, host: FlaskClient, table: Table, trick: Phone) -> None:
    ben = site.seat(table, 1)
    told = trick.look().partition('<div class="turn">')[2].partition("</div>")[0]
    assert "<p" in told, "what to do comes with whose turn it is"
    call(ben, table, about="event-2", why="revoke", play="pause")
    told = trick.look().partition('<div class="turn">')[2].partition("</div>")[0]
    assert "<p" not in told, "while play pauses there is nothing to do"
    for phone in (host, ben):
        page = page_of(phone, table)
        assert "nothing is entered until there is a ruling" in page
        assert 'form="resume" name="pause" value="no"' in page
        assert f'<form id="resume" method="post" action="/tables/{table.id}/pause">' in page
        assert "data-undo" not in page
        assert 'name="event" value=\'{"type":"play"' not in page
    assert "Play on" not in page_of(site.watcher(table), table)


def test_an_entry_is_refused_calmly_with_the_way_out(site: Site, host: FlaskClient, table: Table, trick: Phone) -> None:
    stamps = trick.stamps()
    call(host, table, play="pause")
    assert trick.play(1, "4D", **stamps) == 422
    page = unescape(trick.page)
    assert "Play pauses" in page
    assert f'action="/tables/{table.id}/pause"><button class="btn wide" name="pause" value="no">Play on' in page
    assert "Ask the referee" not in page
    assert site.tables.at(table.id).fold.seq == 5


def test_anybody_who_enters_plays_on(site: Site, host: FlaskClient, table: Table, trick: Phone) -> None:
    ben, cat = site.seat(table, 1), site.seat(table, 2)
    call(ben, table, play="pause")
    for _ in range(2):
        answer = cat.post(f"/tables/{table.id}/pause", data={"pause": "no"})
        assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert "Play goes on." in page_of(host, table)
    trick.look()
    assert trick.play(1, "4D", **fresh_stamps(trick)) == 303


def test_the_table_may_pause_later_and_from_the_desk(site: Site, host: FlaskClient, table: Table) -> None:
    call(host, table)
    back = f"/tables/{table.id}/desk"
    answer = host.post(f"/tables/{table.id}/pause", data={"pause": "yes", "back": back})
    assert (answer.status_code, answer.location) == (303, back)
    assert site.tables.at(table.id).desk.paused
    assert host.post(f"/tables/{table.id}/pause", data={"pause": "no", "back": "https://x"}).location == back[:-5]


def test_where_the_match_is_over_play_does_not_go_on(site: Site) -> None:
    tables = Tables(site)
    table = tables.play(tables.open(belongs=False), winner=0)
    call(tables.host, table)
    for page in (page_of(tables.host, table), tables.host.get(f"/tables/{table.id}/desk").text):
        assert "The match is over." in page
        assert "Play goes on." not in page


def test_two_taps_at_once_pause_once(site: Site, host: FlaskClient, table: Table) -> None:
    call(host, table)
    now, viewer = site.tables.at(table.id), Viewer.of(grant_of(site, table, host))
    with site.app.app_context():
        assert all(isinstance(set_pause(now, viewer, paused=True), Made) for _tap in range(2))
        assert [kind for kind, _body in kinds(site, table)] == ["dispute", "pause"]
        assert isinstance(set_pause(site.tables.at(table.id), viewer, paused=False), Made)
    assert not site.tables.at(table.id).desk.paused


def test_without_a_dispute_nothing_pauses(site: Site, host: FlaskClient, table: Table) -> None:
    answer = host.post(f"/tables/{table.id}/pause", data={"pause": "yes"})
    assert answer.status_code == 409
    assert "No open dispute" in answer.text
    assert host.post(f"/tables/{table.id}/pause", data={"pause": "perhaps"}).status_code == 400


def test_a_referee_plays_on_too(site: Site, host: FlaskClient, table: Table) -> None:
    eva = referee(site, host, table)
    call(host, table, play="pause")
    assert eva.post(f"/tables/{table.id}/pause", data={"pause": "no"}).status_code == 303
    assert not site.tables.at(table.id).desk.paused


# Withdrawing


def test_who_opened_it_withdraws_it(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    call(ben, table, play="pause")
    refused = host.post(f"/tables/{table.id}/disputes/1/withdraw")
    assert refused.status_code == 403
    assert "Ben has opened it, and withdraws it on that phone." in unescape(refused.text)
    answer = ben.post(f"/tables/{table.id}/disputes/1/withdraw")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/desk")
    assert not site.tables.at(table.id).desk.paused
    assert "note warn call" not in page_of(host, table)
    assert ben.post(f"/tables/{table.id}/disputes/1/withdraw").status_code == 409
    assert ben.post(f"/tables/{table.id}/disputes/2/withdraw").status_code == 404


def test_who_plays_and_rules_enters_while_the_others_pause(
    site: Site, host: FlaskClient, table: Table, trick: Phone
) -> None:
    url, ben = invite(site, host, table, agreed="yes"), site.seat(table, 1)
    site.accepts(ben, url, name="Ben", agreed="yes")
    call(host, table, play="pause")
    assert "nothing is entered until there is a ruling" in page_of(host, table)
    assert "nothing is entered until there is a ruling" not in page_of(ben, table)
    assert Phone(ben, table).play(1, "4D") == 303


# German


def test_a_call_in_german(site: Site) -> None:
    host = site.phone("de")
    table = site.open_table(host)
    trick = Phone(host, table)
    for event in ({"type": "deal", "dealer": 0}, {"type": "play", "seat": 1, "card": "7C"}):
        assert trick.enter(event) == 303
    form = host.get(f"/tables/{table.id}/disputes/new?event=1").text
    speaks_german(form, "Worum geht es?", "Revoke (falsch bedient)")
    speaks_german(call(host, table, why="").text, "Bitte sagen, worum es geht")
    call(host, table, about="event-1", why="turn", play="pause")
    speaks_german(trick.look(), "Der Gastgeber bittet um eine Entscheidung.", "Das Spiel ruht.", "Weiterspielen")
    speaks_german(host.get(f"/tables/{table.id}/desk").text, "Streitfall 1", "1 offener Fall", "Zurückziehen")
