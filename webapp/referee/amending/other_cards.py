"""What would follow if another card had been played: every card tried, and before and after side by side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.cards import Card
from rules_core.events import Play, Trick, encode
from rules_core.fields import fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from rules_core.view import TrickView
from webapp.games.common import entries
from webapp.games.common.refusals import reason
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.referee.amending.before_after import Row, Side
from webapp.table.hand_span import trick_at


@dataclass(frozen=True)
class Instead:
    """What could have been played instead: a card, and what was said with it, where something is."""

    card: Card
    said: str | None = None

    @property
    def code(self) -> str:
        """What an address or a form says for it: *7H*, *X-win*."""
        return f"{self.card}-{self.said}" if self.said else self.card


def instead(code: str) -> Instead:
    """Returns what this code of an address stands for; it may be no card at all."""
    card, _dash, said = code.partition("-")
    return Instead(card, said or None)


def played_instead(game: str, play: Play, other: Instead) -> dict[str, Any]:
    """Returns the play with another card. It is no longer called irregular.

    Other flags stay where they go with the other card, too; else they are dropped.
    """
    event = {**encode(play), "card": other.card, "irregular": False}
    for field in fields_of(type(play)):
        if field.kind == "choice":
            event.pop(field.name, None)
            event |= {field.name: other.said} if other.card in look_of(game).card_answers else {}
        elif field.kind == "flag":
            event[field.name] = event[field.name] and other.card in look_of(game).kept_flags.get(field.name, ())
    return event


def as_played(play: Play) -> Instead:
    """Returns a play as what it is now: its card, and what was said with it."""
    answers = [getattr(play, field.name, None) for field in fields_of(type(play)) if field.kind == "choice"]
    return Instead(play.card, next((answer for answer in answers if answer), None))


def others(fold: Fold, play: Play) -> list[Instead]:
    """Returns every other card that this table plays with, with each thing that is said with it."""
    answers = look_of(fold.header.game).card_answers
    return [
        other
        for card in dict.fromkeys(fold.game.cards[len(fold.header.players)])
        for other in [Instead(card, said) for said in answers.get(card, (None,))]
        if other != as_played(play)
    ]


def cards_tried(fold: Fold, play: Play, amended: Callable[[Raw], Raw]) -> dict[Instead, Fold | Refusal]:
    """Returns what each other card that this table plays with would lead to, less those that lie elsewhere.

    `amended` makes an amendment of the play with the other card.
    """
    outcomes = {
        other: replay.step(fold, amended(played_instead(fold.header.game, play, other))) for other in others(fold, play)
    }
    return {other: after for other, after in outcomes.items() if not _lies_elsewhere(after, other.card)}


def _lies_elsewhere(after: Fold | Refusal, card: Card) -> bool:
    cause = after.facts.get("refusal") if isinstance(after, Refusal) else None
    return isinstance(cause, Refusal) and cause.code == "card-already-played" and cause.facts.get("card") == card


def why_not(refusal: Refusal, fold: Fold, names: Sequence[str], index: int) -> str:
    """Returns why a card does not fit at this place of the log."""
    cause, at = refusal.facts.get("refusal"), refusal.facts.get("at")
    if not isinstance(cause, Refusal) or cause.code == "card-already-played":
        return reason(refusal, names).text
    if at == index:
        return _("does not fit: %(why)s", why=reason(cause, names).title)
    broken = next((event for place, event in replay.standing(fold) if place == at), None)
    if cause.code == "not-your-turn" and isinstance(broken, (Play, Trick)):
        return _("does not fit: %(name)s would have led the next trick", name=names[cause.facts["to_act"]])
    if broken is None or not isinstance(at, int):
        return reason(refusal, names).text
    return _(
        "does not fit: entry %(entry)s would no longer be possible (%(why)s)",
        entry=at + 1,
        why=reason(cause, names).title,
    )


def context(before: Side, after: Side, play: Play, other: Instead, index: int) -> list[Row]:
    """Returns what is always told of another card: itself, who takes the trick, revokes, tricks and totals."""
    old, new, names, game = (
        trick_at(before.fold, index),
        trick_at(after.fold, index),
        before.names,
        before.fold.header.game,
    )
    return [
        cards_row(game, names, old, play, other),
        Row(_("The trick goes to"), _winner(old, names), _winner(new, names)),
        Row(_("Proven revokes"), str(_revokes(before)), str(_revokes(after))),
        Row(_("Tricks"), _tricks(before.fold), _tricks(after.fold)),
        Row(_("Totals"), _totals(before), _totals(after)),
    ]


def cards_row(game: str, names: Sequence[str], trick: TrickView | None, play: Play, other: Instead) -> Row:
    """Returns the card that lay there and the one that is put in its place."""
    where = _("%(name)s, trick %(number)s", name=names[play.seat], number=trick.number if trick else "?")
    return Row(where, _card(game, as_played(play)), _card(game, other))


def said_of(game: str, played: Instead) -> str | None:
    """Returns what was said with a card in words, None where nothing was."""
    return look_of(game).entry_form.answer(played.said) if played.said else None


def _card(game: str, played: Instead) -> Markup:
    said, mark = said_of(game, played), entries.card_mark(played.card)
    return Markup("%s, %s") % (mark, said) if said else mark


def _winner(trick: TrickView | None, names: Sequence[str]) -> str:
    return _("still open") if trick is None or trick.winner is None else names[trick.winner]


def _revokes(side: Side) -> int:
    return sum(side.shows(found.event, found.proof) for found in side.view.infractions)


def _tricks(fold: Fold) -> str:
    return " ".join(str(won) for won in fold.game.tricks_taken(fold.state))


def _totals(side: Side) -> str:
    return " ".join(str(total) for total in side.view.totals)
