"""Joining two circles and parting them again: computed beforehand, and written where nothing has changed since.

A circle that has come over keeps its row and the rows of those players who are known in the other one by the same
name; all else of it moves, and its line in `circle_joins` says what. Matches follow their tables in steps,
so that nobody who enters something waits for thousands of them; where circles are parted they go before their tables.
Meanwhile pages show the part of them that has come. What one transaction must hold lets readers be answered in it.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple, TypeVar

from sqlalchemy import select, update
from sqlmodel import Session, col

from webapp.http.durations import JOIN_UNDONE_WITHIN
from webapp.http.limits import MERGE_ATTEMPTS, MOVED_A_TURN
from webapp.store.circle_models import (
    Circle,
    CircleJoin,
    CircleMeeting,
    CircleNote,
    CirclePlayer,
    CirclePost,
    CircleSeason,
    MeetingAnswer,
)
from webapp.store.database import need_row
from webapp.store.engines import StoreBusy
from webapp.store.grants import active_grants, begin_grant, end_grants, grant_of
from webapp.store.invites import add_first_invites
from webapp.store.kept_rows import KeptRows, MatchRow, matches_in_parts, names_in_parts, rows_of
from webapp.store.match_keeping import first_of, leave_files_out, make_due
from webapp.store.models import Grant, Invite, Table, utc_now
from webapp.store.name_keys import name_key
from webapp.store.player_merging import NotJoined, PlayerMerging, Stand, state_of
from webapp.store.roles import Role, Scope
from webapp.store.steps import briefly, in_steps, in_turns, let_readers

T = TypeVar("T")


class JoinedBy(NamedTuple):
    """Undo data of a circle that was joined: its tables, seasons and players as they were, and its phones.

    `players` are those whose rows moved, each with whose other name it was; `phones` its devices with the player of
    each; `came` those that belong to the other circle by this alone. `kept`: players by seat of matches whose names
    do not say them. `people` is the digest of all players right after, `newest` the last of them.
    """

    tables: list[int]
    seasons: list[int]
    meetings: list[int]
    players: list[tuple[int, int | None]]
    phones: list[tuple[int, int | None]]
    came: list[int]
    kept: dict[str, list[int]]
    people: str
    newest: int


class _People:
    """The players of a circle by the keys of their names."""

    def __init__(self, rows: KeptRows, circle_id: int) -> None:
        self.rows = [(number, key, leads_to, known) for number, key, leads_to, known, _ in rows.players(circle_id)]
        self.by_key = {key: leads_to or number for number, key, leads_to, _known in self.rows}

    @property
    def known(self) -> set[str]:
        """The keys of the names of players who were not forgotten."""
        return {key for _number, key, _leads_to, known in self.rows if known}


def _same(here: _People, gone: _People) -> dict[int, int]:
    """Returns the players of one circle who share a name with a player of the other.

    Raises NotJoined where that makes two players of either circle one.
    """
    found: dict[int, int] = {}
    for key in sorted(here.known & gone.known):
        one, other = gone.by_key[key], here.by_key[key]
        if found.setdefault(one, other) != other:
            raise NotJoined("two-here", [key])
    if len(set(found.values())) < len(found):
        twice = {other for other in found.values() if list(found.values()).count(other) > 1}
        raise NotJoined("two-gone", [key for key, other in here.by_key.items() if other in twice])
    return found


class CircleMerging(PlayerMerging):
    def same_names(self, circle_id: int, gone_id: int) -> dict[str, str]:
        """Returns the common names of the players of two circles, by their keys."""
        with self._read() as session:
            rows = rows_of(session)
            both = _People(rows, circle_id).known & _People(rows, gone_id).known
            wanted = select(CirclePlayer).where(
                col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.key).in_(both)
            )
            return {one.key: one.name for one in session.scalars(wanted.order_by(col(CirclePlayer.key)))}

    def circle_joins(self, circle_id: int) -> list[CircleJoin]:
        """Returns the circles that came over to one and were not taken back, the newest first."""
        wanted = select(CircleJoin).where(col(CircleJoin.circle_id) == circle_id, col(CircleJoin.undone_at).is_(None))
        return self._all(wanted.order_by(col(CircleJoin.id).desc()))

    def join_circles(self, circle_id: int, gone_id: int, device_id: int) -> CircleJoin:
        """Joins a circle to another one; players of one name are merged, and all matches are rated again.

        Raises NotJoined, StoreBusy where too much happens in them meanwhile.
        """
        for _attempt in range(MERGE_ATTEMPTS):
            for one in (circle_id, gone_id):
                self._come_over(one)
            with self._read() as session:
                rows = rows_of(session)
                stands = _stands(rows, circle_id, gone_id)
                if grant_of(session, gone_id, device_id, Scope.CIRCLE) is None:  # it has come over meanwhile
                    raise NotJoined("not-here")
                gone = _People(rows, gone_id)
                same = _same(_People(rows, circle_id), gone)
                kept = _said_by_no_name(rows, gone_id, _matches(rows, gone_id), gone)
            self.pause()
            with self._write_much() as session:
                line = None
                if self._still(session, stands):
                    line = self._move(session, circle_id, gone_id, device_id, same, kept)
            if line is not None:
                self.pause()
                self.rate_due(circle_id)
                return line
        raise StoreBusy("the circles have changed each time")

    def part_circles(self, circle_id: int, join_id: int, device_id: int) -> int:
        """Undoes a join, and returns the circle: as it was, with the matches its tables have played since.

        Raises LookupError for no such one, NotJoined where it cannot be taken back, StoreBusy as `join_circles`.
        """
        for _attempt in range(MERGE_ATTEMPTS):
            self.rate_due(circle_id)  # matches that had moved ahead come back
            with self._read() as session:
                line = _line(session, circle_id, join_id, device_id)
                gone_id = line.gone_id
                rows = rows_of(session)
                stands = _stands(rows, circle_id, gone_id)
                theirs = _parted(rows, circle_id, gone_id, JoinedBy(**line.moved))
            self.pause()
            try:
                stood = self._send_ahead(stands, deque(theirs))
                if stood:
                    with self._write_much() as session:
                        if stood := self._still(session, stands):
                            self._move_back(session, _line(session, circle_id, join_id, device_id))
            except Exception:
                self.rate_due(circle_id)  # matches that had moved ahead come back
                raise
            if stood:
                self.pause()
                for one in (circle_id, gone_id):
                    self.rate_due(one)
                return gone_id
        self.rate_due(circle_id)
        raise StoreBusy("the circles have changed each time")

    def _still(self, session: Session, stands: Mapping[int, Stand]) -> bool:
        """Locks circles, and tells whether they still are as they were read."""
        locked = select(Circle).where(col(Circle.id).in_(stands)).order_by(col(Circle.id)).with_for_update()
        session.scalars(locked).all()
        return _stands(rows_of(session), *stands) == stands

    def _send_ahead(self, stands: dict[int, Stand], matches: deque[MatchRow]) -> bool:
        """Has matches go to the circle of their row, in steps. Returns False where something has changed meanwhile.

        Until their tables follow they are on their way back: they come over where that never happens.
        """
        while matches:
            with self._write() as session:
                if not self._still(session, stands):
                    return False
                rows, left = rows_of(session), list[MatchRow]()
                for row in briefly(matches):
                    rows.move_match(row)
                    left.append(row)
                for one in stands:
                    rows.note_change(one)
                    make_due(rows, one, first_of(left))
                stands |= _stands(rows, *stands)
            self.pause()
        return True

    def _move(
        self,
        session: Session,
        circle_id: int,
        gone_id: int,
        device_id: int,
        same: Mapping[int, int],
        kept: dict[str, list[int]],
    ) -> CircleJoin:
        rows = rows_of(session)
        here, gone = _People(rows, circle_id), _People(rows, gone_id)
        stays = {key for key in gone.by_key if key in here.by_key}
        moving = [(number, leads_to) for number, key, leads_to, _known in gone.rows if key not in stays]
        rows.move_players([(number, same.get(leads_to or number, leads_to)) for number, leads_to in moving], circle_id)
        tables, seasons, meetings = (
            list(session.scalars(select(col(kind.id)).where(col(kind.circle_id) == gone_id)))
            for kind in (Table, CircleSeason, CircleMeeting)
        )
        moved = JoinedBy(tables, seasons, meetings, moving, [], [], kept, "", 0)
        let_readers()
        rows.move_tables(gone_id, circle_id)
        _hand_over(session, rows, gone_id, circle_id, moved)
        session.execute(update(CircleJoin).where(col(CircleJoin.circle_id) == gone_id).values(circle_id=circle_id))
        let_readers()
        phones, came = _phones_come(session, circle_id, gone_id, same)
        standing = update(Invite).where(col(Invite.circle_id) == gone_id, col(Invite.until).is_(None))
        session.execute(standing.where(col(Invite.number).is_(None)).values(until=utc_now()))
        session.execute(update(CircleJoin).where(col(CircleJoin.circle_id) == circle_id).values(moved={}))
        people, newest = _digest_of_people(rows_of(session), circle_id)
        moved = moved._replace(phones=phones, came=came, people=people, newest=newest)
        let_readers()
        line = CircleJoin(circle_id=circle_id, gone_id=gone_id, device_id=device_id, moved=moved._asdict())
        session.add(line)
        session.flush()
        return line

    def _move_back(self, session: Session, line: CircleJoin) -> None:
        circle_id, gone_id, moved = line.circle_id, line.gone_id, JoinedBy(**line.moved)
        players = dict(moved.players)
        later = select(CirclePlayer).where(
            col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.id) > moved.newest
        )
        players |= {one.id: one.merged_into for one in session.scalars(later) if one.merged_into in players}
        rows = rows_of(session)
        rows.move_players(list(players.items()), gone_id)
        for tables in in_turns(moved.tables, MOVED_A_TURN):
            rows.move_tables(circle_id, gone_id, tables)
        _hand_over(session, rows, circle_id, gone_id, moved)
        held = active_grants(session, circle_id, Scope.CIRCLE)
        end_grants(session, [grant for grant in held if grant.device_id in moved.came])
        for grant in held:
            if grant.player_id in players:
                grant.player_id = None
        for device_id, player_id in moved.phones:
            begin_grant(session, Grant(circle_id=gone_id, device_id=device_id, role=Role.MEMBER, player_id=player_id))
        add_first_invites(session, [gone_id], Scope.CIRCLE)
        line.undone_at, line.moved = utc_now(), {}
        if session.get_one(Circle, gone_id).without_files:
            leave_files_out(rows_of(session), gone_id, self.rate_players)


def _line(session: Session, circle_id: int, join_id: int, device_id: int) -> CircleJoin:
    line = need_row(session, CircleJoin, join_id, circle_id=circle_id, device_id=device_id)
    if line.undone_at is not None:
        raise LookupError
    if not line.moved or utc_now() - line.made_at > JOIN_UNDONE_WITHIN:
        raise NotJoined("too-late")
    return line


def _hand_over(session: Session, rows: KeptRows, circle_id: int, to: int, what: JoinedBy) -> None:
    """Moves seasons and invitations of a circle to another one, and the rows of its tables, except matches."""
    tables = select(col(Table.id)).where(col(Table.circle_id) == to)
    for kind, own, numbers in (
        (CircleNote, CircleNote.table_id, tables),
        (CirclePost, CirclePost.table_id, tables),
        (CircleSeason, CircleSeason.id, what.seasons),
        (CircleMeeting, CircleMeeting.id, what.meetings),
        (MeetingAnswer, MeetingAnswer.meeting_id, what.meetings),
        (Invite, Invite.number, what.meetings),
    ):
        let_readers()
        here = col(own).in_(numbers), col(kind.circle_id) == circle_id
        session.execute(update(kind).where(*here).values(circle_id=to))
    for one in (circle_id, to):
        rows.note_change(one)


def _stands(rows: KeptRows, *circles: int) -> dict[int, Stand]:
    return {one: state_of(rows, one) for one in circles}


def _matches(rows: KeptRows, circle_id: int) -> list[MatchRow]:
    found: list[MatchRow] = []
    for some in matches_in_parts(lambda ask: ask(rows), circle_id):
        # What they came to is not changed; of thousands it would be much to hold.
        found += [row._replace(summary={}) for row in some]
        let_readers()
    return found


def _called(rows: KeptRows, circle_id: int) -> dict[int, list[str]]:
    """Returns the keys of the names at each table of a circle."""
    found: dict[int, list[str]] = {}
    for some in names_in_parts(lambda ask: ask(rows), circle_id):
        found |= {number: [*map(name_key, names)] for number, names in some.items()}
        let_readers()
    return found


def _said_by_no_name(
    rows: KeptRows, gone_id: int, matches: Sequence[MatchRow], people: _People
) -> dict[str, list[int]]:
    """Returns, by table, the players of matches whom its names do not lead to: forgotten ones, who are kept by this."""
    called = _called(rows, gone_id)
    return {
        str(row.table_id): row.players
        for row in in_steps(matches)
        if [people.by_key.get(name) for name in called.get(row.table_id, ())] != row.players
    }


def _parted(rows: KeptRows, circle_id: int, gone_id: int, moved: JoinedBy) -> list[MatchRow]:
    """Returns the matches of the circle that came over, as they are once it is parted. Raises NotJoined."""
    people, players = _digest_of_people(rows, circle_id, moved.newest)[0], dict(moved.players)
    if people != moved.people:
        raise NotJoined("people-changed")
    tables, here = set(moved.tables), _People(rows, circle_id)
    theirs = {key: leads_to or number for number, key, leads_to, _known in _People(rows, gone_id).rows}
    theirs |= {key: players[number] or number for number, key, _leads_to, _known in here.rows if number in players}
    ours = {key: leads_to or number for number, key, leads_to, _known in here.rows if number not in players}
    named = _called(rows, circle_id)
    elsewhere = {True: ours.keys() - theirs.keys(), False: theirs.keys() - ours.keys()}
    for number, keys in in_steps(named.items()):
        if str(number) not in moved.kept and elsewhere[number in tables] & set(keys):
            raise NotJoined("played-together")
    found = []
    for row in in_steps(_matches(rows, circle_id)):
        if row.table_id in tables:
            seats = moved.kept.get(str(row.table_id)) or [theirs[key] for key in named[row.table_id]]
            found.append(row._replace(circle_id=gone_id, players=seats))
    return found


def _digest_of_people(rows: KeptRows, circle_id: int, newest: int | None = None) -> tuple[str, int]:
    """Returns the digest of the players of a circle up to a number, None: all, and the last of these."""
    found = [row[:4] for row in rows.players(circle_id) if newest is None or row[0] <= newest]
    digest = blake2b("".join(map(repr, map(tuple, found))).encode()).hexdigest()
    return digest, max((row[0] for row in found), default=0)


def _phones_come(
    session: Session, circle_id: int, gone_id: int, same: Mapping[int, int]
) -> tuple[list[tuple[int, int | None]], list[int]]:
    """Moves the phones of a circle to another one; a player who has a phone there keeps that one."""
    here = {grant.device_id: grant for grant in active_grants(session, circle_id, Scope.CIRCLE)}
    held, came = {grant.player_id for grant in here.values()} - {None}, []
    gone = active_grants(session, gone_id, Scope.CIRCLE)
    phones = [(grant.device_id, grant.player_id) for grant in gone]
    end_grants(session, gone)
    for device_id, player_id in phones:
        player = None if player_id is None else same.get(player_id, player_id)
        player = None if player in held else player
        held.add(player)
        if device_id not in here:
            begin_grant(session, Grant(circle_id=circle_id, device_id=device_id, role=Role.MEMBER, player_id=player))
            came.append(device_id)
        elif here[device_id].player_id is None:
            here[device_id].player_id = player
    session.flush()
    return phones, came
