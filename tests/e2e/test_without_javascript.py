"""Everything by forms, links and reloads: the script of the page never ran."""

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT, plays

TRICK = ("7C", "2C", "9C")


@pytest.fixture
def host(phones: Phones) -> Phone:
    return phones(scripts=False)


@pytest.fixture
def guest(phones: Phones) -> Phone:
    return phones(scripts=False)


@pytest.fixture
def table(host: Phone) -> str:
    """A table that Ann has dealt, on the host's phone."""
    table = host.set_table(DEALT)
    host.go(table)
    return table


def test_a_table_is_opened_and_dealt_and_a_trick_is_played(host: Phone) -> None:
    """With a refusal and an undo."""
    host.open_table()
    host.sees("Not live")
    host.deal("Ann")
    host.says("Ben leads")
    host.play(TRICK[0])
    host.expects(422)
    host.tap(TRICK[0])
    host.is_refused("already played", "ODD-1")
    host.link("Wrong key, choose again").click()
    expect(host.refusal).to_have_count(0)
    host.play(TRICK[1])
    host.says("Ann plays")
    host.undo.click()
    host.sees("took back")
    host.button("Redo").click()
    host.says("Ann plays")
    host.play(TRICK[2])
    host.says("Ann leads")
    host.sees("Ann takes trick 1")


def test_a_second_phone_joins_and_enters(host: Phone, guest: Phone, table: str) -> None:
    guest.join(host.shares(), "Ben")
    assert guest.table == table
    guest.play(TRICK[0])
    host.go(table)
    host.says("Cat plays")
    host.shows(TRICK[0])
    host.play(TRICK[1])
    guest.link("Not live").click()
    guest.says("Ann plays")
    guest.shows(*TRICK[:2])


def test_a_late_tap_is_not_applied(host: Phone, guest: Phone, table: str) -> None:
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    host.play(TRICK[0])
    guest.expects(409)
    guest.tap("5H")
    guest.sees("Meanwhile: Ben played")
    guest.says("Cat plays")


def test_the_own_hand_is_entered_by_boxes(host: Phone, guest: Phone, table: str) -> None:
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    guest.menu("My hand, for my eyes only")
    guest.choose(guest.box("7 of clubs"))
    guest.expects(422)
    guest.page.get_by_role("button", name="This is my hand").click()
    guest.sees("There must be 17 cards, 1 are chosen.")
    expect(guest.box("7 of clubs")).to_be_checked()
    guest.link("Back").click()
    guest.says("Ben leads")


def test_the_sheets_of_the_menu_open_and_the_hand_is_void(host: Phone, table: str) -> None:
    host.play(TRICK[0])
    host.menu("Void this hand")
    void = host.page.get_by_role("region", name="Void")
    void.get_by_role("button", name="Play on").click()
    expect(void).to_be_hidden()
    host.page.reload()
    host.menu("Void this hand")
    void.get_by_role("button", name="Void").click()
    host.says("Ann deals")
    host.sees("The hand was void")


def test_a_wrong_sum_is_refused_and_stays_as_it_was_typed(host: Phone, table: str) -> None:
    host.button("As totals").click()
    sheet = host.page.get_by_role("region", name="Tricks of hand 1")
    for name, tricks in (("Ann", "9"), ("Ben", "7"), ("Cat", "2")):
        sheet.get_by_role("spinbutton", name=name).fill(tricks)
    host.expects(422)
    sheet.get_by_role("button", name="Enter hand 1").click()
    host.is_refused("The tricks do not add up", "ODD-4")
    host.button("Back to the numbers").click()
    expect(host.refusal).to_have_count(0)
    host.button("As totals").click()
    expect(sheet.get_by_role("spinbutton", name="Ben")).to_have_value("7")
    sheet.get_by_role("spinbutton", name="Ben").fill("6")
    sheet.get_by_role("button", name="Enter hand 1").click()
    host.says("Ben deals")
    host.sees("9, 6, 2")


def test_the_hand_goes_on_by_tricks(host: Phone, table: str) -> None:
    host.menu("Enter by tricks from here")
    host.page.get_by_role("region", name="Who won").get_by_role("button", name="Cat").click()
    host.says("Cat leads")
    host.sees("This hand is entered by tricks: who took it?")
    host.button("Ann").click()
    host.says("Ann leads")


def test_a_proven_revoke_is_let_stand(host: Phone, table: str) -> None:
    host.enter(table, [*plays("7C", "2H", "9C"), *plays("3D", "4D", "5C", first=0)])
    host.page.reload()
    host.page.get_by_role("link", name="Cat had a club in trick 1.").click()
    host.choose(host.page.get_by_role("radio", name="Let it stand, note it"))
    host.button("Propose it to all").click()
    for name in ("Ann", "Ben", "Cat"):
        host.button(f"{name} agrees").click()
    host.sees("All sides agreed.")
    host.page.get_by_role("link", name="Open the case").click()
    host.sees("Settled: It stands as it was played.")
    host.page.get_by_role("link", name="Back").click()
    host.says("Ben leads")
    host.does_not_see("Cat had a club")
