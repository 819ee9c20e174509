"""A match of hands: dealers in turn, totals, adjustments, voided hands. Shared by all games that deal."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar, get_type_hints

from msgspec import UNSET, Struct, to_builtins
from msgspec.structs import replace

from rules_core.events import Adjust, Deal, Event, Ruling, VoidHand
from rules_core.findings import Infraction, Refusal

H = TypeVar("H")
Opts = TypeVar("Opts")


class Match(Struct, Generic[Opts, H], frozen=True, gc=False):
    """The state of a match. `hand` is the hand under way; `finished` holds a summary for each one played.

    `infractions` are those of finished hands. `dealer` deals the next hand; None: anybody may deal the first.
    """

    players: int
    options: Opts
    totals: tuple[int, ...]
    hand: H | None = None
    finished: tuple[Any, ...] = ()
    infractions: tuple[Infraction, ...] = ()
    dealer: int | None = None
    winners: tuple[int, ...] = ()


def next_seat(seat: int, players: int) -> int:
    """Returns the seat to the left, which is the next one clockwise."""
    return (seat + 1) % players


def fields_told(summary: type[Struct], *names: str) -> Mapping[str, Any]:
    """Returns the types of these fields of a finished hand, which a result tells."""
    types = get_type_hints(summary)
    return {name: types[name] for name in names}


def told_of(done: Any, names: Iterable[str]) -> dict[str, Any]:
    """Returns these fields of a finished hand as a result has them."""
    told = {name: to_builtins(getattr(done, name)) for name in names}
    return {name: list(it) if isinstance(it, tuple) else it for name, it in told.items()}


def with_hand(match: Match[Opts, H], hand: H) -> Match[Opts, H]:
    """Returns the match with the hand under way changed."""
    return replace(match, hand=hand)


def wrong_phase(phase: str) -> Refusal:
    """Returns the refusal of an event that belongs to another phase."""
    return Refusal("wrong-phase", None, {"phase": phase})


def bad_seat(seat: int) -> Refusal:
    """Returns the refusal of a number that is no seat of this table."""
    return Refusal("bad-seat", None, {"seat": seat})


def judge_between(match: Match[Any, Any], event: Event, index: int) -> Refusal | None:
    """Judges a deal, a voided hand, an adjustment or a ruling."""
    match event:
        case Deal(dealer=dealer):
            return _judge_deal(match, dealer)
        case VoidHand() if match.hand is None:
            return Refusal("wrong-phase", "GEN-6", {"phase": "deal"})
        case Adjust(points=points) if len(points) != len(match.totals):
            return Refusal("bad-value", "GEN-3", {"field": "points", "sides": len(match.totals)})
        case Adjust(reason=reason) if not reason.strip():
            return Refusal("bad-value", "GEN-3", {"field": "reason"})
        case Ruling(event=about) if not 0 <= about < index:
            return Refusal("bad-value", "GEN-1", {"field": "event"})
    return None


def _judge_deal(match: Match[Any, Any], dealer: Any) -> Refusal | None:
    if match.hand is not None:
        return wrong_phase("play")
    if dealer is UNSET:
        return None
    if not 0 <= dealer < match.players:
        return bad_seat(dealer)
    if match.dealer is not None and dealer != match.dealer:
        return Refusal("wrong-dealer", None, {"seat": dealer, "dealer": match.dealer})
    return None


def deals_offered(match: Match[Any, Any]) -> Iterator[Deal]:
    """Yields the deals that the rules would take now, between two hands; none once the match is over."""
    if not match.winners:
        dealers = range(match.players) if match.dealer is None else (match.dealer,)
        yield from (Deal(seat) for seat in dealers)


def dealer_of(match: Match[Any, Any], event: Deal) -> int:
    """Returns the dealer: the one named, else the next one, else seat 0."""
    if event.dealer is not UNSET:
        return event.dealer
    return match.dealer or 0


def apply_between(
    match: Match[Opts, H], event: Event, settle: "Callable[[Match[Opts, H]], Match[Opts, H]]"
) -> Match[Opts, H]:
    """Applies a voided hand, an adjustment or a ruling. `settle` says whether the match is over with these totals."""
    match event:
        case VoidHand():
            # The dealer has not moved on: the same one deals again (GEN-6).
            return settle(replace(match, hand=None))
        case Adjust(points=points):
            totals = tuple(t + p for t, p in zip(match.totals, points, strict=True))
            adjusted = replace(match, totals=totals)
            return adjusted if match.hand is not None else settle(adjusted)
    return match


def leaders(match: Match[Any, Any], best: Callable[[Iterable[int]], int] = max) -> tuple[int, ...]:
    """Returns the sides with the best total so far."""
    reached = best(match.totals)
    return tuple([side for side, total in enumerate(match.totals) if total == reached])


def finish_hand(match: Match[Opts, H], summary: Any, infractions: tuple[Infraction, ...]) -> Match[Opts, H]:
    """Returns the match with its hand scored and put away; the deal passes left."""
    return Match(
        match.players,
        match.options,
        tuple([t + p for t, p in zip(match.totals, summary.points, strict=True)]),
        None,
        (*match.finished, summary),
        match.infractions + infractions,
        next_seat(summary.dealer, match.players),
        match.winners,
    )
