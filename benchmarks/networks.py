"""Twelve bad networks: how many cards that a phone enters through each are lost, doubled, or shown wrongly.

A real server, and two phones in Chromium at one table, each behind a proxy that is its network. One phone plays a card
every 300 ms, whatever is answered. What it shows in the frame after each tap is compared with what it shows there in a
good network; and once all has been sent, the server's log and both phones are. Both limits are the project's own.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from _matches import GAME, NAMES, match
from _networks import CLEAR, Network, Proxy
from _ratio import say
from _served import free_port, ours
from playwright.sync_api import Browser, sync_playwright

from tests.browser import launch_options
from tests.e2e.phone import Phone
from tests.e2e.without_network import is_back, knows_ahead, stays_away
from webapp.config import Config
from webapp.store import Store

LIMIT_MS, LIMIT = 20, 0
PLAYS, BETWEEN, TURNS_BAD_AT, WAITING = 24, 0.3, 4, 8
"""Cards, seconds between them, after how many the network turns bad, and how many are tapped without one."""
AWAY, SILENT, STARTS_AGAIN = 20.0, 10.0, 3.0
PATIENCE_MS = 180_000
TAP = """card => new Promise(done => {
    const tap = () => {
        const key = [...document.querySelectorAll('#entry [name=event]')].find(one => one.value.includes(`"${card}"`));
        if (!key) return requestAnimationFrame(tap);
        const begun = performance.now();
        key.click();
        requestAnimationFrame(() =>
            done([performance.now() - begun, document.querySelector('#table .turn h1').innerText]));
    };
    tap();
})"""
"""Taps the key of a card once it is there: the milliseconds until the next frame, and the turn line in it."""
SHOWN = """() => [...document.querySelectorAll('#table .turn h1, #table .board use, #table .board text')]
    .map((one) => one.textContent || one.getAttribute('href')).join(' ')"""
ALL_SENT = "() => document.querySelector('#unsent').matches('[hidden], .held')"
HEARD = "count => +document.querySelector('#moved').dataset.seq > count"


class House:
    """A server that can be killed, and started again where it was."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack, self.port = folder, stack, free_port()
        self.start()

    def start(self) -> None:
        self._server = self._stack.enter_context(ours(self._folder, port=self.port))

    def log(self, table: int) -> list[str]:
        """Returns the cards that stand in the log of a table, in order."""
        store = Store(Config(instance=self._folder).database)
        bodies = [json.loads(event.body) for event in store.events(table)]
        store.close()
        return [body["card"] for body in bodies if body["type"] == "play"]

    def kill(self) -> None:
        self._server.process.kill()
        self._server.process.wait()


class Party:
    """Two phones at a table, each behind its own network."""

    def __init__(self, house: House, browser: Browser, seed: int) -> None:
        self.house, self.ways = house, [Proxy(house.port, seed), Proxy(house.port, seed + 1)]
        self.mine, self.other = (Phone(browser, f"http://127.0.0.1:{way.port}", game=GAME.name) for way in self.ways)
        self.mine.answers(lambda dialog: dialog.accept())
        dealt, *plays = match(3, 1, hands=1)
        self.cards = [play["card"] for play in plays[:PLAYS]]
        self.table = self.mine.set_table([dealt], NAMES[:3])
        self.other.is_let_in(self.mine.way(self.table), "watch")
        for phone in (self.mine, self.other):
            phone.go(self.table)
            phone.page.locator("#live.on").wait_for(state="attached")
        knows_ahead(self.mine)

    def turns(self, network: Network, *, silent: bool = False) -> None:
        """Has both phones in this network from now on."""
        for way in self.ways:
            way.network, way.silent = network, silent

    def taps(self, cards: list[str]) -> list[tuple[float, str]]:
        """Plays these cards; returns how many milliseconds each took to be there, and the turn line in that frame."""
        found = []
        for card in cards:
            found.append(tuple(self.mine.page.evaluate(TAP, card)))
            time.sleep(BETWEEN)
        return found

    def end(self) -> tuple[list[str], list[str]]:
        """Waits until all is sent and heard; returns the cards in the server's log, and what the two phones show."""
        self.mine.page.wait_for_function(ALL_SENT, timeout=PATIENCE_MS)
        self.turns(CLEAR)
        entered = self.house.log(int(self.table.rpartition("/")[2]))
        for phone in (self.mine, self.other):
            phone.page.wait_for_function(HEARD, arg=len(entered), timeout=PATIENCE_MS)
        return entered, [phone.page.evaluate(SHOWN) for phone in (self.mine, self.other)]

    def leave(self) -> None:
        """Puts both phones away."""
        for phone in (self.mine, self.other):
            phone.context.close()
        for way in self.ways:
            way.close()


Played = list[tuple[float, str]]
Course = Callable[[Party, list[str]], Played]


def through(network: Network) -> Course:
    """Every card goes through this network."""

    def play(party: Party, cards: list[str]) -> Played:
        party.turns(network)
        return party.taps(cards)

    return play


def interrupted(begins: Callable[[Party], None], ends: Callable[[Party], None], lasts: float) -> Course:
    """Something begins; some cards are tapped meanwhile; it ends after so many seconds, and the others follow."""

    def play(party: Party, cards: list[str]) -> Played:
        begun = time.monotonic()
        begins(party)
        meanwhile = party.taps(cards[:WAITING])
        time.sleep(max(0.0, begun + lasts - time.monotonic()))
        ends(party)
        return meanwhile + party.taps(cards[WAITING:])

    return play


def is_closed_and_opened(party: Party) -> None:
    """The page is closed with what waits in it, and a new one is opened."""
    party.mine.page.close(run_before_unload=False)
    party.mine.page = party.mine.context.new_page()
    is_back(party.mine)
    party.mine.go(party.table)
    knows_ahead(party.mine)


COURSES: dict[str, Course] = {
    "700 ms to and fro": through(Network("", 0.35, 0.35)),
    "2G: 600 ms, 4 kB a second": through(Network("", 0.3, 0.3, rate=4000)),
    "up to 3 s, each request otherwise": through(Network("", 0.0, 1.5)),
    "a fifth of the requests lost": through(Network("", unsent=0.2)),
    "a fifth of the answers lost": through(Network("", unheard=0.2)),
    "a fifth of the answers torn": through(Network("", torn=0.2)),
    "each request arrives twice": through(Network("", 0.0, 0.1, twice=True)),
    "a gateway that is busy": through(Network("", busy=0.3)),
    "silent for 10 s": interrupted(
        lambda party: party.turns(CLEAR, silent=True), lambda party: party.turns(CLEAR), SILENT
    ),
    "wifi away for 20 s": interrupted(lambda party: stays_away(party.mine), lambda party: is_back(party.mine), AWAY),
    "page closed with eight waiting": interrupted(lambda party: stays_away(party.mine), is_closed_and_opened, 0),
    "server killed, back after 3 s": interrupted(
        lambda party: party.house.kill(), lambda party: party.house.start(), STARTS_AGAIN
    ),
}


class Row(NamedTuple):
    """What came of one network."""

    name: str
    lost: int
    doubled: int
    wrong: int
    own_mark: float
    seconds: float


class Watch(NamedTuple):
    """What is shown without a bad network: the turn line after each card, and both phones at the end."""

    lines: list[str]
    shown: list[str]


def run(house: House, browser: Browser, seed: int, course: Course) -> tuple[list[str], Played, list[str], list[str]]:
    """Plays once; returns the cards that were tapped, what was seen of each, the log, and what both phones show."""
    party = Party(house, browser, seed)
    try:
        before = party.taps(party.cards[:TURNS_BAD_AT])
        played = before + course(party, party.cards[TURNS_BAD_AT:])
        entered, shown = party.end()
    finally:
        party.leave()
    return party.cards, played, entered, shown


def measured(house: House, browser: Browser, seed: int, name: str, clear: Watch) -> Row:
    """Plays through a network, and counts."""
    begun = time.monotonic()
    cards, played, entered, shown = run(house, browser, seed, COURSES[name])
    seen = [*zip([line for _, line in played], clear.lines, strict=True), *zip(shown, clear.shown, strict=True)]
    # Cards that stand in another order than they were tapped in are as wrong as those that look wrong.
    wrong = sum(one != other for one, other in seen) + sum(a != b for a, b in zip(entered, cards, strict=False))
    lost, doubled = len(set(cards) - set(entered)), len(entered) - len(set(entered))
    return Row(name, lost, doubled, wrong, statistics.median(ms for ms, _ in played), time.monotonic() - begun)


def main() -> int:
    rows = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack, sync_playwright() as playwright:
        house, browser = House(Path(folder), stack), playwright.chromium.launch(**launch_options())
        _, played, _, shown = run(house, browser, 0, through(CLEAR))
        clear = Watch([line for _, line in played], shown)
        for seed, name in enumerate(COURSES, 1):
            rows.append(measured(house, browser, 10 * seed, name, clear))
            row = rows[-1]
            print(
                f"{row.name:<34} {PLAYS} tapped, {row.lost} lost, {row.doubled} doubled, {row.wrong} shown wrongly, "
                f"own mark {row.own_mark:.0f} ms, {row.seconds:.0f} s",
                flush=True,
            )
        browser.close()
    faults, slowest = sum(sum(row[1:4]) for row in rows), max(row.own_mark for row in rows)
    held = [
        say(f"lost, doubled or wrong in {len(rows)} bad networks", faults, LIMIT, at_least=False),
        say("milliseconds from a tap to its mark in the worst of them", slowest, LIMIT_MS, at_least=False),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
