"""Three cards passed face down in Deep Six: which ones stays with the phone that said so (DEEP-8, GEN-5)."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.games.deep_six import tables as deep
from tests.web.support.phone import Phone, plain, undo_of
from tests.web.support.site import Site

THREE, OTHERS = ["8C", "8C", "7D"], ["2H", "3H", "4H"]


def passed(cards: list[str], seat: int = 1) -> dict[str, Any]:
    return {"type": "exchange", "seat": seat, "cards": cards}


class World:
    """A table where Ben is to pass three cards: the phone in the middle, Ben's, Dan's, and somebody who watches."""

    def __init__(self, site: Site, host: FlaskClient, **more: Any) -> None:
        self.site = site
        self.middle = deep.table(site, host, deep.EXCHANGE, **more)
        self.table = self.middle.table
        self.ben = Phone(site.seat(self.table, 1), self.table)
        self.dan = Phone(site.seat(self.table, 3), self.table)
        self.watcher = site.watcher(self.table)

    def pages(self) -> dict[str, str]:
        """What everybody but Ben gets to see, wherever they look."""
        found = {}
        for name, phone in (("middle", self.middle.client), ("dan", self.dan.client), ("watcher", self.watcher)):
            for path in ("", "/scores", "/share"):
                found[f"{name}{path}"] = plain(phone.get(self.middle.url + path).text, self.table.id)
        return found

    def given(self) -> Any:
        return self.site.tables.at(self.table.id).fold.state.hand.opening.given


def keys(page: str) -> str:
    """Everything that a page would send or holds for its script."""
    return " ".join(re.findall(r"value=(\"[^\"]*\"|'[^']*')", page)).replace("&#34;", '"')


@pytest.mark.rule("DEEP-8")
@pytest.mark.parametrize("book", ["closed", "open"])
def test_two_worlds_that_differ_in_the_passed_cards_look_alike_to_all_others(site: Site, book: str) -> None:
    worlds = [World(site, site.phone(), book=book) for _ in range(2)]
    for steps in (_ben_passes, _ben_takes_it_back, _ben_passes, _dan_gives_back, _all_meld):
        for world, cards in zip(worlds, (THREE, OTHERS), strict=True):
            steps(world, cards)
        first, second = (world.pages() for world in worlds)
        assert first == second, steps.__name__
    assert worlds[0].given() != worlds[1].given()


def _ben_passes(world: World, cards: list[str]) -> None:
    world.ben.look()
    assert world.ben.enter(passed(cards)) == 303


def _ben_takes_it_back(world: World, _cards: list[str]) -> None:
    world.ben.look()
    assert world.ben.enter(undo_of(world.ben)) == 303


def _dan_gives_back(world: World, _cards: list[str]) -> None:
    world.dan.look()
    assert world.dan.enter({"type": "exchange", "seat": 3}) == 303


def _all_meld(world: World, _cards: list[str]) -> None:
    world.middle.look()
    for seat in range(4):
        assert world.middle.enter({"type": "meld", "seat": seat, "points": 0}) == 303


def test_only_the_own_phone_shows_them_again(site: Site, host: FlaskClient) -> None:
    world = World(site, host)
    _ben_passes(world, THREE)
    assert "You passed, only on this phone:" in world.ben.page
    assert "<b>Ben</b> passed three cards over" in world.middle.look()
    assert "You passed" not in world.middle.page


def test_a_redo_gives_nobody_the_cards_back(site: Site, host: FlaskClient) -> None:
    world = World(site, host)
    _ben_passes(world, THREE)
    world.middle.look()
    assert world.middle.enter(undo_of(world.middle)) == 303
    for phone in (world.middle, world.ben, world.dan):
        page = keys(phone.look())
        assert '{"type":"exchange","seat":1}' in page
        assert '"cards"' not in page
    assert world.middle.enter({"type": "exchange", "seat": 1}) == 303


@pytest.mark.parametrize("who", ["middle", "dan"])
def test_no_other_phone_says_which_cards_were_passed(site: Site, host: FlaskClient, who: str) -> None:
    world = World(site, host)
    phone: Phone = getattr(world, who)
    assert phone.enter(passed(THREE)) == 422
    assert "Only the own cards" in phone.page
    assert "GEN-5" in phone.page
    assert world.given() == ()
    phone.look()
    if who == "dan":
        assert phone.enter({"type": "exchange", "seat": 1}) == 422
        assert "Ben has a phone here" in phone.page
    assert world.middle.enter({"type": "exchange", "seat": 1}) == 303, "that they were passed is open to all"


def _amend(target: int, *events: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "amend", "changes": [{"target": target, "with": list(events)}]}


def test_no_correction_puts_them_in_or_reads_them_out(site: Site, host: FlaskClient) -> None:
    world = World(site, host)
    at = len(deep.EXCHANGE)
    sunk = at - 1
    _ben_passes(world, THREE)
    tries = [
        _amend(at, passed(OTHERS)),
        # If Dan had shown both eights, Ben could not have passed them: the answer must not tell.
        _amend(
            sunk,
            {"type": "sink", "seat": 3, "suit": "H"},
            {"type": "show", "seat": 3, "cards": ["8C", "8C"]},
        ),
        _amend(
            sunk,
            {"type": "sink", "seat": 3, "suit": "H"},
            {"type": "show", "seat": 3, "cards": ["5C", "5C"]},
        ),
    ]
    answers = []
    for event in tries[1:]:
        world.dan.look()
        assert world.dan.enter(event) == 422
        answers.append(world.dan.page.split('id="refusal"')[1].split("</dialog>")[0])
    assert answers[0] == answers[1]
    for phone in (world.dan, world.middle):
        phone.look()
        assert phone.enter(tries[0]) == 422
        assert phone.enter(_amend(at, {"type": "exchange", "seat": 1})) == 422
    assert world.given()[0].cards == tuple(THREE)


def test_a_card_of_the_play_may_still_be_corrected_by_others(site: Site, host: FlaskClient) -> None:
    world = World(site, host)
    _ben_passes(world, THREE)
    _dan_gives_back(world, THREE)
    _all_meld(world, THREE)
    world.middle.look()
    assert world.middle.play(3, "6S") == 303
    index = site.tables.at(world.table.id).fold.seq - 1
    assert world.middle.enter(_amend(index, {"type": "play", "seat": 3, "card": "7S"})) == 303


def test_a_new_phone_on_the_seat_does_not_read_them(site: Site, host: FlaskClient) -> None:
    world = World(site, host)
    _ben_passes(world, THREE)
    world.dan.look()
    assert world.dan.enter(passed(OTHERS, 3)) == 303
    site.store.free_seat(world.table.id, 1)
    other = site.seat(world.table, 1)
    page = other.get(world.middle.url).text
    assert "You passed" not in page
    assert [given.cards for given in world.given()] == [None, tuple(OTHERS)]
