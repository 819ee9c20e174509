"""Kinds of photos: of a trick, or of cards laid out; which is due. Rights to enter from a photo."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from flask import abort
from markupsafe import Markup
from msgspec import structs

from rules_core.cards import Card
from rules_core.events import Event, Play, decode, encode
from rules_core.findings import Refusal
from rules_core.replay import Raw
from rules_core.tricks import TrickHand
from webapp.access.device import require
from webapp.access.visit import Visit, visit_to_enter
from webapp.files.photos import PhotoReader
from webapp.games.common import entries
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CARDS_SENT
from webapp.live.photos.by_seats import AtOnce, BySeats
from webapp.live.photos.photo_draft import Draft, EntryKey, Moment, Outcome, Slot
from webapp.photo.reading import Reading
from webapp.services import services
from webapp.table.entry import entry_of
from webapp.table.entry_rights import enters_all, seats_of
from webapp.table.forms import NotAnEvent
from webapp.table.secret_hands import secret_seats
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.phrases import marked, named


class Laid(Moment):
    """Cards that one seat lays down, any number."""

    name = "laid"
    by_seat = False

    @cached_property
    def seats(self) -> Sequence[int]:
        """The seats that may lay cards down now and that this device enters for; only the own phone enters a hand."""
        mine = seats_of(self.now, self.viewer) - (secret_seats(self.now.fold) - {self.viewer.seat})
        found = (event.acting(self.now.fold.state) for event in self.shown(()))
        return [seat for seat in found if seat in mine and seat is not None]

    @property
    def is_due(self) -> bool:
        return bool(self.seats)

    def begun(self, reading: Reading) -> Draft:
        left, slots = self.pack.copy(), list[Slot]()
        whose = self.viewer.seat if self.viewer.seat in self.seats else self.seats[0]
        for place, read in enumerate(reading.cards):
            slot = Slot(place, place=place)
            if read.is_sure and left[read.card] > 0:
                slot = structs.replace(slot, said=self.ways(place, read.card)[0])
                left[read.card] -= 1
            slots.append(slot)
        return Draft(reading, tuple(slots), whose=whose)

    def counted(self, draft: Draft, drop: int | None) -> Draft:
        left = [slot for slot in draft.slots if slot.at != drop]
        slots = left if drop is not None else [*left, Slot(len(left))][:MOST_CARDS_SENT]
        return structs.replace(draft, slots=tuple(structs.replace(slot, at=at) for at, slot in enumerate(slots)))

    def fits(self, draft: Draft) -> bool:
        return draft.whose in self.seats

    def slots(self, count: int) -> Sequence[int]:
        return range(count)

    def events(self, draft: Draft) -> list[Raw]:
        event = self._event(draft)
        return [] if event is None else [encode(event)]

    def _event(self, draft: Draft) -> Event | None:
        if draft.missing is not None:
            return None
        state = self.now.fold.state
        return next((one for one in self.shown(draft.cards) if one.acting(state) == draft.whose), None)

    def outcome(self, draft: Draft) -> Outcome | None:
        event = self._event(draft)
        return Outcome(entries.entry(event, self.names)) if event is not None else None

    def answer(self, draft: Draft) -> Any:
        """Returns the game's answer about these cards, for its own part of the page; None without one."""
        answer = look_of(self.game.name).hand_answers.get(self.view.phase)
        if answer is None or draft.missing is not None:
            return None
        return answer(self.view, self.now.fold.state.options, tuple(draft.cards))

    # Words

    @property
    def title(self) -> str:
        kind = str(self.shown(())[0].__struct_config__.tag)
        return _("Photo: %(what)s", what=look_of(self.game.name).entry_form.kind_name(kind))

    @property
    def how(self) -> str:
        return _("Lay the cards so that their corners are seen, and photograph them from above.")

    @property
    def enter(self) -> str:
        return _("Enter this")

    def asks(self, slot: Slot) -> Markup:
        return marked(_("Which card is this?"))

    @property
    def mend(self) -> str:
        return _("Tap the card where it is another one.")

    def lacks(self, slot: Slot) -> str:
        return _("A card is missing")


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

    # Possible plays

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

    def choices(self, draft: Draft) -> list[EntryKey]:
        """Returns a key for the trick, and one for each lead that announces with the card that lies there."""
        act = look_of(self.game.name).acts.get
        said = ((event, act(type(event))) for event in self.shown(draft.cards))
        leads = [EntryKey(tell([event], self.names), [encode(event)]) for event, tell in said if callable(tell)]
        return [*super().choices(draft), *leads]

    def outcome(self, draft: Draft) -> Outcome | None:
        takes = self._taker(self.events(draft)) if draft.missing is None else None
        if takes is None:
            return None
        return Outcome(named(_("%(name)s takes it"), self.names[takes]), frozenset({takes}), _("takes it"))

    def _taker(self, events: Sequence[Raw]) -> int | None:
        """Returns the winner of the trick with these plays, None where it would not be full or the rules refuse one."""
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
    """Returns a match with this seat to act and without hidden information: no answer computed from it can leak any."""
    hand = structs.replace(
        state.hand,
        to_act=seat,
        declared=(None,) * state.players,
        claims=(),
        played=frozenset(),
        once=frozenset(),
    )
    return structs.replace(state, hand=hand)


MOMENTS: tuple[type[Moment], ...] = (Trick, AtOnce, Laid)


def reads_photos() -> bool:
    return services().part(PhotoReader).is_on


def visit_with_photo(table_id: int) -> Visit:
    """Returns the table for a device that enters all its cards; aborts with 403, or 404 where no photos are read."""
    here = visit_to_enter(table_id)
    if not reads_photos():
        abort(404)
    require(enters_all(*here))
    return here


def moment_of(now: Snapshot, viewer: Viewer) -> Moment | None:
    """Returns the moment that a photo can show now, None where no cards are due."""
    return next((one for kind in MOMENTS if (one := kind(now, viewer)).is_due), None)
