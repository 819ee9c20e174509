"""A server that starts anew in mid-hand, a clock that is set back, a form of an older release: nothing is lost."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.web.support.phone import HAND, Phone, declare, plain
from tests.web.support.site import Site
from webapp import create_app
from webapp.access import device
from webapp.http import language
from webapp.http.security import SAFE_METHODS
from webapp.store import models
from webapp.store.models import SeatRequest, Table

PHONES = re.compile(r'\d+ <span class="lw">phones?</span>')
PLAY = {"type": "play", "seat": 1, "card": "9C"}


@pytest.fixture
def table(site: Site, host: FlaskClient) -> Table:
    """A table whose host approves who sits down."""
    return site.open_table(host, seats="approved")


@pytest.fixture
def anew(app: Flask, site: Site) -> Iterator[Site]:
    """The same site, served by a process that has just started; to be asked for when the old one has done its part."""
    site.store.close()
    later = create_app(app.extensions["sixfold"].config)
    later.testing = True
    yield Site(later)
    later.extensions["sixfold"].store.close()


def _again(anew: Site, phone: Phone) -> Phone:
    """The same browser at the new server: it has kept its cookies and the page that it shows."""
    client = anew.phone()
    for cookie in filter(None, map(phone.client.get_cookie, (device.COOKIE, language.COOKIE))):
        client.set_cookie(cookie.key, cookie.value)
    return Phone(client, phone.table)


def _seen(page: str, table: Table) -> str:
    """A page less what belongs to this look at it; who is here a new process hears as phones come back."""
    return PHONES.sub("", plain(page, table.id))


@pytest.mark.both_databases
def test_in_mid_hand_all_is_as_it_was(site: Site, table: Table, phone: Phone, request: pytest.FixtureRequest) -> None:
    cat, watcher = Phone(site.seat(table, 2), table), Phone(site.watcher(table), table)
    assert declare(cat, HAND).status_code == 303
    phone.look()
    stamps = phone.stamps()
    assert phone.enter(PLAY, **stamps) == 303
    stranger = site.device(site.phone())
    asked = site.store.join(table.id, stranger, role="player", seat=1)
    assert isinstance(asked, SeatRequest)
    site.tables.refresh(table.id)
    phones = (phone, cat, watcher)
    before = [_seen(one.look(), table) for one in phones]
    anew: Site = request.getfixturevalue("anew")
    later = [_again(anew, one) for one in phones]
    assert [_seen(one.page, table) for one in later] == before
    assert '"card":"2D"' in later[1].page
    assert '"card":"2D"' not in later[0].page + later[2].page
    assert [(one.seat, one.word) for one in anew.store.seat_requests(table.id)] == [(asked.seat, asked.word)]
    # The answer was lost with the old server: the same tap again is the same entry.
    log = anew.store.last_seq(table.id)
    assert later[0].enter(PLAY, **stamps) == 303
    assert anew.store.last_seq(table.id) == log


class _Clock(datetime):
    """A clock that somebody has set."""

    ahead = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Any:
        return datetime.now(tz) + cls.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[_Clock]:
    monkeypatch.setattr(models, "datetime", _Clock)
    monkeypatch.setattr(_Clock, "ahead", timedelta())
    return _Clock


@pytest.mark.both_databases
def test_a_clock_that_is_set_back_puts_nothing_out_of_order(
    site: Site, table: Table, phone: Phone, clock: type[_Clock], request: pytest.FixtureRequest
) -> None:
    phone.look()
    assert phone.enter(PLAY) == 303
    ben = site.device(site.seat(table, 1))
    clock.ahead = -timedelta(days=400)
    assert models.utc_now() < datetime.now(UTC) - timedelta(days=399)
    assert phone.enter({"type": "play", "seat": 2, "card": "2C"}) == 303
    site.store.leave_seat(table.id, ben)
    cat = site.device(site.seat(table, 1))
    site.store.renew_invite(table.id, "player")
    log = site.store.events(table.id)
    assert [event.seq for event in log] == [1, 2, 3]
    assert log[2].made_at < log[1].made_at
    assert [grant.device_id for grant in site.store.grants(table.id) if grant.seat == 1] == [cat]
    assert phone.client.get(f"{phone.url}/log").status_code == 200
    before = _seen(phone.look(), table)
    anew: Site = request.getfixturevalue("anew")
    later = _again(anew, phone)
    assert _seen(later.page, table) == before
    assert later.enter({"type": "undo"}) == 303
    assert anew.tables.at(table.id).fold.seq == 4


@pytest.mark.both_databases
def test_who_asks_while_the_clock_is_set_back_is_heard(site: Site, table: Table, clock: type[_Clock]) -> None:
    stranger = site.device(site.phone())
    first = site.store.join(table.id, stranger, role="player", seat=1)
    clock.ahead = -timedelta(days=400)
    other = site.store.join(table.id, site.device(site.phone()), role="player", seat=2)
    assert isinstance(first, SeatRequest)
    assert isinstance(other, SeatRequest)
    assert [one.word for one in site.store.seat_requests(table.id)] == [first.word, other.word]


def _posts(app: Flask) -> Iterator[Rule]:
    for rule in app.url_map.iter_rules():
        if rule.methods and not rule.methods <= SAFE_METHODS and not rule.rule.startswith("/api/"):
            yield rule


OLD_FORMS: tuple[dict[str, str], ...] = (
    {},
    {"key": "0123456789abcdef", "card": "QS", "player": "1"},  # other names than ours
    {"op": "0123456789abcdef", "seen": "0"},  # nothing but the stamps
    {"op": "0123456789abcdef", "seen": "0", "type": "renounce", "event": '{"type":"renounce","seat":1}', "seat": "9"},
)


@pytest.mark.parametrize("form", OLD_FORMS)
def test_a_form_of_an_older_release_gets_a_clear_answer(site: Site, phone: Phone, form: dict[str, str]) -> None:
    values = {"table_id": phone.table.id, "game": "sixes-and-sevens", "event": 0, "place": 0, "hand": 1, "trick": 1}
    adapter = site.app.url_map.bind("localhost")
    for rule in _posts(site.app):
        known = {name: values.get(name, 1) for name in rule.arguments}
        try:
            path = adapter.build(rule.endpoint, known, method="POST")
        except (ValueError, LookupError):
            continue
        answer = phone.client.post(path, data=form)
        assert answer.status_code in (200, 303, 400, 403, 404, 409, 413, 415, 422, 429), (path, answer.status_code)
        if answer.status_code >= 400:
            assert "<h1" in answer.text or "sheet" in answer.text, path
    site.tables.at(phone.table.id)


@pytest.mark.both_databases
def test_a_long_log_is_folded_with_pauses(
    table: Table, phone: Phone, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other tables go on meanwhile. What amendments fold again counts as well."""
    assert phone.enter(PLAY) == 303
    for card in ("8C", "9C"):
        again = [{"target": 1, "with": [{**PLAY, "card": card}]}]
        assert phone.enter({"type": "amend", "changes": again}) == 303
    paused: list[float] = []
    monkeypatch.setattr("webapp.table.newest_tables.time.sleep", paused.append)
    monkeypatch.setattr("webapp.table.newest_tables.EVENTS_A_TURN", 2)
    anew: Site = request.getfixturevalue("anew")
    assert anew.tables.at(table.id).fold.seq == 4
    assert len(paused) == 3
