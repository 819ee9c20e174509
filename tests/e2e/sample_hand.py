"""What is played in these tests: a whole hand, dealt with a real pack, and events for tables that are set up."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.e2e.phone import PLAYERS

Events = list[Mapping[str, Any]]
DEALT: Events = [{"type": "deal", "dealer": 0}]


def plays(*cards: str, first: int = 1, players: int = len(PLAYERS)) -> Events:
    """Returns plays clockwise from this seat."""
    return [{"type": "play", "seat": (first + place) % players, "card": card} for place, card in enumerate(cards)]


def tallies(*hands: tuple[int, ...]) -> Events:
    """Returns whole hands as totals, dealt in turns."""
    return [
        event
        for dealer, tricks in enumerate(hands)
        for event in ({"type": "deal", "dealer": dealer}, {"type": "tally", "tricks": list(tricks)})
    ]


HANDS = ((9, 4, 4), (3, 9, 5), (5, 5, 7))
OVER = tallies(*HANDS)


class Fallen(NamedTuple):
    """A trick. `taker` leads the next one."""

    leader: str
    cards: tuple[str, ...]
    taker: str

    def plays(self) -> list[tuple[str, str]]:
        """Returns who played which card, in order."""
        first = PLAYERS.index(self.leader)
        return [(PLAYERS[(first + place) % len(PLAYERS)], card) for place, card in enumerate(self.cards)]


def _read(text: str) -> tuple[Fallen, ...]:
    lines = [line.split() for line in text.strip().splitlines()]
    return tuple(Fallen(leader, tuple(cards), taker) for leader, *cards, taker in lines)


# Ann deals. The jack of diamonds stays aside. In trick 7 Ben holds a club and other suits besides.
HAND = _read("""
    Ben 8D AD 3D Ann
    Ann 2D 7D 6D Ann
    Ann TC 2C 9C Ben
    Ben 4D 9D AC Ben
    Ben KC 8C QC Cat
    Cat 4H 2H TH Ann
    Ann 7C 4C 6C Ben
    Ben QH JH 7H Ben
    Ben QS JS TS Ann
    Ann 3C 2S JC Cat
    Cat KH 6H 3H Cat
    Cat TD 5C KD Ben
    Ben 9H 8H AH Cat
    Cat 5H KS 5S Cat
    Cat QD 3S 6S Cat
    Cat 5D 7S AS Cat
    Cat 9S 8S 4S Ben
""")
ASIDE = "JD"
