"""How many points are common for a revoke: a suggestion with its source, never more (GEN-3)."""

from rules_core.replay import Fold
from webapp.games.registry import look_of
from webapp.table.hand_span import span_of
from webapp.words.case_kit import Revoke, Suggestion


def suggestion(fold: Fold, seat: int, event: int) -> Suggestion | None:
    """Returns what is common for a revoke by this seat in the play at this place of the log, None where nothing is."""
    hand, common = span_of(fold, event), look_of(fold.game.name).revoke_points
    return common(Revoke(fold, seat, event, hand)) if hand is not None and common is not None else None
