"""What would follow if another card had been played: every card tried, and before and after side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from rules_core import replay
from rules_core.events import Play, encode
from rules_core.game import Refusal
from rules_core.replay import Fold
from rules_core.view import TrickView, trick_of
from webapp.words import entries
from webapp.words.refusals import reason


@dataclass(frozen=True)
class Row:
    """One line of before and after."""

    what: str
    before: Markup | str
    after: Markup | str

    @property
    def changed(self) -> bool:
        """Tells whether the two differ."""
        return self.before != self.after


def play_at(fold: Fold, index: int) -> Play | None:
    """Returns the play that stands at this place in the log, if one does."""
    return next((e for i, e in replay.standing(fold) if i == index and isinstance(e, Play)), None)


def amendment(play: Play, index: int, card: str) -> dict[str, Any]:
    """Returns the event that puts another card in the place of this play. It is no longer called irregular."""
    return {
        "type": "amend",
        "changes": [{"target": index, "with": [{**encode(play), "card": card, "irregular": False}]}],
    }


def tried(fold: Fold, play: Play, index: int) -> dict[str, Fold | Refusal]:
    """Returns what each other card would lead to, less those that lie elsewhere in this hand."""
    pack = fold.game.PACK
    outcomes = {card: replay.step(fold, amendment(play, index, card)) for card in pack if card != play.card}
    return {card: after for card, after in outcomes.items() if not _lies_elsewhere(after, card)}


def _lies_elsewhere(after: Fold | Refusal, card: str) -> bool:
    cause = after.facts.get("refusal") if isinstance(after, Refusal) else None
    return isinstance(cause, Refusal) and cause.code == "card-already-played" and cause.facts.get("card") == card


def why_not(refusal: Refusal, names: Sequence[str]) -> str:
    """Returns why a card does not fit."""
    cause = refusal.facts.get("refusal")
    if isinstance(cause, Refusal) and cause.code == "not-your-turn":
        to_act = names[cause.facts["to_act"]]
        return _("does not fit: %(name)s would have led the next trick", name=to_act)
    return reason(refusal, names).text


def compared(before: Fold, after: Fold, index: int, names: Sequence[str]) -> list[Row]:
    """Returns what the change does: the card, the trick, the revokes, the scores."""
    old, new = located(before, index), located(after, index)
    return [
        Row(
            _("%(name)s, trick %(number)s", name=names[_play(before, index).seat], number=old.number if old else "?"),
            entries.card_mark(_play(before, index).card),
            entries.card_mark(_play(after, index).card),
        ),
        Row(_("The trick goes to"), _winner(old, names), _winner(new, names)),
        Row(_("Proven revokes"), str(_revokes(before)), str(_revokes(after))),
        Row(_("Tricks"), _tricks(before), _tricks(after)),
        Row(_("Totals"), _totals(before), _totals(after)),
    ]


def located(fold: Fold, index: int) -> TrickView | None:
    """Returns the trick in which the play at this place of the log fell."""
    state = fold.state
    for hand in (*state.finished, state.hand):
        if hand is None:
            continue
        tricks, lying = (hand.tricks, hand.trick) if hand is state.hand else (hand.played, ())
        if (found := trick_of(index, tricks, lying)) is not None:
            return found
    return None


def _play(fold: Fold, index: int) -> Play:
    play = play_at(fold, index)
    if play is None:
        raise LookupError(f"no play stands at {index}")
    return play


def _winner(trick: TrickView | None, names: Sequence[str]) -> str:
    return _("still open") if trick is None or trick.winner is None else names[trick.winner]


def _revokes(fold: Fold) -> int:
    return sum(not found.private for found in fold.game.infractions(fold.state))


def _tricks(fold: Fold) -> str:
    return " ".join(str(won) for won in fold.game.tricks_taken(fold.state))


def _totals(fold: Fold) -> str:
    return " ".join(str(total) for total in fold.state.totals)
