"""The live stream: the full state at once, the newest after each change, an end when the right is gone."""

import pytest
from flask.testing import FlaskClient

from tests.databases import changing
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from tests.web.support.stream import messages
from webapp.live import streams
from webapp.live.blocks import viewers_by_device
from webapp.store.models import Table


def test_it_begins_with_a_line_at_once_and_the_whole_table(site: Site, table: Table, host: FlaskClient) -> None:
    stream = messages(host, table)
    assert next(stream).startswith(":")
    first = next(stream)
    assert first.startswith("id: 0\ndata: ")
    assert "Who deals first?" in first
    assert "<html" not in first


@pytest.mark.both_databases
def test_each_change_sends_the_newest_state_to_every_phone(site: Site, table: Table, host: FlaskClient) -> None:
    watcher = messages(site.watcher(table), table)
    next(watcher), next(watcher)
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    phone.play(1, "QH")
    news = next(watcher)
    assert news.startswith("id: 2\n")
    assert "Ben</b> played" in news
    assert 'name="event"' not in news, "a watcher gets no pad"


def test_an_old_name_with_an_end_of_a_line_tears_no_line(site: Site, table: Table, host: FlaskClient) -> None:
    with changing(site.store) as session:
        kept = session.get(Table, table.id)
        assert kept is not None
        kept.players = ["A\u2028nn", "B\x85en\v", "C\u2029at\x1c"]
    site.tables.refresh(table.id)
    stream = messages(host, table)
    next(stream)
    lines = next(stream).rstrip().splitlines()
    assert all(line.startswith(("id: ", "data: ", "data:")) for line in lines)


@pytest.mark.both_databases
def test_a_phone_that_left_the_table_is_told_and_the_stream_ends(
    site: Site, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    cat = site.seat(table, 2)
    stream = messages(cat, table)
    next(stream), next(stream)
    site.store.end_grant(table.id, site.device(cat))
    site.hub.publish(table.id)
    assert next(stream).startswith("event: gone")
    assert next(stream, None) is None


def test_a_quiet_table_still_says_that_it_lives(
    site: Site, table: Table, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "STREAM_HEARTBEAT", 0.01)
    stream = messages(host, table)
    next(stream), next(stream)
    assert next(stream).startswith("event: beat")


def test_the_others_see_that_a_phone_has_come(site: Site, table: Table, host: FlaskClient) -> None:
    stream = messages(host, table)
    next(stream)
    assert "1 <span" in next(stream)
    other = messages(site.watcher(table), table)
    next(other)
    assert "2 <span" in next(stream)


def test_the_others_are_told_for_a_moment_who_has_sat_down(site: Site, table: Table, host: FlaskClient) -> None:
    stream = messages(host, table)
    next(stream), next(stream)
    guest = site.seat(table, 2)
    guest.post(f"/tables/{table.id}/seat", data={"seat": "1"})
    assert next(stream) == "event: toast\ndata: Ben has joined\n\n"


def test_each_kind_of_viewer_gets_its_own_fragment(site: Site, table: Table, host: FlaskClient) -> None:
    """What is rendered once is shared only by those who see the same."""
    watcher, cat = site.watcher(table), site.seat(table, 2)
    streams_of = {name: messages(phone, table) for name, phone in (("watcher", watcher), ("cat", cat))}
    for stream in streams_of.values():
        next(stream)
    phone = Phone(host, table, htmx=True)
    assert phone.enter({"type": "deal", "dealer": 0}) == 200
    assert 'name="event"' in next(streams_of["cat"])
    assert 'name="event"' not in next(streams_of["watcher"])


def test_who_rules_besides_playing_is_of_another_kind_than_who_does_not(site: Site, table: Table) -> None:
    """Both have left their seats, so nothing else tells them apart."""
    for phone in (site.seat(table, 1), site.referee(table, phone=site.seat(table, 2))):
        phone.post(f"/tables/{table.id}/seat/leave")
    standing = viewers_by_device(site.store.grants(table.id)).values()
    assert {viewer.kind for viewer in standing if not viewer.is_host} == {"player", "player:rules"}


def test_each_language_gets_its_own_fragment(site: Site, table: Table, host: FlaskClient) -> None:
    english, german = Phone(host, table, htmx=True), site.phone(language="de")
    site.store.admit(table.id, site.device(german), role="player", seat=0)
    site.tables.refresh(table.id)
    stream = messages(german, table)
    next(stream)
    english.enter({"type": "deal", "dealer": 0})
    news = next(stream)
    assert "Ben</b> leads" in english.page
    assert "Ben</b> leads" not in news
    assert "Ben</b>" in news


def test_an_entry_wakes_everybody_and_a_refused_one_nobody(site: Site, table: Table, host: FlaskClient) -> None:
    phone = Phone(host, table)
    with site.hub.watch(table.id, None) as watch:
        assert phone.enter({"type": "deal", "dealer": 0}) == 303
        assert watch.wait(0)
        assert phone.play(2, "QH") == 422
        assert not watch.wait(0)
