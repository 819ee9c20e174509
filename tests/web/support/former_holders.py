"""Ways to lose a right: how a phone comes to it, and what takes it away, as people do both."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from flask.testing import FlaskClient
from msgspec.structs import replace

from tests.web.support.circle_tables import finished
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in
from webapp.store.circle_models import Circle
from webapp.store.models import Table
from webapp.store.roles import RECOVERY, Role, Scope

ANN = 1
"""On the list of the evening."""


class House:
    """A table, an evening and a circle with a match; whoever needs them has them from the first moment on."""

    def __init__(self, site: Site) -> None:
        self.site, self.store = site, site.store
        self.host, self.organiser, self.member = site.phone(), site.phone(), site.phone()
        self.evening_tables: list[int] = []

    @cached_property
    def table(self) -> Table:
        """A table whose first hand is dealt."""
        table = self.site.open_table(self.host)
        host = self.store.grants(table.id)[0]
        self.site.make(table.id, host, {"type": "deal", "dealer": 0}, op="0" * 16, seen=None)
        return table

    @cached_property
    def hall(self) -> Hall:
        """An evening."""
        plan = Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), rounds=2, minutes=20)
        return Hall(services_in(self.site.app), plan, organiser=self.site.device(self.organiser))

    @cached_property
    def circle(self) -> Circle:
        """A circle to which one match belongs."""
        circle = self.store.open_circle("Tuesdays", device_id=self.site.device(self.member))
        finished(self.site, self.member, circle.id)
        return circle

    def begin(self) -> None:
        """Seats and starts the first round of the evening."""
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()
        self.evening_tables = [self.hall.table(number) for number in (1, 2)]

    # What people do

    def send(self, phone: FlaskClient, path: str, **sent: str) -> None:
        answer = phone.post(path, data=sent)
        assert answer.status_code == 303, (path, answer.status_code, answer.text)

    def take(self, phone: FlaskClient, token: str, **sent: str) -> None:
        self.send(phone, "/accept", way=token, **sent)

    def at_table(self, path: str) -> str:
        return f"/tables/{self.table.id}{path}"

    def at_evening(self, path: str) -> str:
        return f"/evenings/{self.hall.id}{path}"

    def grant(self, phone: FlaskClient) -> int:
        """Returns the number of the grant of a phone at the table."""
        return next(one.id for one in self.store.grants(self.table.id) if one.device_id == self.site.device(phone))

    def evening_grant(self, phone: FlaskClient) -> int:
        """Returns the number of the grant of a phone at the evening."""
        return next(one.id for one in self.hall.now.grants if one.device_id == self.site.device(phone))

    def let_in(self, phone: FlaskClient, role: Role, person: int | None = None) -> None:
        """Lets a phone in at the evening."""
        self.hall.admit(self.site.device(phone), role, person, None if person else "Karin")


Step = Callable[[House, FlaskClient], None]


@dataclass(frozen=True)
class Way:
    """A way to lose a right: `holds` makes a phone hold it, `loses` takes it away.

    `keeps` lets another phone have what is left to the former holder: nothing, where it is not given. `told`: how
    the former holder alone reads that it was (`no_table_for_you`).
    """

    name: str
    holds: Step
    loses: Step
    keeps: Step | None = None
    told: str = ""

    def __str__(self) -> str:
        return self.name


# At a table


def _admitted(role: Role, seat: int | None = None) -> Step:
    def holds(house: House, phone: FlaskClient) -> None:
        house.store.admit(house.table.id, house.site.device(phone), role=role, seat=seat)
        house.site.tables.refresh(house.table.id)

    return holds


def _hosts(house: House, phone: FlaskClient) -> None:
    """The host's device goes to this phone, as when it was lost before."""
    house.take(phone, house.store.invites(house.table.id)["host"].token)


def _rules(house: House, phone: FlaskClient) -> None:
    house.site.referee(house.table, phone=phone)


def _is_dismissed(house: House, phone: FlaskClient) -> None:
    house.send(house.host, house.at_table(f"/referees/{house.grant(phone)}/dismiss"), sure="yes")


def _stops_ruling(house: House, phone: FlaskClient) -> None:
    house.send(phone, house.at_table(f"/referees/{house.grant(phone)}/dismiss"))


def _is_let_out(house: House, phone: FlaskClient) -> None:
    house.send(house.host, house.at_table(f"/grants/{house.grant(phone)}/remove"))


def _moves(house: House, phone: FlaskClient) -> None:
    house.send(phone, house.at_table("/move"))
    offered = house.store.offered_move(house.table.id, house.site.device(phone))
    assert offered is not None
    house.take(house.site.phone(), offered.token)


def _is_lost(house: House, phone: FlaskClient) -> None:
    house.take(house.site.phone(), house.store.invites(house.table.id)["host"].token)


def _leaves_the_seat(house: House, phone: FlaskClient) -> None:
    house.send(phone, house.at_table("/seat/leave"))


def _is_got_up(house: House, phone: FlaskClient) -> None:
    house.send(house.host, house.at_table("/seats/1/free"))


def _is_relieved(house: House, phone: FlaskClient) -> None:
    house.send(house.host, house.at_table("/scorekeeper/end"))


AT_TABLES = (
    Way("referee dismissed by the host", _rules, _is_dismissed, told="ruled"),
    Way("referee who goes", _rules, _stops_ruling, told="ruled"),
    Way("player let go", _admitted(Role.PLAYER, 1), _is_let_out, told="let-out"),
    Way("watcher let go", _admitted(Role.WATCHER), _is_let_out, told="let-out"),
    Way("scorekeeper let go", _admitted(Role.SCOREKEEPER), _is_let_out, told="let-out"),
    Way("player moved", _admitted(Role.PLAYER, 1), _moves, told="moved"),
    Way("referee moved", _rules, _moves, told="moved"),
    Way("host moved", _hosts, _moves, told="moved"),
    Way("host lost", _hosts, _is_lost, told="recovered"),
    Way("seat left", _admitted(Role.PLAYER, 1), _leaves_the_seat, _admitted(Role.PLAYER)),
    Way("seat freed", _admitted(Role.PLAYER, 1), _is_got_up, _admitted(Role.PLAYER)),
    Way("scorekeeper no longer", _admitted(Role.SCOREKEEPER), _is_relieved, _admitted(Role.WATCHER)),
)


# At an evening


def _helps(role: Role) -> Step:
    def holds(house: House, phone: FlaskClient) -> None:
        house.let_in(phone, role)
        house.begin()

    return holds


def _looks_on(house: House, phone: FlaskClient) -> None:
    _helps(Role.DEPUTY)(house, phone)
    for number in (1, 2):
        house.send(phone, house.at_evening(f"/tables/{number}/watch"))


def _plays(house: House, phone: FlaskClient) -> None:
    house.let_in(phone, Role.PLAYER, ANN)
    house.begin()


def _plays_and_looks_on(house: House, phone: FlaskClient) -> None:
    """Players may look at other tables of this evening."""
    house.hall.add(kinds.Planned(replace(house.hall.now.state.plan, others_visible=True), "Tuesday club"))
    _plays(house, phone)
    house.send(phone, house.at_evening("/tables/2/watch"))


def _organises(house: House, phone: FlaskClient) -> None:
    _taken_over(house, phone)
    house.begin()


def _taken_over(house: House, phone: FlaskClient) -> None:
    house.take(phone, house.store.invites(house.hall.id, Scope.EVENING)[Role.ORGANISER].token)


def _is_put_out(house: House, phone: FlaskClient) -> None:
    house.send(house.organiser, house.at_evening(f"/helpers/{house.evening_grant(phone)}/out"))


def _is_taken_over(house: House, phone: FlaskClient) -> None:
    _taken_over(house, house.site.phone())


def _moves_on(path: str) -> Step:
    def loses(house: House, phone: FlaskClient) -> None:
        house.send(phone, house.at_evening(path))
        offered = house.store.offered_move(house.hall.id, house.site.device(phone), Scope.EVENING)
        assert offered is not None
        house.take(house.site.phone(), offered.token)

    return loses


def _lets_the_name_go(house: House, phone: FlaskClient) -> None:
    house.send(phone, house.at_evening("/me/free"))


def _is_freed(house: House, phone: FlaskClient) -> None:
    house.send(house.organiser, house.at_evening(f"/people/{ANN}"), does="free")


def _gives_the_name(house: House, phone: FlaskClient) -> None:
    asking = EveningViewer(house.site.device(house.site.phone()))
    asked = house.hall.add(kinds.Asked("Ann", "owl", ANN), who=asking)
    house.send(phone, house.at_evening(f"/request/{asked.state.seq}"), answer="let-in")


AT_EVENINGS = (
    Way("deputy put out", _helps(Role.DEPUTY), _is_put_out),
    Way("deputy put out who looked at tables", _looks_on, _is_put_out),
    Way("deputy moved who looked at tables", _looks_on, _moves_on("/move")),
    Way("referee put out", _helps(Role.REFEREE), _is_put_out, told="ruled"),
    Way("organiser moved", _organises, _moves_on("/move")),
    Way("organiser lost", _organises, _is_taken_over),
    Way("player moved", _plays, _moves_on("/move")),
    Way("player who lets the name go", _plays, _lets_the_name_go),
    Way("player let go", _plays, _is_freed),
    Way("player who looked on and lets the name go", _plays_and_looks_on, _lets_the_name_go),
    Way("player who looked on and is let go", _plays_and_looks_on, _is_freed),
    Way("player whose name another phone has", _plays, _gives_the_name),
)


# Of a circle


def _belongs(house: House, phone: FlaskClient) -> None:
    house.take(phone, house.store.invites(house.circle.id, Scope.CIRCLE)[Role.MEMBER].token)


def _is_somebody(house: House, phone: FlaskClient) -> None:
    _belongs(house, phone)
    player = min(house.store.circle_players(house.circle.id))
    house.send(phone, f"/circles/{house.circle.id}/phone", player=str(player))


def _leaves(house: House, phone: FlaskClient) -> None:
    house.send(phone, f"/circles/{house.circle.id}/leave")


def _is_put_out_there(house: House, phone: FlaskClient) -> None:
    device, store = house.site.device(phone), house.store
    grant = next(one.id for one in store.grants(house.circle.id, Scope.CIRCLE) if one.device_id == device)
    house.send(house.member, f"/circles/{house.circle.id}/phones/{grant}/out")


def _all_are_asked_anew(house: House, phone: FlaskClient) -> None:
    house.take(house.site.phone(), house.store.invites(house.circle.id, Scope.CIRCLE)[RECOVERY].token)


def _is_nobody(house: House, phone: FlaskClient) -> None:
    house.send(phone, f"/circles/{house.circle.id}/phone", player="")


OF_CIRCLES = (
    Way("phone that leaves", _is_somebody, _leaves),
    Way("phone put out", _is_somebody, _is_put_out_there),
    Way("phone that is asked anew", _is_somebody, _all_are_asked_anew, _belongs),
    Way("phone that says it is nobody", _is_somebody, _is_nobody, _belongs),
)
