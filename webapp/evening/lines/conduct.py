"""Lines of referees: penalties, announcements, and referees on the way to a table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from msgspec import Struct, structs

from webapp.evening.lines.base import EveningRefusal, FindTable, Line, is_far
from webapp.evening.lines.people import Left
from webapp.evening.plan import Giver, Ladder
from webapp.evening.state import Announcement, Arrival, EveningState, Handing, Penalty, Presence, Zones
from webapp.evening.viewer import EveningViewer
from webapp.games.common.rulebook import is_rule_of
from webapp.http.limits import LONGEST_REASON, MOST_ANNOUNCED, MOST_EXTRA_MINUTES
from webapp.journal.lines import At
from webapp.table.penalties import EXCLUSION, Lifting
from webapp.table.player_names import kept_text


class Penalised(Line, frozen=True, tag="penalised"):
    """The referee books a penalty against somebody; `points` are taken off in the standing.

    Where it was given at a table's own desk, `table` is the id of that table and `table_penalty` its number there; its
    points count at the table, and `points` has none. `ready` is the code of what was the matter there.
    """

    after_closing = True
    person: int
    step: str
    reason: str
    rule: str
    by: str
    points: int = 0
    round: int | None = None
    number: int | None = None
    table: int = 0
    table_penalty: int = 0
    ready: str = ""

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """Allowed for referees; penalties from the desk of a table are noted by the server."""
        return who.is_server if self.table_penalty else who.is_referee

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if self.person not in state.people:
            return "nobody" if self.person else "no-person"
        if not (self.reason.strip() or (self.table_penalty and self.ready)):
            return "no-reason"
        if self.table_penalty:
            known = ((one.table, one.table_penalty) for one in state.penalties.values())
            return "is-so" if (self.table, self.table_penalty) in known else None
        if self.step not in Ladder.__struct_fields__:
            return "no-step"
        if not is_rule_of(state.plan.game, self.rule):
            return "no-rule"
        if self.points != getattr(state.plan.ladder, self.step):
            return "not-the-ladder"
        return "head-only" if not gives(state, self.step, who.name) else None

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Penalised":
        own = structs.replace(self, by=who.name or "", reason=kept_text(self.reason)[:LONGEST_REASON])
        return own if self.table_penalty else structs.replace(own, table=0, ready="")

    def with_more(self, state: EveningState) -> Sequence[Line]:
        """Returns it with the cost of its step and the player's table; an exclusion also makes the player leave.

        Points that were named stay as they are, and are refused where they differ from the ladder.
        """
        if self.table_penalty:
            return (self,)
        here, person = state.round, state.people.get(self.person)
        sitting = None if here is None else here.sitting_of(self.person)
        at = (None, None) if here is None or sitting is None else (here.number, sitting.number)
        points = self.points or getattr(state.plan.ladder, self.step, 0)
        given = structs.replace(self, points=points, round=at[0], number=at[1])
        leaves = self.step == EXCLUSION and person is not None and person.presence != Presence.LEFT
        return (given, Left(self.person)) if leaves else (given,)

    def apply(self, state: EveningState, at: At) -> EveningState:
        given = Penalty(line=at.seq, made_at=at.made_at, **structs.asdict(self))
        return replace(state, penalties={**state.penalties, at.seq: given})


class Lifted(Line, frozen=True, tag="lifted"):
    """A penalty, named by its line, does not hold any more."""

    after_closing = True
    penalty: int
    why: str
    by: str

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A penalty from the desk of a table is lifted there, together with its points."""
        given = state.penalties.get(self.penalty)
        return who.is_server if given is not None and given.table_penalty else who.is_referee

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        given = state.penalties.get(self.penalty)
        if given is None:
            return "no-penalty"
        if not given.holds:
            return "is-so"
        return None if self.why.strip() else "no-reason"

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Lifted":
        return structs.replace(self, by=who.name or "", why=kept_text(self.why)[:LONGEST_REASON])

    def apply(self, state: EveningState, at: At) -> EveningState:
        lifted = replace(state.penalties[self.penalty], lifted=Lifting(self.why, self.by, at.made_at))
        return replace(state, penalties={**state.penalties, self.penalty: lifted})


class Announced(Line, frozen=True, tag="announced"):
    """A text for these tables, for all where there are none."""

    right = "helps"
    undoable = True
    text: str
    by: str
    tables: tuple[int, ...] = ()

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return None if 0 < len(kept_text(self.text)) <= MOST_ANNOUNCED else "bad-text"

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Announced":
        return Announced(kept_text(self.text), who.name or "", tuple(sorted({*self.tables})))

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        return None if {*self.tables} <= {*state.table_numbers} else EveningRefusal("no-table")

    def apply(self, state: EveningState, at: At) -> EveningState:
        said = Announcement(at.seq, self.text, self.by, self.tables, at.made_at)
        return replace(state, announcements=(*state.announcements, said))


class _OfCall(Line, frozen=True):
    table: int
    dispute: int

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        there = tables(self.table)
        is_open = there is not None and any(call.number == self.dispute for call in there.calls)
        return None if is_open else EveningRefusal("no-call")


class Coming(_OfCall, frozen=True, tag="coming"):
    """A referee is on the way to a table about a dispute there, by its number; `back`: not any more."""

    by: str
    back: bool = False

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A referee comes; the server notes that a matter is settled."""
        return who.is_referee or (who.is_server and self.back)

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        there = state.coming.get((self.table, self.dispute))
        if self.back:
            return None if there is not None and who.device_id in (None, there.device_id) else "is-so"
        return "another-comes" if there is not None else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        coming = {there: one for there, one in state.coming.items() if there != (self.table, self.dispute)}
        if not self.back:
            coming[self.table, self.dispute] = Arrival(self.by, at.device_id, at.made_at)
        return replace(state, coming=coming)


class HandedOver(_OfCall, frozen=True, tag="handed-over"):
    """A referee hands a call over to another one, by name; `back`: it is not theirs, after all."""

    to: str = ""
    by: str = ""
    back: bool = False

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        return who.is_referee or (who.is_server and self.back)

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        key = self.table, self.dispute
        handed, coming = state.handed.get(key), state.coming.get(key)
        if self.back:
            if handed is None or who.device_id not in (None, handed.device_id):
                return "is-so"
            return "is-taken" if coming is not None and not who.is_server else None
        if self.to not in state.referees or self.to == who.name:
            return "no-referee"
        if coming is not None and coming.device_id != who.device_id:
            return "another-comes"
        return "is-so" if handed is not None and handed.to == self.to else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        key = self.table, self.dispute
        handed = {there: one for there, one in state.handed.items() if there != key}
        if self.back:
            return replace(state, handed=handed)
        coming = {there: one for there, one in state.coming.items() if there != key}
        handed[key] = Handing(self.to, self.by, at.device_id, at.made_at)
        return replace(state, handed=handed, coming=coming)


class Zone(Struct, frozen=True):
    """The tables from one number to another are those of a referee, by name."""

    first: int
    last: int
    by: str


class Zoned(Line, frozen=True, tag="zoned"):
    """Tables are shared out among the referees; after `minutes` a call goes to all. `head` is the head referee."""

    right = "helps"
    zones: tuple[Zone, ...] = ()
    minutes: int = 3
    head: str = ""

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if any(name not in state.referees for name in (self.head, *(one.by for one in self.zones)) if name):
            return "no-referee"
        ordered = sorted(self.zones, key=lambda one: one.first)
        apart = all(before.last < after.first for before, after in pairwise(ordered))
        if not apart or not all(1 <= one.first <= one.last for one in ordered):
            return "bad-zones"
        return None if 0 <= self.minutes <= MOST_EXTRA_MINUTES else "bad-minutes"

    def fault(self) -> str | None:
        return super().fault() or ("bad-number" if any(is_far(one.last) for one in self.zones) else None)

    def apply(self, state: EveningState, at: At) -> EveningState:
        tables = tuple((one.first, one.last, one.by) for one in self.zones)
        return replace(state, zones=Zones(tables, self.minutes, self.head))


def gives(state: EveningState, step: str, name: str | None) -> bool:
    """Tells whether a referee of this name may give a step of the ladder, alone or with the organiser."""
    giver = getattr(state.plan.givers, step)
    return giver is not Giver.HEAD or name == state.head_referee


def takes_both(state: EveningState, line: Line) -> bool:
    """Tells whether a penalty is given by a referee and the organiser together."""
    if not isinstance(line, Penalised) or line.table_penalty:
        return False
    return getattr(state.plan.givers, line.step, Giver.REFEREE) is Giver.BOTH
