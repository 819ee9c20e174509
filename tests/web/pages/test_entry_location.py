"""Earlier entries in words: what is told of them while their hand lasts."""

from msgspec import structs

from rules_core import replay
from rules_core.events import Event
from tests.web.support.proven import plays
from tests.web.support.site import Site
from webapp.pages.entry_location import is_closed_entry
from webapp.store.models import Table
from webapp.table.viewer import Viewer

TRICKS = [{"type": "deal", "dealer": 0}, *plays(3, "1: 9C 7C 6C", "1: 2C 8C 3C", "2: 4C 5C TC")]


class Whisper(Event, frozen=True, tag="whisper"):
    """Something that no game knows yet."""


def test_an_entry_of_a_new_kind_is_closed_with_its_trick(site: Site, table: Table) -> None:
    grant = site.store.grants(table.id)[0]
    for number, event in enumerate(TRICKS):
        site.make(table.id, grant, event, op=f"placed-{number:03}", seen=None)
    now = site.tables.at(table.id)
    first, last = replay.nodes(now.fold)[1], replay.nodes(now.fold)[-1]
    for node, closed in ((first, True), (last, False)):
        unknown = structs.replace(node, event=Whisper())
        assert [is_closed_entry(now, Viewer(role=role), unknown) for role in ("watcher", "referee")] == [closed, False]
    assert not is_closed_entry(now, Viewer(role="watcher"), replay.nodes(now.fold)[0])
