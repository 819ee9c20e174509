"""Corner indices come to cards: those that lie as of one card are one, and no card is there too often."""

import math
from dataclasses import replace

import numpy as np
import pytest

from webapp.photo.corners import Corner, ReadCorner, read_corners
from webapp.photo.nets import weights
from webapp.photo.recognition import Group, certainty, grouped, is_from_the_side, outline

CARDS = ("9C", "9D", "KH")
UP, DOWN = -math.pi / 2, math.pi / 2
TALL = 20.0


def corner(x: float, y: float, direction: float, *said: float) -> ReadCorner:
    return ReadCorner(Corner(x, y, TALL, direction, 0.9), np.array(said, np.float32), 0.01)


def card(x: float, y: float, *said: float, right: float = 66.0, down: float = 82.0) -> list[ReadCorner]:
    """Returns the opposite corners of a card whose upper left index is here."""
    return [corner(x, y, UP, *said), corner(x + right, y + down, DOWN, *said)]


def read(found: list[ReadCorner], *counts: int) -> list[tuple[str, bool]]:
    return sorted((CARDS[group.best], group.is_paired) for group in grouped(found, counts))


def test_opposite_corners_are_one_card_and_help_each_other() -> None:
    clear, doubtful = corner(50, 50, UP, 0.05, 0.9, 0.0), corner(116, 132, DOWN, 0.5, 0.4, 0.02)
    assert read([clear, doubtful], 1, 1, 1) == [("9D", True)]
    assert read([clear, corner(116, 132, DOWN, 0.02, 0.001, 0.95)], 1, 1, 1) == [("9D", False), ("KH", False)]
    assert read([clear, corner(116, 132, UP, 0.5, 0.4, 0.02)], 1, 1, 1) == [("9C", False), ("9D", False)]


def test_four_corners_are_one_card() -> None:
    sure = (0.98, 0.01, 0.0)
    german = [*card(50, 50, *sure), corner(116, 50, UP, *sure), corner(50, 132, DOWN, *sure)]
    assert read(german, 2, 2, 2) == [("9C", True)]


WHOLE = card(700, 50, 0.0, 0.0, 0.98)
"""A card both of whose opposite indices are seen: so it shows how far they are apart on all cards here."""


@pytest.mark.parametrize(("x", "y", "direction"), [(50 + 110, 50 + 90, DOWN), (50 + 66, 50, UP), (50, 50 + 82, DOWN)])
def test_two_like_cards_are_two_where_no_card_has_its_corners_so(x: float, y: float, direction: float) -> None:
    sure = (0.98, 0.01, 0.0)
    like = [corner(50, 50, UP, *sure), corner(x, y, direction, *sure)]
    assert read([*like, *WHOLE], 2, 2, 2) == [("9C", False), ("9C", False), ("KH", True)]
    assert read([*like, *WHOLE], 1, 1, 1) == [("9C", True), ("KH", True)]


def test_a_joker_whose_indices_are_higher_is_one_card() -> None:
    said = np.array((0.98, 0.01, 0.0), np.float32)
    tall = [
        ReadCorner(Corner(x, y, 2.6 * TALL, way, 0.9), said, 0.01) for x, y, way in ((50, 66, UP), (116, 116, DOWN))
    ]
    assert read([*tall, *WHOLE, *card(700, 600, 0.0, 0.0, 0.98)], 2, 2, 2) == [("9C", True), ("KH", True), ("KH", True)]


@pytest.mark.parametrize(("says", "tall", "is_read"), [(0, 20, True), (0, 10, False), (0, 35, False), (13, 10, True)])
def test_what_is_far_smaller_or_larger_than_the_indices_around_it_is_none(says: int, tall: int, is_read: bool) -> None:
    """Jokers (13) alone have indices of other sizes than the other cards."""
    found = [Corner(50.0 * place, 50, height, UP, 0.9) for place, height in enumerate((20, 20, tall, 20))]
    traits = np.eye(15, dtype=np.float32)[[1, 2, says, 3]]
    rank, suit = np.eye(15, dtype=np.float32) * 20, np.zeros((15, 4), np.float32)
    kept = {
        "reader.rank.weight": rank,
        "reader.rank.bias": rank[14] * 0,
        "reader.suit.weight": suit,
        "reader.suit.bias": suit[0],
    }
    cards = read_corners(found, traits, ("2C", "3C", "4C", "5C", "X"), kept)
    assert [one.cards.max() > 0 for one in cards] == [True, True, is_read, True]


def test_two_cards_side_by_side_that_hardly_say_the_same_are_two() -> None:
    beside = [corner(50, 50, UP, 0.9, 0.05, 0.0), corner(116, 50, UP, 0.06, 0.9, 0.0)]
    assert read([*beside, *WHOLE], 1, 1, 1) == [("9C", False), ("9D", False), ("KH", True)]


@pytest.mark.parametrize(("copies", "seen"), [(1, [("9C", True)]), (2, [("9C", True), ("9C", True)])])
def test_a_card_is_there_as_often_as_in_the_pack(copies: int, seen: list[tuple[str, bool]]) -> None:
    twice = [*card(50, 50, 0.98, 0.0, 0.0), *card(400, 300, 0.98, 0.0, 0.0)]
    assert read(twice, copies, copies, copies) == seen


def test_one_too_many_is_what_else_it_may_be() -> None:
    twice = [*card(50, 50, 0.98, 0.0, 0.0), corner(400, 300, UP, 0.6, 0.35, 0.0)]
    assert read(twice, 1, 1, 1) == [("9C", True), ("9D", False)]


def test_the_outline_is_that_of_the_card_where_two_corners_are_seen() -> None:
    (whole,) = grouped(card(50, 50, 0.0, 0.0, 0.98), (1, 1, 1))
    off = [
        replace(one, corner=replace(one.corner, direction=one.corner.direction + by))
        for one, by in zip(whole.corners, (0.1, -0.1), strict=True)
    ]
    for group in (whole, Group(off, whole.cards)):  # each direction is a little off
        assert {(round(x), round(y)) for x, y in outline(group)} == {(41, 36), (125, 36), (125, 146), (41, 146)}
    (alone,) = grouped([corner(50, 50, 0.0, 0.0, 0.0, 0.98)], (1, 1, 1))
    assert [(round(x), round(y)) for x, y in outline(alone)] == [(62, 44), (62, 56), (38, 56), (38, 44)]


def test_cards_that_look_squashed_are_seen_from_the_side() -> None:
    assert not is_from_the_side(grouped(card(50, 50, 0.0, 0.0, 0.98), (1, 1, 1)))
    assert is_from_the_side(grouped(card(50, 50, 0.0, 0.0, 0.98, down=40), (1, 1, 1)))


def test_a_small_index_is_less_sure_than_a_large_one_that_says_the_same() -> None:
    said = np.array((0.98, 0.01, 0.0), np.float32)
    small, large = (Group([ReadCorner(Corner(50, 50, tall, UP, 0.9), said, 0.01)], said) for tall in (12.0, 32.0))
    assert certainty(small, CARDS, weights()) < certainty(large, CARDS, weights())


def test_what_hardly_looks_like_an_index_is_less_sure_to_be_a_joker_than_another_card() -> None:
    said = np.array((0.98, 0.01, 0.0), np.float32)
    faint = Group([ReadCorner(Corner(50, 50, TALL, UP, 0.3), said, 0.01)], said)
    assert certainty(faint, ("X", "9D", "KH"), weights()) < certainty(faint, CARDS, weights())
