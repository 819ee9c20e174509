"""A phone that loses the network: what it enters waits, is shown, can be taken back, and goes out once and in order."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Route, expect

from tests.databases import sqlite_copy
from tests.e2e.phone import PATIENCE, Phone, card_label
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.screen_checks import check_screen
from tests.e2e.without_network import LOST, is_back, knows_ahead, log, stays_away, waits
from tests.forked_process import Forked
from tests.running import free_port, running


@pytest.fixture
def table(host: Phone) -> str:
    """A table that is dealt, on the host's phone."""
    table = host.set_table(DEALT)
    host.go(table)
    return table


@pytest.fixture
def ben(host: Phone, guest: Phone, table: str) -> Phone:
    """The phone on Ben's seat, which leads."""
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    host.sees("2 phones")
    guest.expects(*LOST)
    return guest


def test_three_taps_without_a_network_one_taken_back(host: Phone, ben: Phone, table: str) -> None:
    stays_away(ben)
    for card in ("7C", "2C", "9C"):
        ben.tap(card)
    waits(ben, "7 of clubs", "2 of clubs", "9 of clubs")
    ben.says("Ann leads")
    ben.sees("takes it")
    expect(ben.page.get_by_text("Not live")).to_be_visible()
    check_screen(ben)
    ben.undo.click()
    waits(ben, "7 of clubs", "2 of clubs")
    ben.says("Ann plays")
    is_back(ben)
    ben.says("Ann plays")
    waits(ben)
    host.says("Ann plays")
    host.shows("7C", "2C")
    assert log(host, table) == ["7C", "2C"]


def test_an_answer_that_was_lost(host: Phone, ben: Phone, table: str) -> None:
    """The server has taken the card; the phone hears nothing of it, and asks again with the same key.

    What may have arrived is taken back at the table, behind it.
    """
    sent: list[str] = []
    lost = [1]

    def lose(route: Route) -> None:
        sent.append(re.findall(r"op=([\w-]+)", route.request.post_data or "")[0])
        if len(sent) not in lost:
            return route.continue_()
        route.fetch()
        return route.abort()

    ben.page.route("**/stream*", lambda route: route.abort())
    ben.page.reload()
    ben.page.route("**/events", lose)
    ben.tap("7C")
    host.says("Cat plays")
    ben.says("Cat plays")
    waits(ben)
    assert sent[0] == sent[1]
    assert log(host, table) == ["7C"]

    lost += range(3, 100)
    ben.tap("2C")
    waits(ben, "2 of clubs")
    host.says("Ann plays")
    ben.undo.click()
    waits(ben, "2 of clubs", "taken back: 2 of clubs")
    ben.says("Cat plays")
    ben.page.unroute("**/events")
    ben.page.unroute("**/stream*")
    host.says("Cat plays")
    waits(ben)
    ben.says("Cat plays")


def test_an_answer_of_which_only_the_head_arrives_leaves_the_table_as_it_is(
    host: Phone, ben: Phone, table: str
) -> None:
    def cut(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(status=answer.status, headers={"Stands": answer.headers["stands"]}, body="")

    ben.page.route("**/stream*", lambda route: route.abort())
    ben.page.reload()
    ben.page.route("**/events", cut)
    ben.tap("7C")
    host.says("Cat plays")
    ben.is_answered()
    ben.says("Cat plays")
    ben.page.unroute("**/stream*")
    expect(ben.page.locator("#moved")).to_have_attribute("data-seq", "2")
    ben.says("Cat plays")
    ben.shows("7C")


def test_a_server_that_is_away_or_has_enough_is_asked_again(ben: Phone, host: Phone, table: str) -> None:
    """So is one in whose place a network answers that wants a login first."""
    ben.expects(429, 503, 500, "TypeError")
    answers = iter([(429, "Wait"), (503, "Wait"), (500, "Wait"), (200, "Free wifi")])
    note = {"HX-Retarget": "#toast", "HX-Reswap": "innerHTML", "Retry-After": "1"}

    def away(route: Route) -> None:
        status, body = next(answers, (0, ""))
        route.fulfill(status=status, headers=note, body=body) if status else route.continue_()

    ben.page.route("**/events", away)
    ben.tap("7C")
    waits(ben, "7 of clubs")
    host.says("Cat plays")
    assert next(answers, None) is None
    ben.does_not_see("Free wifi")
    ben.says("Cat plays")
    waits(ben)


def test_one_in_the_midst_is_refused(host: Phone, ben: Phone, table: str) -> None:
    """What comes behind it is not sent by itself, but accounted for one by one: it was meant on another table."""
    host.enter(table, plays("7C", "2C", "9C"))
    ben.says("Ann leads")
    ben.expects(422)
    stays_away(ben)
    for card in ("TD", "7C", "4D", "5S"):
        ben.tap(card)
    waits(ben, "10 of diamonds", "7 of clubs", "4 of diamonds", "5 of spades")
    is_back(ben)
    ben.is_refused("The seven of clubs is already played")
    ben.link("Wrong key, choose again").click()
    ben.sees("Not sent: 4 of diamonds. 1 more behind it.")
    ben.says("Ben plays")
    check_screen(ben)
    ben.play("3D")
    ben.says("Cat plays")
    ben.button("Send").click()
    ben.sees("Not sent: 5 of spades.")
    ben.says("Ben leads")
    ben.button("Leave it out").click()
    waits(ben)
    host.says("Ben leads")
    host.sees("trick 3 of 17")


def test_the_table_moved_on_meanwhile(host: Phone, ben: Phone, table: str) -> None:
    """What waits behind is named, and sent or left out at once."""
    ben.expects(409)
    knows_ahead(ben)
    sheet = ben.page.get_by_role("region", name="Not sent yet")
    for waiting, meanwhile, key, line in (
        (("7C", "2C", "9C", "3D"), "8C", "Send all of them", "Ann plays"),
        (("5D", "6D", "7D"), "4D", "Leave all of them out", "Ben plays"),
    ):
        stays_away(ben)
        for card in waiting:
            ben.tap(card)
        host.play(meanwhile)
        is_back(ben)
        ben.sees(f"Not sent: {card_label(waiting[1])}. {len(waiting) - 2} more behind it.")
        ben.button("Not sent yet").click()
        expect(sheet).to_contain_text(" · ".join(map(card_label, waiting[1:])))
        sheet.get_by_role("button", name=key).click()
        waits(ben)
        host.says(line)
    assert log(host, table) == ["8C", "2C", "9C", "3D", "4D"]


def test_what_waits_outlives_the_page_which_is_left_only_when_asked(host: Phone, ben: Phone, table: str) -> None:
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    ben.answers(leave)
    ben.context.route("**/events", lambda route: route.abort())
    ben.tap("7C")
    waits(ben, "7 of clubs")
    ben.tap("2C")
    ben.page.reload()
    assert asked == ["beforeunload"]
    waits(ben, "7 of clubs", "2 of clubs")
    other = ben.context.new_page()
    other.goto(table)
    expect(other.locator("#unsent")).to_contain_text("2 entries wait")
    ben.context.unroute("**/events")
    host.says("Ann plays")
    ben.says("Ann plays")
    waits(ben)
    expect(other.locator("#unsent")).to_be_hidden()
    assert ben.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('unsent'))") == []
    assert log(host, table) == ["7C", "2C"]


def test_a_browser_that_keeps_nothing(host: Phone, ben: Phone, table: str) -> None:
    """Where a page may not store anything, what waits is kept as long as the page is open."""
    ben.context.add_init_script(
        "Object.defineProperty(self, 'localStorage', {get() { throw new DOMException('no'); }})"
    )
    ben.page.reload()
    stays_away(ben)
    ben.tap("7C")
    ben.tap("2C")
    waits(ben, "7 of clubs", "2 of clubs")
    is_back(ben)
    host.says("Ann plays")
    waits(ben)
    assert log(host, table) == ["7C", "2C"]


@pytest.fixture
def own(fresh_database: Path, tmp_path: Path, browser: Browser) -> Iterator[tuple[Phone, Path, int]]:
    """A phone with an empty table on a server of its own, and where that one has its files and its port."""
    sqlite_copy(fresh_database, tmp_path)
    port = free_port()
    phone = Phone(browser, f"http://127.0.0.1:{port}")
    yield phone, tmp_path, port
    phone.context.close()


def test_a_server_that_is_started_again_in_mid_hand(own: tuple[Phone, Path, int]) -> None:
    """The page is right again by itself, and what was tapped meanwhile has come in."""
    phone, instance, port = own
    # An entry that was on its way when the server went is given up after a while.
    phone.expects(*LOST, "ERR_INCOMPLETE_CHUNKED_ENCODING", "network error", "htmx:error: timeout")
    expect.set_options(timeout=PATIENCE)
    settings = {"SIXFOLD_HOST": "127.0.0.1", "SIXFOLD_LOG": "quiet"}
    with running(instance, port=port, **settings) as server:
        table = phone.set_table(DEALT)
        phone.go(table)
        phone.play("7C")
        phone.says("Cat plays")
        server.stop()
        phone.tap("2C")
        waits(phone, "2 of clubs")
    with running(instance, port=port, **settings):
        phone.says("Ann plays")
        waits(phone)
        phone.play("9C")
        assert log(phone, table) == ["7C", "2C", "9C"]
    assert phone.complaints() == []


def test_an_entry_stands_though_the_table_after_it_cannot_be_drawn(own: tuple[Phone, Path, int]) -> None:
    """The server breaks behind the entry: the phone does not say that it was not sent, and goes on.

    A page without a stream is answered with the table.
    """
    phone, instance, port = own
    phone.expects(500, 503)
    phone.page.route("**/stream", lambda route: route.fulfill(status=503))
    expect.set_options(timeout=PATIENCE)
    undrawn = Forked("tests.e2e.undrawn_server")
    with running(instance, command=undrawn, port=port, SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet"):
        table = phone.set_table(DEALT)
        phone.go(table)
        with phone.page.expect_response(lambda answer: answer.status == 500):
            phone.tap("7C")
        phone.says("Cat plays")
        waits(phone)
        phone.play("2C")
        assert log(phone, table) == ["7C", "2C"]
    assert phone.complaints() == []
