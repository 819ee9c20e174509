"""Entries as fast as cards fall: a tap lies at once, goes out in order, and is never dropped, however slow the way."""

from playwright.sync_api import expect

from tests.e2e.gate import Gate
from tests.e2e.phone import Phone, Phones, card_label
from tests.e2e.sample_hand import DEALT
from tests.e2e.without_network import LOST, is_back, knows_ahead, log, stays_away, strip, waits

TEN = ("7C", "2C", "9C", "TD", "4D", "6D", "3S", "8S", "5S", "QH")
SEATS = [1, 2, 0, 0, 1, 2, 1, 2, 0, 2]
"""Who played them: more even than odd, and the lowest takes the trick."""


def lies(phone: Phone, card: str) -> None:
    """Expects a card that is marked as on its way."""
    expect(phone.page.locator(".board .k.way").and_(phone.card(card))).to_be_visible()


def test_ten_taps_before_the_first_is_answered(host: Phone, guest: Phone) -> None:
    """Ten entries, each for the seat whose turn it was; what is tapped twice is one."""
    table = host.set_table(DEALT, book="open")
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    host.go(table)
    gate = Gate(host)
    for card in TEN[:3]:
        host.tap(card)
        lies(host, card)
    expect(host.turn).to_have_text("Ann leads")
    host.sees("takes it")
    for card in TEN[3:]:
        host.tap(card)
    expect(strip(host)).to_contain_text("10 entries wait")
    host.tap("3S")
    expect(host.page.get_by_role("status").filter(has_text=f"{card_label('3S')} lies already.")).to_be_visible()
    expect(host.turn).to_have_text("Ann plays")
    gate.let_through(4)
    guest.shows("TD")
    # What the table tells meanwhile takes back nothing of what still waits.
    lies(host, "QH")
    expect(host.turn).to_have_text("Ann plays")
    gate.let_through(6)
    host.says("Ann plays")
    guest.says("Ann plays")
    waits(host)
    host.tap("QH")
    expect(host.refusal).to_have_count(0)
    assert log(host, table) == list(TEN)
    played = [event for event in host.context.request.get(f"{table}/record.json").json()["events"] if "card" in event]
    assert [event["seat"] for event in played] == SEATS


def test_taps_for_somebody_with_a_phone_wait_for_the_answer(host: Phone, guest: Phone) -> None:
    """Once in a hand it is asked about the first of them; left out or agreed to, no other is lost."""
    table = host.set_table(DEALT)
    host.sit(table, 0)
    guest.is_let_in(host.way(table), "1")
    host.go(table)
    host.expects(422)
    gate = Gate(host)

    def taps(*cards: str) -> None:
        for card in cards:
            host.tap(card)
        gate.let_through(1)
        host.is_refused("Ben has a phone here")

    taps("7C", "2C", "9C")
    host.page.reload()
    host.sees("Not sent: 7 of clubs. 2 more behind it.")
    host.button("Send").click()
    gate.let_through(1)
    host.link("Back to the table").click()
    host.sees("Not sent: 2 of clubs. 1 more behind it.")
    for _ in range(2):
        host.button("Leave it out").click()
    taps("7C", "2C", "9C")
    host.button("Enter for Ben").click()
    gate.let_through(2)
    host.says("Ann leads")
    waits(host)
    assert log(host, table) == ["7C", "2C", "9C"]


def test_hands_begin_and_end_without_a_network(phones: Phones) -> None:
    """The deal, the card turned up, the cards, the call; the next hand has another trump and goes on by tricks."""
    host = phones(game="sechsundsechzig")
    host.go(host.set_table([], ("Ann", "Ben")))
    knows_ahead(host)
    host.expects(*LOST)
    stays_away(host)
    host.button("Ann").click()
    expect(strip(host)).to_contain_text("Ann deals")
    host.says("Ann turns up a card")
    for card in ("9H", "7C", "AC"):
        host.tap(card)
    host.says("Ann leads")
    host.button("66! ends the hand").click()
    with host.page.expect_event("requestfailed"):
        host.page.evaluate("dispatchEvent(new Event('online'))")
    host.page.get_by_role("region", name="Ann calls 66").get_by_role("button", name="66!").click()
    host.sees("The table says what follows once there is a connection.")
    host.button("Ben deals hand 2").click()
    host.says("Ben turns up a card")
    host.tap("TS")
    host.says("Ann leads")
    host.tap("KD")
    host.says("Ben plays")
    is_back(host)
    waits(host)
    stays_away(host)
    host.tap("JD")
    host.says("Ann leads")
    host.menu("Enter by tricks from here")
    host.page.get_by_role("region", name="Who won").get_by_role("button", name="Ann").click()
    host.button("Announce 20").click()
    host.button("Ben takes the trick").click()
    host.says("Ben leads")
    host.shows("TS")
    is_back(host)
    waits(host)
    host.says("Ben leads")
    host.sees("Spades are trump")
    expect(host.page.locator(".seat").filter(has_text="Ann").locator(".tag")).to_have_text("20")
    host.sees("Hand 2, trick 4 of 16")


def test_what_nobody_can_know_leaves_the_cloth_as_it_is(host: Phone) -> None:
    """Who took a trick that is entered without its cards: until the answer the places keep their numbers."""
    host.go(host.set_table(DEALT))
    gate = Gate(host)
    host.button("By tricks").click()
    host.page.get_by_role("button", name="Cat").locator("visible=true").click()
    expect(strip(host)).to_be_visible()
    assert host.page.locator(".seat .slot").all_inner_texts() == ["3", "1", "2"]
    gate.let_through(1)
    host.says("Cat leads")
