"""Deep Six, as tests of all games open it."""

from tests.web.support.sample import DEAL, Sample, Setting, pair_of_piles, tricks

GAME = "deep-six"
POINTS = pair_of_piles(
    GAME,
    4,
    [
        {"type": "deal", "dealer": 3},
        {"type": "contract", "seat": 0, "amount": 120, "suit": "H"},
        *({"type": "meld", "seat": seat, "points": 0} for seat in range(4)),
    ],
    tricks(4, 0, ("5C 7C 2C 3C", 1), ("6D 7D 8D 5D", 3)),
    tricks(4, 0, ("5C 7C 4C 6C", 1), ("6D 7D 8D 5D", 3)),
    since=8,
)
"""Ben's trick brought thirty points, or none."""

SAMPLE = Sample(
    piles=POINTS,
    settings={GAME: Setting(GAME, 4, 36)},
    variant={"target": 200, "target_by": "exceeding", "failed_bid": "worse", "meld_reuse": "none"},
    players=4,
    dealt=(DEAL, {"type": "contract", "seat": 1, "amount": 80, "suit": "D"}),
    held=14,
    scores=2,
    entered=(4, {}),
    german_sheet="Deep Six, ",
)
