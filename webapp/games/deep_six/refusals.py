"""Bids and melds that are none."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.cards import SUITS, suit_name
from webapp.words.numbers import number
from webapp.words.refusal_facts import Facts, Names, Words, card_named, seat_named, whole


def _bad_bid(facts: Facts, names: Names) -> tuple[str, str]:
    if whole(facts, "due"):
        title = _("%(name)s has to bid", name=seat_named(facts, names))
        return title, _("All others have passed, so the dealer bids %(amount)s.", amount=number(facts["due"]))
    title = _("This bid does not do")
    if not whole(facts, "highest"):
        return title, _("Bids are multiples of ten, each lower than the last.")
    return title, _("Bids are multiples of ten, now %(highest)s at most.", highest=number(facts["highest"]))


def _bad_meld(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("This is no meld")
    if whole(facts, "lowest"):
        return title, _(
            "A meld counts 0 or less, in steps of five, down to %(lowest)s.", lowest=number(facts["lowest"])
        )
    return title, _(
        "Melds are runs (6-7-8, 5-6-7, 4-5-6-7-8), echoes of two identical cards, and wides of one rank in all suits; "
        "echoes and wides are of 6s, 7s or 8s."
    )


def _sunk_run(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("No run in the sunk suit")
    sunk = facts.get("sunk")
    if not isinstance(sunk, str) or sunk not in SUITS:
        return title, _("Echoes and wides may hold cards of the sunk suit, runs may not.")
    return title, _("No run in %(suit)s, the sunk suit. Echoes and wides may use its cards.", suit=suit_name(sunk))


def _meld_reuse(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("A card serves too often")
    text = _(
        "These melds need more of %(card)s than there is. A card serves once in each kind of meld, "
        "or once at all if the table plays it so.",
        card=card_named(facts),
    )
    return title, text


WORDS: Mapping[str, Words] = {
    "bad-bid": _bad_bid,
    "bad-meld": _bad_meld,
    "sunk-run": _sunk_run,
    "meld-reuse": _meld_reuse,
}
