"""Opening an evening and setting it anew, as a browser without scripts does."""

import re

import msgspec
import pytest
from flask.testing import FlaskClient

from tests.web.support.api_client import ApiClient, problem
from tests.web.support.hall import GAME, Hall
from tests.web.support.html_forms import Form
from tests.web.support.read_elsewhere import read_elsewhere
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.plan import Kind, Length, Plan
from webapp.evening.standing.scoring import Absence, TieBreak
from webapp.evening.standings import is_turned, rewards_absence
from webapp.games.registry import looks
from webapp.services import services_in
from webapp.store import attempts
from webapp.store.roles import Role, Scope


def _opened(site: Site, phone: FlaskClient, query: str, **answers: str) -> EveningNow:
    form = Form(phone.get(f"/evenings/new?{query}").text, "plan")
    answer = phone.post(form.action, data=form.filled(**answers))
    assert answer.status_code == 303, answer.text
    number = int(answer.location.rpartition("/")[2])
    assert phone.get(answer.location).status_code == 200
    return services_in(site.app).part(EveningKeeper).at(number)


def test_an_open_evening_takes_one_tap_after_its_kind(site: Site) -> None:
    now = _opened(site, site.phone(), "kind=open")
    assert now.state.plan == Plan(Kind.OPEN, others_visible=True)
    assert now.state.title.startswith("Evening of ")


@pytest.mark.parametrize("game", sorted(looks()))
def test_the_usual_plan_of_each_game_can_be_opened_as_it_is(site: Site, game: str) -> None:
    plan = _opened(site, site.phone(), f"game={game}", title="Tuesday club").state.plan
    assert plan.game == game
    assert plan.sizes
    assert (plan.rounds, plan.length, plan.hands, plan.minutes) == (4, Length.HANDS, 4, 40)
    assert plan.place_points[0] > plan.place_points[-1] == 0


def test_what_is_chosen_holds(site: Site) -> None:
    answers = {"rounds": "7", "length": "time", "minutes": "25", "seating": "swiss", "bye": "2", "hidden_last": "yes"}
    plan = _opened(site, site.phone(), f"game={GAME}", tie_break="opponents", **answers).state.plan
    assert (plan.rounds, plan.length, plan.minutes, plan.bye) == (7, Length.TIME, 25, 2)
    assert (plan.seating, plan.hidden_last, plan.tie_breaks) == ("swiss", True, (TieBreak.OPPONENTS,))


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"rounds": "many"}, "Type a whole number from 1 to 20."),
        ({"minutes": "-3"}, "Type a whole number from 0 to 600."),
        ({"bye": "many"}, "Type a whole number from −100 to 100."),
        ({"length": "time", "minutes": "0"}, "A round by time needs its minutes."),
        ({"title": "x" * 41}, "At most 40 characters, all of them to be read."),
        ({"title": "Ad\u00advent"}, "At most 40 characters, all of them to be read."),
    ],
)
def test_what_does_not_fit_is_said_and_kept(site: Site, answers: dict[str, str], said: str) -> None:
    phone = site.phone()
    form = Form(phone.get(f"/evenings/new?game={GAME}").text, "plan")
    answer = phone.post(form.action, data=form.filled(**answers))
    assert answer.status_code == 422
    assert said in answer.text
    assert all(value in answer.text for value in answers.values())
    assert phone.post(form.action, data={**form.filled(), "seating": "by-weight"}).status_code == 400


def test_no_size_of_tables_is_a_fault(site: Site) -> None:
    phone = site.phone()
    form = Form(phone.get(f"/evenings/new?game={GAME}").text, "plan")
    sent = {name: value for name, value in form.filled().items() if name != "size"}
    answer = phone.post(form.action, data=sent)
    assert (answer.status_code, "Choose how many sit at a table." in answer.text) == (422, True)


def test_the_same_form_twice_opens_one_evening(site: Site) -> None:
    phone = site.phone()
    form = Form(phone.get("/evenings/new?kind=open").text, "plan")
    first, second = (phone.post(form.action, data=form.filled()) for _ in range(2))
    assert first.location == second.location


def test_once_a_round_is_seated_what_is_played_stays(site: Site) -> None:
    phone = site.phone()
    hall = Hall(services_in(site.app), organiser=site.device(phone))
    page = f"/evenings/{hall.id}/settings"
    before = Form(phone.get(page).text, "plan")
    assert phone.post(page, data=before.filled(bye="2", rounds="3")).status_code == 303
    assert (hall.now.state.plan.bye, hall.now.state.plan.rounds) == (2, 3)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    later = Form(phone.get(page).text, "plan")
    assert "option-ties_low" not in dict(later.fields)
    assert phone.post(page, data=later.filled(rounds="6", bye="1", title="Wednesday club")).status_code == 303
    state = hall.now.state
    assert (state.plan.bye, state.plan.rounds, state.title) == (1, 6, "Wednesday club")


def test_what_counts_changes_after_results_once_its_effect_was_read_and_is_noted_for_everybody(site: Site) -> None:
    phone, player = site.phone(), site.phone()
    hall = Hall(services_in(site.app), organiser=site.device(phone))
    hall.admit(site.device(player), Role.PLAYER, 5)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)))
    page = f"/evenings/{hall.id}/settings"
    asked = phone.post(page, data=Form(phone.get(page).text, "plan").filled(**{"place-0": "5"}))
    assert (asked.status_code, hall.now.state.plan.place_points[0]) == (422, 3)
    assert "Ann: total 5 instead of 3" in asked.text
    again = Form(asked.text, "plan")
    otherwise = phone.post(page, data=again.filled(**{"place-0": "6"}))
    assert (otherwise.status_code, "Ann: total 6 instead of 3" in otherwise.text) == (422, True)
    assert phone.post(page, data=Form(otherwise.text, "plan").filled()).status_code == 303
    assert hall.now.state.plan.place_points[0] == 6
    noted = player.get(f"/evenings/{hall.id}/standing").text
    assert "What counts was changed" in noted
    assert "Ann: total 6 instead of 3" in noted


@pytest.mark.parametrize(
    ("game", "answers"),
    [("deep-six", {"counting": "game", "absence": "points"}), (GAME, {"bye": "9", "absence": "points"})],
)
def test_a_choice_that_rewards_absence_is_asked_about_once(site: Site, game: str, answers: dict[str, str]) -> None:
    phone = site.phone()
    form = Form(phone.get(f"/evenings/new?game={game}").text, "plan")
    assert "This rewards absence" not in phone.get(f"/evenings/new?game={game}").text
    asked = phone.post(form.action, data=form.filled(**answers))
    assert (asked.status_code, "This rewards absence" in asked.text) == (422, True)
    again = Form(asked.text, "plan")
    assert phone.post(again.action, data=again.filled()).status_code == 303
    for absence in ("average", "own", "worst"):
        other = Form(phone.get(f"/evenings/new?game={game}").text, "plan")
        assert phone.post(other.action, data=other.filled(**{**answers, "absence": absence})).status_code == 303


def test_who_leaves_ranks_last_unless_the_organiser_wants_it_otherwise(site: Site) -> None:
    phone = site.phone()
    assert _opened(site, phone, f"game={GAME}").state.plan.left_last
    form = Form(phone.get(f"/evenings/new?game={GAME}").text, "plan")
    asked = phone.post(form.action, data=form.filled(absence="own", left_last=""))
    assert (asked.status_code, "who leaves after a good round" in asked.text) == (422, True)


@pytest.mark.parametrize("game", sorted(looks()))
def test_where_few_points_are_good_the_worst_of_the_round_is_usual(site: Site, game: str) -> None:
    plan = _opened(site, site.phone(), f"game={game}").state.plan
    assert (plan.absence, plan.bye) == (Absence.WORST if is_turned(plan) else Absence.POINTS, 0)
    assert not rewards_absence(plan)


def test_home_leads_to_a_new_evening(site: Site) -> None:
    phone = site.phone()
    assert 'href="/evenings/new"' in phone.get("/").text
    assert re.findall(r'href="(/evenings/new\?[^"]+)"', phone.get("/evenings/new").text)
    assert phone.get("/evenings/new?game=chess").status_code == 404


def test_a_phone_opens_no_more_evenings_a_day_than_anybody_runs(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(attempts.MOST_A_DEVICE, Scope.EVENING, 1)
    phone = site.phone()
    _opened(site, phone, "kind=open")
    form = Form(phone.get(f"/evenings/new?game={GAME}").text, "plan")
    answer = phone.post(form.action, data=form.filled(title="One too many"))
    assert answer.status_code == 429
    assert "This phone has opened 1 evening within a day" in answer.text
    assert "One too many" in answer.text


def test_a_hidden_last_round_and_tables_to_look_at_exclude_each_other(site: Site) -> None:
    phone = site.phone()
    sent = {"op": "0" * 22, "game": GAME, "size": "4", "rounds": "2", "hidden_last": "yes", "others_visible": "yes"}
    answer = phone.post("/evenings", data=sent)
    assert (answer.status_code, "their scores would tell the standing" in answer.text) == (422, True)
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), hidden_last=True, others_visible=True)
    body = {"title": "Tuesday", "plan": msgspec.to_builtins(plan)}
    assert problem(ApiClient(site.app).post("/evenings", body)) == (422, "tells-hidden")
    hall = Hall(services_in(site.app), plan)  # as an earlier version took it
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.admit(site.device(phone), Role.PLAYER, 1)
    assert phone.post(f"/evenings/{hall.id}/tables/2/watch").status_code == 403
    read_elsewhere(site, evenings=[hall.id])


def test_what_only_four_are_asked_is_left_out_at_a_table_of_three(site: Site) -> None:
    plan = Plan(Kind.TOURNAMENT, game="sechsundsechzig", options={"partners": False, "target": 3}, sizes=(4, 3))
    hall = Hall(services_in(site.app), plan)
    hall.seat((1, 2, 3, 4), (5, 6, 7))
    options = [site.tables.at(hall.table(number)).table.options for number in (1, 2)]
    assert options == [{"partners": False, "target": 3}, {"target": 3}]
