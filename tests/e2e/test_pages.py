"""The pages around the table: opening one and joining it; with and without scripts."""

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.phone import CODE, NEW_TABLE, PLAYERS, Phone, Phones
from tests.e2e.screen_checks import check_screen

WITH_AND_WITHOUT = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


def test_names_are_refused_in_place_and_kept(host: Phone) -> None:
    host.expects(422)
    host.go(NEW_TABLE)
    _name(host, 1).fill("Ann")
    _name(host, 2).fill("ann")
    _name(host, 2).press("Enter")
    host.sees("ann sits at this table already. Add a letter.")
    expect(_name(host, 2)).to_be_focused()
    check_screen(host)
    _name(host, 2).press_sequentially("a")
    expect(host.page.get_by_text("ann sits at this table already.")).to_have_count(0)
    expect(_name(host, 2)).not_to_have_attribute("aria-invalid", "true")


@WITH_AND_WITHOUT
def test_names_move_around_the_table(phones: Phones, scripts: bool) -> None:
    phone = phones(scripts=scripts)
    phone.expects("Autofocus processing was blocked")  # the key that was pressed has the focus already, as it should
    phone.go(NEW_TABLE)
    for number, name in enumerate(PLAYERS, 1):
        _name(phone, number).fill(name)
    phone.button("Another player").click()
    _name(phone, 4).fill("Dan")
    phone.button("Move Dan up" if scripts else "Move player 4 up").click()
    expect(_name(phone, 3)).to_have_value("Dan")
    expect(_name(phone, 4)).to_have_value("Cat")
    expect(phone.button("Move Dan up")).to_be_focused()
    phone.button("Remove Cat").click()
    expect(_name(phone, 4)).to_have_count(0)
    expect(_name(phone, 1)).to_have_value("Ann")
    rules = phone.page.locator("#rules > summary")
    expect(rules).to_contain_text("Equal at the end: They share the win")
    rules.click()
    phone.page.get_by_text("Play on").click()
    rules.click()
    told = "Equal at the end: Play on" if scripts else "Other answers are ticked inside."
    expect(rules.get_by_text(told)).to_be_visible()


def test_a_name_that_is_typed_while_another_player_is_on_the_way_stays(host: Phone) -> None:
    held: list[Route] = []
    host.expects("Autofocus processing was blocked")  # who types goes on typing
    host.go(NEW_TABLE)
    host.page.route("**/tables", lambda route: held.append(route))  # noqa: PLW0108  (Playwright marks what it calls)
    _name(host, 1).fill("Ann")
    with host.page.expect_request("**/tables"):
        host.button("Another player").click()
    _name(host, 1).fill("Anna")
    _name(host, 2).fill("Ben")
    expect(_name(host, 4)).to_have_count(0)
    (request,) = held
    request.continue_()
    expect(_name(host, 4)).to_have_value("")
    expect(_name(host, 1)).to_have_value("Anna")
    expect(_name(host, 2)).to_have_value("Ben")


def test_a_seat_is_taken_and_left(host: Phone, guest: Phone) -> None:
    table = host.open_table()
    host.go(f"{table}/share")
    host.button("Take the seat of Ann").click()
    host.sees("this phone")
    guest.join(host.page.get_by_text(CODE).inner_text(), "Ben")
    assert guest.table == table
    host.asks_again()
    expect(host.button("Free the seat of Ben")).to_be_visible()
    host.button("Leave the seat of Ann").click()
    expect(host.button("Take the seat of Ann")).to_be_visible()


def _name(phone: Phone, number: int) -> Locator:
    return phone.page.get_by_role("textbox", name=f"Name {number}", exact=True)
