"""A table of a circle and an evening, in a round that ends by the clock before the match does."""

from collections.abc import Sequence

from rules_core.replay import Raw
from tests.web.support.circle_tables import Tables, circle_matches
from tests.web.support.hall import EIGHT, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer


def follow(hall: Hall) -> None:
    hall.tables.note_evening(hall.id)
    hall.tables.follow()


HAND: tuple[Raw, ...] = ({"type": "deal"}, {"type": "tally", "points": [2, 0]}, {"type": "deal"})
"""Ann has won a hand, and the next one has begun."""


class TimedTable:
    """A table of Ann and Ben, who have entered this so far."""

    def __init__(
        self, site: Site, *, game: str = "sechsundsechzig", people: int = 2, so_far: Sequence[Raw] = HAND
    ) -> None:
        plan = Plan(Kind.TOURNAMENT, game=game, sizes=(people,), rounds=2, minutes=20)
        self.site, self.hall, self.tables = site, Hall(services_in(site.app), plan, EIGHT[:people]), Tables(site)
        self.hall.seat(tuple(range(1, people + 1)))
        self.table, self.host = self.hall.table(1), site.device(site.phone())
        site.store.admit(self.table, self.host, role=Role.HOST, seat=0)
        site.circle_tables.give(self.table, self.tables.circle.id)
        self.hall.start()
        self._entries = 0
        self.enter(*so_far)

    def enter(self, *raws: Raw) -> None:
        for raw in raws:
            self._entries += 1
            made = self.site.make(
                self.table, Viewer(self.host, Role.HOST, 0), raw, op=f"{self._entries:016}", seen=None
            )
            assert isinstance(made, Made), (raw, getattr(made, "refusal", made))
        self.hall.tables.note(self.table)
        self.hall.tables.follow()
        follow(self.hall)

    def say(self) -> None:
        """Says that the result of the round is final."""
        summary = self.hall.tables.summary(self.table)
        assert summary is not None
        self.hall.add(kinds.Confirmed(1, 1, summary.scores))
        follow(self.hall)

    @property
    def kept(self) -> list[tuple[list[int], list[int]]]:
        """The scores and winners of the matches that the circle has; they are what is computed from the entries."""
        assert self.tables.rebuilt() == []
        found = circle_matches(self.site.store, self.tables.circle.id)
        return [(row.summary["scores"], row.summary["winners"]) for row in found]
