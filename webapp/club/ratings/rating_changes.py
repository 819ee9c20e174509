"""Ratings over many matches: computed from the first one on, or anew from one that was corrected."""

from collections.abc import Iterable, Mapping

from webapp.club.ratings.plackett_luce import rated
from webapp.club.ratings.rated_matches import Change, Player, RatedMatch, Rating

_NEW = Rating()


def changes(matches: Iterable[RatedMatch], before: Mapping[Player, Rating] | None = None) -> list[Change]:
    """Returns what these matches change, oldest first, those of one match by name; given the ratings before them.

    They may come in any order. A match in which somebody sat twice changes nothing.
    """
    now = dict(before or {})
    found: list[Change] = []
    for match in sorted(matches, key=lambda match: match.moment):
        if match.counts:
            made = _changes(match, now)
            now |= {change.player: change.after for change in made}
            found += made
    return found


def _changes(match: RatedMatch, now: Mapping[Player, Rating]) -> list[Change]:
    persons = sorted(person for team in match.teams for person in team)
    before = {person: now.get((match.game, person), _NEW) for person in persons}
    after = rated(match, before)
    return [Change(match.id, match.game, match.ended_at, p, before[p], after[p]) for p in persons]


def ratings(kept: Iterable[Change]) -> dict[Player, Rating]:
    """Returns everybody's rating after these changes, which come oldest first."""
    return {change.player: change.after for change in kept}
