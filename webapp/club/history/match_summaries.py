"""A match as it is kept for looking back: who played, how it ended, and its figures; read from its folded record."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import asdict

from rules_core.figures import Figure, Level
from rules_core.match_figures import match_figures
from rules_core.replay import Fold
from webapp.club.ratings.rated_matches import Moment


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match. `persons` are those who played, by seat, None where nobody is known; `names` what they were called.

    `sides` has the seats of each, `scores` and `places` one number a side; `winners` are the sides that won, several:
    they shared it, none: the match is not over. `figures` and `level` are those of `match_figures`.
    """

    id: str
    game: str
    persons: tuple[str | None, ...]
    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    level: Level | None
    figures: tuple[Figure, ...]
    began_at: datetime
    ended_at: datetime

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
        """How long it took, in whole minutes."""
        return max(0, int((self.ended_at - self.began_at).total_seconds()) // 60)


def summary_of(
    fold: Fold, match: str, began_at: datetime, ended_at: datetime, persons: Iterable[str | None] | None = None
) -> MatchSummary:
    """Returns a match as it stands. Without `persons`, by seat, everybody is known by the name at the table."""
    names = tuple(fold.header.players)
    return MatchSummary(
        id=match,
        game=fold.header.game,
        persons=names if persons is None else tuple(persons),
        names=names,
        began_at=began_at,
        ended_at=ended_at,
        **asdict(match_figures(fold)),
    )
