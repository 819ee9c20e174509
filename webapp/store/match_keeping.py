"""Matches of circles are kept as rows: written with the entry that ends or changes one, and all ratings after it.

What a match comes to, and what ratings it makes, is asked of a `MatchKeeper`: the store knows no rules.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from rules_core.replay import Fold
from webapp.store.kept_rows import KeptRows, MatchRow, Moment, RatingRow, TableRow
from webapp.store.people import name_key


class EndedMatch(NamedTuple):
    """What the log of a finished match tells: the place of the entry that ended it, and what is kept of it."""

    place: int
    summary: dict[str, Any]


class MatchKeeper(Protocol):
    """Tells what a match comes to, and rates players."""

    def ended(self, fold: Fold) -> EndedMatch | None:
        """Returns what a match has come to; None while it goes on."""

    def rated(self, matches: Sequence[MatchRow], before: Mapping[int, RatingRow]) -> list[RatingRow]:
        """Returns the ratings after each of these matches of one game, which come oldest first.

        `before` has the rating of each player before the first of them, where there is one.
        """


class KeptMatch(NamedTuple):
    """A match that is over with an entry, or goes on again, and who tells what it comes to.

    Whether its table belongs to a circle is read with the entry: another process may have given it just now.
    """

    fold: Fold
    keeper: MatchKeeper


def keep_match(rows: KeptRows, table_id: int, match: KeptMatch) -> None:
    """Writes what a match has come to, and the ratings of it and of all later ones of its game and circle."""
    table = rows.table(table_id)
    if table.circle_id is None:
        return
    # Two matches of a circle that end at the same time are rated one after the other.
    rows.lock_circle(table.circle_id)
    old = rows.match(table_id)
    ended = match.keeper.ended(match.fold)
    new = None if ended is None else match_row(rows, table_id, table, ended, old.players if old else ())
    changed = [row for row in (old, new) if row is not None]
    if old == new or not changed:
        return
    first = min(row.moment for row in changed)
    rates_alike = old is not None and new is not None and _rates(old) == _rates(new)
    if not rates_alike:
        rows.remove_ratings(table.circle_id, table.game, first)
    _write(rows, old, new)
    if not rates_alike:
        rate_from(rows, table.circle_id, table.game, first, match.keeper)


def match_row(
    rows: KeptRows, table_id: int, table: TableRow, ended: EndedMatch, known: Sequence[int | None] = ()
) -> MatchRow:
    """Returns the row of a finished match; names that the circle does not know yet become players of it.

    `known` are players by seat, whatever the table calls them: it may keep the name of one who was forgotten.
    """
    circle_id = table.circle_id or 0
    began_at, ended_at = rows.time(table_id, 1), rows.time(table_id, ended.place + 1)
    seats = zip_longest(table.players, known)
    players = [_player_named(rows, circle_id, name, None) if one is None else one for name, one in seats]
    return MatchRow(table_id, circle_id, table.game, began_at, ended_at, players, ended.summary)


def players_named(rows: KeptRows, circle_id: int, names: Sequence[str], into: int | None = None) -> list[int]:
    """Returns the players of a circle with these names, in order; a name that it does not know becomes one.

    A name of somebody who was merged is the one whom it leads to; a new one is another name of `into`, if given.
    """
    return [_player_named(rows, circle_id, name, into) for name in names]


def _player_named(rows: KeptRows, circle_id: int, name: str, into: int | None) -> int:
    key = name_key(name)
    known = rows.player(circle_id, key)
    return rows.add_player(circle_id, name, key, into) if known is None else known


def rate_from(rows: KeptRows, circle_id: int, game: str, first: Moment | None, keeper: MatchKeeper) -> None:
    """Rates all matches of a game from a moment on, None: all of them; none of these may have ratings yet."""
    matches = rows.matches(circle_id, game, first)
    persons = sorted({player for match in matches for player in match.players}) if first is not None else []
    before = {person: rows.newest_rating(circle_id, game, person) for person in persons}
    rows.add_ratings(keeper.rated(matches, {person: row for person, row in before.items() if row is not None}))


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
