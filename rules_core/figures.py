"""Figures: statistics of a match, of each seat and of each side, as data."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules_core.findings import Infraction
from rules_core.tricks import CompleteTrick, tricks_won

Kind = Literal["count", "points", "share", "rate", "most", "least"]
"""Kinds of figures: a number of things or of points; a `share` of a whole that is the same for all, as tricks; a
`rate`, the successes of a player's attempts; or the `most` or the `least` of something in one hand.
"""
EXTREMES = ("most", "least")
Level = Literal["totals", "tricks", "cards"]
"""How closely a hand was entered."""
LEVELS: tuple[Level, ...] = ("totals", "tricks", "cards")
"""From the least that is known to the most."""


class FigureType(Struct, frozen=True):
    """A type of figure, by its code. `rule` is the one behind it, None where its words explain it.

    `private`: for the player alone.
    """

    code: str
    kind: Kind
    rule: str | None = None
    private: bool = False

    def figure(self, value: int, of: int = 1, **where: Any) -> "Figure":
        """Returns a figure of this type; `where` has its other fields."""
        return Figure(self.code, self.kind, value, of, private=self.private, **where)


class Figure(Struct, frozen=True, gc=False, omit_defaults=True):
    """A number about a seat, or about a whole side where partners have it together: then `seat` is None.

    `of` is the whole of a share, and what was tried of a rate; of everything else it is the number of hands that tell
    it, so that an average can be taken. An extreme has the `hand` it is from, by its place among the finished ones,
    and where the log is known the place `at` which that hand ended. What no hand tells has no figure: it is never 0
    instead.
    """

    code: str
    kind: Kind
    value: int
    of: int
    side: int = 0
    seat: int | None = None
    private: bool = False
    hand: int | None = None
    at: int | None = None


Key: TypeAlias = tuple[str, int, int | None]
"""The code of a figure, its side and its seat."""

HANDS_WON = FigureType("hands-won", "share")
POINTS = FigureType("points", "points")
HIGHEST = FigureType("highest-hand", "most")
LOWEST = FigureType("lowest-hand", "least")
TRICKS = FigureType("tricks", "share")
LEADS_WON = FigureType("leads-won", "rate")
REVOKES = FigureType("revokes", "count", "GEN-4", private=True)
OF_POINTS: tuple[FigureType, ...] = (HANDS_WON, POINTS, HIGHEST, LOWEST)
"""Figures of points, of any game."""
SHARED: tuple[FigureType, ...] = (*OF_POINTS, TRICKS, LEADS_WON, REVOKES)
"""Figures of a plain trick game."""


# Figures of a hand


def of_points(points: tuple[int, ...], hands: int, *, low_wins: bool) -> Iterator[Figure]:
    """Yields the figures of a finished hand's points; it may stand for several `hands`.

    A hand is won by the best score in it; equals share it, and nobody has it where all have scored the same.
    """
    best = (min if low_wins else max)(points)
    won = [score == best and len(set(points)) > 1 for score in points]
    for side, score in enumerate(points):
        yield POINTS.figure(score, hands, side=side)
        if hands == 1:
            yield HANDS_WON.figure(int(won[side]), side=side)
            yield HIGHEST.figure(score, side=side)
            yield LOWEST.figure(score, side=side)


def of_tricks(won: Sequence[int]) -> Iterator[Figure]:
    """Yields how many of a hand's tricks each seat took."""
    yield from (TRICKS.figure(count, sum(won), seat=seat) for seat, count in enumerate(won))


def of_leads(tricks: Iterable[CompleteTrick], players: int) -> Iterator[Figure]:
    """Yields how often each seat took a trick that it had led, as far as the cards are known."""
    known = [(trick.cards[0].seat, trick.winner) for trick in tricks if trick.cards]
    for seat in range(players) if known else ():
        led = [winner for leader, winner in known if leader == seat]
        yield LEADS_WON.figure(led.count(seat), len(led), seat=seat)


def of_played(tricks: tuple[CompleteTrick, ...], players: int) -> Iterator[Figure]:
    """Yields the figures of a hand's tricks in any game; none of a hand that was entered as totals."""
    if tricks:
        yield from of_tricks(tricks_won(tricks, players))
        yield from of_leads(tricks, players)


def of_revokes(infractions: Iterable[Infraction], hands: int, players: int) -> tuple[Figure, ...]:
    """Returns how many plays of each seat are proven to have broken a duty, of the hands of which cards are known."""
    plays = {(found.seat, found.event) for found in infractions}
    seats = range(players) if hands else ()
    return tuple([REVOKES.figure(sum(by == seat for by, _play in plays), hands, seat=seat) for seat in seats])


# Together


def summed(hands: Iterable[Iterable[Figure]], sides: int, players: int) -> tuple[Figure, ...]:
    """Returns the figures of a match from those of each finished hand in order; by sides, then by seats.

    Without partners every figure is a seat's. With partners what seats have is also told of their side.
    """
    found: dict[Key, Figure] = {}
    for number, told in enumerate(hands):
        placed = [_placed(figure, sides, players, number) for figure in told]
        together = of_sides(placed) if sides < players else {}
        for key, figure in (*together.items(), *[(key_of(figure), figure) for figure in placed]):
            found[key] = merged(found[key], figure) if key in found else figure
    return tuple(sorted(found.values(), key=lambda figure: (figure.side, -1 if figure.seat is None else figure.seat)))


def key_of(figure: Figure) -> Key:
    """Returns the key of a figure among those of a match."""
    return figure.code, figure.side, figure.seat


def _placed(figure: Figure, sides: int, players: int, hand: int) -> Figure:
    """Returns a figure of a hand with its side; an extreme with the hand that it is from."""
    side = figure.side if figure.seat is None else figure.seat % sides
    seat = side if sides == players else figure.seat
    return replace(figure, side=side, seat=seat, hand=hand if figure.kind in EXTREMES else None)


def of_sides(placed: Iterable[Figure]) -> dict[Key, Figure]:
    """Returns the figures of the sides from those of the seats in one hand."""
    found: dict[Key, Figure] = {}
    for figure in placed:
        if figure.seat is not None:
            own = replace(figure, seat=None)
            key = key_of(own)
            found[key] = _with_partner(found[key], own) if key in found else own
    return found


def _with_partner(first: Figure, other: Figure) -> Figure:
    """Returns the figure of two partners in a hand: attempts add up, and a whole counts once."""
    both = merged(first, other)
    return both if first.kind == "rate" else replace(both, of=max(first.of, other.of))


def merged(first: Figure, other: Figure) -> Figure:
    """Returns the sum of two figures of one code, of two hands or matches; of equal extremes the first."""
    of = first.of + other.of
    if first.kind in EXTREMES:
        better = other.value > first.value if first.kind == "most" else other.value < first.value
        return replace(other if better else first, of=of)
    return replace(first, value=first.value + other.value, of=of)


def of_seat(figures: Iterable[Figure], seat: int, sides: int) -> dict[str, Figure]:
    """Returns a player's figures by code: the own ones, and those that partners have only together."""
    known = tuple(figures)
    found = {figure.code: figure for figure in known if figure.seat == seat}
    shared = [figure for figure in known if figure.seat is None and figure.side == seat % sides]
    if shared:
        of_seats = {figure.code for figure in known if figure.seat is not None}
        found |= {figure.code: figure for figure in shared if figure.code not in of_seats}
    return found
