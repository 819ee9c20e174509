"""A penalty of an evening is judged alike, whether it comes by the form or from a program."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.web.support.api_client import ApiClient, problem
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.services import services_in
from webapp.store.roles import Role, Scope
from webapp.table.penalties import EVENING_LADDER

RULES = ("GEN-1", "GEN-3", "NO-SUCH-RULE", "")


@dataclass(frozen=True)
class Sent:
    """A penalty as somebody may send it; the form asks for no points."""

    person: int
    step: str
    reason: str
    rule: str


@dataclass(frozen=True)
class WithPoints(Sent):
    """The same with points, as a program may send them."""

    points: int


LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
penalties = st.builds(
    Sent,
    person=st.integers(0, 10),
    step=st.sampled_from(EVENING_LADDER),
    reason=st.sampled_from(("", "  ", "Late", "Looked at another hand")),
    rule=st.sampled_from(RULES),
)


class Referee(NamedTuple):
    """Somebody who rules at an evening, by pages or by a program."""

    hall: Hall
    gives: Callable[[Sent], TestResponse]


def _hall(site: Site) -> Hall:
    hall = Hall(services_in(site.app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    return hall


def _by_form(site: Site) -> Referee:
    hall, phone = _hall(site), site.phone()
    hall.admit(site.device(phone), Role.REFEREE, name="Karin")
    return Referee(hall, lambda sent: phone.post(f"/evenings/{hall.id}/penalties", data=asdict(sent)))


def _by_program(site: Site) -> Referee:
    hall, token = _hall(site), secrets.token_urlsafe()
    program = ApiClient(site.app, token=token)
    device = site.store.add_device(hashlib.sha256(token.encode()).hexdigest()).id
    hall.admit(device, Role.REFEREE, name="Karin")

    def gives(sent: Sent) -> TestResponse:
        return program.post(f"/evenings/{hall.id}/lines", {"type": "penalised", "by": "Eva", **asdict(sent)})

    return Referee(hall, gives)


def _come_to(hall: Hall) -> list[Any]:
    """Returns what penalties have come to, and who is still here."""
    state = hall.now.state
    held = [replace(one, line=0, made_at=LONG_AGO) for one in state.penalties.values()]
    return [held, [one.presence for one in state.people.values()]]


@given(sent=st.lists(penalties, min_size=1, max_size=6))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_penalty_comes_to_the_same_by_the_form_and_by_a_program(site: Site, sent: list[Sent]) -> None:
    form, program = _by_form(site), _by_program(site)
    for one in sent:
        taken = [form.gives(one).status_code in (200, 303), program.gives(one).status_code == 201]
        assert taken[0] == taken[1], one
        assert _come_to(form.hall) == _come_to(program.hall), one


def test_nobody_sends_other_points_than_the_ladder_says(site: Site) -> None:
    program = _by_program(site)
    answer = program.gives(Sent(3, "caution", "Late", "NO-SUCH-RULE"))
    assert problem(answer) == (422, "no-rule")
    for points in (50, -1):
        answer = program.gives(WithPoints(3, "caution", "Late", "GEN-3", points))
        assert problem(answer) == (422, "not-the-ladder")
    assert _come_to(program.hall)[0] == []


def test_whoever_checks_in_after_the_seating_has_the_seat_at_once(site: Site) -> None:
    hall = _hall(site)
    program = ApiClient(site.app)
    code = site.store.invites(hall.id, Scope.EVENING)[Role.PLAYER].code
    answer = program.post("/evenings/join", {"code": code, "name": "Fay"})
    program.token, program.table_id = str(answer.get_json()["token"]), hall.table(2)
    assert program.get().status_code == 200
