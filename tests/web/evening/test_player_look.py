"""What a player sees beside the own seat: other tables where the evening allows it, the newest result."""

import pytest
from flask import Flask

from tests.web.support.german_pages import visible
from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.announcements import readers
from webapp.evening.plan import Counting, Kind, Plan
from webapp.evening.viewer import SERVER
from webapp.services import services_in
from webapp.store.roles import Role


@pytest.mark.parametrize("allowed", [True, False])
def test_other_tables_are_offered_where_they_may_be_looked_at(site: Site, app: Flask, allowed: bool) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), others_visible=allowed))
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    text = phone.get(f"/evenings/{hall.id}/me/more").text
    assert ("Look at table 2" in text) is allowed
    assert "Look at table 1" not in text
    answer = phone.post(f"/evenings/{hall.id}/tables/2/watch")
    assert answer.status_code == (303 if allowed else 403)


@pytest.mark.parametrize(
    ("plan", "said", "gained"),
    [
        (Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2), "Round 1: 2nd of 4 at table 1 (", True),
        (Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, counting=Counting.BOTH), "Round 1: 2nd of 4", False),
        (Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, counting=Counting.GAME), "Round 1, table 1: ", False),
        (Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=1, hidden_last=True), "Round 1, table 1: ", False),
    ],
)
def test_the_newest_result_says_place_and_points_gained(
    site: Site, app: Flask, plan: Plan, said: str, gained: bool
) -> None:
    hall = Hall(services_in(app), plan)
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 2)
    hall.seat((1, 2, 3, 4))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)))
    hall.add(kinds.Ended(1))
    line = phone.get(f"/evenings/{hall.id}/me").text.partition('<div class="last">')[2].partition("</div>")[0]
    assert said in line
    assert "Ann 9, Ben 5, Cat 2, Dan 1" in line
    assert ("+2" in line) is gained


def test_a_closed_evening_promises_no_further_round(site: Site, app: Flask) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2))
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 2)
    assert "Round 1 is not seated yet" in phone.get(f"/evenings/{hall.id}/me").text
    hall.add(kinds.Closed())
    assert "not seated yet" not in phone.get(f"/evenings/{hall.id}/me").text


def test_an_announcement_reaches_phones_between_rounds_until_they_have_read_it(site: Site, app: Flask) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2))
    phone, other = site.phone(), site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 1)
    hall.add(kinds.Announced("Tea at the bar", "Karin"))
    hall.admit(site.device(other), Role.PLAYER, 2)
    page = f"/evenings/{hall.id}/me"
    assert "Karin: Tea at the bar" in phone.get(page).text
    assert "Tea at the bar" not in other.get(page).text, "it came later"
    (said,) = hall.now.state.announcements
    assert readers(hall.now, said).missing == (1, 2)
    assert phone.post(f"{page}/read", data={"lines": str(said.line)}).status_code == 303
    assert "Tea at the bar" not in phone.get(page).text
    assert 1 in readers(hall.now, said).read


def test_a_correction_of_a_result_is_told_once_to_those_who_sat_there(site: Site, app: Flask) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2))
    ann, eva = site.phone(), site.phone()
    hall.admit(site.device(ann), Role.PLAYER, 1)
    hall.admit(site.device(eva), Role.PLAYER, 5)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Ended(1))
    page = f"/evenings/{hall.id}/me"
    assert "was corrected" not in ann.get(page).text
    hall.keeper.add(hall.id, SERVER, kinds.Corrected(1, 1, (1, 5, 2, 9), (9, 5, 2, 1)))
    told = "Round 1, table 1 was corrected: Ann 1, Ben 5, Cat 2, Dan 9; before: Ann 9, Ben 5, Cat 2, Dan 1"
    assert told in ann.get(page).text
    assert "was corrected" not in eva.get(page).text
    assert ann.post(f"{page}/read", data={"lines": str(hall.now.state.seq)}).status_code == 303
    assert "was corrected" not in ann.get(page).text


@pytest.mark.parametrize(("rounds", "said"), [(2, "plays from round 2"), (1, "does not play in the last round")])
def test_who_comes_late_reads_from_when_on_there_is_a_seat(site: Site, app: Flask, rounds: int, said: str) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=rounds))
    phone = site.phone()
    hall.admit(site.device(phone), Role.PLAYER, 5)
    hall.seat((1, 2, 3, 4))
    hall.start()
    assert said in visible(phone.get(f"/evenings/{hall.id}/me").text).splitlines()
