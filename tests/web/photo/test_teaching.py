"""A pack is learned from photos of its rows, and read by what was learned."""

import io
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from webapp.http.limits import LARGEST_TRAITS
from webapp.photo.corners import Corner
from webapp.photo.reader import PACKS, cards_left, read, teach
from webapp.photo.reading import LearnedRows
from webapp.photo.teaching import Placed, placed, rows

REAL = Path(__file__).parent / "real"
UP, TALL = -math.pi / 2, 20.0


def corner(x: float, y: float, *, on_its_head: bool = False) -> Corner:
    return Corner(x, y, TALL, -UP if on_its_head else UP, 0.9)


def laid(count: int, y: float, *, step: float = 60.0) -> list[Corner]:
    """Returns the upper left indices of cards in a row that leans a little."""
    return [corner(50 + place * step, y + place) for place in range(count)]


def lower(above: list[Corner]) -> list[Corner]:
    return [corner(one.x + 40, one.y + 70, on_its_head=True) for one in above]


def spots(way: list[Placed]) -> Mapping[tuple[float, float], tuple[int, int]]:
    return {(one.corner.x, one.corner.y): one.spot for one in way}


def test_rows_are_told_by_their_places() -> None:
    first, second = laid(8, 50), laid(8, 200)
    shaken = [*second[::-1], *lower(second), *first[::2], *lower(first), *first[1::2]]
    assert rows(shaken) == [first, second]
    upright, over = (spots(way) for way in placed([shaken], 8, 4))
    assert [upright[(one.x, one.y)] for one in first] == [(0, place) for place in range(8)]
    assert [upright[(one.x, one.y)] for one in lower(second)] == [(1, place) for place in range(8)]
    assert over[(first[0].x, first[0].y)] == (1, 7)  # the photo may have been taken from the other side


def test_the_last_of_cards_that_cover_each_other_shows_one_index_more() -> None:
    covering = laid(8, 50, step=24)
    further = corner(covering[-1].x + 40, covering[-1].y)
    assert set(spots(placed([[*covering, further]], 8, 4)[0])) == {(one.x, one.y) for one in covering}


def test_a_row_with_a_card_too_few_is_none_and_what_seems_an_index_is_left_out_where_that_makes_it_whole() -> None:
    row, faint = laid(8, 50), Corner(75, 50, TALL, UP, 0.4)
    assert placed([row[1:]], 8, 4) == []
    assert placed([[*row, faint]], 8, 4) == []
    assert len(placed([[*row, faint], row], 8, 4)[0]) == 8
    assert placed([[*row, *laid(8, 200)]], 8, 1) == []


# A pack of the real photos: all its cards mirrored, as nobody prints them

OF = {"T": "cam_image5", "9": "cam_image6"}
RANKS = "T9"
SIDE = (230, 260)


@pytest.fixture(scope="module")
def cards() -> Mapping[str, Image.Image]:
    """The cards of two ranks, upright."""
    found = {}
    for rank, name in OF.items():
        (path,) = REAL.glob(f"*{name}.jpg")
        with Image.open(path) as photo:
            for seen in read(path.read_bytes(), PACKS["52"]).cards:
                x, y = seen.centre
                box = (x - SIDE[0] // 2, y - SIDE[1] // 2, x + SIDE[0] // 2, y + SIDE[1] // 2)
                assert seen.card[0] == rank
                found[seen.card] = ImageOps.mirror(photo.crop(box))
    return found


@pytest.fixture(scope="module")
def half_taught(cards: Mapping[str, Image.Image]) -> LearnedRows:
    """What a photo of the first half of the pack teaches."""
    order = cards_left(RANKS, "")
    return teach(in_rows(cards, order[:4]), order)


@pytest.fixture(scope="module")
def taught(cards: Mapping[str, Image.Image]) -> LearnedRows:
    """What a photo of the whole pack teaches."""
    order = cards_left(RANKS, "")
    return teach(in_rows(cards, order), order)


def in_rows(cards: Mapping[str, Image.Image], order: tuple[str, ...]) -> bytes:
    wide = len(RANKS)
    photo, file = Image.new("RGB", (SIDE[0] * wide, SIDE[1] * (len(order) // wide)), (40, 60, 50)), io.BytesIO()
    for place, card in enumerate(order):
        photo.paste(cards[card], (place % wide * SIDE[0], place // wide * SIDE[1]))
    photo.save(file, "PNG")
    return file.getvalue()


def test_a_pack_that_is_read_badly_is_read_well_once_it_was_taught(
    cards: Mapping[str, Image.Image], half_taught: LearnedRows
) -> None:
    order, first = cards_left(RANKS, ""), half_taught
    assert (first.suits, first.problem) == ("CS", "")
    left = cards_left(RANKS, first.suits)
    whole = teach(in_rows(cards, order[4:]), left, (first.traits,))
    assert whole.suits == "HD"
    pack = dict.fromkeys(order, 1)
    mixed = in_rows(cards, order[::3] + order[1::3] + order[2::3])
    before, after = read(mixed, pack), read(mixed, pack, (whole.traits,))
    assert {card.card for card in before.cards} <= {*order} - {"9C", "9H", "9D"}
    assert {card.card for card in after.cards} == set(order)
    assert sum(card.is_sure for card in after.cards) > sum(card.is_sure for card in before.cards)


def test_a_pack_holds_so_much_and_the_same_photo_teaches_the_same(
    cards: Mapping[str, Image.Image], half_taught: LearnedRows
) -> None:
    order, many, file = cards_left(RANKS, ""), 3000, io.BytesIO()
    rows = in_rows(cards, order[:4])
    assert teach(rows, order) == half_taught
    with np.load(io.BytesIO(half_taught.traits)) as kept:
        long = kept["traits"].shape[1]
    traits = np.random.default_rng(6).normal(size=(many, long)).astype(np.float16)
    np.savez_compressed(file, traits=traits, classes=np.zeros((many, 2), np.uint8))
    assert len(file.getvalue()) > LARGEST_TRAITS
    assert teach(rows, order, (file.getvalue(),)).problem == "too-much"


def test_other_packs_are_read_as_before(taught: LearnedRows) -> None:
    photo = (REAL / "images__train__IMG_2587.JPG").read_bytes()
    assert sorted(card.card for card in read(photo, PACKS["52"], (taught.traits,)).cards) == ["9S", "AC", "AH", "KS"]


def test_what_lies_otherwise_than_asked_teaches_nothing(cards: Mapping[str, Image.Image]) -> None:
    order = cards_left(RANKS, "")
    well_read = {name: ImageOps.mirror(card) for name, card in cards.items()}
    told = {
        "order": teach(in_rows(well_read, order[2:4] + order[:2]), order),
        "cards": teach(in_rows(cards, order[:4]), cards_left("KT9", "")),
        "rows": teach(in_rows(cards, order[:4]), cards_left(RANKS, "CSH")),
        "no-picture": teach(b"%PDF-1.7", order),
    }
    assert [(learned.suits, learned.traits) for learned in told.values()] == [("", b"")] * 4
    assert {name: learned.problem for name, learned in told.items()} == {name: name for name in told}
    assert (told["cards"].row, told["cards"].seen) == (1, 2)
