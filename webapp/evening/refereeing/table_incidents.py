"""Incidents of one table of an evening, told from its log and its desk."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from flask import url_for

from webapp.evening.refereeing.table_matters import viewer_at
from webapp.evening.state import EveningState, table_in_round
from webapp.evening.viewer import EveningViewer
from webapp.games.common.names import hand_number
from webapp.games.registry import look_of
from webapp.history.records.protocol import EVERYBODY, Printed
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.referee.cases import photos
from webapp.referee.cases.photos import ShownPhoto
from webapp.referee.cases.subject import code_of
from webapp.referee.request_page import shown_change, told_plainly
from webapp.table.change_requests import ChangeRequest
from webapp.table.desk import Dispute
from webapp.table.lines.matters import Reopened
from webapp.table.penalties import Penalty
from webapp.table.snapshot import Snapshot
from webapp.telling.decided import past_proof
from webapp.telling.item import Item, Totals
from webapp.words.cases import asked as asks
from webapp.words.phrases import by_name, capital, isolated, with_full_stop
from webapp.words.turn import side_names

LISTED = frozenset({"ruling", "adjust", "penalty", "reopen"})
"""Entries that are in a table's own list of decisions."""


class Effect(NamedTuple):
    """What an incident changed for these people: *Ben 9 → 12*."""

    people: tuple[str, ...]
    said: str


@dataclass(frozen=True)
class Incident:
    """An incident at an evening, in words.

    `number` is that of the table, `place` the round and the hand, `people` those whom it concerns. `what` says of what
    kind it is, `text` what happened, `decided` what was decided. `ended` says what became of it, `is_kept` that the
    effect stays all the same, `origin` where it comes from if that is a file; `url` leads to it, and `photos` to what
    is kept with its case, where this viewer may see that.
    """

    at: datetime
    number: int
    place: str
    people: tuple[str, ...]
    what: str
    text: str
    decided: str
    by: str
    rule: str = ""
    effect: tuple[Effect, ...] = ()
    ended: str = ""
    is_kept: bool = False
    url: str | None = None
    photos: tuple[str, ...] = ()
    origin: str = ""

    @property
    def holds(self) -> bool:
        return self.is_kept or not self.ended

    def effect_on(self, name: str) -> list[str]:
        """What changed for a player, or all that changed where nothing did."""
        return [one.said for one in self.effect if name in one.people] or [one.said for one in self.effect]


class TableIncidents:
    """Gathers the incidents of one table of an evening."""

    def __init__(self, state: EveningState, now: Snapshot, viewer: EveningViewer) -> None:
        self.now, self.printed = now, Printed(now, 0)
        seated = table_in_round(state, now.table.id)
        self.round = "" if seated is None else _("Round %(round)s", round=seated[0].number)
        self.number = (now.table.evening_number or 0) if seated is None else seated[1].number
        self.viewer = viewer_at(now, viewer.device_id)
        self.page = url_for("rulings.index", table_id=now.table.id) if self.viewer.may_see else None

    def incidents(self) -> Iterator[Incident]:
        """Yields them; a call that was ruled on is told by its ruling."""
        told = self.printed.telling
        yield from map(self._ruling, told.rulings())
        for item in (*told.adjustments(), *told.voided(), *told.penalties()):
            yield self._of(item)
        yield from map(self._request, self.now.desk.changes)
        yield from (self._request_in_file(item) for item in told.requests() if item.source is not None)
        yield from (self._of(item) for item in told.disputes() if item.of in self._not_ruled)
        yield from (self._of(item) for item in told.told_of_desk() if isinstance(item.says, Reopened))
        for item in told.corrections():
            if told.is_alone(item.place, [change.target for change in item.changes]):
                yield self._of(item)

    @property
    def _not_ruled(self) -> list[Dispute]:
        return [one for one in self.now.desk.disputes if one.is_open or not one.rulings]

    def _ruling(self, item: Item) -> Incident:
        dispute, proof = self.now.desk.of_ruling(item.place), past_proof(self.now, item.place)
        called = next((one for one in self.printed.telling.disputes() if one.of == dispute), None)
        asked = "" if dispute is None or called is None else self._asked(dispute, called)
        text = sentences(asked, self._about(item) if proof is None else proof.said)
        told = self._incident(item, _("Ruling"), text, str(item.text), about=item.about)
        if dispute is not None:
            return self._with_photos(told, code_of(dispute))
        return self._with_photos(told, code_of(None if proof is None else proof.found))

    @cached_property
    def _photos(self) -> list[ShownPhoto]:
        return photos.shown(self.now, self.viewer)

    def _with_photos(self, told: Incident, case: str) -> Incident:
        """Returns the incident with the photos of its case: how many, and those that this viewer may see."""
        kept = [one for one in self._photos if one.case_code == case]
        if not kept:
            return told
        said = ngettext("%(num)s photo is kept with it.", "%(num)s photos are kept with it.", len(kept))
        urls = tuple(one.url for one in kept if one.url is not None and self.page is not None)
        return replace(told, text=sentences(told.text, said), photos=urls)

    def _about(self, item: Item) -> str:
        """Returns the subject without the hand, which stands in the place."""
        dispute = item.of if isinstance(item.of, Dispute) else self.now.desk.of_ruling(item.place)
        if dispute is not None and dispute.about is None and dispute.hand is None:
            return ""  # of the whole match
        return capital(self.printed.about(item, hand=False))

    def _hand_of(self, item: Item) -> int:
        place = item.about if item.about is not None or item.is_of_desk else item.place
        return item.hand or (0 if place is None else self.printed.telling.readable.lines[place].hand)

    def _request(self, change: ChangeRequest) -> Incident:
        shown = shown_change(self.now, EVERYBODY, change)
        people = tuple(name for name in self.now.table.players if name == change.by)
        text, decided = (
            sentences(shown.title, *told_plainly(self.now, EVERYBODY, change), change.why),
            sentences(shown.state, change.answer),
        )
        by = by_name(change.answered_by or change.by)
        return Incident(change.made_at, self.number, self.round, people, _("Request"), text, decided, by)

    def _request_in_file(self, item: Item) -> Incident:
        """Returns what a record says of a request: nobody decides on it here, and what was asked is not in it."""
        told = self._incident(item, _("Request"), sentences(str(item.text), *self.printed.lines(item)), "")
        return replace(told, people=tuple(name for name in self.now.table.players if name == item.by))

    def _asked(self, dispute: Dispute, called: Item) -> str:
        said = called.title if dispute.appeals is not None else asks(dispute.by)
        return f"{said}: {dispute.text if dispute.appeals is not None else self.printed.what(called)}"

    def _of(self, item: Item) -> Incident:
        printed = self.printed
        match item:
            case Item(of=Dispute(appeals=appeals) as dispute):
                text = sentences(self._asked(dispute, item), self._about(item), *printed.lines(item))
                what = _("Call") if appeals is None else _("Appeal")
                ended = capital(item.ended)
                told = self._incident(item, what, text, ended, about=item.about)
                return self._with_photos(told, code_of(dispute))
            case Item(kind="penalty"):
                return self._incident(item, _("Penalty"), str(item.text), item.title)
            case Item(kind="amend"):
                return self._incident(item, _("Correction"), sentences(*printed.changes(item)), str(item.text))
        return self._incident(item, item.title, str(item.text), item.points)

    def _incident(self, item: Item, what: str, text: str, decided: str, about: int | None = None) -> Incident:
        printed, hand = self.printed, self._hand_of(item)
        effect = tuple(self._effect(printed.telling.effect(item)))
        became = item.ended and "" if isinstance(item.of, Dispute) else printed.ended(item)
        return Incident(
            item.at,
            self.number,
            ", ".join(filter(None, (self.round, hand_number(self.now.table.game, hand) if hand else ""))),
            tuple(self._people(item, effect, about)),
            what,
            text,
            decided,
            printed.by(item),
            item.rule or "",
            effect,
            sentences(became),
            item.is_kept,
            f"{self.page}#{item.code}" if self.page is not None and item.kind in LISTED else None,
            origin=sentences(item.mark),
        )

    def _effect(self, totals: Totals | None) -> Iterator[Effect]:
        """Yields each total that changed, before and after."""
        if totals is None:
            return
        players, write = self.now.table.players, look_of(self.now.table.game).points_said
        names = side_names(players, len(totals[0]))
        for side, (was, now) in enumerate(zip(*totals, strict=True)):
            if was != now:
                yield Effect(tuple(players[side :: len(names)]), f"{isolated(names[side])} {write(was)} → {write(now)}")

    def _people(self, item: Item, effect: Iterable[Effect], about: int | None) -> Iterator[str]:
        """Yields the people of a penalty or entry, and those whose totals changed."""
        players = self.now.table.players
        found = {players.index(name) for one in effect for name in one.people}
        if isinstance(item.of, Penalty):
            found.add(item.of.seat)
        said = None if about is None else self.printed.telling.readable.lines[about].says
        if said is not None and isinstance(seat := getattr(said.event, "seat", None), int):
            found.add(seat)
        yield from (players[seat] for seat in sorted(found))


def sentences(*told: str) -> str:
    return " ".join(with_full_stop(one) for one in told if one)
