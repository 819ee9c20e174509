"""Fields of forms as values of events."""

import json
import re
from collections.abc import Container, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import MsgspecError, Struct
from msgspec.json import decode as json_decode
from werkzeug.datastructures import MultiDict

from rules_core.events import EventTypes
from rules_core.fields import Field, fields_of
from webapp.http.integers import parse_integer
from webapp.http.limits import (
    LARGEST_INTEGER,
    LONGEST_CARD_CODE,
    LONGEST_EVENT_TEXT,
    LONGEST_FIELD_TEXT,
    MOST_EVENT_BRACKETS,
    MOST_EVENT_DIGITS,
)
from webapp.table.entry import with_kept_texts
from webapp.table.player_names import kept_text

T = TypeVar("T")
_NAME = re.compile(r"([a-z_]+)(?:\.([0-9])|-([0-9])(?:-([a-z_]+))?)?")
_NUMBER = re.compile(r"-?[0-9]{1,6}")
COPIES = "copies."
"""`copies.6S=2`: both sixes of spades."""


class NotAField(ValueError):
    """The input is no field of an event."""


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
    """Returns the values of this event's fields. Raises `NotAField`."""
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
    """Returns a part of an object field, for None the field itself. Raises `NotAField` for an unknown part."""
    found = item if part is None else next((field for field in item.fields if field.name == part), None)
    if found is None:
        raise NotAField(f"{part} is no part of this entry")
    return found


def _field_of_cards(fields: Iterable[Field]) -> Field:
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
        case "text":
            return kept_text(_text(text))
        case "choice" | "card":
            return _text(text)
        case "flag":
            if text not in ("yes", "no"):
                raise NotAField("neither yes nor no")
            return text == "yes"
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


def _copies(card: str, times: str) -> list[str]:
    if len(card) > LONGEST_CARD_CODE or times not in ("1", "2"):
        raise NotAField(f"{times} times is not how often a card is there")
    return [card] * int(times)


STAMPS = frozenset({"op", "seen", "after"})
_KEY = re.compile(r"[0-9A-Za-z_-]{8,64}")
_FORMS_NUMBER = re.compile(r"-?[0-9]{1,6}")


class NotThisForm(ValueError):
    """The input holds something that no field of the form can send: it is answered with 400."""


class NotAnEvent(NotThisForm):
    """The input is no event."""


def events_in(form: "MultiDict[str, str]", known: EventTypes) -> list[dict[str, Any]]:
    """Returns the events of one entry: as JSON in `event`, or as the fields of one that the table knows and `type`.

    With a `dealer` in a tally the hand is dealt first. What else leads to a tally has a `type` before it. Raises
    `NotAnEvent`.
    """
    if "event" in form:
        text = form["event"]
        try:
            event = loaded(text) if len(text) <= LONGEST_EVENT_TEXT and _is_flat(text) else None
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict):
            raise NotAnEvent("the event is not a JSON object")
        return [with_kept_texts(event)]
    sent = [(name, value) for name, value in form.items(multi=True) if name not in STAMPS and value]
    deals = [(name, value) for name, value in sent if name == "dealer"] if ("type", "tally") in sent else []
    parts = [[("type", "deal"), *deals]] if deals else []
    parts += _together([field for field in sent if field not in deals], known)
    try:
        return [event_of(part, known) for part in parts]
    except NotAField as fault:
        raise NotAnEvent(str(fault)) from None


def _together(sent: list[tuple[str, str]], known: EventTypes) -> list[list[tuple[str, str]]]:
    """Groups the fields by event: several only before a tally. Raises `NotAnEvent`.

    What leads to it is known to the whole table: no card, which would be judged against what is closed. A form has no
    order of its fields, so each goes to the first event that has one of its name.
    """
    kinds = [value for name, value in sent if name == "type"]
    if len(kinds) < 2:
        return [sent]
    structs = [known.get(kind) for kind in kinds]
    if kinds[-1] != "tally" or not all(struct is not None and struct.public for struct in structs[:-1]):
        raise NotAnEvent("several events that do not belong together")
    parts = [[("type", kind)] for kind in kinds]
    for name, value in sent:
        if name != "type":
            of = (at for at, struct in enumerate(structs) if struct and is_field_of(struct, name))
            parts[next(of, -1)].append((name, value))
    return parts


def integer(form: Mapping[str, str], name: str, default: int | None = None, *, most: int = LARGEST_INTEGER) -> int:
    """Returns the integer in this field, from 0 to `most`, and `default` without the field. Raises `NotThisForm`."""
    number = parse_integer(form[name], most) if name in form else default
    if number is None:
        raise NotThisForm(f"{name} is no number of this form")
    return number


def choice(form: Mapping[str, str], name: str, among: Container[str] = ("yes", "no")) -> str:
    """Returns what this field says. Raises `NotThisForm` where it is none of these."""
    if (sent := form.get(name, "")) not in among:
        raise NotThisForm(f"{name} says nothing of this form")
    return sent


def numbers(form: Mapping[str, str], name: str) -> list[int]:
    """Returns the whole numbers `name-0`, `name-1` … in order. Raises `NotAnEvent` where one is none."""
    values: list[int] = []
    while (field := f"{name}-{len(values)}") in form:
        if not _FORMS_NUMBER.fullmatch(form[field].strip()):
            raise NotAnEvent(f"{field} is not a whole number")
        values.append(int(form[field]))
    return values


def decoded(text: str, kind: type[T]) -> T:
    """Returns the value of a field that holds JSON. Raises `NotAnEvent`."""
    try:
        return json_decode(text, type=kind)
    except (MsgspecError, RecursionError) as fault:
        raise NotAnEvent(str(fault)) from None


def seen_in(form: Mapping[str, str]) -> int:
    """Returns the event that the page had shown last. Raises `NotAnEvent` where it does not say."""
    sent = form.get("seen", "")
    if not re.fullmatch(r"[0-9]{1,9}", sent):
        raise NotAnEvent("the page does not say what it showed")
    return int(sent)


def op_in(form: Mapping[str, str]) -> str:
    """Returns the key of this entry. Raises `NotAnEvent` where there is none."""
    if (op := key_in(form, "op")) is None:
        raise NotAnEvent("the entry has no key")
    return op


def key_in(form: Mapping[str, str], field: str) -> str | None:
    """Returns the key of an entry that stands in this field, None where it is empty. Raises `NotAnEvent`."""
    key = form.get(field, "")
    if key and not _KEY.fullmatch(key):
        raise NotAnEvent(f"{field} is no key of an entry")
    return key or None


def loaded(text: str) -> Any:
    """Returns the value of a JSON text. Raises `ValueError` or `RecursionError` for one that cannot be read again."""
    found = _READER.decode(text)
    if "\\" in text or not text.isascii():
        json.dumps(found, ensure_ascii=False).encode()  # refuses lone surrogates
    return found


def _integer(digits: str) -> int:
    """No entry needs a number of more digits; thousands of them could not even be written into a refusal."""
    if len(digits) > MOST_EVENT_DIGITS:
        raise ValueError(f"{len(digits)} digits")
    return int(digits)


def _is_flat(text: str) -> bool:
    """Tells whether a JSON text nests no deeper than an event does; a bracket within a text counts as one, too."""
    return text.count("[") + text.count("{") <= MOST_EVENT_BRACKETS


def _refuse(constant: str) -> None:
    raise ValueError(constant)


_READER = json.JSONDecoder(parse_constant=_refuse, parse_int=_integer)
