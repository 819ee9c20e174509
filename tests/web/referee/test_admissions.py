"""An admitted breach that no card proves: ruled like a proven one, remembered, and held against the cards."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import Phone
from tests.web.support.ruling import DEAL, call, rule
from tests.web.support.sample import tricks
from tests.web.support.site import Site
from webapp.store.models import Table

# Cat plays a heart on clubs.
PLAYED = [DEAL, *tricks(3, 1, ("7C 2H 9C", 0))]
CATS, CLUB = 2, "must-follow-suit 5C"


@pytest.fixture
def revoked(host: FlaskClient, table: Table) -> Phone:
    phone = Phone(host, table)
    for event in PLAYED:
        assert phone.enter(event) == 303
    return phone


def goes_on(phone: Phone, *won: tuple[str, int], first: int = 0) -> None:
    """Enters tricks, each with who takes it."""
    phone.look()
    for event in tricks(3, first, *won):
        assert phone.enter(event) == 303, event


def admits(phone: FlaskClient, case: str, what: str = CLUB) -> int:
    return phone.post(f"{case}/admission", data={"admitted": what}).status_code


def test_it_is_ruled_with_the_suggestions_of_a_proven_one(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    case, eva = call(site, table, host, "wrong-card", about=CATS), site.referee(table)
    page = eva.get(case).text
    assert "Cat admits a breach" in page
    assert "Cat had a club in trick 1" in page
    assert "Common in Bridge" not in page
    assert admits(eva, case) == 303
    page = eva.get(case).text
    assert "Admitted: Cat had a club in trick 1. It was the five of clubs." in page
    assert "Noted by Eva" in page
    assert "Common in Bridge" in page
    assert re.search(r'<option value="ODD-7" selected', page)
    assert "Cat admits a breach" not in page
    assert rule(eva, table, case, "stands", rule="ODD-7").status_code == 303
    assert "In dispute 1 a breach was admitted" in host.get(f"{revoked.url}/log").text


def test_a_card_that_contradicts_it_brings_it_back_to_the_desk(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    case, eva = call(site, table, host, "revoke", about=CATS), site.referee(table)
    assert admits(eva, case) == 303
    assert rule(eva, table, case, "stands", rule="ODD-7").status_code == 303
    assert "Nothing is open" in eva.get(f"{revoked.url}/desk").text
    goes_on(revoked, ("5C KC 3H", 1))  # it was Ann's
    said = "The cards contradict what was admitted. But Ann played the five of clubs in trick 2."
    desk = eva.get(f"{revoked.url}/desk").text
    assert said in desk
    assert "1 open matter" in desk
    assert said in eva.get(case).text
    # Players learn of it when the hand is over.
    assert "contradict" not in host.get(f"{revoked.url}/desk").text
    assert rule_again(eva, table, case) == 303
    assert "Nothing is open" in eva.get(f"{revoked.url}/desk").text


def test_it_is_noted_and_read_also_when_the_hand_was_scrapped_since(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    case, eva = call(site, table, host, "wrong-card", about=CATS), site.referee(table)
    assert rule(eva, table, call(site, table, host, about=1), "void").status_code == 303
    page = eva.get(case).text
    assert "Cat admits a breach" in page
    assert "Cat had a club in trick 1" in page
    assert f'value="{CLUB}"' in page
    assert 'value="must-follow-suit 7C"' not in page, "it lies in that very trick"
    assert admits(eva, case) == 303
    assert "Admitted: Cat had a club in trick 1. It was the five of clubs." in eva.get(case).text
    assert rule(eva, table, case, "stands", rule="ODD-7").status_code == 303
    assert "In dispute 1 a breach was admitted" in host.get(f"{revoked.url}/log").text


def rule_again(phone: FlaskClient, table: Table, case: str) -> int:
    """Reopens the ruling and makes another one."""
    reopen = re.search(r'href="(/tables/\d+/rulings/\d+/reopen)"', phone.get(case).text)
    assert reopen
    assert phone.post(reopen[1], data={"reason": "it was Ann's", "undo": "false", "op": "1" * 16}).status_code == 303
    return rule(phone, table, case, "none", rule="GEN-2").status_code


def test_the_own_card_of_the_suit_proves_it_instead(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    case, eva = call(site, table, host, "revoke", about=CATS), site.referee(table)
    assert admits(eva, case) == 303
    goes_on(revoked, ("3D 4D 5C", 1))
    page = eva.get(case).text
    assert "contradict" not in page
    assert "To the proven case" in page


@pytest.mark.parametrize("what", ["", "must-trump", "must-follow-suit 5D", "must-follow-suit 99", "nonsense"])
def test_only_what_the_play_can_have_broken_is_admitted(
    site: Site, host: FlaskClient, table: Table, revoked: Phone, what: str
) -> None:
    case, eva = call(site, table, host, "revoke", about=CATS), site.referee(table)
    assert admits(eva, case, what) == 422
    assert site.tables.at(table.id).desk.disputes[0].admitted is None


def test_who_may_note_it(site: Site, host: FlaskClient, table: Table, revoked: Phone) -> None:
    case, cat, ben = call(site, table, host, "revoke", about=CATS), site.seat(table, 2), site.seat(table, 1)
    site.referee(table)
    assert [admits(phone, case) for phone in (host, ben, site.watcher(table))] == [403] * 3
    assert "Cat admits a breach" not in ben.get(case).text
    assert "Cat admits a breach" in cat.get(case).text
    assert admits(cat, case) == 303
    assert "Noted by Cat" in cat.get(case).text
    assert admits(cat, case) == 303, "it was sent again, since its answer was lost"
    assert admits(cat, case, "must-follow-suit 6C") == 422, "only one is admitted"
    assert [line.kind for line in site.tables.at(table.id).desk.lines].count("admitted") == 1


def test_a_lead_can_break_nothing(site: Site, host: FlaskClient, table: Table, revoked: Phone) -> None:
    case, eva = call(site, table, host, "revoke", about=1), site.referee(table)
    assert "admits a breach" not in eva.get(case).text
    assert admits(eva, case) == 422


def test_a_card_that_confirms_what_was_admitted_and_ruled_opens_nothing(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    case, eva = call(site, table, host, "revoke", about=CATS), site.referee(table)
    assert admits(eva, case) == 303
    assert rule(eva, table, case, "stands", rule="ODD-7").status_code == 303
    goes_on(revoked, ("3D 4D 5C", 1))
    fold = site.tables.at(table.id).fold
    assert [found.event for found in fold.game.infractions(fold.state)] == [CATS]
    assert "Nothing is open" in eva.get(f"{revoked.url}/desk").text
    assert "had a club" not in host.get(revoked.url).text, "no notice asks for a ruling"


def test_a_card_that_refutes_that_nothing_was_wrong_opens_it_again(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    case, eva = call(site, table, host, "revoke", about=CATS), site.referee(table)
    assert rule(eva, table, case, "none", rule="ODD-7").status_code == 303
    assert "Nothing is open" in eva.get(f"{revoked.url}/desk").text
    goes_on(revoked, ("3D 4D 5C", 1))
    refuted = "A card refutes that nothing was wrong: Cat had a club in trick 1."
    desk = eva.get(f"{revoked.url}/desk").text
    assert refuted in desk.partition('id="settled"')[0]
    assert "2 open matters" in desk, "the proof, and what it refutes"
    assert rule(eva, table, f"{revoked.url}/revokes/{CATS}", "stands", rule="ODD-7").status_code == 303
    assert "Nothing is open" in eva.get(f"{revoked.url}/desk").text


def test_no_card_is_offered_that_lies_in_that_very_trick(
    site: Site, host: FlaskClient, table: Table, revoked: Phone
) -> None:
    page = site.referee(table).get(call(site, table, host, "revoke", about=CATS)).text
    offered = re.findall(r'name="admitted" value="must-follow-suit (\w+)"', page)
    assert "8C" in offered
    assert not {"7C", "9C"} & set(offered)
