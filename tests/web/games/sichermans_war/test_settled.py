"""A skirmish is settled by the server once nobody has a die left to add."""

import json

from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.support.phone import Phone
from tests.web.support.site import Site


def _kinds(site: Site, phone: Phone) -> list[str]:
    return [json.loads(line.body)["type"] for line in site.store.events(phone.table.id)]


def _with_one_die_left(site: Site, host: FlaskClient) -> Phone:
    phone = war.opened(site, host, war.reveal("8T"), *war.SPENT[:-1])
    assert _kinds(site, phone)[-1] == "roll"
    return phone


def test_the_last_die_settles_the_skirmish(site: Site, host: FlaskClient) -> None:
    phone = _with_one_die_left(site, host)
    assert phone.enter(war.SPENT[-1]) == 303
    assert _kinds(site, phone)[-2:] == ["roll", "settle"]
    assert "takes the skirmish" in phone.look()


def test_the_same_entry_sent_twice_settles_once(site: Site, host: FlaskClient) -> None:
    phone = _with_one_die_left(site, host)
    stamps = {"op": "f" * 16, "seen": phone.stamps()["seen"]}
    assert [phone.enter(war.SPENT[-1], **stamps) for _ in range(2)] == [303, 303]
    assert _kinds(site, phone).count("settle") == 1


def test_what_was_entered_behind_the_last_die_without_a_network_comes_behind_the_settled_skirmish(
    site: Site, host: FlaskClient
) -> None:
    phone = _with_one_die_left(site, host)
    roll = {"op": "f" * 16, "seen": phone.stamps()["seen"]}
    assert phone.enter(war.SPENT[-1], **roll) == 303
    assert phone.enter(war.reveal("72"), op="e" * 16, seen=roll["seen"], after=roll["op"]) == 303
    assert _kinds(site, phone)[-4:] == ["roll", "settle", "reveal", "settle"]


def test_what_is_taken_back_is_not_settled_again(site: Site, host: FlaskClient) -> None:
    phone = _with_one_die_left(site, host)
    phone.enter(war.SPENT[-1])
    for _ in range(2):
        assert phone.enter({"type": "undo"}) == 303
    assert "may add a die" in phone.look()
    assert phone.enter(war.roll(1, "high", 8)) == 303
    assert _kinds(site, phone)[-1] == "settle"
