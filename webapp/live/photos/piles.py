"""The piles of a hand on photos: whose each card is, what is missing of the pack, and where that can be."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, structs

from rules_core.cards import Card
from rules_core.piles import PileRules, Piles
from webapp.live.photos.moments import reads_photos
from webapp.live.photos.rows import rows_of
from webapp.photo.seen import Point, Reading
from webapp.table.snapshot import Snapshot

ROWS_OF_A_PILE = (1, 2)
"""A long pile is better laid in two rows."""
LIKELY = 0.5
"""From so probable on a doubtful card is proposed, if the pack lacks it."""


class Lying(Struct, frozen=True, omit_defaults=True):
    """A card of a row on a photo. `card` None: it is not known; `side` None: nobody has said whose the row is.

    It was *read* for certain, is *likely*, or was *said* by the people. `spot` is where it lies on the newest photo.
    """

    row: int
    card: Card | None = None
    side: int | None = None
    how: Literal["read", "likely", "said"] = "read"
    guesses: tuple[Card, ...] = ()
    spot: Point | None = None


class Placed(Struct, frozen=True):
    """A card that no photo shows, and whose it is; None: nobody's."""

    card: Card
    side: int | None


class Tap(Struct, frozen=True, omit_defaults=True):
    """What somebody says of the piles; `at` is the place of a card among those that lie there, or were placed."""

    act: Literal["row", "move", "read", "unread", "drop", "sure", "place"]
    at: int | None = None
    card: Card | None = None
    side: int | None = None


class Question(Struct, frozen=True):
    """What is asked next: whose a row is, which of too many cards is wrong, and so on. `at`: as that of a tap."""

    about: Literal["row", "twice", "likely", "where", "which", "count", "card"]
    at: int | None = None
    card: Card | None = None


class PileDraft(Struct, frozen=True, omit_defaults=True):
    """Piles that are confirmed: what lies on all photos so far, what was placed, and the newest photo.

    `reach`: how far its cards reach from the places that are known of them, in pixels.
    """

    lying: tuple[Lying, ...] = ()
    placed: tuple[Placed, ...] = ()
    width: int = 0
    height: int = 0
    reach: int = 0
    problems: tuple[str, ...] = ()

    def of(self, side: int | None) -> list[Card]:
        """Returns the cards of a pile as far as they are known; None: those that nobody has."""
        lying = [one.card for one in self.lying if one.card and one.side == side] if side is not None else []
        return [*lying, *(one.card for one in self.placed if one.side == side)]

    def put(self, tap: Tap) -> "PileDraft":
        at, lying = tap.at, list(self.lying)
        if tap.act == "place":
            kept = [one for place, one in enumerate(self.placed) if place != at]
            return structs.replace(self, placed=(*kept, Placed(tap.card or "", tap.side)))
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
        """Returns whose a row is, None where nobody has said it, or it has cards of several."""
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


def _said(one: Lying, tap: Tap) -> list[Lying]:
    if tap.act == "drop":
        return []
    if tap.act == "move":
        return [structs.replace(one, side=tap.side)]
    card = tap.card if tap.act == "read" else None
    others = tuple(guess for guess in one.guesses if guess != one.card)
    return [structs.replace(one, card=card, how="said", guesses=one.guesses if card else others)]


class Sorting(Struct, frozen=True):
    """The piles of a draft at a table: how many sides there are, how often each card, what piles can be."""

    draft: PileDraft
    sides: int
    pack: Counter[Card]
    rules: PileRules

    @property
    def piles(self) -> Piles:
        return tuple([tuple(self.draft.of(side)) for side in range(self.sides)])

    @property
    def missing(self) -> Counter[Card]:
        """What of the pack has no place yet."""
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
        """Returns how many cards of a pile are seen and not known; what the pack has no card left for is none."""
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
        """Tells whether all cards of the pack but so many are in the piles: then what is missing has a place there."""
        return len(self.rules.spare) == 1

    @property
    def fits(self) -> bool:
        """Tells whether the piles can be as they lie, what is missing being nobody's."""
        is_known = not self.unread and self.rules.captured.isdisjoint(self.missing)
        return is_known and self.rules.fit(self.sizes, self.aside)

    def after(self, tap: Tap) -> "Sorting":
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
                (Tap("place", card=c, side=w[0]) for c in sorting.in_order if len(w := sorting.whose(c)) == 1), None
            )
            if sure is None:
                return sorting
            sorting = sorting.after(sure)
        return sorting

    def question(self) -> Question | None:
        """Returns what is asked next, None where nothing is left to ask."""
        return next(self._questions(), None)

    def _questions(self) -> Iterator[Question]:
        lying = self.draft.lying
        yield from (Question("row", one.row) for one in lying if one.side is None)
        known = Counter(one.card for one in lying if one.card)
        yield from (Question("twice", card=card) for card, many in known.items() if many > self.pack[card])
        if any(one.card and one.how == "likely" for one in lying):
            yield Question("likely")
        if self.takes_all and not self.fits:
            yield from (Question("where", card=card) for card in self.in_order)
        elif not self.takes_all:
            yield from (Question("which", at) for at, one in enumerate(lying) if one.card is None and self.missing)
        if not self.fits:
            yield Question("count")


def may_photograph(now: Snapshot) -> bool:
    """Tells whether this house counts a hand of this table from photos of its piles, where totals may be entered."""
    return reads_photos() and now.fold.game.piles(now.fold.state) is not None


def repeats(before: PileDraft, reading: Reading, pack: Counter[Card]) -> bool:
    """Tells whether one more photo is the newest once more, or shows what was on the others, as often as it is there.

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
