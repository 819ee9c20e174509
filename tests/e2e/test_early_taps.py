"""What is tapped before the script of a page is there, on a slow phone: it is heard as soon as there is one."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.e2e.games.deep_six.phone import CONTRACT, pick
from tests.e2e.games.deep_six.phone import NAMES as FOUR
from tests.e2e.phone import Phone, Phones, card_label

SCRIPTS = "**/static/*.js*"


def opened_early(phone: Phone, path: str) -> Callable[[], None]:
    """Opens a page whose scripts are on their way. Returns what lets them arrive."""
    held: list[Route] = []
    arrived = False

    def come(route: Route) -> None:
        if arrived:
            route.continue_()
        else:
            held.append(route)

    def arrive() -> None:
        nonlocal arrived
        arrived = True
        for route in held:
            route.continue_()
        phone.page.wait_for_load_state()

    phone.page.route(SCRIPTS, come)
    phone.page.goto(path, wait_until="commit")
    return arrive


def test_melds_of_a_correction_are_named_for_cards_ticked_faster_than_answers_come(phones: Phones) -> None:
    host = phones(game="deep-six")
    table = host.set_table([*CONTRACT, {"type": "meld", "seat": 0, "points": 0}], FOUR)
    held: list[Route] = []
    host.go(f"{table}/entries/2/amend?part=fields")

    def hold_the_first(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    host.page.route("**/*", hold_the_first)
    with host.page.expect_request(lambda request: request.method == "POST"):
        pick(host, "6C")
    pick(host, "7C", "8C")
    held[0].continue_()
    expect(host.page.locator("#meld-sum")).to_have_text("−30")
    expect(host.page.get_by_role("checkbox", name="Deep run")).to_be_checked()


def test_melds_of_a_correction_are_named_for_cards_ticked_early(phones: Phones) -> None:
    """Six early taps in one part are one question."""
    asked: list[Any] = []
    host = phones(game="deep-six")
    table = host.set_table([*CONTRACT, {"type": "meld", "seat": 0, "points": 0}], FOUR)
    arrive = opened_early(host, f"{table}/entries/2/amend?part=fields")
    pick(host, "4C", "4S", "5C", "6C", "7C", "8C")
    expect(host.page.locator("#meld-sum")).to_have_text("0")
    host.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    arrive()
    expect(host.page.get_by_role("checkbox", name="Grand run 4")).to_be_checked()
    host.is_answered()
    assert len(asked) == 1


def test_cards_of_all_picked_early_are_sent(phones: Phones) -> None:
    host = phones(game="sichermans-war")
    arrive = opened_early(host, host.set_table(players=("Ann", "Ben")))
    for name, rank in (("Ann", "8"), ("Ben", "T")):
        group = host.page.get_by_role("group", name=f"Card of {name}")
        group.locator("label").filter(has=host.page.get_by_role("checkbox", name=card_label(rank))).click()
    arrive()
    host.says("Anyone may add a die")


def test_a_switch_of_this_phone_stays_as_it_was_tapped_early(phones: Phones) -> None:
    host = phones(game="sichermans-war")
    table = host.set_table([{"type": "reveal", "cards": ["8", "T"]}], ("Ann", "Ben"))
    arrive = opened_early(host, table)
    switch = host.page.get_by_role("checkbox", name="Ordinary dice")
    host.choose(switch)
    expect(switch).to_be_checked()
    arrive()
    host.is_answered()
    expect(switch).to_be_checked()
    host.go(table)
    expect(switch).to_be_checked()


def test_a_search_typed_early_is_answered(host: Phone) -> None:
    arrive = opened_early(host, f"/rules/{host.game}")
    host.page.get_by_role("searchbox").fill("revoke")
    arrive()
    host.sees("stands in 1 rule")
