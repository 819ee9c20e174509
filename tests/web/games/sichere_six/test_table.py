"""The table of Sichere Six while a round lasts: board, pad and turn line, and what they keep closed."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from rules_core.games import sichere_six
from tests.cases import each
from tests.web.games.sichere_six.tables import DEAL, MERCY, TOOK_A_NINE, TRUMP, Events, at, keys, plays, tally, words
from tests.web.support.phone import Phone, declare
from tests.web.support.site import Site

# The pad


def test_a_joker_that_still_fits_is_offered_once_more_in_german_too(site: Site) -> None:
    joker = plays("X+")[0]
    host = at(site, *DEAL)
    german = Phone(site.seat(host.table, 1, site.phone("de")), host.table)
    assert [host.enter(event) for event in (joker, {"type": "undo"})] == [303, 303]
    assert german.enter(joker) == 409
    assert ">Den Joker trotzdem eingeben<" in german.page


def test_every_card_has_a_key_and_the_joker_two(site: Site) -> None:
    page = at(site, *DEAL).page
    for card in sichere_six.GAME.pack:
        assert f'"card":"{card}"' in page
    assert '"card":"X","joker":"win"' in page
    assert '"card":"X","joker":"lose"' in page
    assert "Joker, wins" in page
    assert "Joker, loses" in page


@pytest.mark.rule("SIC-8", "SIC-9")
def test_trump_and_the_spits_are_named_once_an_8_has_fallen(site: Site) -> None:
    phone = at(site, *DEAL, *plays("6D"))
    assert "Trump: none yet" in words(phone.page)
    assert keys(phone.page, "trump") == []
    phone.play(2, "8C")
    assert "Clubs are trump" in words(phone.page)
    assert re.search(r"Big Spit 7 of clubs 7 Little Spit 7 of spades 7", words(phone.page))
    marked = keys(phone.page, "trump")
    assert len(marked) == 7
    assert "7 of clubs, Big Spit" in marked
    assert "7 of spades, Little Spit, trump" in marked
    assert "8 of clubs, trump, played" in marked
    assert "Ben’s 8" not in phone.page
    assert "Cat’s 8 makes clubs trump. SIC-8" in words(phone.page)


@pytest.mark.rule("SIC-6", "SIC-9")
def test_the_suit_that_is_asked_for_is_banded_by_the_ranking_in_force(site: Site) -> None:
    phone = at(site, *DEAL, *plays("6S"))
    assert [label.split(" ")[2] for label in keys(phone.page, "follow")] == ["spades,"] + ["spades"] * 5
    phone.play(2, "8C")
    assert "7 of spades, Little Spit, trump" not in keys(phone.page, "follow")
    assert "Follow spades if possible." in phone.page
    phone = at(site, *DEAL, *plays("6C 8C"))
    assert "7 of spades, Little Spit, trump" in keys(phone.page, "follow")
    assert "Follow clubs or the Little Spit if possible." in phone.page


def test_a_joker_without_what_it_says_is_refused_with_the_rule(site: Site) -> None:
    phone = at(site, *DEAL)
    assert phone.play(1, "X") == 422
    assert "Does the Joker win or lose?" in phone.page
    assert "SIC-10" in phone.page


@pytest.mark.parametrize("htmx", [False, True])
def test_a_card_that_was_played_is_refused_with_and_without_javascript(site: Site, htmx: bool) -> None:
    first = at(site, *DEAL, *plays("X-"))
    phone = Phone(first.client, first.table, htmx=htmx)
    assert phone.enter({"type": "play", "seat": 2, "card": "X", "joker": "win"}) == 422
    assert ("<html" in phone.page) is not htmx
    assert "The Joker is already played" in phone.page
    assert "SIC-1" in phone.page


# The turn line


@each(
    "events options line",
    [
        ([], {}, "whoever gets a nine deals. SIC-2"),
        (DEAL, {}, "Any card. The first 8 makes its suit trump. SIC-8"),
        ([*DEAL, *plays("TD JD")], {}, "Follow diamonds if possible. Cat’s jack is ahead."),
        ([*DEAL, *plays("9D JD")], {}, "Cat’s jack is ahead, with a nine in it (−2)."),
        ([*DEAL, *plays("9D 9C")], {}, "Ben’s nine is ahead, with 2 nines in it (−4)."),
        ([*DEAL, *plays("9D 6D")], {}, "Ben’s nine is ahead (−2)."),
        ([*DEAL, *plays("7D 8H")], {}, "Cat’s 8 makes hearts trump. SIC-8 Follow diamonds if possible. Ben’s Little"),
        ([*TRUMP, *plays("6H 9S")], {}, "Cat’s nine of trumps is ahead (−2)."),
        (
            [*TRUMP, *plays("9S JS")],
            {},
            "Follow spades or the Little Spit if possible. Cat’s jack is ahead, with",
        ),
        (TRUMP, {}, "Cat’s 8 made spades trump. Any card."),
        ([*DEAL, *plays("X-")], {}, "Ben’s Joker loses. The next card sets the suit. SIC-11"),
        ([*DEAL, *plays("X+ TD")], {}, "Follow diamonds if possible. Ben’s Joker wins."),
        ([*DEAL, *plays("X- TD")], {"joker_lead": "no-suit"}, "The Joker was led: nobody has to follow. SIC-11"),
        (TOOK_A_NINE, {}, "Ben is The Chosen First to capture a nine. Ben takes Fate’s Mercy"),
        ([*DEAL, {"type": "trick", "winner": 1}], {}, "who took it, and how many nines were in it?"),
        ([*DEAL, tally([3, 3, 2], [0, 1, 3])], {}, "Ben deals"),
        ([*DEAL, tally([0, 8, 0], [0, 4, 0])], {}, "Near the end: Ben +8. 9 up or down ends the match. SIC-22"),
        ([*DEAL, tally([3, 3, 2], [1, 1, 2])], {"rounds": 1}, "Ann and Ben are level: play goes on"),
        ([*DEAL, tally([3, 4, 1], [1, 1, 2])], {"rounds": 1}, "All rounds are played; the highest score wins."),
        ([*DEAL, tally([3, 4, 1], [1, 1, 2])], {"threshold": 3}, "3 up or down ends the match: Cat −3. The highest"),
        (
            [*DEAL, tally([3, 3, 2], [1, 1, 2]), {"type": "deal"}, tally([3, 4, 1], [1, 1, 2])],
            {"rounds": 1},
            "The play-off has settled the tie. SIC-21",
        ),
    ],
)
def test_the_turn_line(site: Site, events: Events, options: Mapping[str, Any], line: str) -> None:
    assert line in words(at(site, *events, options=options).page)


@pytest.mark.parametrize(("joker", "rings"), [("X+", 1), ("X-", 0)])
def test_a_joker_that_loses_has_no_ring_alone_on_the_cloth(site: Site, joker: str, rings: int) -> None:
    page = at(site, *DEAL, *plays(joker)).page
    assert page.count('<span class="k bare') == 1
    assert page.count('<span class="k bare win"') == rings


def test_nobody_is_near_the_end_before_half_way(site: Site) -> None:
    assert "Near the end" not in at(site, *DEAL, tally([6, 1, 1], [1, 1, 2])).page
    assert "Near the end: Ann +5." in at(site, *DEAL, tally([5, 2, 1], [0, 2, 2])).page


# Fate's Mercy and what stays closed


@pytest.mark.rule("SIC-14")
def test_play_waits_until_a_card_is_buried(site: Site) -> None:
    phone = at(site, *TOOK_A_NINE)
    assert "Card buried, Ben leads" in phone.page
    assert "The card itself is not entered;" in phone.page
    assert '"card":' not in phone.page.partition('id="entry"')[2], "no card can be entered"
    assert "takes it" in phone.page
    assert "Round 1 of 9, trick 1 of 8" in phone.page
    assert phone.enter({"type": "play", "seat": 1, "card": "7C"}) == 422
    assert "Ben first takes Fate’s Mercy and buries a card." in phone.page
    phone.look()
    assert phone.enter(MERCY[0]) == 303
    assert "<b>Ben</b> leads" in phone.page
    assert "Chosen: Ben" in words(phone.page)


def test_anybody_may_enter_that_a_secret_hand_has_buried_a_card(site: Site) -> None:
    phone = at(site, *DEAL)
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert declare(ben, ["TD", "7C", "JC", "6H", "7H", "6S", "JS", "TS"]).status_code == 303
    ben.look()
    assert ben.play(1, "TD") == 303
    phone.look()
    for event in plays("9D 6D", 2):
        assert phone.enter(event) == 303
    assert "Card buried, Ben leads" in phone.page
    assert phone.enter(MERCY[0]) == 303
    assert "Your hand" not in ben.look(), "the hand that was declared lapses with the Mercy"


@pytest.mark.rule("SIC-13")
def test_captured_nines_stay_closed_until_the_round_ends(site: Site) -> None:
    phone = at(site, *TRUMP)
    watcher = site.watcher(phone.table).get(phone.url).text
    for page in (phone.page, watcher):
        assert not re.search(r"tricks?, (no|\d) nine", words(page))
        assert "All tricks" not in page
    assert "9 of diamonds" not in watcher
    assert "Captured cards open when the round ends." in watcher
    assert "Cat’s 8 made spades trump." in watcher
    assert "Ben led, Ben took it." in watcher


@pytest.mark.rule("SIC-13")
def test_an_open_book_shows_the_piles_and_their_nines(site: Site) -> None:
    page = words(at(site, *TRUMP, book="open").page)
    assert "2 tricks, 1 nine" in page
    assert "0 tricks, 0 nines" in page
    assert "All tricks so far" in page
    assert "Dimmed: played already" in page


def test_only_its_own_phone_shows_a_declared_hand(site: Site) -> None:
    phone = at(site, *DEAL, *plays("6H 8S JH"), *plays("TC", 2))
    ann = Phone(site.seat(phone.table, 0), phone.table)
    assert declare(ann, ["6C", "7C", "7S", "TS", "TH", "JD", "X"]).status_code == 303
    ann.look()
    assert "Your hand, only on this phone." in ann.page
    reason = "Ann holds the six of clubs, so clubs must be followed."
    assert keys(ann.page, "trump") == [
        f"7 of clubs, Little Spit, trump. {reason}",
        f"7 of spades, Big Spit. {reason}",
        f"10 of spades, trump. {reason}",
    ]
    assert keys(ann.page, "joker") == ["Joker, wins", "Joker, loses"]
    watcher = site.watcher(phone.table).get(phone.url).text
    for page in (phone.look(), watcher):
        assert '"card":"JD"' not in page
        assert "Jack of diamonds" not in page
    assert "Ann has entered a hand privately" in phone.page
