"""Lines that count cards taken and melds, and what became of the bid."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_core.findings import Goal, Line
from webapp.games.deep_six import meld_words as meld_names
from webapp.http.language import gettext as _
from webapp.words.cards import SUITS, suit_name
from webapp.words.numbers import number
from webapp.words.score_kit import GoalWords, LineWords, furthest


def _of_suit(line: Line) -> str:
    """Names a run or an echo with its suit behind it."""
    name = meld_names.meld_name(line.what)
    cards: Any = line.facts.get("cards") or ("",)
    suit = str(cards[0])[1:]
    return _("%(meld)s, %(suit)s", meld=name, suit=suit_name(suit)) if suit in SUITS else name


def _net(line: Line) -> str:
    taken, meld = line.facts.get("taken"), line.facts.get("meld")
    if taken is None or meld is None:
        return _("Net %(net)s", net=_known(line, "net"))
    return _(
        "Net %(net)s: %(taken)s taken, %(meld)s melded",
        net=_known(line, "net"),
        taken=number(taken),
        meld=number(meld),
    )


def _made(line: Line) -> str:
    return _("Bid of %(bid)s made", bid=_known(line, "bid"))


def _failed(line: Line) -> str:
    if line.points is None:
        return _("Bid of %(bid)s failed: the net is worse", bid=_known(line, "bid"))
    return _("Bid of %(bid)s failed: 200 less the bid", bid=_known(line, "bid"))


def _known(line: Line, key: str) -> str:
    fact = line.facts.get(key)
    return number(fact) if isinstance(fact, int) else "?"


LINES: Mapping[str, LineWords] = {
    "cards": lambda line: _("Cards taken"),
    "taken": lambda line: _("Points taken"),
    "meld": lambda line: _("Melded nothing") if line.points == 0 else _("Melded"),
    **dict.fromkeys(meld_names.RUNS_AND_ECHOES, _of_suit),
    **dict.fromkeys(meld_names.WIDES, lambda line: meld_names.meld_name(line.what)),
    "made": _made,
    "net": _net,
    "failed-bid": _failed,
    "raised": lambda line: _("Never below zero"),
}


def _over_target(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.at:
        return _("More than %(of)s ends the match", of=goal.of)
    return _("%(at)s, and more than %(of)s ends the match", at=furthest(goal, sides), of=goal.of)


GOALS: Mapping[str, GoalWords] = {"over-target": _over_target}
