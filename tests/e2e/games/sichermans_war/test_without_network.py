"""Sicherman's War on a phone without a network: skirmish after skirmish is entered, and comes in as it was meant."""

import pytest
from playwright.sync_api import expect

from tests.e2e.games.sichermans_war.phone import (
    add,
    at_war,
    battle_sheet,
    both_at_war,
    both_say,
    box,
    fill_in,
    key,
    pick,
)
from tests.e2e.gate import Gate
from tests.e2e.phone import Phone
from tests.e2e.without_network import LOST, is_back, stays_away, waits
from tests.rules.games.sichermans_war.evening import SichermansWar
from tests.web.games.sichermans_war.tables import FOUR, reveal

GAME = SichermansWar.game.name
SHOWN = """() => [
    ...[...document.querySelectorAll(".board :is(.has, .tray .dd.sp small)")].map(one => one.textContent.trim()),
    document.querySelector("#table .bar .t span").innerText]"""
"""What each player has left and has won, what dice are spent, and the number of the skirmish."""


@pytest.fixture
def away(host: Phone, guest: Phone) -> Phone:
    """A phone without a network, at a table that another one watches."""
    both_at_war(host, guest)
    host.sees("2 phones")
    host.has_all()
    host.expects(*LOST)
    stays_away(host)
    return host


def _turns(phone: Phone, ranks: str) -> None:
    for name, rank in zip(("Ann", "Ben"), ranks, strict=True):
        pick(phone, name, rank)


def test_skirmishes_without_a_network(away: Phone, guest: Phone) -> None:
    """Cards, dice, a tie by dice, the next battle: what it shows is what the table says later; a picked card stays."""
    _turns(away, "8T")
    away.sees("Ben leads by 2.")
    add(away, "Ann", "Low", 2)
    away.sees("Ann and Ben are tied at 10.")
    away.button("Nobody adds a die").click()
    away.says("Ann and Ben draw")
    _turns(away, "23")
    add(away, "Ann", "High", 8)
    away.button("Nobody adds a die").click()
    away.says("Everybody turns a card")
    away.sees("takes it, 20")
    for ranks in ("34", "56", "78", "9T"):
        _turns(away, ranks)
        away.button("Nobody adds a die").click()
    away.sees("Battle 2 of 4, skirmish 1 of 5")
    expect(away.page.locator("#table .has")).to_have_text(["4 in reserve", "4 in reserve"])
    _turns(away, "K4")
    away.button("Nobody adds a die").click()
    told = away.page.evaluate(SHOWN)
    pick(away, "Ann", "7")
    is_back(away)
    guest.says("Everybody turns a card")
    waits(away)
    away.says("Ben turns a card")
    assert away.page.evaluate(SHOWN) == told
    pick(away, "Ben", "2")
    both_say("Anyone may add a die", away, guest)


@pytest.mark.parametrize(("turned", "whose"), [("K5Q7", "Ben"), ("5KQ7", "Cat")])
def test_the_die_of_the_own_seat_is_chosen_where_it_is_behind(host: Phone, turned: str, whose: str) -> None:
    """Also before the table has answered."""
    at_war(host, players=FOUR)
    host.sit(host.table, FOUR.index("Ben"))
    host.go(host.table)
    host.has_all()
    host.expects(*LOST)
    stays_away(host)
    for name, rank in zip(FOUR, turned, strict=True):
        pick(host, name, rank)
    chosen = host.page.locator("#entry [name=seat]:checked+span")
    expect(chosen).to_have_text(whose)
    is_back(host)
    waits(host)
    expect(chosen).to_have_text(whose)


def test_whole_battles_without_a_network(away: Phone, guest: Phone) -> None:
    """Battle after battle by its cards, twelve taps each; dice in the last one go on at the table."""
    away.taps_from_here()
    for battle in (1, 2):
        away.says("Everybody turns a card")
        away.button("Whole battle").click()
        fill_in(away, battle, "2345678910J")
        battle_sheet(away, battle).get_by_role("button", name="Enter the skirmishes").click()
    assert away.taps == 2 * 12
    away.sees("Battle 3 of 4, skirmish 1 of 5")
    away.undo.click()
    away.sees("Battle 2 of 4, skirmish 1 of 5")
    away.button("Whole battle").click()
    fill_in(away, 2, "K29Q")
    battle_sheet(away, 2).get_by_role("button", name="Enter, then dice").click()
    away.sees("Ben leads by 3.")
    told = away.page.evaluate(SHOWN)
    is_back(away)
    both_say("Anyone may add a die", away, guest)
    waits(away)
    assert away.page.evaluate(SHOWN) == told


def test_an_undo_that_waits_names_the_whole_entry(host: Phone, guest: Phone) -> None:
    both_at_war(host, guest, reveal("K4"))
    host.sees("2 phones")
    host.expects(*LOST)
    stays_away(host)
    host.undo.click()
    waits(host, "Undo: Turned up: Ann the king, Ben the four")
    is_back(host)
    both_say("Everybody turns a card", host, guest)
    waits(host)


def _holds(phone: Phone, name: str, rank: str) -> None:
    key(phone, name, rank).hover()
    phone.page.mouse.down()


def test_a_pad_that_is_exchanged_under_a_finger(host: Phone) -> None:
    """The tap is for the key that it went down on; where another one lies by then it is none."""
    at_war(host, reveal("K4"))
    host.has_all()
    gate = Gate(host)
    host.button("Nobody adds a die").click()
    _holds(host, "Ann", "8")
    gate.let_through(1)
    expect(host.page.locator("#entry .instead")).to_have_count(0)
    host.page.mouse.up()
    host.says("Ben turns a card")
    expect(box(host, "Ann", "8")).to_be_checked()
    _holds(host, "Ben", "5")
    host.enter(host.table, [reveal("23")])
    host.says("Anyone may add a die")
    host.page.mouse.up()
    add(host, "Ben", "High", 1)
    gate.let_through(1)
    host.sees("Ben rolled 1 with the high die")
