"""Reads an event from the fields of a form, for entries that are put together from several keys and numbers.

What a field holds, the event's type says (`rules_core.fields`):

seat=2&card=QS             a field of the event
tricks-0=3&tricks-1=5      a list of one a seat or a side
tricks=3 5                 the same as one key sends it
spoils-0-low=4             a list of objects
cards.0=K&cards.3=4        an object by seat
cards=6S&cards=8H          a list, as ticked boxes send it
copies.6S=2                the same, of cards that the pack holds twice
melds=6S 7S 8S             a list of lists, one a meld
"""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rules_core.events import EventTypes
from rules_core.fields import Field, fields_of
from webapp.http.limits import LONGEST_CARD_CODE, LONGEST_FIELD_TEXT

_NAME = re.compile(r"([a-z_]+)(?:\.([0-9])|-([0-9])(?:-([a-z_]+))?)?")
_NUMBER = re.compile(r"-?[0-9]{1,6}")
COPIES = "copies."
"""`copies.6S=2`: both sixes of spades."""


class NotAField(ValueError):
    """What was sent is no field of an event."""


def event_of(fields: Iterable[tuple[str, str]], known: EventTypes) -> dict[str, Any]:
    """Returns the event that these fields tell. Whether it is one is for the rules. Raises `NotAField`.

    Of an event that the table does not know nothing but its type is read: the rules refuse it for that.
    """
    sent = list(fields)
    kinds = [value.strip() for name, value in sent if name == "type"]
    if len(kinds) != 1:
        raise NotAField("not one type of an event")
    struct = known.get(kinds[0])
    values = values_of(struct, [(name, value) for name, value in sent if name != "type"]) if struct else {}
    return {"type": kinds[0], **values}


def is_field_of(struct: type[Struct], name: str) -> bool:
    """Tells whether a field of a form, by its name, belongs to this event."""
    found = _NAME.fullmatch(name)
    return found is not None and found[1] in struct.__struct_fields__


def values_of(struct: type[Struct], sent: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Returns what is sent for the fields of this event. Raises `NotAField`."""
    fields, values = {field.name: field for field in fields_of(struct)}, dict[str, Any]()
    for name, text in sent:
        if name.startswith(COPIES):
            cards = _field_of_cards(fields.values())
            values.setdefault(cards.name, []).extend(_copies(name.removeprefix(COPIES), text))
            continue
        found = _NAME.fullmatch(name)
        if found is None or found[1] not in fields:
            raise NotAField(f"{name} is no field of this entry")
        _put(values, fields[found[1]], found, text.strip())
    return values


def _put(values: dict[str, Any], field: Field, name: re.Match[str], text: str) -> None:
    _field, key, place, part = name.groups()
    at_once = field.per is not None and place is None
    if (key is not None, place is not None or at_once) != (field.kind == "by-key", field.per is not None):
        raise NotAField(f"{field.name} comes in another shape")
    if key is not None:
        values.setdefault(field.name, {})[key] = _read(_item(field), text)
    elif place is not None:
        _put_in_list(values.setdefault(field.name, []), int(place), part, _read(_part(_item(field), part), text))
    elif field.kind == "list" and not at_once:
        values.setdefault(field.name, []).append(_read(_item(field), text))
    elif field.name in values:
        raise NotAField(f"{field.name} comes twice")
    else:
        values[field.name] = _read(field, text)


def _put_in_list(there: list[Any], place: int, part: str | None, value: Any) -> None:
    """Places come in order: a gap or a place that comes twice is no list."""
    if part is not None and place == len(there) - 1 and part not in there[place]:
        there[place][part] = value
    elif place == len(there):
        there.append(value if part is None else {part: value})
    else:
        raise NotAField(f"place {place} comes out of turn")


def _item(field: Field) -> Field:
    assert field.item is not None  # of a list and of an object by key the type names it
    return field.item


def _part(item: Field, part: str | None) -> Field:
    """The field `part` of an object; what is no object has none."""
    found = item if part is None else next((field for field in item.fields if field.name == part), None)
    if found is None:
        raise NotAField(f"{part} is no part of this entry")
    return found


def _field_of_cards(fields: Iterable[Field]) -> Field:
    """The list of cards that an event has."""
    found = next((field for field in fields if field.item and field.item.kind == "card" and field.per is None), None)
    if found is None:
        raise NotAField("this entry has no list of cards")
    return found


# One value


def _read(field: Field, text: str) -> Any:
    match field.kind:
        case "number" | "seat" | "event":
            return _number(text)
        case "choice" if isinstance(field.choices[0], int):
            return _number(text)
        case "choice" | "card" | "text":
            return _text(text)
        case "flag":
            return _yes(text)
        case "list":
            return [_read(_item(field), part) for part in _text(text).split()]
    raise NotAField("more than one value")


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotAField("not a whole number")
    return int(text)


def _text(text: str) -> str:
    if len(text) > LONGEST_FIELD_TEXT:
        raise NotAField("too long")
    return text


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotAField("neither yes nor no")
    return text == "yes"


def _copies(card: str, times: str) -> list[str]:
    if len(card) > LONGEST_CARD_CODE or times not in ("1", "2"):
        raise NotAField(f"{times} times is not how often a card is there")
    return [card] * int(times)
