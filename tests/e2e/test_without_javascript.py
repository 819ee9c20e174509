"""Everything by forms, links and reloads: the script of the page never ran."""

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT

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
