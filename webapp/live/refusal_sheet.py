"""Sheet over the table after a refused entry: the reason and what can be done, or that the table moved on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.games.common import entries, refusals
from webapp.games.common.call_reasons import reason_of
from webapp.games.common.names import asked_once
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.journal.lines import USED
from webapp.pages.entry_location import told_event
from webapp.services import services
from webapp.table import permissions
from webapp.table.closed_questions import is_closed_to, is_known
from webapp.table.entry import Entry
from webapp.table.entry_rights import OTHER_DEVICE
from webapp.table.secret_hands import without_counts
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cards import SentencePart, card_in_signs, card_name, card_said
from webapp.words.cases import leave_asked
from webapp.words.entry_kit import put_back_for_one
from webapp.words.phrases import capital, marked, moved_on

_SEVERAL = frozenset({"cards", "melds"})
"""Fields with several cards or melds: the refusal says which of them it is about."""


@dataclass(frozen=True)
class RefusalSheet:
    """Why an entry was not taken. `event` makes it all the same, as irregular, where only a duty of play forbade it.

    `ask` calls the referee about it; `play_on`: the table pauses, and may go on before there is a ruling.
    `leave` is the entry where it only lacks leave: `leave_said` asks for that.
    `again` are the fields that were sent, where the entry waits for an answer: `go_on` says it.
    """

    entered: str | None
    known: str | None
    title: str
    text: str
    rule: str | None
    rule_url: str | None
    event: str | None
    ask: str | None = None
    play_on: bool = False
    leave: str | None = None
    leave_said: str = ""
    again: tuple[tuple[str, str], ...] = ()
    go_on: str = ""


@dataclass(frozen=True)
class MovedNote:
    """A note of entries made since; `event` is the entry that was not applied, where it would still fit."""

    text: str
    event: str | None = None
    label: str = ""


def refusal_sheet(refusal: Refusal, event: Raw, now: Snapshot, before: Snapshot | None = None) -> RefusalSheet:
    """Returns the sheet for a refused entry; one of several says where: `before` is the table before it."""
    names, table = now.table.players, now.table
    why = refusals.refusal_said(refusal if table.book == "open" else without_counts(now.fold, refusal), names)
    elsewhere = refusal.code in OTHER_DEVICE
    entered = None if elsewhere else _card(event) or (_card(refusal.facts) if _SEVERAL & event.keys() else None)
    held = refusal.facts.get("held")
    url = rule_url(table.game, why.rule, table.id)
    duty = refusal.code.startswith("must-")
    irregular = json.dumps({**event, "irregular": True}) if duty else None
    paused = refusal.code == "paused"
    ask = None if paused or elsewhere or refusal == USED else _ask(now, refusal, entered, why.title)
    title = why.title if before is None else f"{why.title} ({_trick(before)})"
    on = paused and not now.desk.held
    sheet = RefusalSheet(entered, held[0] if held else None, title, why.text, why.rule, url, irregular, ask, on)
    return _with_leave(sheet, refusal, event) if refusal.code in permissions.ASKABLE else sheet


def _with_leave(sheet: RefusalSheet, refusal: Refusal, event: Raw) -> RefusalSheet:
    """Returns the sheet with a key that asks for the leave; a ruling is proposed with its case, not here."""
    if refusal.facts.get("rules"):
        return sheet
    return replace(sheet, ask=None, leave=json.dumps(event), leave_said=leave_asked(refusal.code))


def _trick(now: Snapshot) -> str:
    """Returns *skirmish 3*: where of several events the refused one would have stood."""
    return _(look_of(now.table.game).trick_said, number=now.fold.game.trick_number(now.fold.state))


def for_others_sheet(game: str, name: str, sent: MultiDict[str, str]) -> RefusalSheet:
    """Returns the question before a phone enters for a seat that has a phone of its own."""
    return RefusalSheet(
        None,
        None,
        _("%(name)s has a phone here", name=name),
        asked_once(game),
        None,
        None,
        None,
        again=tuple((field, value) for field, value in sent.items(multi=True) if field not in ("op", "seen")),
        go_on=_("Enter for %(name)s", name=name),
    )


def _ask(now: Snapshot, refusal: Refusal, entered: str | None, title: str) -> str:
    """Returns the link to call the referee about a refused entry, which stands in no log, with a first text.

    What the reason says already they leave out, since each reads that in the own language: who and which card is left.
    """
    why, seat = reason_of(now.table.game, refusal.code), refusal.facts.get("seat")
    words = f"{card_name(entered)}: {title}" if entered else title
    if why is not None and entered:
        name = now.table.players[seat] if isinstance(seat, int) else ""
        words = ": ".join(filter(None, (name, card_in_signs(entered))))
    return url_for("disputes.form", table_id=now.table.id, why=why, text=words)


def moved_note(now: Snapshot, viewer: Viewer, entry: Entry) -> MovedNote:
    """Returns a note with the newest entry, and the entry that was not applied if it still fits."""
    text: str = moved_on()
    top = now.fold.top
    if entry.seen is not None and entry.seen > now.fold.seq:
        text = put_back_for_one(entry.seen, now.fold.seq)
    elif top is not None:
        entered = entries.entry(told_event(now, top), now.table.players)
        text = marked(_("Meanwhile: %(entry)s. Look again."), entry=entered)
    card = _card(entry.raw)
    if card is None or not _still_fits(now, viewer, replace(entry, seen=None)):
        return MovedNote(text)
    again = capital(_("Enter %(card)s all the same", card=card_said(card, SentencePart.OBJECT)))
    return MovedNote(text, json.dumps(entry.raw), again)


def _still_fits(now: Snapshot, viewer: Viewer, entry: Entry) -> bool:
    """Tells whether the entry would be taken now; where older tricks are closed, whether this phone may try it."""
    if is_closed_to(now, viewer):
        return permissions.refusal_of(now, viewer, entry) is None and not is_known(now, viewer, entry.raw.get("card"))
    return not isinstance(services().tables.would(now, viewer, entry), Refusal)


def _card(event: Mapping[str, Any]) -> str | None:
    card = event.get("card")
    return card if isinstance(card, str) and card_name(card) != card else None
