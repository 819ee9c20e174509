"""Lines about penalties: given and lifted."""

from dataclasses import replace

from msgspec.structs import replace as changed

from rules_core.findings import Refusal
from webapp.journal.lines import At
from webapp.table.desk import Desk, Line
from webapp.table.lines.forms import Code, Name, Number, Place, Points, Rule, Seat, Words
from webapp.table.penalties import Lifting, Penalty, Step, numbered
from webapp.table.viewer import Viewer


class _OfReferee(Line, frozen=True):
    right = "is_referee"

    @property
    def is_told(self) -> bool:
        return True


class Penalised(_OfReferee, frozen=True, tag="penalty"):
    """The referee gives the player on this seat a penalty; `points` a side are adjusted by the `entry` made with it.

    `ready` is the code of what was the matter, to which `reason` adds.
    """

    begins = True
    seat: Seat
    step: Step
    reason: Words
    rule: Rule
    by: Name
    points: Points = ()
    entry: Place | None = None
    ready: Code = ""

    def made_with(self, place: int) -> "Penalised":
        return changed(self, entry=place) if self.points else self

    def apply(self, state: Desk, at: At) -> Desk:
        given = Penalty(
            number=len(state.penalties) + 1,
            line=len(state.lines) - 1,
            seat=self.seat,
            step=self.step,
            reason=self.reason,
            rule=self.rule,
            by=self.by,
            made_at=at.made_at,
            points=self.points,
            entry=self.entry,
            ready=self.ready,
        )
        return replace(state, penalties=(*state.penalties, given))


class Lifted(_OfReferee, frozen=True, tag="revoked"):
    """A penalty, by its number, does not hold any more."""

    penalty: Number
    why: Words
    by: Name

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        given = numbered(state.penalties, self.penalty)
        return None if given is not None and given.holds else Refusal("not-standing", "GEN-1")

    def apply(self, state: Desk, at: At) -> Desk:
        penalties = list(state.penalties)
        given = penalties[self.penalty - 1]
        penalties[self.penalty - 1] = replace(given, lifted=Lifting(self.why, self.by, at.made_at))
        return replace(state, penalties=tuple(penalties))
