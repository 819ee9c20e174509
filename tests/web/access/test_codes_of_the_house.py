"""All wrong codes together have a budget; whoever belongs to the house still gets in. The sums of docs/security.md."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient
from sqlmodel import col, select
from werkzeug.test import TestResponse

from tests.cases import each
from tests.databases import changing
from tests.paths import ROOT
from tests.web.support.clock import Clock
from tests.web.support.german_pages import speaks_german
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.access import joining
from webapp.access.joining import budgets_of
from webapp.http import rate_limits
from webapp.http.limits import HIGHEST_CARD
from webapp.http.rate_limits import (
    KNOWN_AFTER,
    WRONG_CODES_A_KNOWN_DEVICE,
    WRONG_CODES_A_SITE,
    WRONG_CODES_OF_KNOWN_DEVICES,
    WRONG_CODES_OF_STRANGERS,
    WRONG_CODES_OF_THE_HOUSE_COUNT_FOR,
)
from webapp.services import services_in
from webapp.store import Store
from webapp.store.errors import TooManyWrongCodes
from webapp.store.invites import ALPHABET, CODE_LENGTH, PRINTED_CODE_LENGTH, format_code
from webapp.store.models import Grant, Invite, Row, Table, WrongCode
from webapp.store.roles import INVITES, Role, Scope, Use

HOUSE = {Scope.TABLE: 500, Scope.EVENING: 100, Scope.CIRCLE: 500}
"""Of a large house: tables, evenings and circles whose codes stand."""
ADDRESSES = 10_000
MOST_CHANCE = 1 / 1_000
WRONG = "AAAAAAA"
DAY = timedelta(days=1)
LONG_AGO = KNOWN_AFTER.total_seconds() + 60
"""A grant is dated by the true clock, a little later than that of a test."""


def _type(phone: FlaskClient, code: str, address: str = "192.0.2.7") -> TestResponse:
    return phone.post("/join", data={"code": code}, environ_overrides={"REMOTE_ADDR": address})


def _attack(store: Store, device_id: int | None = None, first: int = 0) -> int:
    """Types wrong codes, each from another address, until none is taken any more; returns how many were."""
    most = WRONG_CODES_OF_STRANGERS + 50
    for number in range(most):
        at = first + number
        try:
            store.try_code(WRONG, budgets_of(store, WRONG, f"10.{at >> 16}.{at >> 8 & 255}.{at & 255}", device_id))
        except TooManyWrongCodes:
            return number
    return most


def _use_up(site: Site, clock: Clock) -> None:
    """Leaves strangers no wrong code, as an attack does that has just been."""
    (budget,) = (one for one in budgets_of(site.store, WRONG, "192.0.2.1", None) if one.of_all)
    with changing(site.store) as session:
        session.add_all(WrongCode(who=budget.who, made_at=clock.at) for _ in range(budget.most))


def _known(site: Site, table: Table, clock: Clock, phone: FlaskClient | None = None) -> FlaskClient:
    """Returns a phone that has had a seat for as long as it takes to be known."""
    phone = site.seat(table, 1, phone)
    clock.on(LONG_AGO)
    site.store.fresh_code(table.id, Role.PLAYER)
    return phone


# What it comes to


def _codes(*, printed: bool) -> int:
    """Counts the codes that may stand at a time, short or printed: one of each role; of cards as many as there are."""
    kept = [(scope, use) for scope in Scope for use in INVITES[scope].values() if use.has_long_code is printed]
    return sum(HOUSE[scope] * (HIGHEST_CARD if use is Use.CARD else 1) for scope, use in kept)


def test_codes_lie_with_invites_alone() -> None:
    assert [table.name for table in Row.metadata.tables.values() if "code" in table.c] == ["invites"]


def _attempts_a_day() -> int:
    """Returns how many codes are tried within a day at most, whoever tries them from wherever."""
    hours = DAY / WRONG_CODES_OF_THE_HOUSE_COUNT_FOR
    return int(hours * (WRONG_CODES_OF_STRANGERS + WRONG_CODES_OF_KNOWN_DEVICES))


def test_the_chance_of_a_day_is_small_whoever_tries() -> None:
    one = _codes(printed=False) / len(ALPHABET) ** CODE_LENGTH
    chance = 1 - (1 - one) ** _attempts_a_day()
    assert chance <= MOST_CHANCE
    told = (ROOT / "docs" / "security.md").read_text("utf-8")
    assert f"1 in {round(1 / chance, -1):,.0f}" in told
    assert f"{_attempts_a_day():,} × {_codes(printed=False):,} / 31⁷" in told
    assert all(f"{most}" in told for most in HOUSE.values())


def test_nobody_types_a_recovery_code_by_chance() -> None:
    """It is in no budget of the house: an hour of 10,000 networks, each as fast as it may, for a day."""
    tried = ADDRESSES * (rate_limits.WRONG_CODES_A_NETWORK + 60) * 24
    assert _codes(printed=True) * tried / len(ALPHABET) ** PRINTED_CODE_LENGTH < 1e-9


def test_ten_thousand_addresses_get_no_further_than_the_budget(
    site: Site, table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hours of an attack that has prepared devices the day before, and never waits longer than it must.

    Strangers have a smaller budget there: how far they get does not depend on how large it is.
    """
    assert [one.most for one in budgets_of(site.store, WRONG, "192.0.2.1", None) if one.of_all] == [
        WRONG_CODES_OF_STRANGERS
    ]
    strangers = 30
    monkeypatch.setattr(joining, "WRONG_CODES_OF_STRANGERS", strangers)
    prepared = [site.device(site.seat(table, seat)) for seat in (0, 1, 2)]
    clock.on(LONG_AGO)
    store, hours, tried = site.store, 2, list[int]()
    for step in range(hours * 6):
        first = step * 499 % (ADDRESSES - 400)
        tried.append(_attack(store, first=first) + sum(_attack(store, one, first=first) for one in prepared))
        clock.on(600)
    most = strangers + min(WRONG_CODES_OF_KNOWN_DEVICES, len(prepared) * WRONG_CODES_A_KNOWN_DEVICE)
    assert all(sum(tried[at : at + 6]) <= most for at in range(len(tried))), "within any hour"
    assert sum(tried) == hours * most, "it went as far as it could"


# Who still gets in


def test_when_strangers_have_used_it_up_links_and_recovery_codes_still_open(
    site: Site, table: Table, clock: Clock
) -> None:
    _use_up(site, clock)
    phone, invites = site.phone(), site.store.invites(table.id)
    answer = _type(phone, format_code(invites["player"].code))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert "Many wrong codes were typed here" in answer.text
    assert "A QR or a link opens its table at once" in answer.text
    assert _type(phone, invites["player"].token).location == "/join"
    assert site.opens(phone, site.link(table)).status_code == 200
    assert _type(phone, format_code(invites["host"].code)).location == "/join"
    clock.on(3600)
    assert _type(phone, format_code(invites["player"].code)).location == "/join"


def test_a_phone_that_was_here_before_has_a_share_of_its_own(site: Site, table: Table, clock: Clock) -> None:
    known = _known(site, table, clock)
    _use_up(site, clock)
    assert _type(known, format_code(site.store.invites(table.id)["player"].code)).location == "/join"
    # Who has opened or joined a table for the attack is no such phone.
    today = site.seat(table, 2)
    with changing(site.store) as session:
        for grant in session.scalars(select(Grant).where(col(Grant.seat) == 2)):
            grant.since = clock.at
    assert _type(today, WRONG).status_code == 429


def test_one_such_phone_cannot_use_up_the_share_of_the_others(site: Site, table: Table, clock: Clock) -> None:
    first, other = site.seat(table, 0), _known(site, table, clock)
    assert _attack(site.store, site.device(first)) == WRONG_CODES_A_KNOWN_DEVICE
    assert _type(other, WRONG).status_code == 422


def test_a_program_reads_that_no_code_is_taken(site: Site, table: Table, clock: Clock) -> None:
    _use_up(site, clock)
    sent = {"code": site.store.invites(table.id)["player"].code, "as": "watch"}
    answer = site.app.test_client().post("/api/v1/join", json=sent)
    assert (answer.status_code, "Many wrong codes" in answer.text) == (429, True)


def test_the_networks_of_one_customer_count_together(site: Site, clock: Clock) -> None:
    """A /48 holds 65,536 networks of /64: each with a limit of its own would be no limit."""

    def at(number: int, site_number: int = 0) -> TestResponse:
        return _type(site.phone(), WRONG, f"2001:db8:{site_number:x}:{number:x}::1")

    sites = [one for one in budgets_of(site.store, WRONG, "2001:db8::1", None) if one.most == WRONG_CODES_A_SITE]
    with changing(site.store) as session:
        session.add_all(WrongCode(who=sites[0].who, made_at=clock.at) for _ in range(WRONG_CODES_A_SITE - 2))
    assert [at(number).status_code for number in range(3)] == [422, 422, 429]
    assert at(0, site_number=1).status_code == 422


def test_the_wait_of_the_house_in_german(site: Site, clock: Clock) -> None:
    _use_up(site, clock)
    speaks_german(_type(site.phone("de"), WRONG).text, "deshalb wird vorerst kein Code angenommen")


# Codes end


class Sharing(NamedTuple):
    """Where a code is shown, and its invite as it stands; `fresh` is the address of the key for another code."""

    page: str
    fresh: str
    invite: Callable[[], Invite]


def _at_table(site: Site, host: FlaskClient, role: Role) -> Sharing:
    table = site.open_table(host)
    if role in (Role.SCOREKEEPER, Role.REFEREE):
        site.store.renew_invite(table.id, role)
    at = f"/tables/{table.id}"
    return Sharing(f"{at}/share?role={role}", f"{at}/codes/fresh", lambda: site.store.invites(table.id)[role])


def _at_evening(site: Site, host: FlaskClient, role: Role) -> Sharing:
    evening = Hall(services_in(site.app), organiser=site.device(host)).id
    helps = role in (Role.DEPUTY, Role.REFEREE)
    if helps:
        site.store.renew_invite(evening, role, Scope.EVENING)
    at = f"/evenings/{evening}"
    page = f"{at}/helpers" if helps else f"{at}/share?role={role}"
    return Sharing(page, f"{at}/codes/fresh", lambda: site.store.invites(evening, Scope.EVENING)[role])


def _at_circle(site: Site, host: FlaskClient, role: Role) -> Sharing:
    circle = site.store.open_circle("Friday", device_id=site.device(host))
    at = f"/circles/{circle.id}"
    return Sharing(f"{at}/share", f"{at}/codes/fresh", lambda: site.store.invites(circle.id, Scope.CIRCLE)[role])


SCOPES = {Scope.TABLE: _at_table, Scope.EVENING: _at_evening, Scope.CIRCLE: _at_circle}
TYPED = [(scope, role) for scope in Scope for role, use in INVITES[scope].items() if use in (Use.MANY, Use.ONCE)]


@each("scope role", TYPED)
def test_a_code_ends_after_its_evening_and_its_link_goes_on(site: Site, scope: Scope, role: Role) -> None:
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock(patch)
        here = SCOPES[scope](site, host := site.phone(), role)
        before = here.invite()
        clock.on(DAY.total_seconds() - 1)
        assert _type(site.phone(), before.code).location == "/join"
        clock.on(DAY.total_seconds() - 1)
        assert _type(site.phone(), before.code).location == "/join", "it lasts a day from when it was typed"
        clock.on(DAY.total_seconds())
        ended = _type(site.phone(), before.code)
        assert (ended.status_code, "has ended: codes are good for one evening" in ended.text) == (422, True)
        page = host.get(here.page).text
        assert format_code(before.code) not in page
        assert "The code to type has ended" in page
        assert site.opens(site.phone(), f"/join/{before.token}").status_code == 200
        answer = host.post(here.fresh, data={"role": role})
        assert (answer.status_code, answer.location.partition("#")[0]) == (303, here.page)
        after = here.invite()
        assert (after.token, after.id) == (before.token, before.id)
        assert format_code(after.code) in host.get(answer.location).text
        assert _type(site.phone(), before.code).status_code == 422
        assert _type(site.phone(), after.code).location == "/join"


@each("scope role", TYPED)
def test_where_a_house_has_made_its_certificate_a_shared_code_leads_to_why_phones_warn(
    site: Site, scope: Scope, role: Role
) -> None:
    here, services = SCOPES[scope](site, host := site.phone(), role), services_in(site.app)
    assert 'href="/trust"' not in host.get(here.page).text
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(site.app.extensions, "sixfold", replace(services, config=replace(services.config, https=True)))
        assert 'href="/trust"' in host.get(here.page).text


def test_the_code_on_a_card_is_long_and_goes_on(site: Site, clock: Clock) -> None:
    host = site.phone()
    evening = Hall(services_in(site.app), organiser=site.device(host)).id
    host.post(f"/evenings/{evening}/cards", data={"first": 1, "last": 2})
    cards = site.store.table_cards(evening)
    clock.on(365 * DAY.total_seconds())
    assert format_code(cards[2].code) in host.get(f"/evenings/{evening}/cards?first=1&last=2").text
    assert _type(site.phone(), cards[2].code).location == "/join"
    with changing(site.store) as session:  # a card of an earlier version: seven letters, which have ended
        old = session.get_one(Invite, cards[1].id)
        old.code, old.code_until = "KQ7M3XP", clock.at
    assert _type(site.phone(), "KQ7M3XP").status_code == 422
    assert format_code("KQ7M3XP") not in host.get(f"/evenings/{evening}/cards?first=1&last=2").text
    host.post(f"/evenings/{evening}/cards", data={"first": 1, "last": 2})
    again = site.store.table_cards(evening)
    assert (again[1].token, len(again[1].code)) == (cards[1].token, PRINTED_CODE_LENGTH)
    assert again[2].code == cards[2].code


def test_a_recovery_code_that_was_printed_goes_on(site: Site, table: Table, clock: Clock) -> None:
    code = site.store.invites(table.id)["host"].code
    clock.on(365 * DAY.total_seconds())
    assert _type(site.phone(), code).location == "/join"


def test_a_code_that_stands_is_not_changed_by_asking_again(site: Site, host: FlaskClient, table: Table) -> None:
    code = site.store.invites(table.id)["player"].code
    host.post(f"/tables/{table.id}/codes/fresh", data={"role": "player"})
    assert site.store.invites(table.id)["player"].code == code


def test_everybody_asks_for_the_codes_that_they_may_see(site: Site, host: FlaskClient, table: Table) -> None:
    player, watcher = site.seat(table, 1), site.watcher(table)
    for phone, role, status in (
        (player, "player", 303),
        (player, "watcher", 303),
        (player, "referee", 403),
        (watcher, "watcher", 303),
        (watcher, "player", 403),
        (host, "scorekeeper", 303),
        (host, "host", 400),
        (host, "move", 400),
    ):
        answer = phone.post(f"/tables/{table.id}/codes/fresh", data={"role": role})
        assert answer.status_code == status, role


def test_an_ended_code_of_a_wall_is_not_shown(site: Site, table: Table, clock: Clock) -> None:
    wall, code = site.watcher(table), format_code(site.store.invites(table.id)["watcher"].code)
    assert code in wall.get(f"/tables/{table.id}").text
    clock.on(DAY.total_seconds())
    page = wall.get(f"/tables/{table.id}").text
    assert code not in page
    assert 'class="qr"' in page
