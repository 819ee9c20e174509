"""Scores in words: lines of a hand, goals of a match, cells and heads of the sheet, leaders."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules_core.findings import Goal, ScoreLine
from webapp.games.registry import look_of, look_of_rule
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.hand_kit import (
    FinishedHand,
    GoalWords,
    LineWords,
    count,
    furthest,
    in_one_line,
    names_at,
    tricks_said,
)
from webapp.words.phrases import readable, signed
from webapp.words.rulebook import Cited
from webapp.words.turn import sides_said


def head(game: str, done: Any, options: Any, names: Sequence[str]) -> list[Cited]:
    """Returns the facts of a finished hand: dealer, bidder, closer, caller."""
    own, hand = look_of(game).head, FinishedHand(done, options, names)
    return [*_dealt(hand), *(own(hand) if own is not None else ())]


def _dealt(hand: FinishedHand) -> Iterator[Cited]:
    if hand.done.dealer is not None:
        yield Cited(_("%(name)s dealt.", name=hand.names[hand.done.dealer]))


LINES: Mapping[str, LineWords] = {
    "tricks": lambda line: tricks_said(count(line)),
    "last-trick": lambda line: _("Last trick"),
}


def plain_line(line: ScoreLine, label: Callable[[str], str]) -> str:
    """Returns default words of a line: by its count, *3 × Knaves*, else by its code."""
    counts = {line.what: line.facts["count"]} if "count" in line.facts else line.facts
    said = [f"{many} × {label(name)}" for name, many in counts.items() if isinstance(many, int)]
    return ", ".join(said) or readable(line.what)


def _hands(goal: Goal, sides: Sequence[str]) -> str:
    return ngettext("%(at)s of %(num)s hand played", "%(at)s of %(num)s hands played", goal.of, at=goal.at)


def _target(goal: Goal, sides: Sequence[str]) -> str:
    if not goal.at:
        return _("%(of)s ends the match", of=goal.of)
    return furthest(goal, sides)


def _play_off(goal: Goal, sides: Sequence[str]) -> str:
    return _("Level: %(names)s. Play goes on until one leads alone", names=names_at(goal, sides))


GOALS: Mapping[str, GoalWords] = {"hands": _hands, "target": _target, "play-off": _play_off}


def plain_goal(goal: Goal, sides: Sequence[str]) -> str:
    """Returns a goal by its code, and how far it is: *Hearts: 3 of 13*."""
    return _("%(what)s: %(at)s of %(of)s", what=readable(goal.what), at=goal.at, of=goal.of)


def line(scored: ScoreLine) -> str:
    """Returns a line of a score with its count and points: *3 tricks +3*. A remark has no points."""
    what = counted(scored)
    return f"{what} {signed(scored.points)}" if scored.points else what


def counted(scored: ScoreLine) -> str:
    """Returns the count of a line of a score: *3 tricks*."""
    look = look_of_rule(scored.rule)
    words = (look.score_lines if look else {}).get(scored.what) or LINES.get(scored.what)
    return words(scored) if words else plain_line(scored, look.entry_form.label if look else readable)


def goal(goal: Goal, sides: Sequence[str]) -> str:
    """Returns one thing that ends the match and how far it is: *Ann at 5 of 7*. `sides` are the names of sides."""
    look = look_of_rule(goal.rule)
    words = (look.goals if look else {}).get(goal.what) or GOALS.get(goal.what, plain_goal)
    return words(goal, sides)


def cell(game: str, done: Any, side: int, lines: Iterable[ScoreLine]) -> list[str]:
    """Returns the parts of a side's points in a finished hand, in one line or two: *3 tricks, 1 nine*.

    `lines` say why the hand scored what it did: where the game has no words of its own, those of the side are told.
    """
    own = look_of(game).cell
    said = own(done, side) if own is not None else _in_short([counted(line) for line in lines if line.side == side])
    return [text for text in said if text]


def _in_short(counts: list[str]) -> list[str]:
    return counts if len(counts) == 1 else [in_one_line(counts)]


def leading(sides: Sequence[str], leaders: Sequence[int], players: Sequence[str]) -> str:
    """Returns the leaders: *Ann leads.*, *Ann and Cat lead.* for partners, *Ann and Ben are level.*"""
    if len(leaders) > 1:
        return _("%(names)s are level.", names=sides_said([sides[side] for side in leaders]))
    name = sides[leaders[0]]
    return _("%(name)s leads.", name=name) if name in players else _("%(names)s lead.", names=name)


def won(game: str, winners: int, name: str, players: Sequence[str]) -> str:
    """Returns the word for a winning side, given all winners; ties may have none."""
    if winners == 1:
        return _("wins") if name in players else _("win")
    return _(look_of(game).shared_win)
