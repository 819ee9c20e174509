"""Which phone enters what, as the table has chosen: everybody all of it, each the own seat, or the scorekeeper.

At `own` an entry is made by the phone on the seat that it is about, and for a seat that no phone holds by the host or
the scorekeeper, who also enter what is about no single seat. A correction is theirs as well, or that of the seat whose
entry it corrects. A hand that was entered privately can be played by its own phone alone, so at `keeper`, too, that
phone goes on with it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rules_core.events import encode
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, Raw, nodes
from webapp.table.secret_hands import newest_entry, secret_seats, takes_back_newest

if TYPE_CHECKING:
    from webapp.table.snapshot import Snapshot

ENTRIES = ("everyone", "own", "keeper")
CORRECTIONS = ("undo", "amend")
NOT_FROM_HERE = ("other-phone", "not-keeper")
"""Refusals that say nothing of the entry itself, only that another phone makes it."""


class Enterer(Protocol):
    """Who makes an entry: a device, the seat it holds, and whether it opened the table, keeps the score or rules."""

    @property
    def device_id(self) -> int | None: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def is_host(self) -> bool: ...
    @property
    def keeps_score(self) -> bool: ...
    @property
    def is_referee(self) -> bool: ...
    @property
    def is_program(self) -> bool: ...


@dataclass(frozen=True)
class Seat:
    """A seat as such, where the house itself makes an entry for it."""

    seat: int | None
    device_id: int | None = None
    is_host: bool = False
    keeps_score: bool = False
    is_referee: bool = False
    is_program: bool = False


def enters_all(now: "Snapshot", who: Enterer) -> bool:
    """Tells whether this phone makes the entries that are about no single seat: tricks, totals, points, a void hand."""
    return now.table.entry == "everyone" or _keeps(who) or who.is_referee or who.device_id is None


def seats_of(now: "Snapshot", who: Enterer) -> frozenset[int]:
    """Returns the seats that this phone enters for."""
    everybody = frozenset(range(len(now.table.players)))
    if now.table.entry == "everyone" or who.is_referee or who.device_id is None:
        return everybody
    own = frozenset(() if who.seat is None else (who.seat,))
    if now.table.entry == "keeper":
        return everybody if _keeps(who) else own & secret_seats(now.fold)
    return own | (everybody - held(now)) if _keeps(who) else own


def _keeps(who: Enterer) -> bool:
    return who.is_host or who.keeps_score


def held(now: "Snapshot") -> frozenset[int]:
    """Returns the seats that phones hold."""
    return frozenset(grant.seat for grant in now.party if grant.seat is not None)


def not_from_here(now: "Snapshot", who: Enterer, raw: Raw, *, closes: str = "") -> Refusal | None:
    """Returns why this phone does not make an entry. `closes`: the kind of the last event of the same entry."""
    if now.table.entry == "everyone" or who.is_referee or who.device_id is None:
        return None
    if _keeps(who) and raw.get("type") in CORRECTIONS:
        return None
    # A deal that only opens a hand told by its totals belongs to them.
    about = None if closes == "tally" else about_seats(now.fold, raw)
    if about is None:
        return None if _keeps(who) else _not_keeper(now)
    missing = about - seats_of(now, who)
    if not missing:
        return None
    return _not_keeper(now) if now.table.entry == "keeper" else _not_holder(now, missing)


def about_seats(fold: Fold, raw: Raw) -> frozenset[int] | None:
    """Returns the seats that an entry is about or acts for; None: it is nobody's."""
    if raw.get("type") == "undo" or takes_back_newest(fold, raw):
        node = fold.top if raw.get("type") == "undo" else newest_entry(fold)[0]
        return None if node is None else _of_node(fold, node)
    if raw.get("type") != "amend":
        seat = acting(fold, fold.state, raw)
        return None if seat is None else frozenset((seat,))
    found = list(_amended(fold, raw))
    return None if not found or None in found else frozenset(seat for seat in found if seat is not None)


def acting(fold: Fold, state: Any, raw: Raw) -> int | None:
    """Returns the seat that an event is about or acts for where the table stands so; None: it is nobody's.

    The dealer deals and turns the trump up; a call that does not come stays out with whoever might have called.
    """
    match raw.get("type"):
        case "deal":
            seat = raw.get("dealer", getattr(state, "dealer", None))
        case "turn-up":
            seat = getattr(state, "dealer", None)
        case "settle" if fold.game.phase(state) == "claim":
            (seat,) = fold.game.to_act(state)
        case "reinforce" if isinstance(cards := raw.get("cards"), Mapping) and len(cards) == 1:
            (named,) = cards
            seat = int(named) if str(named).isdecimal() and len(named) == 1 else None
        case kind:
            # A key that the event does not have says nothing: the rules leave it out.
            known = fold.events.get(kind) if isinstance(kind, str) else None
            seat = raw.get("seat") if known is not None and "seat" in known.__struct_fields__ else None
    return seat if type(seat) is int and 0 <= seat < state.players else None


def _amended(fold: Fold, raw: Raw) -> Iterator[int | None]:
    """Yields whom each entry is about that an amendment takes away or puts in."""
    changes = raw.get("changes")
    for change in changes if isinstance(changes, list) else ():
        target, instead = (change.get("target"), change.get("with")) if isinstance(change, Mapping) else (None, None)
        there = [node for node in nodes(fold) if node.index == target]
        for node in there:
            yield acting(fold, _before(fold, node), encode(node.event))
        for event in instead if isinstance(instead, list) else ():
            known = there and isinstance(event, Mapping)
            yield acting(fold, _before(fold, there[0]), event) if known else None


def _of_node(fold: Fold, node: Node) -> frozenset[int] | None:
    seat = acting(fold, _before(fold, node), encode(node.event))
    return None if seat is None else frozenset((seat,))


def _before(fold: Fold, node: Node) -> Any:
    return fold.opening if node.before is None else node.before.state


def _not_keeper(now: "Snapshot") -> Refusal:
    return Refusal("not-keeper", None, {"each": now.table.entry == "own", "keepers": keepers(now)})


def _not_holder(now: "Snapshot", missing: Collection[int]) -> Refusal:
    seat = min(missing)
    return Refusal("other-phone", None, {"seat": seat, "phone": seat in held(now)})


def keepers(now: "Snapshot") -> list[int]:
    """Returns the seat of whoever enters for everybody, where it is one: the scorekeeper's, else the host's."""
    grants = [grant for grant in now.party if grant.keeps_score] or [grant for grant in now.grants if grant.is_host]
    return [grant.seat for grant in grants if grant.seat is not None]
