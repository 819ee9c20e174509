"""When there is too little to say anything: what is read from a few matches is mostly luck."""

from typing import Literal

Sample = Literal["nothing", "too-few-matches", "enough"]
ENOUGH_MATCHES = 5
"""With fewer, an average or a rating says nothing yet: each of the first matches moves a rating by a hundred points."""


def sample(matches: int) -> Sample:
    """Returns what so many matches can tell, as a code."""
    if not matches:
        return "nothing"
    return "too-few-matches" if matches < ENOUGH_MATCHES else "enough"
