"""What is the same at a table, at an evening and in a circle: invites, who makes them, and places that move."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.cases import each
from tests.web.support.clock import Clock
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.http.durations import MOVE_LASTS
from webapp.services import services_in
from webapp.store.invites import format_code
from webapp.store.models import Invite
from webapp.store.roles import INVITES, ROLES, InviteRole, Right, Role, Scope, Use, invites_with, may_invite, may_show

FOLDERS = {Scope.TABLE: "tables", Scope.EVENING: "evenings", Scope.CIRCLE: "circles"}
CHOSEN = {
    (Scope.TABLE, Role.PLAYER): "1",
    (Scope.TABLE, Role.WATCHER): "watch",
    (Scope.TABLE, Role.SCOREKEEPER): "keep",
    (Scope.EVENING, Role.PLAYER): "2",
}
"""What is sent where an invite leaves a choice."""
OF_ALL = [(scope, role) for scope in Scope for role in INVITES[scope]]
FOR_ONE = [(scope, role) for scope, role in OF_ALL if INVITES[scope][role] in (Use.ONCE, Use.RECOVERY)]
FOR_MANY = [(scope, role) for scope, role in OF_ALL if INVITES[scope][role] is Use.MANY]
ASKED = [(scope, role) for scope in Scope for role in ROLES[scope]]
MOVING = (Scope.TABLE, Scope.EVENING)


class House:
    """A table, an evening or a circle, and the phone that has opened it."""

    def __init__(self, site: Site, scope: Scope) -> None:
        self.site, self.scope, self.first = site, scope, site.phone()
        device = site.device(self.first)
        self.owner = {
            Scope.TABLE: lambda: site.open_table(self.first).id,
            Scope.EVENING: lambda: Hall(services_in(site.app), organiser=device).id,
            Scope.CIRCLE: lambda: site.store.open_circle("Fridays", device_id=device).id,
        }[scope]()

    @property
    def url(self) -> str:
        return f"/{FOLDERS[self.scope]}/{self.owner}"

    def invite(self, role: InviteRole) -> Invite:
        """Returns the invite of a role that stands, made where there is none from the start."""
        standing = self.site.store.invites(self.owner, self.scope)
        return standing.get(role) or self.site.store.renew_invite(self.owner, role, self.scope)

    def take(self, invite: Invite, phone: FlaskClient) -> TestResponse:
        chosen = CHOSEN.get((self.scope, Role(invite.role)), "") if invite.role in {*Role} else ""
        return phone.post(
            "/accept", data={"way": invite.token, "as": chosen, "name": f"Karin {len(self.devices())}", "op": "0" * 43}
        )

    def phone(self, role: Role) -> FlaskClient:
        """Returns a phone that is this here."""
        if Right.LEAD in ROLES[self.scope][role].rights:
            return self.first
        phone = self.site.phone()
        assert self.take(self.invite(role), phone).status_code == 303
        return phone

    def devices(self) -> set[int]:
        return {grant.device_id for grant in self.site.store.grants(self.owner, self.scope)}

    def offered(self, phone: FlaskClient) -> Invite:
        """Returns the invite by which the place of this phone moves."""
        assert phone.post(f"{self.url}/move").status_code == 303
        invite = self.site.store.offered_move(self.owner, self.site.device(phone), self.scope)
        assert invite is not None
        return invite


@pytest.mark.both_databases
@each("scope role", FOR_ONE)
def test_what_is_for_one_phone_serves_one(site: Site, scope: Scope, role: InviteRole) -> None:
    house, first, second = House(site, scope), site.phone(), site.phone()
    invite = house.invite(role)
    assert house.take(invite, first).status_code == 303
    assert site.opens(second, f"/join/{invite.token}").status_code == 410
    assert house.take(invite, second).status_code == 410
    assert site.device(first) in house.devices()
    again = site.opens(first, f"/join/{invite.token}")
    assert (again.status_code, again.location) == (303, house.url), "who has taken it goes on"
    other = site.store.invites(house.owner, scope).get(role)
    if INVITES[scope][role] is Use.RECOVERY:
        assert other is not None
        assert other.is_valid
        assert other.token != invite.token
    else:
        assert other is None


@each("scope role", FOR_MANY)
def test_what_is_for_all_serves_all(site: Site, scope: Scope, role: Role) -> None:
    house = House(site, scope)
    invite, phones = house.invite(role), [site.phone() for _ in range(2)]
    assert [house.take(invite, phones[0]).status_code, site.opens(phones[1], f"/join/{invite.token}").status_code] == [
        303,
        200,
    ]
    assert house.invite(role).token == invite.token


@pytest.mark.both_databases
@each("scope role", [*FOR_MANY, *FOR_ONE])
def test_a_new_code_ends_the_old_one_and_its_link(site: Site, scope: Scope, role: InviteRole) -> None:
    house = House(site, scope)
    old = house.invite(role)
    assert house.first.post(f"{house.url}/codes", data={"role": role}).status_code == 303
    new = house.invite(role)
    assert site.opens(site.phone(), f"/join/{old.token}").status_code == 410
    ended = site.store.invite_with_code(old.code)
    assert ended is not None
    assert not ended.is_valid
    assert site.opens(site.phone(), f"/join/{new.token}").status_code == 200
    assert site.phone().post("/join", data={"code": new.code}).location == "/join"


@each("scope role", ASKED)
def test_each_role_makes_and_shows_the_codes_that_the_table_of_roles_says(site: Site, scope: Scope, role: Role) -> None:
    house = House(site, scope)
    phone = house.phone(role)
    for invited, use in INVITES[scope].items():
        shown = phone.post(f"{house.url}/codes/fresh", data={"role": invited}).status_code
        made = phone.post(f"{house.url}/codes", data={"role": invited}).status_code
        has_end, is_made = use in (Use.MANY, Use.ONCE), use in (Use.MANY, Use.ONCE, Use.RECOVERY)
        assert shown == (400 if not has_end else 303 if may_show(role, invited, scope) else 403), invited
        assert made == (400 if not is_made else 303 if may_invite(role, invited, scope) else 403), invited


@each("scope", Scope)
def test_a_stranger_makes_no_code_and_learns_of_nothing(site: Site, scope: Scope) -> None:
    house = House(site, scope)
    (role,) = invites_with(Use.RECOVERY, scope)
    stranger = site.phone()
    answers = [
        stranger.post(f"/{FOLDERS[scope]}/{number}/codes{path}", data={"role": role})
        for number in (house.owner, house.owner + 1)
        for path in ("", "/fresh")
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1


@each("scope", Scope)
def test_the_code_that_is_kept_is_shown_to_who_may_make_it(site: Site, scope: Scope) -> None:
    house = House(site, scope)
    (role,) = invites_with(Use.RECOVERY, scope)
    assert format_code(house.invite(role).code) in house.first.get(f"{house.url}/recovery").text
    for other in ROLES[scope]:
        status = 200 if may_invite(other, role, scope) else 403
        assert house.phone(other).get(f"{house.url}/recovery").status_code == status, other
    assert site.phone().get(f"{house.url}/recovery").status_code == 404


# Places that move


@pytest.fixture
def clock() -> Iterator[Clock]:
    with pytest.MonkeyPatch.context() as patch:
        yield Clock(patch)


@pytest.mark.both_databases
@each("scope", MOVING)
def test_a_place_moves_once(site: Site, scope: Scope) -> None:
    house, new, late = House(site, scope), site.phone(), site.phone()
    old = house.phone(Role.PLAYER)
    held = site.store.device_grant, site.device(old)
    invite = house.offered(old)
    assert site.opens(new, f"/join/{invite.token}").status_code == 200
    assert site.device(old) in house.devices(), "looking moves nothing"
    taken = new.post("/accept", data={"way": invite.token})
    assert (taken.status_code, taken.location) == (303, house.url)
    assert held[1] not in house.devices()
    assert old.get(house.url).status_code == 404
    assert site.opens(late, f"/join/{invite.token}").status_code == 410
    assert late.post("/accept", data={"way": invite.token}).status_code == 410
    assert site.opens(new, f"/join/{invite.token}").location == house.url
    asks = old.get(f"{house.url}/move", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert (asks.status_code, asks.headers["HX-Redirect"]) == (200, f"{house.url}/move")


@each("scope", MOVING)
def test_the_link_of_a_place_ends_by_itself_or_when_it_is_taken_back(site: Site, scope: Scope, clock: Clock) -> None:
    house = House(site, scope)
    first, new = house.offered(house.first), site.phone()
    second = house.offered(house.first)
    assert site.opens(new, f"/join/{first.token}").status_code == 410, "a new link ends the one before"
    assert f"/join/{second.token}" in house.first.get(f"{house.url}/move").text
    assert house.first.post(f"{house.url}/move/stop").status_code == 303
    assert new.post("/accept", data={"way": second.token}).status_code == 410
    third = house.offered(house.first)
    clock.on((MOVE_LASTS + timedelta(seconds=1)).total_seconds())
    assert site.opens(new, f"/join/{third.token}").status_code == 410
    assert f"/join/{third.token}" not in house.first.get(f"{house.url}/move").text
    assert site.device(house.first) in house.devices()


@each("scope", MOVING)
def test_who_has_a_place_takes_no_other_and_who_only_watches_does(site: Site, scope: Scope) -> None:
    house = House(site, scope)
    player, watcher = house.phone(Role.PLAYER), house.phone(Role.WATCHER)
    invite = house.offered(house.first)
    for phone, why in ((house.first, "Read the link with the other one."), (player, "has a place at this")):
        for answer in (site.opens(phone, f"/join/{invite.token}"), phone.post("/accept", data={"way": invite.token})):
            assert answer.status_code == 409
            assert why in answer.text
    assert watcher.post("/accept", data={"way": invite.token}).status_code == 303
    assert house.devices() == {site.device(player), site.device(watcher)}
