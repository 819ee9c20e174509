"""Evidence of a hand for a claim about it: its tricks counted line by line, or the game's own kind."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from rules_core.cards import Card, Suit
from rules_core.events import Event
from rules_core.tricks import CompleteTrick, Played


class Question(Struct, frozen=True):
    """What is judged: an entry of a hand with the state `before` it, or the whole hand, where `event` is None.

    `last` is the state in which the hand stood last: now, or just before it ended. `tricks` are its complete tricks, or
    what stands for them, and `lying` the cards of an open one, as far as they are known by now.
    """

    event: Event | None
    before: Any
    last: Any
    tricks: tuple[Any, ...] = ()
    lying: tuple[Played, ...] = ()


class CountLine(Struct, frozen=True):
    """Count of a trick, by its number from 1, for the seat that took it, or of something else: `trick` 0.

    `numbers` has one for each name that is counted. `what` is *trick*, or the game's own code for what is outside them;
    `counts`: it is in the sums.
    """

    seat: int | None
    numbers: tuple[int, ...]
    trick: int = 0
    what: str = "trick"
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    counts: bool = True


class HandCount(Struct, frozen=True):
    """The count of a hand: `sums` has the numbers of each side, in the order of `names`.

    `claimed_by` is the seat that has claimed to have `needed` of the first name; `rule` is the one by which is counted.
    """

    names: tuple[str, ...]
    lines: tuple[CountLine, ...]
    sums: tuple[tuple[int, ...], ...]
    rule: str
    claimed_by: int | None = None
    needed: int | None = None


def count(
    names: tuple[str, ...], lines: Sequence[CountLine], sides: int, rule: str, claim: tuple[int, int] | None = None
) -> HandCount:
    """Returns the count with its sums: seats that sit `sides` apart are partners. `claim`: the seat, and its claim."""
    sums = [[0] * len(names) for _ in range(sides)]
    for line in lines:
        if line.counts and line.seat is not None:
            own = sums[line.seat % sides]
            for place, number in enumerate(line.numbers):
                own[place] += number
    by, needed = claim or (None, None)
    return HandCount(names, tuple(lines), tuple(map(tuple, sums)), rule, by, needed)


def trick_lines(
    tricks: Sequence[CompleteTrick], numbers: Callable[[CompleteTrick], tuple[int, ...]]
) -> list[CountLine]:
    """Returns a line for each of these tricks, with its counts."""
    return [
        CountLine(trick.winner, numbers(trick), number, cards=tuple([played.card for played in trick.cards]))
        for number, trick in enumerate(tricks, 1)
    ]
