"""Integers from text: plain digits alone. `int()` also takes blanks, signs, digits of other scripts, 5,000 of them."""

import re

from werkzeug.routing import IntegerConverter, Map

from webapp.http.limits import LARGEST_INTEGER

PLAIN_DIGITS = re.compile(r"[0-9]{1,16}")


def parse_integer(text: str | None, most: int = LARGEST_INTEGER) -> int | None:
    """Returns the integer that these plain digits spell, if it is one from 0 to `most`.

    >>> parse_integer("12"), parse_integer("-1"), parse_integer("٣"), parse_integer("1" * 5000)
    (12, None, None, None)
    """
    if text is None or PLAIN_DIGITS.fullmatch(text) is None:
        return None
    number = int(text)
    return number if number <= most else None


class PlainInteger(IntegerConverter):
    """The `int` of addresses: plain digits, and no number that a database or a browser cannot hold."""

    regex = PLAIN_DIGITS.pattern

    def __init__(self, url_map: Map, *, max: int = LARGEST_INTEGER) -> None:  # noqa: A002  (Werkzeug's name)
        super().__init__(url_map, max=max)
