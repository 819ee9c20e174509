"""The matches that a player of a circle has played, and no others, with the rating after each; and those of a game."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from webapp.store.chain.links import moment_of
from webapp.store.circle_models import CirclePlayer
from webapp.store.database import Database


class KeptText(NamedTuple):
    """A finished match as it lies in the database: `players` and `summary` are JSON."""

    table_id: int
    game: str
    began_at: datetime
    ended_at: datetime
    players: str
    summary: str


class PlayedMatch(NamedTuple):
    """A finished match as a player of it played it: with the rating after it. `players` and `summary` are JSON.

    `corrected`: after its end.
    """

    table_id: int
    game: str
    began_at: datetime
    ended_at: datetime
    players: str
    summary: str
    strength: int
    uncertainty: int
    corrected: bool


class PlayerMatches(Database):
    """What has been played in circles: by a player, and of a game."""

    def circle_player(self, circle_id: int, player_id: int) -> CirclePlayer | None:
        """Returns a player of a circle, also one who is somebody else's other name, or was forgotten."""
        with self._read() as session:
            found = session.get(CirclePlayer, player_id)
        return found if found is not None and found.circle_id == circle_id else None

    def matches_of_player(
        self, circle_id: int, player_id: int, games: Iterable[str], *, other: int | None = None
    ) -> list[PlayedMatch]:
        """Returns the rated matches of a player in these games, those of a game the oldest first.

        `other`: only those in which this one sat, too.
        """
        query = _PLAYED.replace("?", "%s") if self.is_shared else _PLAYED
        found: list[PlayedMatch] = []
        for game in games:
            with self._query(query, (_CORRECTION, circle_id, game, player_id, other, other)) as cursor:
                found += [_played(*row) for row in cursor.fetchall()]
        return found

    def matches_of_game(self, circle_id: int, game: str, *, limit: int, offset: int) -> list[KeptText]:
        """Returns so many matches of a game, the oldest first."""
        query = _OF_GAME.replace("?", "%s") if self.is_shared else _OF_GAME
        with self._query(query, (circle_id, game, limit, offset)) as cursor:
            found = cursor.fetchall()
        return [
            KeptText(table_id, game, moment_of(began_at), moment_of(ended_at), *texts)
            for table_id, began_at, ended_at, *texts in found
        ]


_OF_GAME = """
SELECT table_id, began_at, ended_at, CAST(players AS TEXT), CAST(summary AS TEXT)
FROM circle_matches WHERE circle_id = ? AND game = ? ORDER BY ended_at, table_id LIMIT ? OFFSET ?
"""
_CORRECTION = '%"type":"amend"%'
"""What only the body of a correction has: within a text its quotes would be escaped."""
# Of most tables nothing was entered after the end: the newest entry tells, and no other is read.
_PLAYED = """
SELECT played.table_id, played.game, began_at, played.ended_at, CAST(players AS TEXT), CAST(summary AS TEXT),
    rated.strength, rated.uncertainty,
    CASE WHEN (SELECT made_at FROM events WHERE table_id = rated.table_id ORDER BY seq DESC LIMIT 1) > rated.ended_at
    THEN EXISTS (
        SELECT 1 FROM events WHERE table_id = rated.table_id AND made_at > rated.ended_at AND body LIKE ?
    ) ELSE FALSE END
FROM circle_ratings AS rated JOIN circle_matches AS played ON played.table_id = rated.table_id
WHERE rated.circle_id = ? AND rated.game = ? AND rated.player_id = ? AND (CAST(? AS BIGINT) IS NULL OR EXISTS (
    SELECT 1 FROM circle_ratings AS met WHERE met.table_id = rated.table_id AND met.player_id = ?
))
ORDER BY rated.ended_at, rated.table_id
"""


def _played(
    table_id: int,
    game: str,
    began_at: str | datetime,
    ended_at: str | datetime,
    players: str,
    summary: str,
    strength: int,
    uncertainty: int,
    corrected: bool | int,
) -> PlayedMatch:
    times = moment_of(began_at), moment_of(ended_at)
    return PlayedMatch(table_id, game, *times, players, summary, strength, uncertainty, bool(corrected))
