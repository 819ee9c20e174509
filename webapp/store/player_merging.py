"""Players of a circle made one, two again, or guests: worked out beforehand, written where nothing changed meanwhile.

In a large circle that takes its time, so it goes in steps: outside of the transaction everybody is answered between two
of them, within it all that only read. All ratings since the first match that it concerns are due then.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select, update
from sqlmodel import Session, col

from webapp.http.durations import JOIN_UNDONE_WITHIN
from webapp.http.limits import MERGE_ATTEMPTS
from webapp.store.circle_devices import CircleDevices, one_holder
from webapp.store.circle_models import Circle, CircleMerge, CirclePlayer
from webapp.store.database import need_row
from webapp.store.engines import StoreBusy
from webapp.store.errors import PersonTaken
from webapp.store.grants import grant_on
from webapp.store.kept_rows import KeptRows, MatchRow, Text, matches_in_parts, names_in_parts, rows_of
from webapp.store.match_keeping import DueRatings, first_of, make_due
from webapp.store.models import utc_now
from webapp.store.name_keys import name_key
from webapp.store.roles import Scope
from webapp.store.steps import in_turns

Stand = tuple[int, list[Text]]
"""The version of a circle and its players: where neither has changed all else that was read of it is as it was."""


class NotJoined(Exception):
    """Why two circles or players cannot be joined or parted: `same` has the names of merged people."""

    def __init__(self, why: str, same: Iterable[str] = ()) -> None:
        super().__init__(why)
        self.why, self.same = why, sorted(same)


class TheyAreTwo(Exception):
    """Two players sat at one table."""


@dataclass
class PeopleChange:
    """A change of a circle's players, with all rows to write for it.

    `matches`: those that it changes, as they are then; `left`: who is no longer in which of them. `follows_from`: how
    the circle stood when it was read for it.
    """

    circle_id: int
    matches: list[MatchRow] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    follows_from: Stand = (0, [])

    def begin(self, people: Sequence[Text]) -> None:
        """Looks at the players as they stand. Raises LookupError for no such ones, NotJoined."""
        raise NotImplementedError

    def look_at(self, tables: Iterable[tuple[int, list[str]]]) -> None:
        """Looks at the people of tables, by the keys of their names. Raises TheyAreTwo."""

    def look_at_match(self, row: MatchRow) -> None:
        """Notes the new row of a match. Raises TheyAreTwo."""
        moved = self.moved(row)
        if moved != row or self.concerns(row):
            self.matches.append(moved)
            self.left += [(row.table_id, one) for one in {*row.players} - {*moved.players}]

    def moved(self, row: MatchRow) -> MatchRow:
        """Returns a match with the players that it has then. Raises TheyAreTwo."""
        return row

    def concerns(self, _row: MatchRow) -> bool:
        """Tells whether a match is rated otherwise, though its players are the same."""
        return False

    def write(self, session: Session) -> None:
        """Writes the players. Raises PersonTaken."""
        raise NotImplementedError


@dataclass
class Merge(PeopleChange):
    """Merges two players."""

    gone: int = 0
    into: int = 0

    def begin(self, people: Sequence[Text]) -> None:
        if self.gone == self.into or not {self.gone, self.into} <= _standing(people):
            raise LookupError
        self._known = {key: leads_to or number for number, key, leads_to, *_more in people}

    def look_at(self, tables: Iterable[tuple[int, list[str]]]) -> None:
        for _table_id, keys in tables:
            if {self.gone, self.into} <= {self._known.get(key) for key in keys}:
                raise TheyAreTwo

    def moved(self, row: MatchRow) -> MatchRow:
        if {self.gone, self.into} <= set(row.players):
            raise TheyAreTwo
        return row._replace(players=[self.into if player == self.gone else player for player in row.players])

    def write(self, session: Session) -> None:
        held = grant_on(session, self.circle_id, self.gone, Scope.CIRCLE)
        phone = None if held is None else held.device_id
        if not one_holder(session, self.circle_id, self.gone, self.into):
            raise PersonTaken
        led = list(session.scalars(select(col(CirclePlayer.id)).where(col(CirclePlayer.merged_into) == self.gone)))
        _lead(session, [self.gone, *led], self.into)
        line = CircleMerge(circle_id=self.circle_id, gone_id=self.gone, into_id=self.into, led=led, device_id=phone)
        session.add(line)


@dataclass
class Parting(PeopleChange):
    """Parts two merged players: the name at the table tells whose a seat was."""

    line: CircleMerge = field(kw_only=True)

    def begin(self, people: Sequence[Text]) -> None:
        stand = {number: (key, leads_to) for number, key, leads_to, is_known, _guest in people if is_known}
        own, into = [self.line.gone_id, *self.line.led], self.line.into_id
        if stand.get(into, ("", 0))[1] is not None or any(stand.get(one, ("", 0))[1] != into for one in own):
            raise NotJoined("merged-since")
        self._keys = {stand[one][0] for one in own}
        self._seats: dict[int, list[str]] = {}

    def look_at(self, tables: Iterable[tuple[int, list[str]]]) -> None:
        self._seats |= {table_id: keys for table_id, keys in tables if self._keys.intersection(keys)}

    def moved(self, row: MatchRow) -> MatchRow:
        keys, line = self._seats.get(row.table_id), self.line
        if keys is None:
            return row
        seats = zip(row.players, keys, strict=True)
        return row._replace(
            players=[line.gone_id if one == line.into_id and key in self._keys else one for one, key in seats]
        )

    def write(self, session: Session) -> None:
        line = session.get_one(CircleMerge, self.line.id)
        _lead(session, [line.gone_id], None)
        _lead(session, line.led, line.gone_id)
        held = grant_on(session, line.circle_id, line.into_id, Scope.CIRCLE)
        if held is not None and held.device_id == line.device_id:
            held.player_id = line.gone_id
        session.delete(line)


@dataclass
class GuestChange(PeopleChange):
    """Makes a player a guest, or none any more."""

    player: int = 0
    guest: bool = True

    def begin(self, people: Sequence[Text]) -> None:
        if self.player not in _standing(people):
            raise LookupError

    def concerns(self, row: MatchRow) -> bool:
        return self.player in row.players

    def write(self, session: Session) -> None:
        session.get_one(CirclePlayer, self.player).guest = self.guest


class PlayerMerging(CircleDevices, DueRatings):
    def merge_players(self, circle_id: int, gone: int, into: int) -> bool:
        """Merges two players, and rates all matches again. Returns False where they sat at one table: they are two.

        Raises PersonTaken where a phone stands for each of them, LookupError where one of them is no player of the
        circle, or both are the same, StoreBusy where too much happens in it meanwhile.
        """
        try:
            self._change_people(lambda: Merge(circle_id, gone=gone, into=into))
        except TheyAreTwo:
            return False
        return True

    def player_merges(self, circle_id: int) -> list[CircleMerge]:
        """Returns the merges of the last day, the newest first."""
        since = utc_now() - JOIN_UNDONE_WITHIN
        wanted = select(CircleMerge).where(col(CircleMerge.circle_id) == circle_id, col(CircleMerge.made_at) >= since)
        return self._all(wanted.order_by(col(CircleMerge.id).desc()))

    def part_players(self, circle_id: int, merge_id: int) -> None:
        """Takes back that two players were made one; each has the matches where that one's name stands.

        Raises LookupError for no such two, NotJoined where it cannot be taken back, StoreBusy as `merge_players`.
        """

        def parting() -> Parting:
            with self._read() as session:
                line = need_row(session, CircleMerge, merge_id, circle_id=circle_id)
            if utc_now() - line.made_at > JOIN_UNDONE_WITHIN:
                raise NotJoined("merged-since")
            return Parting(circle_id, line=line)

        self._change_people(parting)

    def set_guest(self, circle_id: int, player: int, *, guest: bool) -> None:
        """Sets whether a player is a guest, and rates that player's matches and all later ones again.

        Raises LookupError for no such player, StoreBusy as `merge_players`.
        """
        self._change_people(lambda: GuestChange(circle_id, player=player, guest=guest))

    def guests(self, circle_id: int) -> set[int]:
        with self._read() as session:
            return rows_of(session).guests(circle_id)

    def _change_people(self, wanted: Callable[[], PeopleChange]) -> None:
        for _attempt in range(MERGE_ATTEMPTS):
            change = wanted()
            self._work_out(change)
            if self._write_change(change):
                self.rate_due(change.circle_id)
                return
        raise StoreBusy("the circle has changed each time")

    def _work_out(self, change: PeopleChange) -> None:
        def ask(what: Callable[[KeptRows], list[Text]]) -> list[Text]:
            with self._read() as session:
                return what(rows_of(session))

        with self._read() as session:
            change.follows_from = state_of(rows_of(session), change.circle_id)
        change.begin(change.follows_from[1])
        for tables in names_in_parts(ask, change.circle_id):
            change.look_at((table_id, [*map(name_key, names)]) for table_id, names in tables.items())
            self.pause()
        for matches in matches_in_parts(ask, change.circle_id):
            for row in matches:
                change.look_at_match(row)
            self.pause()

    def _write_change(self, change: PeopleChange) -> bool:
        with self._write_much() as session:
            session.scalars(select(Circle).where(col(Circle.id) == change.circle_id).with_for_update()).one()
            rows = rows_of(session)
            if state_of(rows, change.circle_id) != change.follows_from:
                return False
            change.write(session)
            rows = rows_of(session)
            for some in in_turns(change.matches):
                rows.change_players(change.circle_id, ((row.table_id, row.players) for row in some))
            for left in in_turns(change.left):
                rows.remove_ratings_of(left)
            make_due(rows, change.circle_id, first_of(change.matches))
        return True


def _standing(people: Sequence[Text]) -> set[int]:
    return {number for number, _key, leads_to, is_known, _guest in people if is_known and leads_to is None}


def _lead(session: Session, players: Sequence[int], into: int | None) -> None:
    """Makes these players aliases of another one; None: of nobody."""
    session.execute(update(CirclePlayer).where(col(CirclePlayer.id).in_(players)).values(merged_into=into))


def state_of(rows: KeptRows, circle_id: int) -> Stand:
    """Returns the version of the matches and tables of a circle, which must be asked for first, and its players."""
    return rows.version(circle_id), rows.players(circle_id)
