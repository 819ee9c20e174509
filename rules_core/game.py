"""Interface of a game: one object with its rules, which a package of `rules_core.games` offers as `GAME`."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from rules_core.cards import Card
from rules_core.case_evidence import Question
from rules_core.events import Event, EventTypes
from rules_core.figures import REVOKES, SHARED, Figure, FigureType, Level, of_played, of_points, of_revokes, summed
from rules_core.findings import Contradiction, Goal, Infraction, Observer, Query, Refusal, ScoreLine
from rules_core.forecast import Contest, Contests, Forecast, InForce
from rules_core.hand_points import HandPoints
from rules_core.match import Match, told_of
from rules_core.piles import PileRules
from rules_core.tricks import tricks_won
from rules_core.view import TableView, on_table

State = TypeVar("State", bound=Match[Any, Any])


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class Game(ABC, Generic[State]):
    """The rules of one game over its own frozen state.

    A game sets the abstract names, as class variables, methods or `staticmethod(function)`, and overrides what differs
    from the defaults. One that lacks a name cannot be made: mypy says so where it is written, Python where it is
    imported.
    """

    options: type[Struct] = NoOptions
    """The variants, each a field with its default."""
    queries: Mapping[str, Query] = {}
    """The game's own queries by the key of a record that tells them apart (record, section 2)."""
    codes: Mapping[str, str] = {}
    """The refusal and infraction codes that only this game has, each with the rule that it points to."""
    open_codes: frozenset[str] = frozenset()
    """Those of its codes that tell nothing of closed tricks when they refuse an entry, as `rules_core.codes.OPEN`."""
    cards: Mapping[int, tuple[Card, ...]]
    """By the number of players the cards that hands are dealt from, suit by suit from low to high, each copy.

    By default the pack.
    """

    def __init_subclass__(cls) -> None:
        # Set on the class, once: an instance without values of its own calls its methods faster.
        players: object = cls.players
        if not hasattr(cls, "cards") and isinstance(players, tuple):
            cls.cards = dict.fromkeys(players, cast("tuple[Card, ...]", cls.pack))

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in records; the folder has the same, with underscores."""

    @property
    @abstractmethod
    def prefix(self) -> str:
        """The prefix of its rules' numbers."""

    @property
    @abstractmethod
    def players(self) -> tuple[int, ...]:
        """How many may play, ascending."""

    @property
    @abstractmethod
    def pack(self) -> tuple[Card, ...]:
        """Every card that the game knows, once."""

    @property
    @abstractmethod
    def events(self) -> EventTypes:
        """The event structs that the game takes, by their names in the record."""

    @property
    def figure_types(self) -> tuple[FigureType, ...]:
        """The types of the game's figures, each code once."""
        return SHARED

    @property
    def hand_told(self) -> Mapping[str, Any]:
        """The keys of a finished hand in a result, each with its type."""
        return {"points": tuple[int, ...]}

    # The fold

    @abstractmethod
    def start(self, players: int, options: Any, /) -> State:
        """Returns a match before its first event. Raises `Malformed` for options that these players cannot have."""

    @abstractmethod
    def judge(self, state: State, event: Event, index: int, /) -> Refusal | None:
        """Returns why the rules do not take an event of `events`, in the record's order of checks; None: they do.

        `index` is the event's place in the log.
        """

    @abstractmethod
    def apply(self, state: State, event: Event, index: int, /) -> State:
        """Returns the state after an event that `judge` did not refuse."""

    # Queries

    @abstractmethod
    def phase(self, state: State, /) -> str:
        """Returns the phase: `deal` between hands, `over` at the end, else the game's own (record, section 4)."""

    @abstractmethod
    def to_act(self, state: State, /) -> tuple[int, ...]:
        """Returns the seats that may act now, ascending; none between hands and at the end."""

    @abstractmethod
    def view(self, state: State, observer: Observer, /) -> TableView:
        """Returns the table as this observer may see it, deny by default (record, section 6)."""

    @abstractmethod
    def explain(self, state: State, hand: int, /) -> tuple[ScoreLine, ...]:
        """Returns the explanation of a finished hand's score, by its place among the finished ones."""

    @abstractmethod
    def goals(self, state: State, /) -> tuple[Goal, ...]:
        """Returns the ends of the match, and how far each is."""

    def summary(self, state: State, /) -> dict[str, Any]:
        """Returns the game's part of a result: `hands`, one summary a finished hand, and its own keys."""
        return {"hands": [told_of(done, self.hand_told) for done in state.finished]}

    def hand_points(self, players: int, options: Any, /) -> HandPoints:
        """Returns the possible points of a hand, to check typed totals; by default any."""
        return HandPoints(least=None)

    def piles(self, state: State, /) -> PileRules | None:
        """Returns the possible piles of captured cards of a hand entered as totals; None: it is not entered so."""
        return None

    def infractions(self, state: State, /) -> tuple[Infraction, ...]:
        """Returns the breaches proven in the match, in the order in which they were proven."""
        return state.infractions

    def evidence(self, question: Question, /) -> Any:
        """Returns the evidence of the entries for a claim: a count (`HandCount`), or the game's own type; None: none.

        It tells all that is known, no matter who may see it.
        """
        return None

    def contradiction(self, state: State, /) -> Contradiction | None:
        """Returns why the unseen cards can no longer be dealt, None where they can."""
        return None

    def cards_held(self, state: State, seat: int, /) -> int:
        """Returns how many cards this seat holds now."""
        return 0

    def tricks_taken(self, state: State, /) -> tuple[int, ...]:
        """Returns the tricks that each seat has taken in the hand under way, or in the last one."""
        if state.hand is not None:
            return tricks_won(state.hand.tricks, state.players)
        return (state.finished[-1].tricks if state.finished else ()) or (0,) * state.players

    def tricks(self, state: State, /) -> tuple[Any, ...]:
        """Returns the complete tricks of the hand under way, or their equivalent, with `winner` and `cards`."""
        return () if state.hand is None else state.hand.tricks

    def tricks_of(self, done: Any, /) -> tuple[Any, ...]:
        """Returns the same of a finished hand, given its summary; those entered by their winner have no `cards`."""
        tricks: tuple[Any, ...] = done.played
        return tricks

    def tricks_in(self, state: State, hand: int, /) -> tuple[Any, ...]:
        """Returns the same of a hand by its number from 1: a finished one, or the one under way."""
        done = state.finished
        return self.tricks_of(done[hand - 1]) if hand <= len(done) else self.tricks(state)

    def hands_in(self, done: Any, /) -> int:
        """Returns how many hands a finished one, given its summary, stands for: several where all were one entry."""
        return 1

    def level_of(self, done: Any, /) -> Level:
        """Returns how closely a finished hand was entered, given its summary."""
        tricks = self.tricks_of(done)
        return "totals" if not tricks else "cards" if all(trick.cards for trick in tricks) else "tricks"

    def figures_of(self, state: State, hand: int, /) -> Iterable[Figure]:
        """Yields the figures of a finished hand, by its place among the finished ones.

        What was not entered closely enough is left out.
        """
        return of_played(self.tricks_of(state.finished[hand]), state.players)

    def figures(self, state: State, /) -> tuple[Figure, ...]:
        """Returns the figures of the finished hands of a match; none of one under way."""
        low_wins = self.view(state, Observer()).low_wins
        hands = [
            (*of_points(done.points, self.hands_in(done), low_wins=low_wins), *self.figures_of(state, hand))
            for hand, done in enumerate(state.finished)
        ]
        return summed([*hands, self._revokes(state)], len(state.totals), state.players)

    def _revokes(self, state: State) -> tuple[Figure, ...]:
        if REVOKES not in self.figure_types:
            return ()
        known = sum(any(trick.cards for trick in self.tricks_of(done)) for done in state.finished)
        return of_revokes(state.infractions, known, state.players)

    def trick_number(self, state: State, /) -> int:
        """Returns the number of the trick that the next event belongs to; 0: before the first, or between two hands."""
        if state.hand is None:
            return 0
        return len(state.hand.tricks) + (self.phase(state) == "play" or bool(state.hand.trick))

    def is_between_hands(self, state: State, /) -> bool:
        """Tells whether nothing of a hand has been entered yet since the last one ended."""
        return state.hand is None

    def play_of(self, seat: int, card: Card, /) -> Event:
        """Returns the play of a card with no more said than must be, in a game in which cards are played."""
        return self.events["play"](seat, card)

    def by_itself(self, state: State, /) -> Event | None:
        """Returns the only possible event, where nobody decides on it; else None."""
        return None

    def candidates(self, state: State, /) -> Iterable[Event]:
        """Yields the events that a pad may offer now, each of them taken by `judge`."""
        return ()

    def in_play(self, players: int, options: Any, /) -> tuple[Card, ...]:
        """Returns the cards that are there at a table with these options, each copy."""
        return self.cards[players] or self.pack

    def on_table(self, view: TableView, /) -> tuple[tuple[int | None, Card], ...]:
        """Returns the cards that lie openly in playing order, each with the seat before which it lies, if any."""
        return on_table(view)

    def shown(self, view: TableView, options: Any, cards: tuple[Card, ...], /) -> tuple[Event, ...]:
        """Returns the entries that openly laid cards may mean, by an observer's view; of a seat the best first.

        Of no cards: what somebody enters who lays down none, where it is the time to lay cards.
        """
        return ()

    def legal(self, state: State, seat: int, hand: tuple[Card, ...], /) -> list[Card]:
        """Returns which cards this seat may play now if `hand` is its whole hand; sorted, each once."""
        return []

    def forecast(self, players: int, options: Any, /) -> Forecast | Contests | None:
        """Returns the consequences of a card, for devices without a network; None: unknown."""
        return None

    def in_force(self, view: TableView, /) -> InForce | Contest | None:
        """Returns the part of the forecast in force, by one observer's view; None where there is none."""
        return InForce()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self.name} does not change: {name}")
