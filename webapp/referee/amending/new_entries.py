"""Entries that are put in beside others: which kinds fit there, and what each begins with."""

from collections.abc import Container, Iterator
from itertools import islice
from typing import Any

from rules_core.cards import Card
from rules_core.events import decode, encode
from rules_core.fields import Field, fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from webapp.http.limits import MOST_CANDIDATES_TRIED
from webapp.referee.amending.fields import form_of

NOT_THEN = frozenset({"game-over", "unknown-event", "wrong-phase", "not-your-turn", "bad-seat"})
"""Refusals of all games that no other number or card would help against."""
RULED = "ruling"
"""Is made on the referee's desk, not put into the past."""


def kinds_taken(fold: Fold, state: Any, *, is_closed: bool = False) -> list[str]:
    """Returns the kinds of entries that fit in a table which stands like this, those that its pad offers first.

    `is_closed`: no card is tried out, since the answers would tell what closed tricks hold.
    """
    offered = [] if is_closed else list(dict.fromkeys(raw["type"] for raw in _offered(fold, state)))
    others = [kind for kind in fold.events if kind not in offered and _could_be(fold, state, kind)]
    return [kind for kind in (*offered, *others) if kind != RULED]


def blank(fold: Fold, state: Any, kind: str, *, gone: Container[Card] | None = None) -> Raw:
    """Returns an entry of this kind to begin with: one that the rules would take, where they offer one.

    `gone` are the cards that somebody sees to be gone to whom older tricks are closed: nothing else is tried out then.
    """
    if gone is not None:
        begun = next(_samples(fold, state, kind))
        left = next((card for card in fold.game.pack if card not in gone), fold.game.pack[0])
        return {**begun, **{field.name: left for field in fields_of(fold.events[kind]) if field.kind == "card"}}
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
    return refusal is None or refusal.code not in NOT_THEN | form_of(fold).not_then


def _samples(fold: Fold, state: Any, kind: str) -> Iterator[Raw]:
    """Yields entries of a kind from each seat, first from those that are to act; the rules need not take them.

    At last one without the lists that may be left out: what was entered before is not asked again.
    """
    for seat in dict.fromkeys((*fold.game.to_act(state), *range(len(fold.header.players)))):
        yield _sample(fold, state, kind, seat, whole=True)
    yield _sample(fold, state, kind, 0, whole=False)


def _sample(fold: Fold, state: Any, kind: str, seat: int, *, whole: bool) -> Raw:
    begin, raw = form_of(fold).begin, dict[str, Any](type=kind)
    for field in fields_of(fold.events[kind]):
        key = f"{kind}.{field.name}"
        if field.kind == "seat":
            raw[field.name] = seat
        elif key in begin:
            raw[field.name] = begin[key]
        elif field.required or (whole and field.per):
            raw[field.name] = _value(fold, state, field)
    return raw


def _value(fold: Fold, state: Any, field: Field) -> Any:
    """A value of this type; in an object by seat those have one who are to act."""
    match field.kind:
        case "choice":
            return field.choices[0]
        case "card":
            return fold.game.pack[0]
        case "text":
            return ""
        case "flag":
            return False
        case "struct":
            return {}
        case "by-key":
            return {str(seat): _item(fold, state, field) for seat in fold.game.to_act(state)}
        case "list":
            many = {"seat": len(fold.header.players), "side": len(state.totals), None: 0}[field.per]
            return [_item(fold, state, field) for _one in range(many)]
    return 0 if field.least is None else max(0, field.least)


def _item(fold: Fold, state: Any, field: Field) -> Any:
    assert field.item is not None  # of a list and of an object by seat the type names it
    return _value(fold, state, field.item)
