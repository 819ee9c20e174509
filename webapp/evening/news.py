"""News of an evening for the pages of its tables."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningHub, EveningKeeper, EveningNow
from webapp.evening.refereeing.table_matters import appeal_period, organisers_apart
from webapp.evening.state import Round
from webapp.evening.table_evening import surroundings
from webapp.http.limits import EVENINGS_TOLD
from webapp.http.newest import keep_newest
from webapp.journal.hub import Hub
from webapp.live.surroundings import AroundTables
from webapp.referee.cases.appeals import AppealsAtEvenings
from webapp.services import Services
from webapp.store.change_feed import ChangeFeed
from webapp.store.evening_models import EveningLine

OF_ONE_TABLE = frozenset({"acknowledged", "reported", "confirmed", "corrected", "adjusted", "rejected", "stand-in"})
OF_PROPOSALS = frozenset({"proposed", "signed", "declined"})
OF_ALL = frozenset(
    {"planned", "started", "extra", "paused", "resumed", "last-hand", "ended", "announced", "undone", "closed"}
    | {"reopened", "seated", "reseated", "unseated", "round-closed", "period-reopened"}
)


class EveningNews:
    """Wakes the tables of evenings for news since the last call."""

    def __init__(self, keeper: EveningKeeper, tables: Hub) -> None:
        self._keeper, self._tables = keeper, tables
        self._told: OrderedDict[int, int] = OrderedDict()

    def tell(self, evening_id: int) -> None:
        """Wakes the viewers of tables that have news from this evening."""
        if (now := self._keeper.find(evening_id)) is None:
            return
        first = self._told.get(evening_id, 0)
        keep_newest(self._told, evening_id, len(now.lines), EVENINGS_TOLD)
        for table_id in concerned(now, now.lines[first:], self._tables.watched()):
            self._tables.publish(table_id)


def concerned(now: EveningNow, lines: Iterable[EveningLine], watched: Iterable[int]) -> set[int]:
    """Returns the tables that these lines concern, by their id; of earlier rounds those that somebody still watches."""
    found: set[int] = set()
    for line in lines:
        if line.kind in OF_ALL:
            return set(_newest(now)) | set(_of_rounds(now.state.rounds)).intersection(watched)
        if line.kind == "coming":
            found.add(line.body["table"])
        elif line.kind in OF_ONE_TABLE:
            found.update(_seated(now, line.body["round"], line.body["number"]))
        elif line.kind in OF_PROPOSALS:
            asked = now.state.proposals[line.body.get("proposal", line.seq)]
            found.update(_seated(now, asked.round, asked.table))
    return found


def _seated(now: EveningNow, round_number: int, number: int | None) -> Iterator[int]:
    here = now.state.round_of(round_number)
    sitting = None if here is None or number is None else here.sittings.get(number)
    if sitting is not None and sitting.table is not None:
        yield sitting.table


def _newest(now: EveningNow) -> Iterator[int]:
    """Yields the tables that have joined, and those of the newest round."""
    yield from (guest.table for guest in now.state.guests.values())
    yield from _of_rounds(here for here in (now.state.unseated, now.state.round) if here is not None)


def _of_rounds(rounds: Iterable[Round]) -> Iterator[int]:
    return (one.table for here in rounds for one in here.sittings.values() if one.table is not None)


def register(services: Services) -> None:
    hub = EveningHub()

    def own_result(table_id: int) -> tuple[int, ...] | None:
        return tables.own_result(table_id)

    keeper = EveningKeeper(services.store, hub, services.tables.refresh, own_result)
    news = EveningNews(keeper, services.hub)
    tables = EveningTables(services.store, services.tables, keeper, hub, news.tell)

    def missed() -> None:
        tables.note_all()
        hub.publish_all()

    services.hub.listen(tables.note, missed)
    hub.listen(tables.note_evening, lambda: None)
    services.part(AroundTables).tell = surroundings
    services.part(AppealsAtEvenings).period = appeal_period
    services.part(AppealsAtEvenings).organisers = organisers_apart
    if services.store.is_shared:
        services.part(ChangeFeed).heard_evening = hub.publish
    services.add(hub, keeper, tables)
