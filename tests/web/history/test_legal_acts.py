"""What may be done at a moment that is no card from a hand: calls, melds, dice, the Mercy, the talon."""

import random

import pytest

from tests.web.support.film import DEAL, Filmed, legal_url, plays
from tests.web.support.random_matches import TABLES, evening, put
from tests.web.support.score_sheets import read
from tests.web.support.site import NAMES, Site


def test_calls_of_an_auction(site: Site) -> None:
    events = [DEAL, {"type": "pass", "seat": 1}, {"type": "bid", "seat": 2, "amount": 100}]
    filmed = Filmed(site, events, game="deep-six", players=NAMES[:4], book="open")
    page = read(filmed.page("/moments/2/legal"))
    assert "Dan passes" in page
    assert "Dan bids 90 or less, in tens" in page
    assert "Dan bids 120" in page.partition("What may not be done here")[2]
    assert "No card is played from a hand at this moment." in page


@pytest.mark.rule("DEEP-9", "DEEP-10", "DEEP-11")
def test_melds_of_a_hand_are_named_with_why_one_does_not_count(site: Site) -> None:
    contract = {"type": "contract", "seat": 1, "amount": 120, "suit": "H"}
    filmed = Filmed(site, [DEAL, contract], game="deep-six", players=NAMES[:4], book="open")
    page = read(filmed.page(legal_url("1", 3, ("6S", "7S", "8S", "6H", "7H", "8H"))))
    assert "Melds of this hand: −30" in page
    assert "Deep run" in page
    assert "No run in hearts, the sunk suit. DEEP-9" in page
    assert "Dan melds" in page
    assert "Nothing in these cards can be melded." in read(filmed.page(legal_url("1", 0, ("2C", "3D"))))
    assert "Too many cards" in read(filmed.page(legal_url("1", 0, [f"{r}{s}" for r in "2345678" for s in "CDS"])))
    assert "the rules" in read(filmed.page("/moments/1/legal?seat=2"))


def test_dice_and_reinforcements_of_a_war(site: Site) -> None:
    events = [{"type": "reveal", "cards": ["K", "9"]}, {"type": "roll", "seat": 1, "die": "low", "value": 4}]
    filmed = Filmed(site, events, game="sichermans-war", players=NAMES[:2], book="open")
    page = read(filmed.page("/moments/1/legal"))
    assert "Ann rolls: Low, Standard, High" in page
    assert "Ben rolls: Standard, High" in page
    assert "Ben rolls: Low" in page.partition("What may not be done here")[2]
    assert "Everybody turns a card" in filmed.page("/moments/start/legal")


@pytest.mark.rule("SU-14", "SU-17")
def test_closing_and_announcing_in_sechsundsechzig(site: Site) -> None:
    events = [DEAL, {"type": "turn-up", "card": "7H"}]
    filmed = Filmed(site, events, game="sechsundsechzig", players=NAMES[:2], book="open")
    page = read(filmed.page("/moments/1/legal"))
    assert "Ben closes the talon" in page
    assert "announces a marriage" not in page, "the hand is not known"
    assert "Ann closes the talon" in page.partition("What may not be done here")[2]
    page = read(filmed.page(legal_url("1", 1, ("KS", "QS", "7C", "8C", "9C", "AD"))))
    assert "Ben announces a marriage with the king of spades, the queen of spades" in page.replace(
        "the queen of spades, the king of spades", "the king of spades, the queen of spades"
    )


@pytest.mark.rule("SIC-14")
def test_the_mercy_comes_first(site: Site) -> None:
    events = [DEAL, *plays((1, "TD"), (2, "9D"), (0, "6D"))]
    filmed = Filmed(site, events, game="sichere-six", book="open")
    page = read(filmed.page("/moments/3/legal"))
    assert "Ben takes Fate’s Mercy and buries a card" in page
    assert "Ask the rules" not in page


def test_any_state_of_any_game_can_be_asked_about(site: Site) -> None:
    for game, players in TABLES:
        chance = random.Random(f"{game} {players}")
        filmed = Filmed(site, players=NAMES[:players], game=game, book="open")
        match = evening(game, players, 7)
        match.match(200)
        put(site, filmed.table, match.fold)
        for name in chance.sample(filmed.names, 5):
            assert "What may be played" in filmed.page(f"/moments/{name}/legal")
