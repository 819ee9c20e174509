"""A card in a closed trick is corrected by the phone that entered it, which is not shown it again."""

import json
import re
import secrets
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.amending import DEAL, get, laid, referee
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

TRICKS = [DEAL, *laid("7C", "9C", "KC"), *laid("7H", "9H", "JH", first=0), *laid("7S", "9S", "JS", first=2)]
"""Ben led the first trick, Ann the second; both are closed by now, and the third lies there as the last one."""
CLOSED = "/entries/closed"


@pytest.fixture
def phone(site: Site, host: FlaskClient) -> Phone:
    return at_table(site, host, *TRICKS)


def offered(page: str) -> list[tuple[int, int]]:
    """The tricks and seats that lead to a pad."""
    return [(int(trick), int(seat)) for trick, seat in re.findall(r"closed\?trick=(\d+)&amp;seat=(\d+)", page)]


def corrects(phone: Phone, trick: int, seat: int, card: str) -> Any:
    page = get(phone, f"{CLOSED}?trick={trick}&seat={seat}")
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    sent = {"trick": trick, "seat": seat, "card": card, "op": secrets.token_hex(8), "seen": seen[1]}
    return phone.client.post(f"{phone.url}/amendments", data=sent)


def asked(site: Site, phone: Phone) -> list[dict[str, Any]]:
    return [dict(line.body) for line in site.tables.at(phone.table.id).desk.lines if line.kind == "asked"]


def card_at(site: Site, phone: Phone, trick: int, seat: int) -> str:
    cards = site.tables.at(phone.table.id).fold.state.hand.tricks[trick - 1].cards
    return next(str(played.card) for played in cards if played.seat == seat)


def test_it_is_named_by_trick_and_seat_and_not_shown(phone: Phone) -> None:
    assert f'href="{phone.url}{CLOSED}"' in get(phone, "/entries/newest")
    page = get(phone, CLOSED)
    assert offered(page) == [(trick, seat) for trick in (1, 2) for seat in range(3)], "by the seats, whoever led"
    pad = get(phone, f"{CLOSED}?trick=1&seat=1")
    assert "What did Ben play in trick 1?" in pad
    assert not re.search(r'class="(?!cell)[^"]*\bk\b', pad), "no card lies on this page"
    assert pad.replace("seat=1", "seat=2").count("7C") == pad.count("8C"), "its key is like any other"


def test_it_is_corrected_and_the_whole_table_is_told_to_which_card(site: Site, phone: Phone) -> None:
    other = Phone(site.seat(phone.table, 2), phone.table)
    assert corrects(phone, 1, 1, "8C").status_code == 303
    assert card_at(site, phone, 1, 1) == "8C"
    (line,) = asked(site, phone)
    assert (line["place"], line["card"], line["taken"]) == (1, "8C", True)
    log = get(other, "/log")
    assert "entry 2 was corrected to" in log
    assert "7C" not in log


def test_a_card_that_lies_elsewhere_is_refused_alike_and_told(site: Site, phone: Phone) -> None:
    answers = [corrects(phone, 1, 1, card) for card in ("KC", "JH", "AC")]
    assert [answer.status_code for answer in answers] == [422] * 3
    said = {re.search(r'role="alert">([^<]*)<', answer.text)[1] for answer in answers}  # type: ignore[index]
    assert said == {"That does not fit the cards that lie closed. The whole table was told that it was tried."}
    assert [line["place"] for line in asked(site, phone)] == [1] * 3
    assert card_at(site, phone, 1, 1) == "7C"


def test_only_the_phone_that_entered_it_may(site: Site, phone: Phone) -> None:
    """Another one is offered nothing, and refused whatever it sends, told to nobody since nothing is judged."""
    other = Phone(site.seat(phone.table, 2), phone.table)
    assert CLOSED not in get(other, "/entries/newest")
    assert offered(get(other, CLOSED)) == []
    for card in ("8C", "KC"):
        raw = {"type": "amend", "changes": [{"target": 1, "with": [{"type": "play", "seat": 1, "card": card}]}]}
        assert other.enter(raw) == 422
        assert "GEN-5" in other.page
    assert asked(site, phone) == []


def test_two_changes_at_once_are_refused_whatever_they_are(phone: Phone) -> None:
    changes = [{"target": at, "with": [{"type": "play", "seat": seat, "card": "8C"}]} for at, seat in ((1, 1), (2, 2))]
    assert phone.enter({"type": "amend", "changes": changes}) == 422
    assert "GEN-5" in phone.page


def test_with_a_referee_it_is_the_referees(site: Site, phone: Phone) -> None:
    referee(site, phone.table)
    assert offered(get(phone, CLOSED)) == []
    assert CLOSED not in get(phone, "/entries/newest")


def test_nothing_is_offered_once_the_book_is_open(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *TRICKS, book="open")
    assert offered(get(phone, CLOSED)) == []


def test_a_request_to_correct_it_shows_nothing_of_what_comes_of_it(site: Site, phone: Phone) -> None:
    """The page of a request is looked at by all, as often as they like, and tells nobody that it is."""
    for card in ("KC", "AC"):  # one lies in another closed trick, the other nowhere
        put = {"type": "play", "seat": 1, "card": card}
        event = {"type": "amend", "changes": [{"target": 1, "with": [put]}], "reason": "a slip"}
        sent = {"event": json.dumps(event), "op": secrets.token_hex(8)}
        assert phone.client.post(f"{phone.url}/changes", data=sent).status_code == 303
    pages = [re.sub(r"\d+(:\d+)?", "#", get(phone, f"/changes/{number}")) for number in (1, 2)]
    assert [len(re.findall("already played|Total", page)) for page in pages] == [0, 0]
    assert asked(site, phone) == []
