"""Two people: how often one was ahead of the other, and what they did as partners."""

from collections.abc import Iterable
from dataclasses import dataclass

from webapp.club.history.appearances import Appearance
from webapp.club.small_samples import Sample, sample


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Matches of one person with another: those `won`, `tied` and `lost` against, and those played as partners.

    Against each other the better place counts, whoever won the match.
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
    own = [row for row in rows if row.person == person]
    against = [row.against[other] for row in own if other in row.against]
    together = [row.outcome for row in own if other in row.partners]
    return HeadToHead(
        won=against.count("won"),
        tied=against.count("tied"),
        lost=against.count("lost"),
        together=len(together),
        won_together=len(together) - together.count("lost"),
    )


def rivals(rows: Iterable[Appearance], person: str) -> dict[str, HeadToHead]:
    """Returns how somebody stands against everybody met, by name."""
    met: dict[str, list[Appearance]] = {}
    for row in rows:
        if row.person == person:
            for other in (*row.against, *row.partners):
                met.setdefault(other, []).append(row)
    return {other: head_to_head(own, person, other) for other, own in sorted(met.items())}
