"""How far a log may be read by everybody while a hand lasts: hands that are over lie open, the newest may not (GEN-5).

What a log holds is more than what stands: a hand that was taken back and is entered anew is the same cards again. So a
hand counts as closed from its first attempt on, until it is played out.
"""

from dataclasses import dataclass

from rules_core.replay import Fold
from webapp.table.hidden_tricks import tricks_complete


@dataclass(frozen=True)
class PublicPrefix:
    """The part of a log that everybody may read.

    `hand_starts[3]` is the place of the first entry that was ever made in the fourth hand. `closed_after` hands were
    over when older tricks of the next one lay closed, the newest such hand; none: -1.
    """

    hand_starts: tuple[int, ...] = ()
    closed_after: int = -1

    def after(self, before: Fold, fold: Fold) -> "PublicPrefix":
        """Returns the same after one more entry, which has led from one fold to the other."""
        starts, closed = _hand_starts(self.hand_starts, before, fold), self.closed_after
        if tricks_complete(fold, fold.state) >= 2:
            closed = max(closed, len(fold.state.finished))
        alike = starts is self.hand_starts and closed == self.closed_after
        return self if alike else PublicPrefix(starts, closed)

    def end(self, fold: Fold) -> int:
        """Returns the place in the log where the hand under way began, or any attempt at it; without one the end."""
        done = len(fold.state.finished)
        return self.hand_starts[done] if done < len(self.hand_starts) else fold.seq

    def tricks_closed(self, fold: Fold) -> bool:
        """Tells whether older tricks of the hand under way are closed, or were before something was taken back."""
        return self.closed_after >= len(fold.state.finished)


def _hand_starts(starts: tuple[int, ...], before: Fold, fold: Fold) -> tuple[int, ...]:
    done, entry, was = len(fold.state.finished), fold.seq - 1, len(before.state.finished)
    if fold.refolded > before.refolded and was < done and was < len(starts):
        # A hand that was forgotten has been put before the one under way, which is the same and has a later number.
        starts, entry = starts[: was + 1], starts[was]
    hands = done + (not fold.game.is_between_hands(fold.state))
    return starts if len(starts) >= hands else starts + (entry,) * (hands - len(starts))
