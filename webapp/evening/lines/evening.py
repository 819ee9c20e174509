"""Lines that run the evening: its plan, tables that join, undoing, the end."""

from dataclasses import replace

import msgspec

from rules_core.findings import Malformed
from rules_core.games import GAMES
from webapp.evening.lines.base import EveningRefusal, FindTable, Line, ServerLine, is_far
from webapp.evening.plan import Length, Plan
from webapp.evening.state import EveningState, Guest, Match, Origin
from webapp.evening.viewer import EveningViewer
from webapp.http.limits import MOST_PLAN_POINTS, MOST_ROUND_HANDS, MOST_ROUND_MINUTES, MOST_ROUNDS
from webapp.journal.lines import At
from webapp.table.player_names import is_title, tidy

FIXED_BY_A_ROUND = ("kind", "game", "options", "edition", "choices", "pairs")
"""Settings that are fixed once a round is seated. Those of the standing may change, for all rounds."""


class Planned(Line, frozen=True, tag="planned"):
    """The organiser has set the plan; `title` as it is called from now on."""

    right = "runs"
    plan: Plan
    title: str = ""

    def fault(self) -> str | None:
        if (fault := super().fault()) is not None:
            return fault
        return None if is_playable(self.plan) else "bad-plan"

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if not state.rounds:
            played = state.guests or state.matches
            return "bad-plan" if played and self.plan.kind != state.plan.kind else None
        same = all(getattr(self.plan, name) == getattr(state.plan, name) for name in FIXED_BY_A_ROUND)
        return None if same and self.plan.rounds >= len(state.rounds) else "bad-plan"

    def meant(self, who: EveningViewer, state: EveningState, tables: FindTable) -> "Planned":
        return Planned(self.plan, tidy(self.title) or state.title)

    def typed_fault(self, state: EveningState, tables: FindTable) -> EveningRefusal | None:
        if not is_title(self.title):
            return EveningRefusal("bad-title")
        if self.plan.tells_hidden:  # earlier evenings may have such a plan
            return EveningRefusal("tells-hidden")
        return None if is_offered(self.plan) else EveningRefusal("bad-plan")

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, plan=self.plan, title=self.title or state.title)


class Imported(ServerLine, frozen=True, tag="imported"):
    """The evening comes from an archive: its fingerprint, its author, and the claim of its signature."""

    after_closing = True
    fingerprint: str
    written: str
    house: str = ""
    claimed: str = ""

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, origin=Origin(self.fingerprint, self.written, self.house, self.claimed))


class Joined(Line, frozen=True, tag="joined"):
    """A running table belongs to the evening from now on, by its id in the database.

    `after` is the table of the match before, whose number this one takes over; what was played there counts.
    """

    alone = False
    number: int
    table: int
    game: str
    names: tuple[str, ...]
    after: int = 0

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A phone that the view has found to have the right, by an invite or as the host of the table."""
        return not who.is_server

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        if any(one.table == self.table for one in state.guests.values()):
            return "is-so"
        there = state.guests.get(self.number)
        if self.after:
            return None if there is not None and there.table == self.after else "no-table"
        return None if there is None else "number-taken"

    def apply(self, state: EveningState, at: At) -> EveningState:
        guest = Guest(self.number, self.table, self.game, self.names, at.made_at)
        goes_on = {(self.table, name): one for (table, name), one in state.called.items() if table == self.after}
        guests = dict(sorted({**state.guests, self.number: guest}.items()))
        return replace(state, guests=guests, called={**state.called, **goes_on})


class Parted(Line, frozen=True, tag="parted"):
    """A table leaves the evening."""

    after_closing = True
    alone = False
    number: int
    table: int

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """A phone that the view has found to have the right, as for one that joins."""
        return not who.is_server

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return None if any(one.table == self.table for one in state.guests.values()) else "no-table"

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, guests={number: one for number, one in state.guests.items() if one.table != self.table})


class Played(ServerLine, frozen=True, tag="played"):
    """A match at a table of an open evening is over: these points a seat, people as they are called there.

    Without points it is played on. `low_wins`: few points were good; None: as is usual in the game. After the evening
    a match that counted is corrected, also where it is played on and over again, and none is added.
    """

    after_closing = True

    table: int
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    number: int = 0
    low_wins: bool | None = None

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        counts = self.table in state.matches or (self.scores and self.table in state.played_on)
        return "closed" if state.is_closed and not counts else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        others = {table: match for table, match in state.matches.items() if table != self.table}
        if not self.scores:
            played_on = {self.table} if state.is_closed else set[int]()
            return replace(state, matches=others, played_on=state.played_on | played_on)
        of = (self.table, self.number, self.game, self.names, self.scores, self.sides)
        return replace(state, matches={**others, self.table: Match(at.seq, *of, at.made_at, self.low_wins)})


class Disclosed(Line, frozen=True, tag="disclosed"):
    """The last round, hidden so far, is shown."""

    right = "runs"
    after_closing = True
    undoable = True

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, disclosed=True)


class Undone(Line, frozen=True, tag="undone"):
    """A line is taken back."""

    after_closing = True
    line: int

    def allowed(self, who: EveningViewer, state: EveningState) -> bool:
        """The keeper checks that the line can be undone: the evening is folded again without it."""
        return who.helps


class Closed(Line, frozen=True, tag="closed"):
    """The evening is over."""

    right = "runs"
    undoable = True

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        # What came from an archive is over as it stood there.
        runs = state.origin is None and state.round is not None and not state.round.ended
        return "round-runs" if runs else None

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, closed_at=at.made_at)


class Reopened(Line, frozen=True, tag="reopened"):
    """It is not, after all."""

    right = "runs"
    after_closing = True

    def fits(self, who: EveningViewer, state: EveningState) -> str | None:
        return None if state.is_closed else "is-so"

    def apply(self, state: EveningState, at: At) -> EveningState:
        return replace(state, closed_at=None)


def is_offered(plan: Plan) -> bool:
    """Tells whether the numbers of a plan are such as an evening is opened with."""
    points = (plan.bye, *plan.place_points)
    within = plan.hands <= MOST_ROUND_HANDS and all(-MOST_PLAN_POINTS <= one <= MOST_PLAN_POINTS for one in points)
    return within and not (plan.length == Length.TIME and not plan.minutes)


def is_playable(plan: Plan) -> bool:
    """Tells whether an evening can be run by these settings."""
    near = (plan.rounds, plan.hands, plan.bye, *plan.place_points, *msgspec.structs.astuple(plan.ladder))
    if any(map(is_far, near)) or not 1 <= plan.rounds <= MOST_ROUNDS or plan.hands < 1:
        return False
    if not all(0 <= cost <= MOST_PLAN_POINTS for cost in msgspec.structs.astuple(plan.ladder)):
        return False
    if not all(0 <= one <= MOST_ROUND_MINUTES for one in (plan.minutes, plan.between, plan.correction_minutes)):
        return False
    if len(set(plan.tie_breaks)) < len(plan.tie_breaks) or plan.book not in ("closed", "open"):
        return False
    return _has_game(plan) if plan.is_tournament else plan.game is None


def _has_game(plan: Plan) -> bool:
    game = GAMES.get(plan.game or "")
    if game is None or not plan.sizes or not set(plan.sizes) <= set(game.players):
        return False
    try:
        for size in plan.sizes:
            plan.opening(size)
    except Malformed:
        return False
    return True
