"""Pauses that a referee holds up a table with: they end when nobody rules there any more."""

import pytest

from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.evening_models import EveningChange
from webapp.store.roles import Role
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

pytestmark = pytest.mark.both_databases


class Pauses:
    """An evening with two referees, one of whom has paused play at table 1."""

    def __init__(self, site: Site) -> None:
        self.hall = Hall(services_in(site.app))
        self.karin, self.till = (self._let_in(name) for name in ("Karin", "Till"))
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.table = self.hall.table(1)
        who = Viewer(self.karin.device_id, Role.REFEREE)
        self.hall.services.tables.add(self.table, who, line_of("pause", {"referee": True}))
        assert self.is_held

    def _let_in(self, name: str) -> EveningViewer:
        device = self.hall.services.store.add_device(name).id
        return self.hall.admit(device, Role.REFEREE, name=name)

    def let_out(self, who: EveningViewer) -> None:
        line = kinds.Helper("referee", who.name or "", gone=True)
        self.hall.add(line, change=EveningChange(expelled=[who.device_id or 0]))

    @property
    def is_held(self) -> bool:
        self.hall.services.tables.refresh(self.table)
        return self.hall.services.tables.at(self.table).desk.held


@pytest.fixture
def pauses(site: Site) -> Pauses:
    return Pauses(site)


def test_a_pause_ends_with_the_last_referee_of_the_evening(pauses: Pauses) -> None:
    pauses.let_out(pauses.karin)
    assert pauses.is_held, "the other one can lift it"
    pauses.let_out(pauses.till)
    assert not pauses.is_held


def test_a_pause_ends_when_the_table_leaves_the_evening(pauses: Pauses) -> None:
    pauses.hall.add(change=EveningChange(leaves=[pauses.table]))
    assert not pauses.is_held
