"""A photo at its moment: the cards that are due, what was read as a draft, and the entries they become."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from markupsafe import Markup
from msgspec import Struct, structs

from rules_core.cards import Card
from rules_core.events import Event
from rules_core.game import Game
from rules_core.replay import Raw
from webapp.http.language import gettext as _
from webapp.photo.reading import Reading
from webapp.table.forms import NotAnEvent
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.words.phrases import marked


class Slot(Struct, frozen=True):
    """A card that is to be entered: what is `said` of it, None where it is missing.

    `at` is the seat whose card it is, or its number where cards are of one seat. `place` is that of its card among
    those seen, None where none was seen for it.
    """

    at: int
    said: Raw | None = None
    place: int | None = None

    @property
    def card(self) -> Card | None:
        return None if self.said is None else str(self.said["card"])


class Draft(Struct, frozen=True):
    """The cards to confirm: those read, in their order, and how many too many were seen.

    `whose` is the seat that lays all of them down, None where each card has a seat of its own.
    """

    reading: Reading
    slots: tuple[Slot, ...]
    surplus: int = 0
    whose: int | None = None

    @property
    def missing(self) -> Slot | None:
        """The first slot whose card is missing."""
        return next((slot for slot in self.slots if slot.said is None), None)

    @property
    def sure(self) -> int:
        """How many of the cards were read for certain."""
        return sum(slot.place is not None and self.reading.cards[slot.place].is_sure for slot in self.slots)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple([slot.card for slot in self.slots if slot.card is not None])

    def of(self, at: int | None) -> Slot | None:
        """Returns the slot of a seat, None where its card is not to be entered."""
        return next((slot for slot in self.slots if slot.at == at), None)

    def put(self, at: int, said: Raw) -> "Draft":
        slots = [structs.replace(one, said=said) if one.at == at else one for one in self.slots]
        return structs.replace(self, slots=tuple(slots))

    def swapped(self, one: int, other: int) -> "Draft":
        """Returns the draft with the cards of two seats changed over."""
        both = {one: self.of(other), other: self.of(one)}
        return structs.replace(self, slots=tuple(_moved(slot, both.get(slot.at)) for slot in self.slots))


def _moved(slot: Slot, source: Slot | None) -> Slot:
    if source is None:
        return slot
    said = None if source.said is None else {**source.said, "seat": slot.at}
    return Slot(slot.at, said, source.place)


class Outcome(NamedTuple):
    """The result of entering the cards, and the seats that stand out then, with their tags."""

    line: Markup
    seats: frozenset[int] = frozenset()
    tag: str = ""


class EntryKey(NamedTuple):
    """A key that enters cards: as these events, which are none while a card is missing."""

    said: str
    events: Sequence[Raw]


class Moment(ABC):
    """A table as a photo may show it. A moment is a subclass with a `name`, which forms send."""

    name: ClassVar[str]
    by_seat: ClassVar[bool] = True
    """Each card lies before a seat of its own."""

    def __init__(self, now: Snapshot, viewer: Viewer) -> None:
        self.now, self.viewer = now, viewer
        self.names: Sequence[str] = now.table.players
        self.game: Game[Any] = now.fold.game

    @cached_property
    def view(self) -> Any:
        """The table as this viewer sees it: nobody learns by a photo what is closed (GEN-5)."""
        return seen_by(self.now, self.viewer)

    @cached_property
    def pack(self) -> Counter[Card]:
        return Counter(self.game.in_play(len(self.names), self.now.fold.state.options))

    # Which cards are due

    @property
    @abstractmethod
    def is_due(self) -> bool:
        """Tells whether the table waits for these cards."""

    @abstractmethod
    def begun(self, reading: Reading) -> Draft:
        """Returns the draft of a photo; doubtful and impossible cards are missing."""

    @abstractmethod
    def fits(self, draft: Draft) -> bool:
        """Tells whether the cards of a draft are those that are due."""

    @abstractmethod
    def slots(self, count: int) -> Sequence[int]:
        """Returns the `at` of the next `count` slots to ask for, in order."""

    def counted(self, draft: Draft, drop: int | None) -> Draft:
        """Returns the draft without one of its cards, None: with one more, where there may be any number."""
        return draft

    def lying(self) -> Sequence[tuple[int, Card]]:
        """Returns the cards that lie before seats already, each with its seat, in playing order."""
        return [(seat, card) for seat, card in self.game.on_table(self.view) if seat is not None]

    def is_entered(self, cards: Sequence[Card]) -> bool:
        """Tells whether these cards were entered just now, by this phone or another one."""
        return False

    # Declarations of a card, and the events of all cards

    def checked(self, raw: Raw) -> Raw:
        """Returns the declaration of a key as it is kept. Raises NotAnEvent."""
        card, seat = raw.get("card"), raw.get("seat")
        if not isinstance(card, str) or card not in self.game.pack or type(seat) is not int:
            raise NotAnEvent("no card of this table")
        return {"seat": seat, "card": card}

    def ways(self, at: int, card: Card) -> list[Raw]:
        """Returns the possible declarations of a card that lies there: several where one has to be chosen."""
        return [{"seat": at, "card": card}]

    def way_said(self, said: Raw) -> str:
        """Returns the words of one of several declarations."""
        return ""

    def gone(self, draft: Draft, at: int) -> frozenset[Card]:
        """Returns the cards that cannot be there: they are out, or lie elsewhere."""
        used = Counter(slot.card for slot in draft.slots if slot.card and slot.at != at)
        return frozenset(self.view.dimmed) | {card for card in self.game.pack if used[card] >= self.pack[card]}

    @abstractmethod
    def events(self, draft: Draft) -> list[Raw]:
        """Returns the events of the cards, which are entered together."""

    def shown(self, cards: tuple[Card, ...]) -> tuple[Event, ...]:
        """Returns the events of cards that lie openly, by the rules."""
        return self.game.shown(self.view, self.now.fold.state.options, cards)

    def choices(self, draft: Draft) -> list[EntryKey]:
        """Returns the keys that enter the cards, the usual one first."""
        missing = draft.missing
        return [EntryKey(self.enter, self.events(draft)) if missing is None else EntryKey(self.lacks(missing), ())]

    def answer(self, draft: Draft) -> Any:
        """Returns the game's answer about these cards, for its own part of the page; None without one."""
        return None

    @abstractmethod
    def outcome(self, draft: Draft) -> Outcome | None:
        """Returns the outcome of the cards, None where one is missing or the rules refuse it."""

    # Words

    @property
    def first(self) -> str:
        """The name of the first card: *led*."""
        return ""

    @property
    @abstractmethod
    def title(self) -> str:
        """The title: *Photo of trick 6*."""

    @property
    @abstractmethod
    def how(self) -> str:
        """How the cards are to lie."""

    @property
    @abstractmethod
    def enter(self) -> str:
        """The label of the key that enters all: *Enter trick 6*."""

    @abstractmethod
    def asks(self, slot: Slot) -> Markup:
        """The question for a card: *What did Ann play?*"""

    def lacks(self, slot: Slot) -> str:
        """Why nothing can be entered yet."""
        return _("The card of %(name)s is missing", name=self.names[slot.at])

    @property
    def mend(self) -> str:
        """The label of the link to other corrections than the seats of cards."""
        return ""

    def confirms(self) -> Markup:
        """The question once all is read and nothing follows from it."""
        return marked(_("Is this what was played?"))
