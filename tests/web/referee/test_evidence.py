"""The evidence of a case: what the entries tell of a claim, counted line by line, for those who may see it."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.e2e.games.deep_six.phone import HAND as DEEP_HAND
from tests.e2e.games.deep_six.phone import PLAYING as MELDED
from tests.web.support.phone import at_table
from tests.web.support.ruling import call
from tests.web.support.sample import DEAL, tricks
from tests.web.support.site import Site

TURNED = [DEAL, {"type": "turn-up", "card": "9S"}]
# Ben has 64: four tricks with 44 Augen, and twenty in hearts.
CALLED = [
    *TURNED,
    *tricks(2, 1, ("AC KC", 1), ("AD JD", 1), ("TD QD", 1)),
    {"type": "play", "seat": 1, "card": "QH", "marriage": True},
    {"type": "play", "seat": 0, "card": "7H"},
    {"type": "claim", "seat": 1},
]
NOT_SEEN = "the app has not seen"


def told(page: str) -> list[list[str]]:
    """Returns the rows of the evidence as they read: what it is, its cards, the cells."""
    found = re.search(r'<section class="box evidence.*?</section>', page, re.DOTALL)
    assert found, page
    rows = re.findall(r"<tr.*?</tr>", found[0], re.DOTALL)
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in rows
    ]


@pytest.mark.rule("SU-19", "SU-9")
def test_a_call_is_judged_by_the_augen_trick_by_trick(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *CALLED, players=2, game="sechsundsechzig")
    page = host.get(call(site, phone.table, host, "claim", about=len(CALLED) - 1)).text
    assert told(page) == [
        ["", "Ann", "Ben"],
        ["1 Ben A K", "", "15"],
        ["2 Ben A J", "", "13"],
        ["3 Ben 10 Q", "", "13"],
        ["4 Ben Q 7", "", "3"],
        ["Ben : 20 announced in hearts", "", "20"],
        ["Together", "0", "64"],
    ]
    assert "Ben: 64. 66 are needed, so the call was wrong." in page
    moment = re.findall(r'class="trick-number" href="([^"]+)"', page)[0]
    assert moment == f"{phone.url}/moments/3?back={phone.url}/disputes/1"
    assert NOT_SEEN not in page


@pytest.mark.rule("GEN-5")
def test_augen_stay_with_the_referee_while_the_hand_lasts(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *CALLED[:-1], players=2, game="sechsundsechzig")
    case, eva = call(site, phone.table, host, "claim", hand=1), site.referee(phone.table)
    for other in (host, site.seat(phone.table, 1), site.watcher(phone.table)):
        page = other.get(case).text
        assert "box evidence" not in page
        assert NOT_SEEN in page
    assert told(eva.get(case).text)[-1] == ["Together", "0", "64"]
    opened = at_table(site, host, *CALLED[:-1], players=2, game="sechsundsechzig", book="open")
    assert "box evidence" in site.watcher(opened.table).get(call(site, opened.table, host, "claim", hand=1)).text


@pytest.mark.rule("DEEP-10", "DEEP-11")
def test_a_meld_is_held_against_the_best_of_the_cards_shown(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *MELDED, *_played(3), players=4, game="deep-six")
    page = site.referee(phone.table).get(call(site, phone.table, host, "meld", about=2)).text
    # Three tricks later a six, a seven and a two of Ann are out; the other seven of spades lies in the meld alone.
    assert told(page)[1:] == [["Together", "0"]]
    assert "Ann melded −15. So far only 0 are shown." in page
    assert "11 cards of Ann are unseen." in page
    assert "7 of spades 7 of spades" in _listed(page, "could make")
    assert _listed(page, "Impossible") >= {"8 of spades 8 of spades"}
    assert NOT_SEEN not in page


def test_of_a_hand_that_is_over_all_melds_are_known(site: Site, host: FlaskClient) -> None:
    events = [{**event, "points": 0} if event["type"] == "meld" else event for event in MELDED]
    events = [{key: value for key, value in event.items() if key != "melds"} for event in events]
    phone = at_table(site, host, *events, *_played(14), players=4, game="deep-six")
    page = host.get(call(site, phone.table, host, "meld", about=5)).text
    assert told(page)[-1] == ["Together", "−65"]
    assert "Dan melded 0. The cards shown so far hold −65." in page
    assert "unseen" not in page.split("box evidence")[1].split("</section>")[0]


def _played(count: int) -> list[dict[str, Any]]:
    """The first tricks of the hand, each by its leader and clockwise."""
    return [
        {"type": "play", "seat": ("Ann", "Ben", "Cat", "Dan").index(name), "card": card}
        for trick in DEEP_HAND[:count]
        for name, card in _seats(trick)
    ]


def _seats(trick: Any) -> list[tuple[str, str]]:
    names = ("Ann", "Ben", "Cat", "Dan")
    first = names.index(trick.leader)
    return [(names[(first + place) % 4], card) for place, card in enumerate(trick.cards)]


def _listed(page: str, title: str) -> set[str]:
    part = page[page.index(title) :].partition("</details>")[0]
    items = re.findall(r"<li>(.*?)</li>", part, re.DOTALL)
    return {" ".join(re.findall(r'aria-label="([^"]+)"', item)) for item in items}


def test_of_a_skirmish_the_cards_and_dice_are_added_up(site: Site, host: FlaskClient) -> None:
    events = [
        {"type": "reveal", "cards": ["7", "9"]},
        {"type": "roll", "seat": 0, "die": "d6", "value": 4},
        {"type": "roll", "seat": 1, "die": "low", "value": 1},
        {"type": "settle"},
    ]
    phone = at_table(site, host, *events, players=2, game="sichermans-war")
    page = site.referee(phone.table).get(call(site, phone.table, host, "dice", about=1)).text
    assert told(page) == [
        ["", "Ann", "Ben"],
        ["Card", "7", "9"],
        ["Low", "", "1"],
        ["Standard", "4", ""],
        ["Together", "11", "10"],
    ]
    assert "Ann took skirmish 1." in page


def test_a_claim_of_tricks_shows_the_tricks_numbered_with_their_takers(site: Site, host: FlaskClient) -> None:
    phone = at_table(
        site, host, DEAL, *tricks(3, 1, ("7C 2C 9C", 0), ("3D 4D 5D", 2)), players=3, game="sixes-and-sevens"
    )
    case, eva = call(site, phone.table, host, "score", hand=1), site.referee(phone.table)
    page = eva.get(case).text
    assert told(page) == [
        ["", "Ann", "Ben", "Cat"],
        ["1 Ann 7 2 9", "1", "", ""],
        ["2 Cat 3 4 5", "", "", "1"],
        ["Together", "1", "0", "1"],
    ]
    assert ">Trick by trick<" in page, "that tricks are counted is said"
    # A player reads the last trick only, under its number.
    page = host.get(call(site, phone.table, host, "score", hand=1)).text
    assert "box evidence" not in page
    story = page[page.index('class="story"') :].partition("</ol>")[0]
    assert re.findall(r'aria-label="(Trick \d)"', story) == ["Trick 2"]
