"""Lines about the result of a table of a round: said, confirmed, taken out again, set by a ruling."""

from dataclasses import replace

from msgspec import structs

from rules_core.hand_points import odd_totals
from webapp.evening.lines.base import EveningRefusal, FindTable, OwnResults, ServerLine
from webapp.evening.lines.rounds import TableLine
from webapp.evening.plan import Confirmer
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.state import AdjustedResult, EveningState, Report, Sitting
from webapp.evening.viewer import EveningViewer
from webapp.games.common.rulebook import is_rule_of
from webapp.http.limits import LONGEST_REASON
from webapp.journal.lines import At
from webapp.table.player_names import kept_text


class ResultLine(TableLine, frozen=True):
    """A line that says the result of a table.

    `odd`: typed numbers to which no hands of the game can come are said to be right all the same.
    """

    scores: tuple[int, ...]
    person: int | None = None
    hands: int = 0
    odd: bool = False

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here, sitting = state.round_of(self.round), self.sitting(state)
        if here is None or sitting is None:
            return "no-table"
        if here.ended and not who.runs:
            return "no-round"
        if sitting.is_in:
            return "is-in"
        return None if 1 <= len(self.scores) <= len(sitting.people) else "bad-scores"

    def fits_tables(self, state: EveningState, own: OwnResults) -> str | None:
        """Returns a code where the table has another result: a played one cannot be overruled."""
        sitting = self.sitting(state)
        scores = None if sitting is None else own.get(sitting.table or 0)
        return None if scores in (None, self.scores) else "table-counts"

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        """A typed result has one number a side, to which hands of the game can come, unless a table has said so."""
        sitting = self.sitting(state)
        there = None if sitting is None else tables(sitting.table)
        if sitting is None or sitting.is_in or (there is not None and there.started):
            return None
        start = state.plan.opening(len(sitting.people))
        if len(self.scores) != len(start.state.totals):
            return EveningRefusal("bad-scores")
        of = start.game.hand_points(len(sitting.people), start.state.options)
        is_said = sitting.reported is not None and sitting.reported.scores == self.scores
        hands = state.plan.hands_at(len(sitting.people))
        odd = None if self.odd or is_said else odd_totals(of, self.scores, hands)
        return None if odd is None else EveningRefusal("odd-scores", {"why": odd.why, "numbers": odd.facts})

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "ResultLine":
        """Players report only for their own side. The number of hands comes from the table."""
        sitting = self.sitting(state)
        there = None if sitting is None else tables(sitting.table)
        is_own = self.person is None and sitting is not None and who.person in sitting.people and not who.runs
        person, hands = who.person if is_own else self.person, 0 if there is None else there.hands
        return structs.replace(self, person=person, hands=hands)


class Reported(ResultLine, frozen=True, tag="reported"):
    """A table reports its final result: these points a seat; by `person`, if a player did.

    `own`: it is what the entries of the table came to then; else nothing was entered there, and it was typed.
    """

    own: bool = False

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        return self.person in (None, who.person) and self.is_from_there(who, state)

    def apply(self, state: EveningState, at: At) -> EveningState:
        said = Report(self.scores, self.hands, self.person, at.made_at, self.own or self.hands > 0)
        return self.with_table(state, lambda one: replace(one, reported=said, refused=()))


class Confirmed(ResultLine, frozen=True, tag="confirmed"):
    """A result counts: the other side or the organiser confirms it.

    `own` as in a reported one. `shown` stands in older lines, where another result than the table's own was typed:
    what the table itself said then.
    """

    undoable = True
    shown: tuple[int, ...] = ()
    own: bool = False

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """The other side confirms a report: neither the same player nor one of the same side."""
        if who.runs:
            return True
        sitting = self.sitting(state)
        if state.plan.confirmer == Confirmer.ORGANISER or sitting is None or sitting.reported is None:
            return False
        if self.person is None or self.person != who.person or who.person not in sitting.people:
            return False
        return not _is_same_side(sitting, sitting.reported, self.person)

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> ResultLine:
        """A reported result is confirmed unchanged."""
        meant, sitting = super().meant(who, state, tables), self.sitting(state)
        said = None if sitting is None else sitting.reported
        hands = said.hands if said is not None and said.scores == self.scores else meant.hands
        return structs.replace(meant, hands=hands, shown=())

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        sitting = self.sitting(state)
        if not who.runs and sitting is not None and sitting.reported and sitting.reported.scores != self.scores:
            return "moved-on"
        return super().fits(who, state)

    def apply(self, state: EveningState, at: At) -> EveningState:
        own = self.own or self.hands > 0 or any(self.shown)
        result = Report(self.shown if own and self.shown else self.scores, self.hands, self.person, at.made_at, own)
        return self.with_table(state, lambda one: replace(one, result=result, refused=()))


class Corrected(ServerLine, TableLine, frozen=True, tag="corrected"):
    """A result that was in is another one since a correction at its table; `shown` as in an older confirmed one."""

    after_closing = True
    scores: tuple[int, ...]
    was: tuple[int, ...]
    shown: tuple[int, ...] = ()

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        sitting = self.sitting(state)
        if sitting is None or sitting.result is None:
            return "no-table"
        # Before an older line another result than the table's own counted.
        return "moved-on" if not self.shown and sitting.result.scores != self.was else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        def change(one: Sitting) -> Sitting:
            if one.result is None:  # the confirmation was undone
                return one
            result = replace(one.result, scores=self.shown or self.scores, at=at.made_at, own=True)
            return replace(one, result=result, corrected=one.result.scores)

        return self.with_table(state, change)


class Rejected(TableLine, frozen=True, tag="rejected"):
    """A reported result is refused, or one that counted is taken out again.

    `entered`: the server does that, since entries at the table have come to another result than was said or typed, or
    all of them are undone.
    """

    after_closing = True
    undoable = True
    entered: bool = False

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """The server alone notes that a table has another result."""
        return who.is_server if self.entered else self.is_from_there(who, state)

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        sitting = self.sitting(state)
        if state.is_closed and not self.entered:
            return "closed"
        if sitting is None:
            return "no-table"
        if sitting.is_in:
            return None if who.runs or self.entered else "is-in"
        return None if sitting.reported is not None else "is-so"

    def apply(self, state: EveningState, at: At) -> EveningState:
        def without(one: Sitting) -> Sitting:
            said = None if self.entered or one.reported is None else one.result or one.reported
            refused = () if said is None else said.scores
            return replace(one, reported=None, refused=refused, result=None, corrected=None)

        return self.with_table(state, without)

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        """A played result is not taken out: its table is corrected."""
        sitting = self.sitting(state)
        played = sitting is not None and sitting.result is not None and sitting.result.own
        return EveningRefusal("table-counts") if played else None


class Adjusted(TableLine, frozen=True, tag="adjusted"):
    """A ruling sets the worth of a table's round for these people, by default all who sit there.

    `value` is a percentage or a number of points, else 0. What was ruled about them there before holds no more.
    """

    right = "helps"
    after_closing = True
    to: AdjustedTo
    reason: str
    rule: str
    by: str = ""
    people: tuple[int, ...] = ()
    value: int = 0

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here, sitting = state.round_of(self.round), self.sitting(state)
        if here is None or sitting is None:
            return "no-table"
        if here.starts_at is None and not here.ended:
            return "no-round"
        if not self.people or not {*self.people} <= {*sitting.people}:
            return "not-there"
        if not self.reason.strip():
            return "no-reason"
        if not is_rule_of(state.plan.game, self.rule):
            return "no-rule"
        if self.to == AdjustedTo.PERCENT and not 0 <= self.value <= 100:
            return "bad-percentage"
        held = state.adjusted_now
        is_played = all((self.round, self.number, one) not in held for one in self.people)
        return "is-so" if self.to == AdjustedTo.PLAYED and is_played else None

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Adjusted":
        sitting = self.sitting(state)
        everybody = () if sitting is None else sitting.people
        return structs.replace(
            self,
            by=who.name or "",
            reason=kept_text(self.reason)[:LONGEST_REASON],
            people=tuple(sorted({*(self.people or everybody)})),
            value=self.value if self.to in (AdjustedTo.PERCENT, AdjustedTo.POINTS) else 0,
        )

    def apply(self, state: EveningState, at: At) -> EveningState:
        ruled = AdjustedResult(line=at.seq, made_at=at.made_at, **structs.asdict(self))
        return replace(state, adjusted=(*state.adjusted, ruled))


def _is_same_side(sitting: Sitting, report: Report, person: int) -> bool:
    if report.person is None or report.person not in sitting.people:
        return False
    sides = len(report.scores) or len(sitting.people)
    return sitting.people.index(person) % sides == sitting.people.index(report.person) % sides
