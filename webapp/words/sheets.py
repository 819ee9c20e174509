"""What the score sheet calls hands: rounds in Sichere Six, battles in Sicherman's War."""

from rules_core.view import TableView
from webapp.i18n import gettext as _
from webapp.i18n import ngettext
from webapp.words.stages import BATTLES, ROUNDS
from webapp.words.turns import plain_turn


def counted(game: str, done: int, planned: int) -> str:
    """Returns how much is played: *5 of 9 rounds*, in a race *3 hands*."""
    if game == BATTLES:
        return ngettext("%(done)s of %(num)s battle", "%(done)s of %(num)s battles", planned, done=done)
    if game == ROUNDS:
        return ngettext("%(done)s of %(num)s round", "%(done)s of %(num)s rounds", planned, done=done)
    if planned:
        return ngettext("%(done)s of %(num)s hand", "%(done)s of %(num)s hands", planned, done=done)
    return ngettext("%(num)s hand", "%(num)s hands", done)


def points_by(game: str) -> str:
    """Returns what the table of the sheet holds."""
    return {ROUNDS: _("Points by round"), BATTLES: _("Points by battle")}.get(game) or _("Points by hand")


def totals_after_each(game: str, totals: str) -> str:
    """Returns what the chart shows, for who does not see it."""
    if game == BATTLES:
        return _("Totals after each battle. Now: %(totals)s", totals=totals)
    if game == ROUNDS:
        return _("Totals after each round. Now: %(totals)s", totals=totals)
    return _("Totals after each hand. Now: %(totals)s", totals=totals)


def nothing_yet(game: str) -> str:
    """Returns what stands on a sheet without numbers."""
    if game == BATTLES:
        return _("The first battle is still being fought.")
    if game == ROUNDS:
        return _("The first round is still being played.")
    return _("The first hand is still being played.")


def not_finished(game: str) -> str:
    """Returns why there is nothing to explain."""
    if game == BATTLES:
        return _("This battle is not over, or was taken back.")
    if game == ROUNDS:
        return _("This round is not over, or was taken back.")
    return _("This hand is not over, or was taken back.")


def under_way(game: str, view: TableView, names: list[str]) -> str | None:
    """Returns where the hand under way stands, None once the match is over."""
    hand = view.hand
    if view.phase == "over":
        return None
    if game == BATTLES:
        return _("Skirmish %(number)s of %(of)s is being fought", number=hand.trick, of=hand.tricks)
    if view.phase != "play":
        return plain_turn(game, view, names)
    return _("Trick %(trick)s of %(tricks)s lies on the table", trick=hand.trick, tricks=hand.tricks)
