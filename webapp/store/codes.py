"""Codes that survive being read aloud: KQ7-M3XP lets in, and the long KQ7M3-XPAB2-CDEFG is kept by the host."""

import secrets

from webapp.http.limits import LONGEST_CODE_INPUT

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no 0 O, no 1 I L
LENGTH = 7
LONG = 15  # 74 bits: it opens for as long as its table lies here
_BLANKS = str.maketrans("", "", " \t\r\n\u00a0-\u2010\u2011\u2012\u2013\u2014\u2212")


def new_code(length: int = LENGTH) -> str:
    """Returns a fresh code as it is stored, without dashes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def show_code(code: str) -> str:
    """Returns a stored code as people read it.

    >>> show_code("KQ7M3XP"), show_code("KQ7M3XPAB2CDEFG")
    ('KQ7-M3XP', 'KQ7M3-XPAB2-CDEFG')
    """
    if len(code) == LONG:
        return "-".join(code[start : start + 5] for start in range(0, LONG, 5))
    return f"{code[:3]}-{code[3:]}"


def read_code(typed: str) -> str | None:
    """Returns the stored form of a typed code, whatever its case, blanks and dashes, or None if it cannot be one.

    >>> read_code(" kq7 m3xp ")
    'KQ7M3XP'
    """
    if len(typed) > LONGEST_CODE_INPUT:
        return None
    code = typed.translate(_BLANKS).upper()
    if len(code) not in (LENGTH, LONG) or any(letter not in ALPHABET for letter in code):
        return None
    return code
