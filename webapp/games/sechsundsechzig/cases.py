"""What the page of a case says of Sechsundsechzig: the open talon, marriages, points for a revoke as at Schnapsen."""

from rules_core.games.sechsundsechzig.events import MarriagePlay
from rules_core.games.sechsundsechzig.hand import HandState
from webapp.http.language import gettext as _
from webapp.words.case_kit import Revoke, Suggestion
from webapp.words.cited import Cited


def free_play(hand: HandState) -> Cited | None:
    """Returns that any card may be played while cards are drawn (SU-7)."""
    return Cited(_("With the talon open any card may be played."), "SU-7") if hand.draws else None


def play_said(play: MarriagePlay) -> str | None:
    """Returns that a marriage was announced (SU-17)."""
    return _("The marriage was announced with it.") if play.marriage else None


def revoke_points(revoke: Revoke) -> Suggestion:
    """Returns what prize tournaments of Schnapsen take: the other side writes three points."""
    said = _("Common at Schnapsen tournaments: three points for the other side when a duty of play is broken.")
    points = tuple(0 if side == revoke.side else 3 for side in range(len(revoke.fold.state.totals)))
    return Suggestion(said, points)
