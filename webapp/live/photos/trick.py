"""A trick by a photo: which card was played by whom, and who takes it."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import structs

from rules_core.cards import Card
from rules_core.events import Play, decode, encode
from rules_core.findings import Refusal
from rules_core.replay import Raw
from rules_core.tricks import TrickHand
from webapp.games.common import entries
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.live.photos.by_seats import BySeats
from webapp.live.photos.moment import Choice, Draft, Outcome, Slot
from webapp.table.entry import entry_of
from webapp.table.forms import NotAnEvent
from webapp.words.turn import named


class Trick(BySeats):
    name = "trick"

    @property
    def is_due(self) -> bool:
        is_played = self.view.phase == "play" and not self.view.hand.by_tricks
        return is_played and isinstance(self.now.fold.state.hand, TrickHand)

    @property
    def due(self) -> Sequence[int]:
        state = self.now.fold.state
        first, players = state.hand.to_act, state.players
        return [(first + place) % players for place in range(players - len(state.hand.trick))]

    def is_entered(self, cards: Sequence[Card]) -> bool:
        tricks = self.game.tricks(self.now.fold.state)
        return bool(cards and tricks) and sorted(play.card for play in tricks[-1].cards) == sorted(cards)

    # What may be played

    def checked(self, raw: Raw) -> Raw:
        entry = entry_of(self.now.fold, raw)
        if not isinstance(entry.event, Play) or entry.event.card not in self.pack:
            raise NotAnEvent("no card is played")
        return dict(entry.raw)

    def ways(self, at: int, card: Card) -> list[Raw]:
        """Returns the plays of a card by a seat: several where something has to be said with it."""
        plain = {"type": "play", "seat": at, "card": card}
        if decode(plain, self.now.fold.events) == self.game.play_of(at, card):
            return [plain]
        offered = self.game.candidates(as_all_know(self.now.fold.state, at))
        told = (encode(event) for event in offered if getattr(event, "card", None) == card)
        return [{name: value for name, value in event.items() if value is not False} for event in told]

    def way_said(self, said: Raw) -> str:
        play = entry_of(self.now.fold, said).event
        return entries.spoken(play, self.names) if isinstance(play, Play) else ""

    def events(self, draft: Draft) -> list[Raw]:
        return [slot.said for slot in draft.slots if slot.said is not None]

    def choices(self, draft: Draft) -> list[Choice]:
        """Returns the key for the trick, and one for each lead that announces what lies there."""
        act = look_of(self.game.name).acts.get
        said = ((event, act(type(event))) for event in self.shown(draft.cards))
        leads = [Choice(tell([event], self.names), [encode(event)]) for event, tell in said if callable(tell)]
        return [*super().choices(draft), *leads]

    def outcome(self, draft: Draft) -> Outcome | None:
        takes = self._taker(self.events(draft)) if draft.missing is None else None
        if takes is None:
            return None
        return Outcome(named(_("%(name)s takes it"), self.names[takes]), frozenset({takes}), _("takes it"))

    def _taker(self, events: Sequence[Raw]) -> int | None:
        """Returns who takes the trick with these plays, None where it would not be full or the rules refuse one."""
        game, fold = self.game, self.now.fold
        state = as_all_know(fold.state, fold.state.hand.to_act)
        before = len(game.tricks(state))
        for raw in events:
            event = decode(raw, fold.events)
            if isinstance(event, Refusal) or game.judge(state, event, fold.seq) is not None:
                return None
            state = game.apply(state, event, fold.seq)
        tricks = game.tricks_of(state.finished[-1]) if state.hand is None else game.tricks(state)
        return tricks[-1].winner if len(tricks) > before else None

    # Words

    @property
    def first(self) -> str:
        return _("led")

    @property
    def _said(self) -> str:
        return _(look_of(self.game.name).trick_said, number=self.game.trick_number(self.now.fold.state))

    @property
    def title(self) -> str:
        return _("Photo of %(trick)s", trick=self._said)

    @property
    def how(self) -> str:
        return _(
            "Lay the cards of the trick so that their corners are seen, in a row as they were played or each before "
            "its player, and photograph them from above."
        )

    @property
    def enter(self) -> str:
        return _("Enter %(trick)s", trick=self._said)

    @property
    def mend(self) -> str:
        return _("Who played what follows from the turn.")

    def asks(self, slot: Slot) -> Markup:
        return named(_("What did %(name)s play?"), self.names[slot.at])


def as_all_know(state: Any, seat: int) -> Any:
    """Returns a match with this seat to act, without what lies closed: nothing that is judged by it tells of that."""
    hand = structs.replace(
        state.hand,
        to_act=seat,
        declared=(None,) * state.players,
        claims=(),
        played=frozenset(),
        once=frozenset(),
    )
    return structs.replace(state, hand=hand)
