"""Hands on a phone without a network: what it shows of each trick, and what all phones show later."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from rules_core import replay
from rules_core.findings import Observer
from rules_core.games.sixes_and_sevens.parity import Parity
from rules_core.record import Header
from rules_core.replay import Fold
from tests.e2e.many_taps import enter_all
from tests.e2e.phone import SUITS, Phone, Phones, card_label
from tests.e2e.without_network import LOST, is_back, knows_ahead, log, stays_away
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.tables import NAMES

Raw = dict[str, Any]
KINDS = {kind.game.name: kind for kind in EVENINGS}
SHOWN = """() => [
    ...[...document.querySelectorAll(".board .seat:not(.pack) :is(.n, .k, .slot, .tag, .m), [data-even]")].map(
        (part) => part.matches(".m") ? parseInt(part.innerText) : part.ariaLabel || part.innerText),
    ...[...document.querySelectorAll(".board .is-next .n, .board .win")].map((one) => one.ariaLabel || one.innerText),
    ...[...document.querySelectorAll("#entry .follow, #entry :is(.led, .due) [name=event]")].map(
        (one) => JSON.parse(one.value).card),
    ...[...document.querySelectorAll(".tabs input")].map((one) => `${one.ariaLabel} ${one.defaultChecked}`),
]"""
"""The seats with their cards and tricks, odd and even ones, who is due, and what of the pad follows the suit led."""
NEXT_LINE = """(line) => {
    document.querySelector("#table .turn h1").textContent = line;
    document.dispatchEvent(new Event("optimistic"));
}"""
"""Has a turn line follow at once."""
CARDS = 2
"""So many cards of the hand behind it are played."""
KNOWN = 400
"""Of so many evenings one has the hand that is looked for."""


def evening_of(game: str, options: Raw, *kinds: str) -> list[Raw]:
    """Returns the entries of a hand, of all these kinds and no others, and the first ones of the next hand."""
    for seed in range(KNOWN):
        evening = KINDS[game](random.Random(seed), KINDS[game].game.players[0], options)
        hands = [_entries_of_a_hand(evening), _entries_of_a_hand(evening, cards=CARDS)]
        if hands[1] and {raw["type"] for raw in hands[0]} == set(kinds) >= {raw["type"] for raw in hands[1]}:
            return [_tapped(raw, place) for entries in hands for place, raw in enumerate(entries)]
    raise AssertionError(game)


def _entries_of_a_hand(evening: Evening, cards: int = 0) -> list[Raw]:
    """Plays a hand, or so many of its cards; nothing where the match is over. An announcement is a kind of its own."""
    begin = len(evening.log)
    while evening.phase != "over" and (len(evening.log) == begin or evening.phase != "deal"):
        evening.act()
        if cards and [raw["type"] for raw in evening.log[begin:]].count("play") == cards:
            break
    return [{**raw, "type": "marriage" if raw.get("marriage") else raw["type"]} for raw in evening.log[begin:]]


def _tapped(raw: Raw, place: int) -> Raw:
    """An entry of a hand as a key of a pad makes it; calls are of what the first page of them offers."""
    match raw["type"]:
        case "bid":
            return {**raw, "amount": 120 - 10 * place}
        case "exchange":
            return {"type": "exchange", "seat": raw["seat"]}
        case "meld":
            return {"type": "meld", "seat": raw["seat"], "points": 0}
        case "marriage":
            return {"type": "play", "seat": raw["seat"], "card": raw["card"], "marriage": True}
    return {name: said for name, said in raw.items() if said is not False}


def with_a_mistake(events: list[Raw]) -> list[Raw]:
    """Returns them with a wrong card before the second one, which is taken back."""
    _first, second, third = [place for place, raw in enumerate(events) if raw["type"] == "play"][:3]
    return [*events[:second], {**events[third], "seat": events[second]["seat"]}, {"type": "undo"}, *events[second:]]


def expected(game: str, options: Raw, events: list[Raw]) -> Iterator[Raw]:
    """Yields what the rules say after each of these entries: who is due, the cards by seat, the tricks taken."""
    names = NAMES[: KINDS[game].game.players[0]]
    folds, lying = [replay.begin(Header(game, names, options))], list[Raw]()
    for raw in events:
        if raw["type"] == "undo":
            folds.pop()
            lying = lying[:-1]
        else:
            folds.append(_entered(folds[-1], raw))
            if raw["type"] == "deal":
                lying = []
            elif raw["type"] == "play":
                lying = [*(lying if len(lying) < len(names) else ()), raw]
        view = folds[-1].game.view(folds[-1].state, Observer())
        by_seat = {play["seat"]: card_label(play["card"]) for play in lying}
        told: Raw = {"cards": [by_seat.get(seat) for seat in range(len(names))]} if lying else {}
        if view.phase == "play":
            told["line"] = f"{names[view.to_act[0]]} {'plays' if view.led_suit else 'leads'}"
            told["tricks"] = [seat.tricks for seat in view.seats]
            if view.led_suit:
                told["ahead"] = [seat.seat for seat in view.seats if seat.ahead]
        if isinstance(view.extra, Parity) and lying and view.phase != "deal":
            told["kinds"] = kinds(view.extra)
        yield told


def kinds(cards: Parity) -> list[str]:
    """What the beam of odd and even shows, from left to right."""
    ranks = [("odd", cards.odd, ""), ("open", cards.open, "?"), ("ev", cards.even[::-1], "")]
    return [f"{kind} {card[0].replace('T', '10')}{mark}" for kind, some, mark in ranks for card in some]


def _sends_all_unseen(phone: Phone) -> None:
    """Has the phone back until nothing waits; a page that nobody looks at meanwhile costs half as much."""
    phone.page.evaluate("document.body.hidden = true")
    is_back(phone)
    phone.page.wait_for_function("() => document.querySelector('#unsent').hidden")
    phone.page.evaluate("document.body.hidden = false")


def test_the_end_of_a_hand_by_the_keyboard_and_the_ear(host: Phone) -> None:
    """Every card is found by its name, and told with who played it, who takes the trick, and whose turn it is."""
    names = NAMES[: KINDS[host.game].game.players[0]]
    deal, *plays = [{"type": "deal", "dealer": 0}, *evening_of(host.game, {}, "deal", "play")[1 : -CARDS - 1]]
    before, heard = [deal, *plays[: -2 * len(names)]], plays[-2 * len(names) :]
    host.go(host.set_table(before, names))
    host.has_all()
    fold, told = replay.begin(Header(host.game, names, {})), host.page.locator("#say")
    for raw in before:
        fold = _entered(fold, raw)
    assert told.get_attribute("aria-live") == "polite"
    for place, raw in enumerate(heard, 1):
        fold = _entered(fold, raw)
        view = fold.game.view(fold.state, Observer())
        suit = host.page.get_by_role("radio", name=re.compile(f"^{SUITS[raw['card'][1]]}", re.IGNORECASE))
        suit.focus()
        suit.press("Space")
        host.key(raw["card"]).focus()
        with host.page.expect_response(lambda answer: answer.request.method == "POST"):
            host.key(raw["card"]).press("Enter")
        played = f"{names[raw['seat']]}: {card_label(raw['card'])}"
        expect(told).to_contain_text(played)
        if place % len(names) == 0 and view.phase == "play":
            due = names[view.to_act[0]]
            expect(told).to_contain_text(f"{due} takes it. {due} leads")
        host.is_answered()
    host.page.evaluate(NEXT_LINE, "Next, please")
    expect(told).to_contain_text("Next, please")
    expect(told).to_contain_text(re.compile(rf"{played}\. \w+ takes it"))  # it is still being read out


def _entered(fold: Fold, raw: Raw) -> Fold:
    after = replay.step(fold, raw)
    assert isinstance(after, Fold), after
    return after


@pytest.mark.parametrize(
    ("game", "options", "kinds", "before"),
    [
        ("sixes-and-sevens", {"ace_wild": True}, ("deal", "play", "ace"), 31),
        ("sichere-six", {}, ("deal", "play", "mercy"), 0),
        ("sechsundsechzig", {}, ("deal", "turn-up", "play", "marriage", "close", "claim"), 0),
    ],
)
def test_a_hand_without_a_network(phones: Phones, game: str, options: Raw, kinds: tuple[str, ...], before: int) -> None:
    """From its deal on, or with so many entries `before`, to the first cards of the next one."""
    host, guest = phones(game=game), phones(game=game)
    names = NAMES[: KINDS[game].game.players[0]]
    events = [{"type": "deal", "dealer": 0}, *evening_of(game, options, *kinds)[1:]]
    table = host.set_table(events[:before], names, **{f"option-{name}": "yes" for name in options})
    guest.is_let_in(host.way(table), "1")
    host.go(table)
    knows_ahead(host)
    host.expects(*LOST)
    stays_away(host)
    taps = with_a_mistake(events[before:])
    found = enter_all(host, taps)
    for raw, shown, told in zip(
        taps, found, [*expected(game, options, [*events[:before], *taps])][before:], strict=True
    ):
        assert {name: shown[name] for name in told} == told, raw
    shown = host.page.evaluate(SHOWN)
    _sends_all_unseen(host)
    host.says(found[-1]["line"])
    guest.go(table)
    assert host.page.evaluate(SHOWN) == shown == guest.page.evaluate(SHOWN)
    cards = [raw["card"] for raw in events if "card" in raw][:-CARDS]
    assert log(host, table)[: len(cards)] == cards
