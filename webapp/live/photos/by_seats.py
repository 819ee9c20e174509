"""Cards on a photo, each before its seat: those entered before are known, the others follow from their places."""

import math
from abc import abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup
from msgspec import structs

from rules_core.cards import Card
from rules_core.events import Event, decode
from rules_core.fields import Field, fields_of
from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.games.common.names import turn
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.live.photos.photo_draft import Draft, Moment, Outcome, Slot
from webapp.photo.reading import Reading, SeenCard
from webapp.table.snapshot import looking
from webapp.words.phrases import named

CROSSWISE = 0.6
"""Height of the cards, as a share of their width, from which they are no row: each lies before its player."""


class BySeats(Moment):
    @property
    @abstractmethod
    def due(self) -> Sequence[int]:
        """The seats whose cards are not entered yet, in the order in which they lie in a row."""

    def fits(self, draft: Draft) -> bool:
        return [slot.at for slot in draft.slots] == list(self.due)

    def slots(self, count: int) -> Sequence[int]:
        return self.due if count == len(self.due) else ()

    def begun(self, reading: Reading) -> Draft:
        """Returns the draft of a photo, by seat; impossible cards are left out by the viewer's view alone (GEN-5)."""
        seats, gone = self.due, self.view.dimmed
        known, fresh = _told_apart(reading, list(self.lying()))
        if len(fresh) > len(seats):
            fresh = self._without_loose(reading, fresh)
        if len(fresh) > len(seats):
            fresh = [place for place in fresh if reading.cards[place].card not in gone]
        surplus = max(0, len(fresh) - len(seats))
        if surplus:
            likely = sorted(fresh, key=lambda place: -reading.cards[place].certainty)
            if any(reading.cards[place].is_sure for place in likely[len(seats) :]):
                return Draft(reading, tuple(map(Slot, seats)), surplus)
            fresh = sorted(likely[: len(seats)])
        places = _by_seat(reading, known, fresh, seats, self.viewer.seat, len(self.names))
        return Draft(reading, self._filled(reading, [Slot(seat, place=places.get(seat)) for seat in seats]), surplus)

    def _without_loose(self, reading: Reading, fresh: list[int]) -> list[int]:
        """Returns the places without the cards that lie openly before no seat."""
        loose = [card for seat, card in self.game.on_table(self.view) if seat is None]
        matched = {next((place for place in fresh if reading.cards[place].card == card), None) for card in loose}
        return [place for place in fresh if place not in matched]

    def _filled(self, reading: Reading, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        """Returns the slots, filled with certain and possible cards."""
        left, found = self.pack.copy(), list[Slot]()
        left.subtract(card for _seat, card in self.lying())
        for slot in slots:
            filled = slot
            if slot.place is not None and (read := reading.cards[slot.place]).is_sure:
                ways = self.ways(slot.at, read.card)
                if len(ways) == 1 and left[read.card] > 0 and read.card not in self.view.dimmed:
                    filled = structs.replace(slot, said=ways[0])
                    left[read.card] -= 1
            found.append(filled)
        return tuple(found)


def _told_apart(reading: Reading, lying: list[tuple[int, Card]]) -> tuple[dict[int, int], list[int]]:
    """Returns the places of cards that were entered before, with their seats, and those of the others."""
    known, fresh = dict[int, int](), list[int]()
    for place, read in enumerate(reading.cards):
        entered = next((one for one in lying if one[1] in (read.card, read.card[0])), None)
        if entered is None:
            fresh.append(place)
        else:
            lying.remove(entered)
            known[place] = entered[0]
    return known, fresh


def _by_seat(
    reading: Reading, known: dict[int, int], fresh: list[int], seats: Sequence[int], own: int | None, players: int
) -> dict[int, int]:
    """Returns for seats the place of their card: a row lies as it was played, else cards lie as people sit."""
    cards = [reading.cards[place] for place in (*known, *fresh)]
    if set(seats) <= set(known.values()):
        return _nearest(reading, known, fresh, seats)
    if len(cards) != players or not _lie_crosswise(cards):
        return dict(zip(seats, fresh, strict=False))
    round_the_table = _clockwise(reading.cards, [*known, *fresh])
    at, seat = 0, seats[0] if own is None else own
    if known:
        at, seat = next((at, known[place]) for at, place in enumerate(round_the_table) if place in known)
    sat = {(seat + step) % players: round_the_table[(at + step) % players] for step in range(players)}
    return {seat: sat[seat] for seat in seats if sat[seat] in fresh}


def _nearest(reading: Reading, known: dict[int, int], fresh: list[int], seats: Sequence[int]) -> dict[int, int]:
    """Returns, for seats with a card there, the place of the nearest card on the photo."""
    pairs = [
        (math.dist(reading.cards[old].centre, reading.cards[new].centre), seat, new)
        for old, seat in known.items()
        for new in fresh
        if seat in seats
    ]
    found = dict[int, int]()
    for _far, seat, new in sorted(pairs):
        if seat not in found and new not in found.values():
            found[seat] = new
    return found


def _lie_crosswise(cards: Sequence[SeenCard]) -> bool:
    across, down = zip(*(card.centre for card in cards), strict=True)
    return len(cards) > 2 and (max(down) - min(down)) > CROSSWISE * (max(across) - min(across))


def _clockwise(cards: Sequence[SeenCard], places: Collection[int]) -> list[int]:
    """Returns the places as they lie around their middle, that which lies nearest to the lower edge first."""
    centres = {place: cards[place].centre for place in places}
    middle = [sum(centre[axis] for centre in centres.values()) / len(centres) for axis in (0, 1)]
    angle = {place: math.atan2(y - middle[1], x - middle[0]) for place, (x, y) in centres.items()}
    lowest = max(places, key=lambda place: centres[place][1])
    return sorted(places, key=lambda place: (angle[place] - angle[lowest]) % math.tau)


class OfCards(NamedTuple):
    """An event that says nothing but cards, in this field."""

    event: Event
    field: Field

    @property
    def kind(self) -> str:
        return str(self.event.__struct_config__.tag)


class AtOnce(BySeats):
    """The cards that are entered together, where the table waits for nothing else."""

    name = "at-once"

    @cached_property
    def entry(self) -> OfCards | None:
        """The entry that is due, where it has cards alone."""
        event = next(iter(self.game.candidates(self.now.fold.state)), None)
        fields = fields_of(type(event)) if event is not None else ()
        return OfCards(event, fields[0]) if event and len(fields) == 1 and _is_of_cards(fields[0]) else None

    @property
    def is_due(self) -> bool:
        return self.entry is not None

    @property
    def due(self) -> Sequence[int]:
        assert self.entry is not None  # `is_due`
        event, field = self.entry
        if field.kind == "card":
            return (event.acting(self.now.fold.state) or 0,)
        return range(len(self.names)) if field.per else self.view.to_act

    def events(self, draft: Draft) -> list[Raw]:
        assert self.entry is not None  # `is_due`
        kind, field = self.entry.kind, self.entry.field
        by_seat = {str(slot.at): slot.card for slot in draft.slots}
        cards = {"card": draft.slots[0].card, "list": list(by_seat.values()), "by-key": by_seat}
        return [{"type": kind, field.name: cards[field.kind]}]

    def outcome(self, draft: Draft) -> Outcome | None:
        """Returns who would be ahead, or whose turn it would be, from open cards alone."""
        if draft.missing is not None:
            return None
        event = decode(self.events(draft)[0], self.now.fold.events)
        if isinstance(event, Refusal):
            return None
        state = self.game.apply(self.now.fold.state, event, self.now.fold.seq)
        after = self.game.view(state, looking(self.now, self.viewer))
        ahead = frozenset(seat.seat for seat in after.seats if seat.ahead)
        line = turn(self.game.name, after, self.names).line
        if len(ahead) == 1:
            line = named(_("%(name)s is ahead"), self.names[min(ahead)])
        return Outcome(line, ahead, _("ahead") if len(ahead) == 1 else _("tied"))

    # Words

    @property
    def title(self) -> str:
        assert self.entry is not None  # `is_due`
        return _("Photo: %(what)s", what=look_of(self.game.name).entry_form.kind_name(self.entry.kind))

    @property
    def how(self) -> str:
        if len(self.due) == 1:
            return _("Photograph the card from above, so that its corners are seen.")
        return _("Lay each card before its player so that the corners are seen, and photograph them from above.")

    @property
    def enter(self) -> str:
        return ngettext("Enter this card", "Enter these cards", len(self.due))

    @property
    def mend(self) -> str:
        return "" if len(self.due) > 1 else super().mend

    def asks(self, slot: Slot) -> Markup:
        return named(_("Which card did %(name)s turn over?"), self.names[slot.at])


def _is_of_cards(field: Field) -> bool:
    item = field.item
    is_each = field.per == "seat" or field.kind == "by-key"
    return field.kind == "card" or (item is not None and item.kind == "card" and is_each)
