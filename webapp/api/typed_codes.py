"""Codes that a program sends, as people type them: what they let in to."""

from webapp.api.problems import Problem
from webapp.seats import invite_codes
from webapp.store import TooManyWrongCodes
from webapp.store.invites import AnyInvite
from webapp.store.join_codes import parse_code
from webapp.words.limits_reached import too_many_wrong_codes


def invite_of_typed(code: str) -> AnyInvite | None:
    """Returns the invite of a code, None where there is none. Raises `Problem` 429 after too many wrong codes."""
    try:
        return invite_codes.invite_of_code(stored) if (stored := parse_code(code)) else None
    except TooManyWrongCodes as often:
        headers = {"Retry-After": str(often.seconds)}
        why = too_many_wrong_codes(often.seconds, of_all=often.of_all)
        raise Problem(429, headers=headers, message=why) from None
