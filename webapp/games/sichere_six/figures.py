"""What the figures of Sichere Six are called."""

from webapp.http.language import gettext_noop as _l
from webapp.words.figure_kit import FigureWords

FIGURES = {
    "hands-won": FigureWords(
        _l("Rounds won"), _l("Rounds with the best score. A round that is level on top counts for all best.")
    ),
    "points": FigureWords(_l("Points"), _l("What the rounds brought, without adjustments.")),
    "highest-hand": FigureWords(_l("Most points in a round"), _l("The highest score of a single round.")),
    "lowest-hand": FigureWords(_l("Fewest points in a round"), _l("The lowest score of a single round.")),
    "tricks": FigureWords(_l("Tricks"), _l("Of all tricks in these rounds.")),
    "nines": FigureWords(_l("Nines"), _l("Nines captured, a buried one included.")),
    "without-nine": FigureWords(_l("Rounds without a nine"), _l("Rounds in which no nine was captured.")),
    "chosen": FigureWords(_l("Times The Chosen"), _l("Rounds in which this player captured the first nine.")),
    "mirths": FigureWords(_l("Times Fate’s Mirth"), _l("Rounds in which this player captured all four nines.")),
    "joker-tricks": FigureWords(_l("Jokers that won"), _l("Of the Jokers played, those that took their trick.")),
    "light-stones": FigureWords(_l("Most light stones"), _l("The most that were held after a round.")),
    "dark-stones": FigureWords(_l("Most dark stones"), _l("The most that were held after a round.")),
}
