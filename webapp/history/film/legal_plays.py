"""Legal plays at a moment, and reasons: every card of a typed hand, judged by the rules (GEN-4).

The hand is declared in a state that has forgotten every hand which anybody entered: nothing here rests on a secret, and
a hand that is only supposed is not held against another one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import Any, Literal

from msgspec import structs

from rules_core.cards import Card
from rules_core.codes import CODES
from rules_core.events import Deal, Event, Hand, Play, Settle, Trick, decode
from rules_core.fields import fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw
from rules_core.tricks import TrickHand, declared_hands, put
from webapp.games.registry import Found, found, look_of
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CANDIDATES
from webapp.words.entry_kit import Act, HandAnswer, Names
from webapp.words.phrases import readable

Word = Literal["legal", "illegal", "undecided"]
WHEREABOUTS = frozenset({"unknown-card", "card-already-played", "card-elsewhere", "not-in-hand"})
INCOMPLETE = frozenset({"hand-size", "not-in-hand"})
"""Faults of a hand of which only some cards were typed: the others are missing."""


@dataclass(frozen=True)
class Verdict:
    """One card: legal, illegal by `refusal`, or undecided since the `other` card would forbid it by `refusal`."""

    card: Card
    word: Word
    refusal: Refusal | None = None
    other: Card | None = None


@dataclass(frozen=True)
class Judged:
    """The rules' verdict on a hand: a `refusal` of the hand itself, or a verdict a card.

    Where it is not `whole`, what the other cards would forbid cannot be decided.
    """

    refusal: Refusal | None = None
    verdicts: tuple[Verdict, ...] = ()
    whole: bool = False


class RulesAt:
    """The rules of a game in one state of a table."""

    def __init__(self, fold: Fold, state: Any, index: int) -> None:
        self._fold, self._game, self._index = fold, fold.game, index
        self._look = look_of(fold.game.name)
        self.state = _nothing_declared(state)
        self.phase: str = fold.game.phase(state)
        self.to_act: tuple[int, ...] = fold.game.to_act(state)

    @property
    def plays_cards(self) -> bool:
        """Tells whether a card from a hand is played next."""
        hand = self.state.hand
        return self.phase == "play" and isinstance(hand, TrickHand) and not hand.by_tricks

    def held(self, seat: int) -> int:
        """Returns how many cards this seat holds."""
        return self._game.cards_held(self.state, seat)

    @cached_property
    def whole_hand(self) -> HandAnswer | None:
        """The game's answer about a whole hand now, where none of its cards is played."""
        return self._look.hand_answers.get(self.phase)

    def hand(self, seat: int, cards: Sequence[Card]) -> Judged:
        """Judges each card of this hand, for a seat whose turn it is; where none is played, the hand alone."""
        cards = tuple(cards)
        refusal = self._game.judge(self.state, Hand(seat, cards), self._index)
        whole = refusal is None
        if refusal is not None and (refusal.code not in INCOMPLETE or len(cards) >= self.held(seat)):
            return Judged(refusal)
        state = self.declared(seat, cards)
        asked = () if self.whole_hand else dict.fromkeys(cards)
        return Judged(None, tuple(self._verdict(state, seat, card, cards, whole) for card in asked), whole)

    def declared(self, seat: int, cards: Sequence[Card]) -> Any:
        """Returns the state in which these cards are known to be in this hand."""
        hand = self.state.hand
        known = structs.replace(hand, declared=put(hand.declared, seat, tuple(cards)))
        return structs.replace(self.state, hand=known)

    def _verdict(self, state: Any, seat: int, card: Card, cards: tuple[Card, ...], whole: bool) -> Verdict:
        if (refusal := self._judge(state, seat, card)) is not None:
            return Verdict(card, "illegal", refusal)
        for other in () if whole else self._possible(seat):
            forbidden = self._judge(self.declared(seat, (*cards, other)), seat, card)
            if forbidden is not None:
                return Verdict(card, "undecided", forbidden, other)
        return Verdict(card, "legal")

    def _possible(self, seat: int) -> Iterator[Card]:
        for card in self._game.pack:
            refusal = self._judge(self.state, seat, card)
            if refusal is None or refusal.code not in WHEREABOUTS:
                yield card

    def _judge(self, state: Any, seat: int, card: Card) -> Refusal | None:
        return self._game.judge(state, self._game.play_of(seat, card), self._index)

    # Other actions

    def offered(self, state: Any = None) -> list[Event]:
        """Returns the possible actions except plain cards; of very many ways to do it only some."""
        found = islice(self._game.candidates(self.state if state is None else state), MOST_CANDIDATES)
        return [event for event in found if not isinstance(event, Trick) and not self._is_plain_play(event)]

    def _is_plain_play(self, event: Event) -> bool:
        if not isinstance(event, Play):
            return False
        return type(event) not in self._look.acts or event == self._game.play_of(event.seat, event.card)

    def barred(self, seats: int) -> Iterator[tuple[Event, Refusal]]:
        """Yields actions worth asking about that the rules refuse here, each with the reason."""
        for raw in self._thinkable(seats):
            event = decode(raw, self._fold.events)
            if isinstance(event, Refusal):
                continue
            refusal = self._game.judge(self.state, event, self._index)
            if refusal is not None and not _is_of_another_phase(refusal):
                yield event, refusal

    def _thinkable(self, seats: int) -> Iterator[Raw]:
        kinds = [kind for kind, struct in self._fold.events.items() if _says_only_a_seat(struct)]
        for seat in range(seats):
            yield from ({"type": kind, "seat": seat} for kind in kinds)
            yield {"type": "deal", "dealer": seat}
        yield {"type": "settle"}
        if self._look.thinkable is not None:
            yield from self._look.thinkable(self.state)


def _says_only_a_seat(struct: type[Event]) -> bool:
    return [field.name for field in fields_of(struct) if field.required] == ["seat"]


def _is_of_another_phase(refusal: Refusal) -> bool:
    return refusal.code == "wrong-phase" and (refusal.rule or CODES["wrong-phase"]) == CODES["wrong-phase"]


def _nothing_declared(state: Any) -> Any:
    declared = declared_hands(state)
    if not any(declared):
        return state
    return structs.replace(state, hand=structs.replace(state.hand, declared=(None,) * len(declared)))


def acts(events: Iterable[Event], names: Names) -> list[str]:
    """Returns a sentence for each kind of thing that each seat does in these events, which stand in that order."""
    return [_act(list(run), names) for _key, run in groupby(events, key=_doing)]


def _doing(event: Event) -> tuple[type[Event], int | None]:
    return type(event), getattr(event, "seat", None)


def _act(events: list[Event], names: Names) -> str:
    first, known = events[0], _known(found())
    words = next((known[kind] for kind in type(first).__mro__ if kind in known), _plain)
    return _(words, name=names[getattr(first, "seat", 0)]) if isinstance(words, str) else words(events, names)


def _deals(events: Sequence[Deal], names: Names) -> str:
    return ", ".join(_("%(name)s deals", name=names[e.dealer]) for e in events if isinstance(e.dealer, int))


SHARED: Mapping[type[Event], Act] = {Deal: _deals, Settle: lambda events, names: _("It stays as it lies")}
"""The events of several games that no card or trick is."""


@lru_cache(1)
def _known(games: Found) -> Mapping[type, Act]:
    known: dict[type, Act] = dict(SHARED)
    for look in games.looks.values():
        known |= look.acts
    return known


def _plain(events: Sequence[Event], names: Names) -> str:
    what, seat = readable(str(events[0].__struct_config__.tag)), getattr(events[0], "seat", None)
    return what if seat is None else _("%(name)s: %(what)s", name=names[seat], what=what)
