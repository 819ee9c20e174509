"""Penalties of a table, those that its people have from other tables, and the form of a new one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import url_for
from msgspec.structs import replace

from webapp.access.authors import signature, signs_as
from webapp.games.common.call_reasons import REASONS, reason_said
from webapp.games.common.names import hand_number
from webapp.games.common.penalty_words import next_said, penalty_said, step_about, step_said, why_penalised
from webapp.games.common.rulebook import is_rule_of, rule_url, rules_of
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.referee.amending import adjustments
from webapp.referee.amending.adjustments import NOT_SHOWN, ShownEffect
from webapp.services import services
from webapp.table import forms
from webapp.table.desk import Source
from webapp.table.lines.matters import Penalised
from webapp.table.penalties import LADDER, USUAL_RULE, WITH_POINTS, Given, Penalty, Step, next_step, of_seat
from webapp.table.player_names import kept_text
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.telling.decided import points_of_penalty
from webapp.words.case_kit import Suggestion
from webapp.words.cases import OTHER
from webapp.words.origins import tag
from webapp.words.phrases import CHOOSE_RULE, SAY_WHY, by_name, signed
from webapp.words.turn import changes_said, side_names


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty as templates/macros/penalties.html shows it: the step `given` and the player in the title.

    `cost` says what it takes, `where` at which table of an evening it was given; `lift` is where it is lifted, for who
    may.
    """

    given: Given
    title: str
    cost: str = ""
    rule_url: str | None = None
    where: str = ""
    source: str = ""
    lift: str | None = None

    @property
    def by(self) -> str:
        return by_name(self.given.by)

    @property
    def why(self) -> str:
        return why_penalised(self.given)

    @property
    def lifted(self) -> str:
        """By whom and why it was lifted; empty where it stands."""
        ended = self.given.lifted
        return _("Lifted by %(name)s: %(why)s", name=by_name(ended.by), why=ended.why) if ended else ""


def listed_penalties(now: Snapshot, viewer: Viewer) -> list[PenaltyRow]:
    """Returns all penalties of the table, the newest first, those that were lifted among them."""
    return [_listed(now, viewer, penalty) for penalty in reversed(now.desk.penalties)]


def _listed(now: Snapshot, viewer: Viewer, penalty: Penalty) -> PenaltyRow:
    table, points = now.table, points_of_penalty(now, penalty)
    return PenaltyRow(
        penalty,
        penalty_said(table.game, penalty.step, table.players[penalty.seat]),
        cost=changes_said(side_names(table.players, len(points)), points) if points else "",
        rule_url=rule_url(table.game, penalty.rule, table.id),
        source=tag(now.desk.source_of_line(penalty.line)),
        lift=url_for("penalties.lifting", table_id=table.id, number=penalty.number) if viewer.is_referee else None,
    )


@dataclass(frozen=True)
class PenaltyElsewhere:
    """A standing penalty that was not given at this table, with its line of text."""

    step: str
    said: str


class PenaltiesElsewhere:
    """Hook for penalties from other tables, and rights to give each step; without one there are none."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot, int], Sequence[PenaltyElsewhere]] = lambda now, seat: ()
        self.barred: Callable[[Snapshot, str, str], str] = lambda now, name, step: ""


def given_elsewhere(now: Snapshot, seat: int) -> Sequence[PenaltyElsewhere]:
    """Returns the penalties of the player on this seat that were given elsewhere, the oldest first."""
    return () if now.table.evening_id is None else services().part(PenaltiesElsewhere).tell(now, seat)


def earlier_penalties(now: Snapshot, seat: int) -> list[Penalty]:
    """Returns the standing penalties of this player that count; those from a plain file are left out."""
    held = of_seat(now.desk.penalties, seat)
    return [one for one in held if now.desk.source_of_line(one.line) is not Source.FILE]


def usual_step(now: Snapshot, seat: int) -> Step:
    """Returns the step after those that this player has, here and elsewhere at the evening."""
    here, elsewhere = earlier_penalties(now, seat), given_elsewhere(now, seat)
    return next_step([*(one.step for one in here), *(one.step for one in elsewhere)])


def suggestions(now: Snapshot, viewer: Viewer, seat: int, step: Step) -> list[Suggestion]:
    """Returns amounts with their sources: this player's earlier penalties, the result of the last hand."""
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


class OfferedPenalty(NamedTuple):
    """The next step of a player: *Warning for Jonas*, the penalties so far, and the address of the form."""

    title: str
    about: str
    url: str


def offered(now: Snapshot, seat: int, rule: str, ready: str = "", reason: str = "") -> OfferedPenalty:
    """Returns the next step of the ladder for the player on a seat, with the initial values of its form."""
    step, held = usual_step(now, seat), len(earlier_penalties(now, seat)) + len(given_elsewhere(now, seat))
    about = ngettext("Has %(num)s penalty", "Has %(num)s penalties", held) if held else _("The first penalty")
    begun: dict[str, Any] = {"ready": ready or None, "reason": reason or None}
    url = url_for("penalties.form", table_id=now.table.id, seat=seat, step=step, rule=rule, **begun)
    return OfferedPenalty(penalty_said(now.table.game, step, now.table.players[seat]), about, url)


@dataclass(frozen=True)
class TypedPenalty:
    """A typed penalty, for the reason `ready` by its code; `shown` is the effect of points that was on the page.

    `offered` is the code of what its form began with, chosen or not.
    """

    seat: int
    step: Step
    reason: str
    rule: str
    points: tuple[int, ...]
    shown: ShownEffect = NOT_SHOWN
    ready: str = ""
    offered: str = ""

    @property
    def costs(self) -> bool:
        return self.step in WITH_POINTS


def typed_in(now: Snapshot, form: Mapping[str, str]) -> TypedPenalty:
    """Returns the values of a form or an address, by default the player's next step. Raises `NotAnEvent`."""
    seat = parse_integer(form.get("seat", "0"), len(now.table.players) - 1)
    if seat is None or form.get("step", LADDER[0]) not in LADDER:
        raise forms.NotAnEvent("no seat or step of the ladder")
    step = Step(form.get("step") or usual_step(now, seat))
    return TypedPenalty(
        seat,
        step,
        reason_in(form.get("reason", "")),
        form.get("rule", USUAL_RULE)[:LONGEST_RULING_CODE],
        adjustments.points_typed(now, form),
        adjustments.effect_shown_in(form),
        form.get("ready", "")[:LONGEST_RULING_CODE],
        (form.get("offered") or form.get("ready", ""))[:LONGEST_RULING_CODE],
    )


def reason_in(typed: str) -> str:
    """Returns a reason as it is kept."""
    return kept_text(typed)[:LONGEST_REASON]


def typed_or_nothing(now: Snapshot, form: Mapping[str, str]) -> TypedPenalty:
    """Returns the same of an address, where nonsense is nothing."""
    try:
        return typed_in(now, form)
    except forms.NotAnEvent:
        return typed_in(now, {})


def missing(now: Snapshot, viewer: Viewer, typed: TypedPenalty) -> str | None:
    """Returns what a penalty lacks, or why this referee may not give it; None where it is complete."""
    if why := services().part(PenaltiesElsewhere).barred(now, signature(now, viewer), typed.step):
        return why
    if typed.ready and typed.ready not in REASONS:
        return _("There is no such reason. Choose one that is offered, or none.")
    if not typed.reason and typed.ready in ("", OTHER):
        return _(SAY_WHY)
    if not is_rule_of(now.table.game, typed.rule):
        return _(CHOOSE_RULE)
    if not typed.costs:
        return _("This step of the ladder costs no points.") if any(typed.points) else None
    if problem := adjustments.points_problem(now, typed.points):
        return problem
    return adjustments.unconfirmed(typed.points, typed.shown, adjustments.totals_seen(now, viewer))


def given(now: Snapshot, viewer: Viewer, typed: TypedPenalty) -> tuple[list[dict[str, Any]], Penalised]:
    """Returns the entries of a penalty, none where it costs nothing, and its line of the desk."""
    line = Penalised(typed.seat, typed.step, typed.reason, typed.rule, signature(now, viewer), ready=typed.ready)
    if not typed.costs:
        return [], line
    return [dict(adjustments.adjustment(typed.points, why_penalised(line)))], replace(line, points=typed.points)


def form_context(now: Snapshot, viewer: Viewer, typed: TypedPenalty, error: str | None = None) -> dict[str, Any]:
    game, earlier = now.table.game, earlier_penalties(now, typed.seat)
    effect = adjustments.effect_of_points(now, viewer, typed.points) if typed.costs and any(typed.points) else None
    elsewhere, name = given_elsewhere(now, typed.seat), now.table.players[typed.seat]
    usual = usual_step(now, typed.seat)
    return {
        "typed": typed,
        "offered": reason_said(game, typed.offered) if typed.offered in REASONS else "",
        "steps": [(str(step), step_said(game, step), step_about(step), step in WITH_POINTS) for step in LADDER],
        "suggested": next_said(game, usual, len(earlier), name, len(elsewhere)),
        "elsewhere": [one.said for one in elsewhere],
        "suggestions": suggestions(now, viewer, typed.seat, typed.step if typed.costs else Step.HAND),
        "rules": rules_of(game),
        "sides": adjustments.sides(now),
        "most": adjustments.most(now),
        "effect": effect if isinstance(effect, adjustments.Effect) else None,
        "problem": effect if isinstance(effect, str) else None,
        "signs_as": signs_as(now, viewer),
        "error": error,
        "asks": isinstance(error, adjustments.AsksAgain),
    }
