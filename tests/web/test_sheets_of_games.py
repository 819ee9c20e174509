"""The score sheet and the explanations of each game: sides, small lines, stones, what ends it and what comes next."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.evenings import NAMES
from tests.web.house import House
from tests.web.phone import Phone
from webapp.models import Table

Event = dict[str, Any]


def at_table(house: House, game: str, players: int, *events: Event, **more: Any) -> tuple[FlaskClient, Table]:
    """Opens a table on which these events have been entered; the rules must take them."""
    host = house.phone()
    table = house.open_table(host, NAMES[:players], game=game, **more)
    phone = Phone(host, table)
    for event in events:
        assert phone.enter(event) == 303, (event, phone.page)
    return host, table


def read(page: str) -> str:
    """The text of a page, its parts apart, with plain spaces."""
    return re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", re.sub(r"<[^>]*>", " ", page))


def sheet(house: House, game: str, players: int, *events: Event, **more: Any) -> str:
    host, table = at_table(house, game, players, *events, **more)
    return host.get(f"/tables/{table.id}/scores").text


def why(house: House, game: str, players: int, *events: Event, **more: Any) -> str:
    host, table = at_table(house, game, players, *events, **more)
    return host.get(f"/tables/{table.id}/scores/1").text


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
def test_stones_lie_below_the_totals_with_their_number(house: House) -> None:
    page = sheet(house, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2))))
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
def test_mirth_says_what_it_cost_the_others(house: House) -> None:
    events = rounds(((3, 1, 4), (0, 0, 4)))
    assert "−3 3 − 6 −5 1 − 6 +4 Mirth" in read(sheet(house, "sichere-six", 3, *events))
    told = read(why(house, "sichere-six", 3, *events))
    assert "Cat captured all four nines: Fate’s Mirth. SIC-18" in told
    assert "Fate’s Mirth −6 SIC-18" in told
    assert "Stones: add 3 dark stones SIC-19" in told


@pytest.mark.rule("SIC-19")
def test_a_round_says_what_to_do_with_the_stones(house: House) -> None:
    host, table = at_table(
        house, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2)), ((1, 1, 6), (2, 1, 1)), ((2, 2, 4), (1, 3, 0)))
    )
    told = read(host.get(f"/tables/{table.id}/scores/2").text)
    assert "Stones: take 1 light stone away, add 2 dark ones SIC-19" in told
    assert "Total +1 → −2" in told
    assert "Total −3 → +1" in told
    assert "Stones: take 3 dark stones away, add 1 light one" in told


@pytest.mark.rule("SIC-21")
def test_a_tie_after_the_last_round_is_played_off(house: House) -> None:
    events = rounds(((2, 3, 3), (2, 1, 1)))
    page = read(sheet(house, "sichere-six", 3, *events, options={"rounds": 1}))
    assert "Ben and Cat are level." in page
    assert "Level: Ben and Cat. Play goes on until one leads alone SIC-21" in page


def test_more_stones_than_fit_are_a_number(house: House) -> None:
    adjust = {"type": "adjust", "points": [0, 0, -40], "reason": "a trial"}
    page = sheet(house, "sichere-six", 3, *rounds(((3, 4, 1), (1, 1, 2))), adjust, options={"threshold": 99})
    assert "−43" in page
    assert 'aria-label="43 dark stones">' + "<i></i>" * 12 + "</span>" in page


# Deep Six


def hand_of_deep_six(dealer: int, amount: int, taken: list[int], meld: list[int]) -> list[Event]:
    contract = {"type": "contract", "seat": (dealer + 1) % 4, "amount": amount, "suit": "H"}
    return [{"type": "deal", "dealer": dealer}, contract, {"type": "tally", "taken": taken, "meld": meld}]


@pytest.mark.rule("DEEP-2", "DEEP-19")
def test_sides_score_and_the_lower_total_leads(house: House) -> None:
    page = sheet(house, "deep-six", 4, *hand_of_deep_six(0, 80, [150, 100], [-20, -45]))
    strip = page.split("</ol></header>")[0]
    assert re.findall(r'dir="auto">([^<]+)</span><b class="num">(\d+)', strip) == [
        ("Ann and Cat", "130"),
        ("Ben and Dan", "55"),
    ]
    assert "Ben and Dan lead. The lowest total wins." in page
    assert "130 150 taken, −20 melded 55 100 taken, −45 melded bid 80, made" in read(page)
    assert "Ann and Cat at 130 of 500" in page
    assert "Deep Six, 1 hand" in read(page)


@pytest.mark.rule("DEEP-20")
def test_a_failed_bid_of_120_costs_only_80_and_the_app_says_so(house: House) -> None:
    told = read(why(house, "deep-six", 4, *hand_of_deep_six(0, 120, [100, 150], [0, 0])))
    assert "Ben bid 120 and sank hearts. DEEP-6" in told
    assert "Ben and Dan failed with 150. DEEP-20" in told
    assert "A failed bid of 120 costs only 80. DEEP-20" in told
    assert "Net 150: 150 taken, 0 melded DEEP-19" in told
    assert "Bid of 120 failed: 200 less the bid +80 DEEP-20" in told
    dear = read(why(house, "deep-six", 4, *hand_of_deep_six(0, 60, [100, 150], [0, 0])))
    assert "costs only" not in dear


@pytest.mark.rule("DEEP-21")
def test_a_hand_never_scores_below_nought(house: House) -> None:
    told = read(why(house, "deep-six", 4, *hand_of_deep_six(0, 0, [250, 0], [0, -30])))
    assert "Ben and Dan made it with −30. DEEP-19" in told
    assert "Never below zero +30 DEEP-21" in told


def test_a_line_of_partners_says_whose_it_is(house: House) -> None:
    events = [
        {"type": "deal", "dealer": 0},
        {"type": "contract", "seat": 1, "amount": 80, "suit": "H"},
        *({"type": "meld", "seat": seat, "points": -15 if seat == 2 else 0} for seat in range(4)),
        {"type": "tally", "taken": [170, 80]},
    ]
    told = read(why(house, "deep-six", 4, *events))
    assert "Cat: Melded −15" in told
    assert "Ann: Melded nothing" in told


@pytest.mark.rule("DEEP-22")
def test_partners_win_together_and_equals_play_on(house: House) -> None:
    over = hand_of_deep_six(0, 120, [250, 0], [0, 0])
    page = sheet(house, "deep-six", 4, *over, options={"target": 200})
    assert re.search(r'Ben and Dan</span><b class="num">0</b><span class="tag win">win<', page)
    level = hand_of_deep_six(0, 0, [200, 50], [0, 0])
    page = read(sheet(house, "deep-six", 4, *level, options={"target": 200}))
    assert "Level: Ann and Cat, Ben and Dan. Play goes on" in page


@pytest.mark.rule("GEN-3")
def test_points_are_adjusted_by_side(house: House) -> None:
    host, table = at_table(house, "deep-six", 4, *hand_of_deep_six(0, 80, [150, 100], [-20, -45]))
    phone = Phone(host, table)
    form = host.get(f"{phone.url}/adjustments").text
    assert re.findall(r'<b class="grow cut" dir="auto">([^<]+)', form) == ["Ann and Cat", "Ben and Dan"]
    sent = {**phone.stamps(), "points-0": "200", "points-1": "0", "reason": "Showed cards"}
    assert host.post(f"{phone.url}/adjustments", data=sent).status_code == 303
    assert house.play.at(table.id).fold.state.totals == (330, 55)
    page = host.get(f"{phone.url}/scores").text
    assert "+200" in page
    assert page.index("bid 80, made") < page.index("Showed cards")


# Sechsundsechzig


def sixty_six(*after: Event, trump: str = "9H", players: int = 2) -> list[Event]:
    tricks = [{"type": "trick", "winner": 1, "augen": 21}] * 3
    return [{"type": "deal", "dealer": 0}, {"type": "turn-up", "card": trump}, *tricks, *after]


@pytest.mark.rule("SU-23")
def test_a_wrong_call_says_with_how_many_augen(house: House) -> None:
    events = sixty_six({"type": "claim", "seat": 1})
    told = read(why(house, "sechsundsechzig", 2, *events))
    assert "Trump: hearts. SU-3" in told
    assert "Ben called 66 with only 63 Augen. SU-23" in told
    assert "The opponents score what a right call would have won: 3 points. SU-23" in told
    assert "63 Augen wrong call" in read(sheet(house, "sechsundsechzig", 2, *events))


@pytest.mark.rule("SU-17", "SU-21")
def test_a_right_call_says_why_it_is_worth_so_much(house: House) -> None:
    events = sixty_six({"type": "meld", "seat": 1, "points": 20}, {"type": "claim", "seat": 1})
    told = read(why(house, "sechsundsechzig", 2, *events))
    assert "Ben called 66 with 83 Augen. SU-19" in told
    assert "The opponents have no trick: 3 points. SU-21" in told
    assert "63 Augen in tricks SU-9" in told
    assert "20 announced SU-17" in told
    assert "Ben at 3 of 7" in read(sheet(house, "sechsundsechzig", 2, *events))


@pytest.mark.rule("SU-22")
def test_a_talon_closed_in_vain(house: House) -> None:
    events = [*sixty_six()[:2], {"type": "close", "seat": 1}, *[{"type": "trick", "winner": 0, "augen": 5}] * 6]
    told = read(why(house, "sechsundsechzig", 2, *events, {"type": "settle"}))
    assert "Ben closed the talon. SU-14" in told
    assert "The talon was closed in vain, and the opponents had no trick then: 3 points. SU-22" in told
    assert "closed, fell short" in read(sheet(house, "sechsundsechzig", 2, *events, {"type": "settle"}))


@pytest.mark.rule("SU-16")
def test_four_are_two_sides_or_everybody_alone(house: House) -> None:
    deal, turn_up = {"type": "deal", "dealer": 0}, {"type": "turn-up", "card": "9H"}
    page = sheet(house, "sechsundsechzig", 4, deal, turn_up, {"type": "tally", "points": [2, 0]})
    assert "Ann and Cat lead." in page
    alone = sheet(
        house,
        "sechsundsechzig",
        4,
        deal,
        turn_up,
        {"type": "tally", "points": [2, 0, 0, 0]},
        options={"partners": False},
    )
    assert "Ann leads." in alone


# Sicherman's War


def spoils(*low: int) -> Event:
    return {"type": "tally", "spoils": [{"low": count} for count in low]}


@pytest.mark.rule("WAR-12")
def test_a_whole_war_and_a_stalemate(house: House) -> None:
    page = sheet(house, "sichermans-war", 2, spoils(4, 4))
    assert page.count('<span class="tag win">stalemate</span>') == 2
    assert "4 of 4 battles" in page
    assert ">1–4</a>" in page
    assert "20 4 cards 20 4 cards" in read(page)
    told = read(why(house, "sichermans-war", 2, spoils(4, 4)))
    assert "Sicherman’s War · The whole war" in told
    assert "The whole war was entered as its spoils." in told
    assert "4 cards from 2 to 9 +20 WAR-11" in told


def test_a_war_goes_on_with_one_button_since_nobody_deals(house: House) -> None:
    host, table = at_table(house, "sichermans-war", 2, spoils(4, 5), choices={"odds": "yes"})
    for path in ("/scores", ""):
        page = host.get(f"/tables/{table.id}{path}").text
        assert 'value="same"' in page
        assert 'value="moved"' not in page
    location = host.post(f"/tables/{table.id}/again", data={"deal": "moved"}).location
    new = house.store.table(int(location.rpartition("/")[2]))
    assert new is not None
    assert (new.first_dealer, new.choices, new.options) == (None, {"odds": "yes"}, table.options)


@pytest.mark.rule("WAR-10", "GEN-5")
def test_a_battle_is_counted_when_it_is_over(house: House) -> None:
    fights: list[Event] = [
        event
        for cards in (["K", "2"], ["9", "3"], ["4", "J"], ["Q", "5"])
        for event in ({"type": "reveal", "cards": cards}, {"type": "settle"})
    ]
    host, table = at_table(house, "sichermans-war", 2, *fights)
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


def test_an_open_book_counts_the_battle_under_way(house: House) -> None:
    fight = [{"type": "reveal", "cards": ["K", "2"]}, {"type": "settle"}]
    page = sheet(house, "sichermans-war", 2, *fight, book="open")
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
def test_what_is_not_over_is_called_by_its_name(house: House, game: str, players: int, word: str) -> None:
    host, table = at_table(house, game, players)
    answer = host.get(f"/tables/{table.id}/scores/1")
    assert answer.status_code == 404
    assert word in answer.text
