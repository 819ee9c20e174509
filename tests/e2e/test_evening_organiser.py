"""A tournament is opened, seated and run from one phone; the page follows what another one does."""

import re

from playwright.sync_api import Route, expect

from tests.e2e.phone import Phones

EIGHT = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Ida")


def test_an_evening_is_run_from_one_phone_and_followed_on_another(phones: Phones) -> None:
    host = phones()
    host.go("/")
    host.taps_from_here()
    host.page.get_by_role("link", name="Open an evening").click()
    host.page.locator(f"a.fold[data-cloth='{host.game}']").click()
    host.page.get_by_label("Name of the evening").fill("Tuesday club")
    host.button("Open the evening").click()
    host.sees("Nobody is on the list yet")
    assert host.taps == 3
    evening = host.page.url

    host.go(f"{evening}/people")
    host.page.get_by_text("Several at once").click()
    host.page.locator("#text").fill("\n".join(EIGHT))
    host.button("Put all on the list").click()
    host.go(evening)
    host.page.get_by_role("link", name="Seat round 1").click()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    host.page.route("**/seating", hold)
    host.page.route("**/evenings/progress?*", lambda route: route.fulfill(json={"done": 0.4, "said": "40 %"}))
    host.button("Seat anew").click()
    expect(host.page.get_by_text("The seats are being drawn … 40 %")).to_be_visible()
    held.pop().continue_()
    expect(host.page.get_by_text("The seats are being drawn …")).to_be_hidden()
    host.page.unroute("**/seating")
    host.page.get_by_role("button", name="Publish round 1").click()
    host.go(evening)

    other = host.context.new_page()  # as a deputy's phone would
    other.goto(f"{evening}?show=open")
    digits = other.locator(".clock-digits")
    expect(digits).to_have_text(re.compile(r"^[45]:\d\d$"))  # minutes to the start
    host.page.get_by_role("button", name="Start round 1 now").click()
    expect(digits).to_have_text(re.compile(r"^(39|40):\d\d$"))
    shown = digits.inner_text()
    expect(digits).not_to_have_text(shown)  # it counts by itself

    other.get_by_role("button", name="Seat round 2").click()
    sheet = other.locator("#end-round")
    expect(sheet).to_contain_text("The results of 2 tables are missing.")
    host.page.get_by_role("link", name=re.compile("no phone here")).first.click()
    for side in range(4):
        host.page.locator(f"[name=score-{side}]").fill("13")
    host.button("The result is in").click()
    expect(sheet).to_contain_text("The result of 1 table is missing.")
    expect(sheet).to_be_visible()  # an open sheet stays, and is right
    expect(other.locator(".evening-rows li")).to_have_count(1)
    other.get_by_role("button", name="End the round without them").click()
    other.wait_for_url(re.compile(r"/seating$"))
