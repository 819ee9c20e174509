"""Notes of an evening on the pages of its tables."""

from collections.abc import Callable
from dataclasses import dataclass

from webapp.http.of_request import of_request
from webapp.services import Services, services
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class TableNote:
    """One line on the page of a table. `does` are keys by what they send and what stands on them, sent to `to`.

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
    """Notes for the page of a table, and where it goes on after the match: the address and what the key says."""

    notes: tuple[TableNote, ...] = ()
    onward: tuple[str, str] | None = None


NOTHING_AROUND = Surroundings()


class AroundTables:
    """Hook for what an evening tells on the pages of its tables; without one it is nothing."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, Viewer], Surroundings] = lambda now, viewer: NOTHING_AROUND


def around(now: Snapshot, viewer: Viewer) -> Surroundings:
    """Returns the notes of the evening for a table and viewer, in the language of this request.

    It is asked for three times a page, and worked out once.
    """
    if now.table.evening_id is None:
        return NOTHING_AROUND
    here = of_request()
    kept: tuple[Snapshot, Viewer, Surroundings] | None = here.get("around")
    if kept is None or kept[0] is not now or kept[1] != viewer:
        here.around = kept = (now, viewer, services().part(AroundTables).tell(now, viewer))
    return kept[2]


def register(services: Services) -> None:
    services.add(AroundTables())
