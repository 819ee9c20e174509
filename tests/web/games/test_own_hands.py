"""The own hand in every game: boxes like its pad, two copies where the pack has them, and when it can be entered."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support import phone as phones
from tests.web.support.phone import Phone, declare
from tests.web.support.site import Site

Event = dict[str, Any]
DEAL: Event = {"type": "deal", "dealer": 0}
CONTRACT: Event = {"type": "contract", "seat": 1, "amount": 80, "suit": "D"}
TURN_UP: Event = {"type": "turn-up", "card": "9H"}
SHAPES = [
    ("sichere-six", 3, [DEAL], 25, 8),
    ("deep-six", 4, [DEAL, CONTRACT], 56, 14),
    ("sechsundsechzig", 2, [DEAL, TURN_UP], 32, 6),
    ("sechsundsechzig", 3, [DEAL, TURN_UP], 32, 7),
    ("sechsundsechzig", 4, [DEAL, TURN_UP], 48, 7),
    ("sixes-and-sevens", 5, [DEAL], 52, 10),
]
DEEP = ["8C", "8C", "7C", "7C", "6C", "5C", "4H", "3H", "2H", "2S", "2S", "3S", "4S", "5S"]


def at_table(site: Site, game: str, players: int, *events: Event) -> tuple[FlaskClient, Phone]:
    """Opens a table on which these events have been entered, and seats a phone on seat 1."""
    host = phones.at_table(site, site.phone(), *events, players=players, game=game)
    return host.client, Phone(site.seat(host.table, 1), host.table)


def boxes(page: str) -> list[str]:
    return re.findall(r'<input class="vh" type="checkbox" name="cards" value="(\w+)"', page)


@pytest.mark.parametrize(("game", "players", "events", "cards", "held"), SHAPES)
def test_a_box_for_every_card_of_the_pack(
    site: Site, game: str, players: int, events: list[Event], cards: int, held: int
) -> None:
    _host, phone = at_table(site, game, players, *events)
    page = phone.client.get(f"{phone.url}/hand").get_data(as_text=True)
    assert len(boxes(page)) == cards
    assert f"of {held}</span>" in page
    labels = re.findall(r'name="cards"[^>]*aria-label="([^"]+)"', page)
    assert len(set(labels)) == cards
    assert ("Every card is there twice" in page) == (cards > len(set(boxes(page))))


@pytest.mark.rule("DEEP-1")
def test_both_copies_are_kept(site: Site) -> None:
    _host, phone = at_table(site, "deep-six", 4, DEAL, CONTRACT)
    assert declare(phone, DEEP).status_code == 303
    assert sorted(site.tables.at(phone.table.id).fold.state.hand.declared[1]) == sorted(DEEP)
    page = phone.client.get(f"{phone.url}/hand").get_data(as_text=True)
    ticked = re.findall(r'value="(\w+)"\s+aria-label="([^"]+)"\s+checked', page)
    assert sorted(card for card, _label in ticked) == sorted(DEEP)
    assert ("8C", "8 of clubs, 2 of 2") in ticked
    assert ("6C", "6 of clubs, 2 of 2") not in ticked


def test_what_was_ticked_is_kept_with_its_copies(site: Site) -> None:
    _host, phone = at_table(site, "deep-six", 4, DEAL, CONTRACT)
    answer = declare(phone, DEEP[:-1])
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "There must be 14 cards, 13 are chosen." in page
    assert len(re.findall(r"<input[^>]* checked", page)) == 13


@pytest.mark.rule("SIC-10")
def test_a_hand_may_hold_the_joker(site: Site) -> None:
    _host, phone = at_table(site, "sichere-six", 3, DEAL)
    hand = ["X", "6S", "7S", "8S", "6H", "7H", "8H", "6C"]
    assert declare(phone, hand).status_code == 303
    assert "X" in site.tables.at(phone.table.id).fold.state.hand.declared[1]


@pytest.mark.parametrize(
    ("game", "players", "events"),
    [
        ("sichermans-war", 2, []),
        ("sichermans-war", 2, [{"type": "reveal", "cards": ["K", "2"]}]),
        ("deep-six", 4, [DEAL]),
        ("sechsundsechzig", 2, [DEAL]),
        ("sichere-six", 3, []),
        ("sichere-six", 3, [DEAL, {"type": "trick", "winner": 0, "nines": 0}]),
    ],
)
def test_where_none_can_be_entered_the_page_leads_back(
    site: Site, game: str, players: int, events: list[Event]
) -> None:
    _host, phone = at_table(site, game, players, *events)
    answer = phone.client.get(f"{phone.url}/hand")
    assert (answer.status_code, answer.location) == (303, phone.url)
    assert not re.search(r'data-may="[^"]*\bhand\b', phone.look())


# The menu


@pytest.mark.parametrize(
    ("game", "players", "there", "missing"),
    [
        ("sichere-six", 3, ("Void this round", "Enter this round as totals", "Enter by tricks from here"), ()),
        ("deep-six", 4, ("Void this hand", "Enter this hand as totals", "My hand, for my eyes only"), ()),
        ("sechsundsechzig", 2, ("Void this hand", "Enter by tricks from here"), ()),
        (
            "sichermans-war",
            2,
            ("Enter the war as totals", "Adjust the score"),
            ("Void", "by tricks", "My hand", "void-hand"),
        ),
    ],
)
def test_the_menu_offers_what_the_game_can_do(
    site: Site, game: str, players: int, there: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    _host, phone = at_table(site, game, players)
    menu = phone.look().split('id="menu"')[1].split("</main>")[0]
    for text in there:
        assert text in menu
    for text in missing:
        assert text not in menu


@pytest.mark.rule("GEN-6")
def test_what_can_be_void_changes_with_the_moment(site: Site) -> None:
    for game, players, events in (("sechsundsechzig", 2, [DEAL]), ("deep-six", 4, [DEAL]), ("sichere-six", 3, [DEAL])):
        host, phone = at_table(site, game, players)
        assert "void" not in _may(phone.look())
        table = Phone(host, phone.table)
        for event in events:
            assert table.enter(event) == 303
        assert "void" in _may(phone.look())
        assert table.enter({"type": "void-hand"}) == 303
        assert "void" not in _may(phone.look())


def _may(page: str) -> list[str]:
    found = re.search(r'data-may="([^"]*)"', page)
    assert found
    return found[1].split()
