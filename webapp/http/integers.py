"""Numbers as forms carry them. `int()` alone also takes blanks, signs, other scripts' digits and 5,000 of them."""

import re

from werkzeug.routing import IntegerConverter

MOST = 2**53 - 1  # what every browser and JSON reader can hold
DIGITS = re.compile(r"[0-9]{1,16}")


def whole(text: str | None, most: int = MOST) -> int | None:
    """Returns the number that these plain digits spell, if it is one from 0 to `most`.

    >>> whole("12"), whole("-1"), whole("٣"), whole("1" * 5000)
    (12, None, None, None)
    """
    if text is None or DIGITS.fullmatch(text) is None:
        return None
    number = int(text)
    return number if number <= most else None


class PlainInteger(IntegerConverter):
    """The `int` of addresses, for plain digits only."""

    regex = DIGITS.pattern
