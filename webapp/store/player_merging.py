"""Two players of a circle made one: what follows is worked out beforehand, and written where nothing changed meanwhile.

All ratings since the first match of the one who goes are made anew. In a large circle that takes seconds, so it goes
in steps: outside of the transaction everybody is answered between two of them, within it all that only read.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import TypeVar

from sqlalchemy import select, update
from sqlmodel import Session, col

from webapp.http.limits import MERGE_ATTEMPTS, RATED_A_TURN, ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.store.circle_models import Circle, CirclePlayer
from webapp.store.circle_phones import CirclePhones, one_holder
from webapp.store.engines import StoreBusy
from webapp.store.errors import PersonTaken
from webapp.store.kept_rows import KeptRows, MatchRow, RatingRow, Text, read_match, read_names, rows_of
from webapp.store.match_keeping import MatchKeeper
from webapp.store.people import name_key

T = TypeVar("T")
Ask = Callable[[Callable[[KeptRows], list[Text]]], list[Text]]
"""Asks the rows that are kept, in a transaction of its own or in one that goes on."""
Pause = Callable[[], None]


@dataclass
class Merge:
    """Two players who become one, and all that is to be written for it.

    `players`: those of each match that `gone` played; `ratings`: all that may have changed, the oldest first.
    `follows_from` is the digest of all rows that have been read for it.
    """

    circle_id: int
    gone: int
    into: int
    keeper: MatchKeeper
    players: list[tuple[int, list[int]]] = field(default_factory=list)
    ratings: list[RatingRow] = field(default_factory=list)
    follows_from: bytes = b""

    def moved(self, row: MatchRow) -> MatchRow:
        """Returns a match with one player in the place of the other."""
        return row._replace(players=[self.into if player == self.gone else player for player in row.players])


class TheyAreTwo(Exception):
    """Two players sat at one table."""


class PlayerMerging(CirclePhones):
    """The players of all circles."""

    def merge_players(self, circle_id: int, gone: int, into: int, keeper: MatchKeeper, pause: Pause) -> bool:
        """Makes two players one, and rates all matches anew. Returns False where they sat at one table: they are two.

        `pause` lets others be answered. Raises PersonTaken where a phone stands for each of them, LookupError where one
        of them is no player of the circle, or both are the same, StoreBusy where too much happens in it meanwhile.
        """
        for _ in range(MERGE_ATTEMPTS):
            merge = Merge(circle_id, gone, into, keeper)
            try:
                self._work_out(merge, pause)
            except TheyAreTwo:
                return False
            if self._write_merge(merge):
                return True
        raise StoreBusy("the circle has changed each time")

    def _work_out(self, merge: Merge, pause: Pause) -> None:
        has_device = {merge.gone, merge.into} <= self.held_players(merge.circle_id).keys()

        def ask(what: Callable[[KeptRows], list[Text]]) -> list[Text]:
            with self._read() as session:
                return what(rows_of(session, is_shared=self.is_shared))

        digest, people = blake2b(), ask(lambda rows: rows.players(merge.circle_id))
        standing = {number for number, _key, leads_to, is_known in people if is_known and leads_to is None}
        if merge.gone == merge.into or not {merge.gone, merge.into} <= standing:
            raise LookupError
        _note(digest, people)
        known = {key: leads_to or number for number, key, leads_to, _is_known in people}
        for some in _tables(ask, merge.circle_id):
            _check_tables(merge, some, known)
            _note(digest, some)
            pause()
        if has_device:
            raise PersonTaken
        for game in _games(ask, merge.circle_id):
            rated = _Rated(merge, game, ask)
            for some in _matches(ask, merge.circle_id, game, RATED_A_TURN):
                rated.add([read_match(row) for row in some])
                _note(digest, some)
                pause()
        merge.follows_from = digest.digest()

    def _write_merge(self, merge: Merge) -> bool:
        with self._write() as session:
            session.scalars(select(Circle).where(col(Circle.id) == merge.circle_id).with_for_update()).one()
            rows = rows_of(session, is_shared=self.is_shared)
            if digest_of(lambda what: what(rows), merge.circle_id) != merge.follows_from:
                return False
            if not one_holder(session, merge.circle_id, merge.gone, merge.into):
                raise PersonTaken
            _rename(session, merge)
            rows = rows_of(session, is_shared=self.is_shared)
            for players in in_steps(merge.players):
                rows.change_players(players)
                rows.remove_ratings_of(merge.gone, (table_id for table_id, _players in players))
            for ratings in in_steps(merge.ratings):
                rows.put_ratings(ratings)
        return True


class _Rated:
    """Ratings of one game, worked out anew from the first match on that somebody has played."""

    def __init__(self, merge: Merge, game: str, ask: Ask) -> None:
        self._merge, self._game, self._ask = merge, game, ask
        self._newest: dict[int, RatingRow | None] = {}
        self._has_begun = False

    def add(self, rows: Sequence[MatchRow]) -> None:
        """Adds the next matches, the oldest first. Raises TheyAreTwo."""
        merge = self._merge
        for place, row in enumerate(rows):
            if merge.gone in row.players:
                if merge.into in row.players:
                    raise TheyAreTwo
                if not self._has_begun:
                    rows, self._has_begun = rows[place:], True
                merge.players.append((row.table_id, merge.moved(row).players))
        if self._has_begun:
            self._rate([merge.moved(row) for row in rows])

    def _rate(self, rows: Sequence[MatchRow]) -> None:
        unknown = {player for row in rows for player in row.players} - self._newest.keys()
        self._newest |= dict.fromkeys(unknown) | {row.player_id: row for row in self._ratings_before(unknown, rows[0])}
        before = {person: rating for person, rating in self._newest.items() if rating is not None}
        ratings = self._merge.keeper.rated(rows, before)
        self._newest |= {rating.player_id: rating for rating in ratings}
        self._merge.ratings += ratings

    def _ratings_before(self, persons: Iterable[int], match: MatchRow) -> list[RatingRow]:
        def asked(rows: KeptRows) -> list[Text]:
            found = (rows.rating_before(match.circle_id, self._game, person, match.moment) for person in persons)
            return [rating for rating in found if rating is not None]

        return [RatingRow(*rating) for rating in self._ask(asked)]


def _check_tables(merge: Merge, tables: Iterable[Text], known: Mapping[str, int]) -> None:
    """Raises TheyAreTwo where both sat at one of these tables, whether its match is over or not."""
    for _table_id, names in tables:
        if {merge.gone, merge.into} <= {known.get(name_key(name)) for name in read_names(names)}:
            raise TheyAreTwo


def _rename(session: Session, merge: Merge) -> None:
    of_gone = (col(CirclePlayer.id) == merge.gone) | (col(CirclePlayer.merged_into) == merge.gone)
    session.execute(update(CirclePlayer).where(of_gone).values(merged_into=merge.into))


def digest_of(ask: Ask, circle_id: int) -> bytes:
    """Returns the digest of all that is kept of the players, tables and matches of a circle."""
    digest = blake2b()
    _note(digest, ask(lambda rows: rows.players(circle_id)))
    for some in _tables(ask, circle_id):
        _note(digest, some)
        _let_readers()
    for game in _games(ask, circle_id):
        for some in _matches(ask, circle_id, game, ROWS_A_TURN):
            _note(digest, some)
            _let_readers()
    return digest.digest()


def _tables(ask: Ask, circle_id: int) -> Iterator[list[Text]]:
    last = 0
    while some := ask(lambda rows: rows.tables_after(circle_id, last, ROWS_A_TURN)):  # noqa: B023
        yield some
        last = some[-1][0]


def _games(ask: Ask, circle_id: int) -> list[str]:
    return [game for (game,) in ask(lambda rows: rows.games(circle_id))]


def _matches(ask: Ask, circle_id: int, game: str, size: int) -> Iterator[list[Text]]:
    first = None
    while some := ask(lambda rows: rows.some_matches(circle_id, game, first, size)):  # noqa: B023
        yield some
        ended_at, table_id = read_match(some[-1]).moment
        first = (ended_at, table_id + 1)


def _note(digest: blake2b, rows: Iterable[Text]) -> None:
    for row in rows:
        digest.update(repr(row).encode())


def in_steps(found: Iterable[T]) -> Iterator[list[T]]:
    """Yields these in parts; requests that only read are answered in between."""
    rest = iter(found)
    while some := list(islice(rest, ROWS_A_TURN)):
        yield some
        _let_readers()


def _let_readers() -> None:
    time.sleep(FOLD_PAUSE)
