"""The small line under a number of the score sheet: where it comes from, in two or three words.

A finished hand comes in with the number of a side, what stands under that side's points goes out: one line or two.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.numbers import number

Cell = Callable[[Any, int], list[str]]
"""Says of a hand's summary where the points of a side come from."""


def cell(game: str, done: Any, side: int) -> list[str]:
    """Returns where the points of a side in a finished hand come from: *3 tricks, 1 nine*."""
    return [text for text in _CELLS[game](done, side) if text]


def _tricks(won: int) -> str:
    return ngettext("%(num)s trick", "%(num)s tricks", won)


def _sixes_and_sevens(done: Any, side: int) -> list[str]:
    return [_tricks(done.tricks[side])]


def _sichere_six(done: Any, side: int) -> list[str]:
    if done.mirth:
        return [_("Mirth") if side == done.chosen else f"{done.tricks[side]} − 6"]
    nines = done.nines[side]
    counted = [_tricks(done.tricks[side]), *([ngettext("%(num)s nine", "%(num)s nines", nines)] if nines else [])]
    return [_beside(counted)]


def _beside(counts: Sequence[str]) -> str:
    """Counts in one line, or in two where they must break: never between a number and its word."""
    return ", ".join(count.replace(" ", "\N{NO-BREAK SPACE}") for count in counts)


def _deep_six(done: Any, side: int) -> list[str]:
    """What was taken and melded; for the bidder's side what became of the bid."""
    came = _beside(
        [_("%(points)s taken", points=done.taken[side]), _("%(points)s melded", points=number(done.meld[side]))]
    )
    if side != done.bidder % len(done.points):
        return [came]
    bid = number(done.bid)
    return [came, _("bid %(bid)s, made", bid=bid) if done.made else _("bid %(bid)s, failed", bid=bid)]


def _sechsundsechzig(done: Any, side: int) -> list[str]:
    """The Augen, and who called or closed; the Augen stay unknown after a tally."""
    if done.augen is None:
        return [""]
    sides = len(done.points)
    augen = ngettext("%(num)s Auge", "%(num)s Augen", sum(done.augen[side::sides]))
    return [augen, _called(done, side), _closed(done, side)]


def _called(done: Any, side: int) -> str:
    if done.claimed_by is None or done.claimed_by % len(done.points) != side:
        return ""
    return _("called") if done.claim_good else _("wrong call")


def _closed(done: Any, side: int) -> str:
    if done.closed_by is None or done.closed_by % len(done.points) != side:
        return ""
    return _("closed, fell short") if done.outcome == "closer-failed" else _("closed")


def _sichermans_war(done: Any, side: int) -> list[str]:
    """How many cards; of which kinds stands behind it."""
    won = done.spoils[side]
    return [ngettext("%(num)s card", "%(num)s cards", won.low + won.ten + won.face + won.joker)]


_CELLS: Mapping[str, Cell] = {
    "sixes-and-sevens": _sixes_and_sevens,
    "sichere-six": _sichere_six,
    "deep-six": _deep_six,
    "sechsundsechzig": _sechsundsechzig,
    "sichermans-war": _sichermans_war,
}
