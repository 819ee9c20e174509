"""What changes in a circle wakes the open pages of its phones at every process of the house."""

from collections.abc import Callable, Iterator

import pytest

from tests.running import PATIENCE
from tests.web.support.circle_phones import member
from tests.web.support.circle_tables import Tables
from tests.web.support.site import Site
from webapp.config import Config
from webapp.factory import services_of
from webapp.services import Services, services_in
from webapp.store.change_feed import ChangeFeed
from webapp.store.roles import Role, Scope

ELSEWHERE = 999
"""A table that nothing happens at."""
Act = Callable[[Tables, int], object]


@pytest.fixture
def other(site: Site) -> Iterator[Services]:
    """The services of another process on the same database, which listens."""
    config = services_in(site.app).config
    other = services_of(Config(instance=config.instance, log="quiet", server=site.store.url), site.store)
    feed = other.part(ChangeFeed)
    with other.hub.watch(ELSEWHERE, None) as watch:
        feed.start()
        assert watch.wait(PATIENCE), "whoever begins to listen has missed what was said before"
    yield other
    feed.stop()


ACTS: dict[str, Act] = {
    "a table is given": lambda tables, device: tables.open("Ann", "Ben"),
    "leaves": lambda tables, device: tables.site.store.leave_circle(tables.circle.id, device),
    "is put out": lambda tables, device: tables.site.store.put_out(tables.circle.id, device),
}


@pytest.mark.postgresql
@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_member_sees_it_at_another_process(site: Site, other: Services, act: Act) -> None:
    tables = Tables(site)
    device = site.device(member(tables))
    with other.hub.watch(ELSEWHERE, device) as watch:
        act(tables, device)
        assert watch.wait(PATIENCE)


@pytest.mark.postgresql
def test_who_comes_in_sees_it_at_another_process(site: Site, other: Services) -> None:
    tables, phone = Tables(site), site.phone()
    invite = site.store.invites(tables.circle.id, Scope.CIRCLE)[Role.MEMBER]
    with other.hub.watch(ELSEWHERE, site.device(phone)) as watch:
        assert phone.post("/accept", data={"way": invite.token}).status_code == 303
        assert watch.wait(PATIENCE)
