"""What lies around a table on its page: notes of its evening, and circles in which its people meet again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from webapp.http.answers import of_request
from webapp.services import Services, services
from webapp.table.folded_log import is_over
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

S = TypeVar("S")


@dataclass(frozen=True)
class TableNote:
    """One line on the page of a table. `does` are keys, by value and label, sent to `to`.

    `url` is where the line leads; `urgent`: before everything else that the table is told. `tone` as notes have it.
    """

    text: str
    url: str = ""
    to: str = ""
    does: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    tone: str = "ok"
    icon: str = "clock"
    urgent: bool = False


@dataclass(frozen=True)
class Surroundings:
    """Notes for the page of a table, and the address and label of the link after the match.

    `hands`: how many are played here, where the evening counts them; else 0. `is_done`: no other hand is due here now.
    `joined`: the title of an evening that the table has joined and may leave, else empty.
    """

    notes: tuple[TableNote, ...] = ()
    onward: tuple[str, str] | None = None
    hands: int = 0
    is_done: bool = False
    joined: str = ""


NOTHING_AROUND = Surroundings()


class AroundTables:
    """Hook for notes of an evening on the pages of its tables; without one there are none."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, Viewer], Surroundings] = lambda now, viewer: NOTHING_AROUND


def around(now: Snapshot, viewer: Viewer) -> Surroundings:
    """Returns the notes of the evening for a table and viewer, in the language of this request.

    It is asked for several times a page, and worked out once.
    """
    if now.table.evening_id is None:
        return NOTHING_AROUND
    return _told_once("around", now, viewer, services().part(AroundTables).tell)


def _told_once(name: str, now: Snapshot, viewer: Viewer, tell: Callable[[Snapshot, Viewer], S]) -> S:
    """Returns what this tells, and keeps it under a name for the rest of this request."""
    here = of_request()
    kept: tuple[Snapshot, Viewer, S] | None = here.get(name)
    if kept is None or kept[0] is not now or kept[1] != viewer:
        kept = (now, viewer, tell(now, viewer))
        setattr(here, name, kept)
    return kept[2]


class NamedCircle(NamedTuple):
    id: int
    name: str


class MeetsAgain(NamedTuple):
    """The circle of a table whose match is over; where it has none those of the phone that know all its people."""

    circle: NamedCircle | None = None
    fitting: tuple[NamedCircle, ...] = ()


class CirclesOfTables:
    """Hook for the circles of a phone on the page of a table; without one there are none."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, Viewer], MeetsAgain] = lambda now, viewer: MeetsAgain()


def meets_again(now: Snapshot, viewer: Viewer) -> MeetsAgain:
    """Returns the circles of a phone that enters here, once the match is over.

    Others are told none: a page is drawn once for all who look on, and a circle is known to its own phones alone.
    """
    if not viewer.may_enter or not is_over(now.fold):
        return MeetsAgain()
    return _told_once("meets", now, viewer, services().part(CirclesOfTables).tell)


def register(services: Services) -> None:
    services.add(AroundTables())
