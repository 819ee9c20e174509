"""A whole case: in an earlier hand of Deep Six a card was entered wrongly; a referee amends it with two repairs.

Ann's three of diamonds went into the log as a three of clubs. With it Ann took a trick that was Cat's: from there on
the cards stand with the wrong seats, and of the last trick the three of clubs with the wrong suit.
"""

from playwright.sync_api import expect

from tests.e2e.games.deep_six.phone import HAND, NAMES
from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import Events
from tests.e2e.screen_checks import check_screen

GAME = "deep-six"
WRONG = 41
"""Ann's card in the eleventh trick."""
LEADERS = (3, 2, 0, 3, 1, 0, 3, 2, 1, 0, 3, 0, 2, 1)
OPENING: Events = [
    {"type": "deal", "dealer": 3},
    {"type": "contract", "seat": 3, "amount": 70, "suit": "H"},
    *({"type": "meld", "seat": seat, "points": 0} for seat in range(4)),
]
NEXT: Events = [
    {"type": "deal", "dealer": 0},
    {"type": "contract", "seat": 1, "amount": 90, "suit": "C"},
    {"type": "tally", "taken": [100, 150], "meld": [-20, -45]},
]


def entered() -> Events:
    """Returns the hand as it went into the log, and the next one as totals."""
    cards = [card for trick in HAND for card in trick.cards]
    cards[WRONG], cards[-1] = cards[-1], cards[WRONG]
    seats = [(leader + place) % 4 for leader in LEADERS for place in range(4)]
    plays = [{"type": "play", "seat": seat, "card": card} for seat, card in zip(seats, cards, strict=True)]
    return [*OPENING, *plays, *NEXT]


def totals(phone: Phone, table: str, ours: str, theirs: str) -> None:
    """Expects the totals of both sides on the score sheet."""
    phone.go(f"{table}/scores")
    for number in (ours, theirs):
        expect(phone.page.get_by_role("list", name="Totals").get_by_text(number, exact=True)).to_be_visible()


def test_a_wrong_card_of_an_earlier_hand_is_amended_with_two_repairs(phones: Phones, host: Phone) -> None:
    ben, eva = phones(), phones()
    table = host.set_table(entered(), NAMES)
    host.sit(table, 0)
    ben.is_let_in(host.way(table), "1")
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name="Eva")
    totals(eva, table, "230", "240")
    for phone in (host, ben):
        phone.go(table)

    # A player looks at the earlier hand: what is to be changed there is asked of the referee.
    ben.go(f"{table}/amendments?hand=1")
    ben.sees("Which entry was wrong?")
    check_screen(ben)
    ben.go(table)

    # The referee picks the card: no other one fits by itself.
    eva.go(f"{table}/amendments?hand=1")
    check_screen(eva)
    eva.page.get_by_role("link", name="3 of clubs Ann").last.click()
    eva.link("diamonds").click()
    eva.link("3 of diamonds: does not fit").click()
    eva.sees("Cat would have led the next trick")
    check_screen(eva)

    # First repair: the same cards by the seats that follow. Second: the last card was the three of clubs.
    eva.sees("It would be the turn of Cat")
    eva.sees("Trick 11 goes to")
    check_screen(eva)
    eva.link("The next 12 entries by the seats that then follow").click()
    eva.sees("The three of diamonds is already played")
    eva.link("Change it").click()
    eva.link("clubs").click()
    eva.link("3 of clubs: fits").click()

    eva.sees("Everything fits.")
    for row in (
        "Ann and Cat in all 230 changes to 270",
        "Ben and Dan in all 240 changes to 170",
        "The bid failed changes to made",
    ):
        expect(eva.page.get_by_role("row", name=row)).to_be_visible()
    check_screen(eva)
    eva.page.get_by_label("Why").fill("3 of diamonds entered as three of clubs")
    eva.button("Correct it all at once").click()
    eva.page.wait_for_url(f"**{table}")

    # The players' phones say so at once, and everybody's scores have followed.
    for phone in (host, ben):
        phone.sees("corrected an earlier entry")
        phone.sees("270")
    for phone in (host, ben, eva):
        totals(phone, table, "270", "170")
