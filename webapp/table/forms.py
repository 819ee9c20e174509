"""Reads what a form sends as the event of a record. Whether the rules take it is not asked here."""

import json
import re
from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from rules_core.events import EventTypes
from webapp.http.limits import LONGEST_EVENT_TEXT, MOST_EVENT_BRACKETS, MOST_EVENT_DIGITS
from webapp.table.form_fields import NotAField, event_of, is_field_of

STAMPS = frozenset({"op", "seen", "after"})
_KEY = re.compile(r"[0-9A-Za-z_-]{8,64}")
_NUMBER = re.compile(r"-?[0-9]{1,6}")


class NotAnEvent(ValueError):
    """What was sent is no event at all."""


def events_in(form: "MultiDict[str, str]", known: EventTypes) -> list[dict[str, Any]]:
    """Returns the events of one entry: as JSON in `event`, or as the fields of one that the table knows beside `type`.

    With a `dealer` beside a tally the hand is dealt first. What else leads to a tally has a `type` before it. Raises
    `NotAnEvent`.
    """
    if "event" in form:
        return [_parsed(form["event"])]
    sent = [(name, value) for name, value in form.items(multi=True) if name not in STAMPS and value]
    deals = [(name, value) for name, value in sent if name == "dealer"] if ("type", "tally") in sent else []
    parts = [[("type", "deal"), *deals]] if deals else []
    parts += _together([field for field in sent if field not in deals], known)
    try:
        return [event_of(part, known) for part in parts]
    except NotAField as fault:
        raise NotAnEvent(str(fault)) from None


def _together(sent: list[tuple[str, str]], known: EventTypes) -> list[list[tuple[str, str]]]:
    """Returns the fields event by event: several only where they lead to a tally. Raises `NotAnEvent`.

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


def numbers(form: Mapping[str, str], name: str) -> list[int]:
    """Returns the whole numbers `name-0`, `name-1` … in order. Raises `NotAnEvent` where one is none."""
    values: list[int] = []
    while (field := f"{name}-{len(values)}") in form:
        values.append(_number(form, field))
    return values


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


def _number(form: Mapping[str, str], field: str) -> int:
    if not _NUMBER.fullmatch(form[field].strip()):
        raise NotAnEvent(f"{field} is not a whole number")
    return int(form[field])


def _parsed(text: str) -> dict[str, Any]:
    try:
        event = loaded(text) if len(text) <= LONGEST_EVENT_TEXT and _is_flat(text) else None
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise NotAnEvent("the event is not a JSON object")
    return event


def loaded(text: str) -> Any:
    """Returns what a JSON text says. Raises `ValueError` or `RecursionError` for what nobody could read again."""
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
