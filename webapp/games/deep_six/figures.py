"""What the figures of Deep Six are called."""

from webapp.http.language import gettext_noop as _l
from webapp.words.figure_kit import FigureWords

FIGURES = {
    "contracts": FigureWords(_l("Bids made"), _l("Of the bids that won the auction, those that were made.")),
    "lowest-contract": FigureWords(_l("Lowest bid made"), _l("The lowest bid that won the auction and was made.")),
    "sunk-contracts": FigureWords(
        _l("Bids brought down"), _l("Of the bids with which the other side won the auction, those that failed.")
    ),
    "meld": FigureWords(_l("Points melded"), _l("They count below zero: the lower, the better.")),
    "melds": FigureWords(_l("Melds"), _l("Melds laid with their cards.")),
    "grand-runs": FigureWords(_l("Grand runs"), _l("4 to 8 of one suit.")),
    "best-meld": FigureWords(_l("Best meld in a hand"), _l("The lowest points that one player melded in a hand.")),
    "taken": FigureWords(_l("Points taken"), _l("Of the 250 points in each hand: the fewer, the better.")),
    "last-tricks": FigureWords(_l("Last tricks"), _l("Hands in which this player took the last trick.")),
}
