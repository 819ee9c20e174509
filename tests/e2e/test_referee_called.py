"""The referee is called: three phones, from what is pointed at to the case, and play goes on."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.ruling import three_phones
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.screen_checks import check_screen


def test_a_player_calls_the_referee_and_play_goes_on(phones: Phones, host: Phone) -> None:
    events = [*DEALT, *plays("7C", "2C", "9C"), *plays("3D", first=0)]
    _table, ben, eva = three_phones(phones, host, events)

    host.has_all()
    # Ben doubts the two of clubs: two taps to the form, one to the trick, one to the card, two for what is the matter.
    ben.taps_from_here()
    ben.menu("Referee")
    ben.choose(ben.page.get_by_role("radio", name="1 Trick 1 Ann"))
    ben.choose(ben.page.get_by_role("radio", name="2 of clubs Cat"))
    ben.choose(ben.page.get_by_role("radio", name="Revoke", exact=True))
    ben.choose(ben.page.get_by_role("radio", name="Play pauses", exact=True))
    assert ben.taps == 6
    check_screen(ben)
    ben.button("Call the referee").click()

    for phone in (host, ben):
        phone.sees("Referee looks at trick 1.")
    # Who does not look hears it, once, without the turn line, which is still the same.
    expect(host.page.locator("#say p")).to_have_text([re.compile(r"^Referee looks at trick 1\.")])
    for phone in (host, ben):
        expect(phone.button("Play on")).to_be_visible()
        expect(phone.undo).to_have_count(0)
    check_screen(ben)
    expect(eva.link("To the desk 1 open matter")).to_be_visible()
    host.button("Play on").click()
    host.says("Ben plays")
    ben.play("4D")
    host.shows("4D")
    ben.sees("Play goes on.")
