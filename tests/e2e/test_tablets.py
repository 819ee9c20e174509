"""Tablets, a phone on its side, a screen on the wall: nothing lies on anything else, and every key is in sight."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.e2e import test_screens as sixes
from tests.e2e.games.deep_six.phone import HAND, PLAYING
from tests.e2e.games.deep_six.phone import NAMES as FOUR
from tests.e2e.games.sechsundsechzig import test_table as su
from tests.e2e.games.sichere_six import test_table as sichere
from tests.e2e.phone import Phone, Phones, resize
from tests.e2e.sample_hand import Events
from tests.web.games.deep_six import tables as deep

SIZES = ((820, 1180), (1180, 820), (844, 390), (1280, 800), (1920, 1080))
WALL_CARD = 118
"""The least width of a card at 1920 × 1080, to be read from three metres."""
NAMES = ("Maximiliane", "Bartholomew", "Wilhelmina-Charlotte", "Dan", "Eve", "Friederike-Luise")
PLAYED = [event for trick in HAND for event in deep.plays(*trick.cards, first=FOUR.index(trick.leader))]
SECOND = [*sixes.DEALT, *sixes.plays("7C", "2C", "9C", "TC", "QC", "3C", players=6)]
STATES: Mapping[str, tuple[int, Events]] = {
    "sixes-and-sevens, a hand is over": (3, sixes.STATES["next deal"]),
    "sixes-and-sevens, six": (6, SECOND),
    "sichere-six": (3, sichere.STATES["mirth"]),
    "deep-six": (4, deep.STATES["introduced"]),
    "deep-six, a hand is over": (4, [*PLAYING, *PLAYED]),
    "sechsundsechzig": (2, su.STATES["second lead"][0]),
}
OVERLAPS = """() => {
  const shown = (query) => [...document.querySelectorAll(query)].filter((part) => part.checkVisibility());
  const parts = shown(".seat :is(.n, .k:not(.back, .up), .slot, .m), .beam, .lane, .race, .turn h1, .facts .fact");
  const name = (part) => part.className.baseVal ?? `${part.className} ${part.textContent.trim().slice(0, 20)}`;
  const box = (part) => part.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  const found = [];
  parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
    if (one.closest(".seat") !== other.closest(".seat") || !one.closest(".seat"))
      if (meet(box(one), box(other))) found.push(`${name(one)} on ${name(other)}`);
  }));
  for (const fact of shown(".facts span.fact, .facts .fact b"))
    if (fact.scrollWidth > fact.clientWidth + 2) found.push(`cut: ${fact.textContent}`);
  for (const sums of shown(".side .totals"))
    if (box(sums).bottom > box(sums.closest(".side")).bottom + 1) found.push("cut: the totals");
  for (const took of shown(".took"))
    if (!took.innerText.includes("\\n")) found.push(`runs together: ${took.innerText}`);
  for (const key of shown(".pad :is(.cell, .tab, .btn), .undo"))
    if (box(key).bottom > innerHeight + 1 || box(key).right > innerWidth + 1)
      found.push(`off the screen: ${name(key)}`);
  return found;
}"""


@pytest.mark.parametrize("game", STATES)
def test_seats_keys_and_facts_have_room(phones: Phones, game: str) -> None:
    phone, (players, events) = phones(), STATES[game]
    phone.game = game.partition(",")[0]
    phone.go(phone.set_table(events, NAMES[:players]))
    for width, height in SIZES:
        resize(phone.page, width, height)
        assert phone.page.evaluate(OVERLAPS) == [], (width, height)
        if height < 400:
            expect(phone.page.locator(".facts .fact").first).to_be_visible()
    if cards := phone.page.locator(".seat .k:not(.back, .up)").all():
        assert cards[0].evaluate("(card) => card.offsetWidth") >= WALL_CARD


def test_a_wall_shows_how_to_watch_along(host: Phone, guest: Phone) -> None:
    table = host.set_table(sixes.FOLLOW)
    guest.is_let_in(host.way(table, "watcher"), "watch")
    guest.go(table)
    resize(guest.page, 1280, 800)
    code = guest.page.get_by_role("region", name="Watch along")
    expect(code).to_be_visible()
    covers = """(wall) => {
      const {left, right, top, bottom} = wall.querySelector("svg, img").getBoundingClientRect();
      const at = [[left + 4, top + 4], [right - 4, bottom - 4]].map(([x, y]) => document.elementFromPoint(x, y));
      return at.every((part) => wall.contains(part));
    }"""
    assert code.evaluate(covers), "nothing lies on the picture"
    free = "(code) => [...document.querySelectorAll('.pad')].every((pad) => !pad.checkVisibility())"
    assert code.evaluate(free), "nothing stands behind it"


def test_a_tablet_is_read_from_the_other_side(host: Phone) -> None:
    table, ends = host.set_table(sixes.FOLLOW), "(part) => Math.round(part.getBoundingClientRect().bottom)"
    resize(host.page, 1180, 820)
    host.go(table)
    host.menu("Turn to the other side")
    expect(host.page.locator("html")).to_have_attribute("data-side", "far")
    assert host.page.locator(".bar").evaluate(ends) == 820, "the head is below"
    host.button("More").click()
    menu = host.page.get_by_role("region", name="Sixes and Sevens")
    assert (menu.evaluate("(part) => part.getBoundingClientRect().top"), menu.evaluate(ends) < 820) == (0, True)
    assert host.page.evaluate("document.documentElement.scrollHeight") == 820
    resize(host.page, 390, 844)
    expect(menu.get_by_text("Turn to the other side")).to_be_hidden()
    assert host.page.locator(".bar").evaluate(ends) < 100, "a phone is turned by hand"
