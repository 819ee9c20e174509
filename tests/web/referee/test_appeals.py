"""Appeals: a side appeals against a ruling, somebody else decides, and both outcomes stay to be read."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from rules_core import result
from rules_core.findings import Observer
from tests.web.support.german_pages import visible
from tests.web.support.phone import OP, Phone
from tests.web.support.proven import POINTS, totals
from tests.web.support.ruling import call, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table

WHY = "The club was mine."
ADJUSTED = {"shown": "0,1,-2", **POINTS}
OTHERWISE = {"points-0": "0", "points-1": "2", "points-2": "0", "shown": "0,2,0"}


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


def appeal(phone: FlaskClient, table: Table, place: int, why: str = WHY) -> TestResponse:
    url = f"/tables/{table.id}/rulings/{place}/appeal"
    op = OP.search(phone.get(url).text)
    return phone.post(url, data={"op": op[1] if op else "0" * 16, "seen": "0", "reason": why})


def newest(site: Site, table: Table) -> int:
    return site.tables.at(table.id).fold.seq - 1


def ruled(site: Site, phone: Phone, eva: FlaskClient, remedy: str = "adjusted", **more: str) -> int:
    """Returns the place of Eva's ruling on the proven breach."""
    fields = {"rule": "ODD-7", **(ADJUSTED if remedy == "adjusted" else {}), **more}
    assert rule(eva, phone.table, f"{phone.url}/revokes/2", remedy, **fields).status_code == 303
    return newest(site, phone.table)


def text(phone: FlaskClient, url: str) -> str:
    answer = phone.get(url)
    assert answer.status_code == 200, answer.text
    return " ".join(visible(answer.text).split())


def test_a_side_appeals_where_the_ruling_is_read_and_another_referee_changes_it(
    site: Site, phone: Phone, eva: FlaskClient
) -> None:
    place, table = ruled(site, phone, eva, text="Cat had a club."), phone.table
    ben, key = site.seat(table, 1), f'href="{phone.url}/rulings/{newest(site, table)}/appeal"'
    for url in ("rulings", "revokes/2", "desk"):
        assert key in ben.get(f"{phone.url}/{url}").text
        assert key not in eva.get(f"{phone.url}/{url}").text, "who has ruled does not appeal"
    assert appeal(ben, table, place, " ").status_code == 422
    case = appeal(ben, table, place).location
    assert case == f"{phone.url}/disputes/1"
    assert totals(site, table) == (0, 1, -2), "until it is decided the ruling holds"
    assert "Appeal. Ben appeals against Eva’s ruling" in text(phone.client, phone.url).replace(" .", ".")
    page = text(eva, case)
    for said in ("Ben appeals against Eva’s ruling", WHY, "Cat had a club.", "Cat had a club in trick 1", "ODD-7"):
        assert said in page, "it carries the first case"
    assert "admits a breach" not in page
    assert "So it is ruled" not in page
    assert rule(eva, table, case, "upheld").status_code == 403, "not who has ruled"

    rita = site.referee(table, "Rita")
    page = text(rita, case)
    assert "Rita decides" in page
    assert page.count("scores stay") == 1, "nothing but upholding it leaves its points"
    for one in (rita, ben, site.watcher(table), eva):
        assert "Totals The ruling stands It is lifted Ann 0 0 Ben 1 0 Cat −2 0" in text(one, case)
    assert rule(rita, table, case, "stands", text="Entered at the wrong seat.").status_code == 303
    assert totals(site, table) == (0, 0, 0)
    desk = site.tables.at(table.id).desk
    assert (desk.open, desk.reopened) == ((), {place})
    assert "had a club" not in text(phone.client, phone.url), "the breach is settled by the new ruling"
    for url in ("rulings", case.partition(f"{phone.url}/")[2], "revokes/2", "protocol"):
        page = text(ben, f"{phone.url}/{url}")
        for said in ("Cat had a club.", WHY, "Changed on appeal by Rita", "Entered at the wrong seat."):
            assert said in page, (url, said)
    assert appeal(ben, table, newest(site, table)).status_code == 409, "that was the last word"


def test_an_upheld_ruling_stands_with_both_answers(site: Site, phone: Phone, eva: FlaskClient) -> None:
    place, table = ruled(site, phone, eva), phone.table
    ben, rita = site.seat(table, 1), site.referee(table, "Rita")
    case = appeal(ben, table, place).location
    assert appeal(phone.client, table, place, "Mine, too").status_code == 409, "one appeal at a time"
    assert rule(rita, table, case, "upheld", text="Cat has shown it.").status_code == 303
    assert totals(site, table) == (0, 1, -2)
    assert not site.tables.at(table.id).desk.reopened
    page = text(ben, f"{phone.url}/rulings")
    for said in ("Upheld.", WHY, "The appeal changes nothing: the ruling stands. Cat has shown it."):
        assert said in page
    assert appeal(phone.client, table, place).status_code == 409


def test_who_comes_by_the_recovery_code_answers_for_what_the_lost_phone_has_ruled(
    site: Site, host: FlaskClient, phone: Phone
) -> None:
    table = phone.table
    site.referee(table, phone=host)
    ben, place = site.seat(table, 1), ruled(site, phone, host)
    case = appeal(ben, table, place).location
    new, rita = site.phone(), site.referee(table, "Rita")
    assert site.store.recover(site.store.invites(table.id)["host"], site.device(new)).is_referee
    site.tables.refresh(table.id)
    assert rule(new, table, case, "upheld").status_code == 403
    assert rule(rita, table, case, "upheld").status_code == 303


def test_who_appealed_withdraws_it_and_another_side_may_appeal(site: Site, phone: Phone, eva: FlaskClient) -> None:
    place, table = ruled(site, phone, eva), phone.table
    ben = site.seat(table, 1)
    case = appeal(ben, table, place).location
    assert phone.client.post(f"{case}/withdraw").status_code == 403
    assert ben.post(f"{case}/withdraw").status_code == 303
    assert "Withdrawn." in text(ben, f"{phone.url}/rulings")
    assert appeal(phone.client, table, place).status_code == 303


def test_who_may_appeal_and_until_when(site: Site, phone: Phone, eva: FlaskClient) -> None:
    place, table = ruled(site, phone, eva), phone.table
    for other in (site.watcher(table), site.phone(), eva):
        assert appeal(other, table, place).status_code == site.denied(table, other)
    assert appeal(phone.client, table, 2).status_code == 404
    site.store.create_successor(table.id, first_dealer=None)
    site.tables.refresh(table.id)
    answer = appeal(phone.client, table, place)
    assert answer.status_code == 409
    assert "until the next match begins" in answer.text
    assert "/appeal" not in phone.client.get(f"{phone.url}/rulings").text


def test_without_another_referee_all_sides_agree_on_their_phones(site: Site, phone: Phone, eva: FlaskClient) -> None:
    place, table = ruled(site, phone, eva), phone.table
    ben = site.seat(table, 1)
    case = appeal(ben, table, place).location
    assert rule(phone.client, table, case, "none", text="Nobody minds.").status_code == 303
    [change] = site.tables.at(table.id).desk.changes
    assert totals(site, table) == (0, 1, -2)
    url = f"{phone.url}/changes/{change.number}"
    assert "Nothing was wrong. Nobody minds." in text(ben, url), "it is not done yet"
    for answer in ("allow", "refuse"):
        assert eva.post(f"{url}/answer", data={"op": "1" * 16, "seen": "0", "answer": answer}).status_code == 403
    assert ben.post(f"{url}/agree", data={"op": "2" * 16, "seen": "0", "side": "1"}).status_code == 303
    assert totals(site, table) == (0, 0, 0)
    page = text(ben, url)
    assert "All sides agreed." in page
    assert "Nothing was wrong. Nobody minds." in page
    assert "Ann, Ben and Cat: Nothing was wrong. Nobody minds." in text(ben, f"{phone.url}/rulings")


def test_an_admission_goes_with_the_appeal_and_is_not_asked_for_again(
    site: Site, host: FlaskClient, table: Table
) -> None:
    phone = Phone(host, table)
    for event in (
        {"type": "deal", "dealer": 0},
        {"type": "play", "seat": 1, "card": "7C"},
        {"type": "play", "seat": 2, "card": "2H"},
    ):
        assert phone.enter(event) == 303
    eva, rita, ben = site.referee(table), site.referee(table, "Rita"), site.seat(table, 1)
    case = call(site, table, host, "revoke", about=2)
    assert eva.post(f"{case}/admission", data={"admitted": "must-follow-suit 5C"}).status_code == 303
    assert rule(eva, table, case, "stands", rule="ODD-7").status_code == 303
    other = appeal(ben, table, newest(site, table)).location
    page = text(rita, other)
    assert "Admitted: Cat had a club in trick 1." in page
    assert 'id="admit"' not in rita.get(other).text


REMEDIES = ("stands", "adjusted", "taken-back", "void")


@pytest.mark.parametrize("then", ["none", "adjusted", "taken-back", "void"])
def test_changed_is_as_if_the_first_ruling_had_not_been(site: Site, then: str) -> None:
    """Whatever was ruled first, the table stands as one on which nothing but the second ruling was made.

    Each remedy is the first one before two of those that may follow.
    """
    came_to, at = [], REMEDIES.index(then) if then in REMEDIES else 0
    for first in ("", REMEDIES[at], REMEDIES[at - 1]):
        client = site.phone()
        table = site.open_table(client)
        proven(client, table)
        eva, rita = site.referee(table), site.referee(table, "Rita")
        if first:
            call_of = call(site, table, client, "revoke", about=2)
            fields = ADJUSTED if first == "adjusted" else {}
            assert rule(eva, table, call_of, first, rule="ODD-7", **fields).status_code == 303
            case = appeal(client, table, newest(site, table)).location
        else:
            case = call(site, table, client, "revoke", about=2)
        fields = OTHERWISE if then == "adjusted" else {}
        assert rule(rita, table, case, then, rule="ODD-7", **fields).status_code == 303
        now = site.tables.at(table.id)
        assert not now.desk.open
        came_to.append(_less_places(result.seen(now.fold, Observer("referee")), now.fold.state.hand))
    assert came_to[1:] == came_to[:1] * 2


def _less_places(found: dict[str, Any], hand: Any) -> Any:
    """What a table has come to, less where in its log that stands."""
    infractions = [(one["code"], one["seat"]) for one in found["infractions"]]
    trick = None if hand is None else [(played.seat, played.card) for played in hand.trick]
    return {**found, "accepted": 0, "infractions": infractions}, trick
