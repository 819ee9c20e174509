"""The ladder of penalties: which step comes next for a player, what it may cost, and where that comes from (GEN-3)."""

from collections.abc import Sequence

from webapp.games.common.stages import hand_number
from webapp.http.language import gettext as _
from webapp.referee.penalties.elsewhere import PenaltyElsewhere
from webapp.table.desk import Source
from webapp.table.penalties import LADDER, WITH_POINTS, Penalty, Step, of_seat
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import seen_by
from webapp.table.viewer import Viewer
from webapp.words.case_kit import Suggestion
from webapp.words.numbers import signed


def earlier_penalties(now: Snapshot, seat: int) -> list[Penalty]:
    """Returns the penalties of this player that hold and count; nobody here vouches for those in a file."""
    held = of_seat(now.desk.penalties, seat)
    return [one for one in held if now.desk.source_of_line(one.line) is not Source.FILE]


def next_step(earlier: Sequence[Penalty | PenaltyElsewhere]) -> Step:
    """Returns the step after the highest of these: the mildest for a first one, the last one again after it."""
    steps = [LADDER.index(one.step) + 1 for one in earlier]
    return LADDER[min(max(steps, default=0), len(LADDER) - 1)]


def suggestions(now: Snapshot, viewer: Viewer, seat: int, step: Step) -> list[Suggestion]:
    """Returns amounts with their sources: what this player was given before, what the last hand has brought."""
    if step not in WITH_POINTS:
        return []
    found = [_given_before(now, seat), _of_last_hand(now, viewer, seat)]
    return [one for one in found if one is not None]


def _given_before(now: Snapshot, seat: int) -> Suggestion | None:
    points = next((one.points for one in reversed(earlier_penalties(now, seat)) if one.points), None)
    return Suggestion(_("As the last penalty with points."), points) if points else None


def _of_last_hand(now: Snapshot, viewer: Viewer, seat: int) -> Suggestion | None:
    view = seen_by(now, viewer, desk=True)
    if not view.finished or view.low_wins:
        return None
    sides = len(view.totals)
    gained = view.finished[-1].points[seat % sides]
    if gained <= 0:
        return None
    text = _(
        "%(hand)s brought %(name)s %(points)s: this takes it off again.",
        hand=hand_number(now.table.game, len(view.finished)),
        name=now.table.players[seat],
        points=signed(gained),
    )
    return Suggestion(text, tuple(-gained if side == seat % sides else 0 for side in range(sides)))
