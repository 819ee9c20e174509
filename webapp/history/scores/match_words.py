"""What is said of a match that is over: who has won, with what, and what decided it."""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.games.common.units import Sentence
from webapp.games.registry import look_of
from webapp.history.scores.score_sheet import Sheet
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.lists import joined
from webapp.words.sides import sides_said

_DECIDED = Sentence(
    _l("%(first)s, %(second)s in hand %(number)s: that decided it."),
    _l("%(first)s, %(second)s in round %(number)s: that decided it."),
    _l("%(first)s, %(second)s in battle %(number)s: that decided it."),
)
_SINCE = Sentence(
    _l("Ahead of %(second)s by %(by)s, and in front since hand %(number)s."),
    _l("Ahead of %(second)s by %(by)s, and in front since round %(number)s."),
    _l("Ahead of %(second)s by %(by)s, and in front since battle %(number)s."),
)


class Length(NamedTuple):
    """How long a match was: cards that were entered, minutes, entries that were taken back."""

    cards: int
    minutes: int
    undone: int


def win_said(names: Sequence[str], best: str, shared: str, *, partners: bool) -> tuple[str, str]:
    """Returns who has won, and the names in it: *Mara wins with 14*, *Ann and Cat win with 430*.

    `shared` is what the game says where several have.
    """
    who = sides_said(names) if partners else joined(names)
    if len(names) > 1:
        return shared, who
    if partners:
        return _("%(names)s win with %(total)s", names=who, total=best), who
    return _("%(name)s wins with %(total)s", name=who, total=best), who


def decided(game: str, found: Sheet, names: Sequence[str]) -> str:
    """Returns what decided a match between its winner and the next one; empty where nothing alone did."""
    winners, low = found.view.winners, found.view.low_wins
    others = [side for side in range(len(names)) if side not in winners]
    if len(winners) > 1 or not others or not found.hands:
        return ""
    first = winners[0]
    second = min(others, key=lambda side: found.totals[side] if low else -found.totals[side])
    ahead = [_is_ahead(found.lines, first, number, low) for number in range(1, len(found.hands) + 1)]
    since = len(ahead) - next((back for back, leads in enumerate(reversed(ahead)) if not leads), len(ahead)) + 1
    last, by = found.hands[-1], abs(found.totals[first] - found.totals[second])
    turned = last.points[first] < last.points[second] if low else last.points[first] > last.points[second]
    if since >= len(ahead) > 1 and turned and last.hands == 1:
        write = look_of(game).points_said
        said = [_("%(name)s %(number)s", name=names[side], number=write(last.points[side])) for side in (first, second)]
        return _DECIDED.of(game, first=said[0], second=said[1], number=last.number)
    if since < len(ahead):
        return _SINCE.of(game, second=names[second], by=by, number=found.hands[since - 1].number)
    return ngettext("%(num)s point ahead of %(name)s.", "%(num)s points ahead of %(name)s.", by, name=names[second])


def _is_ahead(lines: Sequence[Sequence[int]], first: int, number: int, low: bool) -> bool:
    """Tells whether a side led alone after so many hands."""
    after = [line[number] for line in lines]
    others = [total for side, total in enumerate(after) if side != first]
    return after[first] < min(others) if low else after[first] > max(others)


def most_tricks(tricks: Sequence[int], names: Sequence[str]) -> str:
    """Returns who took most tricks of the match; empty where none are known."""
    if not any(tricks):
        return ""
    most = max(tricks)
    who = sides_said([name for name, taken in zip(names, tricks, strict=True) if taken == most])
    return _("Most tricks: %(names)s with %(most)s of %(all)s.", names=who, most=most, all=sum(tricks))


def taken_said(names: str, tricks: int, game: str) -> str:
    """Returns whose tricks of the last hand lie in the fan."""
    return _TAKEN.of(game, names=names, num=tricks)


_TAKEN = Sentence(
    _l("Tricks of %(names)s in the last hand: %(num)s"),
    _l("Tricks of %(names)s in the last round: %(num)s"),
)


def length_said(length: Length) -> str:
    """Returns how long it took: *250 cards in 48 minutes, 3 taken back.*"""
    minutes = time_said(length)
    back = ngettext("%(num)s entry taken back", "%(num)s entries taken back", length.undone) if length.undone else ""
    cards = ngettext("%(num)s card in %(time)s", "%(num)s cards in %(time)s", length.cards, time=minutes)
    said = cards if length.cards else minutes
    return f"{said}, {back}." if back else f"{said}."


def time_said(length: Length) -> str:
    """Returns only how many minutes it took."""
    return ngettext("%(num)s minute", "%(num)s minutes", max(1, length.minutes))


def play_again(dealer: str | None) -> str:
    """Returns the key of the next match; it names who deals first, where that is known."""
    return _("Play again") if dealer is None else _("Play again (%(name)s deals)", name=dealer)


def place_said(place: int) -> str:
    """Returns a place at the end of a match: *1st*."""
    said = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th"), 5: _("5th"), 6: _("6th")}
    return said.get(place, str(place))
