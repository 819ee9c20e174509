"""Two people: how often one was ahead of the other, and what they did as partners."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from webapp.circle.history.appearances import Appearance, Outcome
from webapp.circle.small_samples import Sample, sample


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Matches of one person with another: those `won`, `tied` and `lost` against, and those played as partners.

    Against each other the better place counts, no matter who won the match.
    """

    won: int = 0
    tied: int = 0
    lost: int = 0
    together: int = 0
    won_together: int = 0

    @property
    def matches(self) -> int:
        """How many matches they played against each other."""
        return self.won + self.tied + self.lost

    @property
    def says(self) -> Sample:
        """What can be read from so many matches against each other, as a code."""
        return sample(self.matches)


def head_to_head(rows: Iterable[Appearance], person: str, other: str) -> HeadToHead:
    """Returns how somebody stands against another, from the rows of both or of the first; in any order."""
    return rivals(rows, person).get(other, HeadToHead())


def rivals(rows: Iterable[Appearance], person: str) -> dict[str, HeadToHead]:
    """Returns how somebody stands against everybody met, by name."""
    against: Counter[tuple[str, Outcome]] = Counter()
    together: Counter[tuple[str, bool]] = Counter()
    for row in rows:
        if row.person == person:
            against.update(row.against.items())
            together.update((partner, row.outcome != "lost") for partner in row.partners)
    met = sorted({other for other, _what in (*against, *together)})
    return {
        other: HeadToHead(
            won=against[other, "won"],
            tied=against[other, "tied"],
            lost=against[other, "lost"],
            together=together[other, True] + together[other, False],
            won_together=together[other, True],
        )
        for other in met
    }
