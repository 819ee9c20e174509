"""Corrections and cases in the other games: Jokers, Spits, marriages, double packs, and every duty of play."""

import re
from typing import Any

import pytest
from flask import Flask

from rules_core.tricks import Played
from rules_core.view import TrickView
from tests.web.support.amending import corrects, preview_of
from tests.web.support.phone import Phone, at_table
from tests.web.support.random_matches import evening, folds, put
from tests.web.support.site import NAMES, Site
from webapp.referee.cases.plays import correcting

Event = dict[str, Any]
DEAL: Event = {"type": "deal", "dealer": 0}


def plays(cards: str, first: int, players: int) -> list[Event]:
    """Plays clockwise from this seat; a Joker wins or loses, a marriage is announced: *X+*, *X-*, *KH!*."""
    return [_play(card, (first + place) % players) for place, card in enumerate(cards.split())]


def _play(said: str, seat: int) -> Event:
    event: Event = {"type": "play", "seat": seat, "card": said.rstrip("+-!")}
    if said[0] == "X":
        event["joker"] = {"+": "win", "-": "lose"}[said[1]]
    return event | ({"marriage": True} if said.endswith("!") else {})


def look(phone: Phone, path: str) -> str:
    answer = phone.client.get(phone.url + path)
    assert answer.status_code == 200, answer.text
    return answer.get_data(as_text=True)


def _corrected(phone: Phone, index: int, card: str) -> int:
    return int(corrects(phone, index, card).status_code)


def read(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)).replace(" .", ".")


def offered(page: str) -> list[str]:
    """The cards that a page offers instead, by what its links say."""
    return re.findall(r'<a class="pick" href="[^"]*card=([^"&]+)"', page)


def stands(site: Site, phone: Phone, index: int) -> Event:
    """What stands at this place of the log."""
    node = site.tables.at(phone.table.id).fold.top
    while node is not None and node.index != index:
        node = node.before
    assert node is not None
    return {name: getattr(node.event, name) for name in ("card", "joker", "marriage") if hasattr(node.event, name)}


# Sichere Six


JOKER_LOSES = [DEAL, *plays("6S X- JS", 1, 3)]


@pytest.mark.rule("SIC-10")
def test_a_card_becomes_a_joker_with_what_was_said(site: Site) -> None:
    phone = at_table(site, site.phone(), DEAL, *plays("6S 7S JS", 1, 3), players=3, game="sichere-six")
    page = look(phone, "/entries/2/amend?suit=X")
    assert offered(page) == ["X-win", "X-lose"]
    assert "Joker, wins" in page
    assert "Before" in look(phone, "/entries/2/amend?card=X-win")
    assert _corrected(phone, 2, "X-win") == 303
    assert stands(site, phone, 2) == {"card": "X", "joker": "win"}
    assert site.tables.at(phone.table.id).fold.state.hand.to_act == 2


@pytest.mark.rule("SIC-10")
def test_what_was_said_with_the_joker_is_corrected_and_goes_with_it(site: Site) -> None:
    phone = at_table(site, site.phone(), *JOKER_LOSES, players=3, game="sichere-six")
    assert offered(look(phone, "/entries/2/amend?suit=X")) == ["X-win"]
    assert ", loses" in look(phone, "/entries/2/amend?card=X-win")
    assert _corrected(phone, 2, "X-win") == 303
    assert _corrected(phone, 2, "9C") == 303
    assert "joker" not in {k: v for k, v in stands(site, phone, 2).items() if v}
    assert stands(site, phone, 2)["card"] == "9C"


@pytest.mark.parametrize("card", ["X", "X-", "X-maybe", "-win"])
def test_a_joker_that_says_nothing_is_not_taken(site: Site, card: str) -> None:
    phone = at_table(site, site.phone(), *JOKER_LOSES, players=3, game="sichere-six")
    assert preview_of(look(phone, f"/entries/1/amend?card={card}")) is None


@pytest.mark.rule("SIC-11")
def test_the_cards_under_a_joker_that_was_led_are_of_the_suit_of_the_next_one(site: Site) -> None:
    phone = at_table(site, site.phone(), DEAL, *plays("X+ 6H TD", 1, 3), players=3, game="sichere-six")
    assert 'aria-current="true">hearts' in look(phone, "/entries/3/amend")
    assert 'aria-current="true">Joker' in look(phone, "/entries/1/amend?suit=X")
    assert offered(look(phone, "/entries/1/amend?suit=X")) == ["X-lose"]


@pytest.mark.rule("SIC-9")
def test_under_a_little_spit_the_trumps_are_shown(site: Site) -> None:
    phone = at_table(
        site, site.phone(), DEAL, *plays("8S 6S TS", 1, 3), *plays("7C JS 6D", 0, 3), players=3, game="sichere-six"
    )
    assert 'aria-current="true">spades' in look(phone, "/entries/6/amend")


# Sechsundsechzig


@pytest.mark.rule("SU-17")
@pytest.mark.parametrize(("card", "announced"), [("QS", True), ("KD", True), ("AS", False)])
def test_a_marriage_stays_with_a_king_or_a_queen_and_else_is_dropped(site: Site, card: str, announced: bool) -> None:
    phone = at_table(
        site,
        site.phone(),
        DEAL,
        {"type": "turn-up", "card": "9H"},
        *plays("KS! 7D", 1, 2),
        players=2,
        game="sechsundsechzig",
    )
    assert _corrected(phone, 2, card) == 303
    assert stands(site, phone, 2) == {"card": card, "marriage": announced}


@pytest.mark.rule("SU-1")
def test_cards_that_are_not_in_the_pack_are_not_offered(site: Site) -> None:
    phone = at_table(
        site,
        site.phone(),
        DEAL,
        {"type": "turn-up", "card": "9H"},
        *plays("KS TS", 1, 4),
        players=4,
        game="sechsundsechzig",
    )
    cards = offered(look(phone, "/entries/3/amend?suit=S"))
    assert "9S" in cards
    assert not {"7S", "8S"} & set(cards)


CLOSED = [DEAL, {"type": "turn-up", "card": "9H"}, {"type": "close", "seat": 1}]


@pytest.mark.rule("SU-12", "SU-13")
@pytest.mark.parametrize(
    ("cards", "facts"),
    [
        (
            "AC 7S AS 7H",
            ("Ann could have trumped in trick 1", "Ahead: the ace of clubs.", "Ann did not trump", "SU-13"),
        ),
        ("KC 7C 8S AC", ("Ann could have gone higher in trick 1", "Ahead: the king of clubs.", "SU-12")),
        ("AC 7S AS 7C", ("Ann had a club in trick 1", "Led: clubs.", "no club")),
    ],
)
def test_each_duty_is_told_with_what_was_led_and_ahead(site: Site, cards: str, facts: tuple[str, ...]) -> None:
    phone = at_table(site, site.phone(), *CLOSED, *plays(cards, 1, 2), players=2, game="sechsundsechzig")
    case = read(look(phone, "/revokes/4"))
    for fact in (*facts, "No card came into the hand in between."):
        assert fact in case


# Deep Six


@pytest.mark.rule("DEEP-14")
def test_not_playing_over_is_told_with_the_card_that_was_ahead(site: Site) -> None:
    melds = [{"type": "meld", "seat": seat, "points": 0} for seat in range(4)]
    contract = {"type": "contract", "seat": 1, "amount": 80, "suit": "D"}
    phone = at_table(
        site,
        site.phone(),
        DEAL,
        contract,
        *melds,
        *plays("3C 2C 4C 5C", 1, 4),
        *plays("2H 3H 8C 4H", 0, 4),
        players=4,
        game="deep-six",
    )
    case = read(look(phone, "/revokes/7"))
    assert "Cat could have played over in trick 1" in case
    assert "Led: clubs. Ahead: the three of clubs. Cat did not play over in trick 1." in case
    assert "the eight of clubs came in trick 2. DEEP-14" in case
    assert "Deep Six · Hand 1" in case


def test_identical_cards_are_told_apart(app: Flask) -> None:
    """In a double pack two plays of one case may be of the same card: each key says which of them it corrects."""
    tricks = [
        TrickView(2, (Played(0, "8C", 5), Played(1, "2C", 6), Played(2, "8C", 7), Played(3, "3H", 8)), 2),
        TrickView(4, (Played(2, "8C", 13), Played(3, "7H", 14)), None),
    ]
    with app.test_request_context():
        assert correcting(tricks, (6, 14)) == {6: "Correct the two of clubs", 14: "Correct the seven of hearts"}
        assert correcting(tricks, (5, 13)) == {
            5: "Correct the eight of clubs in trick 2",
            13: "Correct the eight of clubs in trick 4",
        }
        assert correcting(tricks, (5, 7, 14)) == {
            5: "Correct the eight of clubs in trick 2, 1 of 2",
            7: "Correct the eight of clubs in trick 2, 2 of 2",
            14: "Correct the seven of hearts",
        }


# What only Undo takes back


def test_a_war_has_no_card_to_pick_but_a_form(site: Site) -> None:
    phone = at_table(site, site.phone(), {"type": "reveal", "cards": ["K", "2"]}, players=2, game="sichermans-war")
    assert 'id="fields"' in look(phone, "/entries/0/amend")
    assert phone.client.get(f"{phone.url}/contradiction").status_code == 404
    assert phone.enter({"type": "undo"}) == 303
    assert site.tables.at(phone.table.id).fold.state.hand.skirmish is None


@pytest.mark.parametrize(("game", "players", "void"), [("sichere-six", 3, "Void the round"), ("deep-six", 4, None)])
def test_a_case_speaks_of_rounds_where_the_game_does(site: Site, game: str, players: int, void: str | None) -> None:
    for seed in range(20):
        for fold in folds(evening(game, players, seed, cheats=True), 120):
            found = [i for i in fold.game.infractions(fold.state) if not i.private]
            if found and fold.state.hand is not None:
                host = site.phone()
                table = site.open_table(host, NAMES[:players], game=game)
                put(site, table, fold)
                page = host.get(f"/tables/{table.id}/revokes/{found[-1].event}").text
                assert (void or "Void the hand") in page
                return
    raise AssertionError("nobody cheated")
