"""The score sheet and the explanations of Deep Six and Sechsundsechzig, where partners may score together."""

import re

import pytest

from tests.web.support.phone import Phone
from tests.web.support.score_sheets import Event, at_table, read, sheet, why
from tests.web.support.site import Site

# Deep Six


def hand_of_deep_six(dealer: int, amount: int, taken: list[int], meld: list[int]) -> list[Event]:
    contract = {"type": "contract", "seat": (dealer + 1) % 4, "amount": amount, "suit": "H"}
    return [{"type": "deal", "dealer": dealer}, contract, {"type": "tally", "taken": taken, "meld": meld}]


@pytest.mark.rule("DEEP-2", "DEEP-19")
def test_sides_score_and_the_lower_total_leads(site: Site) -> None:
    page = sheet(site, "deep-six", 4, *hand_of_deep_six(0, 80, [150, 100], [-20, -45]))
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
def test_a_failed_bid_of_120_costs_only_80_and_the_app_says_so(site: Site) -> None:
    told = read(why(site, "deep-six", 4, *hand_of_deep_six(0, 120, [100, 150], [0, 0])))
    assert "Ben bid 120 and sank hearts. DEEP-6" in told
    assert "Ben and Dan failed with 150. DEEP-20" in told
    assert "A failed bid of 120 costs only 80. DEEP-20" in told
    assert "Net 150: 150 taken, 0 melded DEEP-19" in told
    assert "Bid of 120 failed: 200 less the bid +80 DEEP-20" in told
    dear = read(why(site, "deep-six", 4, *hand_of_deep_six(0, 60, [100, 150], [0, 0])))
    assert "costs only" not in dear


@pytest.mark.rule("DEEP-21")
def test_a_hand_never_scores_below_nought(site: Site) -> None:
    told = read(why(site, "deep-six", 4, *hand_of_deep_six(0, 0, [250, 0], [0, -30])))
    assert "Ben and Dan made it with −30. DEEP-19" in told
    assert "Never below zero +30 DEEP-21" in told


def test_a_line_of_partners_says_whose_it_is(site: Site) -> None:
    events = [
        {"type": "deal", "dealer": 0},
        {"type": "contract", "seat": 1, "amount": 80, "suit": "H"},
        *({"type": "meld", "seat": seat, "points": -15 if seat == 2 else 0} for seat in range(4)),
        {"type": "tally", "taken": [170, 80]},
    ]
    told = read(why(site, "deep-six", 4, *events))
    assert "Cat: Melded −15" in told
    assert "Ann: Melded nothing" in told


@pytest.mark.rule("DEEP-22")
def test_partners_win_together_and_equals_play_on(site: Site) -> None:
    over = hand_of_deep_six(0, 120, [250, 0], [0, 0])
    page = sheet(site, "deep-six", 4, *over, options={"target": 200})
    assert re.search(r'Ben and Dan</span><b class="num">0</b><span class="tag win">win<', page)
    level = hand_of_deep_six(0, 0, [200, 50], [0, 0])
    page = read(sheet(site, "deep-six", 4, *level, options={"target": 200}))
    assert "Level: Ann and Cat, Ben and Dan. Play goes on" in page


@pytest.mark.rule("GEN-3")
def test_points_are_adjusted_by_side(site: Site) -> None:
    host, table = at_table(site, "deep-six", 4, *hand_of_deep_six(0, 80, [150, 100], [-20, -45]))
    phone = Phone(host, table)
    form = host.get(f"{phone.url}/adjustments").text
    assert re.findall(r'<b class="grow" dir="auto">([^<]+)', form) == ["Ann and Cat", "Ben and Dan"]
    sent = {**phone.stamps(), "points-0": "200", "points-1": "0", "reason": "Showed cards", "shown": "200,0"}
    assert host.post(f"{phone.url}/adjustments", data=sent).status_code == 303
    assert site.tables.at(table.id).fold.state.totals == (330, 55)
    page = host.get(f"{phone.url}/scores").text
    assert "+200" in page
    assert page.index("bid 80, made") < page.index("Showed cards")


# Sechsundsechzig


def sixty_six(*after: Event, trump: str = "9H", players: int = 2) -> list[Event]:
    tricks = [{"type": "trick", "winner": 1, "augen": 21}] * 3
    return [{"type": "deal", "dealer": 0}, {"type": "turn-up", "card": trump}, *tricks, *after]


@pytest.mark.rule("SU-23")
def test_a_wrong_call_says_with_how_many_augen(site: Site) -> None:
    events = sixty_six({"type": "claim", "seat": 1})
    told = read(why(site, "sechsundsechzig", 2, *events))
    assert "Trump: hearts. SU-3" in told
    assert "Ben called 66 with only 63 Augen. SU-23" in told
    assert "The opponents score what a right call would have won: 3 points. SU-23" in told
    assert "63 Augen wrong call" in read(sheet(site, "sechsundsechzig", 2, *events))


@pytest.mark.rule("SU-17", "SU-21")
def test_a_right_call_says_why_it_is_worth_so_much(site: Site) -> None:
    events = sixty_six({"type": "meld", "seat": 1, "points": 20}, {"type": "claim", "seat": 1})
    told = read(why(site, "sechsundsechzig", 2, *events))
    assert "Ben called 66 with 83 Augen. SU-19" in told
    assert "The opponents have no trick: 3 points. SU-21" in told
    assert "63 Augen in tricks SU-9" in told
    assert "20 announced SU-17" in told
    assert "Ben at 3 of 7" in read(sheet(site, "sechsundsechzig", 2, *events))


@pytest.mark.rule("SU-22")
def test_a_talon_closed_in_vain(site: Site) -> None:
    events = [*sixty_six()[:2], {"type": "close", "seat": 1}, *[{"type": "trick", "winner": 0, "augen": 5}] * 6]
    told = read(why(site, "sechsundsechzig", 2, *events, {"type": "settle"}))
    assert "Ben closed the talon. SU-14" in told
    assert "The talon was closed in vain, and the opponents had no trick then: 3 points. SU-22" in told
    assert "closed, fell short" in read(sheet(site, "sechsundsechzig", 2, *events, {"type": "settle"}))


@pytest.mark.rule("SU-16")
def test_four_are_two_sides_or_everybody_alone(site: Site) -> None:
    deal, turn_up = {"type": "deal", "dealer": 0}, {"type": "turn-up", "card": "9H"}
    page = sheet(site, "sechsundsechzig", 4, deal, turn_up, {"type": "tally", "points": [2, 0]})
    assert "Ann and Cat lead." in page
    alone = sheet(
        site,
        "sechsundsechzig",
        4,
        deal,
        turn_up,
        {"type": "tally", "points": [2, 0, 0, 0]},
        options={"partners": False},
    )
    assert "Ann leads." in alone
