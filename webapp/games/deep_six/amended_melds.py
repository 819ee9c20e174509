"""Melds in the form of an entry: picked as on the table, from the cards that the hand can have held.

What it can have held the rules say, by the entries of its deal that may be looked at (`holdings`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules_core.cards import Card, Suit
from rules_core.events import Event
from rules_core.games.deep_six.events import Contract, Sink
from rules_core.games.deep_six.hand import COPIES, PACK, SEATS, Meld
from rules_core.games.deep_six.holdings import Holdings, holdings
from rules_core.games.deep_six.meld import best_melds, needed, worth
from webapp.games.common.entry_questions import Asked
from webapp.games.deep_six.meld_words import too_many
from webapp.games.deep_six.melds import Found, copies_in, fitting, found_in, melds_from, tapped_for
from webapp.http.integers import parse_integer

TAPS = "copies"
"""What the names of the fields begin with that say which cards were tapped."""
NAMED = "copies-named"
"""The field with the cards in which the melds were named that are sent beside it."""


@dataclass(frozen=True)
class AmendedMelds:
    """What the picker shows: how often each card can have been held, which are tapped, and the melds in these."""

    most: Mapping[Card, int]
    copies: Mapping[Card, int]
    found: Sequence[Found]

    @property
    def points(self) -> int:
        """What the ticked melds come to."""
        return worth(one.meld for one in self.found if one.ticked)

    @property
    def named(self) -> str:
        """The cards in which these melds were named."""
        return _said(self.copies)

    @property
    def is_limited(self) -> bool:
        """Tells whether there are cards that were not in this hand."""
        return 0 in self.most.values()


def amended_melds(asked: Asked) -> AmendedMelds:
    """Returns the picker: with what was typed, else with the melds as they were entered."""
    reuse, held = asked.fold.state.options.meld_reuse, _held(asked)
    entered = melds_from(" ".join(cards) for cards in asked.value or ())
    typed = None if asked.typed is None else copies_in(asked.typed)
    tapped = tapped_for(entered, reuse) if typed is None else typed
    copies = {card: least for card, times in tapped.items() if (least := min(times, held.most[card]))}
    cards, sunk = tuple(Counter(copies).elements()), _sunk(asked.around)
    if typed is None or asked.typed is None:
        wanted: Sequence[Meld] = entered
    elif are_named(asked):
        wanted = melds_from(asked.typed.getlist("melds"))
    else:
        wanted = best_melds(cards, sunk, reuse)
    ticked = _in_room(fitting(wanted, cards, sunk, reuse), held, reuse)
    found = [_beside(one, ticked, held, reuse) for one in found_in(cards, ticked, sunk, reuse)]
    return AmendedMelds(held.most, copies, found)


def are_named(asked: Asked) -> bool:
    """Tells whether the melds that were sent were named in the cards that were tapped."""
    return asked.typed is not None and asked.typed.get(NAMED, "") == _said(copies_in(asked.typed))


def _held(asked: Asked) -> Holdings:
    wanted = None if asked.typed is None else parse_integer(asked.typed.get("seat"), most=SEATS - 1)
    seat = asked.raw.get("seat", 0) if wanted is None else wanted
    return holdings(asked.around, seat, asked.fold.state.options.meld_reuse)


def _sunk(around: Iterable[Event]) -> Suit | None:
    return next((event.suit for event in around if isinstance(event, (Sink, Contract))), None)


def _in_room(melds: Iterable[Meld], held: Holdings, reuse: str) -> list[Meld]:
    """The melds, one after the other, whose cards this hand has room for beside those that it has played."""
    laid: list[Meld] = []
    for meld in melds:
        if not _cards_too_many([*laid, meld], held, reuse):
            laid.append(meld)
    return laid


def _beside(one: Found, ticked: Sequence[Meld], held: Holdings, reuse: str) -> Found:
    if one.ticked or one.rule or not (more := _cards_too_many([*ticked, one.meld], held, reuse)):
        return one
    return Found(one.meld, False, too_many(more), "DEEP-3")


def _cards_too_many(melds: Iterable[Meld], held: Holdings, reuse: str) -> int:
    return held.too_many(needed([(meld.kind, meld.cards) for meld in melds], reuse))


def _said(copies: Mapping[Card, int]) -> str:
    return " ".join(card for card in PACK for _copy in range(min(copies.get(card, 0), COPIES)))
