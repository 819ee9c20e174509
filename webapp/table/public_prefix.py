"""How far a log may be read by everybody while a hand lasts: hands that are over lie open, the newest may not (GEN-5).

What a log holds is more than what stands: a hand that was taken back and is entered anew is the same cards again. So a
hand counts as closed from its first attempt on, until it is played out.
"""

from dataclasses import dataclass
from typing import Any

from rules_core.replay import Fold
from webapp.table.hidden_tricks import complete


@dataclass(frozen=True)
class Covers:
    """Where in the log hands began: `begun[3]` is the place of the first entry that was ever made in the fourth hand.

    `closed` hands were over when older tricks of the next one lay closed, the newest such hand; none: -1.
    """

    begun: tuple[int, ...] = ()
    closed: int = -1


def after(covers: Covers, before: Fold, now: Fold) -> Covers:
    """Returns the covers after one more entry."""
    done = len(now.state.finished)
    begun = _begun(covers.begun, before, now)
    closed = max(covers.closed, done) if complete(now.state) >= 2 else covers.closed
    return covers if begun is covers.begun and closed == covers.closed else Covers(begun, closed)


def _begun(begun: tuple[int, ...], before: Fold, now: Fold) -> tuple[int, ...]:
    done, entry, was = len(now.state.finished), now.seq - 1, len(before.state.finished)
    if now.refolded > before.refolded and was < done and was < len(begun):
        # A hand that was forgotten has been put before the one under way, which is the same and has a later number.
        begun, entry = begun[: was + 1], begun[was]
    hands = done + _is_begun(now.state)
    return begun if len(begun) >= hands else begun + (entry,) * (hands - len(begun))


def _is_begun(state: Any) -> bool:
    """Tells whether a hand is under way, or the first cards of the battle are turned."""
    hand = state.hand
    return hand is not None and (not hasattr(hand, "fought") or bool(hand.skirmish or hand.fought))


def first_closed(covers: Covers, fold: Fold) -> int:
    """Returns the place in the log where the hand under way began, or any attempt at it; the log's end without one."""
    done = len(fold.state.finished)
    return covers.begun[done] if done < len(covers.begun) else fold.seq


def tricks_closed(covers: Covers, fold: Fold) -> bool:
    """Tells whether older tricks of the hand under way are closed, or were before something was taken back."""
    return covers.closed >= len(fold.state.finished)
