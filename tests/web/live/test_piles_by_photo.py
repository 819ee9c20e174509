"""The piles of a hand are counted from photos: what is sure lies there, what is not is asked for, a tap enters it."""

import io
import json
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone
from tests.web.support.photos import PhotoHouse, seen
from tests.web.support.site import Site
from webapp.photo.reading import Reading

ANN = ["9S", "JS", "8C", "X", "TH", "7S", "6C", "9C", "JD"]
BEN = ["7C", "TC", "8S", "TS", "8H", "7D"]
CAT = ["9H", "9D", "JH", "7H", "TD", "6S", "8D", "JC", "6H", "6D"]
"""Piles of a round of Sichere Six; Cat has buried the six of diamonds."""
ALL_OF_DEEP_SIX = [rank + suit for suit in "CDHS" for rank in "2345678"] * 2
LYING, FAR = {"row": 0, "card": "9C"}, 10**400
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


class PileHouse(PhotoHouse):
    """A table in a house that reads photos of piles."""

    def __init__(self, site: Site, game: str = "sichere-six", players: tuple[str, ...] = ("Ann", "Ben", "Cat")) -> None:
        host = site.phone()
        table = site.open_table(host, players, game=game)
        super().__init__(site, Phone(host, table))
        self.url += "/piles"

    def piles(self, *rows: list[Any], form: str = "take") -> TestResponse:
        """Sends a photo with these rows, one below the other; cards stand there by name or as `seen` by themselves."""
        cards = [
            msgspec.structs.replace(
                card, centre=(60 + 45 * x, 100 + 200 * y), outline=seen("X", 60 + 45 * x, 100 + 200 * y).outline
            )
            for y, row in enumerate(rows)
            for x, card in enumerate(seen(one, 0) if isinstance(one, str) else one for one in row)
        ]
        self.shows = Reading(700, 700, tuple(cards), () if cards else ("nothing-seen",))
        beside = Form(self.raw, form).filled() if hasattr(self, "raw") else {}
        data = {**beside, "file": (io.BytesIO(b"photo"), "photo.jpg")}
        return self.kept(self.phone.client.post(self.url, data=data))

    def says(self, card: str | None = None, **tap: Any) -> TestResponse:
        """Taps the key that says this of the piles, which stands on the page."""
        (key,) = [
            key
            for key in self.offered
            if all(key.get(name) == value for name, value in {**tap, "card": card}.items() if value is not None)
        ]
        return self.tap(tap=json.dumps(key, separators=(",", ":")))

    @property
    def offered(self) -> list[dict[str, Any]]:
        return [json.loads(unescape(value)) for value in re.findall(r'name="tap" value="([^"]*)"', self.raw)]

    @property
    def points(self) -> list[str]:
        return re.findall(r'<td class="gets">(.*?)</td>', self.page)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.site.tables.at(self.phone.table.id).fold.state.totals


@pytest.fixture
def house(site: Site) -> PileHouse:
    return PileHouse(site)


def lacking(pile: list[str], card: str, *likeliest: str) -> list[Any]:
    """A pile in which one card cannot be read for certain; `likeliest`: what it may be."""
    guessed = msgspec.structs.replace(seen(likeliest[0] if likeliest else "X", 0, 0, "6C"), certainty=0.2)
    return [guessed if one == card else one for one in pile]


def test_piles_that_are_read_for_certain_are_entered_by_one_tap(house: PileHouse) -> None:
    assert f'href="{house.url}"' in house.phone.look()
    assert "Photo of the piles" in house.phone.client.get(house.url).text
    assert house.piles(ANN, BEN, CAT).status_code == 200
    assert "it adds up" in house.page
    assert house.totals == (0, 0, 0)  # nothing is entered by itself
    sent = Form(house.raw, "cards").filled(enter="yes")
    for _ in range(2):  # sent twice, counted once
        assert house.phone.client.post(f"{house.url}/cards", data=sent).status_code == 303
    assert house.totals == (-1, 2, -1)


def test_of_two_missing_cards_one_tap_says_where_both_are(house: PileHouse) -> None:
    house.piles(lacking(ANN, "9C"), lacking(BEN, "TS"), CAT)
    assert "23 of 25" in house.page  # what was not read never hides
    assert "Who has the nine of clubs?" in house.page
    assert "the nine of clubs, the ten of spades" in house.page
    assert [(key["card"], key["side"]) for key in house.offered] == [("9C", 0), ("9C", 1)]
    assert re.search(r"<button[^>]*disabled[^>]*>Not all cards have their place yet", house.page)
    house.tap(enter="yes")  # what a program could send all the same
    assert house.totals == (0, 0, 0)
    assert "Better photograph again" not in house.page
    house.says("9C", side=1)
    assert house.points == ["+1", "0", "−1"]
    house.says("9C", side=0)  # changed: the total changes with it
    assert house.points == ["−1", "+2", "−1"]
    assert house.tap(enter="yes").status_code == 303
    assert house.totals == (-1, 2, -1)


def test_the_buried_card_may_be_unseen_unless_it_is_a_nine(house: PileHouse) -> None:
    house.piles(ANN, BEN, CAT[:-1])
    assert "1 card of the pack lies in no pile: that can be" in house.page
    assert house.points == ["−1", "+2", "−1"]
    house.piles(ANN, BEN, [*[card for card in CAT if card != "9D"]])
    assert "Who has the nine of diamonds?" in house.page
    assert house.says("9D", side=2).status_code == 200
    assert house.points == ["−1", "+2", "−1"]


def test_what_is_hard_to_read_and_lacks_in_the_pack_is_confirmed_at_once(house: PileHouse) -> None:
    likely = msgspec.structs.replace(seen("9C", 0, 0, "6C"), certainty=0.8)
    house.piles([likely if card == "9C" else card for card in ANN], BEN, CAT)
    assert "Is this card right?" in house.page
    assert not house.points
    house.says(act="sure")
    assert house.points == ["−1", "+2", "−1"]


def test_a_card_read_twice_is_pointed_at(house: PileHouse) -> None:
    house.piles(ANN, ["9C", *BEN[1:]], CAT)
    assert "2 × 9 of clubs: tap the wrong one" in house.page
    house.tap(tap=json.dumps(house.offered[1]))
    assert house.points == ["−1", "+2", "−1"]  # the seven of clubs, which alone is missing, lies there


def test_a_card_in_the_wrong_pile_is_moved(house: PileHouse) -> None:
    house.piles([*ANN, "7C"], BEN[1:], CAT)
    assert "cards make no whole tricks" in house.page
    moved = len(ANN)
    house.tap(ask=str(moved))
    assert "Whose is 7 of clubs?" in house.page
    house.says(act="move", side=1)
    assert house.points == ["−1", "+2", "−1"]


def test_piles_that_lie_in_another_order_change_over(house: PileHouse) -> None:
    house.piles(BEN, ANN, CAT)
    assert house.points == ["+2", "−1", "−1"]
    house.tap(row="0")
    assert "Tap another name, and the two piles change over." in house.page
    house.says(act="row", side=1)
    assert house.points == ["−1", "+2", "−1"]
    assert house.tap(row="9").status_code == 200  # no such row: nothing is asked about it


def test_a_row_of_a_pile_in_two_rows_is_given_to_another_one_alone(site: Site) -> None:
    house = PileHouse(site, "sichermans-war", ("Ann", "Ben"))
    house.piles(["AH", "TH"], ["2D", "3D"], ["2S", "3S"], ["4S", "5S"])
    assert "Whose cards are these?" not in house.page  # from above, two rows each
    assert house.points == ["35", "20"]
    house.tap(row="1")
    assert "change over" not in house.page
    assert ">The two of diamonds, the three of diamonds<" in house.page
    assert re.findall(r'name="row" value="(\d)"[^>]* aria-current="true"', house.raw) == ["1"], "it stands out"
    house.says(act="row", side=1)
    assert house.points == ["25", "30"]


def test_one_photo_for_each_pile_will_do(house: PileHouse) -> None:
    for pile, side in ((CAT, 2), (ANN, 0)):
        house.piles(pile, form="one-more" if side == 0 else "take")
        assert "Whose cards are these?" in house.page
        house.says(act="row", side=side)
    house.piles(BEN, form="one-more")  # nobody else is left
    assert house.points == ["−1", "+2", "−1"]
    assert house.piles([], form="one-more").status_code == 422
    assert "No cards seen" in house.page
    assert house.tap(enter="yes").status_code == 303  # what was read before is kept
    assert house.totals == (-1, 2, -1)


def test_the_same_photo_once_more_adds_nothing(house: PileHouse) -> None:
    house.piles(ANN, BEN, CAT)
    assert house.piles(ANN, BEN, CAT, form="one-more").status_code == 422
    assert "These cards were on an earlier photo already" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.totals == (-1, 2, -1)


def test_of_cards_that_are_there_twice_the_same_photo_adds_nothing_another_one_does(site: Site) -> None:
    house, pile = PileHouse(site, "deep-six", ("Ann", "Ben", "Cat", "Dan")), [*ALL_OF_DEEP_SIX[:12]]
    smeared = lacking(pile, "4C", "4C")
    house.piles(smeared)
    assert house.piles(smeared, form="one-more").status_code == 422
    assert house.piles(pile[::-1], form="one-more").status_code == 200


def test_a_pile_that_is_mostly_doubtful_is_kept_with_a_card_that_lies_already(house: PileHouse) -> None:
    house.piles(ANN)
    assert house.piles([ANN[0], *(seen(card, 0, 0, "6C") for card in BEN)], form="one-more").status_code == 200


def test_a_long_row_that_is_read_badly_is_better_laid_in_two(house: PileHouse) -> None:
    house.piles(ANN[3:], BEN, CAT)
    assert "Better photograph again." in house.page
    house.piles([*ANN[3:], *BEN[:2]], [*CAT, *BEN[2:]])
    for side in (0, 2):
        house.says(act="row", side=side)
    assert "Better photograph again: a long pile in two rows, or on two photos." in house.page


def test_a_photo_taken_again_takes_the_place_of_the_last_one(house: PileHouse) -> None:
    house.piles(ANN, BEN, lacking(CAT, "9D"))
    house.piles(ANN, BEN, CAT)
    assert house.points == ["−1", "+2", "−1"]


def test_where_the_last_trick_went_is_asked_in_a_game_that_counts_it(site: Site) -> None:
    house = PileHouse(site, "deep-six", ("Ann", "Ben", "Cat", "Dan"))
    house.phone.enter({"type": "deal", "dealer": 0})
    house.phone.enter({"type": "contract", "seat": 1, "amount": 60, "suit": "H"})
    assert house.url in house.phone.page
    house.piles(ALL_OF_DEEP_SIX[:28], ALL_OF_DEEP_SIX[28:])
    assert 'name="bidder"' not in house.page  # that is known already
    assert "Not everything is answered yet" in house.page
    wrong = Form(house.raw, "cards").filled(enter="yes", last="3", **{"meld-0": "-7"})
    assert ">DEEP-10</a>" in house.phone.client.post(f"{house.url}/cards", data=wrong).text
    house.tap(ask="", last="3", **{"meld-0": "-20", "meld-1": "0"})
    assert "it adds up" in house.page
    assert house.tap(enter="yes").status_code == 303
    (done,) = site.tables.at(house.phone.table.id).fold.state.finished
    assert (done.taken, done.meld) == ((120, 130), (-20, 0))


@pytest.mark.parametrize("dealt", [[], [{"type": "deal", "dealer": 3}]], ids=["nothing", "dealt"])
def test_a_hand_without_a_phone_has_its_contract_asked_for(site: Site, dealt: list[dict[str, Any]]) -> None:
    house = PileHouse(site, "deep-six", ("Ann", "Ben", "Cat", "Dan"))
    for event in dealt:
        house.phone.enter(event)
    assert house.url in house.phone.look()
    house.piles(ALL_OF_DEEP_SIX[:28], ALL_OF_DEEP_SIX[28:])
    told = {"bidder": "0", "sunk": "H", "last": "3", "meld-0": "-20", "meld-1": "0"}
    house.tap(ask="", **told)
    assert not house.points  # what was bid is never guessed
    house.tap(ask="", bid="110", **told)
    assert house.points == ["100", "130"]
    assert house.tap(enter="yes").status_code == 303
    state = site.tables.at(house.phone.table.id).fold.state
    (done,) = state.finished
    assert (done.dealer, done.bidder, done.bid, done.sunk) == (3 if dealt else 0, 0, 110, "H")
    assert (done.taken, done.meld, done.made) == ((120, 130), (-20, 0), True)


def test_no_piles_are_counted_while_a_contract_is_being_found(site: Site) -> None:
    house = PileHouse(site, "deep-six", ("Ann", "Ben", "Cat", "Dan"))
    house.phone.enter({"type": "deal", "dealer": 0})
    house.phone.enter({"type": "bid", "seat": 1, "amount": 120})
    assert house.url not in house.phone.look()
    assert house.phone.client.get(house.url).status_code == 303


@pytest.mark.parametrize(
    ("game", "piles", "told", "totals"),
    [
        ("sixes-and-sevens", (PACK[:24], PACK[24:39], PACK[39:51]), {}, (8, 5, 4)),
        (
            "sechsundsechzig",
            (["AH", "TH", "AD", "TD", "KC", "7S"], ["AS", "TS", "AC", "KS"]),
            {"caller": "0", "marriages-0": "20"},
            (1, 0),
        ),
        ("sichermans-war", (["AH", "TH", "2D"], ["2S", "3S"]), {}, (30, 10)),
    ],
)
def test_every_game_says_what_piles_come_to(
    site: Site, game: str, piles: tuple[list[str], ...], told: dict[str, str], totals: tuple[int, ...]
) -> None:
    house = PileHouse(site, game, ("Ann", "Ben", "Cat")[: len(piles)])
    house.piles(*piles)
    if told:
        house.tap(ask="", **told)
    assert house.tap(enter="yes").status_code == 303
    assert house.totals == totals


def test_a_table_that_moved_on_keeps_the_piles(house: PileHouse) -> None:
    house.piles(ANN, BEN, CAT)
    assert house.phone.enter({"type": "deal", "dealer": 0}) == 303
    assert house.tap(enter="yes").status_code == 409
    assert "The table has moved on meanwhile" in house.page
    assert house.tap(enter="yes").status_code == 303
    assert house.totals == (-1, 2, -1)


@pytest.mark.parametrize(
    "sent",
    [
        {"draft": "[]"},
        {"draft": '{"lying":[{"row":0,"card":"ZZ"}]}'},
        {"draft": '{"lying":[{"row":0,"card":"9C","side":7}]}'},
        {"draft": json.dumps({"lying": [LYING], "width": FAR})},
        {"draft": json.dumps({"lying": [LYING], "height": FAR})},
        {"draft": json.dumps({"lying": [{**LYING, "spot": [0, FAR]}]})},
        {"draft": json.dumps({"lying": [{**LYING, "row": FAR}]})},
        {"tap": "{}"},
        {"tap": '{"act":"place","card":"ZZ","side":0}'},
        {"tap": '{"act":"move","at":-1,"side":0}'},
        {"seen": ""},
    ],
)
def test_what_no_page_sends_is_no_entry(house: PileHouse, sent: dict[str, str]) -> None:
    house.piles(ANN, BEN, CAT)
    answer = house.tap(**{"enter": "yes", **sent})
    assert answer.status_code == 400
    assert "These words were not kept" not in answer.text, "what the page carries along was typed by nobody"
    assert house.totals == (0, 0, 0)


@pytest.mark.parametrize("sent", [{"ask": "1" * 5000}, {"dealer": "1" * 5000}])
def test_a_number_too_long_to_read_says_nothing(house: PileHouse, sent: dict[str, str]) -> None:
    house.piles(ANN, BEN, CAT)
    assert house.tap(**{"ask": "", **sent}).status_code == 200
    assert house.points == ["−1", "+2", "−1"]


def test_once_a_card_is_played_there_are_no_piles_to_count(house: PileHouse) -> None:
    house.phone.enter({"type": "deal", "dealer": 0})
    house.phone.play(1, "7C")
    assert house.url not in house.phone.look()
    answer = house.phone.client.get(house.url)
    assert (answer.status_code, answer.location) == (303, house.phone.url)


def test_a_house_without_the_extra_shows_no_key(phone: Phone) -> None:
    assert f"{phone.url}/photo/piles" not in phone.look()
    assert phone.client.get(f"{phone.url}/photo/piles").status_code == 404
