"""Sicherman's War, as tests of all games open it."""

from tests.web.support.sample import Raw, Sample, Setting, pair_of_piles

GAME = "sichermans-war"


def reveals(*skirmishes: str) -> list[Raw]:
    """Returns skirmishes that the dice settle, but for the last."""
    pairs = [({"type": "reveal", "cards": cards.split()}, {"type": "settle"}) for cards in skirmishes]
    return [raw for pair in pairs for raw in pair][:-1]


SPOILS = pair_of_piles(GAME, 2, [], reveals("K 9", "4 5", "7 6"), reveals("8 2", "4 5", "7 6"), since=4)
"""Ann's first pot is worth 20 points, or 10."""

SAMPLE = Sample(
    piles=SPOILS,
    settings={GAME: Setting(GAME, 2, 16, declares=False)},
    variant={"jokers": True},
    players=2,
    dealt=(),
    entered=(4, {}),
    german_sheet="von 4 Schlachten",
)
