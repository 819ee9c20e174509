"""Refusals of Deep Six in words: bids and melds that are none, cards that must go over, points."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cards import SUITS, card_said, suit_name
from webapp.words.phrases import number
from webapp.words.refusal_facts import (
    Facts,
    Names,
    OwnWords,
    card_named,
    held_in,
    recount,
    seat_named,
    whole,
    wrong_numbers,
)


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


def _play_over(facts: Facts, names: Names) -> tuple[str, str]:
    name, held = seat_named(facts, names), held_in(facts)
    title = _("%(name)s has to play over", name=name)
    if not held:
        return title, _("The hand is known to hold a card that goes over the one that is winning.")
    card = card_said(held[0])
    return title, _("%(name)s holds %(card)s, and it goes over the card that is winning.", name=name, card=card)


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    if whole(facts, "rest", "tricks"):
        return wrong_numbers(_open_points(facts))
    if whole(facts, "lowest"):
        return wrong_numbers(
            _("A meld counts 0 or less, in steps of five, down to %(lowest)s.", lowest=number(facts["lowest"]))
        )
    if whole(facts, "points"):
        return wrong_numbers(recount())
    return None


def _open_points(facts: Facts) -> str:
    return ngettext(
        "%(rest)s card points are still open, for %(num)s trick. A trick holds tens, 80 at most.",
        "%(rest)s card points are still open, for %(num)s tricks. A trick holds tens, 80 at most.",
        facts["tricks"],
        rest=facts["rest"],
    )


def _own_cards(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("type") != "exchange":
        return None
    text = _("Which cards were passed is entered by the phone that holds that seat. Others enter only that they were.")
    return _("Only the own cards"), text


def _passed(facts: Facts, names: Names) -> tuple[str, str] | None:
    if not facts.get("passed"):
        return None
    title = _("Passed cards stay face down")
    return title, _("What was entered before them is settled now. Undo takes back one entry after the other.")


REFUSALS: Mapping[str, OwnWords] = {
    "bad-bid": _bad_bid,
    "bad-meld": _bad_meld,
    "sunk-run": _sunk_run,
    "meld-reuse": _meld_reuse,
    "must-play-over": _play_over,
    "bad-tally": _bad_tally,
    "own-hand": _own_cards,
    "closed-past": _passed,
}
