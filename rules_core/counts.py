"""Counts of captured cards by name: `tricks` themselves, and the game's own counts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from rules_core.cards import Card
from rules_core.events import Event
from rules_core.figures import Figure, FigureType, of_leads, of_tricks
from rules_core.tricks import CompleteTrick, Played, tricks_won

Counts = Mapping[str, tuple[int, ...]]
"""The counts of each seat, by name."""
Worth = Mapping[Card, int]
"""The count of each card; a missing card counts nothing."""


class Misfit(NamedTuple):
    """The impossible part of an entry: the name of its count, and the facts of a refusal."""

    name: str
    facts: Mapping[str, Any]


class HandSummary(Struct, frozen=True, gc=False):
    """A finished hand. `played` keeps its tricks card by card, as far as they were entered so.

    `taken` has everything that is counted, of a hand entered as totals what its tally says.
    """

    dealer: int
    points: tuple[int, ...]
    taken: Counts
    trick_winners: tuple[int, ...] = ()
    played: tuple[CompleteTrick, ...] = ()

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each seat has taken; none where a tally does not say."""
        return self.taken.get("tricks", ())


def in_cards(played: Iterable[Played], counted: Mapping[str, Worth]) -> tuple[int, ...]:
    """Returns the counts of these cards, a number for each name."""
    return tuple([sum([worth.get(each.card, 0) for each in played]) for worth in counted.values()])


def in_tricks(tricks: tuple[CompleteTrick, ...], players: int, names: Iterable[str]) -> Counts:
    """Returns the counts of the seats with these tricks."""
    taken: dict[str, tuple[int, ...]] = {"tricks": tricks_won(tricks, players)}
    for place, name in enumerate(names):
        counts = [0] * players
        for trick in tricks:
            counts[trick.winner] += trick.counts[place]
        taken[name] = tuple(counts)
    return taken


def in_tally(event: Event) -> Counts:
    """Returns the fields of a tally, each of them a number a seat."""
    return {name: getattr(event, name) for name in event.__struct_fields__}


def bounds_of_hand(worth: Worth, aside: int) -> tuple[int, int]:
    """Returns the least and the most count of all tricks of a hand, with `aside` cards not in play."""
    values = sorted(worth.values(), reverse=True)
    return sum(values[aside:]), sum(values)


def bounds_of_trick(worth: Worth, aside: int, players: int, taken: int, tricks_left: int) -> tuple[int, int]:
    """Returns the least and the most count of a trick, after `taken` and with this number of tricks to come."""
    values = sorted(worth.values(), reverse=True)
    least, most = bounds_of_hand(worth, aside)
    later = sum(values[: players * tricks_left])
    return max(0, least - taken - later), min(most - taken, sum(values[:players]))


def judge_tally(given: Counts, counted: Mapping[str, Worth], players: int, size: int, cards: int) -> Misfit | None:
    """Returns the impossible part of a tally; None where all of it is possible. Each hand has `size` cards."""
    for name, numbers in given.items():
        least, most = bounds_of_hand(counted[name], cards - players * size) if name in counted else (size, size)
        if len(numbers) != players or min(numbers) < 0 or not least <= sum(numbers) <= most:
            return Misfit(name, {"field": name, "sum": sum(numbers), "due": most})
    for name, worth in counted.items():
        values = sorted(worth.values(), reverse=True)
        for seat, (won, number) in enumerate(zip(given.get("tricks", ()), given.get(name, ()), strict=False)):
            if number > sum(values[: players * won]):
                return Misfit(name, {"field": name, "seat": seat, name: number, "tricks": won})
    return None


def parts(points: Callable[[Counts], tuple[int, ...]], taken: Counts) -> Counts:
    """Returns the points by count, where together they are all points; else nothing."""
    whole = points(taken)
    found = {}
    for name, numbers in taken.items():
        without = points({**taken, name: (0,) * len(numbers)})
        brought = tuple(total - less for total, less in zip(whole, without, strict=True))
        if any(brought):
            found[name] = brought
    return found if tuple(map(sum, zip(*found.values(), strict=True))) == whole else {}


def written(done: HandSummary, names: Iterable[str]) -> dict[str, Any]:
    """Returns a finished hand as a result has it; None for counts that a tally left out."""
    taken = {name: list(done.taken[name]) if name in done.taken else None for name in names}
    return {"dealer": done.dealer, "points": list(done.points), "trick_winners": list(done.trick_winners), **taken}


def figures_of(done: HandSummary, names: Iterable[str], players: int) -> Iterator[Figure]:
    """Yields the figures of a finished hand's tricks and counts, as far as they were entered."""
    if done.tricks:
        yield from of_tricks(done.tricks)
    yield from of_leads(done.played, players)
    for name in names:
        numbers = enumerate(done.taken.get(name, ()))
        yield from (FigureType(name, "count").figure(number, seat=seat) for seat, number in numbers)
