"""Results set by rulings: their effect before, their marks afterwards, and that what was played comes back."""

from html import unescape

import pytest
from flask.testing import FlaskClient
from msgspec import structs

from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.services import services_in
from webapp.store.roles import Role

TO = {"at": "1.1", "person": "2", "to": "percentage", "value": "60", "rule": "GEN-3"}


class Night:
    """Two tables whose first round is over, a referee, and Ben who came second at the first of them."""

    def __init__(self, site: Site) -> None:
        plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, place_points=(3, 2, 1, 0))
        self.organiser, self.karin, self.ben = (site.phone() for _ in range(3))
        self.hall = Hall(services_in(site.app), plan, organiser=site.device(self.organiser))
        self.hall.admit(site.device(self.karin), Role.REFEREE, name="Karin")
        self.hall.admit(site.device(self.ben), Role.PLAYER, 2)
        self.hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        self.hall.start()
        self.hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Confirmed(1, 2, (9, 5, 2, 1)), kinds.Ended(1))

    def at(self, path: str) -> str:
        return f"/evenings/{self.hall.id}{path}"

    def page(self, path: str, phone: FlaskClient | None = None) -> str:
        answer = (phone or self.karin).get(self.at(path))
        assert answer.status_code == 200
        return unescape(answer.text)

    def rule(self, **other: str) -> int:
        return self.karin.post(self.at("/adjusted"), data={**TO, "reason": "Phone rang", **other}).status_code


@pytest.fixture
def night(site: Site) -> Night:
    return Night(site)


def test_the_effect_is_shown_before_and_the_number_says_where_it_comes_from(night: Night) -> None:
    asked = "&".join(f"{name}={value}" for name, value in TO.items())
    assert "Ben: total 1.8 instead of 2" in night.page(f"/adjusted/new?{asked}")
    assert not night.hall.now.state.adjusted
    assert night.rule() == 303
    standing = night.page("/standing")
    assert "60 percent of the way from the worst to the best. Phone rang (GEN-3): 1.8" in standing
    assert '<td class="num">1.8*</td>' in standing
    assert "a result set by a ruling" in night.page("/hall", night.organiser)
    head, *rows = night.page("/standing.csv").splitlines()
    assert head.endswith("Rounds set by a ruling")
    assert [row.split(",")[-1] for row in rows if ",Ben," in row] == ["1"]
    assert "for Ben the result is set to 60 percent" in night.page("/me", night.ben)
    told = night.page("/incidents.csv")
    assert "Adjusted result,Phone rang,GEN-3,Set to 60 percent of the way from the worst to the best,Karin" in told


def test_the_effect_on_a_hidden_standing_is_for_those_who_run_the_evening(night: Night) -> None:
    hidden = structs.replace(night.hall.now.state.plan, rounds=1, hidden_last=True)
    night.hall.add(kinds.Planned(hidden))
    asked = "/adjusted/new?" + "&".join(f"{name}={value}" for name, value in TO.items())
    assert "Ben: total" not in night.page(asked)
    assert "Ben: total 1.8 instead of 2" in night.page(asked, night.organiser)
    night.hall.add(kinds.Disclosed())
    assert "Ben: total 1.8 instead of 2" in night.page(asked)


def test_what_was_played_comes_back_and_both_rulings_stay(night: Night) -> None:
    assert night.rule(person="") == 422
    night.rule()
    assert night.rule(to="played", reason="A mistake") == 303
    assert "1.8" not in night.page("/standing").partition("Corrections")[0]
    assert [one.reason for one in night.hall.now.state.adjusted] == ["Phone rang", "A mistake"]
    assert "Does not hold any more" in night.page("/adjusted", night.ben)
    assert "Does not hold any more" in night.page("/incidents.csv")


def test_what_is_not_taken_is_said_and_kept(night: Night) -> None:
    sent = {**TO, "reason": "Phone rang", "value": "101"}
    answer = night.karin.post(night.at("/adjusted"), data=sent)
    assert answer.status_code == 422
    assert "A percentage is a whole number from 0 to 100." in answer.text
    assert 'value="Phone rang"' in answer.text
    assert night.ben.get(night.at("/adjusted/new")).status_code == 403
