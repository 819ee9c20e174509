"""Kept matches of a circle as what is counted over: persons are the numbers of players, as text."""

from msgspec.json import Decoder

from rules_core.match_figures import MatchFigures
from webapp.club.history.match_summaries import MatchSummary
from webapp.store.player_matches import KeptText, PlayedMatch

_PLAYERS, _FIGURES = Decoder(tuple[int, ...]), Decoder(MatchFigures)


def kept_summary(row: KeptText | PlayedMatch) -> MatchSummary:
    """Returns what is kept of a match. Names are left out: those of players change."""
    found = _FIGURES.decode(row.summary)
    return MatchSummary(
        id=str(row.table_id),
        game=row.game,
        persons=tuple(str(player) for player in _PLAYERS.decode(row.players)),
        names=(),
        sides=found.sides,
        scores=found.scores,
        places=found.places,
        winners=found.winners,
        hands=found.hands,
        level=found.level,
        figures=found.figures,
        began_at=row.began_at,
        ended_at=row.ended_at,
    )
