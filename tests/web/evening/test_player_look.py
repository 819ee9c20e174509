"""What a player sees beside the own seat: other tables where the evening allows it, the newest result."""

import pytest
from flask import Flask

from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Counting, Kind, Plan
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
