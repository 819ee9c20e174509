"""Plan of an evening: the organiser's settings. Changes do not affect what has begun."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from rules_core import replay
from rules_core.findings import Observer
from rules_core.record import Header
from rules_core.replay import Fold
from webapp.evening.standing.scoring import Absence, TieBreak
from webapp.games.registry import looks


class Kind(StrEnum):
    """Open: tables come and go and play any game. Tournament: one game, rounds with seating, a standing."""

    OPEN = "open"
    TOURNAMENT = "tournament"


class Length(StrEnum):
    """How long a round is: a match, a number of hands, or a time."""

    MATCH = "match"
    HANDS = "hands"
    TIME = "time"


class Seating(StrEnum):
    DRAW = "draw"
    EVERYBODY = "everybody"
    SWISS = "swiss"
    FIXED = "fixed"


class Counting(StrEnum):
    """Basis of the standing: points by place at the table, the game's own points, or both."""

    PLACES = "places"
    GAME = "game"
    BOTH = "both"


class Confirmer(StrEnum):
    """Who confirms a table's result: the other side at the table, or the organiser."""

    SIDE = "side"
    ORGANISER = "organiser"


class Corrections(StrEnum):
    """How long a closed round may still be changed: until the next one has ended, or for some minutes."""

    NEXT_ROUND = "next-round"
    MINUTES = "minutes"


class Ladder(Struct, frozen=True):
    """Costs of the penalty ladder's steps in the standing, in points; the mildest first."""

    caution: int = 0
    warning: int = 0
    points: int = 1
    hand: int = 2
    exclusion: int = 0


class Giver(StrEnum):
    """Who may give a step of the ladder: any referee, the head referee, or a referee and the organiser together."""

    REFEREE = "referee"
    HEAD = "head"
    BOTH = "both"


class Givers(Struct, frozen=True):
    """Who may give which step of the ladder, the mildest first."""

    caution: Giver = Giver.REFEREE
    warning: Giver = Giver.REFEREE
    points: Giver = Giver.REFEREE
    hand: Giver = Giver.REFEREE
    exclusion: Giver = Giver.REFEREE


class Plan(Struct, frozen=True, omit_defaults=True):
    """Settings of an evening.

    `sizes`: how many sit at a table, the preferred first. `place_points` by place at the table, ties share;
    `equal_tables`: at tables of other sizes than the first they are spread so that each is worth as much on average.
    `absence` says what a round counts for who does not play in it, `bye` the points where these are always the same;
    `left_last`: who has left ranks behind those who stayed.
    `minutes` is a round's time where it has one, `between` the minutes from the seating to the start.
    `corrections`: how long a closed round may be changed; `correction_minutes` for the last one, or for each.
    `others_visible`: players may look at tables where they do not sit. `door`: who may come on the list without the
    organiser. `book` is that of the tables that open, `choices` what their game asks for besides its rules.
    """

    kind: Kind
    game: str | None = None
    options: dict[str, Any] = {}
    edition: int = 1
    choices: dict[str, str] = {}
    sizes: tuple[int, ...] = ()
    seating: Seating = Seating.DRAW
    pairs: bool = False
    rounds: int = 1
    length: Length = Length.MATCH
    hands: int = 4
    minutes: int = 0
    between: int = 5
    counting: Counting = Counting.PLACES
    place_points: tuple[int, ...] = (3, 2, 1, 0)
    equal_tables: bool = False
    bye: int = 0
    absence: Absence = Absence.SAT_OUT
    left_last: bool = False
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.GAME_POINTS, TieBreak.DRAW)
    hidden_last: bool = False
    confirmer: Confirmer = Confirmer.SIDE
    corrections: Corrections = Corrections.NEXT_ROUND
    correction_minutes: int = 20
    ladder: Ladder = Ladder()
    givers: Givers = Givers()
    others_visible: bool = False
    door: bool = True
    book: str = "closed"

    @property
    def is_tournament(self) -> bool:
        return self.kind == Kind.TOURNAMENT

    @property
    def what_counts(self) -> object:
        """Returns all by which rounds are counted; equal where no standing differs."""
        full = self.sizes[:1] if self.equal_tables else ()
        points = self.counting, self.place_points, full, self.bye, self.absence
        return *points, self.left_last, self.tie_breaks

    @property
    def tells_hidden(self) -> bool:
        """Tells whether tables may be looked at by which the standing after a hidden last round could be worked out."""
        return self.hidden_last and self.others_visible

    @property
    def may_look(self) -> bool:
        """Tells whether people of other tables may look at tables: not at an evening that hides its end."""
        return self.others_visible and not self.tells_hidden

    def opening(self, seats: int) -> Fold:
        """Returns a match at a table of this size before its first entry. Raises Malformed where there is none."""
        names = tuple(map(str, range(seats)))
        return replay.begin(Header(self.game or "", names, self.options_for(seats), self.edition))

    def hands_at(self, seats: int) -> int | None:
        """Returns how many hands a table of this size plays in a round that counts them."""
        start = self.opening(seats)
        return self.hands_played(start.game.view(start.state, Observer()).hand.planned)

    def options_for(self, seats: int) -> dict[str, Any]:
        """Returns the options of a table of this size: some depend on the number of players."""
        look = looks().get(self.game or "")
        words = {} if look is None else look.options
        return {name: it for name, it in self.options.items() if name not in words or words[name].players in (0, seats)}

    @property
    def planned_hands(self) -> int | None:
        """How many hands a round has, where these end it."""
        return self.hands if self.length == Length.HANDS else None

    def hands_played(self, match: int) -> int | None:
        """Returns how many hands a table plays in a round that counts them: fewer where its match has fewer.

        `match` is the number of hands of a match there, 0 where nobody knows.
        """
        planned = self.planned_hands
        return min(planned, match) if planned and match else planned
