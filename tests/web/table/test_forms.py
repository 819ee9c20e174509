"""Entries that are put together from the fields of a form, as the types of the events say what a field holds."""

import json
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from tests.cases import each
from tests.web.support.made_up_events import MADE_UP
from webapp.table.forms import NotAnEvent, events_in

STAMPS = [("op", "0" * 16), ("seen", "3")]


def _events(*fields: tuple[str, str]) -> list[dict[str, Any]]:
    return events_in(MultiDict([*STAMPS, *fields]), MADE_UP)


def test_a_seat_a_number_and_one_of_a_few() -> None:
    fields = [("type", "throw"), ("seat", "1"), ("die", "low"), ("value", "-3"), ("counts", "40")]
    assert _events(*fields) == [{"type": "throw", "seat": 1, "die": "low", "value": -3, "counts": 40}]


def test_yes_is_true_and_no_is_false() -> None:
    fields = [("type", "play"), ("seat", "0"), ("card", "KH"), ("loud", "yes"), ("irregular", "no"), ("call", "up")]
    told = {"type": "play", "seat": 0, "card": "KH", "loud": True, "irregular": False, "call": "up"}
    assert _events(*fields) == [told]


def test_a_rank_of_digits_stays_a_rank() -> None:
    assert _events(("type", "turn"), ("cards-0", "7"), ("cards-1", "K")) == [{"type": "turn", "cards": ["7", "K"]}]


def test_fields_by_seat_are_one_object() -> None:
    fields = [("type", "turn"), ("more.0", "7"), ("more.3", "X")]
    assert _events(*fields) == [{"type": "turn", "more": {"0": "7", "3": "X"}}]


def test_ticked_boxes_are_a_list() -> None:
    fields = [("type", "lay-down"), ("seat", "2"), ("cards", "6S"), ("cards", "6S")]
    assert _events(*fields) == [{"type": "lay-down", "seat": 2, "cards": ["6S", "6S"]}]


def test_sets_are_lists_of_cards() -> None:
    fields = [("type", "lay-down"), ("seat", "0"), ("sets", "6S 7S 8S"), ("sets", "8H 8H")]
    assert _events(*fields) == [{"type": "lay-down", "seat": 0, "sets": [["6S", "7S", "8S"], ["8H", "8H"]]}]


def test_a_text_and_the_place_of_an_entry() -> None:
    fields = [("type", "name-suit"), ("suit", "H"), ("reason", "12"), ("about", "12")]
    assert _events(*fields) == [{"type": "name-suit", "suit": "H", "reason": "12", "about": 12}]


def test_a_text_is_kept_in_signs_that_are_read() -> None:
    typed, kept = "Too\u202e late\x07\r\ntwice ", "Too late twice"
    told = {"type": "name-suit", "suit": "H", "reason": kept}
    assert _events(("type", "name-suit"), ("suit", "H"), ("reason", typed)) == [told]
    assert _events(("event", json.dumps({**told, "reason": typed}))) == [told]


def test_objects_by_place() -> None:
    fields = [("type", "tally"), ("piles-0-small", "4"), ("piles-0-large", "1"), ("piles-1-small", "0")]
    assert _events(*fields) == [{"type": "tally", "piles": [{"small": 4, "large": 1}, {"small": 0}]}]


def test_a_dealer_beside_a_tally_deals_first() -> None:
    fields = [("type", "tally"), ("dealer", "1"), ("taken-0", "-10"), ("taken-1", "260")]
    assert _events(*fields) == [{"type": "deal", "dealer": 1}, {"type": "tally", "taken": [-10, 260]}]


def test_what_leads_to_a_tally_stands_before_it() -> None:
    leads = [("type", "name-suit"), ("suit", "H"), ("type", "tally"), ("dealer", "0"), ("taken-0", "3")]
    assert [event["type"] for event in _events(*leads)] == ["deal", "name-suit", "tally"]


def test_a_number_a_seat_may_come_as_one_field() -> None:
    assert _events(("type", "tally"), ("taken", "2 0 0")) == [{"type": "tally", "taken": [2, 0, 0]}]


def test_a_field_that_was_left_empty_is_left_out() -> None:
    assert _events(("type", "name-suit"), ("suit", "C"), ("reason", "")) == [{"type": "name-suit", "suit": "C"}]


def test_of_an_entry_that_the_table_does_not_know_only_its_type_is_read() -> None:
    """The rules refuse it, in words; what it might hold says nothing to anybody."""
    assert _events(("type", "fly"), ("height", "12")) == [{"type": "fly"}]


@each(
    "fields",
    [
        [],
        [("seat", "1")],
        [("type", "play"), ("type", "play")],
        [("type", "play"), ("unknown", "1")],
        [("type", "play"), ("value", "1")],
        [("type", "play"), ("seat", "one")],
        [("type", "play"), ("seat", "1"), ("seat", "2")],
        [("type", "play"), ("seat", "\u0663")],
        [("type", "play"), ("seat-0", "1")],
        [("type", "play"), ("seat.0", "1")],
        [("type", "play"), ("loud", "maybe")],
        [("type", "play"), ("card", "x" * 201)],
        [("type", "throw"), ("counts", "twenty")],
        [("type", "tally"), ("tricks", "one")],
        [("type", "tally"), ("tricks", "1"), ("tricks", "1")],
        [("type", "tally"), ("piles", "1")],
        [("type", "play"), ("seat", "1"), ("card", "KH"), ("type", "tally"), ("tricks", "1")],
        [("type", "tally"), ("tricks", "1"), ("type", "name-suit"), ("suit", "C")],
        [("type", "fly"), ("type", "tally"), ("tricks", "1")],
        [("type", "tally"), ("tricks-1", "1")],
        [("type", "tally"), ("tricks-0", "1"), ("tricks-0", "1")],
        [("type", "tally"), ("tricks-0", "1"), ("tricks-0-small", "1")],
        [("type", "tally"), ("piles-0", "1")],
        [("type", "tally"), ("piles-0-huge", "1")],
        [("type", "tally"), ("piles-0-small", "1"), ("piles-0-small", "1")],
        [("type", "tally"), ("dealer", "1"), ("dealer", "2"), ("taken-0", "1")],
        [("type", "turn"), ("cards", "7"), ("cards-0", "7")],
        [("type", "turn"), ("cards.0", "7"), ("cards-0", "7")],
        [("type", "lay-down"), ("sets", "6S"), ("sets.0", "6S")],
    ],
)
def test_what_is_no_event_is_told_apart(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(NotAnEvent):
        _events(*fields)


def test_copies_of_a_card_are_that_many_cards() -> None:
    fields = [("type", "lay-down"), ("seat", "2"), ("copies.6S", "2"), ("copies.8H", "1"), ("copies.2C", "")]
    assert _events(*fields) == [{"type": "lay-down", "seat": 2, "cards": ["6S", "6S", "8H"]}]


@each(
    "kind, name, value",
    [
        ("lay-down", "copies.6S", "3"),
        ("lay-down", "copies.6S", "x"),
        ("lay-down", "copies.6SS", "1"),
        ("throw", "copies.6S", "1"),
        ("turn", "copies.6S", "1"),
    ],
)
def test_copies_that_cannot_be(kind: str, name: str, value: str) -> None:
    with pytest.raises(NotAnEvent):
        _events(("type", kind), ("seat", "2"), (name, value))
