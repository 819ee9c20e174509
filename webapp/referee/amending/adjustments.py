"""Adjustments of the score: points, reason, effect."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_core.events import Adjust
from rules_core.findings import Refusal
from webapp.games.common.names import ends_later
from webapp.games.common.refusals import refusal_said
from webapp.games.common.rulebook import house_refusal
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.referee.filing import leave_lacking
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import Newest, entry_of
from webapp.table.permissions import tries_as
from webapp.table.snapshot import Snapshot, looking
from webapp.table.viewer import Viewer
from webapp.words.phrases import number
from webapp.words.turn import side_names, sides_said

_LIST = re.compile(r"-?[0-9]{1,4}(,-?[0-9]{1,4})*")


@dataclass(frozen=True)
class Effect:
    """The effect of points: each side's total before and after, as its viewer may see it, and the end of the match.

    `upon` are the totals before, as a form sends them back.
    """

    rows: list[tuple[str, str, str]]
    then: str
    upon: tuple[int, ...]


class ShownEffect(NamedTuple):
    """The points whose effect was on the page, and the totals that they were added to; a program names none."""

    points: tuple[int, ...] = ()
    upon: tuple[int, ...] = ()

    def seen(self, now: Snapshot, seen: int | None) -> int | None:
        """Returns the number that the entry names: nothing changes the totals between the look at them and the entry.

        Without totals it is the one that was sent.
        """
        return Newest(now.fold.seq) if self.upon else seen


NOT_SHOWN = ShownEffect()


def most(now: Snapshot) -> int:
    """Returns how many points may be added or taken at once."""
    return look_of(now.table.game).most_adjusted


def points_in(now: Snapshot, form: Mapping[str, str]) -> tuple[int, ...]:
    """Returns one number a side, as a form sends them. Raises `NotAnEvent` where they are not."""
    points = forms.numbers(form, "points")
    if len(points) != len(now.fold.state.totals):
        raise forms.NotAnEvent("not one number a side")
    return tuple(points)


def points_listed(text: str) -> tuple[int, ...]:
    """Returns the points of a list, *-2,0,1*; none where it is no such list."""
    return tuple(int(each) for each in text.split(",")) if _LIST.fullmatch(text) else ()


def points_typed(now: Snapshot, form: Mapping[str, str]) -> tuple[int, ...]:
    """Returns the points beside a penalty or a ruling; a suggestion that was tapped replaces what was typed.

    Raises `NotAnEvent`.
    """
    none = (0,) * len(now.fold.state.totals)
    points = points_in(now, form) if "points-0" in form else none
    filled = points_listed(form.get("fill", ""))
    return filled if len(filled) == len(none) else points


class AsksAgain(str):
    """A question before something is made: no fault."""


def effect_shown_in(form: Mapping[str, str]) -> ShownEffect:
    return ShownEffect(points_listed(form.get("shown", "")), points_listed(form.get("upon", "")))


def unconfirmed(points: Sequence[int], shown: ShownEffect, totals: Sequence[int]) -> AsksAgain | None:
    """Returns the question before these points are taken; None where a page has shown their effect on these totals."""
    if not points or tuple(points) != shown.points:
        return AsksAgain(_("This is what the points do. Confirm it, or change them."))
    if shown.upon and shown.upon != tuple(totals):
        return AsksAgain(
            _("The score has changed meanwhile. This is what the points do now: confirm it, or change them.")
        )
    return None


def points_problem(now: Snapshot, points: Sequence[int]) -> str | None:
    """Returns why these points cannot be adjusted, None where they can."""
    refusal = house_refusal(now.table.game, Adjust(tuple(points), "?"))
    return None if refusal is None else refusal_said(refusal, now.table.players).text


def adjustment(points: Sequence[int], why: str) -> dict[str, object]:
    """Returns the event that adds these points."""
    return {"type": "adjust", "points": list(points), "reason": why}


def sides(now: Snapshot) -> list[str]:
    """Returns the names of the sides."""
    return side_names(now.table.players, len(now.fold.state.totals))


def effect_of_points(now: Snapshot, viewer: Viewer, points: Sequence[int]) -> Effect | str:
    """Returns the effect of these points, or why they are refused."""
    entry = entry_of(now.fold, adjustment(points, "?"))
    return effect_of(now, services().tables.would(now, tries_as(now, viewer, entry), entry), viewer)


def effect_of(now: Snapshot, after: Snapshot | Refusal, viewer: Viewer, *, desk: bool = False) -> Effect | str:
    """Returns how the totals after an adjustment differ from those of now, or why it would not be taken."""
    if isinstance(after, Refusal):
        return refusal_said(after, now.table.players).text
    names, old, new = sides(now), totals_seen(now, viewer, desk=desk), totals_seen(after, viewer, desk=desk)
    rows = [(name, number(before), number(then)) for name, before, then in zip(names, old, new, strict=True)]
    return Effect(rows, _what_becomes(now, after, names), old)


def totals_seen(now: Snapshot, viewer: Viewer, *, desk: bool = False) -> tuple[int, ...]:
    """Returns the totals as this viewer may see them."""
    totals: tuple[int, ...] = now.fold.game.view(now.fold.state, looking(now, viewer, desk=desk)).totals
    return totals


def _what_becomes(before: Snapshot, after: Snapshot, names: Sequence[str]) -> str:
    if before.fold.state.hand is not None:
        return ends_later(before.table.game)
    old, new = before.fold.state.winners, after.fold.state.winners
    if not new:
        return _("The match would go on.") if old else _("The match goes on.")
    won = sides_said([names[side] for side in new])
    return (
        _("The match stays over; winning: %(names)s.", names=won)
        if old
        else _("The match would be over; winning: %(names)s.", names=won)
    )


def problem_of(
    now: Snapshot, viewer: Viewer, points: Sequence[int], why: str, shown: ShownEffect = NOT_SHOWN
) -> str | None:
    """Returns why an adjustment is not made yet, or the question before it; None where nothing is missing."""
    if problem := points_problem(now, points):
        return problem
    if not why:
        return _("Say why: everybody reads it on the score sheet.")
    return unconfirmed(points, shown, totals_seen(now, viewer))


def numbers_context(now: Snapshot, viewer: Viewer, points: Sequence[int]) -> dict[str, object]:
    """Returns the context of a page with points: one number a side, and their effect."""
    known = any(points) and points_problem(now, points) is None
    effect = effect_of_points(now, viewer, points) if known else None
    return {
        "sides": sides(now),
        "points": points,
        "most": most(now),
        "effect": effect if isinstance(effect, Effect) else None,
        "leave": leave_lacking(now, viewer, adjustment(points, "?")),
    }
