"""What the page of two players of a circle shows: who was ahead, by game, and what they did as partners."""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.club.circle.circle_player_page import Rival
from webapp.club.circle.kept_matches import kept_summary
from webapp.club.history.appearances import Appearance, appearances
from webapp.club.history.pairs import head_to_head
from webapp.services import services
from webapp.store.circle_models import CirclePlayer


@dataclass(frozen=True)
class CirclePairPage:
    """The page. `games` has the pair by game, the one played most first; `matches` counts those of any kind."""

    one: CirclePlayer
    all: Rival
    games: list[tuple[str, Rival]]
    matches: int


def circle_pair_page(one: CirclePlayer, other: CirclePlayer) -> CirclePairPage:
    """Returns the page of two players, as the first of them sees it."""
    store = services().store
    games = store.games_played(one.circle_id)
    rows = store.matches_of_player(one.circle_id, one.id, games, other=other.id)
    met = appearances(map(kept_summary, rows), str(one.id))
    by_game = [(game, [row for row in met if row.match.game == game]) for game in games]
    found = [(game, _rival(one, other, own)) for game, own in by_game if own]
    return CirclePairPage(one, _rival(one, other, met), found, len(rows))


def _rival(one: CirclePlayer, other: CirclePlayer, rows: Sequence[Appearance]) -> Rival:
    return Rival(other.id, other.name, head_to_head(rows, str(one.id), str(other.id)))
