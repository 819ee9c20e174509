"""What is said of a photo of cards: what is seen on it, what spoils it."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l

NOTHING: Mapping[str, str] = {
    "no-file": _l("There is no photo yet. Take one, or tap the cards at the table."),
    "no-photo": _l("There is no photo yet. Take one."),
    "no-picture": _l("This is no picture that can be opened: a photo is JPEG, PNG or WebP. Take another one."),
    "too-large": _l("This picture is larger than a photo of a phone. Take another one."),
    "nothing-seen": _l("No cards seen. More light, and from above; or tap the cards at the table."),
}
"""Why there is nothing to confirm."""
SPOILED: Mapping[str, str] = {
    "too-dark": _l("It is dark there: more light helps."),
    "glare": _l("Light is reflected: another angle helps."),
    "from-the-side": _l("It was taken from the side: from above more is read."),
    "too-small": _l("The cards are small: go nearer."),
}
"""What may be the cause where not all is sure."""


def nothing_said(problems: tuple[str, ...]) -> str:
    """Returns why there is nothing to confirm, with what may be the cause."""
    first = next((one for one in problems if one in NOTHING), "nothing-seen")
    return " ".join((_(NOTHING[first]), spoiled_said(problems))).strip()


def spoiled_said(problems: tuple[str, ...]) -> str:
    """Returns what may be the cause where not all is sure, nothing where that is not known."""
    return " ".join(_(SPOILED[one]) for one in problems if one in SPOILED)
