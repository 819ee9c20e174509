"""What is kept of a circle's matches, and their ratings: from logs to rows, and back."""

from collections.abc import Mapping, Sequence

from msgspec import convert, to_builtins

from rules_core.match_figures import MatchFigures, match_figures
from rules_core.replay import Fold
from webapp.club.ratings.rated_matches import Player, RatedMatch, Rating
from webapp.club.ratings.rating_changes import changes
from webapp.services import Services
from webapp.store.circle_models import CircleMatch, CircleRating
from webapp.store.match_keeping import EndedMatch


def register(services: Services) -> None:
    """Has the matches of circles kept."""
    services.play.keeper = CircleKeeper()


class CircleKeeper:
    """Tells what a match comes to, and rates players."""

    def ended(self, fold: Fold) -> EndedMatch | None:
        """Returns what a match has come to; None while it goes on."""
        place = _end(fold)
        return None if place is None else EndedMatch(place, to_builtins(match_figures(fold)))

    def rated(self, matches: Sequence[CircleMatch], before: Mapping[int, CircleRating]) -> list[CircleRating]:
        """Returns the ratings after each of these matches of one game, which come oldest first."""
        rows = {_key(row.table_id): row for row in matches}
        known = {_player(row): Rating(row.strength, row.uncertainty, row.matches) for row in before.values()}
        return [
            CircleRating(
                table_id=row.table_id,
                player_id=int(change.person),
                circle_id=row.circle_id,
                game=row.game,
                ended_at=row.ended_at,
                strength=change.after.strength,
                uncertainty=change.after.uncertainty,
                matches=change.after.matches,
            )
            for change in changes((rated_row(row) for row in matches), known)
            for row in [rows[change.match]]
        ]


def rated_row(row: CircleMatch) -> RatedMatch:
    """Returns what a kept match tells of strength."""
    found = figures_of_row(row)
    teams = tuple(tuple(_key(row.players[seat]) for seat in side) for side in found.sides)
    return RatedMatch(_key(row.table_id), row.game, row.ended_at, teams, found.places)


def figures_of_row(row: CircleMatch) -> MatchFigures:
    """Returns what a kept match came to."""
    return convert(row.summary, MatchFigures)


def _player(row: CircleRating) -> Player:
    return row.game, _key(row.player_id)


def _key(number: int) -> str:
    """Returns a number as a name that is ordered as numbers are."""
    return f"{number:020}"


def _end(fold: Fold) -> int | None:
    """Returns the place in the log of the entry with which a match came to its end; None while it goes on.

    What was adjusted or ruled afterwards does not end it later.
    """
    node, found = fold.top, None
    while node is not None and fold.game.phase(node.state) == "over":
        found = node.index
        node = node.before
    return found
