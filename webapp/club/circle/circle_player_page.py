"""What the page of a player of a circle shows: rating, places, scores, others met, and the figures of the game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.club.circle.figure_lines import FigureLine, figure_lines
from webapp.club.circle.kept_matches import kept_summary
from webapp.club.circle.rating_curve import RatingCurve, rating_curve
from webapp.club.history.appearances import Appearance, appearances
from webapp.club.history.pairs import HeadToHead, rivals
from webapp.club.history.player_totals import Totals, totals
from webapp.club.small_samples import ENOUGH_MATCHES
from webapp.http.limits import RIVALS_SHOWN
from webapp.services import services
from webapp.store.circle_models import CirclePlayer

BAR = 100
"""How long the bar of two players is drawn."""


@dataclass(frozen=True)
class GamePlaces:
    """How often somebody had which place in a game; `places` counts from the first."""

    game: str
    matches: int
    places: list[int]

    @property
    def is_rated(self) -> bool:
        """Tells whether there are enough matches for a rating."""
        return self.matches >= ENOUGH_MATCHES


@dataclass(frozen=True)
class Rival:
    """Somebody met: how often each of both was ahead. `at` is where the bar changes from one to the other."""

    id: int
    name: str
    pair: HeadToHead
    is_forgotten: bool = False

    @property
    def at(self) -> int:
        """How much of the bar is the first one's."""
        decided = self.pair.won + self.pair.lost
        return round(BAR * self.pair.won / decided) if decided else 0


@dataclass(frozen=True)
class CirclePlayerPage:
    """The page. `game` is the one that is looked at, empty where nothing was played. `more` players are left out.

    `figures` are those that this viewer may see.
    """

    player: CirclePlayer
    game: str
    games: list[GamePlaces]
    totals: Totals
    curve: RatingCurve | None
    rivals: list[Rival]
    more: int
    figures: list[FigureLine]

    @property
    def most_places(self) -> int:
        """The last place that is counted in any game."""
        return max((len(one.places) for one in self.games), default=0)


def circle_player_page(
    player: CirclePlayer,
    players: Mapping[int, CirclePlayer],
    asked: str,
    *,
    is_own: bool,
    all_rivals: bool,
) -> CirclePlayerPage:
    """Returns the page of a player in the game that is asked for, else in the one played most.

    `is_own`: it is for the phone of this player.
    """
    store, person = services().store, str(player.id)
    rows = store.matches_of_player(player.circle_id, player.id, store.games_played(player.circle_id))
    by_game: dict[str, list[Appearance]] = {}
    for one in appearances(map(kept_summary, rows), person):
        by_game.setdefault(one.match.game, []).append(one)
    games = _places(by_game)
    game = asked if asked in by_game else next((one.game for one in games), "")
    own, played = by_game.get(game, []), [row for row in rows if row.game == game]
    found, met = totals(own), _rivals(rivals(own, person), players)
    shown = met if all_rivals else met[:RIVALS_SHOWN]
    return CirclePlayerPage(
        player=player,
        game=game,
        games=games,
        totals=found,
        curve=rating_curve(played),
        rivals=shown,
        more=len(met) - len(shown),
        figures=figure_lines(game, found.figures if is_own else found.open_figures),
    )


def _places(by_game: Mapping[str, Sequence[Appearance]]) -> list[GamePlaces]:
    """Returns the places in each game, the one played most first."""
    counted = {game: Counter(row.place for row in rows) for game, rows in by_game.items()}
    found = [
        GamePlaces(game, places.total(), [places[place] for place in range(1, max(places) + 1)])
        for game, places in counted.items()
    ]
    return sorted(found, key=lambda one: (-one.matches, one.game))


def _rivals(pairs: Mapping[str, HeadToHead], players: Mapping[int, CirclePlayer]) -> list[Rival]:
    """Returns everybody who sat on another side, those met most first."""
    found = [
        Rival(int(other), players[int(other)].name, pair, players[int(other)].forgotten_at is not None)
        for other, pair in pairs.items()
        if pair.matches and int(other) in players
    ]
    return sorted(found, key=lambda rival: (-rival.pair.matches, rival.name))
