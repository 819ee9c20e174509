"""A case about a trick: a wrong card in trick 5, which the film shows, in few taps."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import HAND
from tests.e2e.screen_checks import check_screen

TO_THE_TRICK = 2
"""Taps from a call on the desk to the trick that it is about."""
MOST_TAPS = 10
"""From the opened case until the card is corrected."""


def called(phones: Phones, host: Phone, table: str, about: tuple[str, ...], why: str) -> tuple[Phone, Phone]:
    """Lets in Ben and the referee; Ben points at what it is about, a tap each, calls; the referee opens the case."""
    ben, eva = phones(game=host.game), phones(game=host.game)
    ben.is_let_in(host.way(table), "1")
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name="Eva")
    ben.go(f"{table}/disputes/new")
    ben.taps_from_here()
    for name in about:
        radio = ben.page.get_by_role("radio", name=re.compile(name))
        if radio.count():
            ben.choose(radio)
        else:
            ben.page.get_by_text(name).click()
    assert ben.taps <= TO_THE_TRICK
    ben.choose(ben.page.get_by_role("radio", name=why, exact=True))
    ben.button("Call the referee").click()
    ben.page.wait_for_url(f"**{table}")
    eva.go(f"{table}/desk")
    eva.taps_from_here()
    eva.link(why).click()
    return ben, eva


def test_a_wrong_card_in_trick_5_is_found_by_the_film(phones: Phones) -> None:
    host = phones()
    names = ("Ann", "Ben", "Cat")
    played = [
        {"type": "play", "seat": (names.index(trick.leader) + place) % 3, "card": card}
        for trick in HAND[:6]
        for place, card in enumerate(trick.cards)
    ]
    wrong = next(at for at, play in enumerate(played) if play["card"] == "8C")  # Cat's in trick 5
    played[wrong] = {**played[wrong], "card": "6C"}
    table = host.set_table([{"type": "deal", "dealer": 0}, *played])
    _ben, eva = called(phones, host, table, ("Trick 5",), "A card was entered wrongly")
    eva.link("Trick 5").click()
    assert eva.taps == TO_THE_TRICK
    eva.shows("KC", "6C", "QC")
    eva.link("One back").click()
    eva.link("Correct this").click()
    check_screen(eva)
    eva.page.get_by_role("link", name=re.compile("^8 of clubs: fits")).click()
    eva.page.get_by_label("Why").fill("It was the eight")
    eva.button("Correct trick 5").click()
    eva.page.wait_for_url(re.compile(r"/disputes/1$"))
    assert eva.taps <= MOST_TAPS
    expect(eva.page.get_by_text("1 correction was made since", exact=True).first).to_be_visible()
