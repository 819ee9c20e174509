"""Kept matches of a circle, and the filters of their list."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from flask import request
from msgspec.json import Decoder
from msgspec.structs import asdict

from rules_core.match_figures import MatchFigures
from webapp.circle.evening_days import days_of, tables_between
from webapp.circle.history.appearances import MatchSummary
from webapp.http.integers import parse_integer
from webapp.http.limits import LONGEST_SEARCH
from webapp.services import services
from webapp.store.circle_history import KeptText, MatchFilter, PlayedMatch
from webapp.store.circle_models import CirclePlayer
from webapp.store.people import name_key
from webapp.table.player_names import tidy


class _Kept(MatchFigures, frozen=True):
    seconds: int | None = None


_PLAYERS, _FIGURES = Decoder(tuple[int, ...]), Decoder(_Kept)


def kept_summary(row: KeptText | PlayedMatch) -> MatchSummary:
    """Returns what is kept of a match. Names are left out: those of players change."""
    return MatchSummary(
        id=str(row.table_id),
        game=row.game,
        persons=tuple(str(player) for player in _PLAYERS.decode(row.players)),
        names=(),
        began_at=row.began_at,
        ended_at=row.ended_at,
        **asdict(_FIGURES.decode(row.summary)),
    )


@dataclass(frozen=True)
class MatchSearch:
    """What was asked for, as the form shows it again, and the filter that finds it."""

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
    """Returns what the address asks for; what it names wrongly counts as not named."""
    args, store = request.args, services().store
    game = args.get("game", "") if args.get("game", "") in games else ""
    chosen = [one for one in map(parse_integer, (args.get("player"), args.get("with"))) if one in players]
    asked, text = day_in(args.get("day", "")), tidy(args.get("text", "")[:LONGEST_SEARCH])
    tables = None if asked is None else tables_between(days_of(store.played_matches(circle_id)), asked, asked)
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
