"""Former results of circles of which a list said the day alone: they say no time any more.

What a line said, its time if it had one, is in the digits by which it comes in once.
"""

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from webapp.store.chain.links import Chain, chain_anew, unconfirmed

revision = "0033"
down_revision = "0032"

AT_ONCE = 500
ALIKE = 50
"""Lines of one list that say the same, and are told apart by their number."""
JOINERS = "\u200c\u200d"
TABLES = sa.table("tables", sa.column("id"), sa.column("game"), sa.column("players", sa.JSON))
LINES = sa.table("desk_lines", sa.column("id"), sa.column("table_id"), sa.column("kind"), sa.column("body", sa.JSON))
CIRCLES = sa.table("circles", sa.column("id"), sa.column("version"))
MATCHES = sa.table("circle_matches", sa.column("table_id"), sa.column("circle_id"), sa.column("summary", sa.JSON))
OPENED = (
    sa.select(LINES.c.id, LINES.c.table_id, LINES.c.body, TABLES.c.game, TABLES.c.players)
    .join(TABLES, TABLES.c.id == LINES.c.table_id)
    .where(LINES.c.kind == "opened", sa.cast(LINES.c.body, sa.Text).like('%"result"%'))
)


def upgrade() -> None:
    """Takes the time from those whose digits prove that none was said, where the chain confirms the table."""
    connection = op.get_bind()
    found = [row for row in connection.execute(OPENED) if _says_day_alone(row)]
    for first in range(0, len(found), AT_ONCE):
        _take_times(connection, context.config.attributes["chain"](), found[first : first + AT_ONCE])


def _take_times(connection: sa.Connection, chain: Chain, rows: Sequence[Any]) -> None:
    tables = {row.table_id for row in rows}
    tables -= unconfirmed(connection, chain, tables)
    for row in rows:
        if row.table_id in tables:
            body = {**row.body, "result": {**row.body["result"], "day_only": True}}
            connection.execute(sa.update(LINES).where(LINES.c.id == row.id).values(body=body))
    chain_anew(connection, chain, tables)
    matches = connection.execute(sa.select(MATCHES).where(MATCHES.c.table_id.in_(tables))).all()
    for match in matches:
        *first, (last, said) = match.summary.items()  # in the order in which it is kept of a new one
        summary = {**dict(first), "day_only": True, last: said}
        connection.execute(sa.update(MATCHES).where(MATCHES.c.table_id == match.table_id).values(summary=summary))
    circles = {match.circle_id for match in matches}
    connection.execute(sa.update(CIRCLES).where(CIRCLES.c.id.in_(circles)).values(version=CIRCLES.c.version + 1))


def _says_day_alone(row: Any) -> bool:
    """Tells whether a line is such a result; the word may also stand elsewhere in it, or anything behind it."""
    match row.body:
        case {"result": {"at": str(at), "scores": scores, "places": places, **more}, "fingerprint": digits}:
            if more.get("day_only"):
                return False
            said = {"at": f"{at[:10]} ", "game": row.game, "names": [_key(name) for name in row.players]}
            said |= {"scores": scores, "places": places}
            return any(_digits(said | {"again": again}) == digits for again in range(ALIKE))
    return False


def _digits(said: dict[str, Any]) -> str:
    return hashlib.sha256(
        json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "surrogatepass")
    ).hexdigest()


def _key(name: str) -> str:
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", "".join(char for char in folded if char not in JOINERS))
