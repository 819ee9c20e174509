"""A season: several evenings, of which each person's best ones count."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EveningScore:
    """What somebody has scored in an evening."""

    evening: str
    person: str
    points: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody in a season: the evenings that are `counted`, the best first, their `total`, and those left out.

    `place` counts from 1; with the same total the same place.
    """

    place: int
    person: str
    total: int
    counted: tuple[EveningScore, ...]
    left_out: tuple[EveningScore, ...]


def season(scores: Iterable[EveningScore], best: int) -> list[SeasonRow]:
    """Returns the standing of a season in which so many evenings of each person count; equals by name.

    Raises `ValueError` where none would count.
    """
    if best < 1:
        raise ValueError("at least one evening counts")
    by_person: dict[str, list[EveningScore]] = defaultdict(list)
    for score in sorted(scores, key=lambda score: (-score.points, score.evening)):
        by_person[score.person].append(score)
    sums = {person: sum(score.points for score in own[:best]) for person, own in by_person.items()}
    return [
        SeasonRow(
            1 + sum(other > sums[person] for other in sums.values()),
            person,
            sums[person],
            tuple(own[:best]),
            tuple(own[best:]),
        )
        for person, own in sorted(by_person.items(), key=lambda item: (-sums[item[0]], item[0]))
    ]
