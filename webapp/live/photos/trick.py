"""A trick on a photo: which card was played by whom, what is missing, what it would come to."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct, structs

from rules_core.cards import Card
from rules_core.events import decode, encode
from rules_core.findings import Refusal
from rules_core.game import Game
from rules_core.replay import Raw
from rules_core.tricks import TrickHand
from rules_core.view import TableView
from webapp.photo.seen import Reading, SeenCard
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer

CROSSWISE = 0.6
"""From so much of its width on, what lies there is no row: each card lies before its player."""


class Slot(Struct, frozen=True):
    """A seat whose card is still to be entered: its `event`, None where that is missing.

    `place` is that of its card among those seen, None where none was seen for it.
    """

    seat: int
    event: Raw | None = None
    place: int | None = None

    @property
    def card(self) -> Card | None:
        return None if self.event is None else str(self.event["card"])


class Draft(Struct, frozen=True):
    """A trick that is confirmed: what was read, the seats in playing order, how many cards too many were seen."""

    reading: Reading
    slots: tuple[Slot, ...]
    surplus: int = 0

    @property
    def missing(self) -> Slot | None:
        """The first seat whose card is missing."""
        return next((slot for slot in self.slots if slot.event is None), None)

    @property
    def sure(self) -> int:
        """How many of the seats' cards were read for certain."""
        return sum(slot.place is not None and self.reading.cards[slot.place].is_sure for slot in self.slots)

    @property
    def events(self) -> list[Raw]:
        return [slot.event for slot in self.slots if slot.event is not None]

    def of(self, seat: int | None) -> Slot | None:
        """Returns the slot of a seat, None where its card is not to be entered."""
        return next((slot for slot in self.slots if slot.seat == seat), None)

    def put(self, seat: int, event: Raw) -> "Draft":
        """Returns the trick with this play."""
        slots = [structs.replace(one, event=event) if one.seat == seat else one for one in self.slots]
        return structs.replace(self, slots=tuple(slots))

    def swapped(self, one: int, other: int) -> "Draft":
        """Returns the trick with what two seats have played changed over."""
        both = {one: self.of(other), other: self.of(one)}
        return structs.replace(self, slots=tuple(_moved(slot, both.get(slot.seat)) for slot in self.slots))


def _moved(slot: Slot, source: Slot | None) -> Slot:
    if source is None:
        return slot
    event = None if source.event is None else {**source.event, "seat": slot.seat}
    return Slot(slot.seat, event, source.place)


def takes_photos(now: Snapshot, view: TableView) -> bool:
    """Tells whether a card of a trick is due, which a photo can show."""
    return view.phase == "play" and not view.hand.by_tricks and isinstance(now.fold.state.hand, TrickHand)


def seats_due(now: Snapshot) -> list[int]:
    """Returns the seats whose cards of the trick are not entered yet, in playing order."""
    state = now.fold.state
    first, players = state.hand.to_act, state.players
    return [(first + place) % players for place in range(players - len(state.hand.trick))]


def pack_of(now: Snapshot) -> Counter[Card]:
    """Returns how often each card is there at this table."""
    return Counter(now.fold.game.cards[len(now.table.players)])


def begun(now: Snapshot, viewer: Viewer, reading: Reading) -> Draft:
    """Returns the trick as the photo shows it; what is doubtful, or cannot be, is missing.

    What cannot be is judged by what this viewer sees: nobody learns by a photo what lies in closed tricks (GEN-5).
    """
    seats, gone = seats_due(now), seen_by(now, viewer).dimmed
    known, fresh = _told_apart(reading, [(played.seat, played.card) for played in now.fold.state.hand.trick])
    if len(fresh) > len(seats):
        fresh = [place for place in fresh if reading.cards[place].card not in gone]
    surplus = max(0, len(fresh) - len(seats))
    if surplus:
        likely = sorted(fresh, key=lambda place: -reading.cards[place].certainty)
        if any(reading.cards[place].is_sure for place in likely[len(seats) :]):
            return Draft(reading, tuple(map(Slot, seats)), surplus)
        fresh = sorted(likely[: len(seats)])
    places = _by_seat(reading, known, fresh, seats, viewer.seat, len(now.table.players))
    left, slots = pack_of(now), list[Slot]()
    left.subtract(played.card for played in now.fold.state.hand.trick)
    for seat in seats:
        slot = Slot(seat, place=places.get(seat))
        if slot.place is not None and (read := reading.cards[slot.place]).is_sure:
            plays = plays_of(now, seat, read.card)
            if len(plays) == 1 and left[read.card] > 0 and read.card not in gone:
                slot = structs.replace(slot, event=plays[0])
                left[read.card] -= 1
        slots.append(slot)
    return Draft(reading, tuple(slots), surplus)


def _told_apart(reading: Reading, lying: list[tuple[int, Card]]) -> tuple[dict[int, int], list[int]]:
    """Returns the places of cards that were entered before, with their seats, and those of the others."""
    known, fresh = dict[int, int](), list[int]()
    for place, read in enumerate(reading.cards):
        entered = next((one for one in lying if one[1] == read.card), None)
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
    if len(cards) < players or not _lie_crosswise(cards):
        return dict(zip(seats, fresh, strict=False))
    round_the_table = _clockwise(reading.cards, [*known, *fresh])
    at, seat = 0, seats[0] if own is None else own
    if known:
        at, seat = next((at, known[place]) for at, place in enumerate(round_the_table) if place in known)
    sat = {(seat + step) % players: round_the_table[(at + step) % players] for step in range(players)}
    return {seat: sat[seat] for seat in seats if sat[seat] in fresh}


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


# What may be played


def as_all_know(state: Any, seat: int) -> Any:
    """Returns a match with this seat to act, without what lies closed: nothing that is judged by it tells of that."""
    hand = structs.replace(
        state.hand,
        to_act=seat,
        declared=(None,) * state.players,
        claims=(),
        played=frozenset(),
        once=frozenset(),
    )
    return structs.replace(state, hand=hand)


def plays_of(now: Snapshot, seat: int, card: Card) -> list[Raw]:
    """Returns the plays of a card by a seat: several where something has to be said with it."""
    game: Game[Any] = now.fold.game
    plain = {"type": "play", "seat": seat, "card": card}
    if decode(plain, now.fold.events) == game.play_of(seat, card):
        return [plain]
    offered = game.candidates(as_all_know(now.fold.state, seat))
    told = (encode(event) for event in offered if getattr(event, "card", None) == card)
    return [{name: value for name, value in event.items() if value is not False} for event in told]


def taker(now: Snapshot, events: Sequence[Raw]) -> int | None:
    """Returns who takes the trick with these plays, None where it would not be full or the rules refuse one."""
    game: Game[Any] = now.fold.game
    state = as_all_know(now.fold.state, now.fold.state.hand.to_act)
    before = len(game.tricks(state))
    for raw in events:
        event = decode(raw, now.fold.events)
        if isinstance(event, Refusal) or game.judge(state, event, now.fold.seq) is not None:
            return None
        state = game.apply(state, event, now.fold.seq)
    tricks = game.tricks_of(state.finished[-1]) if state.hand is None else game.tricks(state)
    return tricks[-1].winner if len(tricks) > before else None
