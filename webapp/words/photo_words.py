"""What is said of a photo of cards: what is seen on it, what spoils it."""

from collections.abc import Mapping, Sequence

from rules_core.cards import Card
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.photo.seen import Lesson
from webapp.words.cards import card_name

NOTHING: Mapping[str, str] = {
    "no-file": _l("There is no photo yet. Take one, or tap the cards at the table."),
    "no-photo": _l("There is no photo yet. Take one."),
    "no-picture": _l("This is no picture that can be opened: a photo is JPEG, PNG or WebP. Take another one."),
    "too-large": _l("This picture is larger than a photo of a phone. Take another one."),
    "too-much": _l("More of this pack cannot be kept. Forget it, and teach it again with fewer photos."),
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


def lesson_said(learned: Lesson, left: Sequence[Card]) -> str:
    """Returns why nothing is learned of a photo on which these cards should lie in rows, suit by suit."""
    suits = len({card[1] for card in left})
    if learned.problem == "rows":
        return _("%(seen)s rows are seen, where at most %(most)s should lie.", seen=learned.seen, most=suits)
    if learned.problem == "cards":
        told = {"row": learned.row, "seen": learned.seen, "cards": len(left) // suits}
        return _(
            "Row %(row)s: %(seen)s cards are seen, where %(cards)s should lie. Each needs its upper left corner free.",
            **told,
        )
    if learned.problem == "order":
        return _(
            "Where %(card)s should lie, %(read)s is read. Lay the rows as they are shown here.",
            card=card_name(learned.card),
            read=card_name(learned.read),
        )
    return nothing_said((learned.problem,))
