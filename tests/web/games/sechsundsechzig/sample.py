"""Sechsundsechzig, as tests of all games open it."""

from tests.web.support.sample import DEAL, Sample, Setting, pair_of_piles, tricks

GAME = "sechsundsechzig"
SWAP = {"trump_swap": True}
DEALT = (DEAL, {"type": "turn-up", "card": "9S"})
AUGEN = pair_of_piles(
    GAME,
    2,
    DEALT,
    tricks(2, 1, ("TC AC", 0), ("KH 7H", 0)),
    tricks(2, 1, ("7C QC", 0), ("KH 7H", 0)),
    since=4,
)
"""Ann's first trick held 21 Augen, or three and the queen that makes no marriage any more."""

SAMPLE = Sample(
    piles=AUGEN,
    settings={GAME: Setting(GAME, 2, 24, SWAP), f"{GAME}, four": Setting(GAME, 4, 26)},
    variant={"call_at": 101, "last_trick_augen": 10, "unclaimed": "last-trick", **SWAP},
    players=2,
    dealt=DEALT,
    held=6,
    records=(
        {"events": [*DEALT, {"type": "trick", "winner": 1, "augen": 10}, {"type": "meld", "seat": 1, "points": 20}]},
        {"events": [*DEALT, {"type": "swap", "seat": 1}], "options": SWAP},
    ),
    entered=(3, SWAP),
    german_sheet="Sechsundsechzig, ",
)
