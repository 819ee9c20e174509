"""Deep Six on a phone without a network: a hand as totals, then one by its calls, exchange, melds and tricks."""

from playwright.sync_api import expect

from tests.e2e.games.deep_six.phone import CONTRACT, NAMES, POINTS, meld, pick, picked
from tests.e2e.init_scripts import NO_DOUBLE_TAP
from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import check_screen
from tests.e2e.without_network import LOST, is_back, knows_ahead, stays_away, strip, waits
from tests.web.games.deep_six.tables import HAND_OF_ANN

PLACES = """() => [".last", ".turn"].map((part) => Math.round(document.querySelector(`#table ${part}`)
    .getBoundingClientRect().top))"""


def _totals(phone: Phone, title: str) -> None:
    phone.page.get_by_role("button", name="as totals").click()
    sheet = phone.page.get_by_role("region", name=title)
    sheet.get_by_role("radiogroup", name="Bidder").get_by_text("Cat").click()
    sheet.get_by_role("radiogroup", name="Sunk suit").get_by_role("radio", name="Hearts").check(force=True)
    for label, number in (("Bid", "70"), ("Points", "100")):
        sheet.get_by_role("button", name=f"{label} {number}", exact=True).click()
    sheet.get_by_role("button", name="Enter hand").click()


def test_a_whole_hand_without_a_network(phones: Phones) -> None:
    host, guest = phones(game="deep-six"), phones(game="deep-six")
    table = host.set_table([], NAMES)
    guest.is_let_in(host.way(table), "1")
    for phone in (host, guest):
        phone.go(table)
    host.sees("2 phones")
    knows_ahead(host)
    host.expects(*LOST)
    stays_away(host)
    _totals(host, "Points of hand 1")
    host.says("Ben deals")
    host.button("Ben deals hand 2").click()
    stood = host.page.evaluate(PLACES)
    for said, turn in (
        ("Pass", "Dan calls"),
        ("Bid 100", "Ann calls"),
        ("Pass", "Ben calls"),
        ("Bid 70", "Dan calls"),
        ("Pass", "Ben sinks a suit"),
        ("Spades", "Dan passes three cards"),
        ("Dan has passed three cards", "Ben gives three cards back"),
    ):
        host.button(said).click()
        host.says(turn)
        assert host.page.evaluate(PLACES) == stood, turn
    host.page.evaluate(NO_DOUBLE_TAP)  # the key lies where the last one lay
    host.button("Ben has given three back").click()
    turns = ("Everybody melds", "Ben, Cat and Dan meld", "Cat and Dan meld", "Dan melds")
    for name, turn in zip(NAMES, turns, strict=True):
        host.says(turn)
        meld(host, name)
    host.says("Ben leads")
    host.button("By tricks").click()
    host.page.get_by_role("region", name="Who won the trick?").get_by_role("button", name="Cat").click()
    host.says("Cat leads")
    check_screen(host)
    host.page.locator("#entry").get_by_text("20", exact=True).click()
    host.button("Dan").click()
    host.says("Dan leads")
    host.undo.click()
    host.says("Cat leads")
    assert host.page.locator(".seat .m [data-one]").all_inner_texts() == ["tricks", "tricks", "trick", "tricks"]
    expect(strip(host)).to_contain_text("15 entries wait")
    is_back(host)
    waits(host)
    for phone in (host, guest):
        phone.says("Cat leads")
        for fact in ("Spades are sunk", "Ben bid 70"):
            expect(phone.page.locator(".facts")).to_contain_text(fact)
        for points in POINTS.values():
            expect(phone.page.locator(".board")).to_contain_text(f"melds {points}".replace("-", "−"))
        assert phone.page.locator(".seat .big").all_inner_texts() == ["0", "0", "1", "0"]


def test_what_is_tapped_without_a_network_stays(phones: Phones) -> None:
    """While the phone tries in vain, and when the table is there again, with a pad of its own; so does the own hand."""
    host = phones(game="deep-six")
    table = host.set_table(CONTRACT, NAMES)
    host.sit(table, 0)
    host.enter(table, [{"type": "hand", "seat": 0, "cards": HAND_OF_ANN}])
    host.go(table)
    knows_ahead(host)
    host.expects(*LOST)
    stays_away(host)
    host.choose(host.page.get_by_role("radio", name="Ben"))
    pick(host, "7C", "7C")
    host.button("Meld −15").click()
    host.says("Ann, Cat and Dan meld")
    host.sees("Shallow run")
    expect(host.button("Meld −15")).to_be_visible()
    host.choose(host.page.get_by_role("radio", name="Cat"))
    pick(host, "6D", "7D", "8D", "7D")
    host.choose(host.page.get_by_role("checkbox", name="Deep run"))
    host.sees("Echo of 7s")
    check_screen(host)
    host.page.evaluate("dispatchEvent(new Event('storage'))")
    expect(host.button("Meld −15")).to_be_visible()
    asked: list[str] = []
    host.page.on("request", lambda request: asked.append(request.url))
    is_back(host)
    waits(host)
    expect(host.page.locator("#picker[hx-get] .done .num")).to_have_text("−15")
    picked(host, "7D", 2)
    expect(host.page.locator("#melds > [name=seat]")).to_have_value("2")
    host.button("Meld −45").click()
    host.says("Ann and Dan meld")
    assert sum("/parts/melds" in url for url in asked) <= 3, "once a table that came"
    host.sees("Cat melded")


def test_a_phone_of_one_seat_waits_for_the_melds_of_the_others(host: Phone, guest: Phone) -> None:
    table = host.set_table(CONTRACT, NAMES, game="deep-six", entry="own")
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    knows_ahead(guest)
    guest.expects(*LOST)
    stays_away(guest)
    pick(guest, "7S", "7S")
    guest.button("Meld −15").click()
    guest.says("The table waits")
    expect(guest.page.get_by_role("button", name="melds nothing")).to_have_count(0)
    is_back(guest)
    guest.says("Ann, Cat and Dan meld")
