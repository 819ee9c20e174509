"""Form of a penalty: the steps of the ladder, suggestions, what each costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from webapp.access.seating import signature, signs_as
from webapp.games.common.desk_words import next_said, step_about, step_said
from webapp.games.common.stages import hand_number
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.referee.amending import adjustments
from webapp.referee.cases import remedies
from webapp.referee.penalties.penalty_list import given_elsewhere
from webapp.table import forms
from webapp.table.desk import Source
from webapp.table.lines.penalties import Penalised
from webapp.table.penalties import LADDER, USUAL_RULE, WITH_POINTS, Penalty, Step, next_step, of_seat
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.words.case_kit import Suggestion
from webapp.words.phrases import signed


def earlier_penalties(now: Snapshot, seat: int) -> list[Penalty]:
    """Returns the penalties of this player that hold and count; nobody here vouches for those in a file."""
    held = of_seat(now.desk.penalties, seat)
    return [one for one in held if now.desk.source_of_line(one.line) is not Source.FILE]


def usual_step(now: Snapshot, seat: int) -> Step:
    """Returns the step after those that this player has, here and elsewhere at the evening."""
    here, elsewhere = earlier_penalties(now, seat), given_elsewhere(now, seat)
    return next_step([*(one.step for one in here), *(one.step for one in elsewhere)])


def suggestions(now: Snapshot, viewer: Viewer, seat: int, step: Step) -> list[Suggestion]:
    """Returns amounts with their sources: what this player was given before, what the last hand has brought."""
    if step not in WITH_POINTS:
        return []
    found = [_given_before(now, seat), _of_last_hand(now, viewer, seat)]
    return [one for one in found if one is not None]


def _given_before(now: Snapshot, seat: int) -> Suggestion | None:
    points = next((one.points for one in reversed(earlier_penalties(now, seat)) if one.points), None)
    return Suggestion(_("As the last penalty with points."), points) if points else None


def _of_last_hand(now: Snapshot, viewer: Viewer, seat: int) -> Suggestion | None:
    view = seen_by(now, viewer, desk=True)
    if not view.finished or view.low_wins:
        return None
    sides = len(view.totals)
    gained = view.finished[-1].points[seat % sides]
    if gained <= 0:
        return None
    text = _(
        "%(hand)s brought %(name)s %(points)s: this takes it off again.",
        hand=hand_number(now.table.game, len(view.finished)),
        name=now.table.players[seat],
        points=signed(gained),
    )
    return Suggestion(text, tuple(-gained if side == seat % sides else 0 for side in range(sides)))


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
    step = Step(form.get("step") or usual_step(now, seat))
    none = (0,) * len(now.fold.state.totals)
    points = adjustments.points_in(now, form) if "points-0" in form else none
    filled = adjustments.points_listed(form.get("fill", ""))
    return Typed(
        seat,
        step,
        form.get("reason", "").strip()[:LONGEST_REASON],
        form.get("rule", USUAL_RULE)[:LONGEST_RULING_CODE],
        filled if len(filled) == len(none) else points,
        adjustments.points_listed(form.get("shown", "")),
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
    if typed.rule not in remedies.of_the_game(now.table.game):
        return _("Choose the rule that it rests on.")
    if not typed.costs:
        return None
    if problem := adjustments.points_problem(now, typed.points):
        return problem
    return None if typed.points == typed.shown else adjustments.asks_again()


def given(now: Snapshot, viewer: Viewer, typed: Typed) -> tuple[list[dict[str, Any]], Penalised]:
    """Returns the entries of a penalty, none where it costs nothing, and its line of the desk."""
    line = Penalised(typed.seat, typed.step, typed.reason, typed.rule, signature(now, viewer))
    if not typed.costs:
        return [], line
    return [dict(adjustments.adjustment(typed.points, typed.reason))], replace(line, points=typed.points)


def form_context(now: Snapshot, viewer: Viewer, typed: Typed, error: str | None = None) -> dict[str, Any]:
    """Returns what the form shows."""
    game, earlier = now.table.game, earlier_penalties(now, typed.seat)
    effect = adjustments.effect_of_points(now, viewer, typed.points) if typed.costs and any(typed.points) else None
    elsewhere, name = given_elsewhere(now, typed.seat), now.table.players[typed.seat]
    usual = usual_step(now, typed.seat)
    return {
        "typed": typed,
        "steps": [(str(step), step_said(game, step), step_about(step), step in WITH_POINTS) for step in LADDER],
        "suggested": next_said(game, usual, len(earlier), name, len(elsewhere)),
        "elsewhere": [one.said for one in elsewhere],
        "suggestions": suggestions(now, viewer, typed.seat, typed.step if typed.costs else Step.HAND),
        "rules": remedies.of_the_game(game),
        "sides": adjustments.sides(now),
        "most": adjustments.most(now),
        "effect": effect if isinstance(effect, adjustments.Effect) else None,
        "problem": effect if isinstance(effect, str) else None,
        "signs_as": signs_as(now, viewer),
        "error": error,
        "asks": isinstance(error, adjustments.Question),
    }
