"""Players look at other tables where the evening allows it, from the page of what they may do."""

import pytest
from flask import Flask

from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.club.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.evening_roles import EveningRole


@pytest.mark.parametrize("allowed", [True, False])
def test_other_tables_are_offered_where_they_may_be_looked_at(site: Site, app: Flask, allowed: bool) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), others_visible=allowed))
    phone = site.phone()
    hall.admit(site.device(phone), EveningRole.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    text = phone.get(f"/evenings/{hall.id}/me/more").text
    assert ("Look at table 2" in text) is allowed
    assert "Look at table 1" not in text
    answer = phone.post(f"/evenings/{hall.id}/tables/2/watch")
    assert answer.status_code == (303 if allowed else 403)
