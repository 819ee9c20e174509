"""ApiBlueprint read what was decided, and say that they have."""

from flask import Flask

from tests.web.support.api_client import ApiClient, host_of, problem, referee
from tests.web.support.phone import REVOKE
from tests.web.support.records import DEAL, play
from tests.web.support.site import Site

ADJUST = {"type": "adjust", "points": [3, 0, -1], "reason": "counting error"}


def test_what_was_decided_is_listed_and_told_as_new_until_it_is_read(app: Flask, site: Site) -> None:
    host = host_of(app)
    assert host.enter(DEAL).status_code == 201
    table = site.store.table(host.table_id)
    assert table is not None
    code = site.store.invites(table.id)["player"].code
    ben = host.join(code, 1)
    assert host.enter(ADJUST).status_code == 201
    found = ben.get("/rulings").json
    assert found is not None
    assert (found["unread"], found["read"]) == (1, {"events": 2, "lines": len(site.tables.at(table.id).desk.lines)})
    [one] = found["rulings"]
    told = {name: one[name] for name in ("id", "title", "text", "points", "new", "ended")}
    assert told == {
        "id": "entry-1",
        "title": "Adjusted",
        "text": "counting error",
        "points": [3, 0, -1],
        "new": True,
        "ended": "",
    }
    after = ben.post(f"/tables/{table.id}/rulings/read", found["read"]).json
    assert after is not None
    assert (after["unread"], len(after["rulings"])) == (0, 1)
    assert host.get("/rulings").json["unread"] == 0, "who adjusted knows it"  # type: ignore[index]


def test_what_cannot_be_read_and_who_may_not_say_so(app: Flask, site: Site) -> None:
    host = host_of(app)
    for body in ({}, {"events": -1, "lines": 0}, {"events": True, "lines": 0}, {"events": "1", "lines": 0}):
        assert problem(host.post(f"/tables/{host.table_id}/rulings/read", body)) == (400, "not-read")
    watcher = host.join(site.store.invites(host.table_id)["watcher"].code, "watch")
    sent = {"events": 0, "lines": 0}
    assert watcher.post(f"/tables/{host.table_id}/rulings/read", sent).status_code == 403
    assert watcher.get("/rulings").status_code == 200


TYPED, KEPT = f"  late\r\nand \x07again \u202e\u2028 {'x' * 400}", "late and again xx"


def test_what_is_typed_at_the_desk_is_kept_in_signs_that_are_read_and_another_house_takes_the_record(
    app: Flask, site: Site, another_house: Site
) -> None:
    host = host_of(app)
    for event in (DEAL, *(play(seat, card) for seat, card in REVOKE)):
        assert host.enter(event).status_code == 201
    eva, at = referee(site, host), f"/tables/{host.table_id}"
    for who, path, sent in (
        (host, "/calls", {"about": "event-1", "why": "other", "text": TYPED}),
        (eva, "/penalties", {"seat": 0, "step": "caution", "reason": TYPED}),
        (eva, "/penalties/1/lift", {"reason": TYPED}),
        (eva, "/rulings", {"case": "revoke-2", "remedy": "stands", "reason": TYPED}),
        (eva, "/rulings", {"case": "dispute-1", "remedy": "none", "reason": TYPED}),
        (host, "/rulings/8/appeal", {"reason": TYPED}),
        (eva, "/rulings/7/reopen", {"reason": TYPED}),
        (eva, "/events", {"type": "adjust", "points": [1, 0, 0], "reason": KEPT}),
        (host, "/changes", {"event": {"type": "undo"}, "reason": TYPED}),
    ):
        assert who.post(f"{at}{path}", sent).status_code in (200, 201, 202), path
    record = eva.get("/record").json
    assert record is not None
    said = [line["says"] for line in record["desk"]]
    words = [says[name] for says in said for name in ("text", "reason", "why") if says.get(name)]
    assert [(word[: len(KEPT)], len(word)) for word in words].count((KEPT, 200)) == 5
    assert max(map(len, words)) == 300
    assert not [word for word in words if not word.isprintable()]
    assert ApiClient(another_house.app).post("/records", record).status_code == 201
