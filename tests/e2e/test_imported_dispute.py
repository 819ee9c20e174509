"""A dispute in a match that came from a file: from the call to the protocol that is printed."""

import json
import re

from playwright.sync_api import expect

from tests.e2e.phone import PLAYERS, Phone, Phones
from tests.e2e.screen_checks import check_screen

DEAL = {"type": "deal", "dealer": 0}
FORGED = [
    DEAL,
    {"type": "tally", "tricks": [9, 4, 4]},
    {"type": "adjust", "points": [0, 5, 0], "reason": "counting error"},
    {"type": "ruling", "event": 1, "text": "Five points for Ben.", "remedy": "adjusted", "by": "Karin"},
]
TAG = "from a file, not vouched for here"


def test_a_dispute_in_an_imported_match(phones: Phones, host: Phone) -> None:
    ben, eva = phones(), phones()
    header = {"format": "sixfold-record/1", "game": host.game, "players": list(PLAYERS)}
    host.go("/records")
    host.page.get_by_label("Or its text").fill(json.dumps({**header, "events": FORGED}))
    host.button("Look at it").click()
    host.sees("No house has signed it.")
    check_screen(host)
    host.button("Go on playing").click()
    table = f"/tables/{host.page.url.rpartition('/')[2]}"
    ben.is_let_in(host.way(table), "1")
    host.sit(table, 0)
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name="Eva")

    # Ann doubts what a file says that a referee has ruled: three taps and her words.
    host.go(table)
    host.menu("Referee")
    host.choose(host.page.get_by_role("radio", name="Something else", exact=True))
    host.page.get_by_label("In own words").fill("Nobody ruled that")
    host.button("Call the referee").click()

    eva.go(f"{table}/desk")
    eva.sees(TAG)
    check_screen(eva)
    eva.link("Nobody ruled that").click()
    eva.sees("The first 4 entries came from a file")
    eva.choose(eva.page.get_by_role("radio", name="Adjust the score"))
    eva.page.get_by_role("button", name="Ben: less").click(click_count=5)
    eva.button("Show the effect").click()
    eva.page.get_by_label("The rule that it rests on").select_option("GEN-1")
    eva.button("So it is ruled").click()
    eva.sees("Settled:")

    ben.go(f"{table}/protocol")
    for ruled, marked in (("Karin", 1), ("Eva", 0)):
        ruling = ben.page.get_by_role("listitem").filter(has_text=re.compile(rf"{ruled}, |{ruled}\b.* 20\d\d"))
        expect(ruling.first).to_be_visible()
        expect(ruling.first.get_by_text(TAG)).to_have_count(marked)
    check_screen(ben)
    ben.page.emulate_media(media="print")
    printed = ben.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
