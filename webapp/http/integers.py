"""Numbers as forms carry them. `int()` alone also takes blanks, signs, other scripts' digits and 5,000 of them."""

import re

from werkzeug.routing import IntegerConverter, Map

from webapp.http.limits import LARGEST_INTEGER

DIGITS = re.compile(r"[0-9]{1,16}")


def whole(text: str | None, most: int = LARGEST_INTEGER) -> int | None:
    """Returns the number that these plain digits spell, if it is one from 0 to `most`.

    >>> whole("12"), whole("-1"), whole("٣"), whole("1" * 5000)
    (12, None, None, None)
    """
    if text is None or DIGITS.fullmatch(text) is None:
        return None
    number = int(text)
    return number if number <= most else None


class PlainInteger(IntegerConverter):
    """The `int` of addresses: plain digits, and no number that a database or a browser cannot hold."""

    regex = DIGITS.pattern

    def __init__(self, url_map: Map, *, max: int = LARGEST_INTEGER) -> None:  # noqa: A002  (Werkzeug's name)
        super().__init__(url_map, max=max)
