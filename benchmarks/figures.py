"""What the end of a match costs where it is counted: figures, ratings, totals, each against folding one such match.

10,000 matches of 200 people: all computed anew, per match, and one more match rated where all others are.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import _matches
from _ratio import ratio, say
from msgspec.structs import asdict

from rules_core import replay
from rules_core.match_figures import match_figures
from rules_core.record import Header
from rules_core.replay import Fold
from webapp.circle.ratings import RatedMatch, changes
from webapp.circle.statistics import Appearance, MatchSummary, appearances, totals

MATCHES, PEOPLE, PLAYERS = 10_000, 200, 4
DIFFERENT = 20
FOLDS = 5
"""How many matches are folded where one is measured: a single one is over too soon."""
MOST_OF_FIGURES, MOST_OF_COUNTING = 0.35, 0.25
"""In matches folded: its figures; what counting and rating one costs, alone or when all are computed anew."""


def folded(seed: int) -> Fold:
    """Returns a whole match, entered card by card."""
    log = _matches.match(PLAYERS, seed)
    return replay.replay(Header(_matches.GAME.name, _matches.NAMES[:PLAYERS], {}), log).fold


def summaries(folds: list[Fold]) -> list[MatchSummary]:
    """Returns so many matches as the folded ones, an hour apart, each of people drawn from all."""
    chance, start = random.Random(1), datetime(2026, 1, 1, tzinfo=UTC)
    told = [
        MatchSummary(
            id="", game=_matches.GAME.name, persons=(), began_at=start, ended_at=start, **asdict(match_figures(fold))
        )
        for fold in folds
    ]
    people = [f"person {number}" for number in range(PEOPLE)]
    return [
        replace(
            told[number % len(told)],
            id=f"{number:05}",
            persons=tuple(chance.sample(people, PLAYERS)),
            ended_at=start + timedelta(hours=number),
        )
        for number in range(MATCHES)
    ]


def per_match(name: str, work: Callable[[], object], matches: int, limit: float, folding: Callable[[], object]) -> bool:
    """Measures work for so many matches against folding one of them."""
    ours, theirs, quotient = ratio(work, folding)
    print(f"{name}: {ours / matches * 1e6:,.0f} µs, folding a match {theirs / FOLDS * 1e6:,.0f} µs")
    return say(name, quotient * FOLDS / matches, limit, at_least=False)


def counting(played: list[MatchSummary]) -> tuple[Callable[[], None], Callable[[], None]]:
    """Returns what is done when the newest match ends with all others rated, so many times; and all computed anew."""
    newest = played[-1:]
    rated = [
        RatedMatch(one.id, one.game, one.ended_at, tuple((person,) for person in one.persons if person), one.places)
        for one in played
    ]
    before = {change.player: change.after for change in changes(rated[:-1])}
    own = {player: before[player] for player in before if player[1] in newest[0].persons}

    def one_more() -> None:
        for _time in range(DIFFERENT):
            changes(rated[-1:], own)

    def all_anew() -> None:
        changes(rated)
        by_person: dict[str, list[Appearance]] = {}
        for row in appearances(played):
            by_person.setdefault(row.person, []).append(row)
        for rows in by_person.values():
            totals(rows)

    return one_more, all_anew


def main() -> int:
    header, log = Header(_matches.GAME.name, _matches.NAMES[:PLAYERS], {}), _matches.match(PLAYERS, 1)
    folds = [folded(seed) for seed in range(DIFFERENT)]
    one_more, all_anew = counting(summaries(folds))

    def folding() -> None:
        for _time in range(FOLDS):
            replay.replay(header, log)

    def all_figures() -> None:
        for fold in folds:
            match_figures(fold)

    held = [
        per_match("figures of a match", all_figures, DIFFERENT, MOST_OF_FIGURES, folding),
        per_match("one more match rated", one_more, DIFFERENT, MOST_OF_COUNTING, folding),
        per_match("a match of 10,000 counted and rated anew", all_anew, MATCHES, MOST_OF_COUNTING, folding),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
