"""Refusals of Sechsundsechzig in words: at the wrong moment, cards that must take the trick, Augen."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.cards import card_said, rank_name
from webapp.words.refusal_facts import (
    Facts,
    Names,
    OwnWords,
    card_named,
    held_in,
    plain,
    recount,
    seat_named,
    whole,
    wrong_numbers,
)


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


def _wrong_phase(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("type") == "close":
        return _("Not the moment to close"), _("The talon is closed before a lead, while everybody could still draw.")
    if facts.get("type") != "swap":
        return None
    if "card" in facts:
        return _("Nothing to swap"), _("The lowest trump itself is the card turned up.")
    return _("Not the moment to swap"), _("The trump is swapped before a lead, while the talon is open.")


def _no_swap(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("type") != "swap":
        return None
    return _("The trump stays"), _("This table plays without swapping the card turned up.")


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    if whole(facts, "most"):
        return wrong_numbers(_("This trick holds from 0 to %(most)s Augen.", most=facts["most"]))
    if whole(facts, "augen"):
        return wrong_numbers(recount())
    if isinstance(facts.get("points"), (tuple, list)):
        return wrong_numbers(_("One side wins one, two or three points, or all but one win as many."))
    return None


def _beat(facts: Facts, names: Names) -> tuple[str, str]:
    name, held = seat_named(facts, names), held_in(facts)
    title = _("%(name)s has to take the trick", name=name)
    if not held:
        return title, _("The hand is known to hold a card of the suit that beats the one that is winning.")
    card = card_said(held[0])
    return title, _("%(name)s holds %(card)s, and it beats the card that is winning.", name=name, card=card)


def _trump(facts: Facts, names: Names) -> tuple[str, str]:
    name, held = seat_named(facts, names), held_in(facts)
    title = _("%(name)s has to trump", name=name)
    if not held:
        return title, _("Without the suit the trick must be taken with a trump, and the hand is known to hold one.")
    sentence = _(
        "Without the suit the trick must be taken with a trump, and %(name)s holds %(card)s.",
        name=name,
        card=card_said(held[0]),
    )
    return title, sentence


REFUSALS: Mapping[str, OwnWords] = {
    "bad-marriage": _bad_marriage,
    "bad-claim": plain(
        lambda: _("Not the moment to call"),
        lambda: _("The call comes after taking a trick, before the next lead, or right after an announcement."),
    ),
    "must-beat": _beat,
    "must-trump": _trump,
    "wrong-phase": _wrong_phase,
    "unknown-event": _no_swap,
    "bad-tally": _bad_tally,
}
