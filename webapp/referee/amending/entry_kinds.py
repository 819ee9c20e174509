"""Which kinds of entries the rules would take at a moment of a match, and what each of them holds to begin with."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules_core.events import decode, encode
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from webapp.http.limits import MOST_CANDIDATES_TRIED

NOT_THEN = frozenset({"game-over", "unknown-event", "wrong-phase", "not-your-turn", "bad-seat", "bad-claim"})
"""Refusals that no other number or card would help against."""
RULED = "ruling"
"""Is made on the referee's desk, not put into the past."""


def kinds_taken(fold: Fold, state: Any) -> list[str]:
    """Returns the kinds of entries that fit in a table which stands like this, those that its pad offers first."""
    offered = list(dict.fromkeys(raw["type"] for raw in _offered(fold, state)))
    others = [kind for kind in fold.events if kind not in offered and _could_be(fold, state, kind)]
    return [kind for kind in (*offered, *others) if kind != RULED]


def blank(fold: Fold, state: Any, kind: str) -> Raw:
    """Returns an entry of this kind to begin with: one that the rules would take, where they offer one."""
    offered = (raw for raw in _offered(fold, state) if raw["type"] == kind)
    sampled = (raw for raw in _samples(fold, state, kind) if _is_looked_at(fold, state, raw))
    return next(offered, None) or next(sampled, None) or next(_samples(fold, state, kind))


def _offered(fold: Fold, state: Any) -> Iterator[Raw]:
    return map(encode, islice(fold.game.candidates(state), MOST_CANDIDATES_TRIED))


def _could_be(fold: Fold, state: Any, kind: str) -> bool:
    """Tells whether an entry of this kind could be taken: whether the rules look at what is in it."""
    if fold.game.phase(state) == "over" and kind != "adjust":
        return False
    return any(_is_looked_at(fold, state, raw) for raw in _samples(fold, state, kind))


def _is_looked_at(fold: Fold, state: Any, raw: Raw) -> bool:
    event = decode(raw, fold.events)
    refusal = event if isinstance(event, Refusal) else fold.game.judge(state, event, fold.seq)
    return refusal is None or refusal.code not in NOT_THEN


def _samples(fold: Fold, state: Any, kind: str) -> Iterator[Raw]:
    """Yields entries of a kind from each seat, first from those that are to act."""
    players, acting = len(fold.header.players), fold.game.to_act(state)
    more = _fields(fold, state, acting).get(kind, {})
    for seat in dict.fromkeys((*acting, *range(players))):
        yield {"type": kind, **_whose(kind, seat), **more}
    if "meld" in more:
        yield {"type": kind, "taken": more["taken"]}  # what was melded is not asked again


def _fields(fold: Fold, state: Any, acting: tuple[int, ...]) -> dict[str, dict[str, Any]]:
    """What each kind of entry holds beside a seat; the rules need not take it."""
    sides, seats, card = [0] * len(state.totals), [0] * len(fold.header.players), fold.game.pack[0]
    return {
        "hand": {"cards": []},
        "adjust": {"points": sides, "reason": ""},
        "play": {"card": card},
        "ace": {"as": "odd"},
        "bid": {"amount": 120},
        "contract": {"amount": 120, "suit": "C"},
        "sink": {"suit": "C"},
        "show": {"cards": []},
        "turn-up": {"card": card},
        "reveal": {"cards": [card for _seat in seats]},
        "roll": {"die": "d6", "value": 1},
        "reinforce": {"cards": {str(seat): card for seat in acting}},
        "trick": {"points": 0, "augen": 0},
        "meld": {"points": 20 if fold.header.game == "sechsundsechzig" else 0},
        "tally": _tally(fold.header.game, sides, seats),
    }


def _whose(kind: str, seat: int) -> dict[str, int]:
    if kind in ("void-hand", "adjust", "tally", "reveal", "reinforce", "settle", "turn-up"):
        return {}
    return {{"trick": "winner", "deal": "dealer"}.get(kind, "seat"): seat}


def _tally(game: str, sides: list[int], seats: list[int]) -> dict[str, Any]:
    nothing: dict[str, dict[str, Any]] = {
        "sixes-and-sevens": {"tricks": seats},
        "sichere-six": {"tricks": seats, "nines": seats},
        "deep-six": {"taken": sides, "meld": sides},
        "sechsundsechzig": {"points": sides},
        "sichermans-war": {"spoils": [{} for _seat in seats]},
    }
    return nothing[game]
