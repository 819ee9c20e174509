"""Two circles made one, and parted again: what both have is worked out beforehand, and written where nothing changed.

A circle that has come over keeps its row and the rows of those players who are known in the other one by the same
name; all else of it moves, and its line in `circle_joins` says what.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple, TypeVar

from sqlalchemy import select, update
from sqlmodel import Session, col

from webapp.http.limits import MERGE_ATTEMPTS, ROWS_A_TURN
from webapp.http.rate_limits import JOIN_UNDONE_WITHIN
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
from webapp.store.engines import StoreBusy
from webapp.store.grants import active_grants, begin_grant, end_grants
from webapp.store.invites import add_first_invites
from webapp.store.kept_rows import BEGINNING, KeptRows, MatchRow, Moment, read_match, read_names, rows_of
from webapp.store.match_keeping import MatchKeeper, Pause, first_of, in_steps, let_readers, make_due
from webapp.store.models import Grant, Invite, Table, now
from webapp.store.people import name_key
from webapp.store.player_merging import NotJoined, PlayerMerging, digest_of
from webapp.store.roles import Role, Scope

T = TypeVar("T")


class JoinedBy(NamedTuple):
    """What is kept of a circle that came over: its tables, seasons and players as they were, and its phones.

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


@dataclass
class _Plan:
    """What the matches of circles become; `follows_from` are digests of what was read for it, by circle.

    `changed` come into another circle, `dropped` do not count there; `due`: from when on ratings are made anew.
    """

    follows_from: dict[int, bytes]
    changed: list[MatchRow] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    due: dict[int, dict[str, Moment]] = field(default_factory=dict)

    def change(self, moved: Sequence[MatchRow], here: int, ours: Sequence[MatchRow], gone: int | None = None) -> None:
        """Has matches of a circle, or for it, move: what is dropped does not. Both circles are rated anew."""
        dropped = set(self.dropped)
        self.changed = [row for row in _stepwise(moved) if row.table_id not in dropped]
        first = first_of(_stepwise(moved))
        self.due = {} if gone is None else {gone: first}
        self.due[here] = first_of(chain(_stepwise(moved), (row for row in _stepwise(ours) if row.table_id in dropped)))


class _People:
    """The players of a circle by the keys of their names."""

    def __init__(self, rows: KeptRows, circle_id: int) -> None:
        self.rows = [(number, key, leads_to, known) for number, key, leads_to, known, _ in rows.players(circle_id)]
        self.by_key = {key: leads_to or number for number, key, leads_to, _known in self.rows}

    @property
    def known(self) -> set[str]:
        """The keys of those who were not forgotten."""
        return {key for _number, key, _leads_to, known in self.rows if known}


def _same(here: _People, gone: _People) -> dict[int, int]:
    """Returns the players of one circle who are one with a player of the other: they share a name.

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


class CircleJoining(PlayerMerging):
    """All circles that become one with others."""

    def same_names(self, circle_id: int, gone_id: int) -> dict[str, str]:
        """Returns the names by which players of two circles are one, by what is compared of them."""
        with self._read() as session:
            rows = rows_of(session, is_shared=self.is_shared)
            both = _People(rows, circle_id).known & _People(rows, gone_id).known
            wanted = select(CirclePlayer).where(
                col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.key).in_(both)
            )
            return {one.key: one.name for one in session.scalars(wanted.order_by(col(CirclePlayer.key)))}

    def circle_joins(self, circle_id: int) -> list[CircleJoin]:
        """Returns the circles that came over to one and were not taken back, the newest first."""
        wanted = select(CircleJoin).where(col(CircleJoin.circle_id) == circle_id, col(CircleJoin.undone_at).is_(None))
        with self._read() as session:
            return list(session.scalars(wanted.order_by(col(CircleJoin.id).desc())))

    def join_circles(
        self, circle_id: int, gone_id: int, device_id: int, keeper: MatchKeeper, pause: Pause
    ) -> CircleJoin:
        """Has all of a circle come over to another one; people of one name are one, and all matches are rated anew.

        Raises NotJoined, StoreBusy where too much happens in them meanwhile.
        """
        for _attempt in range(MERGE_ATTEMPTS):
            with self._read() as session:
                rows = rows_of(session, is_shared=self.is_shared)
                here, gone = _People(rows, circle_id), _People(rows, gone_id)
                same, plan = _same(here, gone), self._planned(rows, circle_id, gone_id)
                theirs, ours = _matches(rows, gone_id), _matches(rows, circle_id)
                kept = _said_by_no_name(rows, gone_id, theirs, gone)
                moved = [_moved(row, circle_id, same) for row in _stepwise(theirs)]
                plan.dropped = _doubles(rows, circle_id, gone_id, [*ours, *moved], same)
            plan.change(moved, circle_id, ours)
            pause()
            with self._write_much() as session:
                line = None
                if self._stands(session, plan):
                    line = self._move(session, plan, circle_id, gone_id, device_id, same, kept)
            if line is not None:
                pause()
                self.rate_due(circle_id, keeper, pause)
                return line
        raise StoreBusy("the circles have changed each time")

    def part_circles(self, circle_id: int, join_id: int, device_id: int, keeper: MatchKeeper, pause: Pause) -> int:
        """Takes back that a circle came over, and returns it: it is as it was, with what its tables played since.

        Raises LookupError for no such one, NotJoined where it cannot be taken back, StoreBusy as `join_circles`.
        """
        for _attempt in range(MERGE_ATTEMPTS):
            with self._read() as session:
                line = _line(session, circle_id, join_id, device_id)
                moved, gone_id = JoinedBy(**line.moved), line.gone_id
                rows = rows_of(session, is_shared=self.is_shared)
                plan = self._planned(rows, circle_id, gone_id)
                theirs, ours = _parted(rows, circle_id, gone_id, moved)
                plan.dropped = [row.table_id for row in _stepwise(chain(theirs, ours)) if not rows.counts(row)]
            plan.change(theirs, circle_id, ours, gone_id)
            pause()
            with self._write_much() as session:
                if stands := self._stands(session, plan):
                    self._move_back(session, plan, _line(session, circle_id, join_id, device_id))
            if stands:
                pause()
                for one in (circle_id, gone_id):
                    self.rate_due(one, keeper, pause)
                return gone_id
        raise StoreBusy("the circles have changed each time")

    def _planned(self, rows: KeptRows, *circles: int) -> _Plan:
        return _Plan({one: digest_of(lambda what: what(rows), one) for one in circles})

    def _stands(self, session: Session, plan: _Plan) -> bool:
        """Locks the circles of a plan, and tells whether they still are as they were read for it."""
        circles = sorted(plan.follows_from)
        session.scalars(
            select(Circle).where(col(Circle.id).in_(circles)).order_by(col(Circle.id)).with_for_update()
        ).all()
        rows = rows_of(session, is_shared=self.is_shared)
        return all(digest_of(lambda what: what(rows), one) == plan.follows_from[one] for one in circles)

    def _move(
        self,
        session: Session,
        plan: _Plan,
        circle_id: int,
        gone_id: int,
        device_id: int,
        same: Mapping[int, int],
        kept: dict[str, list[int]],
    ) -> CircleJoin:
        rows = rows_of(session, is_shared=self.is_shared)
        here, gone = _People(rows, circle_id), _People(rows, gone_id)
        stays = {key for key in gone.by_key if key in here.by_key}
        moving = [(number, leads_to) for number, key, leads_to, _known in gone.rows if key not in stays]
        self._write_plan(session, plan, moving={n: same.get(p or n, p) for n, p in moving}, to=circle_id)
        let_readers()
        tables, seasons, meetings = (
            list(session.scalars(select(col(kind.id)).where(col(kind.circle_id) == gone_id)))
            for kind in (Table, CircleSeason, CircleMeeting)
        )
        _hand_over(session, gone_id, circle_id, tables, seasons, meetings)
        session.execute(update(CircleJoin).where(col(CircleJoin.circle_id) == gone_id).values(circle_id=circle_id))
        let_readers()
        phones, came = _phones_come(session, circle_id, gone_id, same)
        standing = update(Invite).where(col(Invite.circle_id) == gone_id, col(Invite.until).is_(None))
        session.execute(standing.where(col(Invite.number).is_(None)).values(until=now()))
        session.execute(update(CircleJoin).where(col(CircleJoin.circle_id) == circle_id).values(moved={}))
        people, newest = _digest_of_people(rows_of(session, is_shared=self.is_shared), circle_id)
        moved = JoinedBy(tables, seasons, meetings, moving, phones, came, kept, people, newest)
        line = CircleJoin(circle_id=circle_id, gone_id=gone_id, device_id=device_id, moved=moved._asdict())
        session.add(line)
        session.flush()
        let_readers()
        return line

    def _move_back(self, session: Session, plan: _Plan, line: CircleJoin) -> None:
        circle_id, gone_id, moved = line.circle_id, line.gone_id, JoinedBy(**line.moved)
        players = dict(moved.players)
        later = select(CirclePlayer).where(
            col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.id) > moved.newest
        )
        players |= {one.id: one.merged_into for one in session.scalars(later) if one.merged_into in players}
        self._write_plan(session, plan, moving=players, to=gone_id)
        _hand_over(session, circle_id, gone_id, moved.tables, moved.seasons, moved.meetings)
        let_readers()
        held = active_grants(session, circle_id, Scope.CIRCLE)
        end_grants(session, [grant for grant in held if grant.device_id in moved.came])
        for grant in held:
            if grant.player_id in players:
                grant.player_id = None
        for device_id, player_id in moved.phones:
            begin_grant(session, Grant(circle_id=gone_id, device_id=device_id, role=Role.MEMBER, player_id=player_id))
        add_first_invites(session, [gone_id], Scope.CIRCLE)
        line.undone_at, line.moved = now(), {}

    def _write_plan(self, session: Session, plan: _Plan, *, moving: Mapping[int, int | None], to: int) -> None:
        """Writes what matches become, and moves these players, each with whose other name it is now."""
        rows = rows_of(session, is_shared=self.is_shared)
        for number in chain.from_iterable(in_steps(plan.dropped)):
            rows.remove_match(number)
        for matches in in_steps(plan.changed):
            rows.move_matches(matches)
        for circle_id in plan.follows_from:
            rows.note_change(circle_id)
        for circle_id, first in plan.due.items():
            make_due(rows, circle_id, first)
        for players in in_steps(moving.items()):
            rows.move_players(players, to)


def _line(session: Session, circle_id: int, join_id: int, device_id: int) -> CircleJoin:
    line = session.get(CircleJoin, join_id)
    if line is None or line.circle_id != circle_id or line.device_id != device_id or line.undone_at is not None:
        raise LookupError
    if not line.moved or now() - line.made_at > JOIN_UNDONE_WITHIN:
        raise NotJoined("too-late")
    return line


def _hand_over(
    session: Session,
    circle_id: int,
    to: int,
    tables: Sequence[int],
    seasons: Sequence[int],
    meetings: Sequence[int],
) -> None:
    """Has these tables, seasons and invitations of a circle belong to another one, with all that hangs on them."""
    for kind, own, numbers in (
        (Table, Table.id, tables),
        (CircleNote, CircleNote.table_id, tables),
        (CirclePost, CirclePost.table_id, tables),
        (CircleSeason, CircleSeason.id, seasons),
        (CircleMeeting, CircleMeeting.id, meetings),
        (MeetingAnswer, MeetingAnswer.meeting_id, meetings),
        (Invite, Invite.number, meetings),
    ):
        for some in in_steps(numbers):
            here = col(own).in_(some), col(kind.circle_id) == circle_id
            session.execute(update(kind).where(*here).values(circle_id=to))


def _stepwise(found: Iterable[T]) -> Iterator[T]:
    """Yields these; requests that only read are answered in between."""
    return chain.from_iterable(in_steps(found))


def _matches(rows: KeptRows, circle_id: int) -> list[MatchRow]:
    found: list[MatchRow] = []
    for (game,) in rows.games(circle_id):
        first = BEGINNING
        while some := rows.some_matches(circle_id, game, first, ROWS_A_TURN):
            # What they came to is not changed; of thousands it would be much to hold.
            found += [read_match(row)._replace(summary={}) for row in some]
            first = (found[-1].ended_at, found[-1].table_id + 1)
            let_readers()
    return found


def _called(rows: KeptRows, circle_id: int) -> dict[int, list[str]]:
    """Returns what the people of each table of a circle are called, as it is compared."""
    found: dict[int, list[str]] = {}
    last = 0
    while some := rows.tables_after(circle_id, last, ROWS_A_TURN):
        found |= {number: [name_key(name) for name in read_names(names)] for number, names in some}
        last = some[-1][0]
        let_readers()
    return found


def _moved(row: MatchRow, circle_id: int, same: Mapping[int, int]) -> MatchRow:
    return row._replace(circle_id=circle_id, players=[same.get(player, player) for player in row.players])


def _doubles(
    rows: KeptRows, circle_id: int, gone_id: int, matches: Sequence[MatchRow], same: Mapping[int, int]
) -> list[int]:
    """Returns the tables whose match does not count: it has come from a file, and is here already or left out."""
    back = {other: one for one, other in same.items()}
    by_table, found = {row.table_id: row for row in matches}, set()
    for row in matches:
        if not row.from_file:
            continue
        if not rows.counts(row):
            found.add(row.table_id)
            continue
        there = [*rows.same_matches(row), *rows.same_matches(_moved(row, gone_id, back))]
        alike = [by_table[one.table_id] for one in there if one.table_id in by_table]
        found |= {max(row, one, key=lambda it: it.rank).table_id for one in alike}
    return sorted(found)


def _said_by_no_name(
    rows: KeptRows, gone_id: int, matches: Sequence[MatchRow], people: _People
) -> dict[str, list[int]]:
    """Returns the players of those matches whose tables call somebody otherwise: who was forgotten, and kept there."""
    called = _called(rows, gone_id)
    return {
        str(row.table_id): row.players
        for row in _stepwise(matches)
        if [people.by_key.get(name) for name in called.get(row.table_id, ())] != row.players
    }


def _parted(rows: KeptRows, circle_id: int, gone_id: int, moved: JoinedBy) -> tuple[list[MatchRow], list[MatchRow]]:
    """Returns the matches of the circle that came over, as they are once it is parted, and those of the other one."""
    people, players = _digest_of_people(rows, circle_id, moved.newest)[0], dict(moved.players)
    if people != moved.people:
        raise NotJoined("people-changed")
    tables, here = set(moved.tables), _People(rows, circle_id)
    theirs = {key: leads_to or number for number, key, leads_to, _known in _People(rows, gone_id).rows}
    theirs |= {key: players[number] or number for number, key, _leads_to, _known in here.rows if number in players}
    ours = {key: leads_to or number for number, key, leads_to, _known in here.rows if number not in players}
    named = _called(rows, circle_id)
    elsewhere = {True: ours.keys() - theirs.keys(), False: theirs.keys() - ours.keys()}
    for number, keys in _stepwise(named.items()):
        if str(number) not in moved.kept and elsewhere[number in tables] & set(keys):
            raise NotJoined("played-together")
    found: tuple[list[MatchRow], list[MatchRow]] = [], []
    for row in _stepwise(_matches(rows, circle_id)):
        if row.table_id in tables:
            seats = moved.kept.get(str(row.table_id)) or [theirs[key] for key in named[row.table_id]]
            found[0].append(row._replace(circle_id=gone_id, players=seats))
        else:
            found[1].append(row)
    return found


def _digest_of_people(rows: KeptRows, circle_id: int, newest: int | None = None) -> tuple[str, int]:
    """Returns the digest of the players of a circle up to a number, None: all, and the last of these."""
    found = [row[:4] for row in rows.players(circle_id) if newest is None or row[0] <= newest]
    digest = blake2b("".join(map(repr, map(tuple, found))).encode()).hexdigest()
    return digest, max((row[0] for row in found), default=0)


def _phones_come(
    session: Session, circle_id: int, gone_id: int, same: Mapping[int, int]
) -> tuple[list[tuple[int, int | None]], list[int]]:
    """Has the phones of a circle belong to another one; a player for whom a phone stands there keeps that one."""
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
