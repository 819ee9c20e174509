"""Lines about disputes: opened, withdrawn, pointed, admitted, ruled, reopened; and pauses and penalties."""

from dataclasses import replace

from msgspec import UNSET, UnsetType
from msgspec.structs import replace as changed

from rules_core.findings import Refusal
from webapp.http.limits import MOST_OPEN_DISPUTES
from webapp.journal.lines import At, Card, Code, Name, Number, Place, Places, Points, Rule, Seat, Words, WordsOfRuling
from webapp.table.desk import Admission, Desk, Dispute, Line
from webapp.table.penalties import Lifting, Penalty, Step, numbered
from webapp.table.viewer import Viewer

NOT_OPEN = Refusal("not-open", "GEN-1")


class _Matter(Line, frozen=True):
    right = "takes_part"


class Disputed(_Matter, frozen=True, tag="dispute"):
    """Somebody brings up a matter, about an entry, a hand, a trick of it, or none of them.

    One who `appeals` against the ruling at this place brings up its matter again, with what was admitted there.
    """

    begins = True
    why: Code
    text: Words
    by: Name
    about: Place | None = None
    hand: Number | None = None
    pause: bool | UnsetType = UNSET
    trick: Number | None = None
    appeals: Place | None = None

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        if self.appeals is not None and (refusal := not_appealed(state, self.appeals)) is not None:
            return refusal
        full = len(state.open) >= MOST_OPEN_DISPUTES
        return Refusal("too-many-disputes", "GEN-1", {"most": MOST_OPEN_DISPUTES}) if full else None

    def apply(self, state: Desk, at: At) -> Desk:
        first = None if self.appeals is None else state.of_ruling(self.appeals)
        dispute = Dispute(
            len(state.disputes) + 1,
            self.about,
            self.hand,
            self.why,
            self.text,
            self.by,
            at.device_id,
            at.made_at,
            at.seq,
            trick=self.trick,
            admitted=None if first is None else first.admitted,
            appeals=self.appeals,
        )
        return replace(state, disputes=(*state.disputes, dispute), pause=state.paused or bool(self.pause))


def not_appealed(desk: Desk, place: int) -> Refusal | None:
    """Returns why nobody appeals against the ruling at this place now: it ended an appeal, or has had its own."""
    decided = desk.of_ruling(place)
    if place in desk.reopened:
        return Refusal("not-settled", "GEN-1")
    if decided is not None and decided.appeals is not None:
        return Refusal("appeal-decided", "GEN-1")
    if any(appeal.is_open or appeal.rulings for appeal in desk.appeals_against(place)):
        return Refusal("appealed-before", "GEN-1")
    return None


class _OfDispute(_Matter, frozen=True):
    dispute: Number

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        found = state.dispute(self.dispute)
        return None if found is not None and found.is_open else NOT_OPEN


class Withdrawn(_OfDispute, frozen=True, tag="withdraw"):
    """The device that opened a dispute takes it back."""

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        found = state.dispute(self.dispute)
        if found is None or not found.is_open:
            return NOT_OPEN
        return None if found.device_id == who.device_id else Refusal("not-yours", "GEN-1", {"name": found.by})

    def apply(self, state: Desk, at: At) -> Desk:
        return state.with_dispute(self.dispute, withdrawn=True, is_open=False)


class Pointed(_OfDispute, frozen=True, tag="pointed"):
    """A dispute is about something else than was said. An admission is about one play, and goes with it."""

    begins = True
    by: Name
    about: Place | None = None
    hand: Number | None = None
    trick: Number | None = None

    def apply(self, state: Desk, at: At) -> Desk:
        return state.with_dispute(self.dispute, about=self.about, hand=self.hand, trick=self.trick, admitted=None)


class Admitted(_OfDispute, frozen=True, tag="admitted"):
    """The player of the card at the place `event` admits a breach of the duty `code`; `card` was owed."""

    begins = True
    event: Place
    code: Code
    by: Name
    card: Card | None = None

    def apply(self, state: Desk, at: At) -> Desk:
        told = Admission(self.event, self.code, self.card, self.by, at.made_at)
        return state.with_dispute(self.dispute, about=self.event, hand=None, trick=None, admitted=told)


class Ruled(_OfDispute, frozen=True, tag="rule"):
    """A dispute ends by the ruling at this place of the log."""

    ruling: Place | UnsetType = UNSET

    def made_with(self, place: int) -> "Ruled":
        return changed(self, ruling=place)

    def apply(self, state: Desk, at: At) -> Desk:
        earlier = state.disputes[self.dispute - 1].rulings
        ruled = state.with_dispute(self.dispute, rulings=(*earlier, self.ruling), is_open=False)
        return replace(ruled, held=ruled.held and bool(ruled.open))


class Reopened(_Matter, frozen=True, tag="reopen"):
    """A ruling settles nothing any more. `undo`: what it did is taken back.

    `points` come off again, the entries `restored` are made again right after this line, in this order. `appeal` is the
    number of the appeal that does so.
    """

    begins = True
    ruling: Place
    why: WordsOfRuling | UnsetType = UNSET
    by: Name | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    restored: Places = ()
    points: Points = ()
    appeal: Number | None = None

    @property
    def is_told(self) -> bool:
        return True

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        return Refusal("not-settled", "GEN-1") if self.ruling in state.reopened else None

    def apply(self, state: Desk, at: At) -> Desk:
        """An old pause does not come back with the dispute."""
        dispute = state.of_ruling(self.ruling)
        desk = replace(state, pause=state.paused, reopened=state.reopened | {self.ruling})
        if dispute is not None:
            desk = desk.with_dispute(dispute.number, is_open=True)
        stand = {place: at.seq + nth for nth, place in enumerate(self.restored)}
        for one in desk.disputes:
            if one.about in stand:
                desk = desk.with_dispute(one.number, about=stand[one.about])
        return replace(desk, restored={**desk.restored, **stand})


def reopenings(desk: Desk) -> dict[int, tuple[Reopened, At]]:
    """Returns by which line each ruling was reopened, by the places of the rulings."""
    lines = ((one.says, one.at) for one in desk.lines)
    return {line.ruling: (line, at) for line, at in lines if isinstance(line, Reopened)}


class Paused(_Matter, frozen=True, tag="pause"):
    """Play pauses while a matter is open; a referee pauses it at any time."""

    begins = True
    referee: bool = False

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        return None if who.is_referee or state.open else NOT_OPEN

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, pause=True, held=state.held or self.referee)


class Resumed(_Matter, frozen=True, tag="resume"):
    """Play goes on. What a referee has paused nobody else resumes."""

    referee: bool = False

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        return Refusal("referee-pause", "GEN-1") if state.held and not who.is_referee else None

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, pause=False, held=False)


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
    """A penalty, by its number, does not hold any more.

    `points` a side are given back by the `entry` made with it, those that stood by then; unset in lines of before:
    those that it was given with.
    """

    penalty: Number
    why: Words
    by: Name
    points: Points | UnsetType = UNSET
    entry: Place | None = None

    def made_with(self, place: int) -> "Lifted":
        return changed(self, entry=place) if self.points else self

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        given = numbered(state.penalties, self.penalty)
        return None if given is not None and given.holds else Refusal("not-standing", "GEN-1")

    def apply(self, state: Desk, at: At) -> Desk:
        penalties = list(state.penalties)
        given = penalties[self.penalty - 1]
        stood = given.points if self.points is UNSET else tuple(-each for each in self.points)
        penalties[self.penalty - 1] = replace(given, lifted=Lifting(self.why, self.by, at.made_at, stood, self.entry))
        return replace(state, penalties=tuple(penalties))
