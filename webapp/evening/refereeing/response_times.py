"""How long the calls of an evening waited for a referee: until somebody was on the way, until they were settled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webapp.access.seating import referees
from webapp.evening.keeper import EveningNow
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.table.desk import Dispute, Line
from webapp.table.lines.matters import Ruled, Withdrawn
from webapp.table.snapshot import Snapshot
from webapp.telling.told import Telling
from webapp.words.disputes import by_name

Arrivals = Mapping[tuple[int, int], tuple[str, datetime]]
"""Who was on the way first to a call, by the id of the table and the number of the dispute, and when."""


@dataclass(frozen=True)
class Wait:
    """How long a call waited: until somebody was on the way, None where nobody said so, and until it was settled.

    `by` is the referee who came, else who settled it.
    """

    by: str
    came: timedelta | None
    settled: timedelta


@dataclass(frozen=True)
class ResponseTimes:
    """How long calls waited for a referee, on average, and at most until they were settled; in words."""

    by: str
    calls: int
    came: str
    settled: str
    longest: str


def arrivals_of(now: EveningNow) -> Arrivals:
    """Returns who was on the way first to each call, and since when."""
    found: dict[tuple[int, int], tuple[str, datetime]] = {}
    for row in now.lines:
        if row.kind == "coming" and not row.body.get("back") and row.seq not in now.state.undone:
            found.setdefault((row.body["table"], row.body["dispute"]), (row.body["by"], row.made_at))
    return found


def waits_at(now: Snapshot, told: Telling, arrivals: Arrivals) -> Iterator[Wait]:
    """Yields how long each call of a table waited until it was settled; what a referee brought up is none."""
    for dispute in now.desk.disputes:
        ended = next((it for it in now.desk.lines if _settles(it.says, dispute)), None)
        if dispute.source is None and ended is not None and dispute.by not in referees(now):
            by, came = arrivals.get((now.table.id, dispute.number), ("", None))
            name = by_name(by or told.authors.of_desk_line(ended))
            since = dispute.opened_at
            yield Wait(name, None if came is None else came - since, ended.made_at - since)


def _settles(says: Line, dispute: Dispute) -> bool:
    return isinstance(says, Ruled | Withdrawn) and says.dispute == dispute.number


def waited(waits: Sequence[Wait]) -> str:
    """Returns how many calls there were, and how long they waited."""
    calls = ngettext("%(num)s call of the referee.", "%(num)s calls of the referee.", len(waits))
    if not waits:
        return calls
    settled = [one.settled for one in waits]
    told = _("They waited %(average)s on average.", average=_average(settled))
    longest = _("The longest wait was %(longest)s.", longest=_length(max(settled)))
    return f"{calls} {told} {longest}"


def responses(waits: Sequence[Wait]) -> list[ResponseTimes]:
    """Returns how long calls waited, referee by referee, and at the whole evening."""
    names = sorted({one.by for one in waits}, key=str.casefold)
    found = [_response(name, [one for one in waits if one.by == name]) for name in names]
    return [*found, _response(_("The whole evening"), waits)] if found else []


def _response(by: str, waits: Sequence[Wait]) -> ResponseTimes:
    came, settled = [one.came for one in waits if one.came is not None], [one.settled for one in waits]
    return ResponseTimes(by, len(waits), _average(came), _average(settled), _length(max(settled)))


def _average(waits: Sequence[timedelta]) -> str:
    return _length(sum(waits, timedelta()) / len(waits)) if waits else "–"


def _length(wait: timedelta) -> str:
    return ngettext("%(num)s minute", "%(num)s minutes", max(1, round(wait.total_seconds() / 60)))


def response_head() -> list[str | int]:
    return [_("Referee"), _("Calls"), _("Until somebody came"), _("Until it was settled"), _("Longest")]
