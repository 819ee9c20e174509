"""Entries that are put together from the fields of a form."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from webapp.table.forms import NotAnEvent, events_in

STAMPS = [("op", "0" * 16), ("seen", "3")]


def _events(*fields: tuple[str, str]) -> list[dict[str, Any]]:
    return events_in(MultiDict([*STAMPS, *fields]))


def test_plain_fields() -> None:
    fields = [("type", "roll"), ("seat", "1"), ("die", "low"), ("value", "3")]
    assert _events(*fields) == [{"type": "roll", "seat": 1, "die": "low", "value": 3}]


def test_a_rank_of_digits_stays_a_rank() -> None:
    assert _events(("type", "reveal"), ("cards-0", "7"), ("cards-1", "K")) == [{"type": "reveal", "cards": ["7", "K"]}]


def test_cards_by_seat() -> None:
    fields = [("type", "reinforce"), ("cards.0", "7"), ("cards.3", "X")]
    assert _events(*fields) == [{"type": "reinforce", "cards": {"0": "7", "3": "X"}}]


def test_ticked_boxes_are_a_list() -> None:
    fields = [("type", "show"), ("seat", "2"), ("cards", "6S"), ("cards", "6S")]
    assert _events(*fields) == [{"type": "show", "seat": 2, "cards": ["6S", "6S"]}]


def test_melds_are_lists_of_cards() -> None:
    fields = [("type", "meld"), ("seat", "0"), ("melds", "6S 7S 8S"), ("melds", "8H 8H")]
    assert _events(*fields) == [{"type": "meld", "seat": 0, "melds": [["6S", "7S", "8S"], ["8H", "8H"]]}]


def test_objects_by_place() -> None:
    fields = [("type", "tally"), ("spoils-0-low", "4"), ("spoils-0-ten", "1"), ("spoils-1-low", "0")]
    assert _events(*fields) == [{"type": "tally", "spoils": [{"low": 4, "ten": 1}, {"low": 0}]}]


def test_a_dealer_beside_a_tally_deals_first() -> None:
    fields = [("type", "tally"), ("dealer", "1"), ("taken-0", "-10"), ("taken-1", "260")]
    assert _events(*fields) == [{"type": "deal", "dealer": 1}, {"type": "tally", "taken": [-10, 260]}]


def test_yes_and_no() -> None:
    fields = [("type", "play"), ("seat", "0"), ("card", "KH"), ("marriage", "yes")]
    assert _events(*fields) == [{"type": "play", "seat": 0, "card": "KH", "marriage": True}]


def test_a_field_that_was_left_empty_is_left_out() -> None:
    assert _events(("type", "trick"), ("winner", "1"), ("nines", "")) == [{"type": "trick", "winner": 1}]


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [("seat", "1")],
        [("type", "play"), ("unknown", "1")],
        [("type", "play"), ("seat", "one")],
        [("type", "play"), ("seat", "1"), ("seat", "2")],
        [("type", "play"), ("seat", "\u0663")],
        [("type", "play"), ("marriage", "maybe")],
        [("type", "play"), ("card", "x" * 201)],
        [("type", "tally"), ("tricks-1", "1")],
        [("type", "tally"), ("tricks-0", "1"), ("tricks-0", "1")],
        [("type", "tally"), ("tricks-0", "1"), ("tricks-0-low", "1")],
        [("type", "tally"), ("spoils-0-low", "1"), ("spoils-0-low", "1")],
        [("type", "reveal"), ("cards", "7"), ("cards-0", "7")],
        [("type", "reveal"), ("cards.0", "7"), ("cards-0", "7")],
        [("type", "meld"), ("melds", "6S"), ("melds.0", "6S")],
    ],
)
def test_what_is_no_event_is_told_apart(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(NotAnEvent):
        _events(*fields)


def test_copies_of_a_card_are_that_many_cards() -> None:
    fields = [("type", "exchange"), ("seat", "2"), ("copies.6S", "2"), ("copies.8H", "1"), ("copies.2C", "")]
    assert _events(*fields) == [{"type": "exchange", "seat": 2, "cards": ["6S", "6S", "8H"]}]


@pytest.mark.parametrize(("name", "value"), [("copies.6S", "3"), ("copies.6S", "x"), ("copies.6SS", "1")])
def test_copies_that_cannot_be(name: str, value: str) -> None:
    with pytest.raises(NotAnEvent):
        _events(("type", "show"), ("seat", "2"), (name, value))
