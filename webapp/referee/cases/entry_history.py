"""Who entered what, when and on which phone; and what was changed since, before and after."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from rules_core import replay
from rules_core.events import Play, decode
from rules_core.findings import Contradiction, Refusal
from webapp.games.common import entries
from webapp.http.language import gettext as _
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.visibility import is_shown
from webapp.seats import seating
from webapp.services import services
from webapp.store.logged_events import LoggedEvent
from webapp.words.dates import moment


@dataclass(frozen=True)
class HistoryLine:
    """An entry of the log: its number from 1, what it says, what stood there before, its phone and its time."""

    number: int
    text: Markup
    before: Markup | None
    phone: str
    at: str
    reason: str = ""


def entry_history(subject: Subject, places: Iterable[int]) -> list[HistoryLine]:
    """Returns the entries at these places of the log, each with its changes, as far as they may be read."""
    now = subject.now
    wanted = set(places)
    shown = {
        node.index for node in replay.nodes(now.fold) if node.index in wanted and is_shown(now, subject.viewer, node)
    }
    if not shown:
        return []
    log = services().store.events(now.table.id)
    names = _Phones(subject)
    return [line for place in sorted(shown) for line in _of_place(subject, log, place, names)]


class _Phones:
    """The names of the phones, each asked for once."""

    def __init__(self, subject: Subject) -> None:
        self._now = subject.now
        self._known: dict[int | None, str] = {}

    def name(self, device_id: int | None) -> str:
        if device_id not in self._known:
            self._known[device_id] = seating.phone_name(self._now, device_id)
        return self._known[device_id]


def _of_place(subject: Subject, log: list[LoggedEvent], place: int, phones: _Phones) -> Iterator[HistoryLine]:
    text = None
    for line, raws, reason in _written(log[place:], place):
        changed = _said(subject, raws)
        yield HistoryLine(line.seq, changed, text, phones.name(line.device_id), moment(line.made_at), reason)
        text = changed


def _written(log: list[LoggedEvent], place: int) -> Iterator[tuple[LoggedEvent, list[dict[str, Any]], str]]:
    """The entry at this place, then the amendments that changed it, each with what it put there and why."""
    for line in log:
        if line.seq == place + 1:
            yield line, [json.loads(line.body)], ""
        if '"amend"' not in line.body:
            continue
        raw = json.loads(line.body)
        for change in raw["changes"] if raw.get("type") == "amend" else ():
            if change["target"] == place:
                yield line, change["with"], raw.get("reason", "")


def _said(subject: Subject, raws: list[dict[str, Any]]) -> Markup:
    if not raws:
        return Markup("%s") % _("deleted")
    names, known = subject.now.table.players, subject.now.fold.events
    events = [decode(raw, known) for raw in raws]
    if isinstance(subject.matter, Contradiction):  # it names nobody
        return Markup(" · ").join(entries.card_mark(event.card) for event in events if isinstance(event, Play))
    return Markup(" · ").join(entries.entry(event, names) for event in events if not isinstance(event, Refusal))
