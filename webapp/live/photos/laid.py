"""Cards by a photo that one player lays down, entered by what the game makes of them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup
from msgspec import structs

from rules_core.events import Event, encode
from rules_core.replay import Raw
from webapp.games.common import entries
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CARDS_SENT
from webapp.live.photos.moment import Draft, Moment, Outcome, Slot
from webapp.photo.seen import Reading
from webapp.table.entry_rights import seats_of
from webapp.table.secret_hands import secret_seats
from webapp.words.phrases import marked


class Laid(Moment):
    """As many cards as somebody lays down."""

    name = "laid"
    by_seat = False

    @cached_property
    def seats(self) -> Sequence[int]:
        """Who may lay cards down now, of those that this device enters for; an entered hand is its own phone's."""
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
        """Returns what the game answers of these cards, for its own part of a page; None where it says nothing."""
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
