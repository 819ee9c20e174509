"""The card picker: possible cards of a play, each tried in advance, and the comparison for the card picked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request
from markupsafe import Markup

from rules_core import replay
from rules_core.cards import Card
from rules_core.events import Play, Trick, encode
from rules_core.fields import fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from rules_core.view import TrickView
from webapp.access.visit import Visit
from webapp.games.common import entries
from webapp.games.common.entries import card_keys
from webapp.games.common.refusals import refusal_said
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.referee.amending.draft import Draft, changed
from webapp.referee.amending.preview import Comparison, Side
from webapp.referee.amending.visit import Picked
from webapp.table.hand_span import state_before_entry, suit_asked_for, trick_at
from webapp.table.snapshot import seen_by
from webapp.words.cards import JOKER, card_name, suit_name, suits


@dataclass(frozen=True)
class Instead:
    """Another play: a card and its declaration, where it has one."""

    card: Card
    said: str | None = None

    @property
    def code(self) -> str:
        """The code in an address or a form: *7H*, *X-win*."""
        return f"{self.card}-{self.said}" if self.said else self.card


def instead(code: str) -> Instead:
    """Returns the play with this code; the code may name no card of the pack."""
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
    """Returns the card and declaration of a play."""
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


@dataclass(frozen=True)
class CardPicker:
    """A play, as the draft leaves it, and the plays that could replace it."""

    entry: Picked
    play: Play

    @property
    def picked(self) -> Instead | None:
        """The play that the address names; it may name no card of the pack."""
        code = request.args.get("card")
        return None if code is None else instead(code)

    def draft(self, other: Instead) -> Draft:
        """Returns the draft with this card. Raises `TooLong`."""
        fold = self.entry.here.now.fold
        raw = played_instead(fold.header.game, self.play, other)
        return changed(fold, self.entry.draft, self.entry.place, self.entry.nth, raw)

    def amended(self, other: Instead) -> Raw:
        """Returns the amendment with this card and all changes of the draft, of any length."""
        fold, entry = self.entry.here.now.fold, self.entry
        there = entry.draft.at(fold, entry.place)
        there[entry.nth] = played_instead(fold.header.game, self.play, other)
        return Draft({**entry.draft.changes, entry.place: tuple(there)}).event()


Outcomes = Mapping[Instead, Fold | Refusal | None]
"""The result of each other card; None: it is told when the correction is made."""


def outcomes_of(asked: CardPicker) -> Outcomes:
    """Tries the cards that lie nowhere else, unless that would tell which of them lie in closed tricks (GEN-5)."""
    now = asked.entry.here.now
    if asked.entry.is_closed:
        gone = seen_by(now, asked.entry.here.viewer).dimmed
        return {other: None for other in others(now.fold, asked.play) if other.card not in gone}
    found = {other: replay.step(now.fold, asked.amended(other)) for other in others(now.fold, asked.play)}
    return {other: after for other, after in found.items() if not _lies_elsewhere(after, other.card)}


def picker_context(asked: CardPicker, outcomes: Outcomes) -> dict[str, Any]:
    """Returns the context of the card picker: suits, the cards of one of them, reasons of those crossed out."""
    now, place = asked.entry.here.now, asked.entry.place
    trick = trick_at(now.fold, place)
    shown = _suit_shown(asked, trick, outcomes)
    number = trick.number if trick else "?"
    return {
        "title": _("Correct trick %(number)s", number=number),
        "sub": _("%(name)s, entry %(number)s", name=asked.entry.here.table.players[asked.play.seat], number=place + 1),
        "card": asked.play.card,
        "suits": [(asked.entry.url(suit=suit), _suit_said(suit), suit == shown) for suit in _suits(outcomes)],
        "choices": _choices(asked, outcomes, shown),
        "broken": _broken(asked, outcomes, shown),
        "closed": asked.entry.is_closed,
    }


def _suits(outcomes: Outcomes) -> list[str]:
    there = {_suit(other.card) for other in outcomes}
    return [suit for suit in (*suits(), JOKER) if suit in there]


def _suit(card: str) -> str:
    return card[1:] or card


def _suit_said(suit: str) -> str:
    return card_name(suit) if suit == JOKER else suit_name(suit)


def _suit_shown(asked: CardPicker, trick: TrickView | None, outcomes: Outcomes) -> str:
    """Returns the suit whose cards are shown: the one picked or requested, else the one that the trick asked for."""
    wanted = _suit(asked.picked.card) if asked.picked else request.args.get("suit", "")
    before = state_before_entry(asked.entry.here.now.fold, asked.entry.place)
    due = suit_asked_for(before, trick) if trick else None
    there = _suits(outcomes)
    return next((suit for suit in (wanted, due, *there) if suit in there), "")


def _choices(asked: CardPicker, outcomes: Outcomes, suit: str) -> list[dict[str, str | bool | None]]:
    return [
        {
            "card": other.card,
            "said": said_of(asked.entry.here.table.game, other),
            "fits": None if after is None else not isinstance(after, Refusal),
            "url": asked.entry.url(card=other.code),
            "picked": other == asked.picked,
        }
        for other, after in outcomes.items()
        if _suit(other.card) == suit
    ]


def _broken(asked: CardPicker, outcomes: Outcomes, suit: str) -> str | None:
    own = asked.picked if asked.picked in outcomes else None
    shown = [own] if own is not None else [other for other in outcomes if _suit(other.card) == suit]
    first = next((after for other in shown if isinstance(after := outcomes[other], Refusal)), None)
    here = asked.entry.here
    return why_not(first, here.now.fold, here.table.players, asked.entry.place) if first else None


def _lies_elsewhere(after: Fold | Refusal, card: Card) -> bool:
    cause = after.facts.get("refusal") if isinstance(after, Refusal) else None
    return isinstance(cause, Refusal) and cause.code == "card-already-played" and cause.facts.get("card") == card


def why_not(refusal: Refusal, fold: Fold, names: Sequence[str], index: int) -> str:
    """Returns why a card does not fit at this place of the log."""
    cause, at = refusal.facts.get("refusal"), refusal.facts.get("at")
    if not isinstance(cause, Refusal) or cause.code == "card-already-played":
        return refusal_said(refusal, names).text
    if at == index:
        return _("does not fit: %(why)s", why=refusal_said(cause, names).title)
    broken = next((event for place, event in replay.standing(fold) if place == at), None)
    if cause.code == "not-your-turn" and isinstance(broken, (Play, Trick)):
        return _("does not fit: %(name)s would have led the next trick", name=names[cause.facts["to_act"]])
    if broken is None or not isinstance(at, int):
        return refusal_said(refusal, names).text
    return _(
        "does not fit: entry %(entry)s would no longer be possible (%(why)s)",
        entry=at + 1,
        why=refusal_said(cause, names).title,
    )


def rows_of(asked: CardPicker, other: Instead, before: Side, after: Side | None) -> list[Comparison]:
    """Returns the rows about another card: itself, and unless they are closed its trick and hand."""
    place, names, game = asked.entry.place, before.names, before.fold.header.game
    old = trick_at(before.fold, place)
    where = _("%(name)s, trick %(number)s", name=names[asked.play.seat], number=old.number if old else "?")
    card = Comparison(where, _card(game, as_played(asked.play)), _card(game, other))
    if after is None:
        return [card]
    return [
        card,
        Comparison(_("The trick goes to"), _winner(old, names), _winner(trick_at(after.fold, place), names)),
        Comparison(_("Proven revokes"), str(_revokes(before)), str(_revokes(after))),
        Comparison(_("Tricks"), _tricks(before.fold), _tricks(after.fold)),
        Comparison(_("Totals"), _totals(before), _totals(after)),
    ]


def said_of(game: str, played: Instead) -> str | None:
    """Returns the declaration made with a card in words, None without one."""
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


# Every card of the game


def pad_of_cards(here: Visit) -> dict[str, Any]:
    """Returns the keys of a pad with every card, and those of cards without a suit with their declarations."""
    game = here.table.game
    keys, look = card_keys(game, len(here.table.players)), look_of(game)
    said_with = [
        (Instead(card, word).code, card, look.entry_form.answer(word) if word else card_name(card))
        for card in keys.suitless
        for word in look.card_answers.get(card, (None,))
    ]
    return {"pad": keys, "said": said_with}


def played(play: Play, other: Instead) -> Raw:
    """Returns the entry of another card from the same seat, without the declaration of the entered card."""
    choices = {field.name: other.said for field in fields_of(type(play)) if field.kind == "choice" and other.said}
    raw: Mapping[str, Any] = {"type": "play", "seat": play.seat, "card": other.card, **choices}
    return raw
