"""Invite codes: seven letters that survive being read aloud, such as KQ7-M3XP."""

import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no 0 O, no 1 I L
LENGTH = 7
_BLANKS = str.maketrans("", "", " \t\r\n\u00a0-\u2010\u2011\u2012\u2013\u2014\u2212")


def new_code() -> str:
    """Returns a fresh code as it is stored, without the dash."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def show_code(code: str) -> str:
    """Returns a stored code as people read it.

    >>> show_code("KQ7M3XP")
    'KQ7-M3XP'
    """
    return f"{code[:3]}-{code[3:]}"


def read_code(typed: str) -> str | None:
    """Returns the stored form of a typed code, whatever its case, blanks and dashes, or None if it cannot be one.

    >>> read_code(" kq7 m3xp ")
    'KQ7M3XP'
    """
    if len(typed) > 40:
        return None
    code = typed.translate(_BLANKS).upper()
    if len(code) != LENGTH or any(letter not in ALPHABET for letter in code):
        return None
    return code
