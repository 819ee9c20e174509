"""What stands around a table: asked of whoever knows it, once a request, and nothing at a table by itself."""

from dataclasses import replace

from tests.web.support.site import Site
from webapp.live.surroundings import NOTHING_AROUND, AroundTables, Surroundings, TableNote, around
from webapp.services import services_in
from webapp.store.models import Table
from webapp.table.viewer import Viewer


def test_it_is_asked_once_a_request_and_of_tables_of_an_evening_alone(site: Site, table: Table) -> None:
    now, asked, part = site.tables.at(table.id), [], services_in(site.app).part(AroundTables)
    told = Surroundings((TableNote("Round 2"),))
    part.tell = lambda now, viewer: asked.append(viewer) or told
    at_evening = replace(now, table=Table(**{**now.table.model_dump(), "evening_id": 1}))
    for _request in range(2):
        with site.app.test_request_context("/"):
            assert around(now, Viewer()) is NOTHING_AROUND
            assert [around(at_evening, Viewer()) for _look in range(3)] == [told] * 3
            around(at_evening, Viewer(7))
    assert asked == [Viewer(), Viewer(7)] * 2
