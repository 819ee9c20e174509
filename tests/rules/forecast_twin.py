"""What webapp/assets/forecast.js does, in Python: the two are shown to agree in tests/e2e/test_taps.py."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    counting: bool = False
    done: tuple[int, ...] = ()
    times: int = 0
    holder: int | None = None
    low: int | None = None
    words: Mapping[str, str] = field(default_factory=dict)


def taker(plan: Plan, at: At) -> int:
    """Returns the seat that takes the cards which lie."""
    if at.said is not None:
        return at.said
    odd = [card for card, word in at.words.items() if word == "odd"]
    even = 2 * sum(card in plan["even"] and card not in odd for _, card in at.lying) - len(at.lying)
    falls = bool(plan["even"]) and (even > 0 or (even == 0 and plan.get("ties")))
    orders = plan["orders"].get(at.key) or plan["orders"][""]
    ruling, best, top = at.led, at.lying[0][0], 0.0
    for place, (seat, card) in enumerate(at.lying):
        fresh = place and plan.get("fresh") and card[1] != at.key and all(c[1] != card[1] for _, c in at.lying[:place])
        if fresh:
            ruling = card[1]
        height: float = orders[ruling].find(card) + 1 if ruling else 0
        if not height:
            continue
        if card in odd:
            height = 0.5
        if not top or fresh or (height < top if falls else height > top) or (plan.get("later") and height == top):
            best, top = seat, height
    return best


def enter(plan: Plan, at: At, event: dict[str, Any]) -> At:
    """Returns where the hand stands after an event."""
    kind = event["type"]
    if (after := _beyond_the_cards(plan, at, event)) is not None:
        return after
    if at.phase == "play" and kind == "play":
        return _played(plan, at, event)
    if at.phase == "play" and kind in plan["harmless"]:
        return at
    if at.phase == "play" and kind in plan["shuts"]:
        return replace(at, tricks=at.trick - 1 + plan["shuts"][kind])
    if at.phase == "stopped" and kind == plan.get("resumes"):
        return _over(plan, at) if at.trick > at.tricks else replace(at, phase="play")
    if kind in plan["ends"] and (at.phase == plan.get("asks") or (at.phase == "play" and kind == plan.get("asks"))):
        return replace(_ended(plan, at), lying=())
    if at.phase == plan.get("opens") == kind:
        return replace(at, phase="play", key=event["card"][1:], next=(at.dealer + 1) % plan["players"])
    if at.phase == "deal" and kind == "deal":
        return _dealt(plan, at, event.get("dealer", at.next))
    return _unknown(at)


def _beyond_the_cards(plan: Plan, at: At, event: dict[str, Any]) -> At | None:
    """What is entered before the cards, instead of them, or of one that lies; None: it is nothing of that."""
    kind = event["type"]
    if step := plan.get("steps", {}).get(at.phase, {}).get(kind):
        return _stepped(plan, at, step, event)
    if at.phase == "play" and kind == "trick" and not at.lying:
        return _counted(plan, at, event)
    if kind == "tally" and at.phase in ("deal", "play", *plan.get("steps", {})) and not at.lying:
        return _tallied(plan, at, event)
    if at.phase == plan.get("wild") and plan["says"] in event:
        card = next(card for seat, card in at.lying if seat == at.next)
        return _taken(plan, replace(at, phase="play", words={**at.words, card: event[plan["says"]]}))
    return None


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
    wild = [seat for seat, card in at.lying if plan.get("wild") and card in plan["stops"] and card not in at.words]
    if wild:
        return replace(at, phase=plan["wild"], next=wild[0])
    winner = taker(plan, at)
    stopped = not plan.get("wild") and at.stops and any(card in plan["stops"] for _, card in at.lying)
    won = tuple(n + (seat == winner) for seat, n in enumerate(at.taken))
    after = replace(at, next=winner, taken=won, lying=(), led=None, said=None, words={}, trick=at.trick + 1)
    if stopped:
        return replace(after, phase="stopped", stops=False) if plan.get("resumes") else _unknown(at)
    return after if at.trick < at.tricks else _over(plan, after)


def _over(plan: Plan, at: At) -> At:
    return replace(at, phase=plan["asks"]) if plan.get("asks") else _ended(plan, at)


def _ended(plan: Plan, at: At) -> At:
    if not plan.get("deals") or 0 < at.planned <= at.hand:
        return _unknown(at)
    return replace(at, phase="deal", next=(at.dealer + 1) % plan["players"])


def _dealt(plan: Plan, at: At, dealer: int) -> At:
    opens, none = plan.get("opens"), (0,) * plan["players"]
    leads = dealer if opens else (dealer + 1) % plan["players"]
    fresh = {"counting": False, "done": (), "times": 0, "holder": None, "low": None}
    begun = replace(
        at,
        phase=opens or plan.get("begins", "play"),
        dealer=dealer,
        hand=at.hand + 1,
        trick=1,
        next=leads,
        taken=none,
        **fresh,
    )
    tricks = plan.get("tricks") or at.tricks
    return replace(begun, tricks=tricks, lying=(), led=None, said=None, key="", stops=True)


def _stepped(plan: Plan, at: At, step: Plan, event: dict[str, Any]) -> At:
    seat = int(event["seat"]) if step["named"] else at.next
    after = replace(
        at,
        done=tuple(sorted({*at.done, seat})) if step["out"] else at.done,
        holder=seat if step["holds"] else at.holder,
        key=event.get(step["key"], at.key),
        low=int(event.get(step["lowers"], at.low or 0)) if step["lowers"] else at.low,
        times=at.times + bool(step["to"] and not step["alone"]),
    )
    alone = len(after.done) == plan["players"] - 1 and after.holder is not None
    if step["to"] and (alone if step["alone"] else after.times == step["times"]):
        due = ((after.holder or 0) + step["across"]) % plan["players"]
        return replace(after, phase=step["to"], done=(), times=0, low=None, next=due)
    due = (at.next + step["turn"]) % plan["players"]
    while due in after.done:
        due = (due + 1) % plan["players"]
    return replace(after, next=due)


def _counted(plan: Plan, at: At, event: dict[str, Any]) -> At:
    winner = int(event["winner"])
    stopped = at.stops and int(event.get(plan.get("counted") or "", 0)) > 0
    won = tuple(n + (seat == winner) for seat, n in enumerate(at.taken))
    after = replace(at, next=winner, taken=won, trick=at.trick + 1, counting=True)
    if stopped:
        return replace(after, phase="stopped", stops=False)
    return after if at.trick < at.tricks else _over(plan, after)


def _tallied(plan: Plan, at: At, event: dict[str, Any]) -> At:
    if at.phase == "deal":
        at = _dealt(plan, at, int(event.get("dealer", at.next)))
    return _ended(plan, at)


def _unknown(at: At) -> At:
    return replace(at, phase="unknown")
