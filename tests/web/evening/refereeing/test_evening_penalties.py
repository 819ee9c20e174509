"""Penalties and announcements of an evening by its referees' pages."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.api import evening_json
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.evening.state import Presence
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import matters
from webapp.table.penalties import Step
from webapp.table.viewer import Viewer


@pytest.fixture
def hall(site: Site) -> Hall:
    hall = Hall(services_in(site.app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    return hall


@pytest.fixture
def karin(site: Site, hall: Hall) -> FlaskClient:
    phone = site.phone()
    hall.admit(site.device(phone), Role.REFEREE, name="Karin")
    return phone


def _player(site: Site, hall: Hall, person: int) -> FlaskClient:
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, person)
    return phone


def _given(person: int, step: str, reason: str = "Looked at another hand") -> dict[str, str]:
    return {"person": str(person), "step": step, "reason": reason, "rule": "GEN-3"}


def test_the_next_step_follows_from_what_somebody_has_over_all_tables(hall: Hall, karin: FlaskClient) -> None:
    form = f"/evenings/{hall.id}/penalties/new"
    assert 'value="caution" checked' in karin.get(f"{form}?person=6").text
    assert karin.post(f"/evenings/{hall.id}/penalties", data=_given(6, "warning")).status_code == 303
    given = next(iter(hall.now.state.penalties.values()))
    assert (given.person, given.by, given.points, given.round, given.number) == (6, "Karin", 0, 1, 2)
    page = karin.get(f"{form}?person=6").text
    assert 'value="points" checked' in page
    assert "Fay has 1 penalty at this evening" in page
    assert 'value="caution" checked' in karin.get(f"{form}?person=5").text


def test_an_open_evening_has_the_same_ladder(site: Site) -> None:
    hall, phone = Hall(services_in(site.app), Plan(Kind.OPEN)), site.phone()
    hall.admit(site.device(phone), Role.REFEREE, name="Karin")
    assert "Loss of the hand" in phone.get(f"/evenings/{hall.id}/penalties/new?person=1").text
    assert phone.post(f"/evenings/{hall.id}/penalties", data=_given(1, "hand")).status_code == 303
    assert "Loss of the hand for Ann" in phone.get(f"/evenings/{hall.id}/penalties").text


def test_the_desk_of_a_table_knows_what_a_player_has_from_elsewhere(hall: Hall, karin: FlaskClient) -> None:
    karin.post(f"/evenings/{hall.id}/penalties", data=_given(6, "warning", "Late again"))
    page = karin.get(f"/tables/{hall.table(2)}/penalties/new?seat=1").text
    assert "Warning, round 1, table 2: Late again" in page
    assert 'value="points" checked' in page
    assert "Fay has 1 penalty at this evening" in page
    assert "Late again" not in karin.get(f"/tables/{hall.table(2)}/penalties/new?seat=0").text


def test_what_is_missing_is_said_and_what_was_typed_is_kept(hall: Hall, karin: FlaskClient) -> None:
    answer = karin.post(f"/evenings/{hall.id}/penalties", data=_given(0, "points", "late again"))
    assert answer.status_code == 422
    assert "Choose whom it is for." in answer.text
    assert 'value="late again"' in answer.text
    assert 'value="points" checked' in answer.text
    assert karin.post(f"/evenings/{hall.id}/penalties", data=_given(6, "points", " ")).status_code == 422
    assert hall.now.state.penalties == {}


def test_a_penalty_of_a_closed_round_that_waits_for_the_organiser_says_so(hall: Hall, karin: FlaskClient) -> None:
    karin.post(f"/evenings/{hall.id}/penalties", data=_given(3, "hand"))
    line = next(iter(hall.now.state.penalties))
    hall.add(kinds.Ended(1), kinds.RoundClosed(1))
    lift = karin.post(f"/evenings/{hall.id}/penalties/{line}/lift", data={"reason": "it was Cat"})
    page = karin.get(lift.location).text
    assert "Waits for the other signature" in page
    assert "Still to sign: the organiser." in page


def test_a_penalty_costs_what_the_plan_says_and_is_lifted_with_a_reason(hall: Hall, karin: FlaskClient) -> None:
    karin.post(f"/evenings/{hall.id}/penalties", data=_given(2, "hand"))
    line = next(iter(hall.now.state.penalties))
    assert hall.now.state.penalties[line].points == hall.now.state.plan.ladder.hand
    lift = f"/evenings/{hall.id}/penalties/{line}/lift"
    assert f"Gives {hall.now.state.plan.ladder.hand} points back in the standing." in karin.get(lift).text
    assert karin.post(lift, data={"reason": ""}).status_code == 422
    assert karin.post(lift, data={"reason": "it was Cat"}).status_code == 303
    again = karin.post(lift, data={"reason": "once more"})
    assert again.status_code == 409
    assert karin.get(lift).location == f"/evenings/{hall.id}/penalties", "Back leads to no form that is done with"
    assert "Lifted by Karin: it was Cat" in karin.get(f"/evenings/{hall.id}/penalties").text


def test_an_exclusion_ends_the_evening_for_that_player(hall: Hall, karin: FlaskClient) -> None:
    karin.post(f"/evenings/{hall.id}/penalties", data=_given(3, "exclusion"))
    assert hall.now.state.people[3].presence == Presence.LEFT
    assert karin.post(f"/evenings/{hall.id}/penalties", data=_given(3, "exclusion")).status_code == 303


def test_a_player_reads_the_own_penalties_alone(site: Site, hall: Hall, karin: FlaskClient) -> None:
    for person, reason in ((1, "Late once"), (2, "Late twice")):
        karin.post(f"/evenings/{hall.id}/penalties", data=_given(person, "caution", reason))
    page = _player(site, hall, 1).get(f"/evenings/{hall.id}/penalties").text
    assert "Late once" in page
    assert "Late twice" not in page
    assert "Lift the penalty" not in page


def test_a_program_reads_what_was_the_matter_at_a_table(site: Site, hall: Hall, karin: FlaskClient) -> None:
    who = Viewer(site.device(karin), Role.REFEREE)
    slow = matters.Penalised(1, Step.CAUTION, "", "GEN-3", "", ready="slow")
    assert isinstance(hall.services.tables.add(hall.table(2), who, slow, op="slow-play-of-fay"), Made)
    hall.tables.follow()
    with site.app.test_request_context():
        told = evening_json.evening(hall.now, hall.tables.at(hall.id), hall.organiser)
    assert told.penalties
    assert [(one.person, one.reason, one.ready) for one in told.penalties] == [(6, "", "slow")]


def test_the_page_of_announcements_tells_who_has_not_read(site: Site, hall: Hall, karin: FlaskClient) -> None:
    page = f"/evenings/{hall.id}/announcements"
    ann, eva = _player(site, hall, 1), _player(site, hall, 5)
    assert karin.post(page, data={"text": "Lights off at eleven", "table": "1"}).status_code == 303
    assert karin.post(page, data={"text": "Pizza"}).status_code == 303
    site.store.read_evening(hall.id, site.device(ann), hall.now.state.announcements[0].line)
    text = karin.get(page).text
    assert (
        text.index("Pizza") < text.index("0 of 2 read it") < text.index("Lights off") < text.index("All have read it")
    )
    assert site.device(eva)
    long = karin.post(page, data={"text": "x" * 201, "table": "2"})
    assert long.status_code == 422
    assert "x" * 201 in long.text
    assert 'value="2" checked' in long.text
    assert karin.post(page, data={"text": "Pizza", "table": "77"}).status_code == 422
