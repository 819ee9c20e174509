"""Piles of a hand on photos: the side of each card, the cards missing from the pack, and where these can be."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct, structs

from rules_core.cards import Card
from rules_core.piles import PileRules, Piles
from webapp.live.photos.photo_kinds import reads_photos
from webapp.photo.reading import Point, Reading, SeenCard
from webapp.table.snapshot import Snapshot

CLEAR = 1.5
"""How many times farther apart than the cards within them rows must be."""


def rows_of(cards: Sequence[SeenCard], sides: int) -> list[list[int]]:
    """Returns the places of the cards row by row, from above and in each from the left, as their players look at them.

    As many rows are looked for as there are sides, then fewer, then more; what lies together is one. A card that lies
    alone belongs to the row that is nearest.
    """
    if not cards:
        return []
    spots = _upright(cards)
    for many in (*range(sides, 1, -1), *range(sides + 1, 2 * sides + 1)):
        for found in (_by_distance(spots, many), _by_height(spots, many)):
            rows = _joined(found, spots)
            if len(rows) == many:
                return sorted(rows, key=lambda row: sum(spots[place][1] for place in row) / len(row))
    return [sorted(range(len(cards)), key=lambda place: spots[place][0])]


def _upright(cards: Sequence[SeenCard]) -> list[Point]:
    """Returns where the index at the upper left of each card lies, turned so that most cards stand upright."""
    ups = [(first[0] - last[0], first[1] - last[1]) for first, *_others, last in (card.outline for card in cards)]
    large = sorted(math.hypot(*up) for up in ups)[len(ups) // 2]
    small = [up for up in ups if math.hypot(*up) <= 2 * large]
    across, along = sum(up[0] for up in small), sum(up[1] for up in small)
    if not math.hypot(across, along):
        across, along = 0, -1
    turned = math.atan2(along, across) + math.pi / 2
    spots = []
    for card, up in zip(cards, ups, strict=True):
        x, y = card.outline[0 if up[0] * across + up[1] * along >= 0 else 2]
        spots.append((
            round(x * math.cos(turned) + y * math.sin(turned)),
            round(y * math.cos(turned) - x * math.sin(turned)),
        ))  # fmt: skip
    return spots


def _by_distance(spots: Sequence[Point], many: int) -> list[list[int]]:
    """Returns `many` groups that lie apart, none where they do not clearly."""
    edges, joined, left = list[tuple[float, int, int]](), [0], set(range(1, len(spots)))
    while left:
        edge = min((math.dist(spots[one], spots[other]), one, other) for one in joined for other in left)
        edges.append(edge)
        joined.append(edge[2])
        left.remove(edge[2])
    edges.sort()
    kept, cut = edges[: len(edges) - many + 1], edges[len(edges) - many + 1 :]
    if not kept or cut[0][0] < CLEAR * kept[-1][0]:
        return []
    group = list(range(len(spots)))
    for _far, one, other in kept:
        group = [group[one] if at == group[other] else at for at in group]
    return [[place for place, at in enumerate(group) if at == each] for each in dict.fromkeys(group)]


def _by_height(spots: Sequence[Point], many: int) -> list[list[int]]:
    """Returns `many` groups that lie one below the other, none where they do not clearly."""
    order = sorted(range(len(spots)), key=lambda place: spots[place][1])
    gaps = sorted(((spots[b][1] - spots[a][1], at) for at, (a, b) in enumerate(itertools.pairwise(order), 1)))
    kept, cut = gaps[: len(gaps) - many + 1], gaps[len(gaps) - many + 1 :]
    if not kept or not cut or cut[0][0] < CLEAR * max(1, kept[-1][0]):
        return []
    ends = [0, *sorted(at for _gap, at in cut), len(order)]
    return [order[first:end] for first, end in itertools.pairwise(ends)]


def _joined(groups: list[list[int]], spots: Sequence[Point]) -> list[list[int]]:
    """Returns the groups with each card that lies alone in the nearest of the others, from the left."""
    rows = [group for group in groups if len(group) > 1]
    for place in (group[0] for group in groups if len(group) == 1 and rows):
        min(rows, key=lambda row: min(math.dist(spots[place], spots[one]) for one in row)).append(place)
    return [sorted(row, key=lambda place: spots[place][0]) for row in rows]


ROWS_OF_A_PILE = (1, 2)
"""A long pile is better laid in two rows."""
LIKELY = 0.5
"""From so probable on a doubtful card is proposed, if the pack lacks it."""


class Lying(Struct, frozen=True, omit_defaults=True):
    """A card of a row on a photo. `card` None: it is unknown; `side` None: the side of the row is unknown.

    It was *read* for certain, is *likely*, or was *said* by the people. `spot` is where it lies on the newest photo.
    """

    row: int
    card: Card | None = None
    side: int | None = None
    how: Literal["read", "likely", "said"] = "read"
    guesses: tuple[Card, ...] = ()
    spot: Point | None = None


class PlacedCard(Struct, frozen=True):
    """A card that no photo shows, and its side; None: nobody's."""

    card: Card
    side: int | None


class PileTap(Struct, frozen=True, omit_defaults=True):
    """A tap on the page of piles; `at` is the place of a card among those on photos, or among those placed."""

    act: Literal["row", "move", "read", "unread", "drop", "sure", "place"]
    at: int | None = None
    card: Card | None = None
    side: int | None = None


class PileQuestion(Struct, frozen=True):
    """The next question: the side of a row, which of too many cards is wrong, and so on. `at`: as that of a tap."""

    about: Literal["row", "twice", "likely", "where", "which", "count", "card"]
    at: int | None = None
    card: Card | None = None


class PileDraft(Struct, frozen=True, omit_defaults=True):
    """Confirmed piles: the cards on all photos so far, the cards placed, and the newest photo.

    `reach`: how far its cards reach from the places that are known of them, in pixels.
    """

    lying: tuple[Lying, ...] = ()
    placed: tuple[PlacedCard, ...] = ()
    width: int = 0
    height: int = 0
    reach: int = 0
    problems: tuple[str, ...] = ()

    def of(self, side: int | None) -> list[Card]:
        """Returns the known cards of a pile; None: those that nobody has."""
        lying = [one.card for one in self.lying if one.card and one.side == side] if side is not None else []
        return [*lying, *(one.card for one in self.placed if one.side == side)]

    def put(self, tap: PileTap) -> "PileDraft":
        at, lying = tap.at, list(self.lying)
        if tap.act == "place":
            kept = [one for place, one in enumerate(self.placed) if place != at]
            return structs.replace(self, placed=(*kept, PlacedCard(tap.card or "", tap.side)))
        if tap.act == "row":
            whose: dict[int | None, int | None] = dict.fromkeys(self.changing(at, tap.side), self.side_of(at))
            whose[at] = tap.side
            lying = [structs.replace(one, side=whose.get(one.row, one.side)) for one in lying]
        elif tap.act == "sure":
            lying = [structs.replace(one, how="said") if one.how == "likely" else one for one in lying]
        elif at is not None and at < len(lying):
            lying[at : at + 1] = _said(lying[at], tap)
        return structs.replace(self, lying=tuple(lying))

    def side_of(self, row: int | None) -> int | None:
        """Returns the side of a row, None where it is unknown or the row has cards of several."""
        sides = {one.side for one in self.lying if one.row == row}
        return sides.pop() if len(sides) == 1 else None

    def changing(self, row: int | None, side: int | None) -> set[int]:
        """Returns the row that changes over with this one once it is that side's: both are the only ones of theirs."""
        was = self.side_of(row)
        own, other = ({one.row for one in self.lying if one.side == each} for each in (was, side))
        return other - own if was is not None and own == {row} and len(other) == 1 else set()

    @property
    def read(self) -> int:
        """How many cards were read for certain."""
        return sum(one.card is not None and one.how == "read" for one in self.lying)


def _said(one: Lying, tap: PileTap) -> list[Lying]:
    if tap.act == "drop":
        return []
    if tap.act == "move":
        return [structs.replace(one, side=tap.side)]
    card = tap.card if tap.act == "read" else None
    others = tuple(guess for guess in one.guesses if guess != one.card)
    return [structs.replace(one, card=card, how="said", guesses=one.guesses if card else others)]


class Sorting(Struct, frozen=True):
    """The piles of a draft at a table: the number of sides, the pack, the possible piles."""

    draft: PileDraft
    sides: int
    pack: Counter[Card]
    rules: PileRules

    @property
    def piles(self) -> Piles:
        return tuple([tuple(self.draft.of(side)) for side in range(self.sides)])

    @property
    def missing(self) -> Counter[Card]:
        """The cards of the pack without a place."""
        left = Counter(self.pack)
        for one in self.draft.lying:
            left[one.card or ""] -= 1
        for put in self.draft.placed:
            left[put.card] -= 1
        return +left

    @property
    def in_order(self) -> list[Card]:
        """The missing cards, those first that count for something."""
        missing, counting = self.missing, self.rules.counting
        return sorted(missing.elements(), key=lambda card: (card not in counting, list(self.pack).index(card)))

    @property
    def sizes(self) -> list[int]:
        return [len(self.draft.of(side)) + self.unread_of(side) for side in range(self.sides)]

    def unread_of(self, side: int) -> int:
        """Returns how many cards of a pile are seen but unknown, less those for which the pack has no card left."""
        seen = sum(one.card is None and one.side == side for one in self.draft.lying) if self.missing else 0
        return max(0, seen - sum(one.side == side for one in self.draft.placed))

    @property
    def unread(self) -> int:
        return sum(map(self.unread_of, range(self.sides)))

    @property
    def due(self) -> int:
        """How many cards the piles have as far as that is known."""
        spare = max(self.rules.spare) - self.rules.buried if self.takes_all else self.pack.total()
        return max(len(self.draft.lying), self.pack.total() - spare)

    @property
    def aside(self) -> int:
        return self.missing.total() + len(self.draft.of(None))

    @property
    def takes_all(self) -> bool:
        """Tells whether a fixed number of cards is in no pile: then all other missing ones belong to one."""
        return len(self.rules.spare) == 1

    @property
    def fits(self) -> bool:
        """Tells whether the piles are possible if nobody has the missing cards."""
        is_known = not self.unread and self.rules.captured.isdisjoint(self.missing)
        return is_known and self.rules.fit(self.sizes, self.aside)

    def after(self, tap: PileTap) -> "Sorting":
        return structs.replace(self, draft=self.draft.put(tap))

    def whose(self, card: Card) -> list[int | None]:
        """Returns whose a missing card can be, where its place was seen first."""
        free = self.missing.total() - self.unread
        seen = [side for side in range(self.sides) if self.unread_of(side)]
        can = self.rules.can_have(self.sizes, free) if free > 0 else []
        if not seen and not can:
            can = [*range(self.sides)]
        found = [*seen, *(side for side in can if side not in seen)]
        return [side for side in found if side is not None or card not in self.rules.captured]

    def settled(self) -> "Sorting":
        """Returns the piles with each missing card where it can only be."""
        if not self.takes_all:
            return self
        sorting = self
        while sorting.missing and not sorting.fits:
            sure = next(
                (PileTap("place", card=c, side=w[0]) for c in sorting.in_order if len(w := sorting.whose(c)) == 1), None
            )
            if sure is None:
                return sorting
            sorting = sorting.after(sure)
        return sorting

    def question(self) -> PileQuestion | None:
        """Returns the next question, None where nothing is left to ask."""
        return next(self._questions(), None)

    def _questions(self) -> Iterator[PileQuestion]:
        lying = self.draft.lying
        yield from (PileQuestion("row", one.row) for one in lying if one.side is None)
        known = Counter(one.card for one in lying if one.card)
        yield from (PileQuestion("twice", card=card) for card, many in known.items() if many > self.pack[card])
        if any(one.card and one.how == "likely" for one in lying):
            yield PileQuestion("likely")
        if self.takes_all and not self.fits:
            yield from (PileQuestion("where", card=card) for card in self.in_order)
        elif not self.takes_all:
            yield from (PileQuestion("which", at) for at, one in enumerate(lying) if one.card is None and self.missing)
        if not self.fits:
            yield PileQuestion("count")


def may_photograph(now: Snapshot) -> bool:
    """Tells whether this house counts a hand of this table from photos of its piles, where totals may be entered."""
    return reads_photos() and now.fold.game.piles(now.fold.state) is not None


def repeats(before: PileDraft, reading: Reading, pack: Counter[Card]) -> bool:
    """Tells whether a photo repeats the newest one, or shows only cards of earlier ones.

    Most of its cards are certain then: what the doubtful ones are, nobody knows yet.
    """
    newest = {one.spot: one for one in before.lying if one.spot is not None}
    if all(_is_same(newest.get(read.centre), read.card) for read in reading.cards):
        return True
    known = Counter(one.card for one in before.lying)
    sure = [read.card for read in reading.cards if read.is_sure]
    return 2 * len(sure) > len(reading.cards) and all(known[card] >= pack[card] for card in sure)


def _is_same(there: Lying | None, card: Card) -> bool:
    return there is not None and (there.card is None or card in (there.card, *there.guesses))


def read_in(before: PileDraft, reading: Reading, sides: int, pack: Counter[Card]) -> PileDraft:
    """Returns the piles with those of one more photo; rows belong to the sides in their order, if each has as many."""
    rows, lying = rows_of(reading.cards, sides), list[Lying]()
    free = [side for side in range(sides) if not before.of(side)]
    each = next((each for each in ROWS_OF_A_PILE if each * len(free) == len(rows)), 0)
    whose = [side for side in free for _row in range(each)] if each else [None] * len(rows)
    first = max((one.row for one in before.lying), default=-1) + 1
    left = Counter(pack)
    left.subtract(one.card for one in before.lying if one.card)
    left.subtract(read.card for read in reading.cards if read.is_sure)
    for number, (side, row) in enumerate(zip(whose, rows, strict=True), first):
        for read in (reading.cards[place] for place in row):
            guesses = tuple([guess.card for guess in read.likeliest])
            one = Lying(number, read.card, side, guesses=guesses, spot=read.centre)
            if not read.is_sure and (read.certainty < LIKELY or left[read.card] <= 0):
                one = structs.replace(one, card=None)
            elif not read.is_sure:
                left[read.card] -= 1
                one = structs.replace(one, how="likely")
            lying.append(one)
    kept = tuple([structs.replace(one, spot=None) for one in before.lying])
    far = (math.dist(corner, one.centre) for one in reading.cards for corner in one.outline)
    reach = math.ceil(max(far, default=0))
    return PileDraft((*kept, *lying), before.placed, reading.width, reading.height, reach, reading.problems)
