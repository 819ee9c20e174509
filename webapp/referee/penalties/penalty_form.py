"""The form of a penalty: whom, which step, why, by which rule, and what it costs; and what it then enters."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.games.common.penalties import next_said, step_about, step_said
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.referee import adjusting
from webapp.referee.cases import rules_cited
from webapp.referee.penalties.elsewhere import given_elsewhere
from webapp.referee.penalties.ladder import earlier_penalties, next_step, suggestions
from webapp.seats.seating import signature, signs_as
from webapp.store.desk_kinds import DeskKind
from webapp.table import forms
from webapp.table.after_entries import DeskEntry
from webapp.table.penalties import LADDER, WITH_POINTS, Step
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

USUAL_RULE = "GEN-3"
"""What a penalty rests on where no other rule is named."""


@dataclass(frozen=True)
class Typed:
    """A penalty as it is being given. `shown` are the points whose effect the page has shown."""

    seat: int
    step: Step
    reason: str
    rule: str
    points: tuple[int, ...]
    shown: tuple[int, ...] = ()

    @property
    def costs(self) -> bool:
        """Tells whether it adjusts the score."""
        return self.step in WITH_POINTS


def typed_in(now: Snapshot, form: Mapping[str, str]) -> Typed:
    """Returns what a form or an address says, the next step of the player where it names none. Raises `NotAnEvent`."""
    seat = parse_integer(form.get("seat", "0"), len(now.table.players) - 1)
    if seat is None or form.get("step", LADDER[0]) not in LADDER:
        raise forms.NotAnEvent("no seat or step of the ladder")
    step = Step(form.get("step") or next_step([*earlier_penalties(now, seat), *given_elsewhere(now, seat)]))
    none = (0,) * len(now.fold.state.totals)
    points = adjusting.points_in(now, form) if "points-0" in form else none
    filled = adjusting.points_listed(form.get("fill", ""))
    return Typed(
        seat,
        step,
        form.get("reason", "").strip()[:LONGEST_REASON],
        form.get("rule", USUAL_RULE)[:LONGEST_RULING_CODE],
        filled if len(filled) == len(none) else points,
        adjusting.points_listed(form.get("shown", "")),
    )


def typed_or_nothing(now: Snapshot, form: Mapping[str, str]) -> Typed:
    """Returns the same of an address, where nonsense is nothing."""
    try:
        return typed_in(now, form)
    except forms.NotAnEvent:
        return typed_in(now, {})


def missing(now: Snapshot, typed: Typed) -> str | None:
    """Returns what a penalty still needs before it can be given."""
    if not typed.reason:
        return _("Say why: everybody reads it.")
    if typed.rule not in rules_cited.of_the_game(now.table.game):
        return _("Choose the rule that it rests on.")
    if not typed.costs:
        return None
    if problem := adjusting.problem(now, typed.points):
        return problem
    return None if typed.points == typed.shown else adjusting.confirm()


def given(now: Snapshot, viewer: Viewer, typed: Typed) -> tuple[list[dict[str, Any]], DeskEntry]:
    """Returns the entries of a penalty, none where it costs nothing, and its line of the desk."""
    body = {"seat": typed.seat, "step": str(typed.step), "reason": typed.reason, "rule": typed.rule}
    body["by"] = signature(now, viewer)
    if not typed.costs:
        return [], (DeskKind.PENALTY, body)
    return [dict(adjusting.adjustment(typed.points, typed.reason))], (
        DeskKind.PENALTY,
        {**body, "points": list(typed.points)},
    )


def form_context(now: Snapshot, viewer: Viewer, typed: Typed, error: str | None = None) -> dict[str, Any]:
    """Returns what the form shows."""
    game, earlier = now.table.game, earlier_penalties(now, typed.seat)
    effect = adjusting.effect(now, viewer, typed.points) if typed.costs and any(typed.points) else None
    elsewhere, name = given_elsewhere(now, typed.seat), now.table.players[typed.seat]
    usual = next_step([*earlier, *elsewhere])
    return {
        "typed": typed,
        "steps": [(str(step), step_said(game, step), step_about(step), step in WITH_POINTS) for step in LADDER],
        "suggested": next_said(game, usual, len(earlier), name, len(elsewhere)),
        "elsewhere": [one.said for one in elsewhere],
        "suggestions": suggestions(now, viewer, typed.seat, typed.step if typed.costs else Step.HAND),
        "rules": rules_cited.of_the_game(game),
        "sides": adjusting.sides(now),
        "most": adjusting.most(now),
        "effect": effect if isinstance(effect, adjusting.Effect) else None,
        "problem": effect if isinstance(effect, str) else None,
        "signs_as": signs_as(now, viewer),
        "error": error,
        "asks": error == adjusting.confirm(),
    }
