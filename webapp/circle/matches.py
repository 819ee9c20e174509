"""Stored matches of a circle: from logs to rows and back, ratings, filters of their list, cached totals."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar, cast

from flask import request
from msgspec import convert
from msgspec.json import Decoder
from msgspec.structs import asdict

from rules_core.match_figures import MatchFigures
from webapp.circle.match_days import all_played, days_of, tables_between
from webapp.circle.ratings import RatedMatch, Rating, changes
from webapp.circle.statistics import MatchSummary
from webapp.circle.tables import CircleTables, meets_again
from webapp.evening.keeper import EveningKeeper
from webapp.evening.state import EveningState
from webapp.http.integers import parse_integer
from webapp.http.limits import LONGEST_SEARCH, LOOKS_KEPT
from webapp.http.newest import keep_newest
from webapp.http.steps import let_others
from webapp.live.surroundings import CirclesOfTables
from webapp.services import Services, services
from webapp.store import Store
from webapp.store.circle_history import KeptText, MatchFilter, PlayedMatch
from webapp.store.circle_models import CircleMatch, CirclePlayer
from webapp.store.kept_rows import MatchRow, RatingRow
from webapp.store.name_keys import name_key
from webapp.table.player_names import tidy

T = TypeVar("T")


class CircleCache:
    """Cache of what was computed from all matches of a circle, which holds while nothing of that circle changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: OrderedDict[Hashable, tuple[Hashable, object]] = OrderedDict()

    def of(self, circle_id: int, what: Hashable, make: Callable[[dict[int, str]], T]) -> T:
        """Returns the cached result of `make` for a circle, which is called with the names of its people by number."""
        state = self._store.circle_state(circle_id)
        kept = self._made.get((circle_id, what))
        if kept is None or kept[0] != state:
            kept = state, make(state.names)
            keep_newest(self._made, (circle_id, what), kept, LOOKS_KEPT)
        return cast("T", kept[1])


class _Kept(MatchFigures, frozen=True):
    seconds: int | None = None


_PLAYERS, _FIGURES = Decoder(tuple[int, ...]), Decoder(_Kept)


def kept_summary(row: KeptText | PlayedMatch, guests: Collection[int] = ()) -> MatchSummary:
    """Returns the summary of a stored match; guests are unknown."""
    return MatchSummary(
        id=str(row.table_id),
        game=row.game,
        persons=tuple(None if player in guests else str(player) for player in _PLAYERS.decode(row.players)),
        began_at=row.began_at,
        ended_at=row.ended_at,
        **asdict(_FIGURES.decode(row.summary)),
    )


@dataclass(frozen=True)
class MatchSearch:
    """A search, as the form shows it again, and its filter."""

    game: str
    players: list[int]
    day: date | None
    text: str
    wanted: MatchFilter

    def address(self) -> dict[str, object]:
        """Returns the fields of an address that asks for the same."""
        first, second, *_ = [*self.players, None, None]
        return {"game": self.game or None, "player": first, "with": second, "day": self.day, "text": self.text or None}


def search_of_request(circle_id: int, games: Collection[str], players: Mapping[int, CirclePlayer]) -> MatchSearch:
    """Returns the search of the address; invalid parameters are ignored."""
    args, store = request.args, services().store
    game = args.get("game", "") if args.get("game", "") in games else ""
    chosen = [one for one in map(parse_integer, (args.get("player"), args.get("with"))) if one in players]
    asked, text = day_in(args.get("day", "")), tidy(args.get("text", "")[:LONGEST_SEARCH])
    tables = None if asked is None else tables_between(days_of(all_played(circle_id)), asked, asked)
    named = store.find_named(circle_id, lambda name: name_key(text) in name_key(name)) if text else None
    found = [one for one in chosen if one is not None]
    return MatchSearch(
        game, found, asked, text, MatchFilter(circle_id, [game] if game else list(games), found, tables, named)
    )


def day_in(text: str) -> date | None:
    """Returns the day that an address or a form names, None for none."""
    try:
        return date.fromisoformat(text) if len(text) == len("2026-11-21") else None
    except ValueError:
        return None


def register(services: Services) -> None:
    """Has players rated, and counts and rates them again if that is done in another way by now."""
    services.store.rate_players = ratings_after
    counted = services.store.rate_anew()
    services.store.pause = let_others

    def evening(evening_id: int) -> EveningState:
        return services.part(EveningKeeper).at(evening_id).state

    tables = CircleTables(services.store, services.tables, evening, services.hub.publish_to)
    services.add(tables, CircleCache(services.store))
    services.part(CirclesOfTables).tell = meets_again
    services.tables.counted = tables.counted
    services.tables.match_kept = services.store.rate_due
    for circle_id in counted:
        tables.keep_others(circle_id)


def ratings_after(
    matches: Sequence[MatchRow], before: Mapping[int, RatingRow], guests: Collection[int] = ()
) -> list[RatingRow]:
    """Returns the ratings after each of these matches of one game, which come oldest first."""
    rows = {_key(row.table_id): row for row in matches}
    known = {
        (row.game, _key(row.player_id)): Rating(row.strength, row.uncertainty, row.matches) for row in before.values()
    }
    won = Counter({row.player_id: row.won for row in before.values()})
    found: list[RatingRow] = []
    for change in changes((rated_row(row) for row in matches), known, {*map(_key, guests)}):
        row, player, after = rows[change.match], int(change.person), change.after
        won[player] += change.counts and player in _winners(row)
        numbers = (after.strength, after.uncertainty, after.matches, won[player], change.counts)
        found.append(RatingRow(row.table_id, player, row.circle_id, row.game, row.ended_at, *numbers))
    return found


def rated_row(row: MatchRow) -> RatedMatch:
    """Returns the facts of a stored match that ratings are based on."""
    teams = tuple(tuple(_key(row.players[seat]) for seat in side) for side in row.summary["sides"])
    return RatedMatch(_key(row.table_id), row.game, row.ended_at, teams, tuple(row.summary["places"]))


def figures_of_row(row: CircleMatch) -> MatchFigures:
    return convert(row.summary, MatchFigures)


def _winners(row: MatchRow) -> set[int]:
    return {row.players[seat] for side in row.summary["winners"] for seat in row.summary["sides"][side]}


def _key(number: int) -> str:
    return f"{number:020}"
