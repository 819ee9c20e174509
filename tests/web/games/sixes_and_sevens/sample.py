"""Sixes and Sevens, as tests of all games open it."""

from tests.web.support.sample import DEAL, Sample, Setting, pair_of_piles, tricks

GAME = "sixes-and-sevens"
WILD = {"ace_wild": True}
PARITY = pair_of_piles(
    GAME,
    3,
    [DEAL],
    tricks(3, 1, ("9D QD 7D", 2), ("5C 7C 9C", 1), ("4S", 1)),
    tricks(3, 1, ("3D JD 6H", 2), ("5C 7C 9C", 1), ("4S", 1)),
    since=6,
)

SAMPLE = Sample(
    piles=PARITY,
    settings={
        GAME: Setting(GAME, 4, 22, honest=True),
        f"{GAME}, wild aces": Setting(GAME, 3, 20, WILD, honest=True),
    },
    variant={**WILD, "ties_low": True, "fewest_wins": True, "final_tie": "extra-hand"},
    held=17,
    entered=(3, WILD),
    german_sheet="Spiele",
)
