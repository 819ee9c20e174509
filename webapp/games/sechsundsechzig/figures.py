"""What the figures of Sechsundsechzig are called."""

from webapp.http.language import gettext_noop as _l
from webapp.words.figure_kit import FigureWords

FIGURES = {
    "calls": FigureWords(_l("Right calls"), _l("Of the calls, those with enough Augen.")),
    "closings": FigureWords(
        _l("Closings won"), _l("Of the hands in which this player closed the talon, those that brought points.")
    ),
    "marriages-20": FigureWords(_l("Marriages of 20"), _l("Announced in another suit than trump.")),
    "marriages-40": FigureWords(_l("Marriages of 40"), _l("Announced in trump.")),
    "threes": FigureWords(_l("Hands of three points"), _l("Hands that brought three points at once.")),
    "augen": FigureWords(_l("Augen"), _l("From tricks and from marriages that counted.")),
    "most-augen": FigureWords(_l("Most Augen in a hand"), _l("From tricks and from marriages that counted.")),
}
