"""Finished hands of Sichere Six in words: heads, cells and goals of the score sheet, results, figures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_core.findings import Goal, ScoreLine
from rules_core.games.sichere_six.round import State
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import card_said
from webapp.words.hand_kit import (
    FigureWords,
    FinishedHand,
    GoalWords,
    HandFacts,
    LineWords,
    Names,
    Told,
    count,
    in_one_line,
    most_of,
    names_at,
    suit_said,
    tricks_said,
    who,
)
from webapp.words.rulebook import Cited

FIGURES = {
    "hands-won": FigureWords(
        _l("Rounds won"),
        _l("Rounds with the best score. A round that is level on top counts for all best, and for nobody if all are."),
    ),
    "points": FigureWords(_l("Points"), _l("What the rounds brought, without adjustments.")),
    "highest-hand": FigureWords(_l("Most points in a round"), _l("The highest score of a single round.")),
    "lowest-hand": FigureWords(_l("Fewest points in a round"), _l("The lowest score of a single round.")),
    "tricks": FigureWords(_l("Tricks"), _l("Of all tricks in these rounds.")),
    "nines": FigureWords(_l("Nines"), _l("Nines captured, a buried one included.")),
    "without-nine": FigureWords(_l("Rounds without a nine"), _l("Rounds in which no nine was captured.")),
    "chosen": FigureWords(_l("Times The Chosen"), _l("Rounds in which this player captured the first nine.")),
    "mirths": FigureWords(_l("Times Fate’s Mirth"), _l("Rounds in which this player captured all four nines.")),
    "joker-tricks": FigureWords(_l("Jokers that won"), _l("Of the Jokers played, those that took their trick.")),
    "light-stones": FigureWords(_l("Most light stones"), _l("The most that were held after a round.")),
    "dark-stones": FigureWords(_l("Most dark stones"), _l("The most that were held after a round.")),
}


def cell(done: Any, side: int) -> list[str]:
    """Returns the tricks and nines of a seat, and the effect of Mirth."""
    if done.mirth:
        return [_("Mirth") if side == done.chosen else f"{done.tricks[side]} − 6"]
    nines = done.nines[side]
    counted = [tricks_said(done.tricks[side]), *([ngettext("%(num)s nine", "%(num)s nines", nines)] if nines else [])]
    return [in_one_line(counted)]


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields The Chosen, the buried card, and Mirth."""
    done = hand.done
    if done.chosen is not None:
        yield Cited(_("%(name)s was The Chosen.", name=hand.names[done.chosen]), "SIC-14")
    if done.buried is not None:
        yield Cited(_("Buried: %(card)s.", card=card_said(done.buried)), "SIC-15")
    if done.mirth:
        yield Cited(_("%(name)s captured all four nines: Fate’s Mirth.", name=hand.names[done.chosen]), "SIC-18")


def match_said(state: State, names: Sequence[str]) -> str:
    """Returns in words who captured most nines in a match."""
    nines = [sum(done.nines[seat] for done in state.finished) for seat in range(len(names))]
    return _("Most nines: %(names)s with %(most)s of %(all)s.", **most_of(nines, names))


def _settled(hand: Any, done: Any, names: Names) -> Told:
    yield _("Trump"), suit_said(getattr(hand, "trump", None))
    yield _("The Chosen"), who(getattr(done or hand, "chosen", None), names)


def _outcome(done: Any, names: Names) -> Told:
    for name, nines in zip(names, done.nines, strict=True):
        yield _("Nines of %(name)s", name=name), str(nines)
    yield _("Fate’s Mirth"), _("yes") if done.mirth else _("no")


HAND_FACTS = HandFacts(settled=_settled, outcome=_outcome)


def _nines(line: ScoreLine) -> str:
    return ngettext("%(num)s nine", "%(num)s nines", count(line))


def _mirth(line: ScoreLine) -> str:
    return _("Fate’s Mirth") if line.points else _("Fate’s Mirth: the nines cost nothing")


LINES: Mapping[str, LineWords] = {"nines": _nines, "mirth": _mirth}


def _rounds(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s round played", "%(at)s of %(num)s rounds played", goal.of, at=goal.at)


def _threshold(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.sides:
        return _("A score of %(of)s or −%(of)s ends the match", of=goal.of)
    return _("%(names)s at %(at)s of %(of)s, up or down", names=names_at(goal, sides), at=goal.at, of=goal.of)


GOALS: Mapping[str, GoalWords] = {"rounds": _rounds, "threshold": _threshold}
