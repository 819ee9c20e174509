"""Matches of circles are kept as rows: written with the entry that ends or changes one, and all ratings after it.

What a match comes to, and what ratings it makes, is asked of a `MatchKeeper`: the store knows no rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlmodel import Session, col

from rules_core.replay import Fold
from webapp.store.circle_models import Circle, CircleMatch, CirclePlayer, CircleRating
from webapp.store.models import Event, Table
from webapp.store.name_keys import name_key


class EndedMatch(NamedTuple):
    """What the log of a finished match tells: the place of the entry that ended it, and what is kept of it."""

    place: int
    summary: dict[str, Any]


class MatchKeeper(Protocol):
    """Tells what a match comes to, and rates players."""

    def ended(self, fold: Fold) -> EndedMatch | None:
        """Returns what a match has come to; None while it goes on."""

    def rated(self, matches: Sequence[CircleMatch], before: Mapping[int, CircleRating]) -> list[CircleRating]:
        """Returns the ratings after each of these matches of one game, which come oldest first.

        `before` has the rating of each player before the first of them, where there is one.
        """


class KeptMatch(NamedTuple):
    """What a table's match has come to with an entry, None: it goes on again; and who rates its players."""

    ended: EndedMatch | None
    keeper: MatchKeeper


def keep_match(session: Session, table_id: int, match: KeptMatch) -> None:
    """Writes what a match has come to, and the ratings of it and of all later ones of its game and circle."""
    table = session.get_one(Table, table_id)
    if table.circle_id is None:
        return
    # Two matches of a circle that end at the same time are rated one after the other.
    session.scalars(select(Circle).where(col(Circle.id) == table.circle_id).with_for_update()).one()
    old = session.get(CircleMatch, table_id)
    new = None if match.ended is None else match_row(session, table, match.ended)
    if _is_same(old, new):
        return
    changed = [row for row in (old, new) if row is not None]
    rates_alike = old is not None and new is not None and _rates(old) == _rates(new)
    first = min((row.ended_at, row.table_id) for row in changed)
    if not rates_alike:
        _forget_ratings(session, changed[0], first)
    if old is not None and new is not None:
        for name, value in new.model_dump(exclude={"table_id"}).items():
            setattr(old, name, value)
    elif new is not None:
        session.add(new)
    elif old is not None:
        session.delete(old)
    session.flush()
    if not rates_alike:
        rate_from(session, changed[0].circle_id, changed[0].game, first, match.keeper)


def match_row(session: Session, table: Table, ended: EndedMatch) -> CircleMatch:
    """Returns the row of a finished match; names that the circle does not know yet become players of it."""
    times = dict(
        session.execute(
            select(col(Event.seq), col(Event.made_at)).where(
                col(Event.table_id) == table.id, col(Event.seq).in_((1, ended.place + 1))
            )
        ).all()
    )
    return CircleMatch(
        table_id=table.id,
        circle_id=table.circle_id or 0,
        game=table.game,
        began_at=times[1],
        ended_at=times[ended.place + 1],
        players=players_named(session, table.circle_id or 0, table.players),
        summary=ended.summary,
    )


def players_named(session: Session, circle_id: int, names: Sequence[str], into: int | None = None) -> list[int]:
    """Returns the players of a circle with these names, in order; a name that it does not know becomes one.

    A name of somebody who was merged is the one whom it leads to; a new one is another name of `into`, if given.
    """
    keys = {name_key(name): name for name in names}
    wanted = select(CirclePlayer).where(col(CirclePlayer.circle_id) == circle_id, col(CirclePlayer.key).in_(keys))
    known = {player.key: player for player in session.scalars(wanted)}
    for key, name in keys.items():
        if key not in known:
            known[key] = CirclePlayer(circle_id=circle_id, name=name, key=key, merged_into=into)
            session.add(known[key])
            session.flush()
    return [known[name_key(name)].merged_into or known[name_key(name)].id for name in names]


def rate_from(
    session: Session, circle_id: int, game: str, first: tuple[datetime, int] | None, keeper: MatchKeeper
) -> None:
    """Rates all matches of a game from a moment on, None: all of them; none of these may have ratings yet."""
    wanted = select(CircleMatch).where(col(CircleMatch.circle_id) == circle_id, col(CircleMatch.game) == game)
    if first is not None:
        wanted = wanted.where(_since(CircleMatch, first))
    matches = list(session.scalars(wanted.order_by(col(CircleMatch.ended_at), col(CircleMatch.table_id))))
    persons = sorted({player for match in matches for player in match.players})
    before = {} if first is None else _ratings_now(session, circle_id, game, persons)
    session.add_all(keeper.rated(matches, before))
    session.flush()


def _ratings_now(session: Session, circle_id: int, game: str, players: Iterable[int]) -> dict[int, CircleRating]:
    """Returns the newest rating of each of these players who has one."""
    of_players = and_(
        col(CircleRating.circle_id) == circle_id,
        col(CircleRating.game) == game,
        col(CircleRating.player_id).in_(list(players)),
    )
    newest = (
        select(col(CircleRating.player_id), func.max(col(CircleRating.matches)).label("matches"))
        .where(of_players)
        .group_by(col(CircleRating.player_id))
        .subquery()
    )
    is_newest = and_(
        of_players,
        col(CircleRating.player_id) == newest.c.player_id,
        col(CircleRating.matches) == newest.c.matches,
    )
    return {row.player_id: row for row in session.scalars(select(CircleRating).join(newest, is_newest))}


def _forget_ratings(session: Session, match: CircleMatch, first: tuple[datetime, int]) -> None:
    of_game = and_(col(CircleRating.circle_id) == match.circle_id, col(CircleRating.game) == match.game)
    session.execute(delete(CircleRating).where(of_game, _since(CircleRating, first)))


def _since(kind: type[CircleMatch | CircleRating], first: tuple[datetime, int]) -> ColumnElement[bool]:
    ended_at, table_id = first
    # The first condition lets the index find the place.
    return and_(col(kind.ended_at) >= ended_at, or_(col(kind.ended_at) > ended_at, col(kind.table_id) >= table_id))


def _rates(row: CircleMatch) -> tuple[Any, ...]:
    """Returns what the ratings after a match follow from."""
    return row.ended_at, row.players, row.summary["sides"], row.summary["places"]


def _is_same(old: CircleMatch | None, new: CircleMatch | None) -> bool:
    if old is None or new is None:
        return old is new
    return old.model_dump() == new.model_dump()
