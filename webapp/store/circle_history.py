"""What is kept of a circle's matches, read as pages ask for it: a page of a list, the newest ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from webapp.store.circle_days import Named
from webapp.store.circle_models import CircleMatch, CirclePlayer, CircleRating
from webapp.store.database import Database
from webapp.store.models import Table


@dataclass(frozen=True)
class MatchFilter:
    """Which matches of a circle are asked for: of these games, in which all of these players sat.

    `tables`: at these alone; `named`: with any of these names. A match in which somebody sat twice is rated for nobody,
    and found without players only.
    """

    circle_id: int
    games: Sequence[str]
    players: Sequence[int] = ()
    tables: Sequence[int] | None = None
    named: Named | None = None


class CircleHistory(Database):
    """The finished matches of all circles, and what they have come to."""

    def games_played(self, circle_id: int) -> dict[str, int]:
        """Returns how many matches of each game a circle has, the game played most first."""
        wanted = select(col(CircleMatch.game), func.count()).where(col(CircleMatch.circle_id) == circle_id)
        with self._reader.connect() as connection:
            found = connection.execute(wanted.group_by(col(CircleMatch.game))).all()
        return dict(sorted(((game, count) for game, count in found), key=lambda item: (-item[1], item[0])))

    def find_matches(self, wanted: MatchFilter, *, limit: int, offset: int = 0) -> list[CircleMatch]:
        """Returns so many of the matches asked for, the newest first."""
        # The numbers come from the index alone: what is kept of a match is read for this page only.
        page = _numbers(wanted).order_by(col(CircleMatch.ended_at).desc(), col(CircleMatch.table_id).desc())
        with self._read() as session:
            numbers = session.scalars(page.limit(limit).offset(offset)).all()
            rows = session.scalars(select(CircleMatch).where(col(CircleMatch.table_id).in_(numbers)))
            return sorted(rows, key=lambda row: (row.ended_at, row.table_id), reverse=True)

    def count_matches(self, wanted: MatchFilter) -> int:
        """Returns how many matches are asked for."""
        with self._reader.connect() as connection:
            return connection.scalar(select(func.count()).select_from(_numbers(wanted).subquery())) or 0

    def newest_ratings(self, circle_id: int, game: str) -> list[CircleRating]:
        """Returns everybody's rating in a game as it stands."""
        one = aliased(CircleRating)
        newest = (
            select(col(one.table_id))
            .where(col(one.circle_id) == circle_id, col(one.game) == game, col(one.player_id) == col(CirclePlayer.id))
            .order_by(col(one.ended_at).desc(), col(one.table_id).desc())
            .limit(1)
            .correlate(CirclePlayer)
            .scalar_subquery()
        )
        of_player = and_(col(CircleRating.player_id) == col(CirclePlayer.id), col(CircleRating.table_id) == newest)
        wanted = select(CircleRating).join(CirclePlayer, of_player).where(col(CirclePlayer.circle_id) == circle_id)
        with self._read() as session:
            return list(session.scalars(wanted.order_by(col(CircleRating.player_id))))


def _rated(circle_id: int, games: Iterable[str], player_id: int) -> ColumnElement[bool]:
    """Returns the condition for the ratings of a player; with all games named the index finds them."""
    return and_(
        col(CircleRating.circle_id) == circle_id,
        col(CircleRating.game).in_(list(games)),
        col(CircleRating.player_id) == player_id,
    )


def _numbers(wanted: MatchFilter) -> Select[int]:
    """Returns the query for the numbers of the tables of the matches asked for."""
    games, query = list(wanted.games), select(col(CircleMatch.table_id))
    query = query.where(col(CircleMatch.circle_id) == wanted.circle_id, col(CircleMatch.game).in_(games))
    for player in wanted.players:
        rated = select(col(CircleRating.table_id)).where(_rated(wanted.circle_id, games, player))
        query = query.where(col(CircleMatch.table_id).in_(rated))
    if wanted.tables is not None:
        query = query.where(col(CircleMatch.table_id).in_(wanted.tables))
    return query if wanted.named is None else query.where(_has_name(wanted.circle_id, wanted.named))


def _has_name(circle_id: int, named: Named) -> ColumnElement[bool]:
    titled = select(col(Table.id)).where(col(Table.circle_id) == circle_id, col(Table.title).in_(named.titles))
    played = select(col(CircleRating.table_id)).where(
        col(CircleRating.circle_id) == circle_id, col(CircleRating.player_id).in_(named.players)
    )
    table = col(CircleMatch.table_id)
    return or_(table.in_(titled), table.in_(named.noted), table.in_(played))
