"""What was chosen stays while the answers to what was entered before come late."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT


def answers_late(phone: Phone) -> Callable[[], None]:
    """Holds what the phone enters from here on. Returns what lets the oldest entry through, and its answer."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/events", hold)

    def one() -> None:
        while not held:
            phone.page.evaluate("new Promise(requestAnimationFrame)")
        route = held.pop(0)
        with phone.page.expect_response(route.request.url):
            route.continue_()
        phone.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")

    return one


def test_the_suit_of_a_lead_stays_through_every_answer(host: Phone) -> None:
    host.go(host.set_table(DEALT))
    answered = answers_late(host)
    for card in ("7C", "2C", "9C"):
        host.tap(card)
    suit = host.page.get_by_role("radio", name="Spades")
    host.choose(suit)
    for _card in range(3):
        answered()
        expect(suit).to_be_checked()
    expect(host.key("9S")).to_be_visible()
    host.tap("9S")
    expect(host.page.get_by_role("radio", name="Spades, led")).to_be_checked()


def test_an_armed_key_stays_through_every_answer(phones: Phones) -> None:
    host = phones(game="sechsundsechzig")
    host.go(host.set_table([{"type": "deal", "dealer": 0}, {"type": "turn-up", "card": "9S"}], ("Ann", "Ben")))
    answered = answers_late(host)
    for card in ("AC", "TC"):
        host.tap(card)
    armed = host.box("20/40, announce")
    host.choose(armed)
    for _card in range(2):
        answered()
        expect(armed).to_be_checked()
