"""Codes to join with, easy to read aloud: KQ7-M3XP, and the longer ones that are printed, KQ7M3-XPAB2-CDEFG."""

import secrets

from webapp.http.limits import LONGEST_CODE_INPUT

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no 0 O, no 1 I L
CODE_LENGTH = 7
PRINTED_CODE_LENGTH = 15  # 74 bits: it has no end
_BLANKS = str.maketrans("", "", " \t\r\n\u00a0-\u2010\u2011\u2012\u2013\u2014\u2212")


def new_code(length: int = CODE_LENGTH) -> str:
    """Returns a fresh code as it is stored, without dashes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def format_code(code: str) -> str:
    """Returns a stored code as it is shown.

    >>> format_code("KQ7M3XP"), format_code("KQ7M3XPAB2CDEFG")
    ('KQ7-M3XP', 'KQ7M3-XPAB2-CDEFG')
    """
    if len(code) == PRINTED_CODE_LENGTH:
        return "-".join(code[start : start + 5] for start in range(0, PRINTED_CODE_LENGTH, 5))
    return f"{code[:3]}-{code[3:]}"


def parse_code(typed: str) -> str | None:
    """Returns the stored form of a typed code, whatever its case, blanks and dashes; None where it is no code.

    >>> parse_code(" kq7 m3xp ")
    'KQ7M3XP'
    """
    if len(typed) > LONGEST_CODE_INPUT:
        return None
    code = typed.translate(_BLANKS).upper()
    if len(code) not in (CODE_LENGTH, PRINTED_CODE_LENGTH) or any(letter not in ALPHABET for letter in code):
        return None
    return code
