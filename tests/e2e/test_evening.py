"""An evening on several phones at once: the screen in the hall, a player, the referee, and who runs it."""

import re

from playwright.sync_api import Route, expect

from tests.e2e.evening_acts import Evening, calls
from tests.e2e.phone import Phones


def test_hall_player_and_referee_see_what_happens_elsewhere(phones: Phones) -> None:
    host, ann, referee, hall = (phones() for _ in range(4))
    evening = Evening(host)
    evening.checks_in(ann, "Ann")
    evening.is_ruled_by(referee)
    evening.is_watched_by(hall)
    for phone, page in ((hall, "/hall"), (ann, "/me"), (referee, "/desk")):
        phone.go(evening.path + page)
    evening.seats()
    hall.sees("Round 1 of 3")
    evening.says("started", round=1)
    ann.page.get_by_text(re.compile("^(Open|Back to) table 1$")).click()
    calls(ann, ann.table)
    hall.sees("Table 1")
    expect(referee.page.locator("#say")).to_contain_text(re.compile(r"Table 1\. .*Ann calls"))
    referee.button("I’m coming").click()
    ann.sees("Karin is on the way")
    evening.says("last-hand", round=1)
    for phone in (hall, ann):
        phone.sees("Last hand")

    # While the referee's phone is away it is let out: back again it reads so, and asks no more.
    referee.expects("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch", "reconnect failed", 404)
    referee.context.set_offline(True)
    evening.dismisses_the_referee()
    referee.page.route(f"{evening.path}/desk", lambda route: route.abort("internetdisconnected"), times=1)
    referee.context.set_offline(False)
    referee.sees("This phone rules here no longer.")
    expect(referee.page.locator("#live")).to_have_count(0)


def test_the_page_of_the_organiser_follows_and_counts(phones: Phones) -> None:
    host, held = phones(), list[Route]()
    evening = Evening(host)
    host.go(f"{evening.path}/seating")
    host.page.route("**/seating", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    host.page.route("**/evenings/progress?*", lambda route: route.fulfill(json={"done": 0.4, "said": "40 %"}))
    host.button("Seat anew").click()
    expect(host.page.get_by_text("The seats are being drawn … 40 %")).to_be_visible()
    held.pop().continue_()
    expect(host.page.get_by_text("The seats are being drawn …")).to_be_hidden()
    host.page.unroute("**/seating")

    evening.seats()
    host.go(f"{evening.path}?show=open")
    digits = host.page.locator(".clock-digits")
    expect(digits).to_have_text(re.compile(r"^[45]:\d\d$"))  # minutes to the start
    evening.says("started", round=1)
    expect(digits).to_have_text(re.compile(r"^(19|20):\d\d$"))
    shown = digits.inner_text()
    expect(digits).not_to_have_text(shown)  # it counts by itself

    host.page.get_by_role("button", name="Seat round 2").click()
    sheet = host.page.locator("#end-round")
    expect(sheet).to_contain_text("The results of 2 tables are missing.")
    evening.says("confirmed", round=1, number=1, scores=[13, 13, 13, 13])
    expect(sheet).to_contain_text("The result of 1 table is missing.")
    expect(sheet).to_be_visible()  # an open sheet stays, and is right
    expect(host.page.locator("#say")).to_contain_text(host.page.locator("#evening .last .w").inner_text())
    expect(host.page.locator(".evening-rows li")).to_have_count(1)
    sheet.get_by_role("button", name="End the round without them").click()
    host.page.wait_for_url(re.compile(r"/seating$"))
