"""What was chosen, typed and opened stays when the page is redrawn, on a network where each answer comes late."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.games.sechsundsechzig import test_table as su
from tests.e2e.games.sichere_six import test_table as sichere
from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT, OVER, Events, plays
from tests.web.games.deep_six import tables as deep
from tests.web.games.sichermans_war import tables as war

PADS: Mapping[str, tuple[tuple[str, ...], Mapping[str, Events]]] = {
    "sixes-and-sevens": (
        ("Ann", "Ben", "Cat"),
        {"first deal": [], "lead": DEALT, "follow": [*DEALT, *plays("7C", "2C")], "next deal": OVER[:2]},
    ),
    "sichere-six": (
        ("Ann", "Ben", "Cat"),
        {name: sichere.STATES[name] for name in ("lead", "spits", "mercy", "tricks", "round")},
    ),
    "sechsundsechzig": (
        ("Ann", "Ben"),
        {"first deal": [], **{name: su.STATES[name][0] for name in ("second lead", "announced", "last call")}},
    ),
    "deep-six": (
        deep.NAMES,
        {
            name: deep.STATES[name]
            for name in ("auction", "sink", "exchange", "cards back", "meld", "lead", "by tricks")
        },
    ),
    "sichermans-war": (
        ("Ann", "Ben"),
        {name: war.STATES[name][0] for name in ("start", "dice", "natural tie", "next battle")},
    ),
}
# Chooses one of each that is offered, opens a sheet and fills in its numbers, and puts the focus on the last.
CHOOSES = """() => {
  const controls = (of, from = document) => [...from.querySelectorAll(`#table ${of}`)].filter((one) => !one.disabled);
  const groups = Map.groupBy(controls("input[type=radio]"), (one) => `${one.form?.id} ${one.name}`);
  for (const group of groups.values()) group.findLast((one) => !one.checked)?.click();
  controls("input[type=checkbox]:not([data-keep])")[0]?.click();
  const sheet = document.querySelector("#table [popover]:has(input:not([type=hidden]))");
  sheet?.showPopover();
  controls("input[type=number]").forEach((box, at) => {
    box.value = +box.min + (at + 1) * (+box.step || 1);
    box.dispatchEvent(new Event("input", {bubbles: true}));
  });
  const last = (sheet || document).querySelector("input[type=number], #entry button[name]");
  last?.focus();
}"""
CHOSEN = """() => ({
  given: [...document.querySelectorAll("#table input:not([type=hidden],#melds *)")].map((one) =>
    [one.closest("[id]:not(input)")?.id, one.name, one.value, one.checked].join(" ")),
  open: [...document.querySelectorAll("#table :popover-open")].map((one) => one.id),
  focus: [document.activeElement.name, document.activeElement.value].join(" "),
})"""


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


@pytest.mark.parametrize("game", PADS)
def test_what_is_half_done_stays_on_every_pad(phones: Phones, game: str) -> None:
    host = phones(game=game)
    players, states = PADS[game]
    for name, events in states.items():
        table = host.set_table(events, players)
        host.go(table)
        host.page.evaluate(CHOOSES)
        host.is_answered()
        host.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        before = host.page.evaluate(CHOSEN)
        host.post(f"{table}/disputes", op="0" * 16, seen=f"{len(events)}", about="match", why="score", play="on")
        expect(host.page.locator("#notes .call")).to_be_attached()
        assert host.page.evaluate(CHOSEN) == before, name
