"""Deep Six on the phone: a hand by cards on two phones until it is played, one by tricks, one as totals."""

from playwright.sync_api import Locator, expect

from tests.e2e.games.deep_six.phone import (
    CONTRACT,
    HAND,
    MELDS,
    NAMES,
    PLAYING,
    WORTH,
    enter_contract,
    meld,
    pick,
    picked,
    played,
    sheet,
)
from tests.e2e.phone import Phone, card_label
from tests.e2e.sample_hand import Fallen

GAME = "deep-six"
TOO_NARROW = """() => {
    const root = document.documentElement.style;
    root.fontSize = "32px"; // text at 200 %
    const keys = [...document.querySelectorAll("#by-totals .numpad button")];
    const narrow = keys.filter(key => key.scrollWidth > key.clientWidth).length;
    root.fontSize = "";
    return narrow;
}"""
"""How many keys of the sheet of totals are too narrow for their numbers in large text."""


def test_two_phones_play_a_hand_by_cards(host: Phone, guest: Phone) -> None:
    table = host.set_table(players=NAMES)
    guest.is_let_in(host.way(table), "1")
    for phone in (host, guest):
        phone.go(table)
    host.sees("2 phones")
    host.taps_from_here()
    host.deal("Dan")
    _the_auction_sinks(host, guest)
    _ben_passes_three_for_nobody_else_to_see(host, guest)
    _all_meld(host, guest)
    _a_trick_without_a_tap(host, HAND[0])
    _a_card_that_a_meld_forbids(host, guest, HAND[1])
    # The deal, five calls with a page turned and the suit, one for the exchange, the melds, a card each in a trick.
    # Beside those: one mistake in the auction with its undo, a refused card with its way back.
    whole = 1 + 6 + 1 + 1 + sum(map(len, MELDS.values())) + 4 + len(NAMES)
    assert host.taps == whole + 2 + 2


def _the_auction_sinks(host: Phone, guest: Phone) -> None:
    host.says("Ann calls")
    host.button("Pass").click()
    guest.says("Ben calls")
    host.button("Bid 70").click()
    guest.says("Cat calls")
    host.undo.click()
    guest.says("Ben calls")
    host.button("Bid 80").click()
    host.says("Cat calls")
    expect(host.button("Bid 80")).to_have_count(0)
    host.button("Pass").click()
    host.sees("Passed: Ann, Cat")
    host.sees("Below 80, or pass. If Dan passes, Ben has it at 80.")
    host.page.get_by_text("lower…").locator("visible=true").click()
    host.button("Bid −40").click()
    host.says("Ben calls")
    host.button("Pass").click()
    guest.says("Dan sinks a suit")
    host.button("Hearts").click()


def _ben_passes_three_for_nobody_else_to_see(host: Phone, guest: Phone) -> None:
    guest.says("Ben passes three cards")
    pick(guest, "8H", "8H", "8H", "8H", "8H", "3D")
    picked(guest, "8H", 2, "passed")
    guest.button("Pass these three").click()
    guest.sees("You passed, only on this phone:")
    host.says("Dan gives three cards back")
    for again in (False, True):
        if again:
            host.page.reload()
        told = host.page.inner_html("#table")  # beside it lie the pads of made-up hands, once they are fetched
        assert "You passed" not in told
        assert card_label("8H") not in told
    host.button("Dan has given three back").click()
    guest.says("Everybody melds")


def _all_meld(host: Phone, guest: Phone) -> None:
    for name in NAMES:
        meld(host, name)
    guest.says("Dan leads")
    guest.sees("Hearts are sunk")
    expect(guest.page.locator("#table")).to_contain_text("melds −65")


def _a_trick_without_a_tap(host: Phone, trick: Fallen) -> None:
    """A trick in which nothing happens: the phones are told of it as of a third one's entries."""
    seats = [(NAMES.index(name), card) for name, card in played(trick)]
    host.enter(host.table, [{"type": "play", "seat": seat, "card": card} for seat, card in seats])


def _a_card_that_a_meld_forbids(host: Phone, guest: Phone, trick: Fallen) -> None:
    """Ann has melded both sevens of spades: one of them must go over the five, not the three."""
    cat, dan, ann, ben = trick.cards
    host.play(cat)
    host.play(dan)
    host.expects(422)
    host.tap("3S")
    host.is_refused("Ann has to play over", "the seven of spades", "DEEP-14", "known to be there")
    expect(host.refusal.get_by_role("img", name=card_label("7S"))).to_be_visible()
    host.link("Wrong key, choose again").click()
    host.play(ann)
    guest.sees("Spades take the trick")
    host.play(ben)
    guest.says(f"{trick.taker} leads")


def test_a_hand_by_tricks(host: Phone) -> None:
    table = host.set_table(players=NAMES)
    host.go(table)
    host.taps_from_here()
    host.deal("Dan")
    enter_contract(host)
    host.says("Everybody melds")
    host.enter(table, PLAYING[len(CONTRACT) :])
    host.says("Dan leads")
    host.button("By tricks").click()
    _is_won(host, sheet(host, "Who won the trick?"), HAND[0])
    _is_won(host, host.page.locator("#entry"), HAND[1])
    won = [{"type": "trick", "winner": NAMES.index(trick.taker), "points": _points(trick)} for trick in HAND[2:-1]]
    host.go("about:blank")
    host.enter(table, won)
    host.go(table)
    host.says(f"{HAND[-2].taker} leads")
    _is_won(host, host.page.locator("#entry"), HAND[-1])
    host.sees("Ben and Dan bid 70 and made it: net −5.")
    tapped = (*HAND[:2], HAND[-1])
    assert host.taps == 1 + 4 + 1 + len(tapped) + sum(_points(trick) > 0 for trick in tapped)


def _points(trick: Fallen) -> int:
    return sum(WORTH.get(card[0], 0) for card in trick.cards)


def _is_won(host: Phone, place: Locator, trick: Fallen) -> None:
    """Taps who won a trick, after its points where it has some."""
    if points := _points(trick):
        host.choose(host.page.get_by_role("radio", name=str(points), exact=True))
    place.get_by_role("button", name=trick.taker, exact=True).click()
    host.sees(f"{trick.taker} took the trick with {points} point")
    host.is_answered()  # what is entered next without a tap follows it


def test_a_hand_as_totals_is_ten_taps_with_its_contract(host: Phone) -> None:
    host.go(host.set_table(players=NAMES))
    host.taps_from_here()
    host.button("Enter hand 1 as totals").click()
    totals = sheet(host, "Points of hand 1")
    assert host.page.evaluate(TOO_NARROW) == 0
    host.choose(host.page.locator("[name=seat][value='3']"))
    totals.get_by_role("group", name="Bid").get_by_role("button", name="Bid 70", exact=True).click()
    expect(totals.get_by_role("button", name="Enter hand 1")).to_be_disabled()
    host.choose(host.page.get_by_role("radio", name="Hearts"))
    for key in ("190", "40", "+5", "60", "+5"):
        totals.get_by_role("group", name="Points").get_by_role("button", name=f"Points {key}", exact=True).click()
    for what, number in (("took", "60"), ("melded", "-65")):
        expect(totals.get_by_role("spinbutton", name=f"Ben and Dan {what}")).to_have_value(number)
    totals.get_by_role("spinbutton", name="Ann and Cat melded").fill("45")
    totals.get_by_role("button", name="Enter hand 1").click()
    host.says("Ben deals")
    host.sees("Ben and Dan bid 70 and made it: net −5.")
    assert host.taps == 10, "the sheet, bidder, bid, suit, 190, two melds of two keys, the key that enters them"
