"""Cloth of Sichere Six: its seats, the rest of the match, its stones."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules_core.findings import Goal
from rules_core.games.sichere_six.ranking import JOKER
from rules_core.games.sichere_six.score import StoneMoves, Stones, stone_moves, stones
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.phrases import number
from webapp.words.rulebook import Cited

MOST_DRAWN = 12


def stones_said(held: Stones) -> str:
    """Returns *6 dark stones*, *1 light stone*, *no stones*."""
    if held.dark:
        return ngettext("%(num)s dark stone", "%(num)s dark stones", held.dark)
    if held.light:
        return ngettext("%(num)s light stone", "%(num)s light stones", held.light)
    return _("no stones")


def side_of_light(held: Stones) -> str:
    """Returns where a player stands: *in the light*, *in the dark*."""
    return _("in the dark") if held.dark else _("in the light") if held.light else _("no stones")


def moves_said(moves: StoneMoves) -> str | None:
    """Returns a player's moves of stones by hand, None without any: *take 2 dark stones away, add 1 light one*."""
    taken, added = _taken(moves), _added(moves)
    if taken and moves.add_light:
        added = ngettext("add %(num)s light one", "add %(num)s light ones", moves.add_light)
    elif taken and moves.add_dark:
        added = ngettext("add %(num)s dark one", "add %(num)s dark ones", moves.add_dark)
    return ", ".join(step for step in (taken, added) if step) or None


def _taken(moves: StoneMoves) -> str:
    if moves.take_dark:
        return ngettext("take %(num)s dark stone away", "take %(num)s dark stones away", moves.take_dark)
    if moves.take_light:
        return ngettext("take %(num)s light stone away", "take %(num)s light stones away", moves.take_light)
    return ""


def _added(moves: StoneMoves) -> str:
    if moves.add_light:
        return ngettext("add %(num)s light stone", "add %(num)s light stones", moves.add_light)
    if moves.add_dark:
        return ngettext("add %(num)s dark stone", "add %(num)s dark stones", moves.add_dark)
    return ""


def total_said(total: int) -> str:
    """Returns a total with its stones: *−3: 3 dark stones*."""
    return _("%(total)s: %(stones)s", total=number(total), stones=stones_said(stones(total)))


def steps(before: int, points: int) -> Iterator[Cited]:
    """Yields a player's moves of stones when points are added to a total."""
    if moves := moves_said(stone_moves(before, points)):
        yield Cited(_("Stones: %(moves)s", moves=moves), "SIC-19")


def stones_drawn(held: Stones) -> int:
    """Returns how many stones of a player are drawn, as there is room; the number stands next to them."""
    return min(held.light + held.dark, MOST_DRAWN)


STONE_GLOBALS: Mapping[str, Callable[[Any], Any]] = {
    "stones_of": stones,
    "stones_drawn": stones_drawn,
    "stones_said": stones_said,
    "side_of_light": side_of_light,
    "moves_said": moves_said,
}


MOST_PEBBLES = 18
"""More stones than these would be no picture any more: they are told as a number."""


def rounds_left(ending: Mapping[str, Goal]) -> int:
    """Returns how many rounds are to come, by the goals that end the match."""
    return ending["rounds"].of - ending["rounds"].at


def has_open_tricks(finished: Sequence[Any]) -> bool:
    """Tells whether tricks of the last round can be looked at: some were entered by their cards."""
    return bool(finished) and any(trick.cards for trick in finished[-1].played)


def pebbles(held: Stones) -> int:
    """Returns how many stones are drawn, of the colour that is held; 0: they are told as a number."""
    many = held.light + held.dark
    return many if many <= MOST_PEBBLES else 0


def is_resting(phase: str) -> bool:
    """Tells whether no cards are played: between two rounds, or after the match."""
    return phase in ("deal", "over")


def trump_shown(board: Any) -> str | None:
    """Returns the trump suit; *none* before an 8 has fallen, None where cards are not entered."""
    return board.extra.trump or (None if board.hand.by_tricks else "none")


def chosen_named(board: Any, names: Sequence[str]) -> str | None:
    """Returns the name of The Chosen; None before there is one, and while the turn line asks for Fate's Mercy."""
    chosen = board.extra.chosen
    return None if chosen is None or board.phase == "mercy" else names[chosen]


def joker_said(board: Any, seat: int) -> str:
    """Returns the declaration of the Joker that lies before this seat, *win* or *lose*; empty where none lies."""
    joker, card = board.extra.joker, board.seats[seat].card
    return joker.said if joker is not None and joker.seat == seat and card == JOKER else ""


def brought_said(board: Any, seat: int) -> tuple[str, ...]:
    """Returns a seat's points of the last round, its moves of stones, and its captures."""
    took = board.took[seat] if board.took else ()
    if not took:
        return ()
    points, *captured = took
    moved = moves_said(board.extra.moves[seat]) or _("the stones stay")
    return (f"{points}: {moved}", *_adjusted(board, seat), *captured)


def _adjusted(board: Any, seat: int) -> tuple[str, ...]:
    moved = moves_said(board.extra.adjusted[seat]) if board.extra.adjusted else None
    return (_("adjusted since: %(moves)s", moves=moved),) if moved else ()


TEMPLATE_GLOBALS = {
    "brought_said": brought_said,
    "chosen_named": chosen_named,
    "has_open_tricks": has_open_tricks,
    "is_resting": is_resting,
    "joker_said": joker_said,
    "pebbles": pebbles,
    "rounds_left": rounds_left,
    "trump_shown": trump_shown,
}
"""Globals of the templates of Sichere Six."""
