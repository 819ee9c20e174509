"""What the figures of Sixes and Sevens are called."""

from webapp.http.language import gettext_noop as _l
from webapp.words.figure_kit import FigureWords

FIGURES = {
    "taken-low": FigureWords(
        _l("Taken by the lowest card"),
        _l("Of the tricks taken, those in which the lowest card of the suit won."),
    ),
}
