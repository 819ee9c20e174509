"""Finished rounds of Sichere Six on the score sheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.cards import card_said
from webapp.words.cited import Cited
from webapp.words.score_kit import FinishedHand, in_one_line, tricks_said
from webapp.words.sides import sides_said


def cell(done: Any, side: int) -> list[str]:
    """Returns the tricks and nines of a seat, and what Mirth made of them."""
    if done.mirth:
        return [_("Mirth") if side == done.chosen else f"{done.tricks[side]} − 6"]
    nines = done.nines[side]
    counted = [tricks_said(done.tricks[side]), *([ngettext("%(num)s nine", "%(num)s nines", nines)] if nines else [])]
    return [in_one_line(counted)]


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields who was The Chosen, what was buried, and Mirth."""
    done = hand.done
    if done.chosen is not None:
        yield Cited(_("%(name)s was The Chosen.", name=hand.names[done.chosen]), "SIC-14")
    if done.buried is not None:
        yield Cited(_("Buried: %(card)s.", card=card_said(done.buried)), "SIC-15")
    if done.mirth:
        yield Cited(_("%(name)s captured all four nines: Fate’s Mirth.", name=hand.names[done.chosen]), "SIC-18")


def match_said(hands: Sequence[Any], names: Sequence[str]) -> str:
    """Returns who captured most nines in a match."""
    nines = [sum(done.nines[seat] for done in hands) for seat in range(len(names))]
    who = sides_said([name for name, caught in zip(names, nines, strict=True) if caught == max(nines)])
    return _("Most nines: %(names)s with %(most)s of %(all)s.", names=who, most=max(nines), all=sum(nines))
