"""What figures of a match are put into words with, and the words of those that most games have."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules_core.figures import Figure
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.numbers import number

NOTHING_TRIED = "–"


@dataclass(frozen=True)
class FigureWords:
    """What a figure is called, and a sentence that says what is counted. Both are translated where they are shown."""

    title: str
    meaning: str


SHARED: Mapping[str, FigureWords] = {
    "hands-won": FigureWords(
        _l("Hands won"), _l("Hands with the best score. A hand that is level on top counts for all best.")
    ),
    "points": FigureWords(_l("Points"), _l("What the hands brought, without adjustments.")),
    "highest-hand": FigureWords(_l("Most points in a hand"), _l("The highest score of a single hand.")),
    "lowest-hand": FigureWords(_l("Fewest points in a hand"), _l("The lowest score of a single hand.")),
    "tricks": FigureWords(_l("Tricks"), _l("Of all tricks in these hands.")),
    "leads-won": FigureWords(
        _l("Tricks led and taken"), _l("Of the tricks that this player led, those that the same player took.")
    ),
    "revokes": FigureWords(
        _l("Proven revokes"),
        _l("Cards that broke a duty of play, proven by another card. Nobody else sees this."),
    ),
}
"""By the code of the figure; a game may have others for the same."""


def value_said(figure: Figure) -> str:
    """Returns what a figure comes to: *12*, *−45*, *3 of 7*; a dash where nothing was tried."""
    if figure.kind not in ("share", "rate"):
        return number(figure.value)
    if not figure.of:
        return NOTHING_TRIED
    return _("%(part)s of %(whole)s", part=figure.value, whole=figure.of)
