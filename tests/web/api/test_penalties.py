"""ApiBlueprint give and lift penalties with the token of a referee, by the same ladder as people."""

import pytest
from flask import Flask

from tests.cases import each
from tests.web.support.api_client import ApiClient, host_of, problem, referee
from tests.web.support.records import DEAL
from tests.web.support.site import Site

CAUTION = {"seat": 1, "step": "caution", "reason": "Played out of turn twice"}
POINTS = {**CAUTION, "step": "points", "points": [0, -2, 0], "rule": "GEN-3"}


@pytest.fixture
def host(app: Flask) -> ApiClient:
    host = host_of(app)
    assert host.enter(DEAL).status_code == 201
    return host


def give(who: ApiClient, **penalty: object) -> int:
    return who.post(f"/tables/{who.table_id}/penalties", penalty).status_code


def test_a_penalty_is_given_and_lifted_with_its_points(host: ApiClient, site: Site) -> None:
    eva = referee(site, host)
    url = f"/tables/{host.table_id}/penalties"
    answer = eva.post(url, CAUTION)
    assert (answer.status_code, answer.json) == (
        201,
        {"number": 1, **CAUTION, "rule": "GEN-3", "points": [], "lifted": "", "ready": ""},
    )
    assert give(eva, **POINTS) == 201
    assert host.result()["scores"] == [0, -2, 0]
    rulings = eva.get("/rulings").json["rulings"]  # type: ignore[index]
    assert [one["points"] for one in rulings] == [[0, -2, 0], []]
    lifted = eva.post(f"{url}/2/lift", {"reason": "It was Cat"})
    assert (lifted.status_code, lifted.json["lifted"]) == (200, "It was Cat")  # type: ignore[index]
    assert host.result()["scores"] == [0, 0, 0]
    assert problem(eva.post(f"{url}/2/lift", {"reason": "again"})) == (409, "not-standing")
    assert problem(eva.post(f"{url}/1/lift", {"reason": ""})) == (422, "no-penalty")
    assert eva.post(f"{url}/9/lift", {"reason": "x"}).status_code == 404


def test_what_was_the_matter_is_sent_by_its_code(host: ApiClient, site: Site) -> None:
    eva = referee(site, host)
    url, slow = f"/tables/{host.table_id}/penalties", {**CAUTION, "reason": "", "ready": "slow"}
    assert (eva.post(url, slow).status_code, eva.post(url, {**slow, "ready": "none-such"}).status_code) == (201, 422)
    assert eva.get("/rulings").json["rulings"][0]["text"] == "Slow play"  # type: ignore[index]


@pytest.fixture
def eva(site: Site, host: ApiClient) -> ApiClient:
    return referee(site, host)


@each(
    "more status",
    [
        ({"seat": 3}, 400),
        ({"seat": True}, 400),
        ({"step": "prison"}, 400),
        ({"step": ["caution"]}, 400),
        ({"reason": 7}, 400),
        ({"rule": 7}, 400),
        ({"points": [1]}, 400),
        ({"points": [1, "2", 3]}, 400),
        ({"reason": " "}, 422),
        ({"rule": "NO-1"}, 422),
        ({"step": "points"}, 422),
        ({"points": [0, -50, 0]}, 422),
        ({"step": "warning", "points": [0, -50, 0]}, 422),
        ({"step": "points", "points": [0, -(10**9), 0]}, 422),
    ],
)
def test_what_is_no_penalty_is_told(
    host: ApiClient, site: Site, eva: ApiClient, more: dict[str, object], status: int
) -> None:
    assert give(eva, **{**CAUTION, **more}) == status
    assert not site.tables.at(host.table_id).desk.penalties


def test_points_on_a_step_that_costs_none_are_refused_in_words(host: ApiClient, site: Site) -> None:
    eva = referee(site, host)
    answer = eva.post(f"/tables/{host.table_id}/penalties", {**CAUTION, "points": [0, -2, 0]})
    assert problem(answer) == (422, "no-penalty")
    assert answer.json["message"] == "This step of the ladder costs no points."  # type: ignore[index]
