"""What is kept of a circle's matches, and their ratings: from logs to rows, and back."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import convert, json

from rules_core.match_figures import MatchFigures, match_figures
from webapp.circle.ratings import Player, RatedMatch, Rating, changes
from webapp.circle.tables import CircleTables
from webapp.evening.keeper import EveningKeeper
from webapp.evening.state import EveningState
from webapp.services import Services
from webapp.store.circle_models import CircleMatch
from webapp.store.kept_rows import MatchRow, RatingRow
from webapp.store.match_keeping import EndedMatch
from webapp.table.folded_log import FoldedLog


def register(services: Services) -> None:
    """Has the matches of circles kept."""
    keeper = CircleKeeper()
    services.play.keeper = keeper

    def evening(evening_id: int) -> EveningState:
        return services.part(EveningKeeper).at(evening_id).state

    services.add(CircleTables(services.store, services.play, keeper, evening))


class CircleKeeper:
    """Tells what a match comes to, and rates players."""

    def ended(self, log: FoldedLog) -> EndedMatch | None:
        """Returns what a match has come to; None while it goes on."""
        place = log.ended_at
        # As it is read again: lists, no tuples, so that what has not changed is seen to be the same.
        return None if place is None else EndedMatch(place, json.decode(json.encode(match_figures(log.fold))))

    def rated(self, matches: Sequence[MatchRow], before: Mapping[int, RatingRow]) -> list[RatingRow]:
        """Returns the ratings after each of these matches of one game, which come oldest first."""
        rows = {_key(row.table_id): row for row in matches}
        known = {_player(row): Rating(row.strength, row.uncertainty, row.matches) for row in before.values()}
        won = Counter({row.player_id: row.won for row in before.values()})
        found: list[RatingRow] = []
        for change in changes((rated_row(row) for row in matches), known):
            row, player, after = rows[change.match], int(change.person), change.after
            won[player] += player in _winners(row)
            numbers = (after.strength, after.uncertainty, after.matches, won[player])
            found.append(RatingRow(row.table_id, player, row.circle_id, row.game, row.ended_at, *numbers))
        return found


def rated_row(row: MatchRow) -> RatedMatch:
    """Returns what a kept match tells of strength."""
    teams = tuple(tuple(_key(row.players[seat]) for seat in side) for side in row.summary["sides"])
    return RatedMatch(_key(row.table_id), row.game, row.ended_at, teams, tuple(row.summary["places"]))


def figures_of_row(row: CircleMatch) -> MatchFigures:
    """Returns what a kept match came to."""
    return convert(row.summary, MatchFigures)


def _winners(row: MatchRow) -> set[int]:
    return {row.players[seat] for side in row.summary["winners"] for seat in row.summary["sides"][side]}


def _player(row: RatingRow) -> Player:
    return row.game, _key(row.player_id)


def _key(number: int) -> str:
    return f"{number:020}"
