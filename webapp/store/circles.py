"""Circles: devices, invites, players, tables given to them, and queries for their files."""

from collections.abc import Callable, Sequence

from sqlalchemy import delete, or_, select
from sqlmodel import Session, col

from webapp.http.limits import MOST_CIRCLES
from webapp.store.attempts import count_opening
from webapp.store.circle_devices import end_holds, hold
from webapp.store.circle_models import RATED_WITH, Circle, CircleMatch, CirclePlayer, CircleRating
from webapp.store.database import need_row
from webapp.store.errors import InviteSpent, SeqTaken, TableTaken
from webapp.store.grants import active_grants, begin_grant, end_grants, grant_of
from webapp.store.invites import Invites, add_first_invites, add_invite, end_invites, spend_invite
from webapp.store.kept_rows import BEGINNING, rows_of
from webapp.store.log import log_length
from webapp.store.match_keeping import (
    DueRatings,
    EndedMatch,
    KeptMatch,
    add_rows,
    come_over,
    keep_match,
    leave_files_out,
    make_due,
    match_row,
    players_named,
    rate_from,
    tables_of_strangers,
)
from webapp.store.models import Grant, Invite, Table
from webapp.store.name_keys import alphabetical
from webapp.store.roles import Role, Scope, Use
from webapp.store.used_keys import KeyedQuestion, UsedKeys

_WITHOUT_MATCH = """
SELECT id FROM tables WHERE circle_id = ? AND NOT EXISTS (SELECT 1 FROM circle_matches WHERE table_id = tables.id)
ORDER BY id DESC
"""
_NUMBERS = "SELECT table_id FROM circle_matches WHERE circle_id = ? ORDER BY ended_at, table_id"


class Circles(Invites, UsedKeys, DueRatings):
    # Opening, joining, leaving

    def open_circle(
        self, name: str, *, device_id: int, network: str = "", op: str | None = None, table_id: int | None = None
    ) -> Circle:
        """Opens a circle with this device in it; a form that has opened one gets that one again.

        `table_id`: a table that is to be given to it; one of no circle comes at once. Raises TooManyOpened, TableTaken.
        """
        circle = Circle(name=name, op=op)

        def with_more(session: Session) -> None:
            count_opening(session, Scope.CIRCLE, device_id, network)
            session.add(Grant(circle_id=circle.id, device_id=device_id, role=Role.MEMBER))
            add_first_invites(session, [circle.id], Scope.CIRCLE)
            if table_id is None:
                return
            self._lock_table(session.connection(), table_id)
            table = session.get_one(Table, table_id)
            if table.circle_id is None:
                _take_in(session, circle.id, table)
                session.refresh(circle)
            elif not tables_of_strangers(session, circle.id, [table]):
                raise TableTaken

        return self._add_once(circle, with_more)

    def circle(self, circle_id: int) -> Circle | None:
        return self._row(Circle, circle_id)

    def all_circles(self) -> list[Circle]:
        """Returns all circles there are, the newest first."""
        return self._all(select(Circle).order_by(col(Circle.id).desc()))

    def circles_of(self, device_id: int) -> list[Circle]:
        """Returns the circles of this device, the one joined last first."""
        wanted = (
            select(Circle)
            .join(Grant, col(Grant.circle_id) == col(Circle.id))
            .where(col(Grant.device_id) == device_id, col(Grant.until).is_(None))
            .order_by(col(Grant.id).desc())
            .limit(MOST_CIRCLES)
        )
        return self._all(wanted)

    def join_circle(self, invite_id: int, device_id: int, name: str = "") -> None:
        """Admits a device by an invite, as the player of this name, possibly a new one; without a name as no player.

        The code that is kept serves once, another takes its place, and all phones are asked anew who they are.

        Raises InviteSpent where the invite lets nobody in any more, PersonTaken where another phone is that player.
        """
        with self._write() as session:
            of_invite = select(col(Invite.circle_id)).where(col(Invite.id) == invite_id).scalar_subquery()
            session.execute(select(col(Circle.id)).where(col(Circle.id) == of_invite).with_for_update())
            invite = spend_invite(session, invite_id)
            if invite.use is Use.MEETING:  # it leads to one evening, and into no circle
                raise InviteSpent
            if invite.use is Use.RECOVERY:
                end_holds(session, invite.owner)
            if grant_of(session, invite.owner, device_id, Scope.CIRCLE) is None:
                begin_grant(session, Grant(circle_id=invite.owner, device_id=device_id, role=Role.MEMBER))
            if name:
                self._hold_named(session, invite.owner, device_id, name)
            self._notify_devices(session, [device_id])

    def hold_named(self, circle_id: int, device_id: int, name: str) -> None:
        """Makes a phone stand for the player of this name, possibly a new one. Raises as `hold_player` does."""
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            self._hold_named(session, circle_id, device_id, name)

    def _hold_named(self, session: Session, circle_id: int, device_id: int, name: str) -> None:
        (player,) = players_named(rows_of(session), circle_id, [name])
        hold(session, circle_id, device_id, player)

    def put_out(self, circle_id: int, device_id: int, question: KeyedQuestion | None = None) -> None:
        """Dismisses another device of a circle and replaces the invite, which that device knows.

        The key of `question` is kept with it: KeyUsed where it was used.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            self._keep_key_of(session, question)
            end_grants(session, [grant_of(session, circle_id, device_id, Scope.CIRCLE)])
            end_invites(session, circle_id, Role.MEMBER, Scope.CIRCLE)
            add_invite(session, circle_id, Role.MEMBER, Scope.CIRCLE)
            self._notify_devices(session, [device_id])

    def leave_circle(self, circle_id: int, device_id: int, question: KeyedQuestion | None = None) -> None:
        """Ends that a device belongs to a circle. The key of `question` is kept with it: KeyUsed where it was used."""
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            self._keep_key_of(session, question)
            end_grants(session, [grant_of(session, circle_id, device_id, Scope.CIRCLE)])
            self._notify_devices(session, [device_id])

    # Tables and players

    def give_table(self, circle_id: int, table_id: int, match: KeptMatch, *, seq: int) -> bool:
        """Gives a table to a circle, with its match if it is over; its people become players of the circle.

        Returns False for a table of another circle: it stays there. Raises SeqTaken where its log has gone on after
        `seq`.
        """
        with self._write(table_id) as session:
            table = session.get_one(Table, table_id)
            if table.circle_id not in (None, circle_id):
                return False
            if log_length(session, table_id) != seq:
                raise SeqTaken
            if table.circle_id is None:
                _take_in(session, circle_id, table)
            keep_match(rows_of(session), table_id, match, self.rate_players)
            held = active_grants(session, circle_id, Scope.CIRCLE)
            self._notify_devices(session, [grant.device_id for grant in held])
        return True

    def keep_again(self, circle_id: int, table_id: int, match: KeptMatch) -> None:
        """Keeps the match of a table of a circle, if it is over and counts."""
        with self._write(table_id) as session:
            keep_match(rows_of(session), table_id, match, self.rate_players)

    def count_files(self, circle_id: int, *, counted: bool) -> None:
        """Sets whether matches from files count in a circle; where they do not, their rows are deleted."""
        with self._write() as session:
            circle = session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
            circle.without_files = not counted
            if not counted:
                leave_files_out(rows_of(session), circle_id, self.rate_players)

    def tables_without_match(self, circle_id: int) -> list[int]:
        return [table_id for (table_id,) in self._query_much(_WITHOUT_MATCH, (circle_id,))]

    def circle_players(self, circle_id: int, *, forgotten: bool = True) -> dict[int, CirclePlayer]:
        """Returns the players of a circle by their number, in the order of their names.

        `forgotten`: also those who were, whom matches name by a number.
        """
        wanted = select(CirclePlayer).where(
            col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.merged_into).is_(None)
        )
        if not forgotten:
            wanted = wanted.where(col(CirclePlayer.forgotten_at).is_(None))
        with self._read() as session:
            found = sorted(session.scalars(wanted), key=lambda player: alphabetical(player.name))
            return {player.id: player for player in found}

    def rename_player(self, circle_id: int, player_id: int, name: str) -> bool:
        """Calls a player otherwise; the old name leads to the same one. Returns False where another has the name.

        Raises LookupError where that is no player of the circle.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            player = need_row(session, CirclePlayer, player_id, circle_id=circle_id, is_standing=True)
            (known,) = players_named(rows_of(session), circle_id, [name], into=player_id)
            if known == player_id:
                player.name = name
        return known == player_id

    # Stored matches

    def circle_ratings(self, circle_id: int, tables: Sequence[int] | None = None) -> list[CircleRating]:
        """Returns the ratings in a circle after each match, the oldest first; `tables`: after those at these alone."""
        wanted = (
            select(CircleRating)
            .where(col(CircleRating.circle_id) == circle_id, col(CircleRating.counts))
            .order_by(col(CircleRating.ended_at), col(CircleRating.table_id), col(CircleRating.player_id))
        )
        if tables is not None:
            wanted = wanted.where(col(CircleRating.table_id).in_(tables))
        return self._all(wanted)

    def rebuild_circle(self, circle_id: int, ended: Callable[[Table], EndedMatch | None]) -> list[int]:
        """Computes all stored matches of a circle again. Returns the tables where anything differed.

        `ended` tells what the match of a table has come to, None: it goes on.
        """
        with self._write_in(circle_id, Scope.CIRCLE) as session:
            rows = rows_of(session)
            for table_id, to in rows.on_their_way(circle_id):
                come_over(rows, to, [table_id])
            before, known = _kept(session, circle_id), _forgotten_at(session, circle_id)
            for kind in (CircleRating, CircleMatch):
                session.execute(delete(kind).where(col(kind.circle_id) == circle_id))
            session.expire_all()
            tables = session.scalars(select(Table).where(col(Table.circle_id) == circle_id)).all()
            found = {table.id: ended(table) for table in tables}
            games = sorted({table.game for table in tables})
            rows = rows_of(session)
            ended_at = {table_id: match for table_id, match in found.items() if match is not None}
            add_rows(
                rows,
                [match_row(rows, one, rows.table(one), it, known.get(one, ())) for one, it in ended_at.items()],
            )
            for game in games:
                rate_from(rows, circle_id, game, BEGINNING, self.rate_players)
                while (due := rows.due(circle_id, game)) is not None:
                    rate_from(rows, circle_id, game, due, self.rate_players)
            after = _kept(session, circle_id)
            return sorted(table for table in {*before, *after} if before.get(table) != after.get(table))

    def rate_anew(self) -> list[int]:
        """Makes all ratings that are due, and all of the circles that were counted in another way. Returns these."""
        old = col(Circle.rated_with) != RATED_WITH
        with self._read() as session:
            found, counted = session.scalars(select(col(Circle.id)).where(old)).all(), list[int]()
        for circle_id in found:
            with self._write() as session:
                wanted = select(Circle).where(col(Circle.id) == circle_id, old).with_for_update()
                circle = session.scalars(wanted).one_or_none()
                if circle is None:  # another process has done it
                    continue
                rows = rows_of(session)
                make_due(rows, circle_id, {game: BEGINNING for (game,) in rows.games(circle_id)})
                circle.rated_with = RATED_WITH
                counted.append(circle_id)
        for circle_id in self.circles_due():
            self.rate_due(circle_id)
        return counted

    def circle_titles(self, circle_id: int) -> dict[int, str]:
        """Returns the titles of a circle's tables, without those that have none."""
        wanted = select(col(Table.id), col(Table.title)).where(
            col(Table.circle_id) == circle_id, col(Table.title) != ""
        )
        with self._reader.connect() as connection:
            return {row.id: row.title for row in connection.execute(wanted)}

    def match_numbers(self, circle_id: int) -> list[int]:
        """Returns the tables of the finished matches of a circle, those that ended first first."""
        return [table_id for (table_id,) in self._query_much(_NUMBERS, (circle_id,))]

    def names_of_player(self, player_id: int) -> list[str]:
        """Returns all names that lead to a player, as they are compared: in small letters."""
        wanted = select(col(CirclePlayer.key)).where(
            or_(col(CirclePlayer.id) == player_id, col(CirclePlayer.merged_into) == player_id)
        )
        return sorted(self._all(wanted))


def _take_in(session: Session, circle_id: int, table: Table) -> None:
    """Has a table belong to a circle; its people become players of the circle."""
    table.circle_id, players = circle_id, list(table.players)
    session.flush()
    session.scalars(select(Circle).where(col(Circle.id) == circle_id).with_for_update()).one()
    rows = rows_of(session)
    players_named(rows, circle_id, players)
    rows.note_change(circle_id)


def _kept(session: Session, circle_id: int) -> dict[int, list[str]]:
    matches = session.scalars(select(CircleMatch).where(col(CircleMatch.circle_id) == circle_id))
    rated = session.scalars(select(CircleRating).where(col(CircleRating.circle_id) == circle_id))
    found: dict[int, list[str]] = {}
    for row in (*matches, *rated):
        found.setdefault(row.table_id, []).append(row.model_dump_json())
    return {table: sorted(rows) for table, rows in found.items()}


def _forgotten_at(session: Session, circle_id: int) -> dict[int, list[int | None]]:
    """Returns the forgotten players by seat, None for the others: tables of others may keep the name."""
    wanted = select(col(CirclePlayer.id)).where(
        col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.forgotten_at).is_not(None)
    )
    forgotten = set(session.scalars(wanted))
    rows = session.scalars(select(CircleMatch).where(col(CircleMatch.circle_id) == circle_id))
    return {row.table_id: [one if one in forgotten else None for one in row.players] for row in rows}
