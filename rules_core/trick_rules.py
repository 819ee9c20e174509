"""Interface of a plain trick game: the methods of `TrickGame` that a game says itself."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from rules_core.cards import Card
from rules_core.counts import Counts, Worth, figures_of
from rules_core.events import Adjust, Deal, Event, EventTypes, Hand, Play, Ruling, Trick, TrickTally, VoidHand, types
from rules_core.evidence import Duty
from rules_core.figures import SHARED, Figure, FigureType
from rules_core.findings import Observer
from rules_core.game import Game
from rules_core.match import Match, next_seat
from rules_core.tricks import Played, TrickHand

Opts = TypeVar("Opts", bound=Struct)
TrickMatch: TypeAlias = Match[Opts, TrickHand]


class Rules(Struct, frozen=True, kw_only=True):
    """The numbers of the rules that the refusals, lines and goals of a plain trick game cite."""

    pack: str
    """The cards."""
    deal: str
    """How many of them each player gets."""
    lead: str
    """The leader of the first trick."""
    turn: str
    """In which order the others play."""
    take: str
    """The winner of a trick leads the next."""
    score: str
    """The score of a hand."""
    end: str
    """When the match ends."""
    tie: str | None = None
    """Ties at the end of the match, where another rule has them."""


def trick_events(trick: type[Trick] = Trick, tally: type[Event] = TrickTally, *own: type[Event]) -> EventTypes:
    """Returns the events of a plain trick game with its trick, its tally, and those that only it has."""
    return types(Deal, Hand, VoidHand, Adjust, Ruling, Play, trick, tally, *own)


class TrickRules(Game[TrickMatch[Opts]], Generic[Opts]):
    """Interface of a plain trick game: its abstract methods, and those with defaults.

    It is played with one pack, dealt evenly. Each seat scores for itself, the left of the dealer leads, the winner of a
    trick leads the next, and the deal passes left.
    """

    events: EventTypes = trick_events()
    counts: Mapping[str, Worth] = {}
    """Values of captured cards: by the name of the count, the value of each card that has one.

    Each name is a number of the game's own trick event; the fields of its tally, each a `PerSeat[int]`, are such names
    and `tricks`.
    """

    # What a game must say

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules that are cited."""

    @abstractmethod
    def owed(self, hand: TrickHand, options: Opts, /) -> tuple[Duty, ...]:
        """Returns the duties of every hand in this trick, the foremost first; none: any card may be played."""

    @abstractmethod
    def ahead(self, hand: TrickHand, options: Opts, /) -> Played:
        """Returns the card that takes the trick as it lies. At least one card lies."""

    @abstractmethod
    def points(self, taken: Counts, options: Opts, /) -> tuple[int, ...]:
        """Returns the points of a finished hand, a number a seat, from the counts of each seat: `tricks` and `counts`.

        Of a hand entered as totals `taken` has what its tally says, and nothing else.
        """

    @abstractmethod
    def ended(self, state: TrickMatch[Opts], /) -> tuple[int, ...]:
        """Returns the winners if the match has ended with these totals, none if it goes on. Asked between hands."""

    # What a game may say

    def low_wins(self, options: Opts, /) -> bool:
        """Tells whether the lower total is the better one."""
        return False

    def planned(self, players: int, options: Opts, /) -> int:
        """Returns how many hands the match has, 0 where that is open."""
        return 0

    def hand_size(self, players: int, /) -> int:
        """Returns how many cards a player gets: as many as can be dealt evenly."""
        return len(self.cards[players]) // players

    def dealt(self, dealer: int, players: int, /) -> TrickHand:
        """Returns a hand as it is dealt."""
        return TrickHand(dealer, next_seat(dealer, players), (None,) * players)

    def asked(self, hand: TrickHand, options: Opts, /) -> int | None:
        """Returns the seat that must say something (an event of the game's own) before the trick is taken.

        It is asked once the trick is full; while there is one, no card is ahead.
        """
        return None

    def view_extra(self, state: TrickMatch[Opts], observer: Observer, /) -> Any:
        """Returns the part of the view that only this game has, as far as this observer may see it."""
        return None

    # What follows from both

    def __init__(self) -> None:
        for kind, allowed in (("trick", {"winner", *self.counts}), ("tally", {"tricks", *self.counts})):
            if kind not in self.events:
                raise TypeError(f"the events have no {kind!r}")
            found = set(self.events[kind].__struct_fields__)
            if found - allowed or (kind == "trick" and allowed - found):
                raise TypeError(f"{self.events[kind].__name__} has the fields {sorted(found)}, not {sorted(allowed)}")

    @property
    def figure_types(self) -> tuple[FigureType, ...]:
        return (*SHARED, *[FigureType(name, "count", self.rules.score) for name in self.counts])

    def figures_of(self, state: TrickMatch[Opts], hand: int, /) -> Iterator[Figure]:
        return figures_of(state.finished[hand], self.counts, state.players)

    def cards_aside(self, players: int, /) -> int:
        """Returns how many cards of the pack are in nobody's hand."""
        return len(self.cards[players]) - players * self.hand_size(players)


def follow_suit(suits: Mapping[str, frozenset[Card]], rule: str) -> Mapping[str, tuple[Duty, ...]]:
    """Returns by the suit led what is owed where suit must be followed, and nothing else."""
    return {suit: (Duty("must-follow-suit", rule, cards),) for suit, cards in suits.items()}
