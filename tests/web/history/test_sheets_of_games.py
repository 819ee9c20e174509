"""The score sheet and the explanations of each game: small lines, stones, battles, what ends it and what comes next."""

import re

import pytest

from tests.web.support.phone import Phone
from tests.web.support.score_sheets import Event, at_table, read, sheet, why
from tests.web.support.site import Site


def rounds(*pairs: tuple[tuple[int, ...], tuple[int, ...]]) -> list[Event]:
    return [
        event
        for dealer, (tricks, nines) in enumerate(pairs)
        for event in (
            {"type": "deal", "dealer": dealer % 3},
            {"type": "tally", "tricks": list(tricks), "nines": list(nines)},
        )
    ]


# Sichere Six


@pytest.mark.rule("SIC-17", "SIC-19")
def test_stones_lie_below_the_totals_with_their_number(site: Site) -> None:
    page = sheet(site, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2))))
    strip = page.split("</ol></header>")[0]
    assert re.findall(r'<b class="num">([^<]+)</b>', strip) == ["+1", "+2", "−3"]
    assert re.findall(r'class="stones( dk)?" role="img" aria-label="([^"]+)">((?:<i></i>)*)', strip) == [
        ("", "1 light stone", "<i></i>"),
        ("", "2 light stones", "<i></i>" * 2),
        (" dk", "3 dark stones", "<i></i>" * 3),
    ]
    assert read(strip).count("in the light") == 2
    assert "in the dark" in strip
    assert "Sichere Six, 1 of 9 rounds" in read(page)
    assert "3 tricks, 1 nine" in read(page)
    assert "1 trick, 2 nines" in read(page)
    assert "Cat at 3 of 9, up or down" in page
    assert "Round 1: why this score" in page


@pytest.mark.rule("SIC-18")
def test_mirth_says_what_it_cost_the_others(site: Site) -> None:
    events = rounds(((3, 1, 4), (0, 0, 4)))
    assert "−3 3 − 6 −5 1 − 6 +4 Mirth" in read(sheet(site, "sichere-six", 3, *events))
    told = read(why(site, "sichere-six", 3, *events))
    assert "Cat captured all four nines: Fate’s Mirth. SIC-18" in told
    assert "Fate’s Mirth −6 SIC-18" in told
    assert "Stones: add 3 dark stones SIC-19" in told


@pytest.mark.rule("SIC-19")
def test_a_round_says_what_to_do_with_the_stones(site: Site) -> None:
    host, table = at_table(
        site, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2)), ((1, 1, 6), (2, 1, 1)), ((2, 2, 4), (1, 3, 0)))
    )
    told = read(host.get(f"/tables/{table.id}/scores/2").text)
    assert "Stones: take 1 light stone away, add 2 dark ones SIC-19" in told
    assert "Total +1 → −2" in told
    assert "Total −3 → +1" in told
    assert "Stones: take 3 dark stones away, add 1 light one" in told


@pytest.mark.rule("SIC-21")
def test_what_is_looked_through_has_the_word_of_its_game(site: Site) -> None:
    assert "Look through this round" in why(site, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2))))


def test_a_tie_after_the_last_round_is_played_off(site: Site) -> None:
    events = rounds(((2, 3, 3), (2, 1, 1)))
    page = read(sheet(site, "sichere-six", 3, *events, options={"rounds": 1}))
    assert "Ben and Cat are level." in page
    assert "Level: Ben and Cat. Play goes on until one leads alone SIC-21" in page


def test_more_stones_than_fit_are_a_number(site: Site) -> None:
    adjust = {"type": "adjust", "points": [0, 0, -40], "reason": "a trial"}
    page = sheet(site, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2))), adjust, options={"threshold": 99})
    assert "−43" in page
    assert 'aria-label="43 dark stones">' + "<i></i>" * 12 + "</span>" in page


# Sicherman's War


def spoils(*low: int) -> Event:
    return {"type": "tally", "spoils": [{"low": count} for count in low]}


@pytest.mark.rule("WAR-12")
def test_a_whole_war_and_a_stalemate(site: Site) -> None:
    page = sheet(site, "sichermans-war", 2, spoils(4, 4))
    assert page.count('<span class="tag win">stalemate</span>') == 2
    assert "4 of 4 battles" in page
    assert ">1–4</a>" in page
    assert "20 4 cards 20 4 cards" in read(page)
    told = read(why(site, "sichermans-war", 2, spoils(4, 4)))
    assert "Sicherman’s War · The whole war" in told
    assert "The whole war was entered as its spoils." in told
    assert "4 cards from 2 to 9 +20 WAR-11" in told


def test_a_war_goes_on_with_one_button_since_nobody_deals(site: Site) -> None:
    host, table = at_table(site, "sichermans-war", 2, spoils(4, 5), choices={"odds": "yes"})
    for path in ("/scores", ""):
        page = host.get(f"/tables/{table.id}{path}").text
        assert page.count(' name="deal"') == 1
    location = host.post(f"/tables/{table.id}/again", data={"deal": "moved"}).location
    new = site.store.table(int(location.rpartition("/")[2]))
    assert new is not None
    assert (new.first_dealer, new.choices, new.options) == (None, {"odds": "yes"}, table.options)


@pytest.mark.rule("WAR-10", "GEN-5")
def test_a_battle_is_counted_when_it_is_over(site: Site) -> None:
    fights: list[Event] = [
        event
        for cards in (["K", "2"], ["9", "3"], ["4", "J"], ["Q", "5"])
        for event in ({"type": "reveal", "cards": cards}, {"type": "settle"})
    ]
    host, table = at_table(site, "sichermans-war", 2, *fights)
    before = host.get(f"/tables/{table.id}/scores").text
    assert "What a battle brings is counted here when it is over." in before
    assert "Skirmish 5 of 5 is being fought" in before
    assert re.findall(r'<b class="num">(\d+)</b>', before) == ["0", "0"]
    assert "The first battle is still being fought." in before
    phone = Phone(host, table)
    for event in ({"type": "reveal", "cards": ["7", "6"]}, {"type": "settle"}):
        assert phone.enter(event) == 303
    after = host.get(f"/tables/{table.id}/scores").text
    assert re.findall(r'<b class="num">(\d+)</b>', after) == ["60", "20", "60", "20"]
    assert "Skirmishes won: Ann 4, Ben 1. WAR-6" in read(host.get(f"/tables/{table.id}/scores/1").text)


def test_an_open_book_counts_the_battle_under_way(site: Site) -> None:
    fight = [{"type": "reveal", "cards": ["K", "2"]}, {"type": "settle"}]
    page = sheet(site, "sichermans-war", 2, *fight, book="open")
    assert re.findall(r'<b class="num">(\d+)</b>', page) == ["20", "0"]
    assert "is counted here" not in page


# Every game


@pytest.mark.parametrize(
    ("game", "players", "word"),
    [
        ("sichere-six", 3, "This round is not over"),
        ("sichermans-war", 2, "This battle is not over"),
        ("deep-six", 4, "This hand is not over"),
    ],
)
def test_what_is_not_over_is_called_by_its_name(site: Site, game: str, players: int, word: str) -> None:
    host, table = at_table(site, game, players)
    answer = host.get(f"/tables/{table.id}/scores/1")
    assert answer.status_code == 404
    assert word in answer.text
