"""Cards by a photo that are one entry: one that all turn over, those of the seats that draw, or a single one."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from rules_core.events import Event, decode
from rules_core.fields import Field, fields_of
from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.games.common.names import turn
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.live.photos.by_seats import BySeats
from webapp.live.photos.moment import Draft, Outcome, Slot
from webapp.table.snapshot import looking
from webapp.words.turn import named


class OfCards(NamedTuple):
    """An event that says nothing but cards, in this field."""

    event: Event
    field: Field

    @property
    def kind(self) -> str:
        return str(self.event.__struct_config__.tag)


class AtOnce(BySeats):
    """The cards that are entered together, where the table waits for nothing else."""

    name = "at-once"

    @cached_property
    def entry(self) -> OfCards | None:
        """What is due, where that says nothing but cards."""
        event = next(iter(self.game.candidates(self.now.fold.state)), None)
        fields = fields_of(type(event)) if event is not None else ()
        return OfCards(event, fields[0]) if event and len(fields) == 1 and _is_of_cards(fields[0]) else None

    @property
    def is_due(self) -> bool:
        return self.entry is not None

    @property
    def due(self) -> Sequence[int]:
        assert self.entry is not None  # `is_due`
        event, field = self.entry
        if field.kind == "card":
            return (event.acting(self.now.fold.state) or 0,)
        return range(len(self.names)) if field.per else self.view.to_act

    def events(self, draft: Draft) -> list[Raw]:
        assert self.entry is not None  # `is_due`
        kind, field = self.entry.kind, self.entry.field
        by_seat = {str(slot.at): slot.card for slot in draft.slots}
        cards = {"card": draft.slots[0].card, "list": list(by_seat.values()), "by-key": by_seat}
        return [{"type": kind, field.name: cards[field.kind]}]

    def outcome(self, draft: Draft) -> Outcome | None:
        """Returns who would be ahead, or whose turn it would be; by nothing that lies closed, so nothing is judged."""
        if draft.missing is not None:
            return None
        event = decode(self.events(draft)[0], self.now.fold.events)
        if isinstance(event, Refusal):
            return None
        state = self.game.apply(self.now.fold.state, event, self.now.fold.seq)
        after = self.game.view(state, looking(self.now, self.viewer))
        ahead = frozenset(seat.seat for seat in after.seats if seat.ahead)
        line = turn(self.game.name, after, self.names).line
        if len(ahead) == 1:
            line = named(_("%(name)s is ahead"), self.names[min(ahead)])
        return Outcome(line, ahead, _("ahead"))

    # Words

    @property
    def title(self) -> str:
        assert self.entry is not None  # `is_due`
        return _("Photo: %(what)s", what=look_of(self.game.name).entry_form.kind_name(self.entry.kind))

    @property
    def how(self) -> str:
        if len(self.due) == 1:
            return _("Photograph the card from above, so that its corners are seen.")
        return _("Lay each card before its player so that the corners are seen, and photograph them from above.")

    @property
    def enter(self) -> str:
        return ngettext("Enter this card", "Enter these cards", len(self.due))

    @property
    def mend(self) -> str:
        return "" if len(self.due) > 1 else _("Tap the card where it is another one.")

    def asks(self, slot: Slot) -> Markup:
        return named(_("Which card did %(name)s turn over?"), self.names[slot.at])


def _is_of_cards(field: Field) -> bool:
    item = field.item
    is_each = field.per == "seat" or field.kind == "by-key"
    return field.kind == "card" or (item is not None and item.kind == "card" and is_each)
