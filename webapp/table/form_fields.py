"""Reads an event from the fields of a form, for entries that are put together from several keys and numbers.

seat=2&card=QS             a field of the event
tricks-0=3&tricks-1=5      a list
spoils-0-low=4             a list of objects
cards.0=K&cards.3=4        an object by seat
cards=6S&cards=8H          a list, as ticked boxes send it
copies.6S=2                the same, of cards that the pack holds twice
melds=6S 7S 8S             a list of lists, one a meld
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from webapp.http.limits import LONGEST_CARD_CODE, LONGEST_FIELD_TEXT

_NAME = re.compile(r"([a-z]+)(?:\.([0-9])|-([0-9])(?:-([a-z]+))?)?")
_NUMBER = re.compile(r"-?[0-9]{1,6}")
COPIES = "copies."
"""`copies.6S=2`: both sixes of spades."""
SEVERAL = frozenset({"cards", "melds"})


class NotAField(ValueError):
    """What was sent is no field of an event."""


def event_of(fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Returns the event that these fields tell. Whether it is one is for the rules. Raises `NotAField`."""
    event: dict[str, Any] = {}
    for name, value in fields:
        if name.startswith(COPIES):
            _of(event, "cards", list).extend(_copies(name.removeprefix(COPIES), value))
            continue
        found = _NAME.fullmatch(name)
        if found is None or found[1] not in _READ:
            raise NotAField(f"{name} is no field of an entry")
        _put(event, found, _READ[found[1]](value.strip()))
    return event


def _put(event: dict[str, Any], name: re.Match[str], value: Any) -> None:
    field, seat, place, kind = name.groups()
    if seat is not None:
        _of(event, field, dict)[seat] = value
    elif place is not None:
        _put_in_list(_of(event, field, list), int(place), kind, value)
    elif field in SEVERAL:
        _of(event, field, list).append(value)
    elif field in event:
        raise NotAField(f"{field} comes twice")
    else:
        event[field] = value


def _of(event: dict[str, Any], field: str, kind: type) -> Any:
    there = event.setdefault(field, kind())
    if type(there) is not kind:
        raise NotAField(f"{field} comes in two shapes")
    return there


def _put_in_list(there: list[Any], place: int, kind: str | None, value: Any) -> None:
    """Places come in order: a gap or a place that comes twice is no list."""
    if kind is not None and place == len(there) - 1 and isinstance(there[place], dict) and kind not in there[place]:
        there[place][kind] = value
    elif place == len(there):
        there.append(value if kind is None else {kind: value})
    else:
        raise NotAField(f"place {place} comes out of turn")


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


def _cards(text: str) -> list[str]:
    return _text(text).split()


NUMBERS = (
    "amount",
    "augen",
    "dealer",
    "meld",
    "nines",
    "points",
    "seat",
    "spoils",
    "taken",
    "tricks",
    "value",
    "winner",
)
TEXTS = ("as", "card", "cards", "die", "joker", "reason", "suit", "text", "type")
_READ: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(TEXTS, _text),
    "irregular": _yes,
    "marriage": _yes,
    "melds": _cards,
}
