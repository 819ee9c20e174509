"""Where a match stands, in a few words: *Round 6 of 9, trick 4 of 8*, *Battle 2 of 4, skirmish 3 of 5*.

Hands are called rounds in Sichere Six and battles in Sicherman's War.
"""

from collections.abc import Mapping

from rules_core.view import HandView, TableView
from webapp.i18n import gettext as _
from webapp.i18n import noted as _l

ROUNDS = "sichere-six"
BATTLES = "sichermans-war"
SPOKEN_PHASES: Mapping[str, str] = {
    "auction": _l("auction"),
    "sink": _l("sunk suit"),
    "exchange": _l("exchange"),
    "meld": _l("melding"),
    "turn-up": _l("turn up"),
    "claim": _l("last call"),
}
"""Phases that are told instead of the trick."""


def stage(game: str, view: TableView) -> str:
    """Returns where the match stands, for the bar of the table."""
    if view.phase == "over":
        return _("Finished")
    numbered, within = hand_of(game, view.hand), _within(game, view)
    return f"{numbered}, {within}" if within else numbered


def hand_of(game: str, hand: HandView) -> str:
    """Returns *Hand 3 of 4*, or *Hand 3* where nobody knows how many there will be."""
    extra = 0 < hand.planned < hand.number
    if not hand.planned or extra:
        return hand_number(game, hand.number) if not extra else _extra(game, hand.number)
    if game == ROUNDS:
        return _("Round %(number)s of %(of)s", number=hand.number, of=hand.planned)
    if game == BATTLES:
        return _("Battle %(number)s of %(of)s", number=hand.number, of=hand.planned)
    return _("Hand %(number)s of %(of)s", number=hand.number, of=hand.planned)


def hand_number(game: str, number: int) -> str:
    """Returns *Hand 3*, *Round 3* or *Battle 3*."""
    if game == ROUNDS:
        return _("Round %(number)s", number=number)
    if game == BATTLES:
        return _("Battle %(number)s", number=number)
    return _("Hand %(number)s", number=number)


def _extra(game: str, number: int) -> str:
    if game == ROUNDS:
        return _("Extra round %(number)s", number=number)
    return _("Extra hand %(number)s", number=number)


def _within(game: str, view: TableView) -> str:
    if view.phase in SPOKEN_PHASES:
        return _(SPOKEN_PHASES[view.phase])
    if view.phase == "deal":
        return ""
    if game == BATTLES:
        return _("skirmish %(number)s of %(of)s", number=view.hand.trick, of=view.hand.tricks)
    # While The Chosen takes the Mercy, the trick that was just taken lies on (SIC-14).
    trick = view.hand.trick - 1 if view.phase == "mercy" else view.hand.trick
    return _("trick %(trick)s of %(tricks)s", trick=trick, tricks=view.hand.tricks)


# Keys and titles


def deal_hand(game: str, number: int, name: str) -> str:
    """Returns the key that enters the deal."""
    if game == ROUNDS:
        return _("Deal round %(number)s, %(name)s deals", number=number, name=name)
    return _("Deal hand %(number)s, %(name)s deals", number=number, name=name)


def enter_hand(game: str, number: int) -> str:
    """Returns the key that enters a hand as totals."""
    if game == BATTLES:
        return _("Enter the war")
    if game == ROUNDS:
        return _("Enter round %(number)s", number=number)
    return _("Enter hand %(number)s", number=number)


def enter_as_totals(game: str, number: int) -> str:
    """Returns the key that opens the sheet of totals."""
    if game == BATTLES:
        return _("Enter the war as totals")
    if game == ROUNDS:
        return _("Enter round %(number)s as totals", number=number)
    return _("Enter hand %(number)s as totals", number=number)


def totals_title(game: str, number: int) -> str:
    """Returns the title of the sheet of totals."""
    if game == BATTLES:
        return _("Spoils of the whole war")
    if game == ROUNDS:
        return _("Tricks and nines of round %(number)s", number=number)
    if game == "sixes-and-sevens":
        return _("Tricks of hand %(number)s", number=number)
    return _("Points of hand %(number)s", number=number)


# The menu, and what a person may rule


def totals_from_now(game: str) -> str:
    """Returns what the menu says for the sheet of totals."""
    if game == BATTLES:
        return _("Enter the war as totals")
    return _("Enter this round as totals") if game == ROUNDS else _("Enter this hand as totals")


def void_this(game: str) -> str:
    """Returns what the menu says for voiding the hand under way."""
    return _("Void this round") if game == ROUNDS else _("Void this hand")


def void_asked(game: str) -> str:
    """Returns the question before a hand is void."""
    return _("Void this round?") if game == ROUNDS else _("Void this hand?")


def void_the(game: str) -> str:
    """Returns the key that voids the hand."""
    return _("Void the round") if game == ROUNDS else _("Void the hand")


def too_late_to_void(game: str) -> str:
    """Returns why a hand can no longer be void."""
    return _("Not possible: the round is over.") if game == ROUNDS else _("Not possible: the hand is over.")


def by_tricks_from_now(game: str) -> str:
    """Returns what entering by tricks means."""
    if game == ROUNDS:
        return _("From here on this round is entered by tricks only: cards are no longer checked.")
    return _("From here on this hand is entered by tricks only: cards are no longer checked.")


SAID = (
    deal_hand,
    enter_as_totals,
    enter_hand,
    totals_title,
    totals_from_now,
    void_this,
    void_asked,
    void_the,
    by_tricks_from_now,
)
"""Those that the templates ask for."""
