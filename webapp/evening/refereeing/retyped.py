"""Results that counted in a round, were taken out, and came in as others."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Confirmed, Rejected, Reseated, Unseated, line_of

Scores = tuple[int, ...]


class RetypedResult(NamedTuple):
    """A result that came in as another one than before, or was taken out and is not in: when, and by which device."""

    round: int
    number: int
    before: Scores
    after: Scores | None
    at: datetime
    device_id: int | None


def retyped_results(now: EveningNow) -> Iterator[RetypedResult]:
    """Yields them, those of closed rounds left out: two have signed these. What was undone at once never counted."""
    counted, out = dict[tuple[int, int], Scores](), dict[tuple[int, int], RetypedResult]()
    for row in now.lines:
        line = line_of(row.kind, row.body) if row.seq not in now.state.undone else None
        if isinstance(line, Unseated | Reseated):  # nobody sits there as before
            out = {place: one for place, one in out.items() if one.round != line.round}
        elif isinstance(line, Rejected) and (line.round, line.number) in counted:
            place = line.round, line.number
            out[place] = RetypedResult(*place, counted.pop(place), None, row.made_at, row.device_id)
        elif isinstance(line, Confirmed):
            place, scores = (line.round, line.number), line.shown or line.scores
            counted[place] = scores
            one = out.pop(place, None)
            if one is not None and one.before != scores and not _is_closed(now, one):
                yield one._replace(after=scores, at=row.made_at, device_id=row.device_id)
    yield from (one for one in out.values() if not _is_closed(now, one))


def _is_closed(now: EveningNow, one: RetypedResult) -> bool:
    here = now.state.round_of(one.round)
    return here is None or (here.closed_at is not None and one.at >= here.closed_at)
