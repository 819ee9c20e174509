"""Sichere Six, as tests of all games open it."""

from tests.web.support.sample import DEAL, Sample, Setting, pair_of_piles, tricks

GAME = "sichere-six"
NINES = pair_of_piles(
    GAME,
    3,
    [DEAL, *tricks(3, 1, ("9D JD 6D", 2)), {"type": "mercy", "seat": 2}],
    tricks(3, 2, ("TH 9H 6H", 2), ("JS 6S TS", 2)),
    tricks(3, 2, ("TH 7H 6H", 2), ("JS 6S TS", 2)),
    since=6,
)
"""Cat, The Chosen, has captured one nine more in the first of them."""

SAMPLE = Sample(
    piles=NINES,
    settings={GAME: Setting(GAME, 3, 18)},
    variant={"rounds": 4, "threshold": 30, "joker_lead": "no-suit"},
    held=8,
    german_sheet="von 9 Runden",
)
