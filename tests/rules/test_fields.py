"""What the fields of an event are is read from its types."""

from typing import Literal

import pytest
from msgspec import UNSET, Struct, UnsetType, field

from rules_core.cards import Card
from rules_core.events import Adjust, Deal, Event, Hand, PerSeat, Play, Ruling, Seat
from rules_core.fields import Field, fields_of
from rules_core.games import GAMES
from tests.cases import each


class Counted(Struct, frozen=True):
    """What one seat has of two kinds."""

    low: int = 0
    high: int = 0


class Example(Event, frozen=True, tag="example"):
    """A field of each kind that no event which all games have has."""

    die: Literal["low", "d6"] | UnsetType = UNSET
    spoils: PerSeat[Counted] = ()
    drawn: dict[str, Card] = field(default_factory=dict)


def test_seats_cards_and_flags_are_told_from_numbers_and_texts() -> None:
    assert fields_of(Play) == (
        Field("seat", "seat"),
        Field("card", "card"),
        Field("irregular", "flag", required=False, default=False),
    )


def test_an_optional_field_is_left_out() -> None:
    assert fields_of(Deal) == (Field("dealer", "seat", required=False, default=UNSET),)


def test_a_list_has_items_any_number_or_one_a_side() -> None:
    assert fields_of(Hand)[1] == Field("cards", "list", item=Field("", "card"))
    points, reason = fields_of(Adjust)
    assert (points.per, points.item) == ("side", Field("", "number", least=-(2**53), most=2**53))
    assert reason == Field("reason", "text")


def test_a_place_in_the_log_is_no_number() -> None:
    assert fields_of(Ruling)[0] == Field("event", "event")


def test_choices_stand_in_their_order_and_structs_have_fields() -> None:
    die, spoils, drawn = fields_of(Example)
    assert die.choices == ("low", "d6")
    assert (spoils.per, spoils.item) == ("seat", Field("", "struct", fields=fields_of(Counted)))
    assert drawn.item == Field("", "card")


def test_a_type_that_no_form_can_show_is_no_field() -> None:
    class Odd(Event, frozen=True, tag="odd"):
        seat: Seat
        share: float

    with pytest.raises(TypeError, match="share"):
        fields_of(Odd)


@each("game", GAMES.values())
def test_the_fields_of_every_event_can_be_read(game: object) -> None:
    events = game.events.values()  # type: ignore[attr-defined]
    for event in events:
        assert tuple(field.name for field in fields_of(event)) == event.__struct_encode_fields__
