"""Statistics of matches: a match as seen by one of its players, and totals of a player, a pair, a game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from itertools import accumulate
from typing import Literal

from msgspec import structs

from rules_core.figures import EXTREMES, Figure, Level, of_seat
from webapp.circle.ratings import Moment, Sample, sample


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match. `persons` by seat, None where unknown.

    `sides` has the seats of each, `scores` and `places` one number a side, no `scores` where only places are known;
    `winners` are the sides that won, several:
    they shared it, none: the match is not over. `figures` and `level` are those of `match_figures`. `seconds` were
    played; None: from its beginning to its end.
    """

    id: str
    game: str
    persons: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    level: Level | None
    figures: tuple[Figure, ...]
    began_at: datetime
    ended_at: datetime
    seconds: int | None = None

    @property
    def moment(self) -> Moment:
        """Where it stands in the order of matches."""
        return self.ended_at, self.id

    @property
    def is_over(self) -> bool:
        """Tells whether it was played to its end; only then it counts."""
        return bool(self.winners)

    @property
    def minutes(self) -> int:
        """How long was played, in whole minutes."""
        seconds = self.seconds
        return max(0, int((self.ended_at - self.began_at).total_seconds()) if seconds is None else seconds) // 60


Outcome = Literal["won", "tied", "lost"]


@dataclass(frozen=True, slots=True)
class Appearance:
    """One person in one finished match.

    `place` is that of the side among so many `sides`; `outcome`: won alone, shared the win, or lost. `against` are the
    known persons of the other sides with what it was against each of them: a better, the same or a worse place.
    `partners` are those of the own side.
    """

    match: MatchSummary
    person: str
    place: int
    sides: int
    outcome: Outcome
    score: int | None
    partners: tuple[str, ...]
    against: Mapping[str, Outcome]
    figures: Mapping[str, Figure]

    @property
    def moment(self) -> Moment:
        """Where its match stands in the order of matches."""
        return self.match.moment


def beaten(places: Sequence[int], own: int) -> int:
    """Returns two for every place of a match that is worse than the own, and one for every other that is the same."""
    return 2 * sum(place > own for place in places) + places.count(own) - 1


def appearances(matches: Iterable[MatchSummary], only: str | None = None) -> list[Appearance]:
    """Returns the rows of these matches, oldest first, those of one match by seat; unfinished ones have none.

    `only`: nobody else's rows.
    """
    ordered = sorted((match for match in matches if match.is_over), key=lambda match: match.moment)
    return [
        _appearance(match, side, seat, person)
        for match in ordered
        for seat, person in enumerate(match.persons)
        if person is not None and only in (None, person)
        for side in [next(side for side, seats in enumerate(match.sides) if seat in seats)]
    ]


def _appearance(match: MatchSummary, side: int, seat: int, person: str) -> Appearance:
    place, persons = match.places[side], match.persons
    others = [(at, known) for at, seats in enumerate(match.sides) if at != side for known in seats]
    return Appearance(
        match=match,
        person=person,
        place=place,
        sides=len(match.sides),
        outcome=_outcome(match, side),
        score=match.scores[side] if match.scores else None,
        partners=_partners(match, side, person),
        against={
            other: _compared(place, match.places[at]) for at, known in others if (other := persons[known]) is not None
        },
        figures=of_seat(match.figures, seat, len(match.sides)),
    )


def _partners(match: MatchSummary, side: int, person: str) -> tuple[str, ...]:
    known = (match.persons[seat] for seat in match.sides[side])
    return tuple(sorted(other for other in known if other is not None and other != person))


def _outcome(match: MatchSummary, side: int) -> Outcome:
    if side not in match.winners:
        return "lost"
    return "won" if len(match.winners) == 1 else "tied"


def _compared(own: int, other: int) -> Outcome:
    return "won" if own < other else "lost" if own > other else "tied"


@dataclass(frozen=True, slots=True)
class GameMark:
    """The most or the least of something in one hand, with the first match of that.

    `persons` has all who had it, in the order in which they first did.
    """

    figure: Figure
    match: str
    moment: Moment
    persons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameTotals:
    """The finished matches of one game; `minutes` are all together, of those that are `timed`.

    Of results that came without entries nobody knows how long was played.
    `marks` has the extremes by the code of the figure.
    """

    matches: int
    hands: int
    minutes: int
    timed: int
    marks: dict[str, GameMark]

    @property
    def average_minutes(self) -> int | None:
        """How long a match took on the average, in whole minutes; None where that is known of none."""
        return round(self.minutes / self.timed) if self.timed else None


def game_totals(matches: Iterable[MatchSummary], game: str) -> GameTotals:
    """Returns the totals of a game's matches, in any order; matches of other games are ignored."""
    played = hands = minutes = timed = 0
    marks: dict[str, list[GameMark]] = {}
    for match in (one for one in matches if one.is_over and one.game == game):
        played, hands, minutes = played + 1, hands + match.hands, minutes + match.minutes
        timed += match.minutes > 0
        for mark in _marks(match):
            best = marks.setdefault(mark.figure.code, [])
            if best and _beats(mark.figure, best[0].figure):
                best.clear()
            if not best or mark.figure.value == best[0].figure.value:
                best.append(mark)
    return GameTotals(played, hands, minutes, timed, {code: _shared(best) for code, best in marks.items()})


def _shared(best: list[GameMark]) -> GameMark:
    ordered = sorted(best, key=lambda mark: mark.moment)
    persons = dict.fromkeys(person for mark in ordered for person in mark.persons)
    return replace(ordered[0], persons=tuple(persons))


def _marks(match: MatchSummary) -> Iterator[GameMark]:
    """Yields the public extremes of a match: of seats, and of sides what partners have only together."""
    of_seats = {figure.code for figure in match.figures if figure.seat is not None}
    for figure in match.figures:
        if figure.kind not in EXTREMES or figure.private or (figure.seat is None and figure.code in of_seats):
            continue
        seats = match.sides[figure.side] if figure.seat is None else (figure.seat,)
        persons = tuple(person for seat in seats if (person := match.persons[seat]) is not None)
        if persons:
            yield GameMark(figure, match.id, match.moment, persons)


def _beats(figure: Figure, before: Figure) -> bool:
    return figure.value > before.value if figure.kind == "most" else figure.value < before.value


Best = Literal["high", "low"]


@dataclass(frozen=True, slots=True)
class Mark:
    """The highest or the lowest score, and the match that it is from."""

    score: int
    match: str


@dataclass(frozen=True, slots=True)
class FigureTotal:
    """A figure over several matches; an extreme has the `match` that it is from."""

    figure: Figure
    match: str | None = None


@dataclass(frozen=True, slots=True)
class Totals:
    """The matches of one person in one game, or of all games, for which scores and figures then mean nothing.

    `wins`: whether the highest score won, the lowest, or now this and now that.
    `outcomes` and `places` count matches. `streak` is how many were won or shared one after another up to the last,
    `longest_streak` the most there ever were.
    """

    outcomes: Mapping[Outcome, int] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    scores: tuple[int, ...] = ()
    highest: Mark | None = None
    lowest: Mark | None = None
    streak: int = 0
    longest_streak: int = 0
    figures: Mapping[str, FigureTotal] = field(default_factory=dict)
    wins: frozenset[Best] = frozenset()

    @property
    def matches(self) -> int:
        return sum(self.outcomes.values())

    @property
    def says(self) -> Sample:
        """The significance of this many matches, as a code."""
        return sample(self.matches)

    @property
    def best(self) -> Best | None:
        """Whether high or low scores are good; None where it was not always the same, or cannot be told."""
        return next(iter(self.wins)) if len(self.wins) == 1 else None

    @property
    def average(self) -> Fraction | None:
        """The average score of a match; None where there was no score."""
        return Fraction(sum(self.scores), len(self.scores)) if self.scores else None

    @property
    def open_figures(self) -> dict[str, FigureTotal]:
        """The figures that others may see, too."""
        return {code: total for code, total in self.figures.items() if not total.figure.private}


def totals(rows: Iterable[Appearance]) -> Totals:
    """Returns the totals of these rows of one person, in any order."""
    ordered = sorted(rows, key=lambda row: row.moment)
    if not ordered:
        return Totals()
    marks = [Mark(row.score, row.match.id) for row in ordered if row.score is not None]
    streaks = list(accumulate((row.outcome != "lost" for row in ordered), lambda run, won: (run + 1) * won, initial=0))
    return Totals(
        outcomes=dict(Counter(row.outcome for row in ordered)),
        places=dict(Counter(row.place for row in ordered)),
        scores=tuple(mark.score for mark in marks),
        # Of equal ones the first.
        highest=max(marks, key=lambda mark: mark.score, default=None),
        lowest=min(marks, key=lambda mark: mark.score, default=None),
        streak=streaks[-1],
        longest_streak=max(streaks),
        figures=_summed_figures(ordered),
        wins=frozenset(best for row in ordered if (best := _wins(row.match)) is not None),
    )


def _summed_figures(ordered: Iterable[Appearance]) -> dict[str, FigureTotal]:
    by_code: dict[str, list[tuple[Figure, str]]] = {}
    for row in ordered:
        for figure in row.figures.values():
            by_code.setdefault(figure.code, []).append((figure, row.match.id))
    return {code: _summed(told) for code, told in by_code.items()}


def _summed(told: Sequence[tuple[Figure, str]]) -> FigureTotal:
    """Returns a figure of several matches; of equal extremes the first."""
    of, kind = sum(figure.of for figure, _match in told), told[0][0].kind
    if kind in EXTREMES:
        pick = max if kind == "most" else min
        best, where = pick(told, key=lambda one: one[0].value)
        return FigureTotal(structs.replace(best, of=of, side=0, seat=None), where)
    value = sum(figure.value for figure, _match in told)
    return FigureTotal(structs.replace(told[0][0], value=value, of=of, side=0, seat=None))


def _wins(match: MatchSummary) -> Best | None:
    """Returns which score won this match, the highest or the lowest; None where all are equal, or none is known."""
    if not match.scores:
        return None
    first, last = (match.scores[match.places.index(place)] for place in (min(match.places), max(match.places)))
    return None if first == last else "high" if first > last else "low"


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Matches of one person with another: those `won`, `tied` and `lost` against, and those played as partners.

    Against each other the better place counts, no matter who won the match.
    """

    won: int = 0
    tied: int = 0
    lost: int = 0
    together: int = 0
    won_together: int = 0

    @property
    def matches(self) -> int:
        """How many matches they played against each other."""
        return self.won + self.tied + self.lost

    @property
    def says(self) -> Sample:
        """The significance of this many matches against each other, as a code."""
        return sample(self.matches)

    @property
    def share(self) -> int:
        """Returns how many of a hundred matches that were not tied this person won, 0 where there are none."""
        return round(100 * self.won / (self.won + self.lost)) if self.won + self.lost else 0


def rivals(rows: Iterable[Appearance], person: str) -> dict[str, HeadToHead]:
    """Returns the head-to-heads of a person with everybody met, by name."""
    against: Counter[tuple[str, Outcome]] = Counter()
    together: Counter[tuple[str, bool]] = Counter()
    for row in rows:
        if row.person == person:
            against.update(row.against.items())
            together.update((partner, row.outcome != "lost") for partner in row.partners)
    met = sorted({other for other, _what in (*against, *together)})
    return {
        other: HeadToHead(
            won=against[other, "won"],
            tied=against[other, "tied"],
            lost=against[other, "lost"],
            together=together[other, True] + together[other, False],
            won_together=together[other, True],
        )
        for other in met
    }
