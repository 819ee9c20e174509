"""Matches of circles as rows: written with the entry that ends or changes one, and the ratings after it.

Where many ratings follow, all but the first are due, and made in steps, each a transaction: what was begun when the
house ended goes on with its next start. So do matches whose tables belong to another circle by now: they come over.
What a match comes to is told with its entry, and what ratings it makes is asked of `Database.rate_players`.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from sqlalchemy import delete, func, or_, select, update
from sqlmodel import Session, col

from webapp.http.durations import JOIN_UNDONE_WITHIN, LONGEST_PAUSE
from webapp.http.limits import RATED_A_TURN
from webapp.store.circle_models import (
    Circle,
    CircleJoin,
    CircleNote,
    CirclePlayer,
    CirclePost,
    CircleRating,
    CircleRatingsDue,
)
from webapp.store.database import Database
from webapp.store.forgotten_player import OwnTables, tables_at_evenings
from webapp.store.kept_rows import BEGINNING, KeptRows, MatchRow, Moment, RatePlayers, TableRow, read_match, rows_of
from webapp.store.models import Grant, Table, utc_now
from webapp.store.name_keys import name_key
from webapp.store.steps import briefly, in_turns


class EndedMatch(NamedTuple):
    """The result of a finished match by its log: the place of the entry that ended it, and the summary.

    `typed_at`: no log tells it, it was typed then.
    """

    place: int
    summary: dict[str, Any]
    typed_at: datetime | None = None


class KeptMatch(NamedTuple):
    """The result of a match after an entry, None: it goes on again.

    Whether its table belongs to a circle is read with the entry: another process may have given it just now.
    `players` by seat are those of a match that is not kept yet, where the names of its table do not say it.
    """

    ended: EndedMatch | None
    players: Sequence[int | None] = ()


def keep_match(rows: KeptRows, table_id: int, match: KeptMatch, rate_players: RatePlayers) -> None:
    """Writes the result of a match, and makes its ratings and all later ones of its game and circle."""
    table = rows.table(table_id)
    if table.circle_id is None:
        return
    # Two matches of a circle that end at the same time are rated one after the other.
    rows.lock_circle(table.circle_id)
    old = rows.match(table_id)
    if old is not None and old.circle_id != table.circle_id:
        come_over(rows, table.circle_id, [table_id])
        old = rows.match(table_id)
    new = None
    if match.ended is not None:
        new = match_row(rows, table_id, table, match.ended, old.players if old else match.players)
    same = [] if new is None else rows.same_matches(new)
    if new is not None and not _counts(rows, new, same):
        new, same = None, []
    changed = [row for row in (old, new, *same) if row is not None]
    if (old == new and not same) or not changed:
        return
    first = min(row.moment for row in changed)
    rates_alike = old is not None and new is not None and not same and _rates(old) == _rates(new)
    if old is not None and not rates_alike:
        rows.remove_ratings(table_id)
    for row in same:
        rows.remove_match(row.table_id)
    _write(rows, old, new)
    if not rates_alike:
        rate_from(rows, table.circle_id, table.game, first, rate_players)


def _counts(rows: KeptRows, new: MatchRow, same: Sequence[MatchRow]) -> bool:
    """Tells whether a match counts at this table: one match counts once, and one from a file where the circle likes."""
    return all(new.rank < row.rank for row in same) and rows.counts(new)


def to_come_over(rows: KeptRows, circle_id: int) -> list[int]:
    """Returns the tables of a circle whose matches are kept in another one."""
    return [table_id for table_id, to in rows.on_their_way(circle_id) if to == circle_id]


def come_over(rows: KeptRows, circle_id: int, tables: Iterable[int]) -> None:
    """Has the matches at those of these tables that belong to a circle by now come over to it, if they count there.

    The ratings after them, and all later ones, are due.
    """
    persons: dict[int, int] = {}
    concerned: list[MatchRow] = []
    for table_id in tables:
        old = rows.match(table_id)
        if old is None or old.circle_id == circle_id or rows.table(table_id).circle_id != circle_id:
            continue
        for one in {*old.players} - persons.keys():
            persons[one] = rows.comes_as(circle_id, one)
        new = old._replace(circle_id=circle_id, players=[persons[one] for one in old.players])
        same = rows.same_matches(new)
        counts = _counts(rows, new, same)
        for row in same if counts else [old]:
            rows.remove_match(row.table_id)
        if counts:
            rows.move_match(new)
            concerned += [new, *same]
    if concerned:
        rows.note_change(circle_id)
        make_due(rows, circle_id, first_of(concerned))


def leave_files_out(rows: KeptRows, circle_id: int, rate_players: RatePlayers) -> None:
    """Deletes the rows of matches from files; all later ones of their games are rated again."""
    first: dict[str, Moment] = {}
    for some in in_turns(rows.tables_from_files(circle_id)):
        gone = [row for table_id in some if (row := rows.match(table_id)) is not None and not rows.counts(row)]
        first = first_of(gone) | first  # the oldest come first
        for row in gone:
            rows.remove_match(row.table_id)
    for game, moment in first.items():
        rate_from(rows, circle_id, game, moment, rate_players)


def match_row(
    rows: KeptRows, table_id: int, table: TableRow, ended: EndedMatch, known: Sequence[int | None] = ()
) -> MatchRow:
    """Returns the row of a finished match; unknown names become players of the circle.

    `known` are players by seat, whatever the table calls them: it may keep the name of one who was forgotten.
    """
    circle_id = table.circle_id or 0
    times = rows.times(table_id, ended.place + 1) if ended.typed_at is None else [ended.typed_at]
    summary = {**ended.summary, "seconds": seconds_played(times)}
    seats = zip_longest(table.players, known)
    players = [_player_named(rows, circle_id, name, None) if one is None else one for name, one in seats]
    from_file = rows.opened(table_id) is not None
    return MatchRow(table_id, circle_id, table.game, times[0], times[-1], players, summary, from_file)


def add_rows(rows: KeptRows, found: Iterable[MatchRow]) -> None:
    """Adds the matches of which nothing is kept yet, one of each that several tables have."""
    for row in sorted(found, key=lambda row: row.rank):
        if _counts(rows, row, rows.same_matches(row)):
            rows.add_match(row)


def seconds_played(times: Sequence[datetime]) -> int:
    """Returns the playing time between the first and the last of these entries, without long pauses."""
    gaps = ((after - before).total_seconds() for before, after in pairwise(times))
    return int(sum(gap for gap in gaps if 0 < gap <= LONGEST_PAUSE))


def players_named(rows: KeptRows, circle_id: int, names: Sequence[str], into: int | None = None) -> list[int]:
    """Returns the players of a circle with these names, in order; an unknown name becomes one.

    A name of somebody who was merged is the one whom it leads to; a new one is another name of `into`, if given.
    """
    return [_player_named(rows, circle_id, name, into) for name in names]


def _player_named(rows: KeptRows, circle_id: int, name: str, into: int | None) -> int:
    key = name_key(name)
    known = rows.player(circle_id, key) or rows.forgotten(circle_id, key)
    return rows.add_player(circle_id, name, key, into) if known is None else known


def first_of(matches: Iterable[MatchRow]) -> dict[str, Moment]:
    """Returns when the first of these matches of each game ended."""
    found: dict[str, Moment] = {}
    for row in matches:
        found[row.game] = min(row.moment, found.get(row.game, row.moment))
    return found


def make_due(rows: KeptRows, circle_id: int, first: Mapping[str, Moment]) -> None:
    """Marks the ratings of games to be made again from these moments on."""
    for game, moment in first.items():
        rows.put_due(circle_id, game, min(moment, rows.due(circle_id, game) or moment))


def rate_from(rows: KeptRows, circle_id: int, game: str, first: Moment, rate_players: RatePlayers) -> None:
    """Makes the ratings of a game again from a moment on: some now, the rest later."""
    due = rows.due(circle_id, game)
    first = min(first, due or first)
    found = [read_match(row) for row in rows.some_matches(circle_id, game, first, RATED_A_TURN + 1)]
    matches, later = found[:RATED_A_TURN], found[RATED_A_TURN:]
    if matches:
        persons = sorted({player for match in matches for player in match.players})
        before = {one: rows.rating_before(circle_id, game, one, matches[0].moment) for one in persons}
        known = {one: row for one, row in before.items() if row is not None}
        rows.put_ratings(rate_players(matches, known, rows.guests(circle_id)))
    if later or due is not None:
        rows.put_due(circle_id, game, later[0].moment if later else None)


def _write(rows: KeptRows, old: MatchRow | None, new: MatchRow | None) -> None:
    if new is None:
        assert old is not None
        rows.remove_match(old.table_id)
    elif old is None:
        rows.add_match(new)
    else:
        rows.change_match(new)


def _rates(row: MatchRow) -> tuple[Any, ...]:
    return row.ended_at, row.players, row.summary["sides"], row.summary["places"]


class DueRatings(Database):
    """Ratings of all circles to be made again, and matches on their way from one to another."""

    def circles_due(self) -> list[int]:
        with self._read() as session:
            due = session.scalars(select(col(CircleRatingsDue.circle_id)).distinct()).all()
            joined = session.scalars(select(col(CircleJoin.circle_id)).distinct()).all()
            rows = rows_of(session)
            coming = {to for circle_id in joined for _table_id, to in rows.on_their_way(circle_id)}
        return sorted({*due, *coming})

    def is_still_counting(self, circle_id: int) -> bool:
        """Tells whether ratings of a circle are to be made again, or matches are on their way to it."""
        since = utc_now() - JOIN_UNDONE_WITHIN  # what is older has come over, and is not asked for through all matches
        joined = or_(col(CircleJoin.circle_id) == circle_id, col(CircleJoin.gone_id) == circle_id)
        recent = or_(col(CircleJoin.made_at) > since, col(CircleJoin.undone_at) > since)
        with self._read() as session:
            rows = rows_of(session)
            if rows.games_due(circle_id):
                return True
            moves = session.scalar(select(col(CircleJoin.id)).where(joined, recent).limit(1)) is not None
            return moves and bool(to_come_over(rows, circle_id))

    def _come_over(self, circle_id: int) -> None:
        """Has the matches at tables of a circle that are kept in another one come over, in such steps."""
        with self._read() as session:
            waiting = deque(to_come_over(rows_of(session), circle_id))
        while waiting:
            with self._write() as session:
                rows = rows_of(session)
                rows.lock_circle(circle_id)
                come_over(rows, circle_id, briefly(waiting))
            self.pause()

    def rate_due(self, circle_id: int) -> None:
        """Makes what is due in a circle, in steps between which others write and are answered.

        What is on its way to it comes over first.
        """
        self._come_over(circle_id)
        wanted = select(col(CircleRatingsDue.game)).where(col(CircleRatingsDue.circle_id) == circle_id).limit(1)
        while True:
            with self._reader.connect() as connection:
                if connection.scalar(wanted) is None:
                    return
            with self._write() as session:
                rows = rows_of(session)
                rows.lock_circle(circle_id)
                for game in rows.games_due(circle_id)[:1]:
                    rate_from(rows, circle_id, game, rows.due(circle_id, game) or BEGINNING, self.rate_players)
            self.pause()


def tables_of_strangers(session: Session, circle_id: int, tables: Sequence[Table]) -> set[int]:
    """Returns those of these tables that a phone of this circle has hosted, and none of the one that has them."""
    places = tables_at_evenings(session)
    own = OwnTables(session, circle_id, places)
    holders = {table.circle_id for table in tables if table.circle_id is not None} - {circle_id}
    others = {holder: OwnTables(session, holder, places) for holder in holders}
    elsewhere = [(table.id, others[table.circle_id]) for table in tables if table.circle_id in others]
    return {table_id for table_id, holder in elsewhere if own.has_hosted(table_id) and not holder.has_hosted(table_id)}


class ReturnedTables(Database):
    def tables_of_strangers(self, circle_id: int, tables: Sequence[Table]) -> set[int]:
        """Returns those of these tables that a phone of this circle has hosted, and none of the one that has them."""
        with self._read() as session:
            return tables_of_strangers(session, circle_id, tables)

    def take_table_back(self, circle_id: int, table_id: int) -> bool:
        """Ends that a table belongs to a circle, with its match, its note and its ratings; later ones are made anew.

        Players who came with it alone go, too, unless somebody has made them one with others, or a phone is theirs.
        Returns False where the table does not belong to this circle.
        """
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            if table.circle_id != circle_id:
                return False
            session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
            table.circle_id = None
            players, game = list(table.players), table.game
            rows_of(session).note_change(circle_id)
            self._forget_match(session, circle_id, table_id, game)
            _remove_players(session, circle_id, {name_key(name) for name in players})
        return True

    def _forget_match(self, session: Session, circle_id: int, table_id: int, game: str) -> None:
        for kind in (CircleNote, CirclePost):
            session.execute(delete(kind).where(col(kind.table_id) == table_id))
        rows = rows_of(session)
        match = rows.match(table_id)
        if match is None:
            return
        rows.remove_match(table_id)
        rate_from(rows, circle_id, game, match.moment, self.rate_players)


def _remove_players(session: Session, circle_id: int, keys: set[str]) -> None:
    elsewhere = select(col(Table.players)).where(col(Table.circle_id) == circle_id)
    there = {name_key(name) for names in session.scalars(elsewhere) for name in names}
    wanted = select(CirclePlayer).where(
        col(CirclePlayer.circle_id) == circle_id,
        col(CirclePlayer.key).in_(keys - there),
        col(CirclePlayer.merged_into).is_(None),
        col(CirclePlayer.forgotten_at).is_(None),
        col(CirclePlayer.id).not_in(
            select(col(CirclePlayer.merged_into)).where(col(CirclePlayer.merged_into).is_not(None))
        ),
        col(CirclePlayer.id).not_in(
            select(col(Grant.player_id)).where(col(Grant.player_id).is_not(None), col(Grant.until).is_(None))
        ),
    )
    for player in session.scalars(wanted).all():
        held = select(func.count()).where(col(CircleRating.player_id) == player.id)
        if not session.scalar(held):
            of_player = col(Grant.player_id) == player.id
            session.execute(update(Grant).where(of_player).values(player_id=None))
            session.execute(update(CirclePost).where(col(CirclePost.player_id) == player.id).values(player_id=None))
            session.delete(player)
