"""LogPair made by hand, one or two a game: the same winners, but other nines, Augen, card points or spoils below."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.web.support.log_pairs import LogPair, played_in_one_only

Raw = Mapping[str, Any]


def _tricks(players: int, first: int, *tricks: tuple[str, int]) -> list[Raw]:
    """Returns the plays of some tricks, each with its winner, who leads the next."""
    plays, leader = [], first
    for cards, winner in tricks:
        for place, card in enumerate(cards.split()):
            said = {"joker": "lose"} if card == "X" else {}
            plays.append({"type": "play", "seat": (leader + place) % players, "card": card, **said})
        leader = winner
    return plays


def _twins(
    game: str, players: int, before: Sequence[Raw], one: Sequence[Raw], other: Sequence[Raw], since: int
) -> LogPair:
    logs = [*before, *one], [*before, *other]
    return LogPair(game, players, {}, logs, len(before) + since, None, played_in_one_only(*logs))


def _deal(dealer: int) -> Raw:
    return {"type": "deal", "dealer": dealer}


MERCY = {"type": "mercy", "seat": 2}
_NINE = _tricks(3, 1, ("9D JD 6D", 2))
NINES = _twins(
    "sichere-six",
    3,
    [_deal(0), *_NINE, MERCY],
    _tricks(3, 2, ("TH 9H 6H", 2), ("JS 6S TS", 2)),
    _tricks(3, 2, ("TH 7H 6H", 2), ("JS 6S TS", 2)),
    since=6,
)
"""Cat, The Chosen, has captured one nine more in the first of them."""

AUGEN = _twins(
    "sechsundsechzig",
    2,
    [_deal(0), {"type": "turn-up", "card": "9S"}],
    _tricks(2, 1, ("TC AC", 0), ("KH 7H", 0)),
    _tricks(2, 1, ("7C QC", 0), ("KH 7H", 0)),
    since=4,
)
"""Ann's first trick held 21 Augen, or three and the queen that makes no marriage any more."""

POINTS = _twins(
    "deep-six",
    4,
    [
        _deal(3),
        {"type": "contract", "seat": 0, "amount": 120, "suit": "H"},
        *({"type": "meld", "seat": seat, "points": 0} for seat in range(4)),
    ],
    _tricks(4, 0, ("5C 7C 2C 3C", 1), ("6D 7D 8D 5D", 3)),
    _tricks(4, 0, ("5C 7C 4C 6C", 1), ("6D 7D 8D 5D", 3)),
    since=8,
)
"""Ben's trick brought thirty points, or none."""

PARITY = _twins(
    "sixes-and-sevens",
    3,
    [_deal(0)],
    _tricks(3, 1, ("9D QD 7D", 2), ("5C 7C 9C", 1), ("4S", 1)),
    _tricks(3, 1, ("3D JD 6H", 2), ("5C 7C 9C", 1), ("4S", 1)),
    since=6,
)


def _reveals(*skirmishes: str) -> list[Raw]:
    return [raw for cards in skirmishes for raw in ({"type": "reveal", "cards": cards.split()}, {"type": "settle"})]


SPOILS = _twins(
    "sichermans-war", 2, [], _reveals("K 9", "4 5", "7 6")[:-1], _reveals("8 2", "4 5", "7 6")[:-1], since=4
)
"""Ann's first pot is worth 20 points, or 10."""

BY_HAND = {twins.game: twins for twins in (NINES, AUGEN, POINTS, PARITY, SPOILS)}
