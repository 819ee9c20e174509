"""The table of Sichere Six between rounds: how one ends, tricks and totals, the end of the match, German."""

import re
from collections.abc import Iterable

import pytest
from flask.testing import FlaskClient

from tests.web.games.sichere_six.tables import DEAL, TOOK_A_NINE, TRUMP, WHOLE, Events, at, plays, send, tally, words
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone
from tests.web.support.site import Site


@pytest.fixture
def phone(site: Site, host: FlaskClient) -> Phone:
    """The host's phone at a table of Sichere Six."""
    return Phone(host, site.open_table(host, game="sichere-six", options={}))


# How a round ends


@pytest.mark.rule("SIC-13", "SIC-15")
def test_a_round_by_cards_opens_the_buried_card_the_nines_and_all_tricks(site: Site) -> None:
    phone = at(site, *WHOLE)
    watcher = words(site.watcher(phone.table).get(phone.url).text)
    assert "Buried: the six of diamonds." in words(phone.page)
    assert "Round 1 Ben buried 6 of diamonds" in watcher
    for page in (words(phone.page), watcher):
        assert "5 tricks, 2 nines" in page.replace("\N{NO-BREAK SPACE}", " ")
        assert "Tricks of round 1" in page
        assert "Fate’s Mirth" not in page
        assert "Rounds left: 8" in page


@pytest.mark.rule("SIC-19")
def test_the_moves_of_the_stones_are_told(site: Site) -> None:
    phone = at(site, *DEAL, tally([3, 3, 2], [1, 1, 2]), {"type": "deal"}, tally([3, 2, 3], [2, 1, 1]))
    page = words(phone.page)
    assert "−1: take 1 light stone away 3 tricks, 2 nines" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "0: the stones stay" in page
    assert "+1: take 1 dark stone away" in page
    assert 'aria-label="1 dark stone"' in phone.page
    phone.enter({"type": "adjust", "points": [0, -2, 1], "reason": "A revoke"})
    page = words(phone.page)
    assert "0: the stones stay adjusted since: take 1 light stone away, add 1 dark one" in page
    assert "+1: take 1 dark stone away adjusted since: take 1 dark stone away" in page
    assert "−1: take 1 light stone away 3" in page, "nothing was adjusted here"


@pytest.mark.rule("SIC-18")
def test_fates_mirth_is_told(site: Site) -> None:
    page = words(at(site, *DEAL, tally([3, 1, 4], [0, 0, 4])).page)
    assert "Fate’s Mirth: Cat has all four nines and keeps the tricks, the others lose 6. SIC-18" in page
    assert "−3: add 3 dark stones" in page


def test_more_stones_than_can_be_drawn_are_counted(site: Site) -> None:
    rounds = [event for dealer in (0, 1, 2) for event in ({"type": "deal"}, tally([0, 8, 0], [0, 4, 0]))]
    page = at(site, *rounds, options={"threshold": 99}).page
    assert "× 24" in page
    assert 'aria-label="24 light stones"' in page
    assert 'aria-label="18 dark stones"' in page


# By tricks, and as totals


def test_tricks_are_entered_with_their_nines_in_one_tap(site: Site) -> None:
    phone = at(site, *DEAL, {"type": "trick", "winner": 1})
    for nines in range(4):
        assert f'{{"type":"trick","winner":2,"nines":{nines}}}' in phone.page
    assert 'aria-label="Cat, 2 nines"' in phone.page
    assert "Trump:" not in words(phone.page), "nobody has entered an 8"
    assert phone.enter({"type": "trick", "winner": 2, "nines": 2}) == 303
    assert "<b>Cat</b> took the trick with 2 nines" in phone.page
    assert "Card buried, Cat leads" in phone.page
    phone.enter({"type": "mercy", "seat": 2})
    assert phone.enter({"type": "trick", "winner": 0, "nines": 3}) == 422
    assert "All four nines of a round are captured" in phone.page
    assert "SIC-16" in phone.page


def test_a_first_nine_in_the_last_trick_ends_the_round(site: Site) -> None:
    phone = at(site, *DEAL, *[{"type": "trick", "winner": 1}] * 7, {"type": "trick", "winner": 0, "nines": 3})
    assert "Card buried, the round ends" in phone.page
    assert "trick 8 of 8" in phone.page
    phone.enter({"type": "mercy", "seat": 0})
    assert "Ann: add 7 dark stones" not in phone.page
    assert "Fate’s Mirth: Ann has all four nines" in words(phone.page)


def _fields(tricks: Iterable[int], nines: Iterable[int]) -> dict[str, str]:
    return {
        "type": "tally",
        **{f"tricks-{seat}": str(won) for seat, won in enumerate(tricks)},
        **{f"nines-{seat}": str(won) for seat, won in enumerate(nines)},
    }


@pytest.mark.parametrize(
    ("tricks", "nines", "why"),
    [
        ((3, 3, 1), (1, 1, 2), "This hand has 8 tricks, but 7 were entered."),
        ((3, 3, 2), (1, 1, 1), "A round has 4 nines, the buried card counted, but 3 were entered."),
        ((8, 0, 0), (3, 1, 0), "Ben has a nine but no trick to hold it."),
    ],
)
def test_totals_that_do_not_add_up_are_refused_and_kept(
    phone: Phone, tricks: tuple[int, ...], nines: tuple[int, ...], why: str
) -> None:
    phone.enter(DEAL[0])
    assert send(phone, **_fields(tricks, nines)) == 422
    assert why in phone.page
    assert "SIC-16" in phone.page
    for field, value in _fields(tricks, nines).items():
        assert field == "type" or re.search(rf'name="{field}" value="{value}"', phone.page), field


def test_totals_end_the_round_and_the_next_one_is_dealt_and_entered_at_once(phone: Phone) -> None:
    phone.enter(DEAL[0])
    assert "Together 8 tricks" in phone.page
    assert send(phone, **_fields((3, 3, 2), (1, 1, 2))) == 303
    assert "The round was entered as 3, 3, 2 tricks and 1, 1, 2 nines" in phone.page
    assert "Enter round 2 as totals" in phone.page
    assert send(phone, dealer="1", **_fields((3, 3, 2), (1, 1, 2))) == 303
    assert "Round 3 of 9" in phone.page


# Watching, walls, languages


def test_a_watcher_sees_the_cloth_and_no_pad(site: Site) -> None:
    phone = at(site, *DEAL)
    watcher = site.watcher(phone.table)
    page = watcher.get(phone.url).text
    assert "No trick in this round yet." in page
    assert 'id="entry"' not in page
    before = at(site)
    assert "The first round has not been dealt yet." in site.watcher(before.table).get(before.url).text


def test_the_end_shows_the_winner_and_the_last_round(site: Site) -> None:
    phone = at(site, *DEAL, tally([3, 4, 1], [1, 1, 2]), options={"rounds": 1})
    page = words(phone.page)
    assert "Ben wins" in page
    assert "Ben: add 2 light stones" in page
    assert "Rounds left" not in page
    assert "Play again (Ben deals)" in page


@pytest.mark.parametrize(
    ("events", "texts"),
    [
        ([], ("wer eine 9 bekommt, gibt.", "Runden übrig:")),
        (TOOK_A_NINE, ("Karte abgelegt, Ben spielt aus", "Die Karte selbst wird nicht eingegeben;")),
        ([*TRUMP, *plays("6S 9S")], ("Pik ist Trumpf", "Auserwählt:", "Pik oder Little Spit bedienen")),
        ([*DEAL, *plays("7C X+")], ("Der Joker von Cat gewinnt.",)),
        ([*DEAL, {"type": "trick", "winner": 1}], ("keine Neun", "wie viele Neunen sind darin?")),
        (WHOLE, ("Abgelegt: Karo 6.", "Stiche der Runde 1", "1 hellen Stein dazu")),
        ([*DEAL, tally([3, 1, 4], [0, 0, 4])], ("Cat hat alle vier Neunen und behält die Stiche",)),
    ],
)
def test_a_round_in_german(site: Site, events: Events, texts: tuple[str, ...]) -> None:
    phone = at(site, *events, language="de")
    speaks_german(phone.page.replace("Little Spit", ""), *(text.replace("Little Spit ", "") for text in texts))
    watcher = site.watcher(phone.table)
    watcher.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    speaks_german(watcher.get(phone.url).text)
