"""The table of Sechsundsechzig: what its page shows and offers in every phase, and to whom."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.games.sechsundsechzig.tables import (
    CLOSE,
    DEAL,
    FOUR,
    UP,
    announced,
    enter,
    offered,
    open_table,
    play,
    turned_up,
)
from tests.web.support.amending import read
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone
from tests.web.support.site import Site


@pytest.fixture
def phone(site: Site, host: FlaskClient) -> Phone:
    return turned_up(site, host)


# Phases


def test_the_card_turned_up_is_one_tap(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host)
    enter(phone, DEAL)
    assert "<b>Ann</b> turns up a card" in phone.page
    assert phone.page.partition('<div id="ahead"')[0].count('"type":"turn-up"') == 32
    enter(phone, UP)
    assert "<b>Ben</b> leads" in phone.page
    assert "Talon open: any card is allowed." in phone.page
    assert "Spades are trump" in phone.page
    assert "20 cards" in phone.page


def test_four_play_with_24_cards_and_each_is_there_twice(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, FOUR)
    enter(phone, DEAL)
    assert phone.page.partition('<div id="ahead"')[0].count('"type":"turn-up"') == 24
    enter(phone, {"type": "turn-up", "card": "9H"})
    play(phone, "AC", players=4)
    assert 'aria-label="Ace of clubs, 1 of 2 played"' in phone.page
    play(phone, "AC", first=2, players=4)
    assert 'aria-label="Ace of clubs, played"' in phone.page
    assert phone.page.partition('<div id="ahead"')[0].count('class="dots"') == 24


def test_what_is_allowed_stands_above_the_keys_and_nothing_else(phone: Phone) -> None:
    assert offered(phone) == ["20/40", "Close the talon", "By tricks"], "nobody has a trick yet"
    play(phone, "TC")
    assert offered(phone) == ["Corner: trump"]
    play(phone, "7S", first=0)
    assert offered(phone) == ["20/40", "Close the talon", "66!", "ends the hand"]
    enter(phone, {"type": "close", "seat": 0})
    assert offered(phone) == ["20/40", "66!", "ends the hand"]


def test_the_trump_is_swapped_only_at_a_table_that_agreed_on_it(site: Site, host: FlaskClient, phone: Phone) -> None:
    assert "Swap" not in phone.page
    assert phone.enter({"type": "swap", "seat": 1}) == 422
    assert "This table plays without swapping" in phone.page
    with_swap = open_table(site, host, options={"trump_swap": True})
    enter(with_swap, DEAL, UP)
    assert offered(with_swap) == ["20/40", "Swap", "Close the talon", "By tricks"]
    assert "Under the talon goes the seven of spades, into the hand comes the nine of spades." in with_swap.page
    enter(with_swap, {"type": "swap", "seat": 1})
    assert "up: </span>" not in with_swap.page
    assert 'aria-label="7 of spades"' in with_swap.page


def test_twenty_and_forty_are_announced_by_the_keys_that_may(phone: Phone) -> None:
    worth = dict(announced(phone))
    assert worth == {
        f"{rank} of {suit}": "40" if suit == "spades" else "20"
        for rank in ("Queen", "King")
        for suit in ("clubs", "diamonds", "hearts", "spades")
    }
    enter(phone, {"type": "play", "seat": 1, "card": "QS", "marriage": True})
    assert "Ben may still call first." in phone.page
    assert offered(phone) == ["66!", "Ben"]
    assert "waits for a trick" in phone.page
    play(phone, "KH", first=0)
    assert [card for card, _worth in announced(phone) if "spades" in card or "hearts" in card] == []


def test_closed_and_used_up_ask_for_suit_and_trick(site: Site, host: FlaskClient, phone: Phone) -> None:
    assert "Talon open: any card<" in phone.page
    enter(phone, CLOSE)
    play(phone, "AH")
    assert "Follow hearts, and take the trick if possible; without hearts take it with a trump." in phone.page
    assert "Suit and trick duty" in phone.page
    assert re.search(r'class="tag shut">closed<', phone.page)
    assert "grid r8 due" in phone.page
    three = open_table(site, host, ("Ann", "Ben", "Cat"))
    enter(three, DEAL, UP, *({"type": "trick", "winner": 1, "augen": 0} for _trick in range(3)))
    assert re.search(r'class="tag shut">used up<', three.page)
    assert "2 cards stay out" in three.page


def test_after_the_last_trick_its_winner_may_still_call_or_nobody_does(phone: Phone) -> None:
    enter(phone, CLOSE, *({"type": "trick", "winner": 1, "augen": 10} for _trick in range(6)))
    assert "<b>Ben</b> took the last trick" in phone.page
    assert "Ben calls 66" in phone.page
    assert "Without a call Ann scores, since Ben closed the talon." in phone.page
    enter(phone, {"type": "settle"})
    assert "Ben closed the talon and did not call: Ann scores 3. SU-22" in read(phone.page)


# The count


def test_augen_are_closed_while_the_hand_lasts_and_open_with_the_call(site: Site, phone: Phone) -> None:
    watcher = Phone(site.watcher(phone.table), phone.table)
    play(phone, "TC", "AC")
    for who in (phone, watcher):
        assert "Each player counts Augen" in who.look()
        assert "21" not in re.sub(r'"[^"]*"', "", who.page)
    enter(phone, {"type": "claim", "seat": 0})
    for who in (phone, watcher):
        shown = who.look()
        assert "Ann called with only 21 Augen: Ben scores 3. SU-23" in read(shown)
        assert "<b>21 Augen</b><br>21 Augen in tricks" in shown
        assert f'href="/tables/{phone.table.id}/scores/1"' in shown
        assert "3 of 7" in shown
    why = phone.client.get(f"{phone.url}/scores/1").text
    assert "Wrong call of an opponent" in why


def test_an_open_book_shows_the_augen_at_once(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, book="open")
    enter(phone, DEAL, UP)
    play(phone, "TC", "AC")
    assert "21 Augen" in phone.page
    assert "Each player counts Augen" not in phone.page


def test_partners_score_together(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, FOUR)
    meld = {"type": "meld", "seat": 1, "points": 40}
    enter(phone, DEAL, UP, meld, {"type": "trick", "winner": 3, "augen": 30}, {"type": "claim", "seat": 3})
    assert "Dora called with 70 Augen: Ben and Dora score 3. SU-21" in read(phone.page)
    assert "<b>70 Augen</b><br>30 Augen in tricks<br>40 announced in spades" in phone.page
    assert "Ann and Cat" in phone.page


@pytest.mark.parametrize(
    ("options", "whose"), [({}, "in the tricks of both partners:"), ({"partners": False}, "in one’s own tricks:")]
)
def test_the_call_says_whose_tricks_count(site: Site, host: FlaskClient, options: dict[str, bool], whose: str) -> None:
    phone = open_table(site, host, FOUR, options=options)
    enter(phone, DEAL, UP, {"type": "trick", "winner": 3, "augen": 30})
    called = phone.page.split("Dora calls 66", 1)[1]
    assert whose in called.split("</p>")[0]


@pytest.mark.parametrize(
    ("options", "events", "said"),
    [
        ({}, [], "Nobody called: nobody scores. SU-24"),
        ({"unclaimed": "last-trick"}, [], "Nobody called, so the last trick counts: Ann scores 1. SU-24"),
        ({}, [CLOSE, {"type": "claim", "seat": 0}], "Ann called with 66 Augen, though Ben had closed the talon"),
    ],
)
def test_the_last_hand_is_told_in_a_sentence(
    site: Site, host: FlaskClient, options: dict[str, Any], events: list[Any], said: str
) -> None:
    phone = open_table(site, host, options=options)
    enter(phone, DEAL, UP, *events[:1])
    tricks = 6 if events else 16
    enter(phone, *({"type": "trick", "winner": 0, "augen": 11 if n < 6 else 0} for n in range(tricks)))
    enter(phone, *(events[1:] or [{"type": "settle"}]))
    assert said in read(phone.page)


def test_with_101_the_call_says_so(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, options={"call_at": 101})
    enter(phone, DEAL, UP, {"type": "trick", "winner": 1, "augen": 11})
    assert "101!" in offered(phone)
    assert "Call with 101" in phone.page


# Live, and in German


def test_the_stream_and_the_fragment_lay_the_same_cards(site: Site, host: FlaskClient, phone: Phone) -> None:
    german = open_table(site, host, choices={"deck": "german"})
    enter(german, DEAL, UP)
    part = Phone(host, german.table, htmx=True)
    enter(part, {"type": "play", "seat": 1, "card": "QC"})
    assert 'aria-label="Unter of acorns"' in part.page
    stream = host.get(f"{german.url}/stream")
    look = next(text for text in stream.response if b"data:" in text)
    assert b'aria-label="Unter of acorns"' in look
    stream.close()
    play(phone, "QC")
    assert 'aria-label="Jack of clubs"' in phone.page, "the same keys at a French table beside it"


def test_the_page_in_german(site: Site) -> None:
    client = site.phone("de")
    phone = open_table(site, client, ("Heidi", "Karl", "Ida"))
    for event, text in (
        (DEAL, "deckt eine Karte auf"),
        (UP, "Talon offen: Jede Karte ist erlaubt."),
        (CLOSE, "Farb- und Stichzwang"),
        ({"type": "play", "seat": 1, "card": "QH", "marriage": True}, "Karl darf sich vorher noch ausmelden."),
        ({"type": "claim", "seat": 1}, "Karl hat zugedreht und sich mit nur 0 Augen ausmeldet"),
    ):
        enter(phone, event)
        speaks_german(phone.page, text.replace("ausmeldet", "ausgemeldet"))


def test_partners_are_named_and_their_points_stand_once(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, FOUR)
    enter(phone, DEAL)
    cloth = phone.page.split('class="turn"')[0]
    assert re.findall(r">(with \w+|\d of 7)", cloth) == ["0 of 7", "0 of 7", "with Ann", "with Ben"]
