"""Rulings: each remedy with its effect beforehand, signed, read by all in their language, reopened, never erased."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.german_pages import visible
from tests.web.support.phone import HAND, OP, SEEN, Phone, declare
from tests.web.support.proven import POINTS, plays, remedies, totals
from tests.web.support.ruling import DEAL, REVOKED, call, grant_of, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table
from webapp.words.cases import remedy

UPON = re.compile(r'name="upon" value="([^"]+)"')


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


def newest(site: Site, table: Table) -> list[dict[str, Any]]:
    """Returns the log of a table, the newest event first."""
    return [json.loads(line.body) for line in site.store.events(table.id)[::-1]]


# What each remedy would do, before it is taken


@pytest.mark.rule("GEN-3")
def test_each_remedy_says_what_it_would_do(site: Site, phone: Phone, case: str) -> None:
    told = remedies(site.referee(phone.table).get(case).text)
    assert list(told) == ["Let it stand, note it", "Take back to that point", "Adjust the score", "Void the hand"]
    assert told["Let it stand, note it"].startswith("Scores stay: Ann 0, Ben 0, Cat 0.")
    assert told["Take back to that point"] == "5 entries are taken back. Then: Cat plays. 5 entries go"
    assert told["Void the hand"].startswith("2 tricks are scrapped with their points: Ann 1 and Ben 1.")
    assert told["Void the hand"].endswith("Ann deals again. nothing scores")
    assert " checked" not in phone.client.get(case).text


@pytest.mark.rule("GEN-3")
def test_of_a_hand_that_is_over_it_says_what_is_not_possible(site: Site, host: FlaskClient, table: Table) -> None:
    phone = Phone(host, table)
    for event in (DEAL, {"type": "tally", "tricks": [9, 4, 4]}, {"type": "deal", "dealer": 1}):
        assert phone.enter(event) == 303
    told = remedies(host.get(call(site, table, host, "score", about=1)).text)
    assert told["Take back to that point"] == "Not possible: that hand is over. Its entries can be corrected."
    assert told["Void the hand"] == "Not possible: the hand is over."
    assert rule(host, table, f"{phone.url}/disputes/1", "void").status_code == 422


@pytest.mark.rule("GEN-3")
def test_taking_back_deletes_what_came_after_and_keeps_rulings(site: Site, phone: Phone, case: str) -> None:
    eva = site.referee(phone.table)
    noted = {"type": "ruling", "event": 1, "text": "noted"}
    site.make(phone.table.id, grant_of(site, phone.table, eva), noted, op="noted-it", seen=None)
    assert rule(eva, phone.table, case, "taken-back", rule="ODD-7").status_code == 303
    state = site.tables.at(phone.table.id).fold.state
    assert [played.card for played in state.hand.trick] == ["7C"]
    assert newest(site, phone.table)[0]["remedy"] == "taken-back"
    assert newest(site, phone.table)[1]["type"] == "amend"
    assert "noted" in phone.client.get(f"{phone.url}/log").text


@pytest.mark.rule("GEN-6")
def test_voiding_scraps_the_hand_and_the_same_dealer_deals(site: Site, phone: Phone, case: str) -> None:
    assert rule(phone.client, phone.table, case, "void", rule="GEN-6", text="Cards fell").status_code == 303
    now = site.tables.at(phone.table.id)
    assert now.fold.state.hand is None
    assert now.fold.state.dealer == 0
    assert [event["type"] for event in newest(site, phone.table)[:2]] == ["ruling", "void-hand"]
    sheet = visible(phone.client.get(f"{phone.url}/scores").text)
    assert "Hand 1 was void" in sheet
    assert "Settled: The hand was scrapped: the same dealer deals again. Cards fell" in sheet


@pytest.mark.rule("GEN-5")
def test_without_a_referee_closed_tricks_are_not_taken_back(phone: Phone, case: str) -> None:
    told = remedies(phone.client.get(case).text)["Take back to that point"]
    assert told.startswith("Not possible: For now only what lies open can be changed.")
    assert rule(phone.client, phone.table, case, "taken-back").status_code == 422


# Adjusting


@pytest.mark.rule("GEN-3")
def test_points_are_taken_only_after_their_effect_was_on_the_page(site: Site, phone: Phone, case: str) -> None:
    typed = {**POINTS, "rule": "ODD-7", "text": "a club was there"}
    first = rule(phone.client, phone.table, case, "adjusted", **typed)
    assert first.status_code == 422
    assert totals(site, phone.table) == (0, 0, 0)
    for kept in (
        'value="adjusted" checked',
        ">a club was there<",
        'value="ODD-7" selected',
        'name="shown" value="0,1,-2"',
    ):
        assert kept in first.text, kept
    assert re.search(r'Cat</th><td class="num">0</td>.*?<td class="num">−2</td>', first.text)
    assert rule(phone.client, phone.table, case, "adjusted", shown="0,1,-2", **typed).status_code == 303
    assert totals(site, phone.table) == (0, 1, -2)
    adjust, ruling = newest(site, phone.table)[1::-1]
    assert adjust == {"type": "adjust", "points": [0, 1, -2], "reason": "a club was there"}
    assert (ruling["remedy"], ruling["rule"], ruling["event"]) == ("adjusted", "ODD-7", 2)


@pytest.mark.rule("GEN-3")
def test_points_are_taken_only_from_the_totals_that_the_page_has_shown(site: Site, phone: Phone, case: str) -> None:
    eva, max_ = site.referee(phone.table), site.referee(phone.table, name="Max")
    typed = {**POINTS, "rule": "ODD-7", "text": "a club was there", "shown": "0,1,-2"}
    asked = {**POINTS, "remedy": "adjusted", "show": "effect"}
    seen = UPON.findall(eva.get(case, query_string=asked).text)
    assert seen == ["0,0,0"]
    other = call(site, phone.table, phone.client)
    assert rule(max_, phone.table, other, "adjusted", **typed, upon="0,0,0").status_code == 303
    stale = rule(eva, phone.table, case, "adjusted", **typed, upon=seen[0])
    assert stale.status_code == 422
    assert "The score has changed meanwhile" in stale.text
    assert totals(site, phone.table) == (0, 1, -2)
    assert re.search(r'Cat</th><td class="num">−2</td>.*?<td class="num">−4</td>', stale.text)
    assert rule(eva, phone.table, case, "adjusted", **typed, upon=UPON.findall(stale.text)[0]).status_code == 303
    assert totals(site, phone.table) == (0, 2, -4)


def test_the_effect_can_be_asked_for_without_taking_anything(site: Site, phone: Phone, case: str) -> None:
    query = {**POINTS, "remedy": "adjusted", "rule": "GEN-3", "text": "so far", "show": "effect"}
    page = phone.client.get(case, query_string=query).text
    assert 'name="shown" value="0,1,-2"' in page
    assert "Whether the match ends is looked at when the hand is over." in page
    assert ">so far<" in page
    assert totals(site, phone.table) == (0, 0, 0)


def test_a_suggestion_is_filled_in_by_one_tap(site: Site, phone: Phone, case: str) -> None:
    # Cat takes the next trick: one trick would go over.
    for card in ("6C", "2C", "8C"):
        phone.look()
        fold = site.tables.at(phone.table.id).fold
        assert phone.play(fold.game.to_act(fold.state)[0], card) == 303
    page = phone.client.get(case).text
    assert "Common in Bridge (Law 64)" in page
    found = re.search(r'name="fill" value="([^"]+)"', page)
    assert found
    assert found[1] == "0,0,-1"
    filled = phone.client.get(
        case, query_string={**POINTS, "text": "kept", "fill": found[1], "remedy": "adjusted"}
    ).text
    assert 'name="shown" value="0,0,-1"' in filled
    assert ">kept<" in filled


@each(
    "sent, says",
    [
        ({}, "Choose what is to be done."),
        ({"remedy": "corrected"}, "Choose what is to be done."),
        ({"remedy": "stands", "rule": ""}, "Choose the rule that the ruling rests on."),
        ({"remedy": "stands", "rule": "SIC-8"}, "Choose the rule that the ruling rests on."),
        ({"remedy": "adjusted"}, "No points were changed."),
        ({"remedy": "adjusted", "points-0": "100"}, "At most 99 points"),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_is_kept(
    site: Site, phone: Phone, case: str, sent: dict[str, str], says: str
) -> None:
    answer = rule(phone.client, phone.table, case, **{"text": "my own words", **sent})
    assert answer.status_code == 422
    assert says in answer.text
    assert ">my own words<" in answer.text
    assert len(site.store.events(phone.table.id)) == len(REVOKED)


@each("sent", [{"points-0": "x"}, {"op": ""}, {"seen": "x"}, {"points-2": "1.5"}])
def test_what_is_no_ruling_at_all(phone: Phone, case: str, sent: dict[str, str]) -> None:
    assert rule(phone.client, phone.table, case, "stands", **sent).status_code == 400


@pytest.mark.parametrize("remedy", ["stands", "taken-back"])
def test_a_ruling_that_is_sent_again_stands_once(site: Site, phone: Phone, case: str, remedy: str) -> None:
    eva = site.referee(phone.table)
    page = eva.get(case).text
    op, seen = OP.search(page), SEEN.search(page)
    assert op
    assert seen
    same = {"op": op[1], "seen": seen[1], "rule": "ODD-7"}
    first = rule(eva, phone.table, case, remedy, **same)
    made = len(site.store.events(phone.table.id))
    again = rule(eva, phone.table, case, remedy, **same)
    assert (again.status_code, again.location) == (first.status_code, first.location)
    assert first.status_code == 303
    assert rule(eva, phone.table, case, remedy, **{**same, "text": "other words"}).status_code in (404, 409)
    assert len(site.store.events(phone.table.id)) == made


# Who rules


def test_a_ruling_is_signed_and_read_by_everybody_in_their_own_language(site: Site, phone: Phone, case: str) -> None:
    eva = site.referee(phone.table)
    assert rule(eva, phone.table, case, "stands", rule="ODD-7").status_code == 303
    assert newest(site, phone.table)[0] == {
        "type": "ruling", "event": 2, "text": "", "rule": "ODD-7", "remedy": "stands", "by": "Eva",
    }  # fmt: skip
    assert "Eva ruled: It stands as it was played." in visible(phone.look()).replace("\n", " ")
    page = visible(phone.client.get(case).text)
    assert "Settled: It stands as it was played." in page
    assert "Eva" in page
    karl = site.seat(phone.table, 1, site.phone("de"))
    with site.app.test_request_context(headers={"Accept-Language": "de"}):
        assert (told := remedy("stands")) != "It stands as it was played."
    assert told in karl.get(phone.url).text


def test_a_ruling_is_not_offered_to_undo(phone: Phone, case: str) -> None:
    assert "data-undo" in phone.look()
    assert rule(phone.client, phone.table, case, "stands").status_code == 303
    assert "It stands as it was played." in phone.look()
    assert "data-undo" not in phone.page


def test_at_a_table_with_a_referee_only_the_referee_rules(site: Site, phone: Phone, case: str) -> None:
    eva = site.referee(phone.table)
    ben = site.seat(phone.table, 1)
    for player in (ben, phone.client):
        assert "If it really happened" not in player.get(case).text
        assert "Referee: Eva." in player.get(case).text
        refused = rule(player, phone.table, case, "stands")
        assert refused.status_code == 403
        assert "The referee rules here" in refused.text
    for other in (site.watcher(phone.table), site.phone()):
        assert rule(other, phone.table, case, "stands").status_code == site.denied(phone.table, other)
    assert len(site.store.events(phone.table.id)) == len(REVOKED)
    assert rule(eva, phone.table, case, "stands").status_code == 303


def test_a_player_who_rules_since_the_table_agreed(site: Site, phone: Phone, case: str) -> None:
    ben = site.referee(phone.table, "Ben rules", site.seat(phone.table, 1))
    assert rule(ben, phone.table, case, "stands").status_code == 303
    assert newest(site, phone.table)[0]["by"] == "Ben rules"


def test_a_case_of_another_table_or_none_is_not_ruled_on(site: Site, phone: Phone, case: str) -> None:
    other = site.open_table(phone.client)
    sent = {**phone.stamps(), "case": "revoke-2", "remedy": "stands", "rule": "GEN-1"}
    assert phone.client.post(f"/tables/{other.id}/rulings", data=sent).status_code == 404
    for code in ("", "dispute-1", "revoke-999999999999", "revoke-x", "nothing"):
        assert phone.client.post(f"{phone.url}/rulings", data={**sent, "case": code}).status_code == 404, code


# The table moves on


def test_what_would_hit_another_hand_is_asked_again(site: Site, phone: Phone, case: str) -> None:
    seen = phone.stamps()["seen"]
    fold = site.tables.at(phone.table.id).fold
    phone.look()
    assert phone.play(fold.game.to_act(fold.state)[0], "6D") == 303
    answer = rule(phone.client, phone.table, case, "void", seen=seen)
    assert answer.status_code == 409
    assert "The table has moved on meanwhile." in answer.text
    assert 'value="void" checked' in answer.text
    assert rule(phone.client, phone.table, case, "stands", seen=seen).status_code == 303


# What is still closed


@pytest.mark.rule("GEN-5")
def test_a_breach_that_only_its_seat_knows_is_the_referees_too(site: Site, host: FlaskClient, table: Table) -> None:
    phone, cat = Phone(host, table), Phone(site.seat(table, 2), table)
    for event in (DEAL, *plays(3, "1: 7C 2H 9C")):
        phone.look()
        assert phone.enter(event) == 303
    assert declare(cat, [card for card in HAND if card != "5C"]).status_code == 303
    case, eva = f"{phone.url}/revokes/2", site.referee(table)
    assert host.get(case).status_code == 404
    assert rule(host, table, case, "stands").status_code == 403
    page = eva.get(case).text
    assert "Closed to players" in page
    assert "Players do not know of this yet: a ruling tells them." in page
    assert "Players do not know" not in cat.client.get(case).text
    assert rule(eva, table, case, "stands").status_code == 303


@pytest.mark.parametrize(
    ("text", "kept"),
    [("x" * 4000, "x" * 300), ("\x00", ""), (" <b>&\r\n", "<b>&"), ("🂡 \u202e x", "🂡 x"), ("a\u0301" * 2, "áá")],
)
def test_any_words_are_kept_as_words_that_are_read(site: Site, phone: Phone, case: str, text: str, kept: str) -> None:
    assert rule(phone.client, phone.table, case, "stands", text=text).status_code == 303
    assert newest(site, phone.table)[0]["text"] == kept
    assert "<b>&" not in phone.client.get(case).text
