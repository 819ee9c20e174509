"""Announcements and calls at the wrong moment."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.cards import rank_name
from webapp.words.refusal_facts import Facts, Names, Words, card_named, plain, whole


def _bad_marriage(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("No marriage here")
    if whole(facts, "points"):
        return title, _("No marriage for %(points)s is left to announce.", points=facts["points"])
    queen = rank_name("Q")
    if str(facts.get("card", ""))[:1] not in ("K", "Q"):
        return title, _("A marriage is announced by leading its king or its %(queen)s.", queen=queen)
    return title, _(
        "King and %(queen)s must both be in the hand, and each card belongs to one marriage only: check %(card)s.",
        queen=queen,
        card=card_named(facts, "partner" if "partner" in facts else "card"),
    )


def too_late(facts: Facts) -> tuple[str, str]:
    """Returns why the talon is not closed now, or the card turned up not swapped."""
    if facts["type"] == "close":
        return _("Not the moment to close"), _("The talon is closed before a lead, while everybody could still draw.")
    if "card" in facts:
        return _("Nothing to swap"), _("The lowest trump itself is the card turned up.")
    return _("Not the moment to swap"), _("The trump is swapped before a lead, while the talon is open.")


WORDS: Mapping[str, Words] = {
    "bad-marriage": _bad_marriage,
    "bad-claim": plain(
        lambda: _("Not the moment to call"),
        lambda: _("The call comes after taking a trick, before the next lead, or right after an announcement."),
    ),
}
