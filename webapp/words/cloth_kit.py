"""What a game says on its cloth beside names, cards and counts."""

from typing import NamedTuple


class Fact(NamedTuple):
    """What holds for the hand: *Equal: lowest takes*. `about` may be empty."""

    about: str
    said: str


class Tag(NamedTuple):
    """What is said of a card that lies; in brass where it is what all wait for."""

    said: str
    brass: bool = False
