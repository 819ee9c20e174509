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


def parse_signed(text: str | None, most: int = LARGEST_INTEGER) -> int | None:
    """Returns the same with a minus before it, of either kind, if it is one from `-most` to `most`.

    >>> parse_signed("-12"), parse_signed("−1"), parse_signed("--1")
    (-12, -1, None)
    """
    negative = text is not None and text[:1] in ("-", "−")
    number = parse_integer(text[1:] if text and negative else text, most)
    return -number if number is not None and negative else number


class PlainInteger(IntegerConverter):
    """The `int` of addresses: plain digits, and no number that a database or a browser cannot hold."""

    regex = PLAIN_DIGITS.pattern

    def __init__(self, url_map: Map, *, max: int = LARGEST_INTEGER) -> None:  # noqa: A002  (Werkzeug's name)
        super().__init__(url_map, max=max)
