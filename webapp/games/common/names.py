"""Names of games and of their hands; stages of a match in a few words, and its turn lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import structs

from rules_core.events import TrickTally
from rules_core.games import GAMES
from rules_core.view import HandView, TableView
from webapp.games.look import Unit
from webapp.games.registry import look_of, looks
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.phrases import readable
from webapp.words.turn import PLAIN, Turn, waits


def game_name(game: str) -> str:
    """Returns a game's name; of one that is not offered the name that records know it by."""
    look = looks().get(game)
    return _(look.name) if look else readable(game)


def game_about(game: str) -> str:
    """Returns how many play it, and with which cards."""
    return _(look_of(game).about)


class BookWords(NamedTuple):
    """Words of the question about the book of a table: its two answers, each with value and explanation."""

    answers: Sequence[tuple[str, str]]
    about: str


def book_words(game: str) -> BookWords:
    closed, opened = look_of(game).books
    return BookWords([("closed", _(closed)), ("open", _(opened))], _(look_of(game).book))


def unit(game: str) -> Unit:
    return look_of(game).unit


@dataclass(frozen=True)
class Sentence:
    """A sentence about a hand, and how it reads of a round and a battle; where those have none, the hand's serves."""

    hand: str
    round: str = ""
    battle: str = ""

    def __call__(self, game: str, number: int | str = "", **parts: Any) -> str:
        """Returns the sentence in the words of this game, with its `%(number)s` and other parts filled in."""
        said: str = getattr(self, unit(game))
        return _(said or self.hand, number=number, **parts)


hand_number = Sentence(_l("Hand %(number)s"), _l("Round %(number)s"), _l("Battle %(number)s"))
_PLANNED = Sentence(
    _l("Hand %(number)s of %(of)s"), _l("Round %(number)s of %(of)s"), _l("Battle %(number)s of %(of)s")
)
_EXTRA = Sentence(_l("Extra hand %(number)s"), _l("Extra round %(number)s"))


def stage(game: str, view: TableView, hands: int = 0) -> str:
    """Returns where the match stands, for the bar of the table. `hands`: how many are played here; 0: a whole match."""
    if view.phase == "over":
        return _("Finished")
    numbered = hand_of(game, structs.replace(view.hand, planned=hands) if hands else view.hand)
    within = _within(game, view)
    return f"{numbered}, {within}" if within else numbered


def hand_of(game: str, hand: HandView) -> str:
    """Returns *Hand 3 of 4*, or *Hand 3* where the number of hands is unknown."""
    if not hand.planned:
        return hand_number(game, hand.number)
    if hand.number > hand.planned:
        return _EXTRA(game, number=hand.number)
    return _PLANNED(game, number=hand.number, of=hand.planned)


trick_number = Sentence(_l("Trick %(number)s"), battle=_l("Skirmish %(number)s"))
tricks_title = Sentence(_l("Tricks"), battle=_l("Skirmishes"))
looked_at = Sentence(_l("Referee looks at trick %(number)s"), battle=_l("Referee looks at skirmish %(number)s"))


def _within(game: str, view: TableView) -> str:
    stage = look_of(game).stages.get(view.phase)
    if stage is not None:
        return stage(view) if callable(stage) else _(stage)
    if view.phase == "deal" or not view.hand.tricks:
        return ""
    return _("trick %(trick)s of %(tricks)s", trick=view.hand.trick, tricks=view.hand.tricks)


# Keys and titles

deal_hand = Sentence(_l("%(name)s deals hand %(number)s"), _l("%(name)s deals round %(number)s"))
enter_hand = Sentence(_l("Enter hand %(number)s"), _l("Enter round %(number)s"), _l("Enter the war"))
enter_as_totals = Sentence(
    _l("Enter hand %(number)s as totals"), _l("Enter round %(number)s as totals"), _l("Enter the war as totals")
)
_TRICKS_OF = Sentence(_l("Tricks of hand %(number)s"), _l("Tricks of round %(number)s"))
_POINTS = Sentence(_l("Points of hand %(number)s"), _l("Points of round %(number)s"))


def totals_title(game: str, number: int) -> str:
    if (own := look_of(game).totals_title) is not None:
        return _(own, number=number)
    tally = GAMES[game].events.get("tally")
    counted = _TRICKS_OF if tally and issubclass(tally, TrickTally) else _POINTS
    return counted(game, number=number)


# The menu, and possible rulings

totals_from_now = Sentence(
    _l("Enter this hand as totals"), _l("Enter this round as totals"), _l("Enter the war as totals")
)
void_this = Sentence(_l("Void this hand"), _l("Void this round"), _l("Void this battle"))
void_asked = Sentence(_l("Void this hand?"), _l("Void this round?"), _l("Void this battle?"))
void_the = Sentence(_l("Void the hand"), _l("Void the round"), _l("Void the battle"))
void_was = Sentence(_l("Hand %(number)s was void"), _l("Round %(number)s was void"), _l("Battle %(number)s was void"))
too_late_to_void = Sentence(
    _l("Not possible: the hand is over."),
    _l("Not possible: the round is over."),
    _l("Not possible: the battle is over."),
)
ends_later = Sentence(
    _l("Whether the match ends is looked at when the hand is over."),
    _l("Whether the match ends is looked at when the round is over."),
    _l("Whether the match ends is looked at when the battle is over."),
)
corrected_only = Sentence(
    _l("Not possible: that hand is over. Its entries can be corrected."),
    _l("Not possible: that round is over. Its entries can be corrected."),
    _l("Not possible: that battle is over. Its entries can be corrected."),
)
by_tricks_from_now = Sentence(
    _l("From here on this hand is entered by tricks only: cards are no longer checked."),
    _l("From here on this round is entered by tricks only: cards are no longer checked."),
)
over_is_changed = Sentence(
    _l("A hand that is over is changed: everybody reads the reason in the log."),
    _l("A round that is over is changed: everybody reads the reason in the log."),
    _l("A battle that is over is changed: everybody reads the reason in the log."),
)


look_through = Sentence(_l("Look through this hand"), _l("Look through this round"), _l("Look through this battle"))
asked_once = Sentence(
    _l("This phone sits on another seat. Once confirmed, it is not asked again in this hand."),
    _l("This phone sits on another seat. Once confirmed, it is not asked again in this round."),
    _l("This phone sits on another seat. Once confirmed, it is not asked again in this battle."),
)
closed_to_players = Sentence(
    _l("Its trick is closed to those who play until the hand ends. (GEN-5)"),
    _l("Its trick is closed to those who play until the round ends. (GEN-5)"),
    _l("Its skirmish is closed to those who play until the battle ends. (GEN-5)"),
)


SAID = {
    "deal_hand": deal_hand,
    "enter_as_totals": enter_as_totals,
    "enter_hand": enter_hand,
    "totals_title": totals_title,
    "totals_from_now": totals_from_now,
    "void_this": void_this,
    "void_asked": void_asked,
    "void_the": void_the,
    "by_tricks_from_now": by_tricks_from_now,
    "over_is_changed": over_is_changed,
    "trick_number": trick_number,
    "look_through": look_through,
}
"""Those that the templates ask for."""
older_open_later = Sentence(
    _l("Older tricks open when the hand ends."),
    _l("Older tricks open when the round ends."),
    _l("Older skirmishes open when the battle ends."),
)


def turn(game: str, view: TableView, names: Sequence[str]) -> Turn:
    phase = view.phase
    said = look_of(game).turns.get(phase) or PLAIN.get(phase, waits)
    return said(view, names)


def plain_turn(game: str, view: TableView, names: Sequence[str]) -> str:
    """Returns the turn line as plain text, for lists and for screen readers."""
    return turn(game, view, names).line.striptags()


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
