"""The pages around the boards of all five games: score sheets, why a hand scored, the own hand."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import RANKS, Phones, resize
from tests.e2e.sample_hand import OVER, Events
from tests.e2e.screen_checks import BROKEN_WORDS, check_screen

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Maximilian")
SMALL = ((360, 740),)
SMALLEST = (320, 640)
DEAL: Mapping[str, Any] = {"type": "deal", "dealer": 0}


def rounds(*pairs: tuple[list[int], list[int]]) -> Events:
    return [
        event
        for dealer, (tricks, nines) in enumerate(pairs)
        for event in ({"type": "deal", "dealer": dealer % 3}, {"type": "tally", "tricks": tricks, "nines": nines})
    ]


def bids(*hands: tuple[int, list[int], list[int]]) -> Events:
    return [
        event
        for dealer, (amount, taken, meld) in enumerate(hands)
        for event in (
            {"type": "deal", "dealer": dealer % 4},
            {"type": "contract", "seat": 1, "amount": amount, "suit": "H"},
            {"type": "tally", "taken": taken, "meld": meld},
        )
    ]


SIX = [{"type": "deal", "dealer": 0}, {"type": "tally", "tricks": [3, 1, 0, 2, 2, 0]}]
CALLED: Events = [
    DEAL,
    {"type": "turn-up", "card": "9H"},
    *[{"type": "trick", "winner": 1, "augen": 40}] * 2,
    {"type": "claim", "seat": 1},
]
FOUGHT: Events = [
    event
    for cards in (["K", "2", "3", "4"], ["9", "T", "2", "4"], ["4", "J", "5", "2"], ["Q", "5", "6", "3"], list("7689"))
    for event in ({"type": "reveal", "cards": cards}, {"type": "settle"})
]
ADJUSTED: Mapping[str, Any] = {"type": "adjust", "points": [-1, 0, 0], "reason": "Looked at a captured card"}
SHEETS: dict[str, tuple[int, Events, tuple[str, ...]]] = {
    "sichere-six": (
        3,
        [*rounds(([3, 4, 1], [1, 1, 2]), ([2, 1, 5], [0, 0, 4])), ADJUSTED, {"type": "deal", "dealer": 2}],
        ("in the dark", "Mirth", "Looked at a captured card", "Trick 1 of 8 lies on the table"),
    ),
    "sixes-and-sevens": (6, [*SIX, {"type": "deal", "dealer": 1}], ("1 of 6 hands", "Ann leads.", "3 tricks")),
    "deep-six": (
        4,
        [*bids((80, [150, 100], [-20, -45]), (120, [100, 150], [0, 0])), {"type": "deal", "dealer": 2}],
        ("Ben and Dan lead. The lowest total wins.", "bid 120, failed", "2 hands"),
    ),
    "sechsundsechzig": (4, CALLED, ("Ben and Dan lead.", "80 Augen", "called", "Ben and Dan at 3 of 7")),
    "sichermans-war": (4, [*FOUGHT, *FOUGHT[:2]], ("Skirmish 2 of 5 is being fought", "1 of 4 battles", "cards")),
}


@pytest.mark.parametrize("game", SHEETS)
def test_a_score_sheet(phones: Phones, game: str) -> None:
    phone = phones(game=game)
    players, events, texts = SHEETS[game]
    names = (*NAMES[:2], NAMES[-1]) if players == 3 else NAMES[:players]
    phone.go(f"{phone.set_table(events, names)}/scores")
    for text in texts:
        phone.sees(text)
    check_screen(phone)
    if players == 3:
        resize(phone.page, *SMALLEST)
        assert phone.page.evaluate(BROKEN_WORDS, "thead th") == [], "a name of ten letters is whole"
    if phone.page.locator("a[href$='/scores/1']").count():  # the whole row leads to why it is so
        phone.page.get_by_role("row").filter(has=phone.page.locator("a[href$='/scores/1']")).click()
        phone.page.wait_for_url("**/scores/1")
        check_screen(phone, SMALL)


def test_the_own_hand_has_a_box_for_each_copy_of_a_card(phones: Phones) -> None:
    phone = phones(game="deep-six")
    table = phone.set_table([DEAL, {"type": "contract", "seat": 1, "amount": 80, "suit": "D"}], NAMES[:4])
    phone.sit(table, 0)
    phone.enter(table, [{"type": "hand", "seat": 0, "cards": [rank + "C" for rank in "2345678" for _copy in range(2)]}])
    phone.go(f"{table}/hand")
    expect(phone.page.get_by_role("checkbox", name=" of clubs, ", checked=True)).to_have_count(14)
    phone.choose(phone.box(f"{RANKS['8']} of clubs, 2 of 2"))
    expect(phone.box(f"{RANKS['8']} of clubs, 1 of 2")).to_be_checked()
    check_screen(phone, SMALL)


def test_no_word_is_broken_at_twice_the_size(phones: Phones) -> None:
    phone = phones(language="de-DE")
    cards = ((1, "7C"), (2, "QH"), (0, "9C"), (0, "8C"), (1, "TC"), (2, "KC"))
    plays = [{"type": "play", "seat": seat, "card": card} for seat, card in cards]
    table = phone.set_table([DEAL, *plays])
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.go(table)
    links = f"a[href^='{table}/']:not([download])"
    of_table = phone.page.eval_on_selector_all(links, "(links) => links.map((link) => link.getAttribute('href'))")
    assert f"{table}/disputes/new" in of_table, of_table
    for path in (f"{table}/entries/2/amend?card=QS", *sorted({*of_table, f"{table}/revokes/2"}), phone.set_table(OVER)):
        phone.go(path)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.page.evaluate(BROKEN_WORDS, "nav.seg, .pairs, .note, .foot") == [], path
