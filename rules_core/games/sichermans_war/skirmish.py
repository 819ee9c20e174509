"""One skirmish: the cards and the dice that each seat has put in, the seats ahead, the breaking of ties.

WAR-6, 14  `ahead`     WAR-8, 15  `after_cards`     WAR-9, 10, 16  `after_dice`     WAR-17  `_called_up`
All of them, of skirmishes that stand for every other: `outcomes`
"""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, structs

from rules_core.cards import Card
from rules_core.forecast import Outcome
from rules_core.games.sichermans_war.spoils import value


class Rolled(Struct, frozen=True, gc=False):
    """A die as it fell."""

    die: str
    value: int


class Skirmish(Struct, frozen=True, gc=False):
    """The skirmish under way; every tuple has one entry a seat but `drawing`, the seats that must draw now.

    A seat's first card is the one that all turned, the others are its reinforcements. `out` are the seats that have
    lost the skirmish for want of reinforcements (WAR-17). `tie` is the tie that the last draw had to break.
    """

    cards: tuple[tuple[Card, ...], ...]
    rolls: tuple[tuple[Rolled, ...], ...]
    totals: tuple[int, ...]
    out: frozenset[int] = frozenset()
    drawing: tuple[int, ...] = ()
    tie: Literal["natural", "forced"] | None = None


class Fought(Struct, frozen=True, gc=False):
    """A skirmish that is over. `winner` None: its cards were thrown out (WAR-10)."""

    skirmish: Skirmish
    winner: int | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the skirmish, seat by seat."""
        return tuple([card for own in self.skirmish.cards for card in own])


After = Callable[[Skirmish, tuple[int, ...]], Skirmish]
"""A function that returns how a skirmish goes on, given the reinforcements that each seat has left."""


def turned(cards: tuple[Card, ...]) -> Skirmish:
    """Returns the skirmish that begins with these cards, one a seat."""
    return Skirmish(tuple([(card,) for card in cards]), ((),) * len(cards), tuple(map(value, cards)))


def reinforced(skirmish: Skirmish, cards: Mapping[int, Card]) -> Skirmish:
    """Returns the skirmish with a drawn card added at each of these seats."""
    seats = range(len(skirmish.totals))
    return structs.replace(
        skirmish,
        cards=tuple((*skirmish.cards[s], cards[s]) if s in cards else skirmish.cards[s] for s in seats),
        totals=tuple(skirmish.totals[s] + (value(cards[s]) if s in cards else 0) for s in seats),
        drawing=(),
    )


def rolled(skirmish: Skirmish, seat: int, die: str, fallen: int) -> Skirmish:
    """Returns the skirmish with a rolled die added at this seat (WAR-7)."""
    rolls, totals = skirmish.rolls, skirmish.totals
    return structs.replace(
        skirmish,
        rolls=(*rolls[:seat], (*rolls[seat], Rolled(die, fallen)), *rolls[seat + 1 :]),
        totals=(*totals[:seat], totals[seat] + fallen, *totals[seat + 1 :]),
        drawing=(),
    )


def ahead(skirmish: Skirmish) -> tuple[int, ...]:
    """Returns the seats with the highest total of those still in; several: they are tied (WAR-6, WAR-14)."""
    totals, out = skirmish.totals, skirmish.out
    if out:  # a total of those still in is at least a card's value, so never 0
        totals = tuple([0 if seat in out else total for seat, total in enumerate(totals)])
    best = max(totals)
    if totals.count(best) == 1:
        return (totals.index(best),)
    return tuple([seat for seat, total in enumerate(totals) if total == best])


def best_of_others(skirmish: Skirmish, seat: int) -> int:
    """Returns the highest total of the others still in; 0, which any total beats, where there are none."""
    others = (t for s, t in enumerate(skirmish.totals) if s != seat and s not in skirmish.out)
    return max(others, default=0)


def after_cards(skirmish: Skirmish, reserve: tuple[int, ...]) -> Skirmish:
    """Returns the skirmish once cards were added: a tie that they brought is drawn for at once, before any die (WAR-8).

    What cards have made equal is a natural tie, also where they were drawn for a forced one.
    """
    tied = ahead(skirmish)
    return skirmish if len(tied) == 1 else _called_up(skirmish, tied, reserve, "natural")


def after_dice(skirmish: Skirmish, reserve: tuple[int, ...]) -> Skirmish:
    """Returns the skirmish once nobody adds a die any more: a tie for the highest is drawn for (WAR-9, WAR-16)."""
    tied = ahead(skirmish)
    return skirmish if len(tied) == 1 else _called_up(skirmish, tied, reserve, "forced")


def left_after_dice(skirmish: Skirmish, reserve: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the seats left without more dice: one takes it, several draw, none: it is thrown out."""
    settled = after_dice(skirmish, reserve)
    best = ahead(settled)
    return settled.drawing or (best if len(best) == 1 else ())


def _called_up(
    skirmish: Skirmish, tied: tuple[int, ...], reserve: tuple[int, ...], tie: Literal["natural", "forced"]
) -> Skirmish:
    """Returns the skirmish with the tied seats about to draw.

    Where only some have reinforcements the others are out, and a single one left need not draw (WAR-17). Where nobody
    has any, nobody is out and nobody draws (WAR-10).
    """
    able = tuple(seat for seat in tied if reserve[seat])
    if not able:
        return skirmish
    out = skirmish.out.union(seat for seat in tied if seat not in able)
    drawing = able if len(able) > 1 else ()
    return structs.replace(skirmish, out=out, drawing=drawing, tie=tie if drawing else skirmish.tie)


def outcomes(seats: int) -> Mapping[str, tuple[tuple[Outcome, ...], ...]]:
    """Returns the outcomes of a skirmish by the entry, by how many are tied, and by how many of those can draw."""
    cards, dice = _outcomes(seats, after_cards, "dice"), _outcomes(seats, after_dice, "reveal")
    return {"reveal": cards, "reinforce": cards, "settle": dice}


def _outcomes(seats: int, after: After, follows: str) -> tuple[tuple[Outcome, ...], ...]:
    def outcome(tied: int, able: int) -> Outcome:
        none: tuple[tuple[()], ...] = ((),) * seats
        fight = Skirmish(none, none, (2,) * tied + (1,) * (seats - tied))
        left = after(fight, (1,) * able + (0,) * (seats - able))
        return Outcome("reinforce" if left.drawing else follows, bool(left.out), left.tie if left.drawing else None)

    return tuple(tuple(outcome(tied, able) for able in range(tied + 1)) for tied in range(1, seats + 1))
