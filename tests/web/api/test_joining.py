"""ApiBlueprint join a table as phones do: with a code or a link, on a seat, to watch, to rule, in another's place."""

from typing import Any

import pytest
from flask import Flask

from tests.web.support.api_client import ApiClient, host_of, problem
from tests.web.support.records import DEAL, a_record, rows
from tests.web.support.site import Site
from webapp.http.rate_limits import WRONG_CODES_A_DEVICE
from webapp.store.errors import DoorClosed
from webapp.store.models import Invite

pytestmark = pytest.mark.both_databases


def invite(site: Site, host: ApiClient, role: str) -> Invite:
    return site.store.invites(host.table_id)[role]


def stranger(host: ApiClient) -> ApiClient:
    return ApiClient(host.app, host.table_id)


def joined(program: ApiClient, code: str, **wish: Any) -> Any:
    return program.post("/join", {"code": code, **wish})


def test_a_program_sits_down_with_the_code(site: Site, host: ApiClient) -> None:
    answer = joined(stranger(host), invite(site, host, "player").code, **{"as": 1})
    assert answer.status_code == 201
    assert answer.headers["Location"] == host.url
    body = dict(answer.json)
    ben = ApiClient(host.app, host.table_id, body.pop("token"))
    assert body == {"id": host.table_id, "role": "player", "seat": 1}
    assert ben.enter(DEAL).status_code == 201


def test_or_with_the_link_as_it_stands_on_the_page(site: Site, host: ApiClient) -> None:
    token = invite(site, host, "player").token
    for link, seat in ((token, 0), (f"http://192.168.1.7:8066/join/{token}", 1)):
        assert joined(stranger(host), link, **{"as": seat}).status_code == 201


def test_to_watch_needs_no_seat(site: Site, host: ApiClient) -> None:
    for role, wish in (("watcher", {}), ("watcher", {"as": "watch"}), ("player", {"as": "watch"})):
        answer = joined(stranger(host), invite(site, host, role).code, **wish)
        assert (answer.json["role"], answer.json["seat"]) == ("watcher", None)


def test_a_program_with_a_token_joins_as_itself(app: Flask, site: Site, host: ApiClient) -> None:
    other = host_of(app)
    answer = joined(other, invite(site, host, "player").code, **{"as": 2})
    assert answer.json["token"] == other.token
    moved = joined(other, invite(site, host, "player").code, **{"as": 1})
    assert moved.json["seat"] == 1
    assert [grant.seat for grant in site.store.grants(host.table_id)] == [None, 1]


def test_what_a_code_does_not_open(site: Site, host: ApiClient) -> None:
    player, watcher = invite(site, host, "player").code, invite(site, host, "watcher").code
    joined(stranger(host), player, **{"as": 1})
    for code, wish, refused in (
        (player, {"as": 1}, (409, "seat-taken")),
        (player, {"as": 3}, (422, "no-seat")),
        (player, {"as": -1}, (422, "no-seat")),
        (player, {}, (422, "no-seat")),
        (player, {"as": "keep"}, (403, "not-by-this-code")),
        (watcher, {"as": 0}, (403, "not-by-this-code")),
        ("AAA-AAAA", {"as": 0}, (404, "no-code")),
        ("A" * 22, {"as": 0}, (404, "no-code")),
        ("nonsense", {"as": 0}, (404, "no-code")),
    ):
        assert problem(joined(stranger(host), code, **wish)) == refused, (code, wish)


def test_what_is_no_wish(site: Site, host: ApiClient) -> None:
    code = invite(site, host, "player").code
    before = rows(site)
    for body in (
        {"as": 1},
        {"code": 7, "as": 1},
        {"code": code, "as": "1"},
        {"code": code, "as": True},
        {"code": code, "as": [1]},
        {"code": code, "as": 1, "name": 7},
    ):
        assert problem(stranger(host).post("/join", body)) == (400, "not-a-wish"), body
    assert rows(site) == before


def test_a_referee_gives_a_name_that_no_player_has(site: Site, host: ApiClient) -> None:
    code = site.store.renew_invite(host.table_id, "referee").code
    for name in ("", "Ann", "x" * 25):
        assert problem(joined(stranger(host), code, name=name)) == (422, "no-name")
    assert problem(joined(stranger(host), code, name="\u0410nn")) == (422, "alike-names")
    answer = joined(stranger(host), code, name="Eva")
    assert (answer.status_code, answer.json["role"]) == (201, "referee")
    assert [line.body for line in site.store.desk(host.table_id)] == [{"name": "Eva"}]
    assert problem(joined(stranger(host), site.store.renew_invite(host.table_id, "referee").code, name="")) == (
        422,
        "no-name",
    )


def test_a_spent_invitation_says_so(site: Site, host: ApiClient) -> None:
    made = site.store.renew_invite(host.table_id, "referee")
    joined(stranger(host), made.token, name="Eva")
    assert problem(joined(stranger(host), made.token, name="Fay")) == (410, "over")


def test_who_plays_does_not_rule(site: Site, host: ApiClient) -> None:
    ben = host.join(invite(site, host, "player").code, 1)
    code = site.store.renew_invite(host.table_id, "referee").code
    assert problem(joined(ben, code, name="Eva")) == (409, "seat-held")


def test_a_scorekeeper_keeps_the_score(site: Site, app: Flask) -> None:
    host = host_of(app, a_record(entry="keeper"))
    code = site.store.renew_invite(host.table_id, "scorekeeper").code
    assert problem(joined(stranger(host), code, **{"as": "watch"})) == (403, "not-by-this-code"), "it is for one"
    answer = joined(stranger(host), code, **{"as": "keep"})
    assert (answer.status_code, answer.json["role"]) == (201, "scorekeeper")
    assert ApiClient(app, host.table_id, answer.json["token"]).enter(DEAL).status_code == 201


def test_where_the_host_lets_in_the_program_waits_for_a_yes(site: Site, app: Flask) -> None:
    host = host_of(app, a_record(seats="approved"))
    code = invite(site, host, "player").code
    answer = joined(stranger(host), code, **{"as": 1})
    assert answer.status_code == 202
    body = dict(answer.json)
    ben = ApiClient(app, host.table_id, body.pop("token"))
    word = body.pop("word")
    assert body == {"id": host.table_id, "role": None, "seat": 1}
    waiting = ben.get()
    assert problem(waiting) == (403, "waiting")
    assert waiting.json["word"] == word  # type: ignore[index]
    assert problem(ben.enter(DEAL)) == (403, "waiting")
    site.store.refuse_request(host.table_id, word)
    assert problem(ben.get()) == (403, "turned-away")
    again = joined(ben, code, **{"as": 1})
    assert again.status_code == 202
    assert again.json["token"] == ben.token


def test_a_closed_door_lets_nobody_in(site: Site, app: Flask) -> None:
    host = host_of(app, a_record(door="closed"))
    assert problem(joined(stranger(host), invite(site, host, "player").code, **{"as": 1})) == (409, "door-closed")
    with pytest.raises(DoorClosed):
        site.store.join(host.table_id, site.device(site.phone()), role="watcher")


def test_wrong_codes_are_slowed_and_links_are_not(site: Site, host: ApiClient) -> None:
    guesser = stranger(host)
    for _ in range(WRONG_CODES_A_DEVICE):
        assert problem(joined(guesser, "AAA-AAAA", **{"as": 1})) == (404, "no-code")
    slowed = joined(guesser, invite(site, host, "player").code, **{"as": 1})
    assert problem(slowed) == (429, "too-many")
    assert int(slowed.headers["Retry-After"]) > 0
    assert joined(guesser, invite(site, host, "player").token, **{"as": 1}).status_code == 201


def test_a_place_moves_to_another_program(site: Site, host: ApiClient) -> None:
    ben = host.join(invite(site, host, "player").code, 1)
    device = next(grant.device_id for grant in site.store.grants(host.table_id) if grant.seat == 1)
    offered = site.store.offer_move(host.table_id, device)
    answer = joined(stranger(host), offered.token)
    assert (answer.status_code, answer.json["role"], answer.json["seat"]) == (201, "player", 1)
    assert problem(ben.get()) == (404, "no-table")
    assert problem(joined(stranger(host), offered.token)) == (410, "over")


def test_a_lost_host_comes_back_with_the_recovery_code(site: Site, host: ApiClient) -> None:
    kept = invite(site, host, "host").code
    answer = joined(stranger(host), kept)
    assert (answer.status_code, answer.json["role"]) == (201, "host")
    assert problem(host.enter(DEAL)) == (404, "no-table")
    assert ApiClient(host.app, host.table_id, answer.json["token"]).enter(DEAL).status_code == 201


def test_the_phones_hear_of_it(site: Site, host: ApiClient) -> None:
    with site.hub.watch(host.table_id, 0) as watch:
        host.join(invite(site, host, "player").code, 1)
        assert watch.wait(0)
