"""Ratings of circles: how many matches were won. What is kept already is completed from the matches."""

import json
from collections import Counter
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

MATCHES = sa.text(
    "SELECT table_id, circle_id, game, CAST(players AS TEXT), CAST(summary AS TEXT) FROM circle_matches "
    "ORDER BY circle_id, game, ended_at, table_id"
)
WON = sa.text("UPDATE circle_ratings SET won = :won WHERE table_id = :table_id AND player_id = :player_id")


def upgrade() -> None:
    """Counts the wins of each player, a game of a circle at a time."""
    with op.batch_alter_table("circle_ratings") as ratings:
        ratings.add_column(sa.Column("won", sa.Integer(), nullable=False, server_default=sa.text("0")))
    counted = list(_counted(op.get_bind()))
    if counted:
        op.get_bind().execute(WON, counted)


def _counted(connection: sa.Connection) -> Iterator[dict[str, int]]:
    won: Counter[tuple[int, str, int]] = Counter()
    for table_id, circle_id, game, players_text, summary_text in connection.execute(MATCHES):
        players, summary = json.loads(players_text), json.loads(summary_text)
        if len(set(players)) < len(players):  # somebody sat twice: such a match is rated for nobody
            continue
        winners = {players[seat] for side in summary["winners"] for seat in summary["sides"][side]}
        for player in players:
            won[circle_id, game, player] += player in winners
            yield {"won": won[circle_id, game, player], "table_id": table_id, "player_id": player}
