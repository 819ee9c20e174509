"""What the film of a record says: its tricks and hands, what opens when, what was corrected."""

from collections.abc import Sequence

from webapp.games.common.stages import hand_number
from webapp.games.common.units import Sentence
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l

_HAND_BACK = Sentence(_l("Previous hand"), _l("Previous round"), _l("Previous battle"))
_HAND_ON = Sentence(_l("Next hand"), _l("Next round"), _l("Next battle"))
_TRICK_BACK = Sentence(_l("Previous trick"), battle=_l("Previous skirmish"))
_TRICK_ON = Sentence(_l("Next trick"), battle=_l("Next skirmish"))
_HAND = Sentence(_l("hand"), _l("Round"), _l("Battle"))
_TRICK = Sentence(_l("Trick"), battle=_l("Skirmish"))
_OPENS = Sentence(
    _l("%(hand)s is under way: it opens when the hand ends."),
    _l("%(hand)s is under way: it opens when the round ends."),
    _l("%(hand)s is under way: it opens when the battle ends."),
)
_TOOK = Sentence(_l("%(name)s took trick %(number)s"), battle=_l("%(name)s took skirmish %(number)s"))
_NUMBERED = Sentence(_l("Trick %(number)s"), battle=_l("Skirmish %(number)s"))
_BEFORE = Sentence(_l("Before the first trick"), battle=_l("Before the first skirmish"))


def step_names(game: str) -> dict[str, str]:
    """Returns what the keys that leap a trick or a hand are called, and what stands on them."""
    return {
        "hand_back": _HAND_BACK.of(game),
        "hand_on": _HAND_ON.of(game),
        "trick_back": _TRICK_BACK.of(game),
        "trick_on": _TRICK_ON.of(game),
        "hand": _HAND.of(game).capitalize(),
        "trick": _TRICK.of(game),
    }


def opens_later(game: str, number: int) -> str:
    """Returns that the hand under way is closed, and until when."""
    return _OPENS.of(game, hand=hand_number(game, number))


def part_said(game: str, trick: int, winner: int | None, names: Sequence[str]) -> str:
    """Returns which trick of a hand this is and who took it: *Ben took trick 3*."""
    if not trick:
        return _BEFORE.of(game)
    if winner is None:
        return _NUMBERED.of(game, number=trick)
    return _TOOK.of(game, name=names[winner], number=trick)


def position(at: int, of: int) -> str:
    """Returns *Moment 12 of 56*."""
    return _("Moment %(at)s of %(of)s", at=at, of=of)
