"""Lines about closed rounds: closed, their period reopened, changes that two people sign."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from msgspec import structs

from webapp.evening.lines.base import FindTable, Line
from webapp.evening.lines.evening import Planned
from webapp.evening.lines.rounds import RoundLine
from webapp.evening.state import EveningState, Proposal
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import MOST_EXTRA_MINUTES, MOST_PROPOSALS
from webapp.journal.lines import At, kinds_of, read, tag_of
from webapp.store.roles import Role


class RoundClosed(RoundLine, frozen=True, tag="round-closed"):
    """The results of a round that has ended stand: a change takes two from now on."""

    right = "runs"
    after_closing = True
    by: str = ""

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = state.round_of(self.round)
        if here is None:
            return "no-round"
        if not here.ended:
            return "not-ended"
        return "is-so" if here.is_closed else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.with_round(state, lambda here: replace(here, closed_at=at.made_at, reopened_until=None))


class PeriodReopened(RoundLine, frozen=True, tag="period-reopened"):
    """A closed round may be changed, by two signers, for this many `minutes` from now on."""

    right = "runs"
    after_closing = True
    minutes: int
    by: str = ""

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        here = state.round_of(self.round)
        if here is None or not here.is_closed:
            return "not-closed"
        return None if 1 <= self.minutes <= MOST_EXTRA_MINUTES else "bad-minutes"

    def apply(self, state: EveningState, at: At) -> EveningState:
        until = at.made_at + timedelta(minutes=self.minutes)
        return self.with_round(state, lambda here: replace(here, reopened_until=until))


class Proposed(Line, frozen=True, tag="proposed"):
    """Lines that change a closed round, proposed by one of the two signers that they take."""

    after_closing = True
    alone = False
    round: int
    lines: tuple[tuple[str, dict[str, Any]], ...]
    role: Role = Role.ORGANISER
    by: str = ""
    table: int | None = None

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        return who.helps and self.role == who.role

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if any(one.lines == self.lines for one in state.waiting):
            return "is-asked"
        return "many-proposals" if len(state.waiting) >= MOST_PROPOSALS else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        by = (self.by, self.role, at.device_id, at.made_at)
        asked = Proposal(at.seq, self.round, self.table, self.lines, *by, state.plan, state.title)
        return replace(state, proposals={**state.proposals, at.seq: asked})


class _OfProposal(Line, frozen=True):
    after_closing = True
    proposal: int
    by: str = ""

    def waiting(self, state: EveningState) -> Proposal | None:
        """Returns the proposal, None where it does not wait any more."""
        found = state.proposals.get(self.proposal)
        return found if found is not None and found.is_open else None

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return "no-proposal" if self.waiting(state) is None else None

    def answered(self, state: EveningState, at: At, *, made: bool) -> EveningState:
        ended = replace(state.proposals[self.proposal], signed_by=self.by, ended_at=at.made_at, made=made)
        return replace(state, proposals={**state.proposals, self.proposal: ended})


class Signed(_OfProposal, frozen=True, tag="signed"):
    """The second signature: the proposed lines take effect with this line."""

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        asked = self.waiting(state)
        return may_sign(who, state, asked) if asked is not None else who.helps

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Signed":
        seated = state.people.get(who.person or 0)
        return structs.replace(self, by=who.name or ("" if seated is None or who.runs else seated.name))

    def with_more(self, state: EveningState) -> Sequence[Line]:
        asked = self.waiting(state)
        return (self,) if asked is None else (self, *lines_of(asked, state))

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.answered(state, at, made=True)


class Declined(_OfProposal, frozen=True, tag="declined"):
    """The second signer declines, or the proposer withdraws."""

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        asked = self.waiting(state)
        if asked is None:
            return who.helps
        return who.device_id == asked.device_id or may_sign(who, state, asked)

    def apply(self, state: EveningState, at: At) -> EveningState:
        return self.answered(state, at, made=False)


def may_sign(who: EveningViewer, state: EveningState, asked: Proposal) -> bool:
    """Tells whether this is the second signer: the organiser for a referee, a referee for the organiser.

    Where no referee is let in somebody who sits at the table signs for the organiser's; where it is about no table,
    anybody who sits in that round.
    """
    if who.is_server or who.device_id == asked.device_id:
        return False
    if asked.role == Role.REFEREE:
        return who.runs
    if state.referees:
        return who.is_referee
    here = state.round_of(asked.round)
    sittings = () if here is None else here.sittings.values()
    return not who.runs and any(who.person in it.people for it in sittings if asked.table in (None, it.number))


def lines_of(asked: Proposal, state: EveningState) -> list[Line]:
    """Returns the lines that a proposal asks for, as things stand: of settings it changes those that it has changed."""
    kinds = {tag_of(kind): kind for kind in kinds_of(Line)}
    lines = (read(kinds, kind, body) for kind, body in asked.lines)
    return [_as_things_stand(asked, line, state) if isinstance(line, Planned) else line for line in lines]


def _as_things_stand(asked: Proposal, line: Planned, state: EveningState) -> Planned:
    was, wanted = asked.plan, line.plan
    names = [name for name in wanted.__struct_fields__ if getattr(wanted, name) != getattr(was, name)]
    plan = structs.replace(state.plan, **{name: getattr(wanted, name) for name in names})
    return Planned(plan, line.title if line.title != asked.title else state.title)
