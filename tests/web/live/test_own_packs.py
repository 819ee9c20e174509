"""A host teaches the house the own pack, row by row; it serves the tables of that phone and no others."""

import io
import secrets
from collections.abc import Callable

import pytest
from flask import request
from werkzeug.test import TestResponse

from rules_core.cards import Card
from rules_core.games import GAMES
from tests.cases import each
from tests.rules.tables import NAMES
from tests.web.support.phone import Phone
from tests.web.support.photos import PhotoHouse
from tests.web.support.site import Site
from webapp.files.photos import PhotoReader, TaughtRows
from webapp.http.limits import MOST_TAUGHT_PACKS
from webapp.photo.reading import LearnedRows
from webapp.services import services_in


class TaughtHouse(PhotoHouse):
    """A house that learns of each photo what a test says."""

    def __init__(self, site: Site, phone: Phone) -> None:
        super().__init__(site, phone)
        self.teaches, self.asked = LearnedRows("CSHD", b"all"), list[tuple[tuple[Card, ...], tuple[bytes, ...]]]()
        self.meanwhile: Callable[[], object] = list
        services_in(site.app).add(PhotoReader(is_on=True, read=self._read, teach=self._teach))

    def _teach(self, cards: tuple[Card, ...], before: tuple[bytes, ...]) -> TaughtRows:
        self.asked.append((cards, before))
        self.meanwhile()
        return TaughtRows(self.name, request.form["op"], self.teaches, request.files["file"].read().hex())

    def teach(self, name: str = "", pack: str = "", op: str | None = None, photo: bytes = b"p") -> TestResponse:
        self.name = name
        sent = {"file": (io.BytesIO(photo), "p.jpg"), "op": secrets.token_hex(8) if op is None else op}
        return self.kept(self.phone.client.post(f"{self.url}/packs{pack}", data=sent))

    def look(self, query: str = "") -> str:
        self.kept(self.phone.client.get(f"{self.url}/packs{query}"))
        return self.page


@pytest.fixture
def house(site: Site, phone: Phone) -> TaughtHouse:
    return TaughtHouse(site, phone)


def test_a_pack_is_taught_row_by_row_and_forgotten(house: TaughtHouse) -> None:
    store, table = house.site.store, house.phone.table.id
    assert 'aria-label="ace of clubs, king of clubs' in house.look().replace("Ace", "ace").replace("King", "king")
    house.teaches = LearnedRows("CS", b"half")
    first = house.teach("Grandmother’s")
    assert first.status_code == 303
    (pack,) = store.taught_packs()
    assert (pack.name, pack.suits) == ("Grandmother’s", "CS")
    assert store.taught_packs_at(table) == (b"half",)
    assert "2 rows are known. Now those that are left; a row that was not whole" in house.look(f"?pack={pack.id}")
    house.teaches = LearnedRows("HD", b"whole")
    assert house.teach(pack=f"/{pack.id}").status_code == 303
    cards, before = house.asked[-1]
    assert ({card[1] for card in cards}, cards[0], before) == ({"H", "D"}, "AH", (b"half",))
    assert "Grandmother’s is known" in house.look(f"?pack={pack.id}")
    assert store.taught_packs_at(table) == (b"whole",)
    assert house.teach(pack=f"/{pack.id}").status_code == 303  # sent again: nothing is left to learn
    assert len(house.asked) == 2
    assert house.phone.client.post(f"{house.url}/packs/{pack.id}/remove").status_code == 303
    assert (store.taught_packs(), store.taught_packs_at(table)) == ([], ())


@pytest.mark.parametrize("game", GAMES)
def test_the_pack_of_each_game_can_be_taught(site: Site, game: str) -> None:
    host = site.phone()
    house = TaughtHouse(site, Phone(host, site.open_table(host, NAMES[: min(GAMES[game].players)], game=game)))
    house.teaches = LearnedRows("CSHD", b"all")
    assert house.teach("Own").status_code == 303
    ((cards, _before),) = house.asked
    assert {card[1] for card in cards} == set("CSHD")
    assert len(cards) >= 24


@each(
    "learned, said",
    [
        (None, "There is no photo yet"),
        (LearnedRows(problem="no-picture"), "no picture that can be opened"),
        (LearnedRows(problem="nothing-seen"), "No cards seen"),
        (LearnedRows(problem="rows", seen=5), "5 rows are seen, where at most 4 should lie"),
        (LearnedRows(problem="cards", row=2, seen=11), "Row 2: 11 cards are seen, where 13 should lie"),
        (LearnedRows(problem="too-much"), "More of this pack cannot be kept"),
        (LearnedRows(problem="order", card="KC", read="QC"), "Lay the rows as they are shown here"),
    ],
)
def test_what_teaches_nothing_is_said_and_the_name_is_kept(house: TaughtHouse, learned: LearnedRows, said: str) -> None:
    house.teaches = learned
    assert house.teach("My <own>").status_code == 422
    assert said in house.page
    assert 'value="My &lt;own&gt;"' in house.raw
    assert house.site.store.taught_packs() == []


def test_a_phone_teaches_so_many_packs(house: TaughtHouse) -> None:
    for number in range(MOST_TAUGHT_PACKS):
        house.teaches = LearnedRows("CSHD", b"all %d" % number)
        assert house.teach().status_code == 303
    house.teaches = LearnedRows("CSHD", b"one more")
    assert house.teach().status_code == 422
    assert f"at most {MOST_TAUGHT_PACKS} packs" in house.page
    assert [pack.name for pack in house.site.store.taught_packs()][:2] == ["Pack 1", "Pack 2"]


def test_a_photo_that_is_sent_again_counts_once(site: Site, house: TaughtHouse) -> None:
    site.store.teach(None, name="Club", ranks="AK", suits="CSHD", traits=b"all")
    sent = [house.teach() for _ in range(MOST_TAUGHT_PACKS + 1)]
    assert {(answer.status_code, answer.location) for answer in sent} == {(303, sent[0].location)}
    assert [pack.name for pack in site.store.taught_packs()] == ["Club", "Pack 1"]


def test_the_same_photo_with_another_name_names_its_pack_so(house: TaughtHouse) -> None:
    sent = [house.teach(name, op="0" * 16) for name in ("Own", "Mine", "")]
    assert {(answer.status_code, answer.location) for answer in sent} == {(303, sent[0].location)}
    assert [pack.name for pack in house.site.store.taught_packs()] == ["Mine"]


def test_further_rows_that_are_sent_again_count_once(house: TaughtHouse) -> None:
    """An answer that was lost, also while the same photo is still being read."""
    store, table = house.site.store, house.phone.table.id
    house.teaches = LearnedRows("C", b"one")
    sent = [house.teach("Own", op="0" * 16) for _ in range(2)]
    (pack,) = store.taught_packs()
    own = f"/{pack.id}"
    house.teaches = LearnedRows("S", b"two")
    sent += [house.teach(pack=own, op="0" * 16), house.teach(pack=own, op="0" * 16)]
    house.teaches = LearnedRows(problem="order", card="AH", read="AS")
    sent.append(house.teach(pack=own, op="0" * 16))
    house.teaches = LearnedRows("H", b"three")
    sent.append(house.teach(pack=own, op="0" * 16))
    assert (store.taught_packs()[0].suits, store.taught_packs_at(table)) == ("CS", (b"two",))
    house.meanwhile = lambda: (setattr(house, "meanwhile", list), house.teach(pack=own, op="1" * 16))
    sent.append(house.teach(pack=own, op="1" * 16))
    assert (store.taught_packs()[0].suits, store.taught_packs_at(table)) == ("CSH", (b"three",))
    assert {(answer.status_code, answer.location) for answer in sent} == {(303, sent[0].location)}
    assert house.teach(pack=own, op="").status_code == 400
    house.teaches = LearnedRows(problem="order", card="AH", read="AS")
    assert house.teach(pack=own, op="1" * 16, photo=b"another").status_code == 422
    house.look(f"?pack={pack.id}")
    assert 'name="op" value="' in house.raw


def test_a_pack_that_changed_while_a_photo_was_read_says_so(house: TaughtHouse) -> None:
    store = house.site.store
    house.teaches = LearnedRows("C", b"one")
    house.teach("Own")
    (pack,) = store.taught_packs()
    more = {"name": "Own", "ranks": "AK", "suits": "CHD", "traits": b"others"}
    changes = (
        lambda: store.teach(pack.device_id, pack_id=pack.id, **more),
        lambda: store.remove_pack(pack.id, pack.device_id),
    )
    for change, shown in zip(changes, ("1 row is missing", "Name of the pack"), strict=True):
        house.meanwhile, house.teaches = change, LearnedRows("S", b"mine")
        assert house.teach(pack=f"/{pack.id}").status_code == 409
        assert "nothing of this photo was kept" in house.page
        assert shown in house.page
    assert store.taught_packs() == []


def test_a_pack_serves_the_tables_that_its_phone_hosts_and_those_of_the_house_all(
    site: Site, house: TaughtHouse
) -> None:
    house.teach()
    site.store.teach(None, name="Club", ranks="AK", suits="CSHD", traits=b"club")
    other = site.open_table(site.phone())
    assert site.store.taught_packs_at(house.phone.table.id) == (b"all", b"club")
    assert site.store.taught_packs_at(other.id) == (b"club",)
    own, club = site.store.taught_packs()
    assert "taught by whoever runs this house" in house.look()
    assert house.phone.client.post(f"{house.url}/packs/{club.id}/remove").status_code == 303
    assert [pack.id for pack in site.store.taught_packs()] == [own.id, club.id]
    stranger = TaughtHouse(site, Phone(site.phone(), other))
    assert stranger.phone.client.post(f"{house.url}/packs/{own.id}/remove").status_code == 404
