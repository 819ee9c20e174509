"""An evening with people on its list, for tests of evenings."""

import secrets
from collections.abc import Sequence
from copy import copy

from webapp.evening import lines as kinds
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.lines import Line
from webapp.evening.plan import Kind, Plan
from webapp.evening.rounds import seated
from webapp.evening.viewer import EveningViewer
from webapp.journal.lines import body_of
from webapp.services import Services
from webapp.store.evening_models import Admission, EveningChange, NewLine
from webapp.store.models import utc_now
from webapp.store.roles import Role

GAME = "sixes-and-sevens"
EIGHT = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Ida")


class Hall:
    """An evening at the services of an application, changed past all pages."""

    def __init__(
        self,
        services: Services,
        plan: Plan | None = None,
        names: Sequence[str] = EIGHT,
        *,
        organiser: int | None = None,
        circle_id: int | None = None,
    ) -> None:
        self.services = services
        store = services.store
        device = store.add_device(secrets.token_hex()).id if organiser is None else organiser
        plan = plan or Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, minutes=20, between=5)
        first = [NewLine(*body_of(line)) for line in (kinds.Planned(plan, "Tuesday club"), *listed(names))]
        self.id = store.open_evening("Tuesday club", first, device_id=device, circle_id=circle_id).id
        self.organiser = EveningViewer(device, Role.ORGANISER)

    def at(self, services: Services) -> "Hall":
        """Returns the same evening at other services of the same house."""
        same = copy(self)
        same.services = services
        return same

    @property
    def keeper(self) -> EveningKeeper:
        return self.services.part(EveningKeeper)

    @property
    def tables(self) -> EveningTables:
        return self.services.part(EveningTables)

    @property
    def now(self) -> EveningNow:
        return self.keeper.at(self.id)

    def add(self, *lines: Line, who: EveningViewer | None = None, change: EveningChange | None = None) -> EveningNow:
        """Adds lines as the organiser, or as somebody else; they must be taken."""
        outcome = self.keeper.add(self.id, who or self.organiser, *lines, change=change or EveningChange())
        assert isinstance(outcome, EveningNow), outcome
        return outcome

    def admit(self, device_id: int, role: Role, person: int | None = None, name: str | None = None) -> EveningViewer:
        """Lets a device in."""
        who = Admission(device_id, role, person, name)
        line = kinds.LetIn(person) if person is not None else kinds.Helper(str(role), name or "")
        self.keeper.add(self.id, EveningViewer(device_id), line, change=EveningChange(admit=[who]))
        return EveningViewer(device_id, role, person, name)

    def seat(self, *tables: tuple[int, ...], byes: Sequence[int] = ()) -> EveningNow:
        """Seats the next round at tables 1, 2, …"""
        line, change = seated(self.now, list(enumerate(tables, 1)), byes, utc_now())
        return self.add(line, change=change)

    def start(self) -> EveningNow:
        """Starts the newest round."""
        here = self.now.state.round
        assert here is not None
        return self.add(kinds.Started(here.number))

    def table(self, number: int) -> int:
        """Returns the id of a table of the newest round."""
        here = self.now.state.round
        assert here is not None
        table = here.sittings[number].table
        assert table is not None
        return table


def listed(names: Sequence[str], after: int = 0) -> list[Line]:
    """Returns the lines that put these people on the list."""
    return [kinds.Listed(number, name) for number, name in enumerate(names, after + 1)]
