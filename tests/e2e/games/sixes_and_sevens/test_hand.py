"""A hand by cards on two phones, with all that goes wrong at a table.

Tricks in which nothing happens come without a tap: both phones are told of them as they are of a third one's entries.
"""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import PLAYERS, Phone, card_label
from tests.e2e.sample_hand import ASIDE, HAND, Fallen, plays

FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, *_ = HAND
BEN = PLAYERS.index("Ben")
CUT_NAMES = """() => [...document.querySelectorAll('.seat .n, .tally .num-name')]
  .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
  .map((name) => name.textContent)"""
"""The names of seats and over numbers that are not shown whole."""


class Pair:
    """Two phones at one table. They enter in turns, but Ben's own cards once Ben has entered the hand."""

    def __init__(self, host: Phone, ben: Phone) -> None:
        self.host, self.ben = host, ben
        self.ben_is_private = False
        self._next = cycle((host, ben))

    def say(self, line: str) -> None:
        """Expects this turn line on both phones."""
        self.host.says(line)
        self.ben.says(line)

    def play(self, name: str, card: str, by: Phone | None = None) -> None:
        """One of them enters a card, and both show it."""
        (by or self._enters(name)).tap(card)
        self.host.shows(card)
        self.ben.shows(card)

    def _enters(self, name: str) -> Phone:
        return self.ben if self.ben_is_private and name == "Ben" else next(self._next)

    def hear_of(self, trick: Fallen) -> None:
        """Enters a trick without a tap; both phones know who leads the next one."""
        self.host.enter(self.host.table, plays(*trick.cards, first=PLAYERS.index(trick.leader)))
        self.say(f"{trick.taker} leads")


def test_two_phones_play_a_hand(host: Phone, guest: Phone) -> None:
    pair = _sit_down(host, guest)
    _a_card_that_lies_already_is_refused(pair)
    _an_undo_is_seen_on_the_other_phone(pair)
    _a_complete_trick_is_reopened(pair)
    pair.hear_of(SECOND)
    _a_wrong_card_is_entered(pair)
    pair.hear_of(FOURTH)
    _the_revoke_is_proven(pair)
    _both_phones_show_the_evidence(pair)
    _correcting_the_card_withdraws_it(pair)
    pair.hear_of(SIXTH)
    _ben_enters_the_own_hand(pair)
    _ben_must_follow(pair)
    _nobody_else_sees_the_hand(pair)


def _sit_down(host: Phone, guest: Phone) -> Pair:
    table = host.set_table()
    guest.is_let_in(host.way(table), str(BEN))
    for phone in (host, guest):
        phone.go(table)
    host.sees("2 phones")
    host.deal("Ann")
    pair = Pair(host, guest)
    pair.say("Ben leads")
    return pair


def _a_card_that_lies_already_is_refused(pair: Pair) -> None:
    """Esc closes the sheet, and so does its first way out; the key has the focus again. An own tap is no mistake.

    What another phone has just entered is asked about instead.
    """
    (_, card), *_ = FIRST.plays()
    pair.play("Ben", card, by=pair.ben)
    host = pair.host
    pair.ben.tap(card)
    expect(pair.ben.refusal).to_have_count(0)
    pair.play("Cat", ASIDE, by=host)
    host.expects(422)
    for close in (_press_escape, _choose_again):
        host.tap(card)
        host.is_refused("already played", "ODD-1")
        close(host)
        expect(host.refusal).to_have_count(0)
        expect(host.key(card)).to_be_focused()
    pair.say("Ann plays")


def _press_escape(phone: Phone) -> None:
    phone.page.keyboard.press("Escape")


def _choose_again(phone: Phone) -> None:
    phone.link("Wrong key, choose again").click()


def _an_undo_is_seen_on_the_other_phone(pair: Pair) -> None:
    pair.host.button("Undo: Cat played the jack of diamonds").click()
    pair.ben.sees("took back")
    pair.say("Cat plays")


def _a_complete_trick_is_reopened(pair: Pair) -> None:
    """The trick that has just ended lies open again after an undo, on both phones."""
    *_, second, last = FIRST.plays()
    pair.play(*second)
    pair.play(*last)
    pair.say(f"{FIRST.taker} leads")
    pair.ben.undo.click()
    pair.say("Ann plays")
    pair.host.shows(*FIRST.cards[:2])
    pair.play(*last)
    pair.say(f"{FIRST.taker} leads")


def _a_wrong_card_is_entered(pair: Pair) -> None:
    """Cat's nine of clubs is entered as the jack of diamonds. Nobody can know yet that this is impossible."""
    for name, card in THIRD.plays():
        pair.play(name, ASIDE if name == "Cat" else card)
    pair.say(f"{THIRD.taker} leads")


def _the_revoke_is_proven(pair: Pair) -> None:
    ben, cat, _ = FIFTH.plays()
    pair.play(*ben)
    pair.host.does_not_see("had a club")
    pair.play(*cat)
    for phone in (pair.host, pair.ben):
        phone.sees("Cat had a club in trick 3.")
        phone.sees("ODD-7")


def _both_phones_show_the_evidence(pair: Pair) -> None:
    for phone in (pair.host, pair.ben):
        phone.page.get_by_role("link", name="Cat had a club in trick 3.").click()
        phone.says("Cat had a club in trick 3")
        phone.page.get_by_text("Whole tricks, who entered them, the rules", exact=True).click()
        phone.sees("Cat played no club in trick 3 and the eight of clubs in trick 5. ODD-7")
        phone.shows(ASIDE, "8C")
        expect(phone.page.get_by_role("heading", name="First: was it entered wrongly?")).to_be_visible()


def _correcting_the_card_withdraws_it(pair: Pair) -> None:
    pair.ben.go(pair.ben.table)
    pair.ben.sees("Cat had a club in trick 3.")
    host = pair.host
    host.link("Correct trick 3").click()
    host.link(card_label("9C")).click()
    host.sees("Whether it fits is said once it is corrected")  # older tricks are closed
    host.page.get_by_label("Why").fill("The wrong suit was tapped")
    host.button("Correct trick 3").click()
    for phone in (host, pair.ben):
        phone.sees("corrected an earlier entry")
        phone.does_not_see("had a club")
    *_, ann = FIFTH.plays()
    pair.play(*ann)


def _ben_enters_the_own_hand(pair: Pair) -> None:
    ben = pair.ben
    ben.menu("My hand, for my eyes only")
    for card in _held_by_ben():
        ben.choose(ben.box(card_label(card)))
    ben.button("This is my hand of 11").click()
    ben.says(f"{SEVENTH.leader} leads")
    pair.ben_is_private = True


def _held_by_ben() -> list[str]:
    return [card for trick in HAND[6:] for name, card in trick.plays() if name == "Ben"]


def _ben_must_follow(pair: Pair) -> None:
    ben = pair.ben
    pair.play("Ann", "7C", by=pair.host)
    pair.say("Ben plays")
    ben.sees("Your hand, only on this phone.")
    expect(ben.keys).to_have_count(len(_held_by_ben()))
    for card in _held_by_ben():
        expect(ben.key(card)).to_be_visible()
    ben.expects(422)
    ben.tap("QH")
    ben.is_refused("Ben has to follow clubs", "ODD-7", "the four of clubs")
    ben.link("Wrong key, choose again").click()
    expect(ben.refusal).to_have_count(0)


def _nobody_else_sees_the_hand(pair: Pair) -> None:
    host = pair.host
    host.sees("Ben has entered a hand privately and plays from that phone.")
    for again in (False, True):
        if again:
            host.page.reload()
        html = host.page.inner_html("#table")  # beside it lie the pads of made-up hands, once they are fetched
        assert "Your hand" not in html
        assert [card for card in _held_by_ben() if f'"card":"{card}"' in html.replace("&quot;", '"')] == []
        assert [card for card in _held_by_ben() if card_label(card) in html] == []
    _, *others = SEVENTH.plays()
    for name, card in others:
        pair.play(name, card)


@pytest.mark.parametrize("width", [360, 390])
def test_usual_names_are_read_whole_on_the_cloth_and_over_the_totals(host: Phone, width: int) -> None:
    names = ("Christopher", "Oma Elfriede", "Hans-Jürgen", "Ben")
    host.page.set_viewport_size({"width": width, "height": 740})
    host.go(host.set_table([{"type": "deal", "dealer": 0}], names))
    host.button("As totals").click()
    expect(host.page.locator("#by-totals")).to_be_visible()
    expect(host.page.locator(".tally .num-name")).to_have_text(names)
    assert host.page.evaluate(CUT_NAMES) == []
