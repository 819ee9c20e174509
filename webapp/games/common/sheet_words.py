"""Score sheet in the words of each game."""

from rules_core.view import TableView
from webapp.games.common.names import Sentence, plain_turn, unit
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext

points_by = Sentence(_l("Points by hand"), _l("Points by round"), _l("Points by battle"))
totals_after_each = Sentence(
    _l("Totals after each hand. Now: %(totals)s"),
    _l("Totals after each round. Now: %(totals)s"),
    _l("Totals after each battle. Now: %(totals)s"),
)
nothing_yet = Sentence(
    _l("The first hand is still being played."),
    _l("The first round is still being played."),
    _l("The first battle is still being fought."),
)
not_finished = Sentence(
    _l("This hand is not over, or was taken back."),
    _l("This round is not over, or was taken back."),
    _l("This battle is not over, or was taken back."),
)

is_counted = Sentence(_l("A hand is counted"), _l("A round is counted"), _l("The battles are counted"))


def counted(game: str, done: int, planned: int) -> str:
    """Returns how much is played: *5 of 9 rounds*, in a race *3 hands*."""
    if unit(game) == "battle":
        return ngettext("%(done)s of %(num)s battle", "%(done)s of %(num)s battles", planned, done=done)
    if unit(game) == "round":
        return ngettext("%(done)s of %(num)s round", "%(done)s of %(num)s rounds", planned, done=done)
    if planned:
        return ngettext("%(done)s of %(num)s hand", "%(done)s of %(num)s hands", planned, done=done)
    return ngettext("%(num)s hand", "%(num)s hands", done)


def hands_said(game: str, hands: int) -> str:
    """Returns a number of hands in the game's word: *3 rounds*."""
    if unit(game) == "battle":
        return ngettext("%(num)s battle", "%(num)s battles", hands)
    if unit(game) == "round":
        return ngettext("%(num)s round", "%(num)s rounds", hands)
    return ngettext("%(num)s hand", "%(num)s hands", hands)


def under_way(game: str, view: TableView, names: list[str]) -> str | None:
    """Returns where the hand under way stands, None once the match is over."""
    hand = view.hand
    if view.phase == "over":
        return None
    if (own := look_of(game).under_way) is not None:
        return own(view)
    if view.phase != "play":
        return plain_turn(game, view, names)
    return _("Trick %(trick)s of %(tricks)s lies on the table", trick=hand.trick, tricks=hand.tricks)
