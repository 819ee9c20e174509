"""ApiBlueprint ask for what needs leave, and decide on it, by the same rights as people."""

from flask import Flask

from tests.web.support.api_client import ApiClient, host_of, problem, referee
from tests.web.support.records import DEAL, play
from tests.web.support.site import Site

ADJUST = {"type": "adjust", "points": [3, 0, 0], "reason": "counting error"}


def decide(who: ApiClient, answer: str, **more: object) -> int:
    return who.post(f"/tables/{who.table_id}/changes/1", {"answer": answer, **more}).status_code


def test_points_beside_a_referee_are_asked_for(app: Flask, site: Site) -> None:
    host = host_of(app)
    assert host.enter(DEAL).status_code == 201
    eva = referee(site, host)
    assert problem(host.enter(ADJUST)) == (409, "ask-referee")
    asked = host.post(f"/tables/{host.table_id}/changes", {"event": ADJUST, "reason": "see hand 1"})
    assert (asked.status_code, asked.json) == (201, {"number": 1})
    waiting = eva.get().json["changes"]  # type: ignore[index]
    assert [(one["number"], one["events"], one["state"]) for one in waiting] == [(1, ["adjust"], "waiting")]
    assert decide(host, "allow") == 403
    assert decide(eva, "agree") == 403
    assert decide(eva, "maybe") in (400, 403)
    assert decide(eva, "allow", reason=7) == 400
    assert decide(eva, "allow") == 200
    assert host.result()["scores"] == [3, 0, 0]
    assert decide(eva, "refuse") == 409
    assert eva.get().json["changes"] == []  # type: ignore[index]
    assert problem(host.enter({"type": "undo"})) == (409, "ask-referee")


def test_what_needs_no_leave_is_asked_for_as_well_and_judged_when_it_is_answered(app: Flask, site: Site) -> None:
    """A referee may leave between a page and its tap: what was typed is not lost."""
    host = host_of(app)
    assert host.enter(DEAL).status_code == 201
    eva = referee(site, host)
    for number in (1, 2):
        asked = host.post(f"/tables/{host.table_id}/changes", {"event": play(1, "7C")})
        assert (asked.status_code, asked.json) == (201, {"number": number})
    assert decide(eva, "allow") == 200
    assert host.result()["accepted"] == 2
    twice = eva.post(f"/tables/{host.table_id}/changes/2", {"answer": "allow"})
    assert problem(twice) == (422, "not-your-turn")
    assert host.result()["accepted"] == 2
    assert host.post(f"/tables/{host.table_id}/changes/2", {"answer": "withdraw"}).status_code == 200


def test_a_ruling_without_a_referee_waits_for_every_seat(app: Flask, site: Site) -> None:
    host = host_of(app)
    assert host.enter(DEAL).status_code == 201
    code = site.store.invites(host.table_id)["player"].code
    ben = host.join(code, 1)
    ruling = {"type": "ruling", "event": 0, "text": "So be it."}
    assert problem(host.enter(ruling)) == (409, "ask-all")
    assert host.post(f"/tables/{host.table_id}/changes", {"event": ruling}).status_code == 201
    assert decide(host, "agree", side=1) == 422, "that seat has a token of its own"
    assert decide(host, "agree", side=0) == 200
    assert decide(host, "agree", side=2) == 200
    assert decide(host, "agree", side=9) == 400
    assert site.tables.at(host.table_id).fold.seq == 1
    assert decide(ben, "agree") == 200
    assert site.tables.at(host.table_id).fold.top.event.agreed == ("Ann", "Ben", "Cat")  # type: ignore[union-attr]
    assert ben.post(f"/tables/{host.table_id}/changes/7", {"answer": "agree"}).status_code == 404
