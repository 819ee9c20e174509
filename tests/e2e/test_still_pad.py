"""The pad never moves: keys, turn line and Undo stand still and on the screen, whatever is told above them.

What was chosen, typed and opened on it stays when the page is redrawn.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e import test_screens as sixes
from tests.e2e.games.sechsundsechzig import test_table as su
from tests.e2e.games.sichere_six import test_table as sichere
from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import Events
from tests.e2e.screen_checks import BROKEN_WORDS, large_letters
from tests.web.games.deep_six import tables as deep
from tests.web.games.sichermans_war import tables as war

HEIGHT = 640
NAMES = ("Wilhelmina-Charlotte", "Maximiliane-Josephin", "Benedikt-Alexander-J", "Konstantin-Friedrich", "Eve", "Fay")
STATES: Mapping[str, tuple[int, Mapping[str, Events]]] = {
    "sixes-and-sevens": (
        3,
        {name: sixes.STATES[name] for name in ("first deal", "lead", "follow", "proven", "next deal")},
    ),
    "sichere-six": (3, {name: sichere.STATES[name] for name in ("lead", "spits", "mercy", "joker", "tricks", "round")}),
    "deep-six": (
        4,
        {
            name: deep.STATES[name]
            for name in ("first deal", "auction", "sink", "exchange", "lead", "second trick", "by tricks", "between")
        },
    ),
    "sechsundsechzig": (
        2,
        {
            "first deal": [],
            **{name: su.STATES[name][0] for name in ("second lead", "announced", "last call")},
            "won": su.WON,
        },
    ),
    "sichermans-war": (2, {name: war.STATES[name][0] for name in ("start", "dice", "natural tie", "next battle")}),
}
PLACES = """(notices) => {
  const notes = document.querySelector("#notes"), before = notes.innerHTML;
  const said = "Benedikt-Alexander-J hatte in Stich 1 ein Kreuz. ".repeat(3);
  const note = `<p class="note warn"><span class="grow">${said}</span></p>`;
  const more = `<details class="more-notes"><summary class="note warn">+1</summary><div>${note}</div></details>`;
  if (notices) notes.innerHTML = note + more;
  const box = (part) => {
    const {top, bottom} = part.getBoundingClientRect();
    return [Math.round(top), Math.round(bottom)];
  };
  const all = (query) => [...document.querySelectorAll(query)].filter((part) => part.checkVisibility()).map(box);
  const found = {
    turn: all(".turn"), last: all("#table > .last"), undo: all(".undo"),
    keys: all(".pad :is(.cell, .tab, .dr, .seg label, .btn)"),
    cut: [...document.querySelectorAll(".fact:not(:has(b), button)")]
      .filter((fact) => fact.scrollWidth > fact.clientWidth).map((fact) => fact.textContent),
    covered: all(".seat .m").filter(([, bottom]) => all(".beam, .lane").some(([top]) => bottom > top + 3)),
    wide: document.documentElement.scrollWidth, long: document.documentElement.scrollHeight,
  };
  notes.innerHTML = before;
  return found;
}"""


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


@pytest.mark.parametrize("game", STATES)
def test_keys_turn_line_and_undo_stand_still_and_what_is_half_done_stays(phones: Phones, game: str) -> None:
    phone = phones(language="de-DE")
    phone.page.set_viewport_size({"width": 360, "height": HEIGHT})
    phone.game = game
    players, states = STATES[game]
    stood: set[str] = set()
    lines: list[int] = []
    for name, events in states.items():
        table = phone.set_table(events, NAMES[:players])
        phone.go(table)
        plain = _places(phone, name)
        assert _places(phone, f"{name}, two notices", notices=True) == plain
        stood.add(f"{plain['last']}")
        lines += [top for top, _bottom in plain["turn"]]
        _keeps_what_is_half_done(phone, table, len(events), name)
    assert len(stood) == 1, f"the last entry jumps: {stood}"
    assert max(lines) - min(lines) <= 1, f"the turn line jumps: {lines}"


def _keeps_what_is_half_done(phone: Phone, table: str, seen: int, where: str) -> None:
    """A call of the referee redraws what lies above the pad, and the pad with it."""
    phone.page.evaluate(CHOOSES)
    phone.is_answered()
    phone.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    before = phone.page.evaluate(CHOSEN)
    phone.post(f"{table}/disputes", op="0" * 16, seen=f"{seen}", about="match", why="score", play="on")
    expect(phone.page.locator("#notes .call")).to_be_attached()
    assert phone.page.evaluate(CHOSEN) == before, where


def test_the_cloth_stays_where_it_is_when_trump_comes(phones: Phones) -> None:
    phone = phones(language="de-DE", game="sichere-six")
    lies = dict[int, set[int]]()
    for state in ("lead", "spits"):
        phone.go(phone.set_table(sichere.STATES[state], NAMES[:3]))
        for width, height in ((390, 844), (360, HEIGHT)):
            phone.page.set_viewport_size({"width": width, "height": height})
            top = phone.page.locator(".board").evaluate("(board) => Math.round(board.getBoundingClientRect().top)")
            lies.setdefault(width, set()).add(top)
    assert [len(tops) for tops in lies.values()] == [1, 1], lies


def test_no_word_is_covered_however_low_the_cloth_is(phones: Phones) -> None:
    phone = phones(language="de-DE")
    phone.go(phone.set_table(sixes.REVOKE, NAMES[:3]))
    for height in range(560, HEIGHT + 61, 10):
        phone.page.set_viewport_size({"width": 360, "height": height})
        assert phone.page.evaluate(PLACES, True)["covered"] == [], height


def test_with_text_of_twice_the_size_the_pad_is_in_sight(host: Phone) -> None:
    host.go(host.set_table(sixes.FOLLOW))
    host.page.evaluate("document.documentElement.style.fontSize = '32px'")
    keys = host.page.evaluate(PLACES, False)["keys"]
    assert max(bottom for _top, bottom in keys) <= 844
    broken = "() => [...document.querySelectorAll('.seat .m')].some((part) => part.scrollWidth > part.clientWidth + 1)"
    assert not host.page.evaluate(broken), "a word is broken or cut"


CUT = """() => [...document.querySelectorAll(".turn .rule")].filter((rule) => {
  const [inner, outer] = [rule, rule.parentElement].map((part) => part.getBoundingClientRect());
  return inner.top < outer.top || inner.bottom > outer.bottom;
}).length"""
SCROLLS = "(felt) => felt.scrollHeight - felt.clientHeight"


@pytest.mark.parametrize(
    ("game", "events", "width"),
    [
        ("sechsundsechzig", su.STATES["second lead"][0], 320),
        ("deep-six", deep.STATES["meld"], 320),
        ("sixes-and-sevens", sixes.STATES["taken back"], 390),
    ],
)
def test_with_large_letters_no_word_is_broken(phones: Phones, game: str, events: Events, width: int) -> None:
    phone = phones(language="de-DE", game=game)
    names = ("Oma Hildegard", *NAMES)[: STATES[game][0]]
    swap = {"option-trump_swap": "yes"} if game == "sechsundsechzig" else {}
    phone.go(phone.set_table(events, names, **swap))
    phone.page.set_viewport_size({"width": width, "height": HEIGHT})
    with large_letters(phone.page, 22):
        assert phone.page.evaluate(BROKEN_WORDS, ".turn :is(h1,p),.last .w,.pad .btn") == []


def test_with_large_letters_a_hint_needs_no_scrolling(phones: Phones) -> None:
    phone = phones(language="de-DE", game="sechsundsechzig")
    phone.go(phone.set_table(su.STATES["second lead"][0], NAMES[:2], **{"choice-first-hand": "guided"}))
    phone.page.set_viewport_size({"width": 360, "height": 740})
    with large_letters(phone.page, 22):
        assert phone.page.locator(".felt").evaluate(SCROLLS) <= 0


def test_the_number_of_a_rule_is_whole_in_the_help(phones: Phones) -> None:
    phone = phones(language="de-DE", game="sichere-six")
    phone.go(phone.set_table(sichere.STATES["joker"], NAMES[:3]))
    for width in (390, 360, 320):
        phone.page.set_viewport_size({"width": width, "height": HEIGHT})
        assert phone.page.locator(".turn .rule").count() == 1
        assert phone.page.evaluate(CUT) == 0, width


IN_PLAY: Mapping[str, tuple[int, Events]] = {
    "sixes-and-sevens": (6, [*sixes.DEALT, *sixes.plays("7C", "2C", "9C", "TC", players=6)]),
    "sichere-six": (3, sichere.STATES["spits"]),
    "sechsundsechzig": (2, su.STATES["announced"][0]),
    "deep-six": (4, deep.STATES["introduced"]),
    "sichermans-war": (2, war.STATES["dice"][0]),
}
COVERED = """() => [...document.querySelectorAll(".board .seat:not(.pack) .k")].filter((card) => {
  const {left, top, width, height} = card.getBoundingClientRect();
  return [0.2, 0.6].some((down) => !card.contains(document.elementFromPoint(left + width / 2, top + height * down)));
}).map((card) => card.ariaLabel)"""


@pytest.mark.parametrize("game", IN_PLAY)
def test_with_text_of_twice_the_size_the_cards_in_play_are_seen(phones: Phones, game: str) -> None:
    phone, (players, events) = phones(game=game), IN_PLAY[game]
    phone.go(phone.set_table(events, ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")[:players]))
    phone.page.evaluate("document.documentElement.style.fontSize = '32px'")
    for width, height in ((390, 844), (360, HEIGHT)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".board .seat:not(.pack) .k").count(), game
        assert phone.page.evaluate(COVERED) == [], (width, height)


def _places(phone: Phone, where: str, *, notices: bool = False) -> Any:
    """Where everything stands; nothing that a thumb needs is off the screen."""
    found = phone.page.evaluate(PLACES, notices)
    assert found["keys"], where
    assert found.pop("cut") == found.pop("covered") == [], where
    assert found["wide"] <= 360, where
    assert found["long"] <= HEIGHT, where
    assert max(bottom for _top, bottom in (*found["keys"], *found["undo"], *found["last"])) <= HEIGHT, where
    return found
