"""What webapp/assets/forecast.js does, in Python: the two are shown to agree in tests/e2e/test_taps.py."""

from dataclasses import dataclass, replace
from typing import Any

Plan = dict[str, Any]


@dataclass(frozen=True)
class At:
    """Where a hand stands, as webapp/live/forecasts.py tells it."""

    next: int | None
    taken: tuple[int, ...]
    dealer: int
    tricks: int
    trick: int = 1
    lying: tuple[tuple[int, str], ...] = ()
    led: str | None = None
    key: str = ""
    stops: bool = False
    said: int | None = None
    planned: int = 0
    phase: str = "play"
    hand: int = 1


def taker(plan: Plan, at: At) -> int:
    """Returns the seat that takes the cards which lie."""
    if at.said is not None:
        return at.said
    even = 2 * sum(card in plan["even"] for _, card in at.lying) - len(at.lying)
    falls = bool(plan["even"]) and (even > 0 or (even == 0 and plan["ties"]))
    orders = plan["orders"].get(at.key) or plan["orders"][""]
    ruling, best, top = at.led, at.lying[0][0], -1
    for place, (seat, card) in enumerate(at.lying):
        fresh = place and plan["fresh"] and card[1] != at.key and all(c[1] != card[1] for _, c in at.lying[:place])
        if fresh:
            ruling = card[1]
        height = orders[ruling].find(card) if ruling else -1
        if height < 0:
            continue
        if top < 0 or fresh or (height < top if falls else height > top) or (plan["later"] and height == top):
            best, top = seat, height
    return best


def enter(plan: Plan, at: At, event: dict[str, Any]) -> At:
    """Returns where the hand stands after an event."""
    kind = event["type"]
    if at.phase == "play" and kind == "play":
        return _played(plan, at, event)
    if at.phase == "play" and kind in plan["harmless"]:
        return at
    if at.phase == "play" and kind in plan["shuts"]:
        return replace(at, tricks=at.trick - 1 + plan["shuts"][kind])
    if at.phase == "stopped" and kind == plan["resumes"]:
        return _over(plan, at) if at.trick > at.tricks else replace(at, phase="play")
    if kind in plan["ends"] and (at.phase == plan["asks"] or (at.phase == "play" and kind == plan["asks"])):
        return replace(_ended(plan, at), lying=())
    if at.phase == plan["opens"] == kind:
        return replace(at, phase="play", key=event["card"][1:], next=(at.dealer + 1) % plan["players"])
    if at.phase == "deal" and kind == "deal":
        return _dealt(plan, at, event.get("dealer", at.next))
    return _unknown(at)


def _played(plan: Plan, at: At, event: dict[str, Any]) -> At:
    card, seat = event["card"], at.next
    assert seat is not None
    says = any(event.get(name) == word for name, word in plan["said"].items())
    after = replace(
        at,
        lying=(*at.lying, (seat, card)),
        led=at.led or (plan["belongs"].get(at.key, {}).get(card, card[1:]) or None),
        key=at.key or plan["rankings"].get(card, ""),
        said=seat if says else at.said,
        next=(seat + 1) % plan["players"],
    )
    return after if len(after.lying) < plan["players"] else _taken(plan, after)


def _taken(plan: Plan, at: At) -> At:
    winner = taker(plan, at)
    stopped = at.stops and any(card in plan["stops"] for _, card in at.lying)
    won = tuple(n + (seat == winner) for seat, n in enumerate(at.taken))
    after = replace(at, next=winner, taken=won, lying=(), led=None, said=None, trick=at.trick + 1)
    if stopped:
        return replace(after, phase="stopped", stops=False) if plan["resumes"] else _unknown(at)
    return after if at.trick < at.tricks else _over(plan, after)


def _over(plan: Plan, at: At) -> At:
    return replace(at, phase=plan["asks"]) if plan["asks"] else _ended(plan, at)


def _ended(plan: Plan, at: At) -> At:
    if not plan["deals"] or 0 < at.planned <= at.hand:
        return _unknown(at)
    return replace(at, phase="deal", next=(at.dealer + 1) % plan["players"])


def _dealt(plan: Plan, at: At, dealer: int) -> At:
    opens, none = plan["opens"], (0,) * plan["players"]
    leads = dealer if opens else (dealer + 1) % plan["players"]
    begun = replace(at, phase=opens or "play", dealer=dealer, hand=at.hand + 1, trick=1, next=leads, taken=none)
    tricks = plan["tricks"] or at.tricks
    return replace(begun, tricks=tricks, lying=(), led=None, said=None, key="", stops=True)


def _unknown(at: At) -> At:
    return replace(at, phase="unknown")
