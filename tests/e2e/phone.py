"""A phone at the table: a browser with its own cookies, and what a thumb does on it.

Everything is found as a person finds it, by role, label and text.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, BrowserContext, Dialog, Error, Locator, Page, Response, ViewportSize, expect

from tests.e2e.init_scripts import INIT_SCRIPTS, NO_DOUBLE_TAP, NO_WORKER
from webapp.access.device import COOKIE

PATIENCE = 90_000  # milliseconds after which something has gone wrong; nothing here waits when it is ready
PLAYERS = ("Ann", "Ben", "Cat")
SCREEN: ViewportSize = {"width": 390, "height": 844}
CODE = re.compile(r"^[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{4}$")
GAME = "sixes-and-sevens"
NEW_TABLE = f"/tables/new/{GAME}"
SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
GAMES = {
    "sixes-and-sevens": "Sixes and Sevens",
    "sichere-six": "Sichere Six",
    "sichermans-war": "Sicherman’s War",
    "deep-six": "Deep Six",
    "sechsundsechzig": "Sechsundsechzig",
}
CARD_KEY = re.compile(rf"^\w+ of ({'|'.join(SUITS.values())})")
RANKS = {rank: rank for rank in "23456789"} | {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}

Event = Mapping[str, Any]
Phones = Callable[..., "Phone"]


def card_label(card: str) -> str:
    """Returns what a screen reader says for a card: "QH" is *Queen of hearts*, "X" *Joker*, "K" *King*."""
    if card == "X":
        return "Joker"
    if len(card) == 1:
        return RANKS[card]
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def whole(text: str) -> re.Pattern[str]:
    """Returns a pattern for a key with this text, whatever it adds about its card."""
    return re.compile(rf"^{re.escape(text)}(, [\w ]+)*(\. .*)?$")


HAS_ALL = """() => {
  const parts = () => [...document.body.querySelectorAll("script,link")], before = parts();
  endMoments();
  const loaded = (part) => new Promise((done) => part.addEventListener("load", done));
  return Promise.all(parts().filter((part) => !before.includes(part)).map(loaded)).then(() => 0);
}"""
LARGE = (700, 640)
"""The least width and height of a screen on which a table has more styles, which are fetched."""
DRESSED = """() => !document.querySelector("#live[data-wide]")
    || [...document.styleSheets].some(({href}) => href?.includes("wide.css"))"""
"""Tells whether a table on a large screen has those styles."""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    is_large = width >= LARGE[0] and height >= LARGE[1]
    # To wait takes ten times as long as to ask, even for what is there already.
    if is_large and not page.evaluate(DRESSED):
        page.wait_for_function(DRESSED)


class Phone:
    """One phone. What its console says is collected."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        language: str = "en-GB",
        scripts: bool = True,
        like: "Phone | None" = None,
        game: str = GAME,
        keeps: bool = False,
    ) -> None:
        self.address, self.game, self.language, self.scripts = address, game, language, scripts
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport=SCREEN,
            is_mobile=True,
            has_touch=True,
            locale=language,
            color_scheme="light",
            reduced_motion="reduce",
            java_script_enabled=scripts,
            storage_state=like.context.storage_state() if like else None,
        )
        self.context.set_default_timeout(PATIENCE)
        # One script: each by itself is compiled and run by itself, in every page.
        self.context.add_init_script(";\n".join((*INIT_SCRIPTS, *(() if keeps else (NO_WORKER,)))))
        self._tapped = ""
        self._answers: list[Callable[[Dialog], None]] = []
        self._said: list[str] = []
        self._expected: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda line: self._said.append(line.text))
        self.page.on("pageerror", lambda error: self._said.append(str(error)))

    def wipe(self) -> None:
        """Makes it a phone that has never been here, but for the files of the pages, which its browser has still."""
        if self.page.url.startswith("http"):
            self.page.evaluate("sessionStorage.clear(); localStorage.clear()")
        self.page.goto("about:blank")
        for other in self.context.pages[1:]:
            other.close()
        self.page.unroute_all()
        self.context.unroute_all()
        while self._answers:
            self.page.remove_listener("dialog", self._answers.pop())
        self.context.set_offline(False)
        self.context.clear_cookies()
        if self.page.viewport_size != SCREEN:
            self.page.set_viewport_size(SCREEN)
        self.page.emulate_media(media="null", color_scheme="light")
        self._expected.clear()
        self._tapped = ""
        self.forget()

    # The console

    def expects(self, *said: int | str) -> None:
        """Declares an answer that is no success, or words: the browser's own note about it is no complaint."""
        self._expected += [f"status of {one} " if isinstance(one, int) else one for one in said]

    def complaints(self) -> list[str]:
        """Returns what the console said that nobody expected."""
        return [line for line in self._said if not any(expected in line for expected in self._expected)]

    def forget(self) -> None:
        """Forgets what the console said so far."""
        self._said.clear()

    def answers(self, answer: Callable[[Dialog], None]) -> None:
        """Answers in this way whatever the browser asks in a dialog."""
        self.page.on("dialog", answer)
        self._answers.append(answer)

    # Taps

    @property
    def taps(self) -> int:
        """How often a thumb has touched this phone since `taps_from_here`."""
        return int(self.page.evaluate("+sessionStorage.taps || 0"))

    def taps_from_here(self) -> None:
        """Counts the taps from here on."""
        self.page.evaluate("delete sessionStorage.taps")

    # Getting about

    def go(self, path: str) -> Response | None:
        """Opens an address of ours."""
        return self.page.goto(path)

    def has_all(self) -> None:
        """Fetches now what a table fetches a moment after it is there, and waits for it."""
        self.page.evaluate(HAS_ALL)

    def button(self, name: str) -> Locator:
        """The button that says exactly this."""
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        """The link that says exactly this."""
        return self.page.get_by_role("link", name=name, exact=True)

    def choose(self, control: Locator) -> None:
        """Taps the label of a radio or a box: that is what a thumb meets."""
        self.page.locator("label").filter(has=control).click()

    def box(self, name: str) -> Locator:
        """The box to be ticked that says exactly this."""
        return self.page.get_by_role("checkbox", name=name, exact=True)

    def sees(self, text: str) -> None:
        """Expects this text."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def asks_again(self) -> None:
        """Ends the seconds after which its page would have asked again for what is new."""
        with suppress(Error):  # a page that goes on at this moment has asked by itself
            self.page.evaluate("endPeriods()")

    def does_not_see(self, text: str) -> None:
        """Expects that this text is nowhere."""
        expect(self.page.get_by_text(text)).to_have_count(0)

    @property
    def table(self) -> str:
        """The address of the table that is on the screen."""
        self.page.wait_for_url(re.compile(r"/tables/\d+"))
        found = re.search(r"/tables/\d+", self.page.url)
        assert found, self.page.url
        return found[0]

    def open_table(self, *names: str) -> str:
        """Opens a table as a person does and returns its address."""
        self.go("/")
        self.page.get_by_role("link", name=GAMES[self.game]).last.click()
        for number, name in enumerate(names or PLAYERS, 1):
            self.page.get_by_role("textbox", name=f"Name {number}", exact=True).fill(name)
        self.page.get_by_role("button", name="Open the table").last.click()
        self.page.wait_for_url(re.compile(r"/tables/\d+$"))
        return self.table

    def join(self, code: str, name: str) -> None:
        """Types the code on the first page and takes the seat of this name, or watches."""
        self.go("/")
        self.page.get_by_label("Table code").fill(code.lower())
        self.button("Join").click()
        self.button(name).click()
        self.page.wait_for_url(re.compile(r"/tables/\d+$"))

    def menu(self, item: str) -> None:
        """Opens "…", the door that this is behind, and takes it."""
        self.button("More").click()
        menu, wanted = self.page.locator("#menu"), self.page.locator("a, li>button").filter(has_text=item)
        door = menu.locator("details").filter(has=wanted).locator("summary")
        if door.count():
            door.click()
        menu.locator(wanted).first.click()

    # The table

    @property
    def turn(self) -> Locator:
        """The line that says whose turn it is."""
        return self.page.get_by_role("heading", level=1)

    def says(self, line: str) -> None:
        """Expects this turn line."""
        expect(self.turn).to_have_text(line)
        self.is_answered()

    def deal(self, name: str) -> None:
        """Enters who deals the first hand."""
        self.button(name).click()

    def card(self, card: str) -> Locator:
        """The card as it lies on the cloth, or as a sentence names it."""
        return self.page.get_by_role("img", name=card_label(card), exact=True)

    def shows(self, *cards: str) -> None:
        """Expects these cards."""
        for card in cards:
            expect(self.card(card).first).to_be_visible()
        self.is_answered()

    def is_answered(self) -> None:
        """A card lies before it is sent: what is on the screen is the table's once nothing is on its way."""
        expect(self.page.locator("form.htmx-request,#unsent.sending")).to_have_count(0)

    def key(self, card: str) -> Locator:
        """The key of a card on the pad."""
        return self.page.get_by_role("button", name=whole(card_label(card)))

    @property
    def keys(self) -> Locator:
        """The keys with cards that are shown now."""
        return self.page.get_by_role("button", name=CARD_KEY)

    def tap(self, card: str) -> None:
        """Taps a card on the pad, choosing its suit first where there is a choice."""
        pad = self.page.locator("#entry")  # names of all keys of a page take long to find
        choice = pad.get_by_role("radiogroup", name="Suit")
        expect(choice.or_(pad.get_by_role("button", name=CARD_KEY)).first).to_be_visible()
        suit = self.page.get_by_role("radio", name=re.compile(f"^{SUITS[card[1]]}", re.IGNORECASE))
        if suit.count():
            self.choose(suit)
        if card == self._tapped and self.scripts:
            self.page.evaluate(NO_DOUBLE_TAP)
        self._tapped = card
        pad.get_by_role("button", name=whole(card_label(card))).click()

    def play(self, card: str) -> None:
        """Enters a card that the rules take."""
        self.tap(card)
        self.shows(card)

    @property
    def undo(self) -> Locator:
        """Takes back the last entry."""
        return self.page.get_by_role("button", name=re.compile("^Undo"))

    @property
    def refusal(self) -> Locator:
        """The sheet that says why an entry was not taken."""
        return self.page.get_by_role("alertdialog")

    def is_refused(self, *texts: str) -> None:
        """Expects that the refusal is open and says this."""
        for text in texts:
            expect(self.refusal).to_contain_text(text)

    # Without the screen

    def enter(self, table: str, events: Iterable[Event]) -> None:
        """Enters events as this phone, without a tap; the rules must take them."""
        found = re.search(r'data-seq="(\d+)"', self.context.request.get(table).text())
        assert found
        self._enter(table, events, int(found[1]))

    def _enter(self, table: str, events: Iterable[Event], first: int) -> None:
        for seen, event in enumerate(events, first):
            self.post(f"{table}/events", event=json.dumps(event), op=secrets.token_hex(8), seen=str(seen))

    def set_table(self, events: Iterable[Event] = (), players: Iterable[str] = PLAYERS, **more: str) -> str:
        """Opens a table as this phone, enters events there, and returns its address."""
        fields = {"game": self.game, "op": secrets.token_hex(8), **more}
        pairs = [*fields.items(), *(("name", name) for name in players)]
        table = self.post("/tables", *pairs)
        self._enter(table, events, 0)
        return table

    def sit(self, table: str, seat: int) -> None:
        """Takes a seat at a table where this phone has been let in."""
        self.post(f"{table}/seat", seat=str(seat))

    def way(self, table: str, role: str = "player") -> str:
        """Returns the link that the QR of a table carries, where this phone has been let in."""
        found = re.search(
            r'data-share="[^"]+(/join/[^"]+)', self.context.request.get(f"{table}/share?role={role}").text()
        )
        assert found
        return found[1]

    def becomes(self, token: str) -> None:
        """From now on this browser is the phone with this token."""
        self.context.clear_cookies()
        self.context.add_cookies([{"name": COOKIE, "value": token, "url": self.address}])

    def is_let_in(self, way: str, chosen: str = "", **fields: str) -> None:
        """Accepts an invitation: `chosen` is a seat or "watch", a referee gives a name."""
        self.post("/accept", way=way.rpartition("/")[2], **{"as": chosen}, **fields)

    def post(self, path: str, *pairs: tuple[str, str], **fields: str) -> str:
        """Sends a form, and returns the path that the answer leads to."""
        answer = self.context.request.post(
            path,
            data=urlencode([*pairs, *fields.items()]),
            headers={"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"},
            max_redirects=0,  # nobody looks at the page that it leads to
        )
        assert answer.status < 400, f"{answer.status} {path}"
        return urlsplit(answer.headers.get("location", "")).path
