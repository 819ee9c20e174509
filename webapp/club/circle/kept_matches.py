"""Kept matches of a circle as what is counted over: persons are the numbers of players, as text."""

from msgspec.json import Decoder
from msgspec.structs import asdict

from rules_core.match_figures import MatchFigures
from webapp.club.history.match_summaries import MatchSummary
from webapp.store.player_matches import KeptText, PlayedMatch

_PLAYERS, _FIGURES = Decoder(tuple[int, ...]), Decoder(MatchFigures)


def kept_summary(row: KeptText | PlayedMatch) -> MatchSummary:
    """Returns what is kept of a match. Names are left out: those of players change."""
    return MatchSummary(
        id=str(row.table_id),
        game=row.game,
        persons=tuple(str(player) for player in _PLAYERS.decode(row.players)),
        names=(),
        began_at=row.began_at,
        ended_at=row.ended_at,
        **asdict(_FIGURES.decode(row.summary)),
    )
