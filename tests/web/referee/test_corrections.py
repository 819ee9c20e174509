"""A proven revoke and the correction of a card: the case, what could have been played, what follows."""

import re

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.amending import commit, corrects, preview_of, referee
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.ruling import grant_of, let_go, proven, rule, ruled_by_all
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft
from webapp.store.models import Table
from webapp.table.keeper import Made


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    """The host's phone, after the revoke was proven."""
    return proven(host, table)


@pytest.mark.rule("GEN-1", "GEN-2", "GEN-4", "ODD-7")
def test_a_proven_revoke_is_shown_to_the_whole_table(site: Site, phone: Phone, table: Table) -> None:
    watcher = site.watcher(table)
    for page in (phone.page, watcher.get(phone.url).get_data(as_text=True)):
        assert "Cat had a club in trick 1" in page
        assert f"{phone.url}/revokes/2" in page
    case = watcher.get(f"{phone.url}/revokes/2").get_data(as_text=True)
    for fact in ("ODD-7", "2 of hearts", "5 of clubs", "Trick 1.", "Trick 2.", "no club"):
        assert fact in case, fact
    assert phone.page.count("had a club") == 1


@pytest.mark.rule("GEN-2", "GEN-3")
def test_it_first_asks_whether_it_was_entered_wrongly_then_offers_remedies_mildest_first(phone: Phone) -> None:
    case = phone.client.get(f"{phone.url}/revokes/2").get_data(as_text=True)
    marks = ["First: was it entered wrongly?", "Correct trick 1", "Correct trick 2", "If it really happened"]
    marks += ["Let it stand, note it", "Take back to that point", "Adjust the score", "Void the hand"]
    places = [case.index(f">{mark}<") for mark in marks]
    assert places == sorted(places)
    assert re.findall(r'name="(\w+)" value="([^"]*)"[^>]* checked', case) == [("ready", "")]


def test_a_watcher_is_offered_nothing_to_rule(site: Site, phone: Phone, table: Table) -> None:
    watcher = site.watcher(table)
    assert "If it really happened" not in watcher.get(f"{phone.url}/revokes/2").get_data(as_text=True)
    assert watcher.get(f"{phone.url}/entries/2/amend").status_code == 403
    assert watcher.post(f"{phone.url}/amendments", data=phone.stamps()).status_code == 403


def test_letting_it_stand_settles_it(phone: Phone) -> None:
    assert rule(phone.client, phone.table, f"{phone.url}/revokes/2", "stands").status_code == 303
    assert "had a club" not in phone.look()
    assert "It stands as it was played." in phone.client.get(f"{phone.url}/revokes/2").get_data(as_text=True)


def test_correcting_the_card_withdraws_the_proof(site: Site, phone: Phone) -> None:
    page = referee(site, phone.table).client.get(f"{phone.url}/entries/2/amend?card=6C").get_data(as_text=True)
    assert "Before" in page
    assert re.search(r"Proven revokes</th><td>1</td>.*<td>0</td>", page)
    let_go(site, phone.table)
    page = phone.client.get(f"{phone.url}/entries/2/amend?card=6C").get_data(as_text=True)
    assert "Whether it fits is said once it is corrected" in page, "older tricks are closed"
    assert "Proven revokes" not in page
    assert corrects(phone, 2, "6C", reason="entered wrongly").status_code == 303
    phone.look()
    assert "had a club" not in phone.page
    assert "corrected an earlier entry" in phone.page


def test_cards_that_do_not_fit_say_why_and_are_not_taken(site: Site, phone: Phone, table: Table) -> None:
    page = referee(site, table).client.get(f"{phone.url}/entries/2/amend?card=KC").get_data(as_text=True)
    assert "Cat would have led the next trick" in page
    assert "then follow" in page, "the repairs stand there at once"
    let_go(site, table)
    page = phone.client.get(f"{phone.url}/entries/2/amend?card=KC").get_data(as_text=True)
    assert "would have led" not in page, "older tricks are closed"
    before = len(site.store.events(table.id))
    answer = corrects(phone, 2, "KC", reason="so it was")
    assert answer.status_code == 422
    text = answer.get_data(as_text=True)
    assert 'role="alert"' in text
    assert "then follow" in text, "the repairs come with the answer"
    assert "a correction of entry 3 was not taken" in phone.look(), "the whole table is told"
    assert len(site.store.events(table.id)) == before


@pytest.mark.parametrize("path", ["/revokes/1", "/revokes/999", "/entries/99/amend"])
def test_what_is_not_there_is_a_helpful_page(phone: Phone, path: str) -> None:
    answer = phone.client.get(phone.url + path)
    assert answer.status_code == 404
    assert 'href="/"' in answer.get_data(as_text=True)


@each("card", ["", "QQ", "X", "2H" * 99, "\u0000"])
def test_cards_that_do_not_exist(phone: Phone, card: str) -> None:
    answer = phone.client.get(f"{phone.url}/entries/2/amend", query_string={"card": card})
    assert answer.status_code == 200
    assert preview_of(answer.text) is None
    assert commit(phone, Draft({2: ({"type": "play", "seat": 2, "card": card},)})).status_code == 422


def test_a_revoke_proven_by_a_secret_hand_is_its_seats_alone(site: Site, table: Table, host: FlaskClient) -> None:
    phone, cat = Phone(host, table), Phone(site.seat(table, 2), table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in ((1, "7C"), (2, "2H"), (0, "9C")):
        phone.play(seat, card)
    assert declare(cat, [card for card in HAND if card != "5C"]).status_code == 303
    assert "had a club" in cat.look()
    assert "had a club" not in phone.look()
    assert phone.client.get(f"{phone.url}/revokes/2").status_code == 404
    assert phone.client.get(f"{phone.url}/entries/2/amend").status_code == 403


def test_when_the_card_is_played_the_table_learns_of_it_and_of_no_other_card(
    site: Site, table: Table, host: FlaskClient
) -> None:
    phone, cat = Phone(host, table), Phone(site.seat(table, 2), table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in ((1, "7C"), (2, "2H"), (0, "9C")):
        phone.play(seat, card)
    assert declare(cat, [card for card in HAND if card != "5C"]).status_code == 303
    phone.look()
    phone.play(0, "KC")
    phone.play(1, "JC")
    cat.look()
    assert cat.play(2, "4C") == 303
    assert "Cat had a club in trick 1" in phone.look()
    case = phone.client.get(f"{phone.url}/revokes/2").get_data(as_text=True)
    assert "the four of clubs" in case
    assert "two of clubs" not in case.lower()


def test_a_ruling_settles_the_card_it_was_about_and_no_other(site: Site, phone: Phone) -> None:
    ruled_by_all(site, phone.table, event=2, text="it stands")
    assert "had a club" not in phone.look()
    eva = grant_of(site, phone.table, site.referee(phone.table))
    for card in ("KS", "3S"):
        changed = {"target": 2, "with": [{"type": "play", "seat": 2, "card": card}]}
        amend = {"type": "amend", "changes": [changed]}
        assert isinstance(site.make(phone.table.id, eva, amend, op=f"changed-{card}", seen=None), Made)
    phone.look()
    assert "Cat had a club in trick 1" in phone.page
    assert "it stands" not in phone.client.get(f"{phone.url}/revokes/2").get_data(as_text=True)


def test_a_proof_that_is_corrected_opens_the_case_again_with_what_was_ruled(site: Site, phone: Phone) -> None:
    case, eva = f"{phone.url}/revokes/2", site.referee(phone.table)
    points = {"points-0": "1", "points-2": "-1", "shown": "1,0,-1", "text": "Ruled before"}
    assert rule(eva, phone.table, case, "adjusted", **points).status_code == 303
    assert "Settled: The score was adjusted. Ruled before" in eva.get(case).text
    corrected = {"target": 6, "with": [{"type": "play", "seat": 2, "card": "6C"}]}
    amend = {"type": "amend", "changes": [corrected]}
    made = site.make(phone.table.id, grant_of(site, phone.table, eva), amend, op="corrected", seen=None)
    assert isinstance(made, Made), made
    page = eva.get(case).text
    assert "If it really happened" in page, "it is open"
    assert "Settled: The score was adjusted. Ruled before" in page
    assert "What earlier rulings of this case have adjusted still counts; this takes it back." in page
    assert rule(eva, phone.table, case, "stands", rule="ODD-7").status_code == 303
    assert "Nothing is open" in eva.get(f"{phone.url}/desk").text


def test_a_ruling_on_a_play_settles_all_duties_that_it_broke(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, ("Ann", "Ben"), game="sechsundsechzig")
    phone, eva = Phone(host, table), site.referee(table)
    for event in (
        {"type": "deal", "dealer": 0},
        {"type": "turn-up", "card": "7H"},
        {"type": "close", "seat": 1},
        *({"type": "play", "seat": seat, "card": card} for seat, card in ((1, "AC"), (0, "7D"), (1, "TC"), (0, "KC"))),
    ):
        assert phone.enter(event) == 303
    assert rule(eva, table, f"{phone.url}/revokes/4", "stands", rule="SU-11").status_code == 303
    phone.look()
    for seat, card in ((1, "JD"), (0, "KH")):
        assert phone.play(seat, card) == 303
    fold = site.tables.at(table.id).fold
    assert [found.code for found in fold.game.infractions(fold.state)] == ["must-follow-suit", "must-trump"]
    assert "Nothing is open" in eva.get(f"{phone.url}/desk").text
    assert "Look at the two cards" not in phone.look()


@pytest.mark.rule("GEN-3")
def test_while_the_trick_lies_open_the_card_can_be_taken_back(site: Site, table: Table, host: FlaskClient) -> None:
    cat = Phone(site.seat(table, 2), table)
    cat.enter({"type": "deal", "dealer": 0})
    declare(cat, HAND)
    cat.look()
    cat.play(1, "9C")
    assert cat.enter({"type": "play", "seat": 2, "card": "2D", "irregular": True}) == 303
    case = f"{cat.url}/revokes/3"
    assert rule(cat.client, table, case, "taken-back", host).status_code == 303
    assert "<b>Cat</b> plays" in cat.look()
    assert "had a club" not in cat.page


def test_older_tricks_of_the_hand_under_way_cannot_be_opened(host: FlaskClient, table: Table) -> None:
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in ((1, "9C"), (2, "3C"), (0, "5C"), (1, "2D"), (2, "4D"), (0, "6D")):
        assert phone.play(seat, card) == 303
    assert phone.client.get(f"{phone.url}/entries/1/amend").status_code == 403
    assert phone.client.get(f"{phone.url}/entries/5/amend").status_code == 200
