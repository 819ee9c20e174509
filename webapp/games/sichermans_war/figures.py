"""What the figures of Sicherman's War are called."""

from webapp.http.language import gettext_noop as _l
from webapp.words.figure_kit import FigureWords

FIGURES = {
    "hands-won": FigureWords(
        _l("Battles won"), _l("Battles with the most points. A battle that is level on top counts for all best.")
    ),
    "points": FigureWords(_l("Points"), _l("What the battles brought, without adjustments.")),
    "highest-hand": FigureWords(_l("Most points in a battle"), _l("The highest score of a single battle.")),
    "lowest-hand": FigureWords(_l("Fewest points in a battle"), _l("The lowest score of a single battle.")),
    "skirmishes": FigureWords(_l("Skirmishes won"), _l("Of all skirmishes in these battles.")),
    "ties-won": FigureWords(
        _l("Ties won"), _l("Of the skirmishes in which this player drew a reinforcement, those won.")
    ),
    "dice": FigureWords(_l("Dice rolled"), _l("Dice that this player added to a skirmish.")),
    "won-with-dice": FigureWords(_l("Won with dice"), _l("Of the skirmishes in which this player rolled, those won.")),
    "cards-won": FigureWords(_l("Cards won"), _l("Cards of the skirmishes won.")),
    "largest-skirmish": FigureWords(_l("Largest skirmish"), _l("The most points won in one skirmish.")),
}
