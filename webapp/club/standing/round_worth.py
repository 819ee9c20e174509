"""What a round counts for somebody who did not play in it."""

from collections.abc import Sequence
from functools import cached_property

from webapp.club.standing.point_parts import ByePart
from webapp.club.standing.scoring import Absence, Points, Scoring, exact
from webapp.club.standing.table_points import TablePoints
from webapp.club.standing.table_results import Bye


class RoundWorth:
    """The worth of a round by what those who `played` have from it; nothing but fixed points before a result is in."""

    def __init__(self, scoring: Scoring, played: Sequence[TablePoints]) -> None:
        self._scoring, self._played = scoring, played

    def part(self, bye: Bye) -> ByePart | None:
        """Returns what somebody has who did not play, None for nothing."""
        absence = self._scoring.absence
        if absence == Absence.POINTS or (absence == Absence.SAT_OUT and not bye.missed):
            points = self._scoring.bye_points()
            return ByePart(bye.round, points, bye.missed, absence, self._beside_points)
        if absence == Absence.SAT_OUT or not self._played:
            return None
        if absence == Absence.AVERAGE and not bye.unseated:
            return _part(bye, self._average, absence)
        return _part(bye, self._worst, Absence.WORST)

    @cached_property
    def _worst(self) -> tuple[Points, Points]:
        return min(one.counted for one in self._played), min(one.game_points for one in self._played)

    @cached_property
    def _average(self) -> tuple[Points, Points]:
        count = len(self._played)
        return (
            exact(sum(one.counted for one in self._played), count),
            exact(sum(one.game_points for one in self._played), count),
        )

    @cached_property
    def _beside_points(self) -> Points:
        """The game's own points beside fixed ones: where few are good, none at all would be the best there is."""
        beside = self._scoring.absence == Absence.POINTS and self._scoring.turned and self._scoring.place_points
        return self._worst[1] if beside and self._played else 0


def _part(bye: Bye, worth: tuple[Points, Points], absence: Absence) -> ByePart:
    counted, game_points = worth
    return ByePart(bye.round, counted, bye.missed, absence, game_points)
