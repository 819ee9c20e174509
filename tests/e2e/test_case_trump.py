"""A whole case: a dispute about the 8 that makes trump, opened by a player, ruled with an adjustment."""

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.ruling import three_phones
from tests.e2e.screen_checks import check_screen

GAME = "sichere-six"
CARDS = ((1, "TH"), (2, "JH"), (0, "6H"), (2, "6C"), (0, "8S"), (1, "JC"))
EVENTS = [{"type": "deal", "dealer": 0}, *({"type": "play", "seat": seat, "card": card} for seat, card in CARDS)]


def test_a_dispute_about_trump_is_ruled_with_an_adjustment(phones: Phones, host: Phone) -> None:
    table, ben, eva = three_phones(phones, host, EVENTS)

    ben.menu("Referee")
    ben.choose(ben.page.get_by_role("radio", name="2 Trick 2 Ann"))
    ben.choose(ben.page.get_by_role("radio", name="8 of spades Ann"))
    ben.choose(ben.page.get_by_role("radio", name="When trump was made", exact=True))
    ben.button("Call the referee").click()
    host.sees("Referee looks at trick 2.")

    eva.go(f"{table}/desk")
    eva.link("When trump was made").click()
    eva.page.get_by_text("What can be said", exact=True).click()
    for said in (
        "There was no trump yet.",
        "From this card on spades are trump.",
        "SIC-8",
        "6 cards of Ann are unseen.",
    ):
        eva.sees(said)
    check_screen(eva)

    expect(eva.button("So it is ruled")).to_be_hidden()
    eva.page.get_by_role("radio", name="Adjust the score").locator("xpath=..").click()
    eva.page.get_by_role("button", name="Ann: less").click()
    eva.page.get_by_role("button", name="Ben: more").click()
    eva.page.get_by_label("The rule that it rests on").select_option("SIC-8 Trump")
    eva.page.get_by_label("In own words").fill("The 8 lay before the jack.")
    eva.button("So it is ruled").click()
    # First the effect is seen, and what was typed is kept.
    eva.expects(422)
    expect(eva.page.get_by_text("This is what the points do.")).to_be_in_viewport()
    expect(eva.page.get_by_role("row", name="Ann 0 changes to −1")).to_be_visible()
    expect(eva.page.get_by_label("In own words")).to_have_value("The 8 lay before the jack.")
    eva.button("So it is ruled").click()
    eva.sees("Settled: The score was adjusted. The 8 lay before the jack.")
    check_screen(eva)

    for phone in (host, ben):
        phone.sees("Eva ruled: The score was adjusted. The 8 lay before the jack.")
        phone.does_not_see("Referee looks at trick 2.")
        phone.go(f"{table}/scores")
        for total in ("−1", "+1"):
            expect(phone.page.get_by_label("Totals").get_by_text(total, exact=True)).to_be_visible()
        phone.sees("Eva ruled: The score was adjusted. The 8 lay before the jack.")
    check_screen(ben)
