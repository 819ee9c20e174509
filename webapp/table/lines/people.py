"""Lines about people at a table and its origin. Changes of people are stored together with their line."""

from dataclasses import replace
from typing import Any, TypeVar

from msgspec import UNSET, Struct, UnsetType, field

from rules_core.findings import Refusal
from webapp.journal.lines import At, Code, Count, Digits, House, Name, Places
from webapp.table.change_requests import ChangeRequest
from webapp.table.desk import Desk, Dispute, Line, Origin, Source, least_sure
from webapp.table.viewer import Viewer

Matter = TypeVar("Matter", Dispute, ChangeRequest)


class _OfHouse(Line, frozen=True):
    paced = False
    travels = False


class _Rules(Line, frozen=True):
    paced = False
    name: Name
    seat: int | None = None
    agreed: bool = False
    last: bool = False


class RefereeCame(_Rules, frozen=True, tag="referee"):
    """A referee came; `agreed`: one who also plays or hosts, as one phone has confirmed for all of them."""

    right = "is_referee"

    @property
    def is_told(self) -> bool:
        return self.agreed


class Dismissed(_Rules, frozen=True, tag="dismissed"):
    """A referee left or was dismissed; the `last` of them ends a referee's pause, which nobody else could."""

    right = "is_host"

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, held=False) if self.last else state


class FormerResult(Struct, frozen=True):
    """The result of a match without entries: points and places by side, and when it was played.

    Without `scores` only the places are known, with `day_only` only the day.
    """

    at: str
    scores: tuple[int, ...]
    places: tuple[int, ...]
    day_only: bool = False


class Opened(Line, frozen=True, tag="opened"):
    """The table was opened from a record: everything before this line came from the file.

    Without a record it came with the `result` alone.

    `written` says who wrote it, `house` and `claimed` what its signature does; `untimed` events came without a time,
    `by` are names of those who decided, by places. `own`: it came with a circle that leaves out matches from files, and
    was played there; the circle counts it here, too.
    """

    paced = False
    stays = frozenset({"op", "who", "by", "own"})
    events: Count
    fingerprint: Digits
    written: Code = ""
    house: House | None = None
    claimed: Digits | None = None
    untimed: Count | UnsetType = UNSET
    by: dict[str, str] | UnsetType = UNSET
    result: FormerResult | UnsetType = UNSET
    own: bool | UnsetType = UNSET

    def apply(self, state: Desk, at: At) -> Desk:
        """Ends its pauses and its open requests."""
        source = Source.HOUSE if self.written == "here" else Source.FILE
        untimed = self.events if self.untimed is UNSET else self.untimed
        origins = (*state.origins, Origin(self.events, len(state.lines) - 1, source, untimed))
        known = (least_sure([one for one in (dispute.source, source) if one]) for dispute in state.disputes)
        disputes = tuple(replace(one, source=found) for one, found in zip(state.disputes, known, strict=True))
        fixed = state.fixed if source == Source.HOUSE else frozenset()
        former = self.result is not UNSET
        state = replace(state, origins=origins, disputes=disputes, changes=(), fixed=fixed, former=former)
        return replace(state, pause=False, held=False)


class Fixed(Line, frozen=True, tag="fixed"):
    """A referee, or all sides, decided on the entries at these places: nobody else changes them."""

    right = "decides"
    paced = False
    places: Places

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, fixed=state.fixed | set(self.places))


class Forgotten(Line, frozen=True, tag="forgotten"):
    """A name was removed; the line does not say which one."""

    paced = False

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, renamed=state.renamed + 1)


class Chosen(_OfHouse, frozen=True, tag="chosen"):
    """The host has answered these questions of the table otherwise, or called it otherwise."""

    title: str | UnsetType = UNSET
    entry: str = ""
    seats: str = ""
    door: str = ""
    book: str = ""


class Scorekeeper(_OfHouse, frozen=True, tag="scorekeeper"):
    """A player keeps the score, or a device that `came` without a seat; neither: the host does again."""

    name: str = ""
    came: bool = False

    def allowed(self, who: Viewer, state: Desk) -> bool:
        return who.is_host or who.keeps_score


class LetIn(_OfHouse, frozen=True, tag="let-in"):
    """The host admitted a phone on the seat of this player."""

    name: str


class LetOut(_OfHouse, frozen=True, tag="let-out"):
    """The host dismissed a phone, with the player's name if it had a seat."""

    name: str = ""


class Moved(_OfHouse, frozen=True, tag="moved"):
    """A place moved to this phone: whose it was by name, else its role, and the device that had it."""

    before: int | None = field(name="from")
    name: str = ""
    role: str = ""

    def apply(self, state: Desk, at: At) -> Desk:
        def on(matter: Matter) -> Matter:
            return replace(matter, device_id=at.device_id) if matter.device_id == self.before else matter

        disputes, changes = tuple(map(on, state.disputes)), tuple(map(on, state.changes))
        moves = (*state.moves, (self.before, at.device_id, at.seq))
        return replace(state, disputes=disputes, changes=changes, moves=moves)


class Recovered(_OfHouse, frozen=True, tag="recovered"):
    """The recovery code made this phone the host, in place of that device."""

    before: int | None = field(name="from")

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, recoveries=(*state.recoveries, (self.before, at.device_id, at.seq)))


class Freed(_OfHouse, frozen=True, tag="freed"):
    """The host took a seat from a phone."""

    right = "is_host"
    seat: int
    name: str

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, freed=state.freed | {self.seat})


class PutBack(_OfHouse, frozen=True, tag="put-back"):
    """A phone had seen a later entry than the log has: an older database was put back."""

    right = "may_see"
    seen: int

    def fits(self, who: Viewer, state: Desk) -> Refusal | None:
        told = state.put_back is not None and state.put_back[0] >= self.seen
        return Refusal("not-open", "GEN-1") if told else None

    def apply(self, state: Desk, at: At) -> Desk:
        return replace(state, put_back=(self.seen, at.seq))


class AskedClosed(_OfHouse, frozen=True, tag="asked", tag_field="kind"):
    """Somebody entered what asked for closed tricks: an entry of this type, an amendment at a place, with a card.

    `taken`: the amendment was taken.
    """

    type: str = ""
    place: int | None = None
    taken: bool = False
    card: Any = UNSET
